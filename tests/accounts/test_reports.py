"""Names are reported, staff replaces them, the player is told, and nobody gets them again."""

from collections.abc import Callable
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.errors import ReportError
from accounts.models import NameReport, RefusedName, ReportState, User
from accounts.names import InvalidNameError, name_check
from accounts.services.merging import guest_merge
from accounts.services.names import name_validate
from accounts.services.reports import name_replace, name_report
from tests.accounts.conftest import PASSWORD, sign_in
from tests.accounts.test_names_shown import block
from tests.accounts.test_pages import check

Guest = Callable[[], tuple[Client, User]]
MakePlayer = Callable[..., User]
ADMIN = "/admin/accounts/namereport/"
NOW = timezone.now()


@pytest.fixture
def rude(make_player: MakePlayer) -> User:
    return make_player("Nasty Name", email="nasty@example.org")


@pytest.fixture
def keeper(db: None) -> User:
    return User.objects.create_superuser("Keeper", "keeper@example.org", PASSWORD)


@pytest.fixture
def staff(keeper: User) -> Client:
    client = Client()
    sign_in(client, "Keeper")
    return client


def url(player: User) -> str:
    return f"/accounts/reports/{player.pk}/"


def report(reporter: User, player: User) -> None:
    name_report(reporter=reporter, player_id=player.pk, reason="rude", now=NOW)


def admin_action(staff: Client, name: str, *reports: NameReport) -> Any:
    form = {"_selected_action": [found.pk for found in reports], "action": name}
    return staff.post(ADMIN, form, follow=True)


def test_the_form_reports_once(client: Client, player: User, rude: User) -> None:
    sign_in(client, "Solveig")
    page = client.get(url(rude)).content.decode()
    assert "Nasty Name" in page
    check(page)
    for _ in range(2):
        answer = client.post(url(rude), {"reason": "It insults people."}, follow=True)
        assert "Thank you." in answer.content.decode()
    found = NameReport.objects.get()
    assert (found.player, found.reporter, found.name) == (rude, player, "Nasty Name")
    assert (found.reason, found.state) == ("It insults people.", ReportState.OPEN)


def test_who_can_report_whom(client: Client, player: User, rude: User, make_guest: Guest) -> None:
    assert client.get(url(rude))["Location"].startswith("/accounts/login/")
    guest, somebody = make_guest()
    assert guest.post(url(rude), {"reason": ""}).status_code == 302
    sign_in(client, "Solveig")
    own = client.post(url(player), {"reason": ""})
    assert own.status_code == 422
    assert "That is you." in own.content.decode()
    assert client.get(url(somebody)).status_code == 404
    assert client.get(f"/accounts/reports/{10**9}/").status_code == 404
    assert client.post(url(rude), {"reason": "x" * 501}).status_code == 422
    with pytest.raises(ReportError, match="unknown"):
        report(player, somebody)


def test_a_name_one_does_not_see_cannot_be_looked_up_there(
    client: Client, player: User, rude: User
) -> None:
    sign_in(client, "Solveig")
    rude.settings = {"hide_from_boards": True}
    rude.save()
    assert client.get(url(rude)).status_code == 404
    rude.settings = {}
    rude.save()
    block(player, rude)
    assert client.get(url(rude)).status_code == 404


def test_reporting_is_slowed_down(client: Client, player: User, rude: User) -> None:
    sign_in(client, "Solveig")
    codes = [client.post(url(rude), {"reason": ""}).status_code for _ in range(11)]
    assert codes == [302] * 10 + [429]


def test_staff_replaces_a_name_and_the_player_is_told(
    staff: Client,
    player: User,
    rude: User,
    make_player: MakePlayer,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    report(player, rude)
    report(make_player("Ragnhild"), rude)
    assert "Nasty Name" in staff.get(ADMIN).content.decode()
    mail.outbox.clear()
    with django_capture_on_commit_callbacks(execute=True):
        answer = admin_action(staff, "replace_names", NameReport.objects.earliest("pk"))
    assert answer.status_code == 200
    rude.refresh_from_db()
    assert rude.name is not None
    assert rude.name.startswith("Solitaire ")
    assert name_check(rude.name) == rude.name
    states = NameReport.objects.values_list("state", "decided_by__name")
    assert set(states) == {(ReportState.UPHELD, "Keeper")}
    [message] = mail.outbox
    assert message.to == ["nasty@example.org"]
    assert "Nasty Name" in message.body
    assert rude.name in message.body
    assert "http://localhost:8000/settings/" in message.body
    client = Client()
    sign_in(client, rude.email)
    assert rude.name in client.get("/settings/").content.decode()
    pages = [client.get("/settings/").content.decode() for _ in range(2)]
    assert not any("message warning" in page for page in pages), "told once, on the first page"


def test_the_next_page_tells_it_once(client: Client, keeper: User, rude: User) -> None:
    sign_in(client, rude.email)
    name_replace(player_id=rude.pk, name="Nasty Name", staff=keeper, now=NOW)
    assert "message warning" in client.get("/settings/").content.decode()
    assert "message warning" not in client.get("/settings/").content.decode()


def test_the_name_and_its_likes_are_refused_from_then_on(keeper: User, rude: User) -> None:
    assert name_replace(player_id=rude.pk, name="Nasty Name", staff=keeper, now=NOW)
    for typed in ("Nasty Name", "nasty-name", "N\u0430sty N\u0430me"):
        with pytest.raises(InvalidNameError, match="reserved"):
            name_validate(typed=typed)
    RefusedName.objects.all().delete()
    assert name_validate(typed="Nasty Name") == "Nasty Name"


def test_who_renamed_themselves_meanwhile_keeps_the_new_name(
    keeper: User, player: User, rude: User
) -> None:
    report(player, rude)
    rude.name_set("Kind Name").save()
    assert not name_replace(player_id=rude.pk, name="Nasty Name", staff=keeper, now=NOW)
    rude.refresh_from_db()
    assert (rude.name, rude.renamed_at) == ("Kind Name", None)
    assert NameReport.objects.get().state == ReportState.UPHELD
    with pytest.raises(InvalidNameError):
        name_validate(typed="Nasty Name")


def test_a_dismissed_report_is_closed_and_may_come_again(
    staff: Client, player: User, rude: User
) -> None:
    report(player, rude)
    admin_action(staff, "dismiss", NameReport.objects.get())
    rude.refresh_from_db()
    assert rude.name == "Nasty Name"
    report(player, rude)
    states = NameReport.objects.order_by("pk").values_list("state", flat=True)
    assert list(states) == [ReportState.DISMISSED, ReportState.OPEN]
    admin_action(staff, "dismiss", NameReport.objects.earliest("pk"))
    assert NameReport.objects.filter(state=ReportState.OPEN).count() == 1


def test_only_staff_sees_reports_and_nobody_edits_them(
    client: Client, staff: Client, player: User, rude: User
) -> None:
    report(player, rude)
    found = NameReport.objects.get()
    sign_in(client, "Solveig")
    assert client.get(ADMIN, follow=True).status_code == 403
    assert staff.get(f"{ADMIN}{found.pk}/change/").status_code == 200
    assert staff.get(f"{ADMIN}add/").status_code == 403
    assert staff.post(f"{ADMIN}{found.pk}/delete/", {"post": "yes"}).status_code == 403
    assert staff.get("/admin/accounts/refusedname/").status_code == 200


def test_no_mail_without_a_verified_address_or_a_server(
    keeper: User,
    rude: User,
    player: User,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    EmailAddress.objects.filter(user=player).update(verified=False)
    with django_capture_on_commit_callbacks(execute=True):
        assert name_replace(player_id=player.pk, name="Solveig", staff=keeper, now=NOW)
    assert mail.outbox == []

    def fail(message: EmailMessage) -> int:
        raise SMTPServerDisconnected

    monkeypatch.setattr(EmailMessage, "send", fail)
    with django_capture_on_commit_callbacks(execute=True):
        assert name_replace(player_id=rude.pk, name="Nasty Name", staff=keeper, now=NOW)
    rude.refresh_from_db()
    assert rude.renamed_at == NOW


def test_a_guests_reports_come_along(player: User, rude: User, make_player: MakePlayer) -> None:
    other = make_player("Sunniva")
    guest = User.objects.create(tag="4F7K")
    for reported in (rude, other, player):
        report(guest, reported)
    report(player, rude)
    guest_merge(guest=guest, account=player)
    kept = NameReport.objects.order_by("player__name").values_list("player__name", "reporter__name")
    assert sorted(kept, key=str) == [
        ("Nasty Name", "Solveig"),
        ("Nasty Name", None),
        ("Solveig", None),
        ("Sunniva", "Solveig"),
    ]
