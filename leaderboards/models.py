"""Boards as tables: rows, their counts by prefix, and how far the results are folded.

Everything here is a fold of the table of results and can be thrown away (`rebuild_boards`). It is
written by `leaderboards.services` alone, in SQL. Boards are numbers, see `leaderboards.keys`.
"""

from __future__ import annotations

from django.db import models


class Board(models.Model):
    """A board that has rows: how many, and whether they are `counted` by prefix (large boards)."""

    number = models.BigIntegerField(primary_key=True)
    size = models.IntegerField()
    counted = models.BooleanField()

    def __str__(self) -> str:
        return f"board {self.number}"


class Entry(models.Model):
    """A player's row on a board: `rank_key` orders (lower is better, equal keys share a rank),
    `place` is that of the result which it shows; 0 where it shows none."""

    pk = models.CompositePrimaryKey("board", "player")
    board = models.BigIntegerField()
    player = models.BigIntegerField()
    rank_key = models.BigIntegerField()
    place = models.BigIntegerField()

    class Meta:
        indexes = [models.Index(fields=["board", "rank_key", "player"], name="entry_in_order")]

    def __str__(self) -> str:
        return f"{self.board} {self.player}"


class PrefixCount(models.Model):
    """How many rows of a board have a rank key that begins so: `rank_key >> shift == prefix`."""

    pk = models.CompositePrimaryKey("board", "shift", "prefix")
    board = models.BigIntegerField()
    shift = models.SmallIntegerField()
    prefix = models.BigIntegerField()
    size = models.IntegerField()

    def __str__(self) -> str:
        return f"{self.board} {self.prefix}<<{self.shift}"


class CodeBoard(models.Model):
    """The number of an open deal's casual board."""

    code = models.CharField(max_length=48, unique=True)

    def __str__(self) -> str:
        return self.code


class RatedRace(models.Model):
    """A settled rated race as ratings have counted it, in the order of `ended_ms`, then `race`.

    `event` is its number in boards; `outcome` the places of the verified results, "place:player"
    by place and player. Fewer than two, and it changes nobody's rating.
    """

    race = models.BigIntegerField(primary_key=True)
    event = models.SmallIntegerField()
    ended_ms = models.BigIntegerField()
    outcome = models.CharField(max_length=250, blank=True)

    class Meta:
        indexes = [models.Index(fields=["event", "ended_ms", "race"], name="rated_in_order")]

    def __str__(self) -> str:
        return f"{self.race} {self.outcome}"


class RatingStep(models.Model):
    """A player's rating after a race, the player's `races`-th of the event; the last one holds."""

    pk = models.CompositePrimaryKey("race", "player")
    race = models.BigIntegerField()
    player = models.BigIntegerField()
    event = models.SmallIntegerField()
    ended_ms = models.BigIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()
    races = models.IntegerField()

    class Meta:
        indexes = [
            models.Index(fields=["player", "event", "-races"], name="step_of_player"),
            models.Index(fields=["event", "ended_ms", "race"], name="step_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.race} {self.player} {self.mu:.2f} {self.sigma:.2f}"


class FoldState(models.Model):
    """The one row: results are folded through `place`. Who folds holds a lock on it.

    `exempt` tells under which outages the streaks were counted, `model` by what races were rated,
    `looked_ms` when races that had ended were last looked for.
    """

    place = models.BigIntegerField(default=0)
    exempt = models.CharField(max_length=64, blank=True, default="")
    model = models.CharField(max_length=120, blank=True, default="")
    looked_ms = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.place)
