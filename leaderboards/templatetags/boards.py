"""Boards within pages that other apps make."""

from __future__ import annotations

from typing import Any

from django import template
from django.http import HttpRequest
from django.utils.translation import gettext as _

from leaderboards.keys import BoardKey
from leaderboards.metrics import CODE
from leaderboards.selectors.boards import BoardRow
from leaderboards.views.board_views import Mark, board_view

register = template.Library()


@register.inclusion_tag("boards/code.html", takes_context=True)
def code_board(context: dict[str, Any], code: str) -> dict[str, Any]:
    """The casual board of an open deal, a page of it as the address asks."""
    request: HttpRequest = context["request"]
    board = board_view(
        request=request,
        key=BoardKey("code", code=code),
        columns=CODE,
        mark=_submitted,
        caption=_("Board of deal %(code)s") % {"code": code},
    )
    return {"request": request, "board": board}


def _submitted(row: BoardRow) -> Mark | None:
    return Mark("submitted", _("Submitted")) if row.submitted else None
