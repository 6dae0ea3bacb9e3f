"""Every frame of the tables' and rooms' socket, both directions, and every code on it.

A frame is one JSON object; `t` names its type. Unknown types and unknown fields are refused.
Texts for people are made by the browser from these codes: none crosses the socket.
`docs/protocol.md` is checked against this module by a test.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from enum import IntEnum, StrEnum
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from engine.view import PlayerView

VERSION = 1
MAX_FRAME_BYTES = 4096

Count = Annotated[int, Meta(ge=0, le=1_000_000)]
# \Z, since $ would let a line end through.
ItemText = Annotated[str, Meta(pattern=r"^[A-Za-z0-9<>]{1,5}\Z")]
CardText = Annotated[str, Meta(pattern=r"^([A23456789TJQK][SHDC]|s)\Z")]
Token = Annotated[str, Meta(pattern=r"^[0-9A-Za-z]{22}\Z")]
NameText = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f\ud800-\udfff]{0,60}\Z")]


class Code(StrEnum):
    """Reasons of a `nack` or `bye` that are not the rule book's own."""

    BAD_FRAME = "bad_frame"
    STALE = "stale"
    PAUSED = "paused"
    NOT_PAUSABLE = "not_pausable"
    NOT_RANKED = "not_in_ranked"
    RATE = "rate"
    NOT_FOUND = "not_found"
    VERSION = "version"
    UNAVAILABLE = "unavailable"
    RESTART = "restart"
    REPLACED = "replaced"
    SIGNED_OUT = "signed_out"
    SLOW = "slow_reader"
    NO_HELLO = "no_hello"
    NOT_STARTED = "not_started"
    STARTED = "started"
    OVER = "over"
    NOT_OVER = "not_over"
    FULL = "full"
    NOT_SEATED = "not_seated"
    NO_ACCOUNT = "no_account"
    NOT_READY = "not_ready"
    TOO_FEW = "too_few"
    NO_DEAL = "no_deal"
    NAME_LENGTH = "name_length"
    NAME_CHARACTERS = "name_characters"
    NAME_RESERVED = "name_reserved"
    NAME_TAKEN = "name_taken"


class Close(IntEnum):
    """Close codes. What the client does on each stands in `docs/protocol.md`."""

    RESTART = 1012
    UNAVAILABLE = 1013
    BAD_FRAMES = 4000
    NO_HELLO = 4001
    SIGNED_OUT = 4003
    NOT_FOUND = 4004
    VERSION = 4006
    RATE = 4007
    SLOW = 4008
    REPLACED = 4009


class Frame(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t"):
    """Base of the frames a browser may send."""


class Hello(Frame, frozen=True, tag="hello"):
    """At a run's table, or in a race's room: exactly one is named."""

    v: int
    run: Token | None = None
    room: Token | None = None

    def __post_init__(self) -> None:
        if (self.run is None) is (self.room is None):
            raise ValueError("a run or a room")


class Placed(Frame, frozen=True):
    """A frame for one place in the log: `base` items acknowledged, then `after`, then this one."""

    base: Count
    after: Annotated[list[ItemText], Meta(max_length=512)]

    @property
    def place(self) -> int:
        return self.base + len(self.after)


class MoveFrame(Placed, frozen=True, tag="move"):
    move: ItemText


class UndoFrame(Placed, frozen=True, tag="undo"):
    pass


class TapFrame(Placed, frozen=True, tag="tap"):
    card: CardText
    double: bool = False


class FinishFrame(Placed, frozen=True, tag="finish"):
    pass


class HintFrame(Placed, frozen=True, tag="hint"):
    kind: Literal["fair", "line"] = "fair"


class StopFrame(Placed, frozen=True, tag="stop"):
    pass


class PauseFrame(Placed, frozen=True, tag="pause"):
    on: bool


class RoomFrame(Frame, frozen=True):
    """Something said in a race's room, or at the table of one of its runs."""


class SeatFrame(RoomFrame, frozen=True, tag="seat"):
    name: NameText


class ReadyFrame(RoomFrame, frozen=True, tag="ready"):
    on: bool


class StartFrame(RoomFrame, frozen=True, tag="start"):
    pass


class LeaveFrame(RoomFrame, frozen=True, tag="leave"):
    pass


class RematchFrame(RoomFrame, frozen=True, tag="rematch"):
    pass


class Ping(Frame, frozen=True, tag="ping"):
    """`n` is how many frames the client has received on this socket: proof that it reads."""

    n: Annotated[int, Meta(ge=0, le=2**53)]


ClientFrame = (
    Hello
    | MoveFrame
    | UndoFrame
    | TapFrame
    | FinishFrame
    | HintFrame
    | StopFrame
    | PauseFrame
    | SeatFrame
    | ReadyFrame
    | StartFrame
    | LeaveFrame
    | RematchFrame
    | Ping
)


class WantedCard(Struct, frozen=True):
    """What would have done in the refused move's place: a rank (1–13) and suit letters."""

    rank: int
    suits: str


class View(Struct, frozen=True, omit_defaults=True):
    """`engine.view.PlayerView` on the wire; fields that do not apply are left out."""

    columns: list[str]
    foundations: str
    stock: int
    waste: str
    waste_count: int
    score: int
    moves: int
    ms: int
    hints: int
    undo: bool
    legal: dict[str, str]
    finishable: bool
    up: int
    down: int
    passes: int | None = None
    result: str | None = None
    tick: list[int] | None = None
    code: str | None = None
    hidden: list[str] | None = None
    stock_cards: str | None = None
    paused: bool = False


class Answer(Struct, frozen=True, tag_field="t", omit_defaults=True):
    """Base of the frames the server sends."""


class Welcome(Answer, frozen=True, tag="welcome"):
    """`seq` and `view` are absent in a room."""

    v: int
    now: int
    role: Literal["player", "host", "watcher"]
    seq: int | UnsetType = UNSET
    view: View | UnsetType = UNSET


class Ack(Answer, frozen=True, tag="ack"):
    """`items`: what a tap, finish, hint or undo became in the log; absent for a plain move."""

    seq: int
    at: int
    view: View
    items: list[str] | UnsetType = UNSET
    hint: str | UnsetType = UNSET
    by: Literal["fair", "line"] | UnsetType = UNSET


class Nack(Answer, frozen=True, tag="nack"):
    """`view` and `seq` are absent only before a `welcome`."""

    code: str
    seq: int | UnsetType = UNSET
    view: View | UnsetType = UNSET
    wanted: WantedCard | UnsetType = UNSET


class Pong(Answer, frozen=True, tag="pong"):
    n: int
    now: int


class Changed(Answer, frozen=True, tag="changed"):
    seq: int


class Lost(Answer, frozen=True, tag="lost"):
    """The solver has proved that nothing wins from the position after `seq` items (casual)."""

    seq: int


class RoomSeat(Struct, frozen=True):
    """One player of a race, as everybody may see them. No card, suit or move is ever here."""

    seat: int
    name: str
    ready: bool
    here: bool
    up: int
    down: int
    moves: int
    state: Literal["waiting", "playing", "won", "stopped", "timeup"]
    ms: int | UnsetType = UNSET
    place: int | UnsetType = UNSET
    drawn: bool | UnsetType = UNSET


class Room(Answer, frozen=True, tag="room", omit_defaults=False):
    """The whole of a race's room. `run` is this player's own."""

    version: int
    now: int
    state: Literal["open", "running", "ended", "empty"]
    event: str
    limit: int
    rated: bool
    public: bool
    host: int | UnsetType
    you: int | UnsetType
    seats: list[RoomSeat]
    start_from: int | UnsetType = UNSET
    starts_at: int | UnsetType = UNSET
    ends_at: int | UnsetType = UNSET
    run: str | UnsetType = UNSET
    rematch: str | UnsetType = UNSET
    code: str | UnsetType = UNSET


class Peer(Answer, frozen=True, tag="peer", omit_defaults=False):
    """How far a rival has come: the latest, at most twice a second."""

    seat: int
    up: int
    down: int
    moves: int
    state: Literal["waiting", "playing", "won", "stopped", "timeup"]


class Bye(Answer, frozen=True, tag="bye"):
    code: str
    retry_after: float = 0.0


class BadFrame(ValueError):
    """A frame that is not one of ours. The message is for logs of tests, never for a browser."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise BadFrame("duplicate key")
    return result


_decoder = msgspec.json.Decoder(ClientFrame)


def decode(text: str | bytes | None) -> ClientFrame:
    """Read one frame from a browser. Raises `BadFrame`, and nothing else, whatever comes.

    Lone surrogates and NUL fall to the patterns of the text fields.
    """
    if not isinstance(text, str) or len(text) > MAX_FRAME_BYTES:
        raise BadFrame("not a text frame of 4 KiB")
    try:
        if not text.isascii() and len(text.encode()) > MAX_FRAME_BYTES:
            raise BadFrame("over 4 KiB")
        frame: ClientFrame = _decoder.decode(text)
        if not _is_plain(frame, text):
            json.loads(text, object_pairs_hook=_unique)
    except BadFrame:
        raise
    except (ValueError, RecursionError, msgspec.MsgspecError) as error:
        raise BadFrame(str(error)) from None
    return frame


def _is_plain(frame: ClientFrame, text: str) -> bool:
    """Whether no key can be there twice: where every field must be given, a colon stands for one.

    No value can hold another colon. The standard reader, which alone tells of doubled keys, takes
    ten times as long as msgspec, so it is asked about the rest only.
    """
    return not frame.__struct_defaults__ and text.count(":") == len(frame.__struct_fields__) + 1


_encoder = msgspec.json.Encoder()


def encode(frame: Answer) -> str:
    return _encoder.encode(frame).decode()


def view_frame(view: PlayerView, *, paused: bool = False) -> View:
    return View(
        columns=view.columns,
        foundations=view.foundations,
        stock=view.stock,
        waste=view.waste,
        waste_count=view.waste_count,
        score=view.score,
        moves=view.moves,
        ms=view.ms,
        hints=view.hints,
        undo=view.undo,
        legal=view.legal,
        finishable=view.finishable,
        up=view.up,
        down=view.down,
        passes=view.passes,
        result=view.result,
        tick=view.tick,
        code=view.code,
        hidden=view.hidden,
        stock_cards=view.stock_cards,
        paused=paused,
    )


def frame_types() -> Iterable[type[Struct]]:
    """Every frame class, for the documentation's check."""
    yield from ClientFrame.__args__
    yield from (Welcome, Ack, Nack, Pong, Changed, Lost, Room, Peer, Bye)
