"""One schema for the table's settings, and its three doors: service, page, API."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from accounts.forms import SETTING_LABELS
from accounts.models import User
from accounts.selectors import settings_of
from accounts.services.accounts import settings_update
from accounts.settings import DEFAULTS, InvalidSettingsError, settings_check, settings_read
from tests.accounts.conftest import sign_in

Guest = Callable[[], tuple[Client, User]]
URL = "/api/v1/settings"

# Pinned: what players have stored must keep its meaning.
CONTRACT: dict[str, Any] = {
    "placement_help": True,
    "interactive_rules": True,
    "double_tap": True,
    "auto_placement": False,
    "finish_button": True,
    "columns_first": False,
    "winnable_only": False,
    "winnable_only_classic": True,
    "draw": 1,
    "theme": "felt",
    "deck": "four",
    "left_hand": False,
    "local_ranks": True,
    "sound": False,
    "kind": "ranked",
    "motion": True,
    "text_board": False,
    "profile_for": "everyone",
    "hide_from_boards": False,
    "daily_reminder": False,
}


def put(client: Client, changes: Any, **more: Any) -> Any:
    return client.put(URL, changes, content_type="application/json", **more)


def test_keys_and_defaults_are_pinned() -> None:
    assert DEFAULTS == CONTRACT


@pytest.mark.parametrize(
    "changes",
    [
        {"draw": 2},
        {"draw": "1"},
        {"draw": True},
        {"draw": None},
        {"sound": 1},
        {"sound": "true"},
        {"theme": "FELT"},
        {"theme": ["felt"]},
        {"unknown": True},
        {"placement_help": True, "unknown": 1},
        {"": ""},
    ],
)
def test_unknown_keys_and_wrong_values_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(InvalidSettingsError) as caught:
        settings_check(changes)
    assert caught.value.code == "settings"


@given(
    st.dictionaries(
        st.sampled_from([*CONTRACT, "old"]), st.one_of(st.booleans(), st.integers(), st.text())
    )
)
def test_reading_always_gives_a_whole_valid_set(stored: dict[str, Any]) -> None:
    read = settings_read(stored)
    assert read.keys() == CONTRACT.keys()
    assert settings_check(read) == read


def test_only_what_was_set_is_stored(player: User) -> None:
    settings_update(user=player, changes={"draw": 3})
    settings_update(user=player, changes={"sound": True})
    player.refresh_from_db()
    assert player.settings == {"draw": 3, "sound": True}
    assert settings_of(player) == CONTRACT | {"draw": 3, "sound": True}


def test_a_refused_change_changes_nothing(player: User) -> None:
    with pytest.raises(InvalidSettingsError):
        settings_update(user=player, changes={"draw": 3, "sound": "loud"})
    player.refresh_from_db()
    assert player.settings == {}


def test_two_devices_that_change_different_settings_keep_both(player: User) -> None:
    other_device = User.objects.get(pk=player.pk)
    settings_update(user=player, changes={"draw": 3})
    settings_update(user=other_device, changes={"sound": True})
    player.refresh_from_db()
    assert player.settings == {"draw": 3, "sound": True}


@pytest.mark.django_db
def test_api_gives_a_visitor_the_defaults_and_makes_nobody(client: Client) -> None:
    answer = client.get(URL)
    assert answer.json() == CONTRACT
    assert answer["Cache-Control"] == "no-store"
    assert not User.objects.exists()


@pytest.mark.django_db
def test_api_makes_a_guest_of_a_visitor_who_changes_something(client: Client) -> None:
    answer = put(client, {"theme": "midnight"})
    assert answer.json() == CONTRACT | {"theme": "midnight"}
    guest = User.objects.get()
    assert guest.is_guest
    assert client.get(URL).json()["theme"] == "midnight"


def test_api_changes_what_it_is_given(client: Client, player: User) -> None:
    sign_in(client, "Solveig")
    put(client, {"draw": 3})
    assert put(client, {"deck": "two"}).json() == CONTRACT | {"draw": 3, "deck": "two"}
    assert client.get(URL).json() == CONTRACT | {"draw": 3, "deck": "two"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    "body", ['{"draw": 2}', '{"nothing": 1}', "[1]", "3", '"draw"', "{", "", "null"]
)
def test_api_refuses_bad_bodies_and_makes_nobody(client: Client, body: str) -> None:
    answer = put(client, body)
    assert answer.status_code in {400, 422}
    assert not User.objects.exists()


@pytest.mark.django_db
def test_api_refusal_has_code_and_detail(client: Client) -> None:
    answer = put(client, {"draw": 2})
    assert answer.status_code == 422
    assert answer.json() == {"code": "settings", "detail": "Invalid enum value 2 - at `$.draw`"}


@pytest.mark.django_db
def test_api_change_needs_the_csrf_token() -> None:
    client = Client(enforce_csrf_checks=True)
    assert put(client, {"draw": 3}).status_code == 403
    client.get("/settings/")
    token = client.cookies["csrftoken"].value
    assert put(client, {"draw": 3}, headers={"x-csrftoken": token}).status_code == 200


def page_form(**changes: Any) -> dict[str, Any]:
    """What the page's form sends: ticked boxes and chosen options."""
    values = CONTRACT | {"language": "", "zone": "Europe/Oslo", "name": "Solveig"} | changes
    return {
        key: "on" if value is True else value for key, value in values.items() if value is not False
    }


def test_page_has_a_field_for_every_setting() -> None:
    assert SETTING_LABELS.keys() == CONTRACT.keys()


def test_page_shows_and_saves_everything(client: Client, player: User) -> None:
    sign_in(client, "Solveig")
    page = client.get("/settings/").content.decode()
    for key in CONTRACT:
        assert f'name="{key}"' in page
    answer = client.post(
        "/settings/",
        page_form(draw=3, sound=True, motion=False, theme="linen", language="nb", name="Solvei"),
    )
    assert answer.status_code == 302
    player.refresh_from_db()
    expected = {"draw": 3, "sound": True, "motion": False, "theme": "linen"}
    assert settings_of(player) == CONTRACT | expected
    assert (player.name, player.zone, player.language) == ("Solvei", "Europe/Oslo", "nb")


def test_page_refuses_a_taken_name_and_saves_nothing(
    client: Client, player: User, make_player: Callable[..., User]
) -> None:
    make_player("Ægir")
    sign_in(client, "Solveig")
    answer = client.post("/settings/", page_form(name="\u0430egir", draw=3))
    assert answer.status_code == 422
    text = answer.content.decode()
    assert 'aria-describedby="id_name_helptext id_name_error"' in text
    assert 'id="id_name_error"' in text
    player.refresh_from_db()
    assert (player.name, player.settings) == ("Solveig", {})


@pytest.mark.parametrize(
    "change",
    [{"zone": "Middle/Earth"}, {"zone": ""}, {"language": "xx"}, {"draw": 2}, {"theme": "pink"}],
)
def test_page_refuses_what_is_no_choice(
    client: Client, player: User, change: dict[str, Any]
) -> None:
    sign_in(client, "Solveig")
    assert client.post("/settings/", page_form(**change)).status_code == 422
    player.refresh_from_db()
    assert player.settings == {}


def test_own_name_in_another_case_is_not_taken(client: Client, player: User) -> None:
    sign_in(client, "Solveig")
    assert client.post("/settings/", page_form(name="SOLVEIG")).status_code == 302
    player.refresh_from_db()
    assert player.name == "SOLVEIG"


@pytest.mark.django_db
def test_page_makes_a_guest_of_a_visitor_and_offers_no_name(client: Client) -> None:
    client.cookies["zone"] = "Europe%2FParis"
    page = client.get("/settings/").content.decode()
    assert 'name="name"' not in page
    assert '<option value="Europe/Paris" selected>' in page
    assert not User.objects.exists()
    form = page_form(draw=3, zone="Europe/Paris", name="Solveig")
    assert client.post("/settings/", form).status_code == 302
    guest = User.objects.get()
    assert (guest.is_guest, guest.name, guest.zone) == (True, None, "Europe/Paris")
    assert settings_of(guest)["draw"] == 3
