"""What is stored: ConfigMaps, Secrets and claims. Values of Secrets are never shown."""

from __future__ import annotations

import re
from base64 import b64decode

from gitops_gen.model.source import Json, Path
from gitops_gen.validate.amounts import parse_amount
from gitops_gen.validate.context import CheckContext
from gitops_gen.validate.problem import ObjectProblem, Problems, dig, listing, mapping, shown, texts

RULE = "manifest-data"
SECRET_RULE = "manifest-secret-data"
CLAIM_RULE = "manifest-claim"
KEY = re.compile(r"[-._a-zA-Z0-9]+\Z")
KEY_LENGTH = 253
BYTES = 1_048_576
ALONE = "ReadWriteOncePod"
STORAGE: Path = ("resources", "requests", "storage")


def check_config_map(body: dict[str, Json], context: CheckContext) -> Problems:
    """Report keys and sizes that the API server refuses in a ConfigMap."""
    yield from _check_data(body, plain="data", encoded="binaryData")


def check_secret(body: dict[str, Json], context: CheckContext) -> Problems:
    """Report keys and sizes that the API server refuses in a Secret, and any secret value in Git."""
    yield from _check_data(body, plain="stringData", encoded="data")
    for field in ("data", "stringData"):
        if mapping(body.get(field)):
            text = f"a Secret's {field} must not lie in Git"
            yield ObjectProblem(SECRET_RULE, (field,), text, "keep it in a secret store, and write an ExternalSecret")


def _check_data(body: dict[str, Json], *, plain: str, encoded: str) -> Problems:
    size = 0
    for field in (plain, encoded):
        for key, value in mapping(body.get(field)).items():
            path = (field, key)
            size += len(value.encode(errors="replace")) if isinstance(value, str) else 0
            if not KEY.match(str(key)) or len(str(key)) > KEY_LENGTH or str(key) == "." or str(key).startswith(".."):
                fix = "use letters, digits, - _ and ., 253 at most"
                yield ObjectProblem(RULE, path, f"{shown(key)} is no legal key", fix)
            if field == encoded and isinstance(value, str) and not _is_base64(value):
                yield ObjectProblem(RULE, path, f"the value of {shown(key)} is no base64", "encode it")
    if plain == "data":
        for key in sorted(mapping(body.get(plain)).keys() & mapping(body.get(encoded)).keys()):
            text = f"{shown(key)} stands in both {plain} and {encoded}"
            yield ObjectProblem(RULE, (encoded, key), text, "keep one of the two")
    if size > BYTES:
        text = f"the content has {size} bytes, {BYTES} are allowed"
        yield ObjectProblem(RULE, (plain,), text, "split it over several objects")


def _is_base64(text: str) -> bool:
    try:
        b64decode("".join(text.split("\n")), validate=True)
    except ValueError:
        return False
    return True


def check_claim(body: dict[str, Json], context: CheckContext) -> Problems:
    """Report what the API server refuses in a PersistentVolumeClaim."""
    yield from check_claim_spec(dig(body, ("spec",)), ("spec",))


def check_claim_spec(spec: dict[str, Json], path: Path) -> Problems:
    """Report what the API server refuses in the spec of a claim, and in the claims of a StatefulSet."""
    modes = texts(spec.get("accessModes"))
    if not listing(spec.get("accessModes")):
        text = "a claim needs an access mode"
        yield ObjectProblem(CLAIM_RULE, (*path, "accessModes"), text, "write accessModes")
    elif ALONE in modes and len(modes) > 1:
        text = f"{ALONE} stands alone"
        yield ObjectProblem(CLAIM_RULE, (*path, "accessModes"), text, "keep one access mode")
    storage = dig(spec, STORAGE[:-1]).get("storage")
    amount = parse_amount(storage)
    if storage is None or (amount is not None and amount.nano <= 0):
        yield ObjectProblem(
            CLAIM_RULE, (*path, *STORAGE), "a claim needs storage above 0", "write resources.requests.storage"
        )
