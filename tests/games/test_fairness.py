"""The pages of fairness, and the check of a commitment: page and shell say the same."""

from __future__ import annotations

import re
import subprocess
import sys
from urllib.parse import urlencode

import pytest
from django.test import Client

from engine.commitment import commitment
from tests.pages.markup import Markup
from tests.support.tree import ROOT

CODE = "RU1-C-" + "ABCDEFGHIJKLMNOPQRSTUVWXYZAB"
SALT = "0123456789abcdef0123456789ABCDEF"
HASH = commitment(SALT, CODE)
CHECK = "/fairness/check/"

pytestmark = pytest.mark.django_db


def verdict(client: Client, hash_text: str, salt: str, code: str) -> str:
    asked = urlencode({"hash": hash_text, "salt": salt, "code": code})
    answer = client.get(f"{CHECK}?{asked}")
    assert answer.status_code == 200
    page = Markup(answer.content.decode())
    if 'class="errorlist"' in answer.content.decode():
        return "unreadable"
    assert "python -m engine check-commitment" in page.text
    return "kept" if "The promise was kept" in page.text else "broken"


def shell(hash_text: str, salt: str, code: str) -> str:
    command = [sys.executable, "-m", "engine", "check-commitment", hash_text, salt, code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    return {0: "kept", 1: "broken", 2: "unreadable"}[done.returncode]


@pytest.mark.parametrize(
    ("hash_text", "salt", "code", "expected"),
    [
        (HASH, SALT, CODE, "kept"),
        (HASH.upper(), SALT, f"{CODE[:6]}{CODE[6:].lower()}", "kept"),
        (HASH, SALT.lower(), CODE, "broken"),
        (HASH, SALT, CODE[:-1] + "C", "broken"),
        (HASH[:-1] + ("0" if HASH[-1] != "0" else "1"), SALT, CODE, "broken"),
        (HASH, SALT, CODE.replace("RU1-C", "RU1-R"), "broken"),
        (HASH[:-1], SALT, CODE, "unreadable"),
        (HASH, SALT + "0", CODE, "unreadable"),
        (HASH, SALT[:-1] + "g", CODE, "unreadable"),
        (HASH, SALT, "RU1-X-ABCDEFG", "unreadable"),
    ],
)
def test_page_and_shell_agree(
    client: Client, hash_text: str, salt: str, code: str, expected: str
) -> None:
    assert verdict(client, hash_text, salt, code) == expected
    assert shell(hash_text, salt, code) == expected


def test_the_command_on_the_page_can_be_run_as_it_stands(client: Client) -> None:
    asked = urlencode({"hash": HASH, "salt": SALT, "code": CODE})
    html = client.get(f"{CHECK}?{asked}").content.decode()
    shown = re.search(r"python -m engine (check-commitment [^<]+)</pre>", html)
    assert shown
    command = [sys.executable, "-m", "engine", *shown[1].split()]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout.strip()) == (0, "kept")
    lone = re.search(r"printf %s &quot;([^&]+)&quot; \| sha256sum|printf %s \"([^\"]+)\"", html)
    assert lone
    digest = subprocess.run(
        ["sha256sum"], input=lone[1] or lone[2], capture_output=True, text=True, timeout=60
    )
    assert digest.stdout.split()[0] == HASH


def test_an_empty_page_says_nothing_about_any_promise(client: Client) -> None:
    page = Markup(client.get(CHECK).content.decode())
    assert "promise was kept" not in page.text
    assert not page.all("ul", **{"class": "errorlist"})


@pytest.mark.parametrize("query", ["hash=", "hash=%00&salt=%00&code=%00", "code=" + "A" * 4000])
def test_nonsense_is_refused_field_by_field(client: Client, query: str) -> None:
    answer = client.get(f"{CHECK}?{query}")
    assert answer.status_code == 200
    assert 'class="errorlist"' in answer.content.decode()


@pytest.mark.parametrize("path", ["/fairness/", "/privacy/", "/terms/"])
def test_plain_words_for_everybody_linked_in_every_footer(client: Client, path: str) -> None:
    page = Markup(client.get(path).content.decode())
    assert len(page.all("h1")) == 1
    for linked in ("/fairness/", "/privacy/", "/terms/"):
        assert page.all("a", href=linked)
    assert client.post(path).status_code == 405


def test_the_fairness_page_says_what_must_be_said(client: Client) -> None:
    text = Markup(client.get("/fairness/").content.decode()).text
    proof = "Proved winnable with all cards known. You do not see them all, so you can still lose."
    for sentence in (proof, "No machine punishes anybody", "you can appeal", "MIT licence"):
        assert sentence in text


def test_the_pages_name_whom_to_write_to(client: Client, settings: object) -> None:
    assert "mailto:" not in client.get("/privacy/").content.decode()
    settings.CONTACT_EMAIL = "people@play.example"  # type: ignore[attr-defined]
    for path in ("/privacy/", "/terms/"):
        assert "mailto:people@play.example" in client.get(path).content.decode()


def test_what_staff_can_see_is_said_in_full(client: Client) -> None:
    """`tests/accounts/test_admin.py` holds the tables to this."""
    html = client.get("/fairness/").content.decode()
    said = Markup(html.partition('id="staff"')[2].partition("</section>")[0]).text
    for word in ("e-mail address", "time zone and language", "last seen", "reviews", "Reports"):
        assert word in said
    assert "No page of theirs shows passwords, passkeys, devices, network addresses" in said


def test_what_scripts_keep_in_the_browser_is_said(client: Client) -> None:
    """Of each script that keeps something; a new one has to be told of."""
    keeps = re.compile(r"\b(?:localStorage|sessionStorage|indexedDB|document\.cookie)\b")
    scripts = (ROOT / "frontend/js").rglob("*.js")
    keeping = {path.name for path in scripts if keeps.search(path.read_text("utf-8"))}
    assert keeping == {"race.js", "site.js"}
    text = Markup(client.get("/privacy/").content.decode()).text
    assert "whether you hide your rivals in races" in text
    assert "your language and time zone" in text
