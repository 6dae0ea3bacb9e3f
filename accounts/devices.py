"""What people call a device: its browser and its system, guessed from the user agent."""

import re

# The first that matches: most browsers also claim to be the ones below them.
_BROWSERS = (
    ("Edge", r"Edg(?:e|A|iOS)?/"),
    ("Opera", r"OPR/|Opera"),
    ("Samsung Internet", r"SamsungBrowser/"),
    ("Firefox", r"Firefox/|FxiOS/"),
    ("Chrome", r"Chrome/|CriOS/"),
    ("Safari", r"Safari/"),
)
_SYSTEMS = (
    ("iPhone", r"iPhone"),
    ("iPad", r"iPad"),
    ("Android", r"Android"),
    ("ChromeOS", r"CrOS"),
    ("Windows", r"Windows"),
    ("Mac", r"Macintosh|Mac OS X"),
    ("Linux", r"Linux|X11"),
)


def device_name(user_agent: str) -> str:
    """As ``Firefox · Linux``; the beginning of the user agent when neither is known."""
    found = [name for table in (_BROWSERS, _SYSTEMS) if (name := _first(table, user_agent))]
    return " · ".join(found) or user_agent[:40]


def _first(table: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((name for name, pattern in table if re.search(pattern, user_agent)), "")
