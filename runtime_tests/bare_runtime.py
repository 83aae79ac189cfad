"""The compiler alone, without any runtime: for tests of sessions as such."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from dispatchless.jit.session import Session


class BareRuntime:
    name = "bare"
    uses_pch = False

    def missing(self) -> str | None:
        return None

    def include_dirs(self) -> tuple[Path, ...]:
        return ()

    def headers(self) -> tuple[str, ...]:
        return ()

    def versions(self) -> Mapping[str, str]:
        return {}

    def load(self) -> None:
        pass

    def prepare(self, session: Session) -> None:
        pass

    def forget_operators(self, names: Iterable[str]) -> None:
        pass

    def native_functions(self) -> Path | None:
        return None
