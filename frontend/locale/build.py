"""Keep the catalogues: ``python -m frontend.locale.build`` writes, ``--check`` only looks.

Writing takes in new texts with an empty translation, drops those no longer used, and
compiles. Checking fails on a missing, left-over, fuzzy or unfit translation and on a
compiled file that is not what its catalogue compiles to. Same input, same bytes: no
dates, no line numbers, Babel pinned by the lock files.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from frontend.locale.extract import (
    Text,
    django_texts,
    javascript_texts,
    page_script_texts,
)

ROOT = Path(__file__).resolve().parents[2]
LOCALES = ("fr", "nb")
DOMAINS: dict[str, Callable[[Path], Iterator[Text]]] = {
    "django": django_texts,
    "djangojs": javascript_texts,
    "pagesjs": page_script_texts,
}
# Dates and the generator's name would differ between two builds of one source.
KEPT_HEADERS = ("Language", "Plural-Forms", "MIME-Version", "Content-Type")
HEADER = "# The texts of Réussite. Kept by: python -m frontend.locale.build"


class StableCatalog(Catalog):
    """A catalogue whose header says nothing but how to read it."""

    @property  # type: ignore[misc]
    def mime_headers(self) -> list[tuple[str, str]]:
        """The headers a reader needs, in a fixed order."""
        told = dict(super().mime_headers)
        told["Language"] = str(self.locale_identifier)
        return [(name, told[name]) for name in KEPT_HEADERS]


def build(root: Path) -> None:
    """Bring every catalogue of the tree at `root` up to date and compile it."""
    for locale, domain, texts in _catalogues(root):
        path = po_path(root, locale, domain)
        path.parent.mkdir(parents=True, exist_ok=True)
        catalog = merged(texts, read(path, locale))
        path.write_bytes(po_bytes(catalog))
        path.with_suffix(".mo").write_bytes(mo_bytes(catalog))


def problems(root: Path) -> list[str]:
    """Everything that keeps the catalogues from being whole, a line each."""
    found: list[str] = []
    for locale, domain, texts in _catalogues(root):
        path = po_path(root, locale, domain)
        name = path.relative_to(root).as_posix()
        known = read(path, locale)
        catalog = merged(texts, known)
        found += [f"{name}: no longer used: {message.id!r}" for message in _left(known, catalog)]
        found += [f"{name}: {trouble}" for trouble in _troubles(catalog, known)]
        if not path.exists() or path.read_bytes() != po_bytes(catalog):
            found.append(f"{name}: not as this command writes it")
        compiled = path.with_suffix(".mo")
        if not compiled.exists() or compiled.read_bytes() != mo_bytes(catalog):
            found.append(f"{name}: its compiled file is stale")
    return found


def po_path(root: Path, locale: str, domain: str) -> Path:
    """Where the catalogue of one language and domain is kept."""
    return root / "frontend" / "locale" / locale / "LC_MESSAGES" / f"{domain}.po"


def read(path: Path, locale: str) -> Catalog:
    """The stored catalogue, an empty one when there is none yet."""
    if not path.exists():
        return Catalog(locale=locale)
    with path.open("rb") as file:
        return read_po(file, locale=locale)


def merged(texts: Iterable[Text], known: Catalog) -> StableCatalog:
    """The texts of the source with the translations already `known`."""
    catalog = StableCatalog(locale=known.locale, fuzzy=False, header_comment=HEADER)
    for text in texts:
        old = known.get(text.ident, text.context)
        catalog.add(
            text.ident,
            old.string if old is not None and _same_shape(old, text) else None,
            locations=[(text.file, 0)],
            auto_comments=text.comments,
            user_comments=old.user_comments if old is not None else (),
            flags=old.flags if old is not None else (),
            context=text.context,
        )
    return catalog


def po_bytes(catalog: Catalog) -> bytes:
    """The catalogue's text form, sorted by text."""
    out = BytesIO()
    write_po(out, catalog, width=100, sort_output=True, include_lineno=False)
    return out.getvalue()


def mo_bytes(catalog: Catalog) -> bytes:
    """The catalogue's compiled form."""
    out = BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def _catalogues(root: Path) -> Iterator[tuple[str, str, list[Text]]]:
    for domain, extract in DOMAINS.items():
        texts = list(extract(root))
        for locale in LOCALES:
            yield locale, domain, texts


def _same_shape(old: Message, text: Text) -> bool:
    return isinstance(old.id, tuple | list) == isinstance(text.ident, tuple)


def _left(known: Catalog, catalog: Catalog) -> list[Message]:
    stored = [message for message in known if message.id]
    unused = [message for message in stored if catalog.get(message.id, message.context) is None]
    return unused + list(known.obsolete.values())


def _troubles(catalog: Catalog, known: Catalog) -> Iterator[str]:
    for message in catalog:
        if not message.id:
            continue
        strings = [message.string] if isinstance(message.string, str) else message.string
        if known.get(message.id, message.context) is None:
            yield f"new, not yet taken in: {message.id!r}"
        elif message.fuzzy:
            yield f"fuzzy: {message.id!r}"
        elif not strings or not all(strings):
            yield f"not translated: {message.id!r}"
        for error in message.check(catalog):
            yield f"{error}: {message.id!r}"


def main(arguments: list[str] | None = None) -> int:
    """Run the command; the exit code is 1 when a check finds something."""
    parser = argparse.ArgumentParser(prog="frontend.locale.build", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing, tell what is stale")
    parser.add_argument("--root", type=Path, default=ROOT, help="the source tree")
    options = parser.parse_args(arguments)
    if not options.check:
        build(options.root)
        return 0
    found = problems(options.root)
    sys.stderr.writelines(f"{line}\n" for line in found)
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
