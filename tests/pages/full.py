"""A service with something on every page: players of long names, boards, races, streaks."""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

from accounts.models import Friendship, User
from accounts.services.friends import friend_ask
from accounts.services.invitations import invitation_renew
from games.services.challenges import challenges_close
from tests.games.challenging import CODE, DAY, LINE
from tests.games.finished import ended_run
from tests.games.raced import race_over
from tests.games.support import make_run, won_lines
from tests.leaderboards.days import NOON, daily, fold, member, played
from tests.leaderboards.rated import START, raced

#: As wide as names and figures come: 20 letters, games of hours, races with a rating.
NAMES = ("Maximiliane-Wilhelmi", "Wolfgang Amadeus Mmm", "Mormor og Morfar M.W")
SLOW_MS = 60_000
OPEN_CODE, OPEN_LINE = next(iter(won_lines(sealed=False).items()))


class Service(NamedTuple):
    reader: User
    paths: list[str]
    fetched: list[str]


def full_service() -> Service:
    """Its first player, the paths of the document pages as that player may see them, and of what
    their scripts fetch."""
    players = [member(name) for name in NAMES]
    reader, friend, stranger = players
    low, high = sorted((reader, friend), key=lambda one: one.pk)
    Friendship.objects.create(low=low, high=high, created_at=NOON)
    friend_ask(asker=stranger, asked_id=reader.pk, now=NOON)
    invitation_renew(player=reader, now=NOON)
    past = DAY - timedelta(days=20)
    _dailies(players, past)
    raced(players, [4_000_000, 4_100_000, 4_200_000], ended_ms=START)
    race = race_over({one: (len(LINE), 2500 + 400 * place) for place, one in enumerate(players)})
    make_run(reader, "KL1-3")
    ended_run(reader, OPEN_CODE, OPEN_LINE, kind="casual", step_ms=SLOW_MS)
    ranked = ended_run(reader, CODE, LINE, step_ms=SLOW_MS)
    fold()
    return Service(
        reader,
        [
            "/", "/new/", "/my/", "/settings/", "/races/", f"/races/{race.token}/",
            f"/runs/{ranked.token}/",
            f"/daily/{DAY}/RU1-C/", f"/daily/{past}/RU1-C/", f"/calendar/RU1-C/{DAY:%Y-%m}/",
            "/boards/wins/RU1-C/week/", "/boards/time/RU1-C/all/", "/boards/day_streak/",
            "/standings/2026-06-01/RU1-C/", f"/c/{OPEN_CODE}/",
            f"/players/{friend.pk}/", f"/players/{reader.pk}/vs/{friend.pk}/",
            "/accounts/friends/", "/accounts/sessions/", "/accounts/email/",
            "/fairness/", "/rules/klondike/",
        ],
        ["/jsi18n/", "/jsi18n/pages/"]
        + [f"/runs/{one.token}/replay.json" for one in (ranked, *race.runs.all())],
    )  # fmt: skip


def _dailies(players: list[User], past: date) -> None:
    """Today's, which runs, and one that is closed: both won by everybody, by hours, cleanly."""
    challenges = {NOON: daily(), NOON - (DAY - past): daily(past)}
    for ended, challenge in challenges.items():
        for place, player in enumerate(players):
            played(player, challenge, step_ms=SLOW_MS + place, ended=ended)
    challenges_close(now=NOON)
