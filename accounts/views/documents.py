"""The pages of plain words about people's data and the terms of play."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.services.deletion import GRACE
from accounts.services.guests import IDLE_AFTER


@require_safe
def privacy_page(request: HttpRequest) -> HttpResponse:
    """What is kept, for how long, who sees it; the numbers are those the service goes by."""
    context = {
        "contact": settings.CONTACT_EMAIL,
        "grace_days": GRACE.days,
        "idle_days": IDLE_AFTER.days,
        "session_days": settings.SESSION_COOKIE_AGE // 86_400,
    }
    return render(request, "documents/privacy.html", context)


@require_safe
def terms_page(request: HttpRequest) -> HttpResponse:
    context = {"contact": settings.CONTACT_EMAIL, "grace_days": GRACE.days}
    return render(request, "documents/terms.html", context)
