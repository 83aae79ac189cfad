"""The Python file of `bench --model`: run as `python FILE` is, and its faults told at its lines."""

from __future__ import annotations

import ast
import runpy
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import attrs

from dispatchless.model import Location, SpecError

if TYPE_CHECKING:
    from dispatchless.jit.bench.model_calls import LoadedModel

_MODEL, _INPUTS = "model", "inputs"
_CONVENTION = (
    f"the file defines `{_MODEL}`, a torch.nn.Module or a function without parameters that makes "
    f"one, and `{_INPUTS}`, a tuple of its arguments or a function that makes one"
)


def check_model_file(path: Path) -> None:
    """Nothing, where a file is there.

    Raises SpecError: there is none.
    """
    if path.is_dir():
        raise SpecError(f"--model: {path} is a folder", hint=_CONVENTION)
    if not path.is_file():
        raise SpecError(f"--model: there is no file {path}", hint=_CONVENTION)


@contextmanager
def loaded_model(path: Path) -> Iterator[LoadedModel]:
    """The module of a file, in evaluation mode, and its arguments, with which its forward works.

    In the block, as while the file runs, modules beside the file are found as they are for
    `python FILE`; after it they are forgotten.

    Raises SpecError: the file cannot be run, does not define them, or the forward fails; at the
    line that failed.
    """
    file = _File(path, path.resolve())
    with _modules_beside(file):
        yield _load(file)


@attrs.frozen
class _File:
    """The path that was given, which code and messages show, and where the file is, whatever
    folder its code changes to."""

    shown: Path
    place: Path

    @property
    def folder(self) -> Path:
        return self.place.parent


def _load(file: _File) -> LoadedModel:
    path = file.shown
    with _failures_at(file, "the file fails"):
        names = runpy.run_path(str(path))
    missing = [name for name in (_MODEL, _INPUTS) if name not in names]
    if missing:
        words = " and no ".join(f"`{name}`" for name in missing)
        raise SpecError(f"--model: {path} defines no {words}", hint=_CONVENTION)
    import torch

    from dispatchless.jit.bench.model_calls import LoadedModel

    model, inputs = names[_MODEL], names[_INPUTS]
    if not isinstance(model, torch.nn.Module) and callable(model):
        with _failures_at(file, f"`{_MODEL}()` fails", _MODEL):
            model = model()
    if not isinstance(model, torch.nn.Module):
        raise _is_no(file, _MODEL, model)
    if callable(inputs) and not isinstance(inputs, torch.Tensor):
        with _failures_at(file, f"`{_INPUTS}()` fails", _INPUTS):
            inputs = inputs()
    if isinstance(inputs, torch.Tensor):
        inputs = (inputs,)
    if not isinstance(inputs, (tuple, list)):
        raise _is_no(file, _INPUTS, inputs)
    notes = []
    with _failures_at(file, f"`{_MODEL}.eval()` fails", _MODEL):
        try:
            model.eval()
        except NotImplementedError:  # as what torch.export makes, which is what it was exported as
            notes.append(f"`{_MODEL}.eval()` is not implemented: the model is measured as it is")
    with torch.no_grad(), _failures_at(file, f"the forward fails with `{_INPUTS}`", _INPUTS):
        model(*inputs)

    def failure(error: BaseException) -> SpecError:
        return _failure(file, "a forward after the first fails", _MODEL, error)

    return LoadedModel(model, tuple(inputs), failure, tuple(notes))


def _is_no(file: _File, name: str, value: object) -> SpecError:
    return SpecError(
        f"--model: `{name}` in {file.shown} is a {type(value).__name__}",
        location=_definition(file, name),
        hint=_CONVENTION,
    )


@contextmanager
def _modules_beside(file: _File) -> Iterator[None]:
    """In the block, what `python FILE` has as sys.path and sys.argv."""
    search, arguments, modules = sys.path[:], sys.argv[:], set(sys.modules)
    sys.path.insert(0, str(file.folder))
    sys.argv[:] = [str(file.shown)]
    try:
        yield
    finally:
        sys.path[:], sys.argv[:] = search, arguments
        for name in sys.modules.keys() - modules:
            if _is_found_in(file.folder, name):
                del sys.modules[name]


def _is_found_in(folder: Path, module: str) -> bool:
    """Whether a module was found in a folder of sys.path; not so in a virtual environment there."""
    place = folder.joinpath(*module.split("."))
    contents = getattr(sys.modules[module], "__dict__", {})
    if str(place) in contents.get("__path__", ()):
        return True
    file = contents.get("__file__")
    if not isinstance(file, str):
        return False
    return Path(file).parent == place.parent and Path(file).name.split(".")[0] == place.name


@contextmanager
def _failures_at(file: _File, what: str, name: str | None = None) -> Iterator[None]:
    """Tell what the user's code raises as an error of the file, as `_failure` does."""
    try:
        yield
    except (Exception, SystemExit) as error:
        raise _failure(file, what, name, error) from None


def _failure(file: _File, what: str, name: str | None, error: BaseException) -> SpecError:
    """An error at the line that an exception passed last, else where `name` is defined."""
    place = _place(file, error)
    hint = f"`python {file.shown}` must run, and `model(*inputs)` after it, many times"
    if isinstance(error, SystemExit):
        hint = "leave out what ends the process, or put it below `if __name__ == '__main__':`"
    elif place is None and name is not None:  # nothing of the file has run
        hint = _CONVENTION
    if place is None and name is not None:
        place = _definition(file, name)
    return SpecError(
        f"--model: {what}: {type(error).__name__}: {error}".rstrip(": "),
        location=place or Location(str(file.shown), 1, 1),
        hint=hint,
    )


def _place(file: _File, error: BaseException) -> Location | None:
    """The line of the file that an exception passed last, else of a module beside the file."""
    if isinstance(error, SyntaxError) and error.filename == str(file.shown) and error.lineno:
        return Location(str(file.shown), error.lineno, error.offset or 1)
    own = beside = None
    for name, line in _passed(error.__traceback__):
        if name == str(file.shown):
            own = Location(name, line, 1)
        elif Path(name).parent == file.folder:
            beside = Location(name, line, 1)
    return own or beside


def _passed(trace: TracebackType | None) -> Iterator[tuple[str, int]]:
    while trace is not None:
        yield trace.tb_frame.f_code.co_filename, trace.tb_lineno
        trace = trace.tb_next


def _definition(file: _File, name: str) -> Location | None:
    """Where a file that has run binds a name at its top level for the last time."""
    found = None
    pending: list[ast.AST] = [ast.parse(file.place.read_bytes())]
    while pending:
        node = pending.pop()
        if _binds(node, name):
            assert isinstance(node, (ast.stmt, ast.expr, ast.alias))
            if found is None or node.lineno > found.line:
                found = Location(str(file.shown), node.lineno, node.col_offset + 1)
        if not isinstance(node, _SCOPES):
            pending.extend(ast.iter_child_nodes(node))
    return found


_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_SCOPES = (*_NAMED, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def _binds(node: Any, name: str) -> bool:
    if isinstance(node, ast.Name):
        return node.id == name and isinstance(node.ctx, ast.Store)
    if isinstance(node, ast.alias):
        return name == (node.asname or node.name)
    return isinstance(node, _NAMED) and node.name == name
