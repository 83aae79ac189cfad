"""What one run of the page found, as values and as JSON."""

from __future__ import annotations

from typing import Any

import attrs
from generator import Speed

from dispatchless.jit.bench import BenchReport, Spread
from dispatchless.jit.bench.model_calls import CallCount, Caller, ModelReport
from dispatchless.jit.bench.python_calls import PythonCall


@attrs.frozen
class Measurements:
    """What one run of the page found: `kernels` are those of ExecuTorch, `verifying` whole runs of
    `verify`, `speeds` the generators."""

    report: BenchReport
    calls: tuple[PythonCall, ...] = ()
    models: tuple[ModelReport, ...] = ()
    speeds: tuple[Speed, ...] = ()
    kernels: BenchReport = attrs.field(factory=lambda: BenchReport("executorch", {}, ()))
    verifying: tuple[Speed, ...] = ()
    minutes: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """The report as `dispatchless bench --compare` reads it, and the rest beside it."""
        return {
            **self.report.to_json(),
            "python_calls": [attrs.asdict(each) for each in self.calls],
            "models": [each.to_json() for each in self.models],
            "generator": [attrs.asdict(each) for each in self.speeds],
            "kernels": self.kernels.to_json(),
            "verify": [attrs.asdict(each) for each in self.verifying],
            "minutes": self.minutes,
        }


def measurements_from_json(value: Any) -> Measurements:
    """What `Measurements.to_json` gave; parts that were not measured then are empty."""
    empty = BenchReport("executorch", {}, ())
    return Measurements(
        BenchReport.from_json(value),
        tuple(PythonCall(**_spreads(each)) for each in value["python_calls"]),
        tuple(_model_from_json(each) for each in value["models"]),
        tuple(Speed(**each) for each in value["generator"]),
        BenchReport.from_json(value["kernels"]) if "kernels" in value else empty,
        tuple(Speed(**each) for each in value.get("verify", ())),
        value["minutes"],
    )


def _model_from_json(value: Any) -> ModelReport:
    counts = {
        name: None
        if value[name] is None
        else CallCount(
            **{**value[name], "callers": tuple(Caller(**each) for each in value[name]["callers"])}
        )
        for name in ("stock", "replaced")
    }
    texts = {name: tuple(value.get(name, ())) for name in ("operators", "notes")}
    return ModelReport(**{**_spreads(value), **counts, **texts})


def _spreads(value: Any) -> Any:
    return {**value, **{name: Spread(**value[name]) for name in ("nanoseconds", "ratio")}}
