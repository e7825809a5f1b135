"""Speaks to an API server as kubectl and the agents do: server-side apply, strict fields, dry runs, impersonation."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import quote, urlencode

import urllib3

Body = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """What the server said to one request."""

    status: int
    body: Body

    @property
    def accepted(self) -> bool:
        """Whether it did, or would have done, what it was asked."""
        return 200 <= self.status < 300

    @property
    def message(self) -> str:
        """Why not."""
        return str(self.body.get("message", ""))

    @property
    def fields(self) -> list[str]:
        """The paths of the fields that it names as wrong."""
        causes = (self.body.get("details") or {}).get("causes") or []
        return [cause["field"] for cause in causes if cause.get("field")]


@dataclass(frozen=True)
class Resource:
    """What discovery says of a kind."""

    base: str
    plural: str
    namespaced: bool

    def collection(self, namespace: str | None) -> str:
        """The path of all objects, of one namespace where the kind has any."""
        inside = f"/namespaces/{quote(namespace)}" if namespace is not None else ""
        return f"{self.base}{inside}/{self.plural}"


@dataclass(frozen=True)
class Person:
    """Whom a request is made as, by impersonation."""

    name: str
    groups: tuple[str, ...] = ()


@dataclass
class Client:
    """The server at ``url``, whose certificate is judged by ``authority``; ``token`` is that of its administrator."""

    url: str
    authority: Path
    token: str
    _known: dict[str, dict[str, Resource]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._pool = urllib3.PoolManager(ca_certs=str(self.authority), retries=False, timeout=60, maxsize=4)

    def answers(self, path: str) -> bool:
        """Whether a GET of this path succeeds; False as well where nobody listens."""
        try:
            return self.get(path).accepted
        except urllib3.exceptions.HTTPError:
            return False

    def get(self, path: str, *, person: Person | None = None) -> Answer:
        """GET any path of the API."""
        return self._send("GET", path, person=person)

    def delete(self, path: str, *, person: Person | None = None) -> Answer:
        """DELETE any path of the API."""
        return self._send("DELETE", path, person=person)

    def create(self, body: Body, *, dry_run: bool = True, person: Person | None = None) -> Answer:
        """Create an object, with unknown and double fields refused; for good only with ``dry_run=False``."""
        return self._write("POST", body, self._collection(body), dry_run=dry_run, person=person)

    def replace(self, body: Body, *, dry_run: bool = True, person: Person | None = None) -> Answer:
        """Replace an object that is there."""
        return self._write("PUT", body, self.path(body), dry_run=dry_run, person=person)

    def apply(
        self, body: Body, *, manager: str = "test", dry_run: bool = False, person: Person | None = None
    ) -> Answer:
        """Server-side apply, strict, taking over what others own."""
        query = {"fieldManager": manager, "force": "true"}
        return self._write("PATCH", body, self.path(body), dry_run=dry_run, person=person, query=query)

    def path(self, body: Body) -> str:
        """Where an object lies. Raises LookupError for a kind that the server does not know."""
        return f"{self._collection(body)}/{quote(str(body['metadata']['name']))}"

    def resource(self, api_version: str, kind: str) -> Resource:
        """Where objects of a kind lie. Raises LookupError for a kind that the server does not know."""
        if kind not in self._known.get(api_version, {}):
            base = f"{'/apis' if '/' in api_version else '/api'}/{quote(api_version)}"
            listed = self.get(base).body.get("resources", [])
            self._known[api_version] = {
                item["kind"]: Resource(base, item["name"], item["namespaced"])
                for item in listed
                if "/" not in item["name"]
            }
        if kind not in self._known[api_version]:
            raise LookupError(f"the server knows no {kind} of {api_version}")
        return self._known[api_version][kind]

    def _collection(self, body: Body) -> str:
        resource = self.resource(str(body["apiVersion"]), str(body["kind"]))
        namespace = body["metadata"].get("namespace") or "default" if resource.namespaced else None
        return resource.collection(namespace)

    def _write(
        self,
        method: str,
        body: Body,
        path: str,
        *,
        dry_run: bool,
        person: Person | None = None,
        query: Mapping[str, str] = MappingProxyType({}),
    ) -> Answer:
        words = {"fieldValidation": "Strict", **query, **({"dryRun": "All"} if dry_run else {})}
        return self._send(method, f"{path}?{urlencode(words)}", body, person=person)

    def _send(self, method: str, path: str, body: Body | None = None, *, person: Person | None = None) -> Answer:
        headers = urllib3.HTTPHeaderDict({"Authorization": f"Bearer {self.token}", "Accept": "application/json"})
        if body is not None:
            headers["Content-Type"] = "application/apply-patch+yaml" if method == "PATCH" else "application/json"
        if person is not None:
            headers["Impersonate-User"] = person.name
            for group in person.groups:
                headers.add("Impersonate-Group", group)
        content = None if body is None else json.dumps(body).encode()
        response = self._pool.request(method, self.url + path, body=content, headers=headers)
        text = response.data.decode(errors="replace")
        try:
            answer = json.loads(text)
        except ValueError:
            answer = {"message": text}
        return Answer(response.status, answer if isinstance(answer, dict) else {"message": text})
