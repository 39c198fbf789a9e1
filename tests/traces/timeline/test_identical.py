from traces.timeline.identical import Identical


def test_only_the_same_object_is_the_same() -> None:
    one, alike = [1, 2], [1, 2]
    assert Identical(one) == Identical(one)
    assert hash(Identical(one)) == hash(Identical(one))
    assert Identical(one) != Identical(alike)
    assert Identical(one) != one
