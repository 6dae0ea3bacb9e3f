"""Giving and changing display names; the database decides between two who ask at once."""

from django.db import IntegrityError, transaction

from accounts.models import RefusedName, User
from accounts.names import InvalidNameError, name_check, name_skeleton
from accounts.selectors import name_is_taken


def name_validate(*, typed: str, user: User | None = None) -> str:
    """The name as it would be stored, free at this moment; InvalidNameError otherwise."""
    name = name_check(typed)
    if RefusedName.objects.filter(skeleton=name_skeleton(name)).exists():
        raise InvalidNameError("reserved")
    if name_is_taken(name, except_for=user):
        raise InvalidNameError("taken")
    return name


def name_save(*, user: User, name: str) -> None:
    """Saves the row under a validated name; InvalidNameError "taken" if another was faster."""
    before = (user.name, user.name_key, user.name_skeleton)
    user.name_set(name)
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as error:
        user.name, user.name_key, user.name_skeleton = before
        if name_is_taken(name, except_for=user if user.pk else None):
            raise InvalidNameError("taken") from error
        raise
