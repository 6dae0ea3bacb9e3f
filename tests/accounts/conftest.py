"""People for the tests of accounts."""

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import User

PASSWORD = "a horse in the stable"

MakePlayer = Callable[..., User]


@pytest.fixture
def make_player(db: None) -> MakePlayer:
    """Accounts with a verified address ``name@example.org``."""

    def make(name: str = "Solveig", *, verified: bool = True, **facts: Any) -> User:
        email = facts.pop("email", f"{name.lower()}@example.org")
        user = User.objects.create_user(name, email, PASSWORD)
        for key, value in facts.items():
            setattr(user, key, value)
        user.save()
        EmailAddress.objects.create(user=user, email=email, verified=verified, primary=True)
        return user

    return make


@pytest.fixture
def player(make_player: MakePlayer) -> User:
    return make_player()


@pytest.fixture
def make_guest(db: None) -> Callable[[], tuple[Client, User]]:
    """Visitors who changed a setting, which makes them guests."""

    def make() -> tuple[Client, User]:
        client = Client()
        client.put("/api/v1/settings", {"sound": True}, content_type="application/json")
        return client, User.objects.get(pk=client.session["_auth_user_id"])

    return make


def sign_in(client: Client, login: str, password: str = PASSWORD, **more: str) -> Any:
    return client.post("/accounts/login/", {"login": login, "password": password, **more})


def confirm(client: Client, password: str = PASSWORD) -> Any:
    """Says once more who one is, as sensitive pages ask."""
    return client.post("/accounts/reauthenticate/", {"password": password})


def sign_up(client: Client, name: str, email: str = "", **more: str) -> Any:
    form = {"username": name, "email": email or f"{len(name)}@example.org", "password1": PASSWORD}
    return client.post("/accounts/signup/", form | more)


def user_of(client: Client) -> User | None:
    """Who is signed in, by the session alone."""
    pk = client.session.get("_auth_user_id")
    return User.objects.filter(pk=pk).first() if pk else None
