"""Staff's pages: nothing sealed in any of them, and what they decide is done by the services."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from engine.commitment import commitment
from games.clock import now_ms
from games.models import (
    Analysis,
    Challenge,
    LogItem,
    Outage,
    PoolDeal,
    Result,
    Review,
    ReviewState,
    Run,
)
from games.sealing import code_seal, text_seal
from games.selectors.signals import PERFECT_PLAY, Signal
from games.services.reviews import appeal_put, review_decide, review_open, signals_open
from games.services.verification import run_verify
from tests.games.finished import ended_run, verify_address
from tests.games.support import BACKEND, make_player, won_lines
from tests.pages.markup import Markup

pytestmark = pytest.mark.django_db
SEALED = won_lines(sealed=True)
CODE, OPEN, OTHER, LEFT, LAST = SEALED
SALT = "0123456789abcdef0123456789abcdef"


@pytest.fixture
def keeper() -> User:
    return User.objects.create_superuser("Keeper", "keeper@example.org", "a long enough secret")


@pytest.fixture
def staff(keeper: User) -> Client:
    client = Client()
    client.force_login(keeper, backend=BACKEND)
    return client


def pool_deal(code: str) -> PoolDeal:
    from engine.codes import parse_code

    return PoolDeal.objects.create(
        event=parse_code(code).event,
        sealed_code=code_seal(code=parse_code(code)),
        sealed_line=text_seal(text=" ".join(SEALED[code])),
        par=90,
        bound=80,
        states=1,
        solver="1",
    )


def challenge(code: str, kind: str = "daily") -> Challenge:
    from engine.codes import parse_code

    return Challenge.objects.create(
        kind=kind,
        event=parse_code(code).event,
        day=timezone.now().date(),
        pool_deal=pool_deal(code),
        commitment=commitment(SALT, code),
        sealed_salt=text_seal(text=SALT),
    )


@pytest.fixture
def world(keeper: User) -> None:
    """A running daily and weekly, runs of them and open ones, reviews, and a spare deal."""
    player = make_player()
    verify_address(player)
    daily, weekly = challenge(CODE), challenge(OTHER, "weekly")
    attempt = ended_run(player, CODE, SEALED[CODE], challenge=daily)
    run_verify(run_id=attempt.pk)
    Analysis.objects.create(run=attempt, line=" ".join(SEALED[CODE]))
    begun = ended_run(player, OTHER, SEALED[OTHER][:9], challenge=weekly)
    Run.objects.filter(pk=begun.pk).update(state="open", result="", ended_ms=None)
    alone = ended_run(player, OPEN, SEALED[OPEN][:9], started_ms=now_ms())
    Run.objects.filter(pk=alone.pk).update(state="open", result="", ended_ms=None)
    pool_deal(LAST)
    review = review_open(run=attempt, by=keeper, reason="odd")
    review_decide(review=review, state=ReviewState.REMOVED, note="Odd.", by=keeper)
    appeal_put(review=review, player=player, text="Not odd.")
    review_open(run=alone, by=keeper)
    Outage.objects.create(day=daily.day, event="RU1-C", reason="power cut")


def pages(staff: Client) -> Iterator[tuple[str, bytes]]:
    """Every page of the admin: lists with their filters and searches, forms, histories."""
    addresses = [reverse("admin:index"), reverse("admin:jsi18n")]
    for model, site in admin.site._registry.items():
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        listing = reverse(f"{name}_changelist")
        addresses += [listing, f"{listing}?q=a", reverse(f"{name}_add")]
        addresses += [reverse("admin:app_list", args=[model._meta.app_label])]
        for row in model._default_manager.all():
            for page in ("change", "history", "delete"):
                addresses.append(reverse(f"{name}_{page}", args=[row.pk]))
        assert site is not None
    seen = set()
    while addresses:
        address = addresses.pop()
        if address in seen:
            continue
        seen.add(address)
        answer = staff.get(address)
        assert answer.status_code in (200, 302, 403), address
        yield address, answer.content
        if re.fullmatch(r"/admin/\w+/\w+/", address):
            links = re.findall(rb'href="(\?[^"]+)"', answer.content)
            addresses += [address + link.decode().replace("&amp;", "&") for link in links]


def test_no_page_shows_a_sealed_code_salt_or_line(staff: Client, world: None) -> None:
    sealed = {group for code in (CODE, OTHER, OPEN, LAST) for group in code.split("-")[2:]}
    sealed |= {SALT}
    for code in (CODE, OTHER, OPEN, LAST):
        sealed |= {" ".join(SEALED[code][n : n + 3]) for n in range(len(SEALED[code]) - 2)}
    blobs = [bytes(deal.sealed_code) for deal in PoolDeal.objects.all()]
    blobs += [bytes(each.sealed_salt) for each in Challenge.objects.all()]
    count = 0
    for address, body in pages(staff):
        count += 1
        told = [text for text in sealed if text.encode() in body]
        assert not told, (address, told)
        assert not any(blob[20:40] in body for blob in blobs), address
        assert not re.search(rb"\b[a-g][1-9]{0,2}[a-gSHDC]@\d", body), f"{address}: a log"
    assert count > 60


def test_a_closed_challenge_shows_what_it_has_opened(staff: Client) -> None:
    daily = challenge(CODE)
    page = reverse("admin:games_challenge_change", args=[daily.pk])
    assert CODE not in staff.get(page).content.decode()
    Challenge.objects.update(closed_at=timezone.now(), salt=SALT, code=CODE)
    body = staff.get(page).content.decode()
    assert CODE in body
    assert SALT in body
    listing = staff.get(reverse("admin:games_challenge_changelist")).content.decode()
    assert "RU1-C 1, RU1-R 0" in listing, "how many proved deals are ready"


def test_what_was_computed_is_not_written_by_hand(staff: Client, world: None) -> None:
    for model in (Challenge, Result):
        row = model._default_manager.all()[0]
        name = f"admin:games_{model._meta.model_name}"
        assert staff.get(reverse(f"{name}_add")).status_code == 403
        assert staff.post(reverse(f"{name}_change", args=[row.pk]), {}).status_code == 403
        assert (
            staff.post(reverse(f"{name}_delete", args=[row.pk]), {"post": "y"}).status_code == 403
        )
    run = Run.objects.all()[0]
    staff.post(reverse("admin:games_run_change", args=[run.pk]), {"score": "9999"})
    assert not Run.objects.filter(score=9999).exists()
    assert staff.post(
        reverse("admin:games_run_delete", args=[run.pk]), {"post": "y"}
    ).status_code == 403  # fmt: skip


def test_a_review_is_decided_on_its_page(staff: Client, keeper: User) -> None:
    run = ended_run(make_player(), CODE, SEALED[CODE])
    run_verify(run_id=run.pk)
    listing = reverse("admin:games_run_changelist")
    form = {"action": "review", "_selected_action": [run.pk]}
    told = staff.post(listing, form, follow=True).content.decode()
    assert "Reviews opened: 1. Open already: 0." in told
    assert (
        "Reviews opened: 0. Open already: 1."
        in staff.post(listing, form, follow=True).content.decode()
    )
    review = Review.objects.get()
    assert (review.opened_by, review.state) == (keeper, "open")
    waiting = reverse("admin:games_review_changelist") + "?waiting=yes"
    assert run.token in staff.get(waiting).content.decode()
    page = reverse("admin:games_review_change", args=[review.pk])
    undecided = staff.post(page, {"state": "open", "note": "?"})
    assert "Decide: cleared or removed." in undecided.content.decode()
    removed = {"state": "removed", "note": "Too fast."}
    assert staff.post(page, removed, follow=True).redirect_chain
    review.refresh_from_db()
    assert (review.state, review.note, review.decided_by) == ("removed", "Too fast.", keeper)
    assert [result.state for result in Result.objects.order_by("place")] == [
        "verified",
        "withdrawn",
    ]
    assert run.token not in staff.get(waiting).content.decode()
    appeal_put(review=review, player=run.player, text="I was not.")
    assert run.token in staff.get(waiting).content.decode()
    assert "I was not." in staff.get(page).content.decode()
    staff.post(page, {"state": "cleared", "note": "Sorry."})
    assert Result.objects.order_by("-place")[0].state == "verified"


def test_a_player_is_told_who_wanted_the_review(staff: Client) -> None:
    run = ended_run(make_player(), CODE, SEALED[CODE])
    staff.post(
        reverse("admin:games_run_changelist"), {"action": "review", "_selected_action": [run.pk]}
    )
    page = Client()
    page.force_login(run.player, backend=BACKEND)

    def shown() -> str:
        return page.get(reverse("games:run", args=[run.token])).content.decode()

    assert "a check by staff, which no player asked for" in shown()
    review = Review.objects.get()
    review_decide(review=review, state=ReviewState.REMOVED, note="", by=None)
    assert "a check by staff, which no player asked for" in shown()
    assert "somebody reported the game" not in shown()
    review_decide(review=review, state=ReviewState.CLEARED, note="", by=None)
    review_open(run=run, by=make_player("Solveig"), reason="odd")
    assert "somebody reported the game" in shown()


def test_staff_reads_words_and_the_services_name(staff: Client, world: None) -> None:
    run = Run.objects.filter(state="ended").first()
    assert run is not None
    signals_open(run_id=run.pk, signals=[Signal(PERFECT_PLAY)])
    pages = {}
    for model in (Review, Run, Result, Challenge, Outage):
        name = f"admin:games_{model._meta.model_name}_changelist"
        body = staff.get(reverse(name)).content.decode()
        pages[model] = Markup(body)
        told = re.findall(r">\s*([A-Z]{2}1-\w+|[a-z]+_[a-z]+)\s*<", body)
        assert told == [], "codes are for programs"
        assert "Réussite administration" in pages[model].text
        assert "Django" not in pages[model].text
    assert "play never worse than with all cards known" in pages[Review].text
    assert "Russian · Classic" in pages[Run].text
    review = Review.objects.order_by("-id")[0]
    page = staff.get(reverse("admin:games_review_change", args=[review.pk])).content.decode()
    assert f"Review of {run.player.name}’s game {run.token}" in Markup(page).text


def test_rejected_runs_can_be_verified_again(staff: Client) -> None:
    run = ended_run(make_player(), CODE, SEALED[CODE])
    Run.objects.filter(pk=run.pk).update(score=1)
    assert run_verify(run_id=run.pk).outcome == "rejected"
    Run.objects.filter(pk=run.pk).update(score=run.score)
    listing = reverse("admin:games_run_changelist")
    form: dict[str, Any] = {"action": "verify_again", "_selected_action": [run.pk]}
    assert "1 of 1 runs are verified" in staff.post(listing, form, follow=True).content.decode()
    assert LogItem.objects.filter(run=run).exists()


def test_an_outage_remembers_who_declared_it(staff: Client, keeper: User) -> None:
    form = {"day": "2026-12-24", "event": "", "reason": "no power"}
    assert staff.post(reverse("admin:games_outage_add"), form).status_code == 302
    outage = Outage.objects.get()
    assert (outage.declared_by, outage.event, outage.reason) == (keeper, "", "no power")
    again = staff.post(reverse("admin:games_outage_add"), form)
    assert again.status_code == 200, "once a date"


@pytest.mark.parametrize(("event", "declared"), [("KL1-3", 1), ("KL1-4", 0), ("ru1-c", 0)])
def test_an_outage_is_of_an_event_that_there_is(staff: Client, event: str, declared: int) -> None:
    form = {"day": "2026-12-24", "event": event, "reason": "no power"}
    staff.post(reverse("admin:games_outage_add"), form)
    assert Outage.objects.count() == declared


def test_players_stay_out(client: Client) -> None:
    client.force_login(make_player(), backend=BACKEND)
    for model in (Run, Challenge, Outage, Result, Review):
        address = reverse(f"admin:games_{model._meta.model_name}_changelist")
        assert client.get(address, follow=True).status_code == 403
