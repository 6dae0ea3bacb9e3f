"""User agents as browsers send them."""

import pytest

from accounts.devices import device_name

CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36"
SAFARI = "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1"


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        (f"Mozilla/5.0 (X11; Linux x86_64) {CHROME}", "Chrome · Linux"),
        (f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {CHROME} Edg/130.0", "Edge · Windows"),
        (f"Mozilla/5.0 (Linux; Android 14; Pixel 8) {CHROME}", "Chrome · Android"),
        (f"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) {SAFARI}", "Safari · iPhone"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:132.0) Firefox/132.0", "Firefox · Mac"),
        ("curl/8.9", "curl/8.9"),
        ("x" * 200, "x" * 40),
        ("", ""),
    ],
)
def test_a_device_is_called_by_browser_and_system(user_agent: str, name: str) -> None:
    assert device_name(user_agent) == name
