"""Small facts that every page's frame needs, whatever view rendered it."""

from typing import Any

from django import template
from django.conf import settings
from django.utils.translation import get_language_info

from accounts.selectors import settings_of

register = template.Library()


@register.simple_tag(takes_context=True)
def theme(context: dict[str, Any]) -> str:
    """The reader's own theme, ``"felt"`` for strangers and on pages without a request."""
    user = getattr(context.get("request"), "user", None)
    if user is None or not user.is_authenticated:
        return "felt"
    return str(settings_of(user)["theme"])


@register.simple_tag
def language_name(code: str) -> str:
    """A language's name in itself, with its capital: ``"Français"``."""
    name = str(get_language_info(code)["name_local"])
    return name[:1].upper() + name[1:]


@register.simple_tag
def source_url() -> str:
    """Where this service's source is published; empty when the operator names no address."""
    return str(getattr(settings, "SOURCE_URL", ""))
