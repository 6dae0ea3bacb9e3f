"""Friends on two phones: a link made, opened by a stranger, one press after signing up; axe."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.accounts.conftest import PASSWORD
from tests.accounts.test_browser import check, menu
from tests.support.browsing import PHONE, opened_page
from tests.support.live import LiveService

pytestmark = pytest.mark.e2e


@pytest.fixture
def other_phone(browser: Browser, live_service: LiveService) -> Iterator[Page]:
    with opened_page(browser, base_url=live_service.url, name="other", device=PHONE) as page:
        yield page


def fill_sign_up(page: Page, name: str) -> None:
    page.get_by_label("Name").fill(name)
    page.get_by_label("E-mail address").fill(f"friend-{len(name)}@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()


def test_a_link_from_phone_to_phone(
    phone_page: Page, other_phone: Page, live_service: LiveService
) -> None:
    site = live_service.url
    phone_page.goto("/accounts/friends/")
    expect(phone_page.get_by_role("heading", name="Friends need an account")).to_be_visible()
    phone_page.get_by_role("main").get_by_role("link", name="Sign up").click()
    fill_sign_up(phone_page, "Torbjørg")
    expect(phone_page.get_by_role("heading", name="Your friends")).to_be_visible()
    phone_page.get_by_role("button", name="Make a link").click()
    link = phone_page.locator("#link").text_content() or ""
    assert link.startswith(f"{site}/f/")

    other_phone.goto(link)
    expect(other_phone.get_by_role("heading", name="Torbjørg invites you")).to_be_visible()
    other_phone.get_by_role("main").get_by_role("link", name="Sign up").click()
    fill_sign_up(other_phone, "Åse Marie")
    other_phone.get_by_role("button", name="Become friends").click()
    expect(other_phone.get_by_text("Torbjørg and you are friends now.")).to_be_visible()

    phone_page.reload()
    phone_page.get_by_label("More about Åse Marie").click()
    phone_page.get_by_role("button", name="No longer friends").click()
    expect(phone_page.get_by_text("Nobody yet.")).to_be_visible()
    field = phone_page.get_by_label("Name of the player")
    field.fill("Nobody Here")
    phone_page.get_by_role("button", name="Ask to be friends").click()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()
    field.fill("åse marie")
    phone_page.get_by_role("button", name="Ask to be friends").click()
    expect(phone_page.get_by_role("heading", name="You have asked")).to_be_visible()

    other_phone.goto("/")
    expect(other_phone.get_by_label("Somebody asks to be your friend.")).to_be_visible()
    menu(other_phone)
    other_phone.get_by_role("link", name="Friends").click()
    other_phone.get_by_role("button", name="Accept").click()
    expect(other_phone.get_by_text("Torbjørg and you are friends now.")).to_be_visible()


def test_axe_finds_nothing_serious(phone_page: Page, live_service: LiveService) -> None:
    site = live_service.url
    paths = ("accounts/friends/", "fairness/", "fairness/check/?hash=1", "privacy/", "terms/")
    for path in paths:
        check(phone_page, f"{site}/{path}")
    phone_page.goto("/accounts/signup/")
    fill_sign_up(phone_page, "Ragnfrid")
    expect(phone_page.get_by_text("Welcome, Ragnfrid.")).to_be_visible()
    phone_page.goto("/accounts/friends/")
    phone_page.get_by_role("button", name="Make a link").click()
    expect(phone_page.locator("#link")).to_be_visible()
    for path in ("accounts/friends/", "settings/"):
        check(phone_page, f"{site}/{path}")


def test_a_passkey_button_waits_for_its_script(phone_page: Page) -> None:
    held: list[Route] = []
    phone_page.route("**/mfa/js/webauthn.js", lambda route: held.append(route))
    with phone_page.expect_request("**/mfa/js/webauthn.js"):
        phone_page.goto("/accounts/login/", wait_until="commit")
    button = phone_page.get_by_role("button", name="Sign in with a passkey")
    expect(button).to_be_disabled()
    expect(button).to_have_attribute("aria-busy", "true")
    held.pop().continue_()
    expect(button).to_be_enabled()
    expect(button).not_to_have_attribute("aria-busy", "true")


def test_a_passkey_button_whose_script_never_comes_says_so(phone_page: Page) -> None:
    phone_page.route("**/mfa/js/webauthn-json.js", lambda route: route.abort())
    phone_page.goto("/accounts/login/")
    expect(phone_page.get_by_text("A part of this page did not arrive.")).to_be_visible()
    expect(phone_page.get_by_role("button", name="Sign in with a passkey")).to_be_disabled()
