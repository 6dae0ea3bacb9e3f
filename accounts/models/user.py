"""The person who plays: a guest, an account, or what is left of a deleted one."""

from typing import ClassVar, Self

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.names import (
    MAX_KEY_LENGTH,
    MAX_LENGTH,
    name_check,
    name_key,
    name_skeleton,
)


class UserManager(BaseUserManager["User"]):
    def create_user(self, name: str, email: str = "", password: str | None = None) -> "User":
        user = self.model(email=email.lower(), is_guest=False)
        user.name_set(name_check(name))
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, name: str, email: str = "", password: str | None = None) -> "User":
        user = self.create_user(name, email, password)
        user.is_staff = user.is_superuser = True
        user.save(using=self._db, update_fields=["is_staff", "is_superuser"])
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(name_key=name_key(username or ""))


class User(AbstractBaseUser, PermissionsMixin):
    """One row a person. A guest has no name, no e-mail and no password, only a tag.

    A deleted account that results still point at stays as an anonymous row: no name, no
    e-mail, ``deleted_at`` set. ``is_active`` False means banned or deleted.
    """

    name = models.CharField(_("name"), max_length=MAX_LENGTH, unique=True, null=True, blank=True)
    name_key = models.CharField(max_length=MAX_KEY_LENGTH, unique=True, null=True, editable=False)
    name_skeleton = models.CharField(
        max_length=MAX_KEY_LENGTH, unique=True, null=True, editable=False
    )
    tag = models.CharField(_("guest tag"), max_length=4, blank=True, default="")
    email = models.EmailField(_("e-mail address"), blank=True, default="", db_index=True)
    is_guest = models.BooleanField(_("guest"), default=True)
    is_active = models.BooleanField(_("active"), default=True)
    is_staff = models.BooleanField(_("staff"), default=False)
    zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    opened_through = models.DateField(
        _("latest date opened"),
        null=True,
        blank=True,
        editable=False,
        help_text=_("the latest date a former home zone had: what has opened does not close again"),
    )
    language = models.CharField(_("language"), max_length=8, blank=True, default="")
    settings = models.JSONField(_("settings"), default=dict, blank=True)
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    seen_at = models.DateTimeField(_("last seen"), default=timezone.now)
    deletion_requested_at = models.DateTimeField(_("deletion requested"), null=True, blank=True)
    deleted_at = models.DateTimeField(_("deleted"), null=True, blank=True)
    renamed_at = models.DateTimeField(
        _("renamed by staff"),
        null=True,
        blank=True,
        editable=False,
        help_text=_("until the player has been told"),
    )

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "name"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["email"]

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            models.CheckConstraint(
                name="accounts_user_named_unless_guest_or_deleted",
                condition=Q(is_guest=True, name__isnull=True, deleted_at__isnull=True)
                | Q(is_guest=False, name__isnull=False, deleted_at__isnull=True)
                | Q(is_guest=False, name__isnull=True, deleted_at__isnull=False),
            ),
            models.CheckConstraint(
                name="accounts_user_name_keys",
                condition=Q(name__isnull=True, name_key__isnull=True, name_skeleton__isnull=True)
                | Q(
                    name__isnull=False,
                    name_key__isnull=False,
                    name_skeleton__isnull=False,
                ),
            ),
        ]
        indexes = [
            models.Index(
                fields=["seen_at"],
                name="accounts_user_idle_guests",
                condition=Q(is_guest=True),
            ),
            models.Index(
                fields=["deletion_requested_at"],
                name="accounts_user_leaving",
                condition=Q(deletion_requested_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.display_name

    @property
    def display_name(self) -> str:
        """What others see, in the reader's language where it is not the player's own choice."""
        if self.name is not None:
            return self.name
        if self.deleted_at is not None:
            return gettext("Deleted player")
        return gettext("Guest %(tag)s") % {"tag": self.tag}

    def name_set(self, name: str) -> Self:
        """Sets a checked name with its keys; the caller saves, the database decides clashes."""
        self.name = name
        self.name_key = name_key(name)
        self.name_skeleton = name_skeleton(name)
        return self


def user_display(user: User) -> str:
    """For allauth's mails and messages."""
    return user.display_name
