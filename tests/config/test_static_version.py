"""The version in the static path."""

from pathlib import Path

from django.conf import LazySettings
from django.core.management import call_command

from config.env import FRONTEND
from config.static_version import served_files, static_version


def tree(root: Path) -> Path:
    for name in ("js", "css", "templates", "locale"):
        (root / name).mkdir()
    (root / "js" / "main.js").write_text("import './net.js'\n")
    (root / "templates" / "base.html").write_text("<html>")
    return root


def test_only_what_browsers_may_read_is_served(tmp_path: Path) -> None:
    frontend = tree(tmp_path)
    (frontend / "manifest.webmanifest").write_text("{}")
    (frontend / "package.json").write_text("{}")
    served = [path.relative_to(frontend).as_posix() for path in served_files(frontend)]
    assert served == ["js/main.js", "manifest.webmanifest"]


def test_what_is_collected_is_what_is_hashed(tmp_path: Path, settings: LazySettings) -> None:
    settings.STATIC_ROOT = tmp_path
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    call_command("collectstatic", interactive=False, verbosity=0)
    collected = {path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()}
    assert collected == {path.relative_to(FRONTEND) for path in served_files(FRONTEND)}


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
