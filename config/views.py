"""Views that belong to no app: the metrics page and the catalogue the pages' scripts read."""

from ipaddress import ip_address
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.i18n import JavaScriptCatalog
from django_prometheus.exports import ExportToDjangoView

from config.env import FRONTEND

FORWARDED = ("X-Forwarded-For", "Forwarded", "X-Real-IP")


class Catalogue(JavaScriptCatalog):
    """The `djangojs` texts of `frontend/locale` alone, without the admin's many."""

    def get_paths(self, packages: Any) -> list[str]:
        return [str(FRONTEND / "locale")]

    packages = ["frontend"]


def metrics(request: HttpRequest) -> HttpResponse:
    """Prometheus figures, for staff and for a collector on this machine; not found for others."""
    if not (request.user.is_staff or from_this_machine(request)):
        raise Http404
    figures: HttpResponse = ExportToDjangoView(request)
    return figures


def from_this_machine(request: HttpRequest) -> bool:
    """Whether the request came over loopback and no proxy passed it on."""
    address = request.META.get("REMOTE_ADDR")
    if not address or any(name in request.headers for name in FORWARDED):
        return False
    return ip_address(address).is_loopback
