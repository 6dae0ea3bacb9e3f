"""Players' ratings of races as they stand."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import User
from engine.variants import EVENTS
from games.titles import event_title
from leaderboards.keys import EVENT_NUMBERS, BoardKey
from leaderboards.ratings import LISTED_AFTER, NEW, Rating
from leaderboards.selectors.boards import BoardRow, board_row
from leaderboards.selectors.rating_rows import ratings_held, ratings_latest


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """A player's rating of one event; `row` is that of the board, once there is one."""

    event: str
    title: str
    rating: Rating
    row: BoardRow | None

    @property
    def races_missing(self) -> int:
        """Races to go until it is listed."""
        return max(0, LISTED_AFTER - self.rating.races)


def rating_of(*, player: User, event: str) -> Rating:
    """The player's rating; that of a new player without a race."""
    found = ratings_latest(event=EVENT_NUMBERS[event], players=[player.pk])
    return found.get(player.pk, NEW)


def ratings_of_player(*, player: User) -> list[PlayerRating]:
    """Every event in which the player has raced rated, with the place on its board."""
    ratings, held = [], ratings_held(player=player.pk)
    for event in EVENTS:
        rating = held.get(EVENT_NUMBERS[event])
        if rating is not None:
            key = BoardKey("rating", event)
            row = board_row(key=key, player=player) if rating.is_listed else None
            ratings.append(PlayerRating(event, event_title(event), rating, row))
    return ratings
