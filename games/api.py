"""Records of games played elsewhere over HTTP: `POST /api/v1/records`, and what became of one."""

from __future__ import annotations

from typing import Any

import msgspec
from allauth.core.exceptions import ImmediateHttpResponse
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from ninja import Router

from accounts.api import AnyVisitor
from accounts.limits import rate_limit
from accounts.services.guests import guest_create
from games.errors import GameError, RecordRefused, RunNotFound
from games.models import Run
from games.selectors.runs import run_visible
from games.selectors.unlocking import is_own
from games.services.records import record_submit

STATES = ("waiting", "verified", "rejected")


class Submission(msgspec.Struct, forbid_unknown_fields=True):
    """What is handed in: the text of the file."""

    record: str


_RECORD = {
    "type": "object",
    "properties": {"record": {"type": "string", "description": "The text of a record"}},
    "required": ["record"],
    "additionalProperties": False,
}
_CODE = {"type": "string", "description": "Stable; docs/record-format.md lists them"}
_INDEX = {
    "type": ["integer", "null"],
    "minimum": 0,
    "description": "The item at fault, from 0; null where no one item is",
}
_OUTCOME = {
    "type": "object",
    "properties": {
        "token": {"type": "string"},
        "page": {"type": "string", "description": "Path of the run's page"},
        "state": {"enum": STATES},
        "code": {**_CODE, "type": ["string", "null"]},
        "index": _INDEX,
    },
    "required": ["token", "page", "state", "code", "index"],
    "additionalProperties": False,
}
_ERROR = {
    "type": "object",
    "properties": {
        "code": _CODE,
        "index": _INDEX,
        "detail": {"type": "string", "description": "The tag, line, part or item at fault"},
    },
    "required": ["code", "index", "detail"],
    "additionalProperties": False,
}


def _json(schema: dict[str, Any], description: str) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


_ANSWERS = {
    "submit": {
        202: _json(_OUTCOME, "Kept, and verified like any run; the same record is the same run"),
        403: {"description": "Without the CSRF token"},
        422: _json(_ERROR, "A record that cannot stand: nothing is kept"),
        429: _json(_ERROR, "Too many: `too_often`"),
    },
    "outcome": {
        200: _json(_OUTCOME, "What its replay found; of a rejected one its player hears why"),
        404: _json(_ERROR, "No submitted record: `not_found`"),
    },
}

router = Router(auth=AnyVisitor(), tags=["records"])


@router.post(
    "/records",
    summary="Submit the record of a game played elsewhere",
    openapi_extra={
        "requestBody": {"content": {"application/json": {"schema": _RECORD}}, "required": True},
        "responses": _ANSWERS["submit"],
    },
)
def record_put(request: HttpRequest) -> HttpResponse:
    """For open codes and thoughtful Klondike. A visitor who has not played yet becomes a guest."""
    try:
        text = _text(request)
        player = guest_create(request=request)
        rate_limit(request, "record")
        run = record_submit(player=player, text=text)
    except RecordRefused as error:
        return _refused(error, 422)
    except ImmediateHttpResponse:
        return _refused(GameError("too_often"), 429)
    return _answer(_outcome(run, request), 202)


@router.get(
    "/records/{token}",
    summary="What became of a submitted record",
    openapi_extra={"responses": _ANSWERS["outcome"]},
)
def record_get(request: HttpRequest, token: str) -> HttpResponse:
    """Waiting until a worker has replayed it, then verified or rejected."""
    try:
        # What cannot be printed is no token, and the database takes no zero byte.
        run = run_visible(token=token, user=request.user) if token.isprintable() else None
        if run is None or not run.submitted:
            raise RunNotFound
    except RunNotFound as error:
        return _refused(error, 404)
    return _answer(_outcome(run, request), 200)


def _text(request: HttpRequest) -> str:
    """Raises `RecordRefused` for a body that is no submission, as for a text that is no record."""
    try:
        return msgspec.json.decode(request.body, type=Submission).record
    except RequestDataTooBig as error:
        raise RecordRefused("log_too_long") from error
    except msgspec.DecodeError as error:
        raise RecordRefused("record", detail="body") from error


def _outcome(run: Run, request: HttpRequest) -> dict[str, Any]:
    known = is_own(run=run, user=request.user) and bool(run.verification_code)
    return {
        "token": run.token,
        "page": reverse("games:run", args=[run.token]),
        "state": run.verification or "waiting",
        "code": run.verification_code if known else None,
        "index": run.verification_index if known else None,
    }


def _refused(error: GameError, status: int) -> HttpResponse:
    index = error.index if isinstance(error, RecordRefused) else None
    return _answer({"code": error.code, "index": index, "detail": error.detail}, status)


def _answer(body: dict[str, Any], status: int) -> HttpResponse:
    answer = HttpResponse(msgspec.json.encode(body), content_type="application/json", status=status)
    answer["Cache-Control"] = "no-store"
    return answer
