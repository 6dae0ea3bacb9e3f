"""Nothing that is not yet turned leaves the server: every byte of whole ranked games is read."""

import re

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from accounts.models import User
from accounts.selectors import export_of
from engine.cards import CARD_TEXT
from engine.codes import parse_code
from engine.deals import deal
from engine.moves import parse_move
from engine.position import Position
from engine.rules import apply
from games.models import Run
from tests.games.support import BACKEND, make_player, make_run, sitting, won_lines

pytestmark = pytest.mark.django_db(transaction=True)
CARD = re.compile(r"[A23456789TJQK][SHDC]")
SEALED = won_lines(sealed=True)


def shown(position: Position) -> set[str]:
    """Cards whose faces are up in a position, by the position itself and not by the view."""
    cards = [
        card
        for column, down in zip(position.columns, position.down, strict=True)
        for card in column[down:]
    ]
    cards += position.waste
    cards += [suit * 13 + rank for suit in range(4) for rank in range(position.foundations[suit])]
    return {CARD_TEXT[card] for card in cards}


def pages_of(player: User, run: Run) -> str:
    """Every page and file about a run that its own player can ask for, and the export."""
    client = Client()
    client.force_login(player, backend=BACKEND)
    paths = [f"/play/{run.token}/", "/my/", "/", "/settings/", "/api/v1/settings"]
    paths += [f"/runs/{run.token}/{end}" for end in ("", "replay.json", "record.txt")]
    bodies = [client.get(path).content.decode() for path in paths]
    return "\n".join([*bodies, repr(export_of(player))])


@pytest.mark.parametrize("text", SEALED, ids=[text[:7] for text in SEALED])
@pytest.mark.asyncio
async def test_no_identity_before_its_turn_and_no_code_before_the_end(text: str) -> None:
    code = parse_code(text)
    player = await sync_to_async(make_player)()
    run = await sync_to_async(make_run)(player, text, "ranked")
    position = deal(code)
    turned = shown(position)
    moves = SEALED[text]
    async with sitting(player, run) as (socket, _):
        for place, move in enumerate([*moves, ""]):
            heard = "\n".join(socket.heard)
            leaked = set(CARD.findall(heard)) - turned
            assert not leaked, (place, leaked)
            assert code.seed[:7] not in heard or place == len(moves)
            if place == len(moves) // 2:
                body = await sync_to_async(pages_of)(player, run)
                assert not any(group in body for group in re.findall(".{7}", code.seed))
                assert f'"{move}"' not in body
            if move:
                socket.heard.clear()
                position = apply(position, parse_move(move))
                turned |= shown(position)
                ack = await socket.ask("move", base=place, after=[], move=move)
                assert ack["t"] == "ack"
        assert ack["view"]["code"] == code.text


@pytest.mark.asyncio
async def test_a_refusal_wants_a_card_without_telling_where_it_lies() -> None:
    """What would do follows from the face-up card alone: the hidden ones may be any."""
    player = await sync_to_async(make_player)()
    run = await sync_to_async(make_run)(player, "RU1-C", "ranked")
    async with sitting(player, run) as (socket, welcome):
        visible = set(CARD.findall("".join(welcome["view"]["columns"])))
        for source in "bcdefg":
            for target in "abcdefg":
                if source != target:
                    await socket.ask("move", base=0, after=[], move=f"{source}1{target}")
        for text in socket.heard:
            assert set(CARD.findall(text)) <= visible or '"t":"ack"' in text


def test_the_sealed_code_is_not_readable_in_the_database() -> None:
    player = make_player()
    run = make_run(player, "RU1-C", "ranked")
    stored = Run.objects.get(pk=run.pk)
    assert stored.code == ""
    assert b"RU1" not in bytes(stored.sealed_code)
