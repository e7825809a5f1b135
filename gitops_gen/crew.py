"""Processes that share the work. Each has its part of the platform, and answers what it is asked, one call at a time.

They are forked, so that a part is never copied or pickled: only answers are. Where a machine cannot fork, or has one
processor, or the work is small, the same parts answer in this process.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any, Generic, Protocol, TypeVar

from gitops_gen.errors import GitOpsGenError, LostError

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Member(Protocol[T_co]):
    """Somebody who holds a part: ``ask`` begins a call, ``answer`` waits for what it returns or raises."""

    def ask(self, call: Callable[[T_co], Any]) -> None: ...

    def answer(self) -> Any: ...


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def crew(parts: Sequence[T], *, alone: bool) -> Iterator[Sequence[Member[T]]]:
    """One member for each part, the first of them this process, which works when it is waited for; ``alone`` keeps all
    of them here. All end with the context."""
    if alone or len(parts) < 2 or "fork" not in multiprocessing.get_all_start_methods():
        yield [_Here(part) for part in parts]
        return
    forked: list[_Forked[T]] = []
    try:
        for part in parts[1:]:
            forked.append(_Forked(part, [member.line for member in forked]))
        yield [_Here(parts[0]), *forked]
    finally:
        for member in forked:
            member.end()


class _Here(Generic[T]):
    def __init__(self, part: T) -> None:
        self._part = part
        self._call: Callable[[T], Any] | None = None

    def ask(self, call: Callable[[T], Any]) -> None:
        self._call = call

    def answer(self) -> Any:
        assert self._call is not None
        return self._call(self._part)


class _Forked(Generic[T]):
    def __init__(self, part: T, elder: Sequence[Connection]) -> None:
        context = multiprocessing.get_context("fork")
        self.line, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(part, theirs, [*elder, self.line]), daemon=True)
        self._process.start()
        theirs.close()

    def ask(self, call: Callable[[T], Any]) -> None:
        try:
            self.line.send(call)
        except BrokenPipeError:
            raise LostError("a process that shared the work has ended") from None

    def answer(self) -> Any:
        try:
            fine, value = pickle.loads(self.line.recv_bytes())
        except EOFError:
            raise LostError("a process that shared the work was ended: killed, or out of memory") from None
        if fine:
            return value
        raise value

    def end(self) -> None:
        self.line.close()
        self._process.join(timeout=5)
        if self._process.is_alive():
            self._process.kill()


def _serve(part: T, line: Connection, others: Sequence[Connection]) -> None:
    # Without this the children would hold each other's lines open, and none would see that the parent is gone.
    for other in others:
        other.close()
    while True:
        try:
            call = line.recv()
        except (EOFError, OSError, KeyboardInterrupt):
            return
        try:
            reply: tuple[bool, Any] = (True, call(part))
        except GitOpsGenError as error:
            reply = (False, error)
        except Exception as error:
            text = "".join(traceback.format_exception(error))
            reply = (False, RuntimeError(f"in a process that shared the work:\n{text}"))
        except KeyboardInterrupt:
            return
        try:
            line.send_bytes(pickle.dumps(reply, pickle.HIGHEST_PROTOCOL))
        except (BrokenPipeError, KeyboardInterrupt):
            return
