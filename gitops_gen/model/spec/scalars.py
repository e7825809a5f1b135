"""The scalars of the spec language: each says what it expects when it refuses, and appears so in the JSON Schema."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from ipaddress import ip_network
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, Field, GetCoreSchemaHandler, GetJsonSchemaHandler, StrictInt, StrictStr
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from gitops_gen.model import names
from gitops_gen.model.gpu import GpuKind
from gitops_gen.model.quantity import Quantity, QuantityError

TEXT_LENGTH = 4096
LARGEST_COUNT = 1_000_000_000


class Parsed:
    """Annotation: this scalar is read by ``parse`` (which raises ValueError with what was expected)."""

    def __init__(self, parse: Callable[[Any], Any], schema: JsonSchemaValue) -> None:
        self.parse = parse
        self.schema = schema

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        parse = self.parse

        def validate(value: Any) -> Any:
            try:
                return parse(value)
            except ValueError as error:
                raise PydanticCustomError("scalar", "{reason}", {"reason": str(error)}) from None

        return core_schema.no_info_plain_validator_function(validate)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return dict(self.schema)


def _text(value: Any, what: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"expected {what} in quotes")
    return value


def _named(test: Callable[[str], bool], what: str) -> Callable[[str], str]:
    def check(value: str) -> str:
        if not test(value):
            raise PydanticCustomError("name", "{value} is no {what}", {"value": repr(value[:80]), "what": what})
        return value

    return check


_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0d\uffa0\U000e0100-\U000e01ef]"
)
"""Characters that Unicode counts as letters or marks and that nobody sees (Default_Ignorable_Code_Point, the Braille
blank); of the variation selectors the two that emoji need may stand."""


def printable(value: str) -> str:
    """Refuse control characters and invisible ones: kustomize changes some of them, however they are quoted."""
    if value.isascii() and value.isprintable():
        return value
    if _BLANK.search(value) or any(not (c.isprintable() or c in "\n\t") for c in value):
        raise PydanticCustomError("text", "text may not hold control characters or invisible ones", {})
    return value


def _url(value: str) -> str:
    scheme, _, rest = value.partition("://")
    host, _, path = rest.partition("/")
    user, at, host = host.rpartition("@")
    if at and (scheme == "https" or ":" in user):
        # The value is not shown: it may hold a password.
        raise PydanticCustomError(
            "refused",
            "the URL holds credentials; write it without, and name a secret where there is a field for one",
            {},
        )
    if "*" in host or not host:
        raise PydanticCustomError("refused", "a URL names one host; write its name, and a * in the path at most", {})
    if host.startswith("-"):
        raise PydanticCustomError("refused", "a host that begins with '-' is an option to ssh; write its name", {})
    return _no_climbing(value, path)


def _no_climbing(value: str, path: str) -> str:
    if any(part in ("", ".", "..") for part in path.split("/")[:-1]) or path.split("/")[-1] in (".", ".."):
        raise PydanticCustomError("refused", "the path has an empty part, '.' or '..'; write it straight", {})
    return value


def _image(value: str) -> str:
    return _no_climbing(value, value.partition("@")[0])


def _group(value: str) -> str:
    if value.startswith("system:"):
        raise PydanticCustomError(
            "refused", "groups that begin with system: are Kubernetes' own; write one of your identity provider", {}
        )
    return value


def _group_prefix(value: str) -> str:
    # "sys" and the group "tem:masters" make Kubernetes' own group as well.
    if value and ("system:".startswith(value) or value.startswith("system:")):
        raise PydanticCustomError(
            "refused", "groups that begin with system: are Kubernetes' own; write a prefix such as oidc:", {}
        )
    return value


def _config_key(value: str) -> str:
    if value.startswith(".."):
        raise PydanticCustomError("refused", "a key is a file's name in a pod; write one that climbs nowhere", {})
    return value


_NO_PART_OF_A_BRANCH = ("..", "//", "/.", "@{")


def _branch(value: str) -> str:
    """What git-check-ref-format refuses, of the characters that the pattern lets through."""
    bad_end = any(part.endswith((".lock", ".")) for part in value.split("/")) or value.endswith("/")
    if bad_end or any(text in value for text in _NO_PART_OF_A_BRANCH):
        raise PydanticCustomError("refused", "Git allows no such name of a branch; write one such as main", {})
    return value


def _output_folder(value: str) -> str:
    # On many laptops names that differ in case alone are one folder.
    if value.partition("/")[0].casefold() in ("profiles", "environments"):
        raise PydanticCustomError(
            "refused", "generated files may not lie among the specs; write another folder, such as generated", {}
        )
    return value


Text = Annotated[StrictStr, Field(min_length=1, max_length=TEXT_LENGTH), AfterValidator(printable)]
Count = Annotated[StrictInt, Field(ge=0, le=LARGEST_COUNT)]
Positive = Annotated[StrictInt, Field(ge=1, le=LARGEST_COUNT)]
Name = Annotated[
    StrictStr,
    Field(json_schema_extra={"pattern": "^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$"}),
    AfterValidator(
        _named(
            names.is_label,
            "DNS label: lower case letters, digits and '-', at most 63 characters, alphanumeric at both ends",
        )
    ),
]
Key = Annotated[
    StrictStr,
    AfterValidator(
        _named(names.is_qualified_name, "label key: an optional DNS prefix and '/', then at most 63 characters")
    ),
]
LabelValue = Annotated[
    StrictStr,
    AfterValidator(
        _named(
            names.is_label_value, "label value: at most 63 letters, digits, '-', '_' and '.', alphanumeric at both ends"
        )
    ),
]
ConfigKey = Annotated[StrictStr, Field(pattern=r"^[-._a-zA-Z0-9]{1,253}$"), AfterValidator(_config_key)]
EnvName = Annotated[StrictStr, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,127}$")]
Version = Annotated[StrictStr, Field(pattern=r"^[1-9][0-9]{0,5}$")]
"""A profile's version: an integer in quotes; the highest is the newest."""
SemVer = Annotated[StrictStr, Field(pattern=r"^[0-9]+(\.[0-9]+){1,3}([-+.][0-9A-Za-z.-]{1,40})?$")]
KubernetesVersion = Annotated[StrictStr, Field(pattern=r"^1\.[0-9]{2}$")]
Group = Annotated[StrictStr, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9@._:/+-]{0,127}$"), AfterValidator(_group)]
"""A group of people as the identity provider names it."""
Owner = Annotated[StrictStr, Field(pattern=r"^@[A-Za-z0-9][A-Za-z0-9_.-]{0,38}(/[A-Za-z0-9][A-Za-z0-9_.-]{0,99})?$")]
Url = Annotated[
    StrictStr,
    Field(pattern=r"^(https|ssh)://[A-Za-z0-9@._:~%*-]+(/[A-Za-z0-9@._:~%*/-]*)?$", max_length=500),
    AfterValidator(_url),
]
ImageRef = Annotated[
    StrictStr,
    Field(pattern=r"^[a-z0-9][a-z0-9._:/-]{0,254}(:[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?(@sha256:[0-9a-f]{64})?$"),
    AfterValidator(_image),
]
MountPath = Annotated[StrictStr, Field(pattern=r"^/[A-Za-z0-9._/-]{1,200}$")]
RepoFolder = Annotated[
    StrictStr,
    Field(pattern=r"^[A-Za-z0-9_][A-Za-z0-9._-]*(/[A-Za-z0-9_][A-Za-z0-9._-]*)*$", max_length=200),
]
"""A folder in a Git repository, from its top."""
RepoPath = Annotated[RepoFolder, AfterValidator(_output_folder)]
GroupPrefix = Annotated[StrictStr, Field(pattern=r"^[A-Za-z0-9:._/-]{0,60}$"), AfterValidator(_group_prefix)]
"""What the API server puts before the identity provider's groups."""
SecretPath = Annotated[
    StrictStr, Field(pattern=r"^[A-Za-z0-9_][A-Za-z0-9._/-]{0,250}$"), AfterValidator(lambda v: _no_climbing(v, v))
]
"""A path in a secret store, whatever the store takes it for: most join it to a folder of their own."""
Branch = Annotated[StrictStr, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._/-]{0,200}$"), AfterValidator(_branch)]
Protocol = Literal["TCP", "UDP", "SCTP"]
AccessMode = Literal["ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany", "ReadWriteOncePod"]
PodSecurityLevel = Literal["privileged", "baseline", "restricted"]
State = Literal["active", "frozen", "drained", "removed"]


def _parse_quantity(value: Any) -> Quantity:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError("expected a quantity such as 4, 500m or 16Gi")
    try:
        return Quantity.parse(value)
    except QuantityError as error:
        raise ValueError(str(error)) from None


def _parse_bytes(value: Any) -> Quantity:
    quantity = _parse_quantity(value)
    if not quantity.is_whole:
        raise ValueError(
            f"{value!r} is {quantity} bytes, a fraction of a byte; "
            f"write whole bytes, such as {_nearest_mebibytes(quantity)}"
        )
    return quantity


def _nearest_mebibytes(quantity: Quantity) -> str:
    return f"{max(1, round(quantity.nano / 10**9 / 2**20))}Mi"


QUANTITY_SCHEMA: JsonSchemaValue = {
    "anyOf": [
        {"type": "string", "pattern": r"^([0-9]+(\.[0-9]*)?|\.[0-9]+)([numkMGTPE]|[KMGTPE]i|[eE][+-]?[0-9]+)?$"},
        {"type": "number", "minimum": 0},
    ]
}
Cpu = Annotated[Quantity, Parsed(_parse_quantity, QUANTITY_SCHEMA)]
Bytes = Annotated[Quantity, Parsed(_parse_bytes, QUANTITY_SCHEMA)]

UNLIMITED = "unlimited"


def _or_unlimited(parse: Callable[[Any], Quantity]) -> Callable[[Any], Quantity | None]:
    return lambda value: None if value == UNLIMITED else parse(value)


_UNLIMITED_SCHEMA: JsonSchemaValue = {"anyOf": [*QUANTITY_SCHEMA["anyOf"], {"const": UNLIMITED}]}


class Ceiling(NamedTuple):
    """A limit, or the word ``unlimited`` (``amount`` None)."""

    amount: Quantity | None


CpuCeiling = Annotated[Ceiling, Parsed(lambda value: Ceiling(_or_unlimited(_parse_quantity)(value)), _UNLIMITED_SCHEMA)]
BytesCeiling = Annotated[Ceiling, Parsed(lambda value: Ceiling(_or_unlimited(_parse_bytes)(value)), _UNLIMITED_SCHEMA)]

_DURATION = re.compile(r"(?:([0-9]{1,6})h)?(?:([0-9]{1,6})m)?(?:([0-9]{1,8})s)?\Z")


def _parse_duration(value: Any) -> int:
    match = _DURATION.match(value) if isinstance(value, str) and value else None
    if match is None:
        raise ValueError("expected a duration such as 30s, 5m, 8h or 1h30m")
    hours, minutes, seconds = (int(part or 0) for part in match.groups())
    total = hours * 3600 + minutes * 60 + seconds
    if not 0 < total < 2**31:
        raise ValueError("a duration is at least 1s and below 68 years")
    return total


Duration = Annotated[
    int,
    Parsed(
        _parse_duration, {"type": "string", "pattern": "^([0-9]{1,6}h)?([0-9]{1,6}m)?([0-9]{1,8}s)?$", "minLength": 2}
    ),
]
"""Seconds."""


_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")
"""Python takes the days of weeks as well (2026-W48-1)."""


def _parse_date(value: Any) -> date:
    text = _text(value, 'a date such as "2026-11-30"')
    try:
        if _DATE.match(text):
            return date.fromisoformat(text)
    except ValueError:
        pass
    raise ValueError(f'{text[:20]!r} is no date; write it as "2026-11-30"')


Date = Annotated[date, Parsed(_parse_date, {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"})]


def _parse_ratio(value: Any) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError("expected a number such as 1.5")
    if not 1 <= value <= 1000:
        raise ValueError(f"a ratio of promised to physical lies between 1 and 1000, not {value}")
    return Fraction(str(value))


Ratio = Annotated[Fraction, Parsed(_parse_ratio, {"type": "number", "minimum": 1, "maximum": 1000})]


def _parse_money(value: Any) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 10**12:
        raise ValueError("expected an amount of money, 0 or more")
    return Fraction(str(value))


Money = Annotated[Fraction, Parsed(_parse_money, {"type": "number", "minimum": 0})]


def _parse_share(value: Any) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 10:
        raise ValueError("expected a share such as 0.8")
    return Fraction(str(value))


Share = Annotated[Fraction, Parsed(_parse_share, {"type": "number", "exclusiveMinimum": 0, "maximum": 10})]


def _parse_kind(value: Any) -> GpuKind:
    return GpuKind.parse(_text(value, 'a GPU kind such as h100-80gb, h100-80gb/1g.10gb or "l4-24gb:shared"'))


Kind = Annotated[GpuKind, Parsed(_parse_kind, {"type": "string", "pattern": "^[a-z0-9-]+(/[0-9a-z.+-]+|:shared)?$"})]


class Port(NamedTuple):
    """A port number, or range, and its protocol."""

    first: int
    last: int
    protocol: str

    def __str__(self) -> str:
        return (f"{self.first}" if self.first == self.last else f"{self.first}-{self.last}") + f"/{self.protocol}"


_PORT = re.compile(r"([0-9]{1,5})(?:-([0-9]{1,5}))?/(TCP|UDP|SCTP)\Z")


def _parse_port(value: Any) -> Port:
    match = _PORT.match(value) if isinstance(value, str) else None
    if match is None:
        raise ValueError("expected a port and its protocol, such as 443/TCP or 8000-8010/UDP")
    first, last = int(match[1]), int(match[2] or match[1])
    if not 1 <= first <= last <= 65535:
        raise ValueError(f"{value!r}: ports lie between 1 and 65535, the first not above the last")
    return Port(first, last, match[3])


_PORT_SCHEMA: JsonSchemaValue = {"type": "string", "pattern": "^[0-9]{1,5}(-[0-9]{1,5})?/(TCP|UDP|SCTP)$"}
PortText = Annotated[Port, Parsed(_parse_port, _PORT_SCHEMA)]

ANY_PORT = "any"


def _parse_ports(value: Any) -> tuple[Port, ...]:
    """A list of ports; the empty tuple stands for the word ``any``."""
    if value == ANY_PORT:
        return ()
    if not isinstance(value, list) or not value:
        raise ValueError("expected a list of ports such as [443/TCP], or the word any")
    return tuple(sorted({_parse_port(item) for item in value}))


Ports = Annotated[
    tuple[Port, ...],
    Parsed(_parse_ports, {"anyOf": [{"type": "array", "items": _PORT_SCHEMA, "minItems": 1}, {"const": ANY_PORT}]}),
]


def _parse_cidr(value: Any) -> str:
    text = _text(value, "a network such as 203.0.113.0/24")
    try:
        network = ip_network(text)
    except ValueError:
        raise ValueError(f"{text[:50]!r} is no network; write it as 203.0.113.0/24, with no host bits set") from None
    if "/" not in text or str(network) != text:
        raise ValueError(f"{text!r} is not in canonical form; write {network}")
    if "%" in text:
        raise ValueError(f"{text!r} names a zone of one machine; write the network without it")
    if getattr(network.network_address, "ipv4_mapped", None) is not None:
        raise ValueError(f"{text!r} is an IPv4 network in IPv6 clothes; write the IPv4 network")
    return text


Cidr = Annotated[str, Parsed(_parse_cidr, {"type": "string", "pattern": "^[0-9a-fA-F.:]+/[0-9]{1,3}$"})]
