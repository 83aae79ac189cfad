"""The CMake package: `find_package(dispatchless)` finds this folder.

`dispatchless --cmake-dir` prints it, and the entry point `cmake.root` names it for
scikit-build-core.
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["DIRECTORY"]

DIRECTORY = Path(__file__).resolve().parent
