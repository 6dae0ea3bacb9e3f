"""How often somebody may do what others notice: the rates of ``ACCOUNT_RATE_LIMITS``."""

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal import ratelimit
from django.http import HttpRequest


def rate_limit(request: HttpRequest, action: str) -> None:
    """Counts this request of its player or address; one too many is answered with 429 at once."""
    if not ratelimit.consume(request, app="allauth.account", action=action):
        raise ImmediateHttpResponse(ratelimit.respond_429(request))
