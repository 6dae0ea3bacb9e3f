"""The version in the static path."""

from pathlib import Path

from config.static_version import served_directories, static_version


def tree(root: Path) -> Path:
    for name in ("js", "css", "templates", "locale"):
        (root / name).mkdir()
    (root / "js" / "main.js").write_text("import './net.js'\n")
    (root / "templates" / "base.html").write_text("<html>")
    return root


def test_only_what_browsers_may_read_is_served(tmp_path: Path) -> None:
    assert [name for name, _ in served_directories(tree(tmp_path))] == ["css", "js"]


def test_content_and_name_change_the_version(tmp_path: Path) -> None:
    frontend = tree(tmp_path)
    first = static_version(frontend)
    (frontend / "js" / "main.js").write_text("import './net2.js'\n")
    second = static_version(frontend)
    (frontend / "js" / "main.js").rename(frontend / "js" / "start.js")
    assert len({first, second, static_version(frontend)}) == 3


def test_templates_notes_and_sources_do_not(tmp_path: Path) -> None:
    frontend = tree(tmp_path)
    first = static_version(frontend)
    (frontend / "templates" / "base.html").write_text("<html lang=en>")
    (frontend / "js" / "README.md").write_text("notes")
    (frontend / "js" / "make.py").write_text("pass")
    (frontend / "css" / "__pycache__").mkdir()
    (frontend / "css" / "__pycache__" / "x.css").write_text("")
    assert static_version(frontend) == first
