"""Service: ports that can be told apart."""

from __future__ import annotations

from gitops_gen.model.names import is_label, is_label_value, is_port_name
from gitops_gen.model.source import Json
from gitops_gen.validate.context import CheckContext
from gitops_gen.validate.problem import ObjectProblem, Problems, dig, entries, listing, mapping, shown

RULE = "manifest-service"
HIGHEST_PORT = 65535


def check_service(body: dict[str, Json], context: CheckContext) -> Problems:
    """Report what the API server refuses in a Service, and ports without protocol, which apply trips over."""
    spec = dig(body, ("spec",))
    ports = listing(spec.get("ports"))
    if not ports and spec.get("type") != "ExternalName" and spec.get("clusterIP") != "None":
        yield ObjectProblem(RULE, ("spec", "ports"), "a Service needs a port, unless it is headless", "write ports")
    for key, value in mapping(spec.get("selector")).items():
        if isinstance(value, str) and not is_label_value(value):
            text = f"{shown(value)} is no legal value of a label"
            yield ObjectProblem("manifest-label", ("spec", "selector", key), text, "use the value of a label")
    names: set[str] = set()
    sockets: set[tuple[str, str]] = set()
    for port, path in entries(ports, ("spec", "ports")):
        name, protocol = port.get("name"), str(port.get("protocol", "TCP"))
        if name is None and len(ports) > 1:
            yield ObjectProblem(RULE, (*path, "name"), "several ports need names", "name each port")
        elif isinstance(name, str) and (not is_label(name) or name in names):
            text = f"{shown(name)} is no legal name here, or stands twice"
            yield ObjectProblem(RULE, (*path, "name"), text, "use another name of lower case letters, digits and -")
        names.add(str(name))
        target = port.get("targetPort")
        if isinstance(target, int) and not 0 <= target <= HIGHEST_PORT:
            yield ObjectProblem(RULE, (*path, "targetPort"), f"{target} is no port", "use a port from 1 to 65535")
        if isinstance(target, str) and target and not is_port_name(target):
            text = f"{shown(target)} is no legal name of a port"
            fix = "use a number, or the name of a container's port: lower case letters, digits and -"
            yield ObjectProblem(RULE, (*path, "targetPort"), text, fix)
        if "protocol" not in port:
            text = "a port without protocol has no identity for server-side apply"
            yield ObjectProblem("manifest-ineffective", (*path, "protocol"), text, "write protocol: TCP")
        socket = (str(port.get("port")), protocol)
        if socket in sockets:
            text = f"port {socket[0]} of {protocol} stands twice"
            yield ObjectProblem(RULE, (*path, "port"), text, "remove one of the two")
        sockets.add(socket)
