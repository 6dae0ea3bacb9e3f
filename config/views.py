"""Views that belong to no app: the metrics page and the catalogue the pages' scripts read."""

from ipaddress import ip_address, ip_network
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.i18n import JavaScriptCatalog
from django_prometheus.exports import ExportToDjangoView

from config.env import FRONTEND
from config.figures import register

FORWARDED = ("X-Forwarded-For", "Forwarded", "X-Real-IP")


register()


class Catalogue(JavaScriptCatalog):
    """The `djangojs` texts of `frontend/locale` alone, without the admin's many."""

    def get_paths(self, packages: Any) -> list[str]:
        return [str(FRONTEND / "locale")]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """No formats: the browser has its own of dates and numbers, and every byte counts."""
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | {"formats": {}}

    packages = ["frontend"]


class PageCatalogue(Catalogue):
    """The texts of other pages' scripts and of races (`pagesjs`), added to those of the table."""

    domain = "pagesjs"


def metrics(request: HttpRequest) -> HttpResponse:
    """Prometheus figures, for staff and METRICS_NETWORKS (this machine); not found for others."""
    if not (request.user.is_staff or may_collect(request)):
        raise Http404
    figures: HttpResponse = ExportToDjangoView(request)
    return figures


def may_collect(request: HttpRequest) -> bool:
    """Whether the request came from METRICS_NETWORKS and no proxy passed it on."""
    address = request.META.get("REMOTE_ADDR")
    if not address or any(name in request.headers for name in FORWARDED):
        return False
    networks = (ip_network(network) for network in settings.METRICS_NETWORKS)
    return any(ip_address(address) in network for network in networks)
