"""The ranges that host-local hands addresses out of."""

import itertools
from ipaddress import ip_address

import pytest

from traces.simulate.plugin_error import PluginError
from traces.simulate.ranges import RangeSet, range_set

NONE = {"rangeStart": "", "rangeEnd": "", "gateway": ""}


def set_of(*subnets: str, **more: str) -> RangeSet:
    """A range set of these subnets."""
    return range_set([{**NONE, "subnet": subnet, **more} for subnet in subnets])


def given_out(ranges: RangeSet, last: str = "") -> list[str]:
    """The first addresses in their order."""
    found = ranges.after(ip_address(last) if last else None)
    return [str(address) for address, _ in itertools.islice(found, 9)]


def test_every_address_comes_once_but_the_gateway() -> None:
    assert given_out(set_of("10.1.2.0/29")) == [f"10.1.2.{last}" for last in (2, 3, 4, 5, 6)]


def test_it_goes_on_behind_the_last_one() -> None:
    assert given_out(set_of("10.1.2.0/29"), "10.1.2.4") == [f"10.1.2.{last}" for last in (5, 6, 2, 3, 4)]


def test_the_next_range_comes_after_the_end_of_one() -> None:
    ranges = set_of("10.1.2.0/30", "10.1.4.0/30", gateway="10.9.9.9")
    assert given_out(ranges, "10.1.4.1") == ["10.1.4.2", "10.1.2.1", "10.1.2.2", "10.1.4.1"]


def test_a_last_address_out_of_range_starts_anew() -> None:
    assert given_out(set_of("10.1.2.0/30"), "10.77.0.1") == ["10.1.2.2"]


def test_ipv6_has_no_broadcast_to_leave_out() -> None:
    assert given_out(set_of("fd00::/126")) == ["fd00::2", "fd00::3"]


def test_errors_name_ranges_by_their_ends() -> None:
    assert str(set_of("10.1.2.0/24", "10.1.4.0/30")) == "10.1.2.1-10.1.2.254,10.1.4.1-10.1.4.2"


def test_ranges_that_overlap_are_refused() -> None:
    with pytest.raises(PluginError, match=r"subnets 10\.1\.2\.1-10\.1\.2\.254 and 10\.1\.2\.1-10\.1\.2\.2 overlap"):
        set_of("10.1.2.0/24", "10.1.2.0/30")
