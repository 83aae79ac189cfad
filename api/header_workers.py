"""The headers of all operators, made and written by several processes at once.

Each process reads the entries of its own operators, prints their headers and writes them. What
stands in the folder in the end is the same, to the byte, for any number of processes.
"""

from __future__ import annotations

from collections.abc import Set
from contextlib import suppress
from itertools import chain
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

import attrs

from dispatchless.generation import printed
from dispatchless.lowering.dispatchless_headers import (
    headers_by_root,
    instantiation_header,
    operators_by_root,
    root_sizes,
)
from dispatchless.lowering.options import TorchOptions
from dispatchless.model import Operator, SpecError
from dispatchless.output import WriteSummary, write_in_batches


@attrs.frozen
class _Headers:
    """What all processes make, each of them a share."""

    options: TorchOptions
    banner: str
    folder: Path

    def read(self, roots: Set[str]) -> dict[str, list[Operator]] | None:
        """The operators of some roots; None if an entry is wrong."""
        try:
            return operators_by_root(self.options.native, where=roots.__contains__)
        except SpecError:
            return None

    def write(self, operators: dict[str, list[Operator]], *, last: bool = False) -> WriteSummary:
        """Write the headers of operators by their roots, and the one that belongs to no root."""
        trees = headers_by_root(operators, self.options, banner=self.banner)
        if last:
            end = instantiation_header(self.options.keys, banner=self.banner)
            trees = chain(trees, [end])
        return write_in_batches(map(printed, trees), self.folder)


@attrs.frozen
class _Worker:
    process: BaseProcess
    connection: Connection

    @classmethod
    def start(cls, headers: _Headers, roots: Set[str]) -> _Worker:
        context = get_context("fork")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(headers, roots, theirs, ours))
        process.start()
        theirs.close()
        return cls(process, ours)

    def receive(self) -> object:
        """What the process sends next. Raises RuntimeError if it has ended instead."""
        try:
            return self.connection.recv()
        except (EOFError, ConnectionResetError):
            raise RuntimeError("a process ended before its headers were written") from None

    def go_on(self) -> None:
        with suppress(BrokenPipeError):  # shows where the result is received
            self.connection.send(True)

    def end(self) -> None:
        """Wait for the end of its work; without `go_on` it does nothing more."""
        self.connection.close()
        self.process.join()


def write_with_workers(
    options: TorchOptions, folder: Path, *, banner: str, jobs: int
) -> WriteSummary | None:
    """Write the headers of all operators with `jobs` processes, of which this is one.

    None if the entries of some operators are wrong, and nothing is written: one process is to say
    which, all together.

    Raises:
        OSError: something cannot be written.
    """
    headers = _Headers(options, banner, folder)
    own, *others = _shares(root_sizes(options.native), jobs)
    workers: list[_Worker] = []
    try:
        for share in others:
            workers.append(_Worker.start(headers, share))
        operators = headers.read(own)
        in_order = [worker.receive() for worker in workers]
        if operators is None or not all(in_order):
            return None
        for worker in workers:
            worker.go_on()
        summary = headers.write(operators, last=True)
        for worker in workers:
            result = worker.receive()
            if isinstance(result, OSError):
                raise result
            assert isinstance(result, WriteSummary)
            summary += result
        return summary
    finally:
        # None is stopped amid its writing, which would leave files under temporary names.
        for worker in workers:
            worker.end()


def _shares(sizes: dict[str, int], jobs: int) -> list[set[str]]:
    """The roots for each of `jobs` processes, with about the same number of operators."""
    shares: list[set[str]] = [set() for _ in range(jobs)]
    loads = [0] * jobs
    for root in sorted(sizes, key=sizes.__getitem__, reverse=True):
        lightest = loads.index(min(loads))
        shares[lightest].add(root)
        loads[lightest] += sizes[root]
    return shares


def _work(headers: _Headers, roots: Set[str], connection: Connection, parents: Connection) -> None:
    """One process: says whether its entries are in order, waits for the others, writes."""
    # While this process held it open, it would not see that its parent has ended.
    parents.close()
    # What stops or fails the parent is told by the parent.
    with suppress(KeyboardInterrupt, BrokenPipeError, EOFError):
        operators = headers.read(roots)
        connection.send(operators is not None)
        connection.recv()
        assert operators is not None, "else the parent does not let it go on"
        result: WriteSummary | OSError
        try:
            result = headers.write(operators)
        except OSError as error:
            result = error
        connection.send(result)
