"""`dispatchless.frozen`: what attrs makes of a class, only later."""

from __future__ import annotations

import copy
import inspect
import pickle
import weakref

import attrs
import pytest

from dispatchless.frozen import frozen


@frozen
class Point:
    """Two fields and what attrs can do with a field."""

    x: int
    y: int = attrs.field(default=0, converter=int)
    seen: tuple[str, ...] = attrs.field(default=(), eq=False, repr=False, kw_only=True)
    weight: int = attrs.field(default=1, hash=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        if self.x < 0:
            raise ValueError("x is negative")


@frozen
class Point3(Point):
    z: int = 0


@frozen(eq=False)
class Thing:
    name: str


@frozen(kw_only=True)
class Nothing:
    pass


@attrs.frozen
class Plain(Point):
    colour: str = "red"


def fresh() -> type[Point]:
    """A class as it is before its first object."""

    @frozen
    class Local(Point):
        z: int = 0

    return Local


def test_objects_are_those_of_attrs() -> None:
    point = Point(1, "2")  # type: ignore[arg-type]
    assert (point.x, point.y) == (1, 2)
    assert repr(point) == "Point(x=1, y=2, weight=1)"
    assert point == Point(1, 2, seen=("a",)) != Point(1, 2, weight=3)
    assert hash(Point(1, 2)) == hash(Point(1, 2, weight=3)) != hash(Point(2, 2))
    assert point != Point3(1, 2)
    assert Point3(1, 2, 3) == Point3(1, 2, 3)
    assert not hasattr(point, "__dict__")
    assert weakref.ref(point)() is point
    with pytest.raises(ValueError, match="negative"):
        Point3(-1)
    with pytest.raises(TypeError):
        Point()  # type: ignore[call-arg]


def test_fields_cannot_be_set() -> None:
    for changed in (Point(1), Point3(1), Thing("a")):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            changed.x = 3  # type: ignore[misc, union-attr]
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            del changed.x  # type: ignore[union-attr]


def test_options() -> None:
    assert Thing("a") != Thing("a")
    assert len({Thing("a"), Thing("a")}) == 2
    assert Nothing() == Nothing()
    assert repr(Nothing()) == "Nothing()"
    assert hash(Nothing()) == hash(Nothing())


def test_a_class_of_attrs_below() -> None:
    plain = Plain(1, 2, "blue")
    assert [field.name for field in attrs.fields(Plain)] == ["x", "y", "seen", "weight", "colour"]
    assert attrs.evolve(plain, x=5) == Plain(5, 2, "blue")


def test_a_class_without_objects_can_be_asked() -> None:
    assert [f.name for f in attrs.fields(fresh())] == ["x", "y", "seen", "weight", "z"]
    assert attrs.has(fresh())
    assert list(inspect.signature(fresh()).parameters) == ["x", "y", "z", "seen", "weight"]
    assert fresh().__match_args__ == ("x", "y", "z")  # type: ignore[attr-defined]
    assert fresh().__hash__ is not None
    match fresh()(1, 2):
        case Point(x, y):
            assert (x, y) == (1, 2)


def test_copies() -> None:
    point = Point3(1, 2, 3, seen=("a",))
    for again in (copy.copy(point), copy.deepcopy(point), pickle.loads(pickle.dumps(point))):
        assert again == point
        assert again.seen == point.seen


def test_an_object_is_read_in_a_process_that_has_made_none() -> None:
    unmade = fresh()
    empty = object.__new__(unmade)
    empty.__setstate__({"x": 1, "y": 2, "seen": (), "weight": 1, "z": 4})  # type: ignore[attr-defined]
    assert empty == unmade(1, 2, 4)  # type: ignore[call-arg]
