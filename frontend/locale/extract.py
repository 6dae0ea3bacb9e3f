"""Find every translatable text of the source: Python, Django templates and JavaScript.

GNU gettext is not needed. Line numbers are left out of what is stored: a catalogue
changes when a text changes, not when a line moves.
"""

import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import NamedTuple, cast

from babel.messages.extract import extract_python
from django.utils.translation.template import templatize

APPS = ("accounts", "config", "games", "leaderboards")

# For each function, which arguments hold texts: (singular, plural) or ((context, "c"), ...).
PYTHON_KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
# The number of leading string arguments of each function of the browser's catalogue.
JS_FUNCTIONS = {"gettext": 1, "ngettext": 2, "pgettext": 2, "npgettext": 3}
JS_CALL = re.compile(r"(?<![\w.$])(n?p?gettext)\(\s*")
JS_STRING = re.compile(r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')\s*,?\s*""")
JS_DECLARED = re.compile(r"function\s+$")
JS_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)")
COMMENT = "Translators"
PythonCall = tuple[int, str, str | tuple[str | None, ...] | None, list[str]]


class Text(NamedTuple):
    """One translatable text; `ident` is (singular, plural) where a number decides."""

    ident: str | tuple[str, str]
    context: str | None
    file: str
    comments: tuple[str, ...] = ()


class ExtractionError(Exception):
    """A call whose text is no plain literal, so that no catalogue can hold it."""


def django_texts(root: Path) -> Iterator[Text]:
    """The texts that the server renders."""
    for app in APPS:
        for path in sorted((root / app).rglob("*.py")):
            if "migrations" not in path.parts:
                yield from _python_texts(path.read_bytes(), _name(path, root))
    for path in sorted((root / "frontend" / "templates").rglob("*.*")):
        if path.suffix in {".html", ".txt"}:
            yield from template_texts(path.read_text("utf-8"), _name(path, root))


def javascript_texts(root: Path) -> Iterator[Text]:
    """The texts that the browser renders at every table: they count in its first load."""
    for path in _scripts(root):
        if not _is_of_pages(path):
            yield from script_texts(path.read_text("utf-8"), _name(path, root))


def page_script_texts(root: Path) -> Iterator[Text]:
    """The other texts that the browser renders: on pages, in races, on the text board."""
    known = {(text.ident, text.context) for text in javascript_texts(root)}
    for path in _scripts(root):
        if _is_of_pages(path):
            for text in script_texts(path.read_text("utf-8"), _name(path, root)):
                if (text.ident, text.context) not in known:
                    yield text


def _scripts(root: Path) -> list[Path]:
    return sorted((root / "frontend" / "js").rglob("*.js"))


def _is_of_pages(path: Path) -> bool:
    return path.parent.name == "pages" or path.name.startswith(("race", "textboard"))


def template_texts(source: str, file: str) -> Iterator[Text]:
    """Texts of one Django template, by Django's own reading of it."""
    python = templatize(source, origin=file)
    # Indentation means nothing in a template and everything to Python's tokenizer.
    flat = "\n".join(line.lstrip() for line in python.splitlines())
    return _python_texts(flat.encode(), file)


def script_texts(source: str, file: str) -> Iterator[Text]:
    """Texts of one ES module; inside template literals too."""
    for call in JS_CALL.finditer(source):
        if JS_DECLARED.search(source, 0, call.start()):
            continue
        name = call[1]
        strings = list(_leading_strings(source, call.end()))[: JS_FUNCTIONS[name]]
        if len(strings) < JS_FUNCTIONS[name]:
            line = source.count("\n", 0, call.start()) + 1
            raise ExtractionError(f"{file}:{line}: {name}() takes plain string literals only")
        context = strings.pop(0) if name in {"pgettext", "npgettext"} else None
        ident = strings[0] if len(strings) == 1 else (strings[0], strings[1])
        yield Text(ident, context, file)


def _leading_strings(source: str, at: int) -> Iterator[str]:
    while found := JS_STRING.match(source, at):
        yield JS_ESCAPE.sub(_unescape, found[1][1:-1])
        at = found.end()


def _unescape(escape: re.Match[str]) -> str:
    code = escape[1]
    if code[0] == "u" and len(code) > 1:
        return chr(int(code[1:], 16))
    return {"n": "\n", "t": "\t"}.get(code, code)


def _python_texts(source: bytes, file: str) -> Iterator[Text]:
    found = extract_python(BytesIO(source), PYTHON_KEYWORDS, [COMMENT], {"encoding": "utf-8"})
    # Babel's annotation names the wrong four: these are line, function, arguments, comments.
    for _line, function, messages, comments in cast("Iterable[PythonCall]", found):
        strings = list(messages) if isinstance(messages, tuple) else [messages]
        yield _text(function, strings, file, tuple(comments))


def _text(function: str, strings: list[str | None], file: str, comments: tuple[str, ...]) -> Text:
    with_context = "pgettext" in function
    wanted = 1 + ("ngettext" in function or "npgettext" in function) + with_context
    texts = [text for text in strings[:wanted] if text]
    if len(texts) < wanted:
        raise ExtractionError(f"{file}: {function}() takes plain string literals only")
    context = texts.pop(0) if with_context else None
    ident = texts[0] if len(texts) == 1 else (texts[0], texts[1])
    return Text(ident, context, file, comments)


def _name(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix()
