import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import LogTooLong, NotationError, RecordError, UnknownCode
from engine.record import (
    Record,
    format_log,
    format_record,
    game_tags,
    parse_log,
    parse_record,
    record_start,
    replay_record,
)
from engine.replay import MAX_ITEMS, MAX_LOG_BYTES, Failure, replay
from tests.engine.support import start_of

TEXT = """[Code "KL1-3-AAAAABB"]
[Rules "1"]
[Player "Zoë \\"the ace\\" \\\\o/"]
[Started "2026-01-02T03:04:05Z"]
[Result "stopped"]
[Score "25"]
[Moves "3"]
[Time "238.412"]

aD@100 dS@1500 ?@1500
>@2000 u@238412
"""
ITEMS = (("aD", 100), ("dS", 1500), ("?", 1500), (">", 2000), ("u", 238_412))


def test_reading_a_record() -> None:
    record = parse_record(TEXT)
    assert record.items == ITEMS
    assert record.tags["Player"] == 'Zoë "the ace" \\o/'
    assert list(record.tags)[:3] == ["Code", "Rules", "Player"]
    assert record_start(record) == start_of("klondike-3")


@pytest.mark.parametrize(
    "text", [TEXT.replace("\n", "\r\n"), "\ufeff" + TEXT, TEXT.rstrip(), TEXT + "\n\n"]
)
def test_line_ends_do_not_matter(text: str) -> None:
    assert parse_record(text) == parse_record(TEXT)


def test_a_deal_may_stand_in_the_codes_place() -> None:
    from engine.deals import layout_text

    deal = layout_text(start_of("klondike-3"))
    record = Record({"Variant": "klondike-3", "Deal": deal}, ITEMS)
    assert record_start(record) == start_of("klondike-3")
    assert parse_record(format_record(record)) == record


TAGS = st.dictionaries(
    st.from_regex(r"[A-Z][A-Za-z0-9]{0,31}", fullmatch=True),
    st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=40),
)
ITEM_TEXTS = st.sampled_from(["c4e", "cH", "Hb", "wH", "wb", ">", "<", "u", "?", "b12g"])


@given(TAGS, st.lists(st.tuples(ITEM_TEXTS, st.integers(0, 10**9)), max_size=60))
def test_text_and_record_are_one(tags: dict[str, str], items: list[tuple[str, int]]) -> None:
    record = Record(tags, tuple(items))
    text = format_record(record)
    assert parse_record(text) == record
    assert parse_record(text.replace("\n", "\r\n")) == record
    assert parse_log(format_log(items)) == items
    assert all(len(line) <= 80 for line in text.split("\n")[len(tags) :])


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (TEXT.replace('"]\n[Rules', '"\n[Rules'), "line 1"),
        (TEXT.replace('[Rules "1"]', "[Rules 1]"), "line 2"),
        (TEXT.replace('[Rules "1"]', '[rules "1"]'), "line 2"),
        (TEXT.replace('[Rules "1"]', '[Rules "1"] x'), "line 2"),
        (TEXT.replace('[Rules "1"]', '[Rules "1\x00"]'), "line 2"),
        (TEXT.replace('[Rules "1"]', '[Rules "1\\n"]'), "line 2"),
        (TEXT.replace("\\\\o", "\\o"), "line 3"),
        (TEXT.replace("[Moves", "[Score"), "Score"),
        (TEXT.replace("[Score", "[Moves"), "Moves"),
        (TEXT.replace("\n\n", "\n"), "line 9"),
        (TEXT.replace("?@1500", "?1500"), "item 2"),
        (TEXT.replace("?@1500", "?@-1"), "item 2"),
        (TEXT.replace("?@1500", "?@01500"), "item 2"),
        (TEXT.replace("?@1500", "?@1500.5"), "item 2"),
        (TEXT.replace("?@1500", "@1500"), "item 2"),
        (TEXT.replace("?@1500", "?@1@500"), "item 2"),
        (TEXT.replace("?@1500", "?@１５００"), "item 2"),
        (TEXT.replace("?@1500", "?@" + "9" * 16), "item 2"),
        ("", "Variant"),
        ("hello", "line 1"),
        (TEXT.replace("Code", "Kode"), "Variant"),
        (TEXT.replace('[Code "KL1-3-AAAAABB"]', '[Variant "klondike-3"]'), "Deal"),
        (TEXT.replace("[Rules", '[Deal "x"]\n[Rules'), "Deal"),
        (TEXT.replace('[Rules "1"]', '[Rules "2"]'), "Rules"),
        (TEXT.replace('[Score "25"]', '[Score "25.0"]'), "Score"),
        (TEXT.replace('[Score "25"]', '[Score "025"]'), "Score"),
        (TEXT.replace('[Moves "3"]', '[Moves "three"]'), "Moves"),
        (TEXT.replace("238.412", "3:58.412"), "Time"),
        (TEXT.replace("238.412", "238.41"), "Time"),
    ],
)
def test_an_unreadable_record_names_its_part(text: str, part: str) -> None:
    with pytest.raises(RecordError) as caught:
        replay_record(parse_record(text))
    assert caught.value.part == part
    assert caught.value.code == "record"
    assert isinstance(caught.value, NotationError)


@pytest.mark.parametrize(
    ("code", "part"),
    [("KL2-3-AAAAABB", "prefix"), ("KL1-4-AAAAABB", "rules"), ("KL1-3-A", "length")],
)
def test_an_unknown_code_is_its_own_kind_of_error(code: str, part: str) -> None:
    with pytest.raises(UnknownCode) as caught:
        replay_record(parse_record(TEXT.replace("KL1-3-AAAAABB", code)))
    assert caught.value.part == part


def test_a_log_over_its_caps_is_refused_unread() -> None:
    assert len(parse_log("?@0 " * MAX_ITEMS)) == MAX_ITEMS
    unread = "not an item "
    for text in ("?@0 " * (MAX_ITEMS + 1), unread * MAX_ITEMS, "x" * (MAX_LOG_BYTES + 1)):
        with pytest.raises(LogTooLong) as caught:
            parse_log(text)
        assert caught.value.code == "log_too_long"
        with pytest.raises(LogTooLong):
            parse_record(f'[Code "RU1-C-AAAAABB"]\n\n{text}')
    with pytest.raises(LogTooLong):
        parse_record("[" * 2 * MAX_LOG_BYTES)


def test_what_cannot_be_read_back_is_not_written() -> None:
    for tags in ({"Player": "a\nb"}, {"Player": "a\x00"}, {"player": "a"}, {"": "a"}):
        with pytest.raises(RecordError):
            format_record(Record(tags, ()))


# --- replaying ---


def test_replaying_a_record() -> None:
    replayed = replay_record(parse_record(TEXT))
    assert replayed.failure is None
    assert game_tags(replayed.game) == {
        "Result": "open",
        "Score": "25",
        "Moves": "3",
        "Time": "238.412",
    }


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('[Result "stopped"]', '[Result "won"]'),
        ('[Score "25"]', '[Score "20"]'),
        ('[Score "25"]', '[Score "-25"]'),
        ('[Moves "3"]', '[Moves "2"]'),
        ("238.412", "238.411"),
        ("238.412", "238"),
        ("238.412", "0.000"),
    ],
)
def test_a_statement_that_differs_is_a_mismatch_after_the_last_item(old: str, new: str) -> None:
    replayed = replay_record(parse_record(TEXT.replace(old, new)))
    assert replayed.failure == Failure(len(ITEMS), "mismatch")
    assert replayed.game.items == len(ITEMS)


@pytest.mark.parametrize("tag", ["Result", "Score", "Moves", "Time", "Rules", "Player", "Started"])
def test_what_is_not_stated_is_not_compared(tag: str) -> None:
    lines = [line for line in TEXT.split("\n") if not line.startswith(f"[{tag} ")]
    assert replay_record(parse_record("\n".join(lines))).failure is None


def test_a_failing_item_comes_before_a_mismatch() -> None:
    text = TEXT.replace("dS@1500", "dH@1500").replace('[Moves "3"]', '[Moves "9"]')
    replayed = replay_record(parse_record(text))
    assert replayed.failure == Failure(1, "suit")
    assert replayed.game.position == replay(start_of("klondike-3"), ITEMS[:1]).game.position


def test_an_item_that_is_no_move_fails_at_its_index() -> None:
    replayed = replay_record(parse_record(TEXT.replace("dS@1500", "dX@1500")))
    assert replayed.failure == Failure(1, "notation")


def test_a_clock_that_runs_backwards_fails_at_its_index() -> None:
    replayed = replay_record(parse_record(TEXT.replace(">@2000", ">@1499")))
    assert replayed.failure == Failure(3, "notation")
