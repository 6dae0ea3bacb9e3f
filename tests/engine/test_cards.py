import pytest

from engine.cards import CARD_TEXT, RANKS, SUITS, card_text, is_red, parse_card, rank, suit
from engine.errors import NotationError


def test_cards_are_pinned_suit_by_suit_ace_to_king() -> None:
    expected = tuple(r + s for s in "SHDC" for r in "A23456789TJQK")
    assert expected == CARD_TEXT
    assert (SUITS, RANKS) == ("SHDC", "A23456789TJQK")


@pytest.mark.parametrize("card", range(52))
def test_text_and_card_are_one(card: int) -> None:
    assert parse_card(card_text(card)) == card
    assert card == suit(card) * 13 + rank(card) - 1


def test_hearts_and_diamonds_are_red() -> None:
    assert {SUITS[suit(card)] for card in range(52) if is_red(card)} == {"H", "D"}


@pytest.mark.parametrize("text", ["", "H", "1H", "10H", "TX", "th", "HT", "TH ", "T♥"])
def test_unreadable_cards(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_card(text)
    assert caught.value.code == "notation"
