"""The table over its socket, on a real database, writer and channel layer."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from pytest_django import Settings

from accounts.services.accounts import settings_update
from games.models import LogItem, Run
from games.services.runs import run_end
from tests.games.support import (
    Socket,
    first_move,
    log_of,
    make_player,
    make_run,
    sign_in,
    sitting,
    won_lines,
)

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.asyncio,
    pytest.mark.main_path,
]
CODE = "RU1-C-AAAAABB"
KLONDIKE = "KL1-1-AAAAABB"

player_made = sync_to_async(make_player)
run_made = sync_to_async(make_run)
log_read = sync_to_async(log_of)


async def run_read(run: Run) -> Run:
    return await Run.objects.aget(pk=run.pk)


async def play(socket: Socket, moves: list[str], base: int = 0) -> dict[str, Any]:
    """Play moves one after another; the last answer."""
    answer: dict[str, Any] = {}
    for number, move in enumerate(moves, base):
        answer = await socket.ask("move", base=number, after=[], move=move)
        assert answer["t"] == "ack", answer
    return answer


async def test_a_move_is_acknowledged_with_its_place_and_the_whole_view() -> None:
    player = await player_made()
    run = await run_made(player, CODE)
    async with sitting(player, run) as (socket, welcome):
        move = first_move(welcome["view"])
        ack = await socket.ask("move", base=0, after=[], move=move)
        assert (ack["t"], ack["seq"], ack["view"]["moves"]) == ("ack", 1, 1)
        assert await log_read(run) == [move]


async def test_the_first_view_starts_the_clock_and_a_page_does_not() -> None:
    player = await player_made()
    run = await run_made(player, CODE)
    assert (await run_read(run)).started_ms is None
    async with sitting(player, run) as (_, welcome):
        started = (await run_read(run)).started_ms
        assert started is not None
        assert abs(welcome["now"] - started) < 5_000
    async with sitting(player, run):
        assert (await run_read(run)).started_ms == started


@pytest.mark.parametrize("code", won_lines(sealed=False))
async def test_a_whole_game_is_won_and_its_end_is_stored_with_the_last_move(code: str) -> None:
    player = await player_made()
    run = await run_made(player, code)
    moves = won_lines(sealed=False)[code]
    async with sitting(player, run) as (socket, _):
        for number, move in enumerate(moves):
            await socket.send("move", base=number, after=[], move=move)
            answer = await socket.read()
        assert answer["view"]["result"] == "won"
        assert answer["view"]["legal"] == {}
        after = await socket.ask("undo", base=len(moves), after=[])
        assert (after["t"], after["code"]) == ("nack", "finished")
    stored = await run_read(run)
    assert (stored.state, stored.result, stored.up) == ("ended", "won", 52)
    assert (stored.seq, stored.score) == (len(moves), answer["view"]["score"])
    if run.event.startswith(("RU1", "YU1")):
        assert stored.score == 625


async def test_an_illegal_move_names_its_reason_and_the_card_that_would_do() -> None:
    player = await player_made()
    run = await run_made(player, CODE)
    async with sitting(player, run) as (socket, welcome):
        columns = welcome["view"]["columns"]
        source, target = columns[1][-2:], columns[0][-2:]
        nack = await socket.ask("move", base=0, after=[], move="b1a")
        assert nack["t"] == "nack"
        assert nack["code"] in {"suit", "rank"}, (source, target)
        assert set(nack["wanted"]) == {"rank", "suits"}
        assert nack["view"]["moves"] == 0
        assert await log_read(run) == []


async def test_interactive_rules_off_leaves_the_card_out() -> None:
    player = await player_made()
    await sync_to_async(settings_update)(user=player, changes={"interactive_rules": False})
    run = await run_made(player, CODE)
    async with sitting(player, run) as (socket, _):
        assert "wanted" not in await socket.ask("move", base=0, after=[], move="b1a")


async def test_undo_gives_the_position_back_and_not_the_counter() -> None:
    player = await player_made()
    run = await run_made(player, CODE)
    async with sitting(player, run) as (socket, welcome):
        await play(socket, [first_move(welcome["view"])])
        ack = await socket.ask("undo", base=1, after=[])
        assert ack["view"]["columns"] == welcome["view"]["columns"]
        assert (ack["view"]["moves"], ack["seq"]) == (1, 2)
        nack = await socket.ask("undo", base=2, after=[])
        assert nack["code"] == "nothing_to_undo"


async def test_pipelined_items_are_answered_in_order() -> None:
    player = await player_made()
    run = await run_made(player, KLONDIKE)
    async with sitting(player, run) as (socket, _):
        after: list[str] = []
        for _ in range(8):
            await socket.send("move", base=0, after=list(after), move=">")
            after.append(">")
        answers = [await socket.read() for _ in range(8)]
        assert [answer["seq"] for answer in answers] == list(range(1, 9))
        assert all(answer["t"] == "ack" for answer in answers)
        assert await log_read(run) == [">"] * 8


async def test_a_tap_tells_what_it_became_and_its_repeat_tells_the_same() -> None:
    player = await player_made()
    run = await run_made(player, KLONDIKE)
    async with sitting(player, run) as (socket, _):
        ack = await socket.ask("tap", base=0, after=[], card="s", double=False)
        again = await socket.ask("tap", base=0, after=[], card="s", double=False)
        assert ack["items"] == [">"]
        assert (again["seq"], again["at"], again["items"]) == (1, ack["at"], [">"])
        other = await socket.ask("tap", base=0, after=[], card="KS", double=False)
        assert other["code"] == "stale"
        assert await log_read(run) == [">"]


async def test_a_tap_with_nowhere_to_go_has_no_target() -> None:
    player = await player_made()
    run = await run_made(player, CODE)
    async with sitting(player, run) as (socket, welcome):
        card = next(column[-2:] for column in welcome["view"]["columns"] if column[-2] not in "A")
        nack = await socket.ask("tap", base=0, after=[], card=card, double=False)
        assert nack["code"] == "no_target"


async def test_finish_is_one_group_of_items_each_a_move() -> None:
    player = await player_made()
    code = "KL1-3-TVSSRPU"
    run = await run_made(player, code)
    async with sitting(player, run) as (socket, _):
        base, view = 0, {"finishable": False}
        for move in won_lines(sealed=False)[code]:
            if view["finishable"]:
                break
            view = (await socket.ask("move", base=base, after=[], move=move))["view"]
            base += 1
        assert view["finishable"], "the line must pass a position that can be finished"
        left = 52 - view["up"]
        ack = await socket.ask("finish", base=base, after=[])
        assert len(ack["items"]) == left
        assert (ack["seq"], ack["view"]["result"]) == (base + left, "won")
        assert ack["view"]["moves"] == view["moves"] + left
        again = await socket.ask("finish", base=base, after=[])
        assert (again["t"], again["seq"], again["at"]) == ("ack", ack["seq"], ack["at"])


async def test_finish_too_early_is_refused() -> None:
    player = await player_made()
    run = await run_made(player, KLONDIKE)
    async with sitting(player, run) as (socket, _):
        nack = await socket.ask("finish", base=0, after=[])
        assert nack["code"] == "not_finishable"


async def test_three_hints_a_casual_game_and_a_repeat_spends_none() -> None:
    player = await player_made()
    run = await run_made(player, KLONDIKE)
    async with sitting(player, run) as (socket, _):
        first = await socket.ask("hint", base=0, after=[], kind="fair")
        assert first["hint"]
        assert first["view"]["hints"] == 2
        again = await socket.ask("hint", base=0, after=[], kind="fair")
        assert (again["hint"], again["view"]["hints"]) == (first["hint"], 2)
        await socket.ask("hint", base=1, after=[], kind="fair")
        await socket.ask("hint", base=2, after=[], kind="fair")
        nack = await socket.ask("hint", base=3, after=[], kind="fair")
        assert nack["code"] == "no_hints"


async def test_b35_a_spent_hint_stays_spent_on_reload_and_in_another_tab() -> None:
    player = await player_made()
    run = await run_made(player, KLONDIKE)
    async with sitting(player, run) as (socket, _):
        hint = (await socket.ask("hint", base=0, after=[], kind="fair"))["hint"]
    async with sitting(player, run) as (socket, welcome), sitting(player, run) as (_, other):
        assert welcome["view"]["hints"] == other["view"]["hints"] == 2
        again = await socket.ask("hint", base=0, after=[], kind="fair")
        assert again["hint"] == hint


async def test_a_ranked_run_has_no_hint_no_pause_and_no_code_until_it_ends() -> None:
    player = await player_made()
    run = await run_made(player, "RU1-C", "ranked")
    async with sitting(player, run) as (socket, welcome):
        assert "code" not in welcome["view"]
        assert welcome["view"]["hints"] == 0
        hint = await socket.ask("hint", base=0, after=[], kind="fair")
        assert hint["code"] == "not_in_ranked"
        pause = await socket.ask("pause", base=0, after=[], on=True)
        assert pause["code"] == "not_pausable"
        stop = await socket.ask("stop", base=0, after=[])
        assert stop["view"]["result"] == "stopped"
        assert stop["view"]["code"].startswith("RU1-C-")
    assert (await run_read(run)).result == "stopped"


async def test_stop_twice_is_one_stop() -> None:
    player = await player_made()
    run = await run_made(player, CODE)
    async with sitting(player, run) as (socket, _):
        first = await socket.ask("stop", base=0, after=[])
        second = await socket.ask("stop", base=0, after=[])
        assert first["view"]["result"] == second["view"]["result"] == "stopped"
        assert second["t"] == "ack"


async def test_pause_covers_stops_the_clock_and_survives_a_reload() -> None:
    player = await player_made()
    run = await run_made(player, KLONDIKE)
    async with sitting(player, run) as (socket, _):
        paused = await socket.ask("pause", base=0, after=[], on=True)
        assert paused["view"]["paused"] is True
        nack = await socket.ask("move", base=0, after=[], move=">")
        assert nack["code"] == "paused"
    stored = await run_read(run)
    assert stored.paused_ms is not None
    # A minute goes by: what was stored is set back, as if the pause had begun a minute ago.
    await Run.objects.filter(pk=run.pk).aupdate(
        started_ms=stored.started_ms - 60_000, paused_ms=stored.paused_ms - 60_000
    )
    async with sitting(player, run) as (socket, welcome):
        assert welcome["view"]["paused"] is True
        assert welcome["view"]["ms"] < 10_000
        on = await socket.ask("pause", base=0, after=[], on=False)
        assert "paused" not in on["view"]
        ack = await socket.ask("move", base=0, after=[], move=">")
        assert ack["at"] < 10_000


async def test_the_clock_never_turns_back() -> None:
    player = await player_made()
    run = await run_made(player, KLONDIKE)
    async with sitting(player, run) as (socket, _):
        await play(socket, [">"])
    await LogItem.objects.filter(run=run).aupdate(at_ms=90_000)
    await Run.objects.filter(pk=run.pk).aupdate(last_ms=90_000)
    async with sitting(player, run) as (socket, welcome):
        assert welcome["view"]["ms"] == 90_000
        assert (await socket.ask("move", base=1, after=[], move=">"))["at"] == 90_000


async def test_a_stranger_and_an_unknown_run_get_the_same_answer() -> None:
    player, stranger = await player_made(), await player_made("Sindre")
    run = await run_made(player, CODE)
    answers = []
    for token in (run.token, "0" * 22):
        socket = Socket(await sync_to_async(sign_in)(stranger))
        await socket.wire.connect()
        answers.append((await socket.ask("hello", run=token, v=1), await socket.closed()))
        await socket.wire.disconnect()
    assert answers[0] == answers[1]
    assert answers[0][1] == 4004


async def test_a_run_resumes_on_another_device_and_each_hears_of_the_other() -> None:
    player = await player_made()
    run = await run_made(player, KLONDIKE)
    async with sitting(player, run) as (phone, _), sitting(player, run) as (laptop, _):
        await play(phone, [">", ">"])
        changed = await laptop.read()
        assert changed["t"] == "changed"
        welcome = await laptop.ask("hello", run=run.token, v=1)
        assert welcome["seq"] == 2
        await play(laptop, [">"], base=2)
        assert (await phone.read())["t"] == "changed"


async def test_a_run_ended_on_a_page_is_ended_at_the_table() -> None:
    player = await player_made()
    run = await run_made(player, KLONDIKE)
    async with sitting(player, run) as (socket, _):
        await play(socket, [">"])
        await sync_to_async(run_end)(run=run, result="stopped")
        assert (await socket.read())["t"] == "changed"
        nack = await socket.ask("move", base=1, after=[], move=">")
        assert nack["code"] == "finished"
        assert nack["view"]["result"] == "stopped"
    assert await log_read(run) == [">"]


async def test_b14_an_ended_run_is_won_once_from_whatever_tab() -> None:
    code, moves = next(iter(won_lines(sealed=False).items()))
    player = await player_made()
    run = await run_made(player, code)
    async with sitting(player, run) as (first, _), sitting(player, run) as (second, _):
        await play(first, moves[:-1])
        welcome = await second.ask("hello", run=run.token, v=1)
        while welcome["t"] != "welcome":
            welcome = await second.read()
        place = len(moves) - 1
        for socket in (first, second):
            await socket.send("move", base=place, after=[], move=moves[-1])
        answers = [await first.read(), await second.read()]
        assert [answer["view"]["result"] for answer in answers] == ["won", "won"]
        assert {(answer["t"], answer["at"]) for answer in answers} == {("ack", answers[0]["at"])}
        again = await first.ask("undo", base=len(moves), after=[])
        assert again["code"] == "finished"
    assert await log_read(run) == moves


@pytest.mark.parametrize("path", ["move", "tap", "finish", "resumed"])
async def test_b19_the_last_card_wins_by_whatever_path(path: str) -> None:
    code = "KL1-3-TVSSRPU"
    moves = won_lines(sealed=False)[code]
    player = await player_made()
    run = await run_made(player, code)
    place = len(moves) - 1
    async with sitting(player, run) as (socket, _):
        view = (await play(socket, moves[:-1]))["view"]
        assert "result" not in view
        if path != "resumed":
            card = view["columns"]["abcdefg".index(moves[-1][0])][-2:]
            fields = {"move": {"move": moves[-1]}, "tap": {"card": card}, "finish": {}}
            answer = await socket.ask(path, base=place, after=[], **fields[path])
    if path == "resumed":
        async with sitting(player, run) as (socket, _):
            answer = await socket.ask("move", base=place, after=[], move=moves[-1])
    assert (answer["view"]["result"], answer["seq"]) == ("won", place + 1)
    stored = await run_read(run)
    assert (stored.result, stored.seq, stored.up) == ("won", place + 1, 52)


async def test_b34_start_pressed_twice_is_two_resumable_runs_and_no_result() -> None:
    """Ordinary games may be begun twice; neither is lost and none counts without a move."""
    player = await player_made()
    client = Client()
    await sync_to_async(client.force_login)(
        player, backend="django.contrib.auth.backends.ModelBackend"
    )
    post = sync_to_async(client.post)
    for _ in range(2):
        response = await post("/new/", {"kind": "ranked", "rules": "RU1-C"})
        assert response.status_code == 302
    assert await Run.objects.filter(player=player, state="open", moves=0).acount() == 2


async def test_rate_of_items_is_bounded_and_nobody_else_notices(settings: Settings) -> None:
    settings.PLAY_ITEMS_IN_2_SECONDS = 40
    player, other = await player_made(), await player_made("Sindre")
    run, others = await run_made(player, KLONDIKE), await run_made(other, KLONDIKE)
    async with sitting(player, run) as (socket, _), sitting(other, others) as (calm, _):
        for number in range(60):
            await socket.send("move", base=number, after=[], move="c9a")
        answers = [await socket.read() for _ in range(60)]
        assert "rate" in {answer["code"] for answer in answers}
        assert (await calm.ask("move", base=0, after=[], move=">"))["t"] == "ack"
