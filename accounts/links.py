"""Accounts that are, or sit beside, the same person: a hint for staff, never a proof."""

from __future__ import annotations

from functools import reduce
from operator import or_

from allauth.usersessions.models import UserSession
from django.db.models import Q

# A person has few devices; more addresses than this say nothing.
_MOST = 50


def linked_ids(user_id: int) -> set[int]:
    """Players who signed in from the same address with the same browser as this one."""
    mine = UserSession.objects.filter(user_id=user_id).order_by("-last_seen_at")
    devices = list(mine.values_list("ip", "user_agent")[:_MOST])
    if not devices:
        return set()
    alike = reduce(or_, (Q(ip=ip, user_agent=agent) for ip, agent in set(devices)))
    others = UserSession.objects.filter(alike).exclude(user_id=user_id)
    return set(others.values_list("user_id", flat=True).distinct())
