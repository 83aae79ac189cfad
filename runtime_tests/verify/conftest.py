"""The library of hand-registered composites, built once and kept in the user's cache directory.

Nothing in this folder imports torch before a test runs: until then other tests fork processes for
other runtimes from this one.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from dispatchless.jit.dispatch_log import DispatchCall, DispatchLog
from dispatchless.jit.verify import InnerOperator, OperatorReport, Subject

Verify = Callable[..., OperatorReport]

SOURCE = Path(__file__).with_name("composites.cpp")

#: The inner operators of each good composite, as (operator, function that the CPU instance calls).
INNER: dict[str, list[tuple[Any, ...]]] = {
    "sub.Tensor": [("aten::add.Tensor", "at::cpu::add")],
    "sub_.Tensor": [("aten::add_.Tensor", "at::cpu::add_")],
    "sub.out": [("aten::add.out", "at::cpu::add_out")],
    "gate": [
        ("aten::add.Tensor", "at::cpu::add"),
        ("aten::mul.Tensor", "at::cpu::mul"),
        ("aten::sigmoid", "at::cpu::sigmoid"),
    ],
    "neg_max": [("aten::neg", "at::cpu::neg"), ("aten::max.dim", "at::cpu::max")],
    "shift": [
        ("aten::add.Tensor", "at::cpu::add"),
        ("aten::mul.Tensor", "at::cpu::mul"),
        ("aten::neg", "at::cpu::neg"),
    ],
    "mm3": [("aten::mm", "at::cpu::mm")],
    "neg_cat": [("aten::cat", "at::cpu::cat"), ("aten::neg", "at::cpu::neg")],
    "add_one": [
        ("aten::add.Tensor", "at::cpu::add"),
        ("aten::ones", "at::compositeexplicitautograd::ones"),
    ],
    "upsample_nearest1d.vec": [("aten::upsample_nearest1d", "at::cpu::upsample_nearest1d")],
    "flip": [],
    "twice": [("good::sub.Tensor", "::sub", [("aten::add.Tensor", "at::cpu::add")])],
}


def _inner(described: tuple[Any, ...]) -> InnerOperator:
    name, function, *inner = described
    return InnerOperator(name, function, inner=tuple(map(_inner, *inner)) if inner else ())


@attrs.frozen
class Library:
    """The loaded library: subjects by name, dispatch counting, the user's override."""

    handle: ctypes.CDLL

    def overload(self, namespace: str, name: str) -> Any:
        import torch

        operator, _, overload = name.partition(".")
        return getattr(getattr(getattr(torch.ops, namespace), operator), overload or "default")

    def subject(self, namespace: str, name: str, **more: Any) -> Subject:
        inner = tuple(map(_inner, INNER[name]))
        slow = self.overload(namespace + "__dispatcher", name)
        return Subject(self.overload(namespace, name), slow, inner=inner, **more)

    @contextlib.contextmanager
    def count_dispatches(self) -> Iterator[DispatchLog]:
        record = DispatchLog()
        callback = self.handle.start_recording()
        try:
            yield record
        finally:
            text: bytes = self.handle.stop_recording(callback)
            for line in text.decode().splitlines():
                depth, name = line.split(" ", 1)
                record.calls.append(DispatchCall(name, int(depth)))

    @contextlib.contextmanager
    def overridden_add(self) -> Iterator[None]:
        """A user's kernel for aten::add.Tensor on the CPU."""
        self.handle.override_add()
        try:
            yield
        finally:
            self.handle.restore_add()


def _build() -> Path:
    """Compile composites.cpp unless the same source was compiled for the same torch before."""
    import torch

    package = Path(torch.__file__).parent
    command = [
        os.environ.get("CXX", "g++"),
        *("-std=c++20", "-O1", "-fPIC", "-shared", "-w"),
        f"-I{package}/include",
        f"-I{package}/include/torch/csrc/api/include",
        f"-D_GLIBCXX_USE_CXX11_ABI={int(torch.compiled_with_cxx11_abi())}",
        str(SOURCE),
        *(f"-L{package}/lib", "-ltorch_cpu", "-lc10", f"-Wl,-rpath,{package}/lib"),
    ]
    key = hashlib.sha256(SOURCE.read_bytes() + repr((command, torch.__version__)).encode())
    cache = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "dispatchless-tests"
    built = cache / f"composites-{key.hexdigest()[:16]}.so"
    if not built.exists():
        cache.mkdir(parents=True, exist_ok=True)
        partial = built.with_suffix(f".{os.getpid()}")
        subprocess.run([*command, "-o", str(partial)], check=True)
        partial.rename(built)
    return built


@pytest.fixture(scope="session")
def library() -> Library:
    torch = pytest.importorskip("torch")
    path = _build()
    torch.ops.load_library(str(path))
    handle = ctypes.CDLL(str(path))
    handle.start_recording.restype = ctypes.c_uint64
    handle.stop_recording.argtypes = [ctypes.c_uint64]
    handle.stop_recording.restype = ctypes.c_char_p
    return Library(handle)


@pytest.fixture
def verify(library: Library) -> Verify:
    """Runs some rows, or all, over a subject."""
    from dispatchless.jit.verify.rows import ROWS
    from dispatchless.jit.verify.runner import verify_operator

    def run(subject: Subject, *names: str, **more: Any) -> OperatorReport:
        rows = [row for row in ROWS if row.name in names or not names]
        assert not names or len(rows) == len(names)
        return verify_operator(subject, library.count_dispatches, rows=rows, **more)

    return run
