"""Platform: what holds everywhere."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StrictBool, StrictInt, StrictStr
from pydantic_core import PydanticCustomError

from gitops_gen.model.spec.base import SpecModel
from gitops_gen.model.spec.layers import Layered
from gitops_gen.model.spec.metadata import ApiVersion, Metadata
from gitops_gen.model.spec.scalars import (
    Branch,
    Bytes,
    BytesCeiling,
    CpuCeiling,
    Date,
    GroupPrefix,
    Money,
    Name,
    Owner,
    RepoFolder,
    RepoPath,
    Share,
    Url,
)

PLACEHOLDERS = ("{team}", "{environment}", "{namespace}")


def _pattern(value: str) -> str:
    rest = value
    for placeholder in PLACEHOLDERS:
        rest = rest.replace(placeholder, "")
    if "{team}" not in value or not all(c.isascii() and (c.isdigit() or c.islower() or c == "-") for c in rest):
        raise PydanticCustomError(
            "pattern",
            "{value} is no naming pattern; write lower case letters, digits, '-' and {team}, {environment},"
            " {namespace}; {team} is needed",
            {"value": repr(value[:80])},
        )
    return value


NamespacePattern = Annotated[StrictStr, AfterValidator(_pattern)]


class Naming(SpecModel):
    """How objects are named."""

    namespace: NamespacePattern = "{team}"
    """Name of a namespace, from {team}, {environment} and {namespace} (the Allocation's suffix)."""


class Owners(SpecModel):
    """Who owns what the teams do not."""

    platform: Owner
    finance: Owner | None = None
    security: Owner | None = None


class Repository(SpecModel):
    """Where the clusters read the generated files."""

    url: Url
    revision: Branch = "main"
    path: RepoPath = "generated"
    """Folder of the generated files."""
    folder: RepoFolder | None = None
    """Folder of this platform in the Git repository, where it is not the top."""

    def from_top(self, path: str) -> str:
        """A path below the generated files, as who clones the repository sees it."""
        return "/".join(filter(None, (self.folder, self.path, path)))


class Images(SpecModel):
    """Where images may come from."""

    registries: tuple[Annotated[StrictStr, Field(pattern=r"^[a-z0-9][a-z0-9.:-]*(/[a-z0-9][a-z0-9._-]*)*$")], ...] = ()
    """Registry hosts, with a path if wanted; empty: any."""


class PlatformIdentity(SpecModel):
    """How people are named in RBAC."""

    group_prefix: GroupPrefix = ""
    """What the API server puts before the identity provider's groups."""


class Priority(SpecModel):
    """A PriorityClass. Append-only: a value never changes its meaning."""

    value: Annotated[StrictInt, Field(ge=-1_000_000_000, le=1_000_000_000)]
    preempts: StrictBool = False
    default: StrictBool = False
    description: Annotated[StrictStr, Field(max_length=500)] | None = None


class Department(SpecModel):
    """A department shares capacity by weight."""

    weight: Annotated[StrictInt, Field(ge=1, le=1000)] = 1


class Rates(SpecModel):
    """Money, in ``currency``."""

    currency: Annotated[StrictStr, Field(pattern=r"^[A-Z]{3}$")]
    gpu_hour: dict[Name, Money] = {}
    """By catalog id."""
    cpu_hour: Money | None = None
    memory_gi_b_hour: Money | None = Field(default=None, alias="memoryGiBHour")


class Tier(SpecModel):
    """A size that allocations refer to instead of copying numbers."""

    cpu: CpuCeiling | None = None
    memory: BytesCeiling | None = None
    ephemeral_storage: BytesCeiling | None = Field(default=None, alias="ephemeral-storage")
    storage: dict[Name, Bytes] = {}


class ApprovalScope(SpecModel):
    """Which changes need more than the owner."""

    environments: tuple[Name, ...] = ()
    changes: tuple[Literal["capacity", "network", "access", "priority"], ...] = ()


class Approvals(SpecModel):
    """When a change needs approval beyond its owner."""

    max_increase: Share | None = None
    """Share of growth that passes alone."""
    require_for: ApprovalScope = ApprovalScope()


class PlatformSpec(Layered):
    """What holds everywhere, below all other layers."""

    as_of: Date
    """The only clock: grants and retirements are judged at this date (UTC)."""
    owners: Owners
    repository: Repository
    naming: Naming = Naming()
    images: Images = Images()
    identity: PlatformIdentity = PlatformIdentity()
    priorities: dict[Name, Priority] = {}
    departments: dict[Name, Department] = {}
    rates: Rates | None = None
    tiers: dict[Name, Tier] = {}
    approvals: Approvals = Approvals()


class Platform(SpecModel):
    """The one document of the platform as a whole."""

    api_version: ApiVersion
    kind: Literal["Platform"]
    metadata: Metadata
    spec: PlatformSpec
