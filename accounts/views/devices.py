"""The end of one signed-in device; the list of all is allauth's."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts.readers import player_or_404
from accounts.services.accounts import device_end


@require_POST
@login_required
def device_end_view(request: HttpRequest, device_id: int) -> HttpResponse:
    """Ends one signed-in device; its open tables close within a minute."""
    if not device_end(user=player_or_404(request), device_id=device_id):
        raise Http404
    messages.success(request, gettext("Signed out on that device."))
    return redirect("usersessions_list")
