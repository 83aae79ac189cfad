"""How often a call may bump the version counter of what it writes to."""

from __future__ import annotations


def expected_bumps(slow: int, fast: int, *, once: int) -> int:
    """The bumps to expect of a call that made `fast`, where the dispatcher path made `slow`.

    As many as that path; but a composite of several in-place calls bumps for each of them there,
    and `once` is then right as well. `once` is 1 for what is written to and 0 for the rest.
    """
    return once if fast == once < slow else slow
