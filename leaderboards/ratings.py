"""Ratings of races: OpenSkill's Plackett–Luce model, one rating a player and event.

Everything that a rating depends on stands here: the model, its parameters (the library's own), and
the version of the library they were settled with. A fold by another `MODEL` begins anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from openskill.models import PlackettLuce

LIBRARY_VERSION = "6.2.0"
MU, SIGMA = 25.0, 25.0 / 3.0
BETA, KAPPA, TAU = 25.0 / 6.0, 0.0001, 25.0 / 300.0
#: What ratings are made with; stored with the fold.
MODEL = f"openskill {LIBRARY_VERSION} PlackettLuce {MU} {SIGMA} {BETA} {KAPPA} {TAU}"
#: A rating is listed from this many races on.
LISTED_AFTER = 10
#: How many standard deviations below the mean a rating is shown: 99.8 % sure of being better.
SURE = 3

_model = PlackettLuce(
    mu=MU, sigma=SIGMA, beta=BETA, kappa=KAPPA, tau=TAU, limit_sigma=False, balance=False
)


@dataclass(frozen=True, slots=True)
class Rating:
    """What is believed of a player after `races`: a mean and its standard deviation."""

    mu: float = MU
    sigma: float = SIGMA
    races: int = 0

    @property
    def shown(self) -> float:
        """μ − 3σ."""
        return self.mu - SURE * self.sigma

    @property
    def is_listed(self) -> bool:
        return self.races >= LISTED_AFTER


@dataclass(frozen=True, slots=True)
class Finish:
    """A player's place in a race; equal places are a draw."""

    place: int
    player: int


NEW = Rating()


def race_rate(finishes: Iterable[Finish], before: Mapping[int, Rating]) -> dict[int, Rating]:
    """Everybody's rating after a race. Nothing changes by a race of fewer than two.

    The order in which `finishes` come does not matter: they are taken by place and player, so
    that the sums are added up alike every time.
    """
    ordered = sorted(finishes, key=lambda finish: (finish.place, finish.player))
    if len(ordered) < 2:
        return {}
    ratings = [before.get(finish.player, NEW) for finish in ordered]
    teams = [[_model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in ratings]
    rated = _model.rate(teams, ranks=[float(finish.place) for finish in ordered])
    return {
        finish.player: Rating(team[0].mu, team[0].sigma, rating.races + 1)
        for finish, rating, team in zip(ordered, ratings, rated, strict=True)
    }
