from collections import Counter

import pytest

from engine.cards import cards_text, parse_card
from engine.codes import parse_code
from engine.deals import deal, layout_text, parse_deal, position_from_layout, shuffle
from engine.errors import NotationError
from engine.variants import all_variants, variant_named

VECTORS = [
    ("RU1", "AAAAABB", "2H 5H AD 3C KH 8C AC 5C 9H 7H"),
    ("KL1", "AAAAABB", "AD TH 6H 9H KH 2D QD TS KC 7D"),
    # This one rejects: a word at or over 65536 - 65536 mod n comes up and is passed over.
    ("RU1", "AAAAAEY", "5D 8S 3C TC 6D 4H KS 9C TH TD"),
]


@pytest.mark.parametrize(("prefix", "seed", "first_ten"), VECTORS)
def test_the_shuffle_is_pinned_for_ever(prefix: str, seed: str, first_ten: str) -> None:
    deck = shuffle(prefix, seed)
    assert cards_text(deck[:10], " ") == first_ten
    assert sorted(deck) == list(range(52))


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (
            "RU1-C-AAAAABB",
            "2H 5H 5C TS 8S 4D 7S AD 9H 6D 2C JH 8H 3H 3C 7H KD JD AS 2D QC 5S KH 7D 3D TH 9D JS "
            "QD QS TD 8C 8D 7C 3S 6H 6C KC 2S 9C JC AC 4C AH 4S 5D 4H 6S QH KS 9S TC",
        ),
        (
            "KL1-3-AAAAABB",
            "AD TH TS 6H KC 5S 9H 7D 8D AS KH JS TC AC 9D 2D 4H 7C 3D 5H 8H QD AH 3H 3S 2C 6S QH "
            "8C 6C JH 9S 5D JD 4S 3C 9C 2S 2H 8S 4D QS JC KS 7S 7H 5C KD TD 4C 6D QC",
        ),
    ],
)
def test_whole_deals_are_pinned(code: str, text: str) -> None:
    assert layout_text(deal(parse_code(code))) == text


def test_rules_share_the_shuffle_and_prefixes_do_not() -> None:
    classic, relaxed = (deal(parse_code(f"RU1-{r}-AAAAABB")) for r in "CR")
    assert classic.columns == relaxed.columns
    assert deal(parse_code("YU1-C-AAAAABB")).columns != classic.columns


def test_dealing_row_by_row_as_at_a_table() -> None:
    deck = shuffle("RU1", "AAAAABB")
    start = deal(parse_code("RU1-C-AAAAABB"))
    # Seven rows, row r to columns r to 7, then four rows of six over columns b to g.
    assert [column[0] for column in start.columns] == list(deck[:7])
    assert [column[1] for column in start.columns[1:]] == list(deck[7:13])
    assert [column[-1] for column in start.columns[1:]] == list(deck[46:52])
    klondike, cards = deal(parse_code("KL1-1-AAAAABB")), shuffle("KL1", "AAAAABB")
    assert klondike.columns[6][-1] == cards[27]
    assert klondike.stock == cards[28:]


@pytest.mark.parametrize("variant", all_variants(), ids=lambda variant: variant.name)
def test_every_layout_has_52_cards_and_21_face_down(variant) -> None:  # type: ignore[no-untyped-def]
    start = deal(parse_code(f"{variant.event}-QWERTYU"))
    cards = [card for column in start.columns for card in column] + list(start.stock)
    assert sorted(cards) == list(range(52))
    assert sum(start.down) == 21
    assert (len(start.stock) == 24) is (variant.draw > 0)
    assert tuple(map(len, start.columns)) == variant.sizes
    assert parse_deal(variant, layout_text(start)) == start


def test_open_seeds_spread_evenly() -> None:
    """Each card is first about as often: 5 200 deals, 100 expected, far within 5 sigma."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    seeds = ("AAAA" + a + b + c for a in letters for b in letters for c in "ABCDEFGH")
    firsts = Counter(shuffle("KL1", seed)[0] for seed, _ in zip(seeds, range(5200), strict=False))
    assert len(firsts) == 52
    assert all(50 < count < 150 for count in firsts.values())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "AS",
        " ".join(["AS"] * 52),
        "AS " * 100_000,
        layout_text(deal(parse_code("RU1-C-AAAAABB"))) + " AS",
        layout_text(deal(parse_code("RU1-C-AAAAABB"))).lower(),
    ],
)
def test_unreadable_deals(text: str) -> None:
    with pytest.raises(NotationError):
        parse_deal(variant_named("yukon"), text)


def test_a_layout_needs_every_card() -> None:
    with pytest.raises(NotationError):
        position_from_layout(variant_named("yukon"), [parse_card("AS")] * 52)
