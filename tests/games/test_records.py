"""Records of games played elsewhere: what is wrong is said with its place, what is right stands."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connections
from django.test import Client

from accounts.models import User
from engine.codes import parse_code
from engine.deals import deal
from engine.record import Record, format_record, game_tags
from engine.replay import replay
from games.errors import RecordRefused
from games.models import Result, Run
from games.results import results_since
from games.selectors.runs import run_record, vegas_balance
from games.services.records import record_submit
from games.services.verification import run_verify
from tests.games.finished import ended_run
from tests.games.support import BACKEND, make_player, won_lines

pytestmark = pytest.mark.django_db
LINES = won_lines(sealed=False)
CODE = "RU1-C-KEMUBCR"
MOVES = LINES[CODE]
N = len(MOVES)
SUBMIT = "/records/submit/"


def record_of(code: str = CODE, step: int = 900, **tags: str | None) -> Record:
    """The winning line of the code as a record; a tag of None is left out."""
    items = [(move, (place + 1) * step) for place, move in enumerate(LINES[code])]
    found = game_tags(replay(deal(parse_code(code)), items).game)
    stated = {"Code": code, "Rules": "1"} | found | tags
    return Record({name: value for name, value in stated.items() if value is not None}, items)


def with_items(change: Callable[[list[tuple[str, int]]], None]) -> Record:
    record = record_of(Result=None, Score=None, Moves=None, Time=None)
    items = list(record.items)
    change(items)
    return Record(record.tags, items)


@pytest.mark.main_path
@pytest.mark.parametrize("code", LINES)
def test_a_record_of_every_variant_stands_and_is_verified(code: str) -> None:
    player = make_player()
    run = record_submit(player=player, text=format_record(record_of(code, Player="Ingrid")))
    assert (run.kind, run.submitted, run.code, run.result) == ("casual", True, code, "won")
    assert run_verify(run_id=run.pk).is_verified
    last = results_since(place=0, limit=9)[-1]
    assert (last.state, last.submitted, last.counts, last.code) == ("verified", True, False, code)
    assert last.moves == len(LINES[code])


def test_an_unfinished_record_with_hints_and_undos_stands_too() -> None:
    items = [("?", 5), (MOVES[0], 10), ("u", 11), (MOVES[0], 10_000)]
    run = record_submit(player=make_player(), text=format_record(Record({"Code": CODE}, items)))
    assert (run.result, run.undos, run.hints, run.moves) == ("stopped", 1, 1, 2)
    assert run_verify(run_id=run.pk).is_verified


def test_thoughtful_klondike_of_a_long_code_stands_and_other_sealed_deals_do_not() -> None:
    player = make_player()
    seed = "NHOJOHH-BANNVRI-OEVQQAU-OLVLCHM"
    text = format_record(Record({"Code": f"KL1-1T-{seed}"}, [(">", 10)]))
    assert record_submit(player=player, text=text).event == "KL1-1T"
    with pytest.raises(RecordRefused) as refused:
        record_submit(player=player, text=text.replace("KL1-1T", "KL1-1"))
    assert refused.value.code == "sealed_code"


def swap(items: list[tuple[str, int]]) -> None:
    items[30] = (items[0][0], items[30][1])


def drop(items: list[tuple[str, int]]) -> None:
    del items[0]


def add(items: list[tuple[str, int]]) -> None:
    items.append(("u", items[-1][1]))


def back(items: list[tuple[str, int]]) -> None:
    items[50] = (items[50][0], 17)


def scribble(items: list[tuple[str, int]]) -> None:
    items[20] = ("x9z", items[20][1])


def late(items: list[tuple[str, int]]) -> None:
    items[N - 2 :] = [(text, 10**12) for text, _ in items[N - 2 :]]


REFUSED: list[tuple[Record | str, str, int | None, str]] = [
    (with_items(swap), "", 30, "Item 31"),
    (with_items(drop), "", None, "Item "),
    (with_items(add), "finished", N, f"Item {N + 1} (u): The game is won before this."),
    (with_items(back), "clock", 50, "Item 51"),
    (with_items(scribble), "notation", 20, "Item 21 (x9z): This is no move."),
    (with_items(late), "clock", N - 2, f"Item {N - 1}"),
    (record_of(Code="RU1-C-NHOJOHH", Result=None, Score=None, Moves=None), "", None, "Item "),
    (record_of(Score="626"), "mismatch", N, "The tag Score"),
    (record_of(Moves="5"), "mismatch", N, "The tag Moves"),
    (record_of(Time="1.000"), "mismatch", N, "The tag Time"),
    (record_of(Result="stopped"), "mismatch", N, "The tag Result"),
    (record_of(Player="Solveig"), "player", None, "another player"),
    (record_of(Code=None), "no_code", None, "names no game code"),
    (record_of(Code="XX1-C-AAAAABB"), "unknown_code", None, "cannot be read"),
    (record_of(Deal="2H 5H"), "record", None, "not a record"),
    (record_of(Rules="2"), "rules", None, "version"),
    (Record({"Code": CODE}, []), "no_move", None, "no move"),
    (Record({"Code": CODE}, [("?", 1)]), "no_move", None, "no move"),
    ("hello", "record", None, "not a record"),
    ("", "no_code", None, "names no game code"),
    (f'[Code "{CODE}"]\n\nc4e@5 c4e\n', "record", 1, "Item 2 is not written"),
    (f'[Code "{CODE}"]\n\n' + "u@1 " * 20_001, "log_too_long", None, "too long"),
]


@pytest.mark.parametrize(
    ("record", "code", "index", "said"), REFUSED, ids=[f"{n}-{r[1]}" for n, r in enumerate(REFUSED)]
)
def test_what_is_wrong_is_said_with_item_and_reason(
    client: Client, record: Record | str, code: str, index: int | None, said: str
) -> None:
    player = make_player()
    text = record if isinstance(record, str) else format_record(record)
    with pytest.raises(RecordRefused) as refused:
        record_submit(player=player, text=text)
    assert code in (refused.value.code, "")
    assert index in (refused.value.index, None)
    client.force_login(player, backend=BACKEND)
    answer = client.post(SUBMIT, {"record": text})
    assert answer.status_code == 422
    assert said in answer.content.decode().replace("&quot;", '"')
    assert not Run.objects.exists()
    assert not Result.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.main_path
def test_handed_in_by_text_and_by_file_it_is_one_run(client: Client) -> None:
    text = format_record(record_of())
    first = client.post(SUBMIT, {"record": text})
    run = Run.objects.get()
    assert first.headers["Location"] == f"/runs/{run.token}/"
    file = SimpleUploadedFile("record.txt", text.replace("\n", "\r\n").encode())
    assert client.post(SUBMIT, {"file": file}).headers["Location"] == f"/runs/{run.token}/"
    assert Run.objects.count() == Result.objects.count() == 1
    page = client.get(f"/runs/{run.token}/").content.decode()
    assert "A submitted record" in page
    binary = SimpleUploadedFile("record.txt", b"\xff\xfe\x00")
    assert client.post(SUBMIT, {"file": binary}).status_code == 422
    large = SimpleUploadedFile("record.txt", b"u@1 " * 300_000)
    assert "too long" in client.post(SUBMIT, {"file": large}).content.decode()


def test_the_page_is_there_for_everybody(client: Client) -> None:
    page = client.get(SUBMIT).content.decode()
    assert 'name="record"' in page
    assert 'type="file"' in page
    assert "Submit its record" in client.get("/new/").content.decode()


def test_a_game_played_here_is_nobody_elses() -> None:
    """A record copied off another player's page, its name taken out, is recognised."""
    solveig, ingrid = make_player("Solveig"), make_player()
    theirs = ended_run(solveig, CODE, MOVES, kind="casual")
    text = run_record(run=theirs, viewer=solveig)
    with pytest.raises(RecordRefused) as refused:
        record_submit(player=ingrid, text=text)
    assert refused.value.code == "player"
    nameless = "\n".join(line for line in text.splitlines() if not line.startswith("[Player"))
    with pytest.raises(RecordRefused) as refused:
        record_submit(player=ingrid, text=nameless)
    assert refused.value.code == "copied"
    assert record_submit(player=solveig, text=text) == theirs, "one's own is there already"
    slower = record_submit(player=ingrid, text=format_record(record_of(step=901)))
    assert slower.player == ingrid, "the same moves at other times are another game"


@pytest.mark.django_db(transaction=True)
def test_submitting_at_once_from_two_tabs_is_one_run() -> None:
    player = make_player()
    text = format_record(record_of())
    start = Barrier(4)

    def submit(_: int) -> int:
        try:
            fresh = User.objects.get(pk=player.pk)
            start.wait()
            return record_submit(player=fresh, text=text).pk
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(submit, range(4)))) == 1
    assert Run.objects.count() == Result.objects.count() == 1


def test_a_submitted_vegas_game_moves_no_money() -> None:
    player = make_player()
    code = next(code for code in LINES if "V" in code.split("-")[1])
    record_submit(player=player, text=format_record(record_of(code)))
    assert vegas_balance(player=player) == 0


def test_too_many_at_once_are_refused(client: Client) -> None:
    player = make_player()
    client.force_login(player, backend=BACKEND)
    statuses = [
        client.post(SUBMIT, {"record": format_record(record_of(step=900 + n))}).status_code
        for n in range(21)
    ]
    assert statuses == [302] * 20 + [429]
