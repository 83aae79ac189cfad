"""The headers of all operators, made by several processes at once.

Each process reads the entries of its own operators and prints their headers; what comes out is in
the same order, with the same bytes, as from one process.
"""

from __future__ import annotations

import heapq
import multiprocessing
import zlib
from collections.abc import Iterator
from itertools import islice
from multiprocessing.connection import Connection

from dispatchless.cppast import HeaderFile, print_file
from dispatchless.generation import GeneratedFile
from dispatchless.lowering.dispatchless_headers import headers_by_root, operators_by_root
from dispatchless.lowering.options import TorchOptions
from dispatchless.model import SpecError

# So many headers are sent at once.
_BATCH = 16


def generated(tree: HeaderFile) -> GeneratedFile:
    """A header as it is written."""
    printed = print_file(tree)
    return GeneratedFile(tree.path, printed.text, printed.line_map)


def headers_of_workers(
    options: TorchOptions, banner: str, jobs: int
) -> Iterator[GeneratedFile] | None:
    """The headers of all operators from `jobs` processes, sorted as from one.

    None if the entries of some operators are wrong: one process is to say which, all together.
    """
    context = multiprocessing.get_context("fork")
    workers = []
    for part in range(jobs):
        receiving, sending = context.Pipe(duplex=False)
        worker = context.Process(
            target=_work, args=(options, banner, part, jobs, sending), daemon=True
        )
        worker.start()
        sending.close()
        workers.append((worker, receiving))
    # The first thing that comes is whether all entries of a part are in order.
    in_order = [receiving.recv() for _, receiving in workers]
    if all(in_order):
        return heapq.merge(*(_files(receiving) for _, receiving in workers), key=_order)
    for worker, _ in workers:
        worker.terminate()
        worker.join()
    return None


def _order(file: GeneratedFile) -> str:
    return file.path.removesuffix(".h")


def _files(receiving: Connection) -> Iterator[GeneratedFile]:
    """What a process sends, up to an empty batch. Raises EOFError if the process ends before."""
    while batch := receiving.recv():
        yield from batch


def _work(options: TorchOptions, banner: str, part: int, jobs: int, sending: Connection) -> None:
    """One process: its share of the headers."""

    def is_own(root: str) -> bool:
        return zlib.crc32(root.encode()) % jobs == part

    try:
        roots = operators_by_root(options.native, where=is_own)
    except SpecError:
        sending.send(False)
        return
    sending.send(True)
    trees = headers_by_root(roots, options, banner=banner)
    while batch := [generated(tree) for tree in islice(trees, _BATCH)]:
        sending.send(batch)
    sending.send([])
