"""Secrets a first start makes, and what it reads."""

import multiprocessing
import stat
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from cryptography.fernet import Fernet
from django.core.exceptions import ImproperlyConfigured
from django.utils.crypto import get_random_string

from config.env import MAX_SOCKET_PATH, deal_keys, kept_secret, redis_socket, secret_key


def racing(directory: Path, barrier: object, answers: object) -> None:
    barrier.wait()
    answers.put(kept_secret("key", lambda: get_random_string(40), directory=directory))


def test_of_processes_starting_at_once_all_have_one_secret(tmp_path: Path) -> None:
    context = multiprocessing.get_context("fork")
    barrier, answers = context.Barrier(8), context.Queue()
    racers = [context.Process(target=racing, args=(tmp_path, barrier, answers)) for _ in range(8)]
    for racer in racers:
        racer.start()
    secrets = {answers.get(timeout=20) for _ in racers}
    for racer in racers:
        racer.join()
    assert len(secrets) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["key"]
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600


def test_a_kept_secret_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    assert secret_key(directory=tmp_path) == secret_key(directory=tmp_path)


def test_an_emptied_secret_is_not_replaced(tmp_path: Path) -> None:
    """A new key would make every stored seed unreadable: better not to start."""
    (tmp_path / "deal-key").touch()
    with pytest.raises(ImproperlyConfigured, match="restore it from a backup"):
        deal_keys(directory=tmp_path)


def test_the_environment_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new, old = Fernet.generate_key().decode(), Fernet.generate_key().decode()
    monkeypatch.setenv("SECRET_KEY", "from outside")
    monkeypatch.setenv("DEAL_KEYS", f"{new}, {old}")
    assert secret_key(directory=tmp_path) == "from outside"
    assert deal_keys(directory=tmp_path) == [new, old]
    assert not list(tmp_path.iterdir())


def test_a_wrong_key_is_told_by_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEAL_KEYS", f"{Fernet.generate_key().decode()},hunter2")
    with pytest.raises(ImproperlyConfigured, match="key 2") as told:
        deal_keys(directory=tmp_path)
    assert "hunter2" not in str(told.value)


@pytest.fixture
def short_places(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A directory for temporary files that is removed again."""
    with TemporaryDirectory() as directory:
        monkeypatch.setattr("tempfile.tempdir", directory)
        yield


def test_a_deep_directory_gets_a_short_socket(tmp_path: Path, short_places: None) -> None:
    near = tmp_path.parent
    assert redis_socket(directory=near) == near / "redis.sock"
    deep = redis_socket(directory=tmp_path / ("d" * 90))
    assert len(str(deep)) <= MAX_SOCKET_PATH
    assert stat.S_IMODE(deep.parent.stat().st_mode) == 0o700
    assert deep != redis_socket(directory=tmp_path / ("e" * 90))
