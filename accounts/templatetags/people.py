"""What pages say and offer about other players."""

from typing import Any

from django import template

from accounts.acquaintances import Person, asking_ids, relation_of
from accounts.people import account_of
from accounts.selectors import public_names

register = template.Library()


@register.simple_tag(takes_context=True)
def asking_count(context: dict[str, Any]) -> int:
    """How many wait for the reader's answer; 0 for whoever has no account."""
    account = account_of(getattr(context.get("request"), "user", None))
    return len(asking_ids(account)) if account else 0


@register.inclusion_tag("accounts/person_actions.html", takes_context=True)
def person_actions(context: dict[str, Any], player_id: int) -> dict[str, Any]:
    """The buttons about a player on the player's page: ask, accept, block, report."""
    request = context["request"]
    shown = public_names([player_id], request.user)[player_id]
    relation = relation_of(request.user, player_id)
    if relation == "stranger" and request.user.is_authenticated:
        relation = "guest"
    return {
        "person": Person(player_id, shown.name, shown.url),
        "relation": relation,
        "back": request.path,
        "csrf_token": context.get("csrf_token"),
    }
