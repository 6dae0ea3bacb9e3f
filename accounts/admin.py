"""Staff's view of players: looking up, banning, renaming. Nothing of a game is here."""

# These register what is taken away again below.
from allauth.account import admin as _addresses  # noqa: F401
from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa import admin as _second_factors  # noqa: F401
from allauth.mfa.models import Authenticator
from allauth.usersessions import admin as _sessions  # noqa: F401
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import NameReport, RefusedName, ReportState, User
from accounts.names import InvalidNameError
from accounts.services.accounts import account_ban, account_unban
from accounts.services.names import name_validate
from accounts.services.reports import name_replace, reports_dismiss
from accounts.texts import NAME_REFUSALS

# The admin has no second factor of its own: everyone comes in by the ordinary sign-in page.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
admin.site.site_header = admin.site.site_title = _("Réussite administration")
# Players' devices, their network addresses and second factors are no matter of staff's: nothing
# done here needs them. What staff can see stands on the page of fairness.
admin.site.unregister([Authenticator, EmailAddress, UserSession])


class UserForm(forms.ModelForm):  # type: ignore[type-arg]
    """Changing a name sets the keys that keep look-alikes apart."""

    class Meta:
        model = User
        fields = ("name", "is_staff", "is_superuser", "groups")

    def clean_name(self) -> str | None:
        before: str | None = self.instance.name
        name: str | None = self.cleaned_data["name"] or None
        if name is None or name == before:
            return before
        try:
            return name_validate(typed=name, user=self.instance)
        except InvalidNameError as error:
            raise ValidationError(NAME_REFUSALS[error.code], code=error.code) from error


@admin.register(User)
class UserAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    form = UserForm
    list_display = ("display_name", "email", "is_guest", "is_active", "created_at", "seen_at")
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("name", "email")
    ordering = ("-created_at",)
    readonly_fields = (
        "email",
        "is_guest",
        "is_active",
        "zone",
        "language",
        "created_at",
        "seen_at",
        "deletion_requested_at",
        "deleted_at",
    )
    filter_horizontal = ("groups",)
    actions = ("ban", "unban")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Rows go by the player's own wish or by being idle, with everything that hangs on them."""
        return False

    def save_model(self, request: HttpRequest, obj: User, form: UserForm, change: bool) -> None:
        if obj.name is not None:
            obj.name_set(obj.name)
        super().save_model(request, obj, form, change)

    @admin.action(description=_("Ban: end all sessions and refuse new ones"))
    def ban(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            if user != request.user:
                account_ban(user=user)

    @admin.action(description=_("Lift the ban"))
    def unban(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset.filter(deleted_at__isnull=True):
            account_unban(user=user)


@admin.register(NameReport)
class NameReportAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """What players said of names; only the two actions change anything."""

    list_display = ("name", "player", "reason", "reporter", "state", "created_at", "decided_by")
    list_filter = ("state",)
    list_select_related = ("player", "reporter", "decided_by")
    search_fields = ("name", "player__name")
    ordering = (F("decided_at").asc(nulls_first=True), "created_at")  # type: ignore[assignment]
    actions = ("replace_names", "dismiss")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: NameReport | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: NameReport | None = None) -> bool:
        return False

    def has_decide_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("accounts.change_namereport")

    @admin.action(
        description=_("Replace the name by a neutral one, tell the player, refuse it from now on"),
        permissions=["decide"],
    )
    def replace_names(self, request: HttpRequest, queryset: QuerySet[NameReport]) -> None:
        assert isinstance(request.user, User)
        waiting = queryset.filter(state=ReportState.OPEN).values_list("player_id", "name")
        for player_id, name in set(waiting):
            name_replace(player_id=player_id, name=name, staff=request.user, now=timezone.now())

    @admin.action(description=_("Dismiss: the name may stay"), permissions=["decide"])
    def dismiss(self, request: HttpRequest, queryset: QuerySet[NameReport]) -> None:
        assert isinstance(request.user, User)
        ids = queryset.values_list("pk", flat=True)
        reports_dismiss(ids=ids, staff=request.user, now=timezone.now())


@admin.register(RefusedName)
class RefusedNameAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Deleting one allows the name again."""

    list_display = ("skeleton", "refused_at")
    readonly_fields = ("skeleton", "refused_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False
