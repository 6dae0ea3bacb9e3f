"""The page behind the link of every reminder: one press ends them, signed in or not."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.services.reminders import reminder_end, reminder_reader


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def reminder_end_page(request: HttpRequest, token: str) -> HttpResponse:
    """GET asks, since mail programs look at links by themselves. POST ends it: from the page's
    button, or from a mail program's own (RFC 8058), which has neither cookie nor CSRF token; the
    signed address says who is meant."""
    player_id = reminder_reader(token)
    if player_id is None:
        raise Http404
    if request.method == "POST":
        reminder_end(player_id=player_id)
    return render(request, "accounts/reminder_end.html", {"done": request.method == "POST"})
