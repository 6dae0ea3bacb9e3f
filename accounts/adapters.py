"""What django-allauth asks this service about names, new accounts and signing in."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.password_validation import UserAttributeSimilarityValidator
from django.forms import BaseForm
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.encryption import decrypt, encrypt
from accounts.forms import name_clean
from accounts.middleware import guest_of
from accounts.models import User
from accounts.services.accounts import account_open
from accounts.services.deletion import deletion_cancel
from accounts.services.merging import guest_merge
from accounts.services.zones import zone_set
from accounts.zones import zone_guess

# Django's own list of attributes has no `name`.
_UNLIKE_THE_PERSON = UserAttributeSimilarityValidator(user_attributes=("name", "email"))


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Guests become accounts, or are merged into the one they sign in to."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": _("This name and password do not belong together."),
        "email_password_mismatch": _("This e-mail address and password do not belong together."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        return name_clean(username)

    def clean_password(self, password: str, user: User | None = None) -> str:
        if user is not None:
            _UNLIKE_THE_PERSON.validate(password, user)
        cleaned: str = super().clean_password(password, user)
        return cleaned

    def new_user(self, request: HttpRequest) -> User:
        return guest_of(request) or User()

    def save_user(
        self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True
    ) -> User:
        """Opens the account; InvalidNameError "taken" if another was faster (the view tells it)."""
        data = form.cleaned_data
        if zone := data.get("zone"):
            zone_set(user=user, zone=zone_guess(zone), now=timezone.now())
        account_open(
            user=user,
            name=data["username"],
            email=data["email"],
            password=data.get("password1"),
        )
        return user

    def login(self, request: HttpRequest, user: User) -> None:
        """The last step of every way in. Merging comes first: failing, it signs nobody in."""
        guest = guest_of(request)
        if guest is not None:
            if guest.pk != user.pk:
                guest_merge(guest=guest, account=user)
            # The guest's session goes on under a new key, so that nothing in it is lost.
            for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
                request.session.pop(key, None)
        super().login(request, user)
        if deletion_cancel(user=user):
            text = gettext("Welcome back. Your account will not be deleted.")
            messages.success(request, text)


class MfaAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Secrets are stored encrypted; a passkey is shown under the player's name."""

    def encrypt(self, text: str) -> str:
        return encrypt(text)

    def decrypt(self, encrypted_text: str) -> str:
        return decrypt(encrypted_text)

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:  # noqa: A002
        count = Authenticator.objects.filter(user_id=user.pk, type=type).count()
        return gettext("Passkey %(number)d") % {"number": count + 1}

    def get_public_key_credential_user_entity(self, user: User) -> dict[str, Any]:
        entity: dict[str, Any] = super().get_public_key_credential_user_entity(user)
        return entity | {"display_name": user.display_name, "name": user.display_name}
