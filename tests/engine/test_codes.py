from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.codes import Code, parse_code, random_seed
from engine.errors import UnknownCode
from engine.variants import all_variants

SEALED = "AAAAABB-CCCCCCC-DDDDDDD-ZZZZZZZ"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("RU1-C-AAAAABB", "RU1-C-AAAAABB"),
        ("ru1-c-aaaaabb", "RU1-C-AAAAABB"),
        ("  RU1 C AAAAABB\n", "RU1-C-AAAAABB"),
        ("ru1caaaaabb", "RU1-C-AAAAABB"),
        ("R U 1 C A A A A A B B", "RU1-C-AAAAABB"),
        ("RU1—C—AAAAABB", "RU1-C-AAAAABB"),
        ("RU1-CAAAAABB", "RU1-C-AAAAABB"),
        ("RU1C-AAAAABB", "RU1-C-AAAAABB"),
        ("RU1-C-AAAA-ABB", "RU1-C-AAAAABB"),
        ("YU1-C-ZZZZZZZ", "YU1-C-ZZZZZZZ"),
        ("kl11aaaaabb", "KL1-1-AAAAABB"),
        ("KL1-3P-AAAAABB", "KL1-3S-AAAAABB"),
        ("KL13PAAAAABB", "KL1-3S-AAAAABB"),
        ("KL1-1SV-AAAAABB", "KL1-1V-AAAAABB"),
        ("KL1-1TA-AAAAABB", "KL1-1AT-AAAAABB"),
        ("KL13SATWAAAAABB", "KL1-3SATW-AAAAABB"),
        (f"RU1-C-{SEALED}", f"RU1-C-{SEALED}"),
        (f"ru1c{SEALED}".replace("-", ""), f"RU1-C-{SEALED}"),
        (f"KL1-1T{SEALED}".lower(), f"KL1-1T-{SEALED}"),
    ],
)
def test_reading_is_forgiving_and_writing_canonical(text: str, canonical: str) -> None:
    assert parse_code(text).text == canonical


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "prefix"),
        ("RU", "prefix"),
        ("RU2-C-AAAAABB", "prefix"),
        ("XX1-C-AAAAABB", "prefix"),
        ("ŔU1-C-AAAAABB", "prefix"),
        ("RU1-X-AAAAABB", "rules"),
        ("RU1-1-AAAAABB", "rules"),
        ("RU1-CC-AAAAABB", "rules"),
        ("YU1-R-AAAAABB", "rules"),
        ("KL1-C-AAAAABB", "rules"),
        ("KL1-2-AAAAABB", "rules"),
        ("KL1-1X-AAAAABB", "rules"),
        ("KL1-1PS-AAAAABB", "rules"),
        ("KL1-3PV-AAAAABB", "rules"),
        ("KL1-1VW-AAAAABB", "rules"),
        ("RU1", "length"),
        ("RU1-C", "length"),
        ("RU1-C-", "length"),
        ("RU1-C-AAAAAB", "length"),
        ("RU1-C-AAAAABBB", "length"),
        ("KL1-3-AAAAABBB", "length"),
        ("RU1CAAAAABBB", "length"),
        ("RU1-C-AAAAABB-AAAAABB", "length"),
        ("A" * 100_000, "length"),
        ("RU1-C-AAAAAB1", "seed"),
        ("RU1-C-AAAAABÉ", "seed"),
        ("RU1-C-AAAAABı", "seed"),
    ],
)
def test_an_unknown_code_names_its_part(text: str, part: str) -> None:
    with pytest.raises(UnknownCode) as caught:
        parse_code(text)
    assert caught.value.part == part
    assert caught.value.code == "unknown_code"


CODES = st.builds(
    lambda variant, seed: Code(variant.prefix, variant.rules, seed),
    st.sampled_from(all_variants()),
    st.one_of(st.integers(7, 7), st.integers(28, 28)).flatmap(
        lambda size: st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=size, max_size=size)
    ),
)


@given(CODES, st.data())
def test_text_and_code_are_one(code: Code, data: st.DataObject) -> None:
    text = code.text
    assert parse_code(text) == code
    assert code.sealed is (len(code.seed) == 28)
    # Any of its dashes may be missing, any blank added, any case used: still that code.
    for at in range(len(text) - 1, -1, -1):
        change = data.draw(st.sampled_from("ksl ")) if at % 3 == 0 else "k"
        if change == "s" and text[at] == "-":
            text = text[:at] + text[at + 1 :]
        elif change == "l":
            text = text[:at] + text[at].lower() + text[at + 1 :]
        elif change == " ":
            text = text[:at] + " " + text[at:]
    assert parse_code(text) == code


def test_no_two_readings_without_dashes_have_one_length() -> None:
    seeds = ("A" * 7, "A" * 28)
    lengths: dict[int, set[tuple[int, int]]] = {}
    for variant in all_variants():
        for seed in seeds:
            size = len(variant.prefix + variant.rules + seed)
            shape = (len(variant.rules), len(seed))
            lengths.setdefault(size, set()).add(shape)
    assert all(len(shapes) == 1 for shapes in lengths.values())


def test_seeds_come_from_the_callers_generator() -> None:
    numbers = iter([0, 25, 1, 2, 3, 4, 5])
    assert random_seed(lambda below: next(numbers) if below == 26 else -1) == "AZBCDEF"
    sealed = random_seed(Random(1).randrange, letters=28)
    assert parse_code(f"KL1-3-{sealed}").sealed
    with pytest.raises(ValueError, match="not 8"):
        random_seed(Random(1).randrange, letters=8)
