"""Arguments that a person gives for the measured calls."""

from __future__ import annotations

import math
from collections.abc import Mapping

import attrs

from dispatchless.model import Default


@attrs.frozen
class TensorInput:
    """A dense tensor of ones: its sizes, and its dtype as schemas name it (`float`, `long`)."""

    shape: tuple[int, ...]
    dtype: str

    @property
    def elements(self) -> int:
        """How many it has."""
        return math.prod(self.shape)


#: A tensor, a list of tensors, or a value of another type as a schema writes its default.
Given = TensorInput | tuple[TensorInput, ...] | Default


@attrs.frozen
class Inputs:
    """One set of arguments by their names; what is not among them is found as ever.

    `size` is how many elements the first tensor has: what tables call the set.
    """

    values: Mapping[str, Given]
    size: int
