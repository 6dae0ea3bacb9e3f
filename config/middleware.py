"""Middleware of our own: health, static files under ASGI, and a socket's place in the policy."""

import re
from collections.abc import Callable
from typing import Any

from csp.middleware import CSPMiddleware, PolicyParts
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware

from config import health

FORMER_VERSION = re.compile(r"^/static/v-[0-9a-f]{10}/")

GetResponse = Callable[[HttpRequest], HttpResponseBase]


class HealthMiddleware:
    """Answers probes before anything looks at the host, the session or the log."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        probe = health.PROBES.get(request.path)
        return probe() if probe else self.get_response(request)


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]
    """WhiteNoise, with bodies read at once: our files are small, and a streamed body costs more.

    A page loaded before a deploy asks for modules under the former version's path; it gets
    today's, for a minute, rather than a broken table.
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        path = FORMER_VERSION.sub(settings.STATIC_URL, request.path_info)
        found = self.files.get(path)
        if found is None or path == request.path_info:
            return super().__call__(request)  # type: ignore[no-any-return]
        response = self.serve(found, request)
        response["Cache-Control"] = "max-age=60"
        return response

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        found = static_file.get_response(request.method, request.META)
        body = b""
        if found.file is not None:
            with found.file as file:
                body = file.read()
        response = HttpResponse(body, status=int(found.status))
        del response["Content-Type"]
        for name, value in found.headers:
            response[name] = value
        return response


class PolicyMiddleware(CSPMiddleware):
    """The content policy, naming this host's socket: Safari before 15.4 needs it spelt out."""

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        parts = super().get_policy_parts(request, response, report_only)
        if not report_only:
            scheme = "wss" if request.is_secure() else "ws"
            parts.update = {
                **(parts.update or {}),
                "connect-src": f"{scheme}://{request.get_host()}",
            }
        return parts
