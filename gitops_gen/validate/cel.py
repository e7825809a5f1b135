"""CEL, as the API server speaks it: the language, and the functions that Kubernetes adds. Imports the evaluator lazily.

https://kubernetes.io/docs/reference/using-api/cel/ lists the functions. One that is not here makes an expression
:class:`Unevaluated`, which is shown and never taken for a verdict.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from gitops_gen.model.quantity import Quantity
from gitops_gen.model.source import Json

if TYPE_CHECKING:
    import cel

UNSUPPORTED = "unsupported syntax"
UNDECLARED = re.compile(r"Undefined variable or function: '([^']+)'")
RESERVED = frozenset(
    [
        "true",
        "false",
        "null",
        "in",
        "as",
        "break",
        "const",
        "continue",
        "else",
        "for",
        "function",
        "if",
        "import",
        "let",
        "loop",
        "package",
        "namespace",
        "return",
        "var",
        "void",
        "while",
    ]
)


class Unevaluated(Exception):
    """The evaluator does not know this expression's syntax, or a function in it."""


class Failed(Exception):
    """The evaluation came to no value, such as at a key that is not there; the API server refuses then as well."""


class Scope:
    """Variables by name, for any number of expressions."""

    def __init__(self, variables: Mapping[str, Json]) -> None:
        import cel  # a tenth of a second, and only where something is to be evaluated

        self._context = cel.Context()
        for name, function in FUNCTIONS.items():
            self._context.add_function(name, function)
        for name, value in variables.items():
            self._context.add_variable(name, value)

    def set(self, name: str, value: Json) -> None:
        """Give a variable, new or not, a value."""
        self._context.add_variable(name, value)

    def evaluate(self, expression: str) -> Json:
        """The value of an expression. Raises Unevaluated and Failed."""
        program = _program(expression)
        if isinstance(program, str):
            raise Unevaluated(program)
        try:
            return program.execute(self._context)
        except RuntimeError as error:
            if "Undefined variable or function" in str(error):
                raise Unevaluated(str(error).partition(". Check")[0]) from None
            raise Failed(str(error)) from None
        except KeyError as error:
            raise Failed(f"no such key: {error.args[0]}") from None
        except (ArithmeticError, IndexError, TypeError, ValueError) as error:
            raise Failed(str(error)) from None


def compile_fault(expression: str, names: frozenset[str]) -> str:
    """Why an expression over these variables would not compile on the server; empty where nothing is wrong.

    Types are not checked: an unknown field of a known variable passes here.
    """
    program = _program(expression)
    if isinstance(program, str):
        # What this evaluator alone does not know is no fault.
        return "" if UNSUPPORTED in program else program
    try:
        value = Scope({name: {} for name in names}).evaluate(expression)
    except Unevaluated as error:
        found = UNDECLARED.search(str(error))
        # A function may be one of those that Kubernetes adds; a bare name that is none of the variables is undeclared.
        bare = found is not None and not re.search(rf"\b{re.escape(found[1])}\s*\(", expression)
        return f"undeclared reference to {found[1]!r}" if found and bare else ""
    except Failed:
        return ""  # made-up values fit no expression
    return "" if isinstance(value, (bool, dict, list, str)) else f"it is a {type(value).__name__}, not a bool"


def escaped(name: str) -> str:
    """A property's name as expressions spell it."""
    if name in RESERVED:
        return f"__{name}__"
    if name.isidentifier() and "__" not in name:
        return name
    name = name.replace("__", "__underscores__").replace(".", "__dot__")
    return name.replace("-", "__dash__").replace("/", "__slash__")


@cache
def _program(expression: str) -> cel.Program | str:
    """The compiled expression, or why there is none."""
    import cel

    try:
        return cel.compile(expression)
    except ValueError as error:
        return str(error).splitlines()[0].rpartition("ERROR: ")[2]


def _is(parse: Callable[[str], Any]) -> Callable[[str], bool]:
    def holds(text: str) -> bool:
        try:
            parse(text)
        except ValueError:
            return False
        return True

    return holds


def _network(text: str) -> Any:
    if "/" not in text:
        raise ValueError(text)
    return ipaddress.ip_network(text, strict=False)


def _size(value: Any) -> int:
    return len(value)


def _find(text: str, pattern: str) -> str:
    found = re.search(pattern, text)
    return found[0] if found else ""


def _find_all(text: str, pattern: str, most: int = -1) -> list[str]:
    found = [match[0] for match in re.finditer(pattern, text)]
    return found if most < 0 else found[:most]


def _split(text: str, separator: str, most: int = -1) -> list[str]:
    if not separator:
        return list(text)
    return text.split(separator) if most < 0 else text.split(separator, most - 1)


def _is_url(text: str) -> bool:
    return re.match(r"[A-Za-z][A-Za-z0-9+.-]*:(//[^/\s]|/)", text) is not None or text.startswith("/")


FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "find": _find,
    "findAll": _find_all,
    "indexOf": lambda text, part: (
        text.find(part) if isinstance(text, str) else (text.index(part) if part in text else -1)
    ),
    "isCIDR": _is(_network),
    "isIP": _is(ipaddress.ip_address),
    "isQuantity": _is(Quantity.parse),
    "isSorted": lambda items: items == sorted(items),
    "isURL": _is_url,
    "join": lambda items, separator="": separator.join(items),
    "lowerAscii": lambda text: text.lower(),
    "replace": lambda text, old, new: text.replace(old, new),
    "size": _size,
    "split": _split,
    "sum": sum,
    "trim": lambda text: text.strip(),
    "upperAscii": lambda text: text.upper(),
}
