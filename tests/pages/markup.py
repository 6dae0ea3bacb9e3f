"""A page's text as a tree flat enough for tests: every tag with its attributes, and the words."""

from __future__ import annotations

from html.parser import HTMLParser

Tag = tuple[str, dict[str, str]]


class Markup(HTMLParser):
    """Reads a whole page; `tags` in order, `text` outside scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[Tag] = []
        self.words: list[str] = []
        self.inline_scripts: list[str] = []
        self._script: dict[str, str] | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.tags.append((tag, given))
        if tag == "script":
            self._script = given

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self._script = None

    def handle_data(self, data: str) -> None:
        if self._script is None:
            self.words.append(data)
        elif data.strip() and self._script.get("type") != "application/json":
            self.inline_scripts.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def all(self, tag: str, **wanted: str) -> list[dict[str, str]]:
        """The attributes of every such tag; `wanted` names attributes and their values."""
        return [
            given
            for name, given in self.tags
            if name == tag and all(given.get(key) == value for key, value in wanted.items())
        ]
