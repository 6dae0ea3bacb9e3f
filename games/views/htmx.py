"""Requests by htmx, which are answered with a piece of the page."""

from __future__ import annotations

from typing import cast

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxHttpRequest(HttpRequest):
    """A request behind `HtmxMiddleware`, as the type checker is to see it."""

    htmx: HtmxDetails


def is_by_htmx(request: HttpRequest) -> bool:
    return bool(cast("HtmxHttpRequest", request).htmx)
