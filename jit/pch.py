"""Precompiled headers of a runtime, built once for a machine and kept in the user's cache.

Without one, a session parses the runtime's headers for seconds in every process; with one it starts
in hundredths. The file is made by the `rootcling` program that comes with cppyy and holds cppyy's
own headers as well, since it stands in for the file that cppyy brings.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import attrs

from dispatchless.jit.bootstrap import CXX_STANDARD

_UNUSED_DAYS = 30
_HEADER = "headers.h"
_PCH = "headers.pch"
_FAILURE = "failure.txt"


@attrs.frozen
class PchRequest:
    """What a precompiled header is made from; equal requests share one file.

    `name` is the runtime's, `headers` and `include_dirs` are as in `Runtime`, `versions` is all
    else that the file depends on.
    """

    name: str
    headers: tuple[str, ...]
    include_dirs: tuple[Path, ...]
    versions: Mapping[str, str]

    @property
    def key(self) -> str:
        """A digest of the request and of the tools that build it."""
        parts = {**attrs.asdict(self, recurse=False), "tools": _tool_versions()}
        text = json.dumps(parts, sort_keys=True, default=str)
        return hashlib.sha256(text.encode()).hexdigest()[:20]


@attrs.frozen
class PchResult:
    """`path` of the usable file, or None and the `reason` why there is none."""

    path: Path | None
    reason: str | None = None
    built: bool = False


def cache_directory() -> Path:
    """Where compiled files are kept: `DISPATCHLESS_CACHE_DIR`, else `XDG_CACHE_HOME/dispatchless`,
    else `~/.cache/dispatchless`."""
    if own := os.environ.get("DISPATCHLESS_CACHE_DIR"):
        return Path(own)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "dispatchless"


def ensure_pch(
    request: PchRequest, *, progress: Callable[[str], None] = lambda message: None
) -> PchResult:
    """The precompiled header for `request`, building it when the cache has none.

    Processes that want the same file at once build it once: the others wait. A failure is kept with
    the compiler's output and not tried again until its file is removed. Never raises for reasons of
    the machine (no space, no permission, no compiler): the reason is in the result.
    """
    try:
        directory = cache_directory() / "pch" / f"{request.name}-{request.key}"
        path = directory / _PCH
        if not path.exists():
            directory.mkdir(parents=True, exist_ok=True)
            with _locked(directory / "lock"):
                if not path.exists():
                    return _build(request, directory, progress)
        _touch(path)
        return PchResult(path)
    except OSError as error:
        return PchResult(None, f"no precompiled header: {error}")


def _build(request: PchRequest, directory: Path, progress: Callable[[str], None]) -> PchResult:
    failure = directory / _FAILURE
    if failure.exists():
        return PchResult(None, f"no precompiled header: building it failed, see {failure}")
    progress(f"building the precompiled header of the {request.name} runtime (once, about 15 s)")
    header = directory / _HEADER
    header.write_text(_header_text(request.headers))
    temporary = directory / f"build-{os.getpid()}"
    for left_over in directory.glob("build-*"):
        shutil.rmtree(left_over, ignore_errors=True)
    temporary.mkdir()
    try:
        done = _run_rootcling(request, header, temporary)
        product = temporary / "allDict_rdict.pch"
        if done.returncode != 0 or not product.exists():
            failure.write_text(f"{' '.join(done.args)}\n\n{done.stdout}")
            return PchResult(None, f"no precompiled header: building it failed, see {failure}")
        os.replace(product, directory / _PCH)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    (directory / "request.json").write_text(
        json.dumps(attrs.asdict(request), indent=1, sort_keys=True, default=str)
    )
    _drop_unused(directory)
    return PchResult(directory / _PCH, built=True)


def header_path(pch: Path) -> Path:
    """The header whose inclusion makes the contents of `pch` visible."""
    return pch.with_name(_HEADER)


def _header_text(headers: tuple[str, ...]) -> str:
    return "#pragma once\n" + "".join(f"{include_line(header)}\n" for header in headers)


def include_line(header: str) -> str:
    """The directive that includes `header`, an absolute path or a name as in `<name>`."""
    return f'#include "{header}"' if os.path.isabs(header) else f"#include <{header}>"


def _run_rootcling(
    request: PchRequest, header: Path, output: Path
) -> subprocess.CompletedProcess[str]:
    backend = _backend_directory()
    flags = [
        flag
        for flag in (backend / "etc/dictpch/allCppflags.txt").read_text().split()
        if not flag.startswith("-std=") and flag != "-fno-plt"
    ]
    own = ("include", "etc", "etc/dictpch", "etc/cling")
    command = [
        str(backend / "bin/rootcling"),
        "-rootbuild",
        "-generate-pch",
        "-f",
        str(output / "allDict.cxx"),
        "-noDictSelection",
        "-D__CLING__",
        "-DROOT_PCH",
        *(f"-I{directory}" for directory in (*own, *request.include_dirs)),
        "-cxxflags",
        " ".join([*flags, "-std=c++2a" if CXX_STANDARD == "20" else f"-std=c++{CXX_STANDARD}"]),
        "etc/dictpch/allHeaders.h",
        str(header),
        "etc/dictpch/allLinkDefs.h",
    ]
    library_path = os.pathsep.join(
        filter(None, [str(backend / "lib"), os.environ.get("LD_LIBRARY_PATH")])
    )
    return subprocess.run(
        command,
        cwd=backend,
        env={**os.environ, "ROOTSYS": str(backend), "LD_LIBRARY_PATH": library_path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def _backend_directory() -> Path:
    spec = find_spec("cppyy_backend")
    if spec is None or spec.origin is None:
        raise FileNotFoundError("cppyy_backend is not installed")
    return Path(spec.origin).parent


def _tool_versions() -> dict[str, str]:
    backend = _backend_directory()
    return {
        "python": sys.version,
        "machine": platform.machine(),
        "standard": CXX_STANDARD,
        "cppyy": metadata.version("cppyy"),
        "cppyy-cling": metadata.version("cppyy-cling"),
        "cling": str((backend / "lib/libCling.so").stat().st_mtime_ns),
        "headers": str((backend / "include").stat().st_mtime_ns),
        "compiler": _compiler_version(),
        "form": "1",
    }


def _compiler_version() -> str:
    """What decides which C++ standard library the headers are read from."""
    roots = (Path("/usr/include/c++"), Path("/usr/lib/gcc"))
    return ",".join(
        sorted(str(found) for root in roots if root.is_dir() for found in root.glob("*/"))
    )


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold an exclusive lock between processes; it ends with the process at the latest."""
    with open(path, "a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _touch(path: Path) -> None:
    """Mark the file as used, where the cache may be written."""
    with contextlib.suppress(OSError):
        os.utime(path)


def _drop_unused(current: Path) -> None:
    """Remove precompiled headers (about 90 MB each) that nobody has used for a month."""
    oldest = time.time() - _UNUSED_DAYS * 24 * 3600
    for directory in current.parent.iterdir():
        pch = directory / _PCH
        with contextlib.suppress(OSError):
            if directory != current and pch.exists() and pch.stat().st_mtime < oldest:
                shutil.rmtree(directory, ignore_errors=True)
