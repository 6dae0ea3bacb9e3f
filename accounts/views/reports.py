"""The form by which a player reports another's name."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.errors import ReportError
from accounts.forms import ReportForm
from accounts.limits import rate_limit
from accounts.models import User
from accounts.readers import player_or_404
from accounts.selectors import public_names
from accounts.services.reports import name_report
from accounts.texts import REPORT_REFUSALS


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report_page(request: HttpRequest, player_id: int) -> HttpResponse:
    """One field, why; the name is on the page as the reporter sees it. Guests may report too."""
    player = _named(request, player_id)
    form = ReportForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and _report(request, player, form):
        messages.success(request, gettext("Thank you. The staff will look at the name."))
        return redirect("home")
    context = {"form": form, "name": player.display_name, "player_id": player.pk}
    status = 422 if request.method == "POST" else 200
    return render(request, "accounts/report.html", context, status=status)


def _named(request: HttpRequest, player_id: int) -> User:
    """The player whose name the reader sees; one who hides it is as good as unknown."""
    player = User.objects.filter(pk=player_id, name__isnull=False).first()
    shown = public_names([player_id], request.user)[player_id]
    if player is None or shown.name != player.name:
        raise Http404
    return player


def _report(request: HttpRequest, player: User, form: ReportForm) -> bool:
    rate_limit(request, "report")
    try:
        name_report(
            reporter=player_or_404(request),
            player_id=player.pk,
            reason=form.cleaned_data["reason"],
            now=timezone.now(),
        )
    except ReportError as error:
        form.add_error(None, str(REPORT_REFUSALS[error.code]))
        return False
    return True
