"""Cluster: what is installed there, the capability profile that output is compiled against."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, StrictBool, StrictStr, model_validator
from pydantic_core import PydanticCustomError

from gitops_gen.model.spec.base import SpecModel
from gitops_gen.model.spec.layers import Layered
from gitops_gen.model.spec.metadata import ApiVersion, Metadata
from gitops_gen.model.spec.scalars import (
    AccessMode,
    Cidr,
    Duration,
    Key,
    KubernetesVersion,
    LabelValue,
    Name,
    PortText,
    SemVer,
    Text,
)

Server = Annotated[StrictStr, Field(pattern=r"^https://[A-Za-z0-9.:\[\]-]+$", max_length=253)]
DnsName = Annotated[
    StrictStr,
    Field(pattern=r"^(\*\.)?[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$", max_length=253),
]
PortNumber = Annotated[int, Field(strict=True, ge=1, le=65535)]
PortName = Annotated[StrictStr, Field(pattern=r"^[a-z0-9]([-a-z0-9]{0,13}[a-z0-9])?$")]


class ArgoCd(SpecModel):
    """The Argo CD that applies the files here."""

    namespace: Name = "argocd"
    server: Server
    """The API server's address as Argo CD knows this cluster."""
    hub: Name
    """Name of the Argo CD that serves this cluster; several clusters may share one."""


class GitSource(SpecModel):
    """Flux reads the repository by Git."""

    secret: Name | None = None
    """Name of the Secret with credentials, for a private repository."""


class OciSource(SpecModel):
    """Flux reads an artifact."""

    url: Annotated[StrictStr, Field(pattern=r"^oci://[a-z0-9][a-z0-9._:/-]*$", max_length=300)]
    secret: Name | None = None


class FluxSource(SpecModel):
    """One of git and oci."""

    git: GitSource | None = None
    oci: OciSource | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.git is None) == (self.oci is None):
            raise PydanticCustomError("one_of", "expected exactly one of git and oci", {})
        return self


class Flux(SpecModel):
    """The Flux that applies the files here."""

    namespace: Name = "flux-system"
    source: FluxSource
    interval: Duration = 600


class Gitops(SpecModel):
    """Who applies the files: one of argocd and flux."""

    argocd: ArgoCd | None = None
    flux: Flux | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.argocd is None) == (self.flux is None):
            raise PydanticCustomError("one_of", "expected exactly one of argocd and flux", {})
        return self


class ClusterQueueing(SpecModel):
    """The queueing engine. none: plain ResourceQuota, and no borrowing."""

    engine: Literal["kueue", "kai", "none"]
    version: SemVer | None = None


class Operator(SpecModel):
    """An operator that is installed."""

    version: SemVer
    namespace: Name | None = None


class Operators(SpecModel):
    """What is installed; of an operator that is absent nothing is emitted."""

    gpu_operator: Operator | None = None
    node_feature_discovery: Operator | None = None
    prometheus_operator: Operator | None = None
    external_secrets: Operator | None = None
    keda: Operator | None = None
    karpenter: Operator | None = None
    jobset: Operator | None = None
    kuberay: Operator | None = None
    trainer: Operator | None = None
    leader_worker_set: Operator | None = None
    kserve: Operator | None = None
    kyverno: Operator | None = None


class StorageClass(SpecModel):
    """A StorageClass that exists."""

    access: tuple[AccessMode, ...] = Field(min_length=1)
    tier: Literal["hot", "warm", "cold"] = "warm"
    binding: Literal["WaitForFirstConsumer", "Immediate"] = "Immediate"


class Endpoint(SpecModel):
    """A named place outside the cluster that teams may reach."""

    cidr: tuple[Cidr, ...] = ()
    dns: tuple[DnsName, ...] = ()
    """Needs a network plug-in that can."""
    ports: tuple[PortText, ...]

    @model_validator(mode="after")
    def _some(self) -> Self:
        if not self.cidr and not self.dns:
            raise PydanticCustomError("one_of", "expected cidr or dns", {})
        if not self.ports:
            raise PydanticCustomError("empty", "expected at least one port, such as 443/TCP", {})
        return self


class ClusterIdentity(SpecModel):
    """What a ServiceAccount may become, and what network it needs."""

    mode: Literal["none", "irsa", "gke", "azure"] = "none"


class Dns(SpecModel):
    """Where pods resolve names."""

    namespace: Name = "kube-system"
    pod_labels: dict[Key, LabelValue] = Field(default={"k8s-app": "kube-dns"}, min_length=1)
    port: PortNumber = 53
    node_local: StrictBool = False
    """A cache on each node, at a link-local address."""


class ClusterNetwork(SpecModel):
    """The network plug-in and the addresses that policies need."""

    cni: Literal["cilium", "calico", "ovn-kubernetes", "other"]
    dns: Dns = Dns()
    api_server: tuple[Cidr, ...] = ()


class SecretStore(SpecModel):
    """A store of the External Secrets operator."""

    kind: Literal["ClusterSecretStore", "SecretStore"] = "ClusterSecretStore"


class Monitoring(SpecModel):
    """Who scrapes the pods."""

    namespace: Name = "monitoring"
    pod_labels: dict[Key, LabelValue] = Field(default={"app.kubernetes.io/name": "prometheus"}, min_length=1)
    port: PortName = "metrics"
    rule_labels: dict[Key, LabelValue] = {}


class ClusterSpec(Layered):
    """What is really there."""

    environments: tuple[Name, ...] = Field(min_length=1)
    """Environments that this cluster serves."""
    region: Text | None = None
    kubernetes_version: KubernetesVersion
    gitops: Gitops
    queueing: ClusterQueueing = ClusterQueueing(engine="none")
    operators: Operators = Operators()
    storage_classes: dict[Name, StorageClass] = {}
    endpoints: dict[Name, Endpoint] = {}
    identity: ClusterIdentity = ClusterIdentity()
    network: ClusterNetwork
    secret_stores: dict[Name, SecretStore] = {}
    monitoring: Monitoring | None = None


class Cluster(SpecModel):
    """One Kubernetes cluster."""

    api_version: ApiVersion
    kind: Literal["Cluster"]
    metadata: Metadata
    spec: ClusterSpec
