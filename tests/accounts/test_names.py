"""Which names may be taken, and which two are one."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.names import (
    MAX_KEY_LENGTH,
    MAX_LENGTH,
    MIN_LENGTH,
    InvalidNameError,
    name_check,
    name_key,
    name_skeleton,
)

CYRILLIC_A = "\u0430"
LETTERS = st.text(st.characters(categories=["L", "Nd", "Mn"]), min_size=1, max_size=20)


def refusal(typed: str) -> str | None:
    try:
        name_check(typed)
    except InvalidNameError as error:
        return error.code
    return None


@pytest.mark.parametrize(
    "name",
    [
        "Ægir",
        "Solveig",
        "Øystein",
        "Zoé",
        "O'Neil",
        "Anne-Marie",
        "Dr. Who",
        "x_y",
        "मीरा",
        "小林さん",
        "7of9",
    ],
)
def test_names_of_many_languages_are_allowed(name: str) -> None:
    assert name_check(name) == name


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("  Kari   Nordmann ", "Kari Nordmann"),
        ("Ｋａｒｉ", "Kari"),
        ("Zoe\u0301", "Zoé"),
        ("oﬃce", "office"),
    ],
)
def test_one_spelling_is_stored(typed: str, stored: str) -> None:
    assert name_check(typed) == stored


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("ab", "length"),
        ("  a  b ", None),
        ("a" * MIN_LENGTH, None),
        ("a" * MAX_LENGTH, None),
        ("a" * (MAX_LENGTH + 1), "length"),
        ("ﷺ", None),  # eighteen characters in one
        ("ﷺﷺ", "length"),
        ("", "length"),
        ("12345", "characters"),
        ("-kari", "characters"),
        ("kari-", "characters"),
        ("ka--ri", "characters"),
        ("ka\u200bri", "characters"),
        ("ka\u202eri", "characters"),
        ("ka\u0000ri", "characters"),
        ("ka\ud800ri", "characters"),
        ("kari@home", "characters"),
        ("kari 🂡", "characters"),
        ("k\u0335\u0335\u0335ari", "characters"),
    ],
)
def test_length_and_characters(typed: str, code: str | None) -> None:
    assert refusal(typed) == code


@pytest.mark.parametrize(
    "typed",
    [
        *("admin", "Admin7", "ADMIN", "аdmin", "adm1n", "a d m i n", "st\u0430ff"),
        *("Réussite", "reussite", "Modérateur", "Deleted player"),
        *("Guest 4F7K", "guest ABCD", "Invité 2X2X", "Gjest 4F7K", "Guest"),
    ],
)
def test_reserved_names_and_their_look_alikes(typed: str) -> None:
    assert refusal(typed) == "reserved"


@pytest.mark.parametrize(
    "typed", ["Guestavo", "Administer", "Modesty", "Botvinnik", "Guest of honour"]
)
def test_names_that_only_begin_alike_are_free(typed: str) -> None:
    assert refusal(typed) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ægir", f"{CYRILLIC_A}egir"),
        ("Paul", "PauI"),
        ("Paul", "Pau1"),
        ("Bill", "BiII"),
        ("Olga", "0lga"),
        ("Marn", "Mam"),
        ("НИКА", "HИKA"),
        ("ΝΙΚΟΣ", "NIKOΣ"),
        ("Ann Lee", "Ann-Lee"),
        ("Ann Lee", "AnnLee"),
        ("Mаria", "MARIA"),
        ("İlker", "Ilker"),
    ],
)
def test_what_looks_alike_has_one_skeleton(one: str, other: str) -> None:
    assert name_skeleton(one) == name_skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Nina", "Vina"),
        ("Rene", "René"),
        ("Anna", "Ana"),
        ("Kari", "Karl"[:3] + "o"),
        ("Jan", "Yan"),
        ("Tom", "Tim"),
    ],
)
def test_what_looks_different_stays_apart(one: str, other: str) -> None:
    assert name_skeleton(one) != name_skeleton(other)
    assert name_key(one) != name_key(other)


@given(LETTERS)
def test_case_and_width_do_not_matter_to_the_key(name: str) -> None:
    assert name_key(name) == name_key(name.casefold())
    assert name_key(name) == name_key(name_key(name))
    assert name_key(name) == name_key(unicodedata.normalize("NFD", name))


@given(LETTERS)
def test_the_skeleton_is_its_own_skeleton_and_fits(name: str) -> None:
    skeleton = name_skeleton(name)
    assert name_skeleton(skeleton) == skeleton
    assert len(skeleton) <= MAX_KEY_LENGTH
    assert len(name_key(name)) <= MAX_KEY_LENGTH


@given(st.text(max_size=40))
def test_a_name_is_refused_with_a_code_or_stored_as_it_is(typed: str) -> None:
    code = refusal(typed)
    if code is None:
        stored = name_check(typed)
        assert MIN_LENGTH <= len(stored) <= MAX_LENGTH
        assert name_check(stored) == stored
    else:
        assert code in {"length", "characters", "reserved"}


@given(st.sampled_from(list("aceopxyABCEHIKMOPTX")), st.text("bdfhk", min_size=3, max_size=8))
def test_every_cyrillic_twin_of_a_latin_letter_clashes(letter: str, rest: str) -> None:
    twins = dict(zip("aceopxyABCEHIKMOPTX", "асеорхуАВСЕНІКМОРТХ", strict=True))
    assert name_skeleton(letter + rest) == name_skeleton(twins[letter] + rest)
