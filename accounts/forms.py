"""The settings page and the account forms that are not allauth's own."""

from typing import TYPE_CHECKING, Any, get_args, get_origin, get_type_hints

from allauth.account.internal.flows.manage_email import email_already_exists
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import get_language_info
from django.utils.translation import gettext_lazy as _

from accounts.account_forms import EMAIL, EMAIL_HELP, NAME_HELP
from accounts.models import REASON_LENGTH, User
from accounts.names import MAX_LENGTH, InvalidNameError
from accounts.services.names import name_validate
from accounts.settings import Settings
from accounts.texts import NAME_REFUSALS
from accounts.zones import zone_names

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


SETTING_LABELS: "dict[str, StrOrPromise]" = {
    "placement_help": _("Placement help"),
    "interactive_rules": _("Interactive rules"),
    "double_tap": _("Double tap in Russian Solitaire"),
    "auto_placement": _("Auto placement"),
    "finish_button": _("Finish button"),
    "columns_first": _("Columns before foundations"),
    "winnable_only": _("Winnable deals only"),
    "winnable_only_classic": _("Winnable deals only in Russian Classic"),
    "draw": _("Cards drawn in Klondike"),
    "theme": _("Theme"),
    "deck": _("Colours of the suits"),
    "left_hand": _("Left-handed table"),
    "local_ranks": _("Ranks in my language"),
    "sound": _("Sound"),
    "kind": _("New games are"),
    "motion": _("Moving cards"),
    "text_board": _("Text board"),
    "profile_for": _("Who sees my page"),
    "hide_from_boards": _("Hide me from boards"),
    "daily_reminder": _("Remind me of the daily by e-mail"),
}
SETTING_HELP: "dict[str, StrOrPromise]" = {
    "placement_help": _("Shows where the card you hold may go."),
    "interactive_rules": _("Says why a move is refused and which card would do."),
    "double_tap": _("A double tap puts a card on its best column."),
    "auto_placement": _("Let go anywhere and the card goes to its best place."),
    "finish_button": _("Sends all cards up when nothing can go wrong any more (Klondike)."),
    "columns_first": _("A tap looks for a column before a foundation."),
    "winnable_only": _(
        "New games, ranked and casual, come from deals proved winnable with all cards known; "
        "a game says so when none was at hand. Russian Classic has its own choice."
    ),
    "winnable_only_classic": _("The same for this game, of whose deals many cannot be won."),
    "draw": _("Holds from the next deal."),
    "local_ranks": _("The letters on court cards follow the language; otherwise A K Q J."),
    "motion": _("Cards fly and turn; without, they change places at once."),
    "text_board": _(
        "The table in words, and a field to type moves into: for screen readers and braille."
    ),
    "profile_for": _("Your page has your results, streaks and statistics."),
    "hide_from_boards": _(
        "Boards say \u201cHidden player\u201d in your place. Your friends still see your name."
    ),
    "daily_reminder": _(
        "Once a day at most, in the afternoon, when you have not played one yet. "
        "Needs a verified address; every mail has a link that ends it."
    ),
}
CHOICE_LABELS: "dict[str, StrOrPromise]" = {
    "1": _("one"),
    "3": _("three"),
    "felt": _("Green felt"),
    "midnight": _("Midnight (dark)"),
    "linen": _("Linen (light)"),
    "auto": _("As on my device"),
    "four": _("Four colours"),
    "two": _("Two colours"),
    "ranked": _("Ranked"),
    "casual": _("Casual"),
    "everyone": _("Everyone"),
    "friends": _("My friends"),
    "nobody": _("Nobody but me"),
}
PRIVACY = ("profile_for", "hide_from_boards")
MAIL = ("daily_reminder",)


def setting_field(name: str, kind: Any) -> forms.Field:
    """A check box for a flag, a list for a choice; the stored type comes back."""
    label, help_text = SETTING_LABELS[name], SETTING_HELP.get(name, "")
    if kind is bool:
        return forms.BooleanField(label=label, help_text=help_text, required=False)
    if get_origin(kind) is None:
        raise TypeError(f"{name}: neither a flag nor a choice")
    values = get_args(kind)
    return forms.TypedChoiceField(
        label=label,
        help_text=help_text,
        choices=[(value, CHOICE_LABELS[str(value)]) for value in values],
        coerce=int if isinstance(values[0], int) else str,
    )


def language_choices() -> "list[tuple[str, StrOrPromise]]":
    """Each language under its own name: Français."""
    codes = [code for code, _name in settings.LANGUAGES]
    names = [str(get_language_info(code)["name_local"]) for code in codes]
    own = [(code, name[:1].upper() + name[1:]) for code, name in zip(codes, names, strict=True)]
    return [("", _("As my browser says")), *own]


def zone_choices() -> list[tuple[str, str]]:
    return [(name, name.replace("_", " ")) for name in zone_names()]


class SettingsForm(forms.Form):
    """Name (accounts only), language, zone and every setting of the table."""

    name = forms.CharField(label=_("Name"), help_text=NAME_HELP, max_length=4 * MAX_LENGTH)
    language = forms.ChoiceField(label=_("Language"), required=False, choices=language_choices)
    zone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("Says when your day begins, for the daily challenge."),
        choices=zone_choices,
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        if user.is_guest:
            del self.fields["name"]
        else:
            self.fields["name"].widget.attrs |= {"autocomplete": "nickname"}
        for name, kind in get_type_hints(Settings).items():
            if not user.is_guest or name not in MAIL:
                self.fields[name] = setting_field(name, kind)

    def clean_name(self) -> str:
        return name_clean(self.cleaned_data["name"], self.user)

    def table(self) -> list[forms.BoundField]:
        return [self[name] for name in SETTING_LABELS if name not in PRIVACY + MAIL]

    def person(self) -> list[forms.BoundField]:
        return [self[name] for name in ("name", "language", "zone") if name in self.fields]

    def others(self) -> list[forms.BoundField]:
        """What others see of the player, and what is sent to them."""
        return [self[name] for name in PRIVACY + MAIL if name in self.fields]

    def chosen(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in SETTING_LABELS if name in self.fields}


class FriendForm(forms.Form):
    """Somebody is meant by name. What is no name at all is one that nobody has."""

    name = forms.CharField(
        label=_("Name of the player"),
        max_length=4 * MAX_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )


class ReportForm(forms.Form):
    """Why a name should not stand on boards; staff reads it, the player never does."""

    reason = forms.CharField(
        label=_("What is wrong?"),
        help_text=_("Staff reads this. The player does not learn who reported."),
        required=False,
        max_length=REASON_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class PasskeySignupForm(forms.Form):
    """The first of two steps: who you are; the second makes the passkey."""

    username = forms.CharField(
        label=_("Name"),
        help_text=NAME_HELP,
        max_length=4 * MAX_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "username webauthn"}),
    )
    email = forms.EmailField(
        label=EMAIL,
        help_text=EMAIL_HELP,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    zone = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def clean_username(self) -> str:
        return name_clean(self.cleaned_data["username"])

    def clean_email(self) -> str:
        """Taken addresses are told only where the service tells them at all (see allauth)."""
        email, _exists = email_already_exists(self.cleaned_data["email"].lower())
        return str(email)


def name_clean(typed: str, user: User | None = None) -> str:
    """As `name_validate`, with its refusals as a form has them."""
    try:
        return name_validate(typed=typed, user=user)
    except InvalidNameError as error:
        raise ValidationError(NAME_REFUSALS[error.code], code=error.code) from error
