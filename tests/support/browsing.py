"""Chromium for the browser tests: Debian's, headless, on a phone or a desktop."""

import contextlib
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

RESULTS = Path("test-results")
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}


def chromium_path() -> str:
    """The installed Chromium; `make test` installs one where it can."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    assert path, "Chromium is not installed; on Debian: apt install chromium"
    return path


@contextlib.contextmanager
def running_browser() -> Iterator[Browser]:
    """A browser. While it runs, its event loop runs in this thread: no async test may."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


@contextlib.contextmanager
def opened_page(browser: Browser, *, base_url: str, name: str, device: Any) -> Iterator[Page]:
    """A page in a context of its own; a failing test leaves a picture in `test-results/`.

    Uncaught errors of scripts and violations of the content policy fail the test.
    """
    context: BrowserContext = browser.new_context(base_url=base_url, locale="en", **device)
    page = context.new_page()
    faults = watched(page)
    try:
        yield page
    except BaseException:
        RESULTS.mkdir(exist_ok=True)
        page.screenshot(path=RESULTS / f"{re.sub(r'[^a-zA-Z0-9]+', '-', name)}.png")
        raise
    finally:
        context.close()
    assert not faults, faults


def watched(page: Page) -> list[str]:
    """A list that fills with the page's uncaught errors and policy violations."""
    faults: list[str] = []

    def said(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            faults.append(message.text)

    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", said)
    return faults
