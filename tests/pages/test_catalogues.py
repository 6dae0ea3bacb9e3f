"""The catalogues: fresh, whole, reproducible, well set; and the command that keeps them."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from django.test import Client
from django.utils import translation
from django.utils.translation import ngettext

from frontend.locale.build import DOMAINS, LOCALES, ROOT, build, main, po_path, problems, read
from frontend.locale.extract import ExtractionError, Text, script_texts, template_texts

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w+\}")
# A letter or closing sign, then a plain space (or none at all) before a high French sign.
FRENCH_SPACE = re.compile(r"[\w)»’%] [:;?!»]|\w[;?!](?![\w/])|« ")
CATALOGUES = [(locale, domain) for locale in LOCALES for domain in DOMAINS]


def catalog(locale: str, domain: str = "django") -> Catalog:
    return read(po_path(ROOT, locale, domain), locale)


def pairs(locale: str, domain: str) -> list[tuple[str, str]]:
    """Every text with its translation; plural forms one by one."""
    found = []
    for message in catalog(locale, domain):
        if not message.id:
            continue
        if isinstance(message.id, str):
            found.append((message.id, str(message.string)))
        else:
            found += [(message.id[min(n, 1)], one) for n, one in enumerate(message.string)]
    return found


def test_catalogues_are_fresh_and_whole() -> None:
    assert problems(ROOT) == []


@pytest.mark.parametrize(("locale", "domain"), CATALOGUES)
def test_translations_keep_the_placeholders(locale: str, domain: str) -> None:
    for text, said in pairs(locale, domain):
        assert set(PLACEHOLDER.findall(text)) == set(PLACEHOLDER.findall(said)), text


@pytest.mark.parametrize("domain", DOMAINS)
def test_french_is_set_with_its_own_spaces_and_apostrophes(domain: str) -> None:
    for _, text in pairs("fr", domain):
        words = re.sub(r"https?://\S+|<[^>]*>|\[Code [^]]*\]", "", text)
        assert not FRENCH_SPACE.search(words), text
        assert "'" not in words, text
        assert '"' not in words, text


@pytest.mark.parametrize("domain", DOMAINS)
def test_norwegian_is_set_with_its_own_quotes(domain: str) -> None:
    for _, text in pairs("nb", domain):
        words = re.sub(r"<[^>]*>|\[Code [^]]*\]", "", text)
        assert '"' not in words, text
        assert not re.search(r"« | »|\s[;:?!]", words), text


GLOSSARY = [
    ("Classic", "Classique", "Klassisk"),
    ("Relaxed", "Assoupli", "Lempet"),
    ("Placement help", "Aide au placement", "Plasseringshjelp"),
    ("Interactive rules", "Règles interactives", "Interaktive regler"),
    ("Auto placement", "Placement auto", "Automatisk plassering"),
    ("Game code", "Code de partie", "Spillkode"),
    ("Undo", "Annuler", "Angre"),
    ("Hint", "Indice", "Hint"),
]


@pytest.mark.parametrize(("text", "french", "norwegian"), GLOSSARY)
def test_the_words_of_the_games(text: str, french: str, norwegian: str) -> None:
    assert catalog("fr")[text].string == french
    assert catalog("nb")[text].string == norwegian


BROWSER_GLOSSARY = [
    ("ace", "as", "ess"),
    ("jack", "valet", "knekt"),
    ("queen", "dame", "dame"),
    ("king", "roi", "konge"),
    ("spades", "pique", "spar"),
    ("hearts", "cœur", "hjerter"),
    ("diamonds", "carreau", "ruter"),
    ("clubs", "trèfle", "kløver"),
    ("stock", "pioche", "trekkbunke"),
    ("waste", "défausse", "avkastbunke"),
]


@pytest.mark.parametrize(("text", "french", "norwegian"), BROWSER_GLOSSARY)
def test_the_words_of_the_cards(text: str, french: str, norwegian: str) -> None:
    assert catalog("fr", "djangojs")[text].string == french
    assert catalog("nb", "djangojs")[text].string == norwegian


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "word"), [("fr", "cœur"), ("nb", "hjerter")])
def test_the_browser_is_given_its_catalogue(language: str, word: str) -> None:
    answer = Client().get("/jsi18n/", headers={"accept-language": language})
    assert answer["Content-Type"].startswith("text/javascript")
    assert json.dumps(word) in answer.content.decode()


@pytest.mark.parametrize(
    ("language", "said"),
    [("fr", ["0 coup", "1 coup", "2 coups"]), ("nb", ["0 trekk", "1 trekk", "2 trekk"])],
)
def test_numbers_decide_the_form(language: str, said: list[str]) -> None:
    with translation.override(language):
        forms = [ngettext("%(moves)s move", "%(moves)s moves", n) % {"moves": n} for n in range(3)]
    assert forms == said


# The command, on a small tree of its own.


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in ("accounts", "config", "games", "leaderboards", "frontend/js"):
        (tmp_path / name).mkdir(parents=True)
    page = tmp_path / "frontend" / "templates" / "page.html"
    page.parent.mkdir()
    page.write_text('{% load i18n %}<p>Don’t {% translate "Play" %}</p>')
    (tmp_path / "games" / "words.py").write_text(
        'from django.utils.translation import ngettext\nngettext("one card", "%(n)s cards", 2)\n'
    )
    return tmp_path


def translate(tree: Path, old: str, new: str, locale: str = "nb") -> None:
    path = po_path(tree, locale, "django")
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")


def fill(tree: Path) -> None:
    """Translate everything of the small tree, and compile."""
    build(tree)
    for locale in LOCALES:
        translate(tree, 'msgid "Play"\nmsgstr ""', 'msgid "Play"\nmsgstr "Spill"', locale)
        translate(tree, '[0] ""', '[0] "ett kort"', locale)
        translate(tree, '[1] ""', '[1] "%(n)s kort"', locale)
        translate(tree, '[2] ""', '[2] "%(n)s kort"', locale)
    build(tree)


def test_a_built_tree_has_no_problem_and_builds_to_the_same_bytes(tree: Path) -> None:
    fill(tree)
    assert problems(tree) == []
    files = {path: path.read_bytes() for path in tree.rglob("*.[pm]o")}
    assert len(files) == 2 * len(LOCALES) * len(DOMAINS)
    build(tree)
    assert files == {path: path.read_bytes() for path in tree.rglob("*.[pm]o")}
    elsewhere = tree / "copy"
    shutil.copytree(tree / "frontend", elsewhere / "frontend")
    shutil.copytree(tree / "games", elsewhere / "games")
    build(elsewhere)
    assert [path.read_bytes() for path in sorted(elsewhere.rglob("*.mo"))] == [
        files[path] for path in sorted(files) if path.suffix == ".mo"
    ]


def test_a_new_text_is_missed(tree: Path) -> None:
    fill(tree)
    page = tree / "frontend" / "templates" / "page.html"
    page.write_text(page.read_text() + '{% translate "Stop" %}')
    assert any("new, not yet taken in: 'Stop'" in line for line in problems(tree))
    assert main(["--check", "--root", str(tree)]) == 1
    build(tree)
    assert any("not translated: 'Stop'" in line for line in problems(tree))


def test_a_text_gone_from_the_source_is_left_over(tree: Path) -> None:
    fill(tree)
    (tree / "frontend" / "templates" / "page.html").write_text("nothing")
    assert any("no longer used: 'Play'" in line for line in problems(tree))
    build(tree)
    assert problems(tree) == []


def test_a_fuzzy_and_an_unfit_translation_are_found(tree: Path) -> None:
    fill(tree)
    translate(tree, 'msgid "Play"', '#, fuzzy\nmsgid "Play"')
    translate(tree, '"%(n)s kort"', '"%(m)s kort"')
    text = "\n".join(problems(tree))
    assert "fuzzy: 'Play'" in text
    assert "unknown named placeholder" in text


def test_a_stale_compiled_file_is_found(tree: Path) -> None:
    fill(tree)
    po_path(tree, "fr", "django").with_suffix(".mo").write_bytes(b"")
    assert problems(tree) == [
        "frontend/locale/fr/LC_MESSAGES/django.po: its compiled file is stale"
    ]
    assert main(["--root", str(tree)]) == 0
    assert main(["--check", "--root", str(tree)]) == 0


def test_templates_are_read_as_django_reads_them() -> None:
    source = """<p>
      {% blocktranslate count n=x trimmed %}
        {{ n }} move
      {% plural %}
        {{ n }} moves
      {% endblocktranslate %}</p>
    {% translate "It's" context "time" %} it's {{ _("here") }}
    """
    assert list(template_texts(source, "a.html")) == [
        Text(("%(n)s move", "%(n)s moves"), None, "a.html"),
        Text("It's", "time", "a.html"),
        Text("here", None, "a.html"),
    ]


def test_scripts_are_read_within_template_literals_too() -> None:
    source = r"""
    export function gettext(text) { return text; }
    html`<p>Don't ${on ? html`<b>${gettext("say \"yes\" \u2013")}</b>` : ""}</p>`;
    ngettext("%(n)s card", '%(n)s cards', n);
    pgettext("suit", "clubs");
    """
    assert list(script_texts(source, "a.js")) == [
        Text('say "yes" –', None, "a.js"),
        Text(("%(n)s card", "%(n)s cards"), None, "a.js"),
        Text("clubs", "suit", "a.js"),
    ]


@pytest.mark.parametrize("call", ["gettext(text)", "gettext(`a`)", 'ngettext("one", many, 2)'])
def test_a_text_that_no_catalogue_can_hold_is_an_error(call: str) -> None:
    with pytest.raises(ExtractionError, match=r"a\.js:2"):
        list(script_texts(f"\n{call}", "a.js"))
