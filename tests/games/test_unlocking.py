"""Who may know what of a challenge, and when: every address, frame and file is walked."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest
import time_machine
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib import admin
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from redis import Redis

from accounts.models import Friendship, User
from accounts.selectors import export_of
from config.redis import BROKER, redis_url
from engine.deals import deal
from engine.moves import parse_move
from engine.rules import apply
from games.days import daily_closes
from games.errors import GameError, RunNotFound, RunNotOpen
from games.models import Analysis, Challenge, Run
from games.sealing import run_code, text_unseal
from games.selectors.runs import run_record, run_row, run_views, run_visible
from games.selectors.unlocking import deal_is_over, open_code, run_unlocked
from games.services.analysis import analysis_request
from games.services.challenges import challenge_start, challenges_close
from games.services.runs import run_continue_casually, run_end, run_restart, run_retry
from tests.games.challenging import CODE, DAY, LINE, make_challenge, play_moves, utc
from tests.games.support import BACKEND, make_player, make_run, sitting
from tests.games.test_redaction import CARD, shown

NOON, CLOSES = utc("2026-06-05T12:00"), daily_closes(DAY)
PLAYED = 6
ABOUT_PLAY = ("/runs/", "/play/", "/daily/", "/weekly/", "/my/", "/players/", "/boards/")


@pytest.fixture
def at_noon() -> Iterator[None]:
    with time_machine.travel(NOON):
        yield


def client_of(user: User | None) -> Client:
    client = Client(raise_request_exception=True)
    if user is not None:
        client.force_login(user, backend=BACKEND)
    return client


def attempt(player: User, *, ended: bool = False) -> Run:
    """The player's attempt at the only challenge, `PLAYED` moves of the winning line into it."""
    challenge = Challenge.objects.get()
    run = challenge_start(challenge=challenge, player=player, now=NOON)
    play_moves(run, LINE[:PLAYED], started=NOON)
    return run_end(run=run, result="stopped") if ended else run


# --- what must not be told, and where it is looked for ---


def secrets_of(challenge: Challenge) -> list[str]:
    """What nobody may read before the closing: code, every seven of its letters, salt, line."""
    salt = text_unseal(sealed=challenge.sealed_salt)
    line = text_unseal(sealed=challenge.pool_deal.sealed_line).split()[PLAYED:]
    pieces = [line[at : at + 4] for at in range(0, len(line) - 4, 4)]
    lines = [mark.join(piece) for piece in pieces for mark in (" ", '","', '", "', "', '")]
    return [CODE, *CODE.split("-")[2:], salt, *lines]


def leaks(text: str, secrets: list[str]) -> list[str]:
    return [secret for secret in secrets if secret in text]


def patterns(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, list[str]]]:
    """Every address below a resolver, with the names of its parameters."""
    for each in resolver.url_patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from patterns(each, route)
        elif isinstance(each, URLPattern):
            yield route, re.findall(r"<(?:\w+:)?(\w+)>", route)


def addresses(runs: list[Run], players: list[User]) -> list[str]:
    """Every page and file of the service with everything that might name what is hidden."""
    values: dict[str, list[object]] = {
        "token": [run.token for run in runs],
        "kind": ["daily", "weekly"],
        "day": [DAY],
        "event": ["RU1-C"],
        "metric": ["moves"],
        "period": ["week"],
        "year": [DAY.year],
        "month": [DAY.month],
        "player_id": [player.pk for player in players],
        "text": ["RU1-C-ABCDEFG"],
        "game": ["russian"],
        "action": ["ask"],
        "device_id": [1],
    }
    found = []
    for route, names in patterns(get_resolver()):
        if "(?P" in route or route.startswith("admin/"):
            continue
        for chosen in product(*(values.get(name, [1]) for name in names)):
            path = route
            for name, value in zip(names, chosen, strict=True):
                path = re.sub(rf"<(\w+:)?{name}>", str(value), path, count=1)
            found.append("/" + path.replace("^", "").replace("$", ""))
    return found


def staff_addresses() -> Iterator[str]:
    for model in admin.site._registry:
        base = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        yield base
        for pk in list(model._default_manager.values_list("pk", flat=True)[:4]):
            yield f"{base}{pk}/change/"
            yield f"{base}{pk}/history/"


def walked(client: Client, paths: list[str]) -> str:
    """All that the addresses answer, headers and cookies too, by POST what takes no GET; none may
    fail."""
    said = []
    for path in paths:
        answer = client.get(path, follow=True)
        if answer.status_code == 405:
            answer = client.post(path, follow=True)
        assert answer.status_code < 500, path
        body = b"".join(answer) if answer.streaming else answer.content
        said.append(f"{path} {answer.headers} {client.cookies}\n{body.decode(errors='replace')}")
    return "\n".join(said)


def tasks_queued() -> str:
    broker: Any = Redis.from_url(redis_url(settings.REDIS_URL, BROKER))
    queues = [key for key in broker.keys("*") if broker.type(key) == b"list"]
    return repr([broker.lrange(queue, 0, -1) for queue in queues])


@dataclass
class Cast:
    """A running challenge with those who look at it: a friend has played, a third plays."""

    challenge: Challenge
    player: User
    friend: User
    staff: User
    guest: User
    theirs: Run
    open_theirs: Run


@pytest.fixture
def cast(at_noon: None, db: None) -> Cast:
    challenge = make_challenge()
    friend, player, guest = make_player("Sindre"), make_player("Ingrid"), User(tag="4F7K")
    staff = User.objects.create_superuser("Signe", "signe@example.org", "a long enough secret")
    guest.save()
    Friendship.objects.create(low=friend, high=player, created_at=NOON)
    theirs, other = attempt(friend, ended=True), attempt(make_player("Solveig"))
    return Cast(challenge, player, friend, staff, guest, theirs, other)


def test_nobody_is_told_anything_of_a_running_challenge(cast: Cast) -> None:
    """Stranger, guest, a player before the attempt, a friend who has played, staff: every
    address, by GET or POST."""
    paths = addresses([cast.theirs, cast.open_theirs], [cast.friend, cast.player])
    secrets = secrets_of(cast.challenge)
    for user in (None, cast.guest, cast.player, cast.friend):
        assert leaks(walked(client_of(user), paths), secrets) == [], user
    walk = walked(client_of(cast.staff), [*paths, *staff_addresses()])
    assert leaks(walk, secrets) == [], "staff"


def test_neither_is_who_plays_it_nor_who_has_played(
    cast: Cast, caplog: pytest.LogCaptureFixture
) -> None:
    """Nor logs, exports and queues. After the closing the same walk finds all of it."""
    run, secrets = attempt(cast.player), secrets_of(cast.challenge)
    own = addresses([run, cast.theirs], [cast.friend, cast.player])
    near = [path for path in own if path == "/" or path.startswith(ABOUT_PLAY)]
    client = client_of(cast.player)
    assert leaks(walked(client, [f"/play/{run.token}/", "/my/", "/"]), secrets) == []
    assert leaks(walked(client, near), secrets) == [], "in play, then stopped by the walk"
    run.refresh_from_db()
    assert not run.is_open
    assert leaks(walked(client, near), secrets) == [], "after the attempt"
    exports = repr([export_of(user) for user in (cast.guest, cast.player, cast.friend)])
    assert leaks(exports + caplog.text + tasks_queued(), secrets) == []
    assert not Run.objects.filter(code__startswith=CODE[:13]).exists()

    with time_machine.travel(CLOSES):
        challenges_close(now=CLOSES)
        found = leaks(walked(client_of(None), near), secrets)
    assert {CODE, secrets[5]} <= set(found), "code and salt are published"
    assert len(found) > 6, "and so is the line"


@pytest.mark.django_db
def test_the_run_of_another_is_the_404_of_an_unknown_one(at_noon: None) -> None:
    make_challenge()
    ended = attempt(make_player("Sindre"), ended=True)
    ingrid = make_player("Ingrid")
    attempt(ingrid, ended=True)
    pages = ["", "replay.json", "record.txt", "analysis/"]
    forms = ["analyse/", "retry/", "restart/", "casual/", "stop/"]
    for user in (None, ingrid, User.objects.create_superuser("Signe", "", "a long secret")):
        client = client_of(user)
        for end in pages:
            known = client.get(f"/runs/{ended.token}/{end}")
            unknown = client.get(f"/runs/{'x' * 22}/{end}")
            assert (known.status_code, unknown.status_code) == (404, 404), end
            strip = re.compile(rb"nonce[^>]*|csrf[^>]*|" + ended.token.encode() + rb"|x{22}")
            assert strip.sub(b"", known.content) == strip.sub(b"", unknown.content)
        for end in forms:
            assert client.post(f"/runs/{ended.token}/{end}").status_code == 404
    challenges_close(now=CLOSES)
    for end in pages:
        assert client_of(None).get(f"/runs/{ended.token}/{end}").status_code == 200


@pytest.mark.django_db
def test_the_own_replay_is_unlocked_without_code_or_hidden_card(at_noon: None) -> None:
    make_challenge()
    ingrid = make_player("Ingrid")
    run = attempt(ingrid, ended=True)
    run = run_visible(token=run.token, user=ingrid)
    position = deal(run_code(run=run))
    total, items, views = run_views(run=run, start=0, count=99)
    assert (total, len(items), len(views)) == (PLAYED, PLAYED, PLAYED + 1)
    turned: set[str] = set()
    for place, view in enumerate(views):
        turned |= shown(position)
        assert set(CARD.findall(repr(view.columns))) <= turned
        assert "code" not in repr(view) or view.code is None
        if place < PLAYED:
            position = apply(position, parse_move(LINE[place]))
    with pytest.raises(RunNotFound):
        run_record(run=run)
    row = run_row(run)
    assert (row.code, row.challenge, row.day, row.over) == ("", "daily", DAY, False)
    challenges_close(now=CLOSES)
    run = run_visible(token=run.token, user=None)
    assert (open_code(run), run_row(run).over) == (CODE, True)
    assert CODE in run_record(run=run)
    assert run_views(run=run, start=0, count=9)[2][0].code == CODE


@pytest.mark.django_db
@pytest.mark.parametrize("act", [run_restart, run_continue_casually])
def test_in_a_running_challenge_starting_over_only_ends_the_run(at_noon: None, act: Any) -> None:
    make_challenge()
    run = attempt(make_player("Ingrid"))
    ended = act(run=run)
    assert (ended.pk, ended.state) == (run.pk, "ended")
    assert Run.objects.count() == 1
    with pytest.raises((GameError, RunNotOpen)):
        act(run=ended)
    assert Run.objects.count() == 1


@pytest.mark.django_db
def test_after_the_closing_the_deal_is_anybodys_to_play(at_noon: None) -> None:
    make_challenge()
    ingrid = make_player("Ingrid")
    run = attempt(ingrid, ended=True)
    for ask in (
        lambda: run_retry(run=run, place=2, player=ingrid),
        lambda: run_restart(run=run),
        lambda: analysis_request(run=run),
    ):
        with pytest.raises(GameError):
            ask()
    assert not Analysis.objects.exists()
    challenges_close(now=CLOSES)
    run = run_visible(token=run.token, user=ingrid)
    again, retried = run_restart(run=run), run_retry(run=run, place=2, player=ingrid)
    assert [(each.kind, each.code, each.challenge) for each in (again, retried)] == [
        ("casual", CODE, None)
    ] * 2
    assert analysis_request(run=run).state == "queued"


@pytest.mark.django_db
def test_an_ordinary_ranked_run_opens_when_it_ends() -> None:
    ingrid, other = make_player("Ingrid"), make_player("Sindre")
    run = make_run(ingrid, CODE, "ranked")
    assert not deal_is_over(run)
    assert (run_unlocked(run=run, user=ingrid), open_code(run)) == (False, "")
    run = run_end(run=run, result="stopped")
    assert run_unlocked(run=run, user=other)
    assert open_code(run) == CODE
    casual = make_run(ingrid, CODE)
    assert deal_is_over(casual)
    assert not run_unlocked(run=casual, user=ingrid)


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_no_frame_tells_a_card_before_its_turn_or_the_code(at_noon: None) -> None:
    """The whole attempt, won, by its own socket; and nothing at all by another's."""
    await sync_to_async(make_challenge)()
    ingrid = await sync_to_async(make_player)("Ingrid")
    challenge = await sync_to_async(Challenge.objects.get)()
    run = await sync_to_async(challenge_start)(challenge=challenge, player=ingrid, now=NOON)
    position = deal(run_code(run=run))
    turned = shown(position)
    async with sitting(ingrid, run) as (socket, _):
        for place, move in enumerate([*LINE, ""]):
            heard = "\n".join(socket.heard)
            assert not set(CARD.findall(heard)) - turned, place
            assert not any(group in heard for group in CODE.split("-")[2:])
            if move:
                socket.heard.clear()
                position = apply(position, parse_move(move))
                turned |= shown(position)
                ack = await socket.ask("move", base=place, after=[], move=move)
                assert ack["t"] == "ack"
        assert ack["view"]["result"] == "won"
    for name in ("Sindre", "Solveig"):
        other = await sync_to_async(make_player)(name)
        async with sitting(other, run) as (_, answer):
            assert (answer["t"], answer["code"]) == ("bye", "not_found")
