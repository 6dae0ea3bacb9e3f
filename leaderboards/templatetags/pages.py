"""Small facts that every page's frame needs, whatever view rendered it."""

from typing import Any

from django import template
from django.conf import settings
from django.utils.text import capfirst
from django.utils.translation import get_language_info

from accounts import dates
from accounts.readers import reader_setting
from leaderboards.showcase import SHOWCASES, Showcase

register = template.Library()
register.filter("clock", dates.clock)


@register.filter(is_safe=True)
def dotted(text: str) -> str:
    """A heading that breaks after its dot, never before it."""
    return text.replace(" · ", "\N{NO-BREAK SPACE}· ")


@register.simple_tag(takes_context=True)
def look(context: dict[str, Any], name: str) -> str | bool:
    """One of the reader's settings; the usual one for strangers and on pages without a request."""
    value: str | bool = reader_setting(context, name)
    return value


@register.simple_tag
def language_name(code: str) -> str:
    """A language's name in itself, with its capital: ``"Français"``."""
    return capfirst(str(get_language_info(code)["name_local"]))


@register.simple_tag
def source_url() -> str:
    """Where this service's source is published; empty when the operator names no address."""
    return str(getattr(settings, "SOURCE_URL", ""))


@register.simple_tag
def showcases() -> tuple[Showcase, ...]:
    """The games of the start page, in its order."""
    return SHOWCASES


@register.simple_tag(takes_context=True)
def page_query(context: dict[str, Any], name: str, number: int) -> str:
    """This page's query string with another page number of the list called `name`."""
    query = context["request"].GET.copy()
    query[name] = str(number)
    return f"?{query.urlencode()}"
