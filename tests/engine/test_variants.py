import itertools

import pytest

from engine.errors import UnknownCode
from engine.scoring import SCORE_TABLES
from engine.variants import (
    EVENTS,
    all_variants,
    canonical_options,
    event_variant,
    variant_for,
    variant_named,
)


def test_the_ranked_events_are_five() -> None:
    assert EVENTS == ("RU1-C", "RU1-R", "KL1-1", "KL1-3", "YU1-C")
    assert all(event_variant(event).event == event for event in EVENTS)
    assert {event_variant(event).passes for event in EVENTS} == {None}


def test_every_variant_is_there_once() -> None:
    variants = all_variants()
    assert len(variants) == 3 + 48
    assert len({v.event for v in variants}) == len({v.name for v in variants}) == len(variants)
    for variant in variants:
        assert variant_named(variant.name) == variant
        assert variant_for(variant.prefix, variant.rules) == variant
        assert sum(variant.sizes) <= 52
        assert variant.score in SCORE_TABLES


def test_option_letters_any_way_round_lead_to_those_variants() -> None:
    """Whatever letters are given, the outcome is one of the canonical variants or an error."""
    names = {variant.name for variant in all_variants()}
    reached, refused = set(), set()
    for draw in "13":
        for size in range(7):
            for letters in itertools.permutations("SPATVW", size):
                try:
                    reached.add(variant_named(f"klondike-{draw}{''.join(letters)}").name)
                except UnknownCode as error:
                    refused.add(error.part)
    assert reached == {name for name in names if name.startswith("klondike-")}
    assert refused == {"rules"}


@pytest.mark.parametrize(
    ("rules", "canonical"),
    [
        ("1", "1"),
        ("3", "3"),
        ("1S", "1S"),
        ("3S", "3S"),
        ("1P", "1P"),
        ("3P", "3S"),
        ("3PATW", "3SATW"),
        ("1V", "1V"),
        ("1SV", "1V"),
        ("3SV", "3V"),
        ("1TA", "1AT"),
        ("1WTAS", "1SATW"),
    ],
)
def test_one_way_to_write_the_options(rules: str, canonical: str) -> None:
    assert canonical_options(rules) == canonical


@pytest.mark.parametrize(
    "rules",
    ["", "2", "13", "1X", "1s", "1SS", "1PS", "3PS", "1PV", "3PV", "1VW", "3SVW", "S1", "¹"],
)
def test_no_such_options(rules: str) -> None:
    with pytest.raises(UnknownCode) as caught:
        variant_for("KL1", rules)
    assert caught.value.part == "rules"


@pytest.mark.parametrize(
    ("name", "passes"),
    [
        ("klondike-1", None),
        ("klondike-3", None),
        ("klondike-1S", 1),
        ("klondike-3S", 3),
        ("klondike-1P", 3),
        ("klondike-1V", 1),
        ("klondike-3V", 3),
    ],
)
def test_passes(name: str, passes: int | None) -> None:
    assert variant_named(name).passes == passes


def test_what_the_options_stand_for() -> None:
    plain, full = variant_named("klondike-1"), variant_named("klondike-3SATW")
    assert (plain.draw, plain.empty_column, plain.thoughtful, plain.tick) == (
        1,
        "king",
        False,
        None,
    )
    assert (full.draw, full.empty_column, full.thoughtful, full.tick) == (
        3,
        "any",
        True,
        (10000, 2),
    )
    assert [variant_named(f"klondike-{o}").score for o in ("1", "3", "3W", "1V")] == [
        "standard-1",
        "standard-3",
        "standard-3",
        "vegas",
    ]


def test_the_russian_family_differs_in_build_and_taps_alone() -> None:
    classic, relaxed, yukon = map(variant_named, ("russian-classic", "russian-relaxed", "yukon"))
    assert (classic.build, relaxed.build, yukon.build) == ("suit", "any", "alternate")
    assert (classic.tap, relaxed.tap, yukon.tap) == ("russian", "russian", "klondike")
    for variant in (classic, relaxed, yukon):
        assert variant.sizes == (1, 6, 7, 8, 9, 10, 11)
        assert variant.down == (0, 1, 2, 3, 4, 5, 6)
        assert (variant.group, variant.group_limit, variant.undo_limit) == ("any", 20, 100)
        assert (variant.draw, variant.finish, variant.score) == (0, False, "house")


@pytest.mark.parametrize(
    ("name", "part"),
    [("", "prefix"), ("spider", "prefix"), ("russian", "prefix"), ("klondike-2", "rules")],
)
def test_unknown_names(name: str, part: str) -> None:
    with pytest.raises(UnknownCode) as caught:
        variant_named(name)
    assert caught.value.part == part
