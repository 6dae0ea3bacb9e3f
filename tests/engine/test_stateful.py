"""Hypothesis plays: what must hold after every item of every game of every variant."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine.cards import CARD_TEXT
from engine.errors import IllegalMove
from engine.moves import parse_move
from engine.position import Position, parse_position
from engine.replay import HINTS_A_GAME, Game, replay
from engine.rules import apply, finish_moves, is_finishable, legal_moves, targets
from engine.variants import all_variants
from engine.view import PlayerView, player_view
from tests.engine.support import TYPICAL, all_move_texts, start_of

MOVES = [parse_move(text) for text in all_move_texts()]
SETTINGS = settings(
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


def accepted(position: Position) -> set[str]:
    """Every move of the notation that ``apply`` accepts here."""
    texts = set()
    for move in MOVES:
        try:
            apply(position, move)
        except IllegalMove:
            continue
        texts.add(str(move))
    return texts


def shown_cards(view: PlayerView) -> set[str]:
    """Cards named anywhere in a view's texts; group keys and letters are no cards."""
    text = " ".join([*(column[1:] for column in view.columns), view.waste])
    pairs = (part[at : at + 2] for part in text.split() for at in range(0, len(part), 2))
    return set(pairs)


class Table(RuleBasedStateMachine):
    """One game, and what it must give back on undo."""

    name: str

    @initialize(seed=st.text("ABCXYZ", min_size=7, max_size=7))
    def begin(self, seed: str) -> None:
        self.game = Game(start_of(self.name, seed))
        self.log: list[tuple[str, int]] = []
        self.before: list[tuple[object, ...]] = []
        self.best: dict[tuple[object, ...], int] = {}
        self.turned = self.visible()
        self.checked = 0

    def play(self, item: str) -> None:
        self.log.append((item, 10 * len(self.log)))
        self.game.play(*self.log[-1])

    def restored(self) -> tuple[object, ...]:
        return self.game.position, self.game.score, self.game.board_score

    def visible(self) -> set[str]:
        position = self.game.position
        faces = [
            card
            for column, down in zip(position.columns, position.down, strict=True)
            for card in column[down:]
        ]
        return {CARD_TEXT[card] for card in (*faces, *position.waste)}

    @precondition(lambda self: legal_moves(self.game.position))
    @rule(data=st.data(), kind=st.sampled_from(["any", "up", "back", "stock"]))
    def move(self, data: st.DataObject, kind: str) -> None:
        kinds: dict[str, Callable[[str], bool]] = {
            "any": lambda text: True,
            "up": lambda text: text[-1] in "SHDC",
            "back": lambda text: text[0] in "SHDC",
            "stock": lambda text: text in "<>",
        }
        texts = sorted(map(str, legal_moves(self.game.position)))
        text = data.draw(st.sampled_from([t for t in texts if kinds[kind](t)] or texts))
        before, counted = self.restored(), self.game.moves
        self.play(text)
        self.before.append(before)
        assert self.game.moves == counted + 1
        self.turned |= self.visible()

    @precondition(lambda self: self.game.can_undo)
    @rule(times=st.integers(1, 4))
    def undo(self, times: int) -> None:
        for _ in range(min(times, len(self.before))):
            counted = self.game.moves
            self.play("u")
            assert self.restored() == self.before.pop()
            assert self.game.moves == counted
        # An undone game begins anew: what came after it gains nothing more.
        self.best.clear()

    @precondition(lambda self: self.game.hints < HINTS_A_GAME and not self.game.won)
    @rule()
    def hint(self) -> None:
        before = self.restored(), self.game.moves
        self.play("?")
        assert (self.restored(), self.game.moves) == before

    @rule(move=st.sampled_from(MOVES))
    def refused(self, move: object) -> None:
        text = str(move)
        if text in map(str, legal_moves(self.game.position)):
            return
        before = self.restored(), self.game.items, self.game.last_ms
        with pytest.raises(IllegalMove):
            self.game.play(text, 10**9)
        assert (self.restored(), self.game.items, self.game.last_ms) == before

    @precondition(lambda self: is_finishable(self.game.position))
    @rule()
    def finish(self) -> None:
        for move in finish_moves(self.game.position):
            self.play(str(move))
        assert self.game.won

    # All 6 000 moves of the notation take milliseconds: a few times a game are enough.
    @precondition(lambda self: self.checked < 3 and len(self.log) >= 12 * self.checked)
    @rule()
    def legal_is_what_apply_accepts(self) -> None:
        self.checked += 1
        position = self.game.position
        legal = [str(move) for move in legal_moves(position)]
        assert len(set(legal)) == len(legal)
        assert set(legal) == accepted(position)

    @invariant()
    def every_card_is_there_once(self) -> None:
        position = self.game.position
        cards = [card for column in position.columns for card in column]
        cards += [*position.stock, *position.waste]
        for suit, height in enumerate(position.foundations):
            cards += range(13 * suit, 13 * suit + height)
        assert sorted(cards) == list(range(52))
        assert all(
            down < len(column) or not column
            for column, down in zip(position.columns, position.down, strict=True)
        )

    @invariant()
    def targets_are_the_legal_moves(self) -> None:
        position = self.game.position
        found = targets(position)
        assert all(len(set(letters)) == len(letters) > 0 for letters in found.values())
        assert sum(map(len, found.values())) == len(legal_moves(position))

    @invariant()
    def text_gives_the_value_back(self) -> None:
        position = self.game.position
        assert parse_position(position.variant, position.text) == position
        for move in legal_moves(position):
            assert parse_move(str(move)) == move

    @invariant()
    def the_view_holds_no_card_before_its_first_turn(self) -> None:
        shown = shown_cards(player_view(self.game, ms=0))
        assert shown <= self.turned
        assert shown <= self.visible()

    @invariant()
    def no_cycle_of_moves_raises_a_board_key(self) -> None:
        game = self.game
        if game.won:
            return
        key = game.position._replace(recycles=0).key
        first = self.best.setdefault(key, game.board_score)
        assert game.board_score <= first

    def teardown(self) -> None:
        if not hasattr(self, "game"):
            return
        replayed = replay(self.game.start, self.log)
        assert replayed.failure is None
        for name in Game.__slots__:
            assert getattr(replayed.game, name) == getattr(self.game, name), name


@pytest.mark.parametrize("name", [variant.name for variant in all_variants()])
def test_every_variant(name: str) -> None:
    machine = type("Table", (Table,), {"name": name})
    examples = 10 if name in TYPICAL else 3
    run_state_machine_as_test(machine, settings=settings(SETTINGS, max_examples=examples))
