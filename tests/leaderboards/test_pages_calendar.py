"""The month calendar: which mark a date bears, and that every mark says so in words."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from games.models import Outage, ReviewState, Run
from games.services.challenges import challenge_start, challenges_close
from games.services.reviews import review_decide, review_open
from leaderboards.calendars import Facts, Mark, day_mark, month_after, month_end, month_weeks
from tests.games.challenging import DAY
from tests.leaderboards.days import NOON, PAGE, daily, member, pages_of, played, seen

MONTH = "/calendar/RU1-C/2026-06/"


def test_weeks_begin_on_monday_and_end_on_sunday() -> None:
    weeks = month_weeks(date(2026, 2, 1))
    assert weeks[0] == [None] * 6 + [date(2026, 2, 1)]
    assert len(weeks) == 5
    assert [day for week in month_weeks(date(2028, 2, 1)) for day in week if day][-1].day == 29


def test_months_are_counted_over_years_ends() -> None:
    assert month_after(date(2026, 12, 1), 1) == date(2027, 1, 1)
    assert month_after(date(2026, 1, 1), -1) == date(2025, 12, 1)
    assert month_end(date(2026, 12, 1)) == date(2026, 12, 31)


@pytest.mark.parametrize(
    ("facts", "frozen", "exempt", "mark"),
    [
        (Facts(open=False, over=True, result="won"), False, False, Mark.WON),
        (Facts(open=True, over=False, result="won"), False, False, Mark.WON),
        (Facts(open=False, over=True, result="lost"), False, False, Mark.PLAYED),
        (Facts(open=False, over=True, result="lost"), True, False, Mark.FROZEN),
        (Facts(open=True, over=False), False, False, Mark.OPEN),
        (Facts(open=True, over=False, result="open"), False, False, Mark.RUNNING),
        (Facts(open=True, over=False, result="lost"), False, False, Mark.PLAYED),
        (Facts(open=False, over=True), False, False, Mark.MISSED),
        (Facts(open=False, over=True), True, False, Mark.FROZEN),
        (Facts(open=False, over=True), False, True, Mark.EXEMPT),
        (Facts(open=False, over=False), False, False, Mark.SOON),
        (None, False, False, Mark.NONE),
        (None, False, True, Mark.EXEMPT),
    ],
)
def test_what_a_date_was(facts: Facts | None, frozen: bool, exempt: bool, mark: Mark) -> None:
    found = day_mark(
        DAY,
        facts={DAY: facts} if facts else {},
        frozen={DAY} if frozen else set(),
        exempt={DAY} if exempt else set(),
    )
    assert found is mark


@pytest.mark.django_db
@pytest.mark.main_path
class TestPage:
    @pytest.fixture(autouse=True)
    def noon(self) -> Iterator[Any]:
        with time_machine.travel(NOON, tick=False) as traveller:
            yield traveller

    def test_nobody_has_missed_what_was_before_their_time(self) -> None:
        newcomer = member()
        newcomer.created_at = NOON - timedelta(days=2)
        newcomer.save()
        for ago in range(1, 5):
            daily(DAY - timedelta(days=ago))
        challenges_close(now=NOON)
        words = seen(pages_of(newcomer), MONTH).text
        assert "2 June: a past deal, to be played casually" in words
        assert "3 June: missed" in words

    def test_a_day_that_does_not_count_looks_unlike_a_past_one_to_be_played(self) -> None:
        newcomer = member()
        newcomer.created_at = NOON - timedelta(days=2)
        newcomer.save()
        daily(DAY - timedelta(days=3))
        for ago in (1, 4):
            Outage.objects.create(day=DAY - timedelta(days=ago), event="", reason="fire")
        challenges_close(now=NOON)
        page = seen(pages_of(newcomer), MONTH)
        days = [one["class"] for tag, one in page.tags if one.get("class", "").startswith("day ")]
        assert days[:5] == ["day day-none", "day day-past", "day day-none", "day day-exempt",
                            "day day-none"]  # fmt: skip
        assert "2 June: a past deal, to be played casually" in page.text
        assert "4 June: does not count" in page.text

    def test_every_day_says_what_it_was(self) -> None:
        ingrid = member()
        days = {day: daily(DAY - timedelta(days=day)) for day in range(5)}
        played(ingrid, days[4], ended=NOON - timedelta(days=4))
        played(ingrid, days[3], moves=20, ended=NOON - timedelta(days=3))
        challenges_close(now=NOON)
        before = seen(pages_of(ingrid), MONTH)
        challenge_start(challenge=days[0], player=ingrid, now=NOON)
        Outage.objects.create(day=date(2026, 5, 31), event="", reason="fire")
        page = seen(pages_of(ingrid), MONTH)
        assert "1 June: won, 85 moves" in page.text
        assert "2 June: played, not won" in page.text
        assert "3 June: missed" in page.text
        assert "5 June: open: to be played" in before.text
        assert "5 June: in play" in page.text
        assert "6 June: no deal" in page.text
        [today] = page.all("a", **{"aria-current": "date"})
        assert today["href"] == f"/daily/{DAY}/RU1-C/"
        assert "31 May: does not count" in seen(pages_of(ingrid), "/calendar/RU1-C/2026-05/").text

    def test_past_days_lead_to_their_pages_where_the_deal_is_played_casually(self) -> None:
        challenge = daily(DAY - timedelta(days=3))
        challenges_close(now=NOON)
        challenge.refresh_from_db()
        page = seen(Client(), MONTH)
        [link] = [one for one in page.all("a") if one["href"] == "/daily/2026-06-02/RU1-C/"]
        assert link["class"] == "day day-past"
        archived = seen(Client(), link["href"])
        assert archived.all("input", name="code", value=challenge.code)
        assert archived.all("input", name="kind", value="casual")

    def test_a_win_that_was_refused_is_no_longer_told(self) -> None:
        ingrid = member()
        run = played(ingrid, daily())
        played(ingrid, daily(DAY - timedelta(days=1)), ended=NOON, result="won")
        client = pages_of(ingrid)
        assert seen(client, MONTH).text.count(": won") == 2
        kept = seen(client, PAGE)
        assert "taken off the boards" not in kept.text
        assert "solved in 85 moves" in kept.text
        review = review_open(run=run, by=None)
        review_decide(review=review, state=ReviewState.REMOVED, note="", by=None)
        assert "5 June: won" not in seen(client, MONTH).text
        refused = seen(client, PAGE)
        assert "taken off the boards" in refused.text
        assert "You solved it" not in refused.text
        assert "solved in" not in refused.text, "nothing to share"
        assert client.get(f"{PAGE}share.txt").status_code == 404
        assert refused.all("a", href=f"/runs/{run.token}/#verification")
        home = seen(client, "/").text
        assert "Taken off the boards" in home
        assert "Solved" not in home
        Run.objects.exclude(pk=run.pk).update(verification="rejected")
        assert ": won" not in seen(client, MONTH).text

    @pytest.mark.parametrize("path", ["2026-13", "2026-00", "2026-08", "1999-12", "2024-12"])
    def test_months_out_of_reach_are_not_found(self, path: str) -> None:
        assert Client().get(f"/calendar/RU1-C/{path}/").status_code == 404

    def test_months_are_linked_to_their_neighbours(self) -> None:
        page = seen(Client(), MONTH)
        assert page.all("a", rel="prev")[0]["href"] == "/calendar/RU1-C/2026-05/"
        assert not page.all("a", rel="next")
        assert not seen(Client(), "/calendar/RU1-C/2025-01/").all("a", rel="prev")

    def test_a_month_takes_few_queries(self, django_assert_max_num_queries: Any) -> None:
        ingrid = member()
        for back in range(20):
            played(ingrid, daily(DAY - timedelta(days=back)), ended=NOON - timedelta(days=back))
        client = pages_of(ingrid)
        with django_assert_max_num_queries(18):
            page = seen(client, MONTH)
        assert page.text.count(": won") == 5
