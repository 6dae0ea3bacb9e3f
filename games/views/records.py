"""The page where a record of a game played elsewhere is handed in."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.limits import rate_limit
from accounts.services.guests import guest_create
from engine.record import MAX_RECORD_BYTES
from games.errors import RecordRefused
from games.reasons import refusal_text
from games.services.records import record_submit


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def record_form(request: HttpRequest) -> HttpResponse:
    """A text or a file. What is wrong with it is said with the item and the reason."""
    if request.method != "POST":
        return render(request, "games/submit.html")
    try:
        text = _text(request)
        player = guest_create(request=request)
        rate_limit(request, "record")
        run = record_submit(player=player, text=text)
    except RecordRefused as error:
        context = {"error": refusal_text(error), "text": request.POST.get("record", "")}
        return render(request, "games/submit.html", context, status=422)
    return redirect("games:run", run.token)


def _text(request: HttpRequest) -> str:
    """The file if one was chosen, else the field. Raises `RecordRefused` for what is no text."""
    file = request.FILES.get("file")
    if file is None:
        return request.POST.get("record", "").strip()
    if file.size is None or file.size > MAX_RECORD_BYTES:
        raise RecordRefused("log_too_long")
    try:
        return str(file.read(), "utf-8")
    except UnicodeDecodeError as error:
        raise RecordRefused("record") from error
