"""Starts etcd, the API server and the controllers on loopback, in a folder of their own, and stops them."""

from __future__ import annotations

import secrets
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import yaml

from tests.controlplane.binaries import Binaries
from tests.controlplane.client import Client

PATIENCE = 120
"""Seconds that a component may take to answer: a loaded machine is slow. One that died is noticed at once."""


class BrokenCluster(Exception):
    """A component ended, or did not come up; with the end of its log."""


@dataclass(frozen=True)
class ControlPlane:
    """A running control plane."""

    client: Client
    kubeconfig: Path
    controllers: bool
    """Whether the controllers run: envtest brings none."""


@contextmanager
def running(binaries: Binaries, folder: Path) -> Iterator[ControlPlane]:
    """A control plane that lives as long as the block. Raises BrokenCluster."""
    store, peer, secure, metrics = _free_ports(4)
    token = secrets.token_hex(16)
    key, tokens, kubeconfig = folder / "service-accounts.key", folder / "tokens.csv", folder / "kubeconfig"
    subprocess.run([*binaries.make_key, str(key)], check=True, capture_output=True)
    tokens.write_text(f'{token},admin,admin,"system:masters"\n')
    tokens.chmod(0o600)
    server, certificates = f"https://127.0.0.1:{secure}", folder / "certificates"
    with ExitStack() as stack:
        start = _Starter(binaries, folder, stack)
        etcd = start("etcd", **_etcd(folder, store, peer))
        api = start(
            "kube-apiserver",
            etcd_servers=f"http://127.0.0.1:{store}", bind_address="127.0.0.1", secure_port=str(secure),
            cert_dir=str(certificates), token_auth_file=str(tokens), authorization_mode="RBAC",
            allow_privileged="true", service_cluster_ip_range="10.96.0.0/16", service_account_issuer="https://kubernetes.default.svc",
            service_account_key_file=str(key), service_account_signing_key_file=str(key), profiling="false",
        )  # fmt: skip
        authority = certificates / "apiserver.crt"
        _until(lambda: authority.exists(), api, etcd)
        client = Client(server, authority, token)
        _until(lambda: client.answers("/readyz"), api, etcd)
        kubeconfig.write_text(yaml.safe_dump(_kubeconfig(server, authority, token)))
        kubeconfig.chmod(0o600)
        controllers = "kube-controller-manager" in binaries.commands
        if controllers:
            manager = start(
                "kube-controller-manager",
                kubeconfig=str(kubeconfig), service_account_private_key_file=str(key), root_ca_file=str(authority),
                use_service_account_credentials="true", leader_elect="false", secure_port=str(metrics),
                bind_address="127.0.0.1", cert_dir=str(folder / "controllers"), profiling="false",
            )  # fmt: skip
            account = "/api/v1/namespaces/default/serviceaccounts/default"
            _until(lambda: client.answers(account), manager, api, etcd)
        yield ControlPlane(client, kubeconfig, controllers)


def _etcd(folder: Path, client: int, peer: int) -> dict[str, str]:
    urls = {name: f"http://127.0.0.1:{port}" for name, port in (("client", client), ("peer", peer))}
    return {
        "data_dir": str(folder / "etcd"),
        "listen_client_urls": urls["client"],
        "advertise_client_urls": urls["client"],
        "listen_peer_urls": urls["peer"],
        "initial_advertise_peer_urls": urls["peer"],
        "initial_cluster": f"default={urls['peer']}",
        "unsafe_no_fsync": "true",
    }


@dataclass(frozen=True)
class _Component:
    name: str
    process: subprocess.Popen[bytes]
    log: Path

    def must_live(self) -> None:
        if self.process.poll() is not None:
            tail = self.log.read_text(errors="replace")[-3000:]
            raise BrokenCluster(f"{self.name} ended with {self.process.returncode}:\n{tail}")


@dataclass(frozen=True)
class _Starter:
    binaries: Binaries
    folder: Path
    stack: ExitStack

    def __call__(self, name: str, **flags: str) -> _Component:
        log = self.folder / f"{name}.log"
        arguments = [f"--{flag.replace('_', '-')}={value}" for flag, value in flags.items()]
        with log.open("wb") as output:
            process = subprocess.Popen(
                [*self.binaries.commands[name], *arguments], stdin=subprocess.PIPE, stdout=output, stderr=output
            )
        self.stack.callback(_end, process)
        return _Component(name, process, log)


def _end(process: subprocess.Popen[bytes]) -> None:
    """All data dies with the folder: there is nothing to end in an orderly way for."""
    process.kill()
    process.communicate()


def _until(holds: Callable[[], bool], *components: _Component) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        for component in components:
            component.must_live()
        if time.monotonic() > end:
            raise BrokenCluster(f"{components[0].name} gave no answer within {PATIENCE} s")
        time.sleep(0.1)


def _kubeconfig(server: str, authority: Path, token: str) -> dict[str, object]:
    return {
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [{"name": "test", "cluster": {"server": server, "certificate-authority": str(authority)}}],
        "users": [{"name": "admin", "user": {"token": token}}],
        "contexts": [{"name": "test", "context": {"cluster": "test", "user": "admin"}}],
        "current-context": "test",
    }


def _free_ports(count: int) -> list[int]:
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]
