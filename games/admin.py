"""Games for staff. No page shows a code, a salt or a line that is sealed, nor the log of any run:
whoever reviews a run looks at its own page, once it is unlocked to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import F, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.selectors import player_of
from engine.variants import EVENTS
from games.errors import RunNotFound
from games.models import Challenge, Outage, Result, Review, ReviewState, Run
from games.reasons import reason_text
from games.selectors.pool import pool_levels
from games.selectors.verification import NOTICED, appeal_waits
from games.services.reviews import review_decide, review_open_by_staff
from games.services.verification import run_verify
from games.titles import event_title


class EventFilter(admin.AllValuesFieldListFilter):
    """By the names of games."""

    def choices(self, changelist: Any) -> Iterator[Any]:
        for choice in super().choices(changelist):
            yield choice | {"display": self.words(str(choice["display"]))}

    def words(self, value: str) -> str:
        """Of a value, or as it stands what is none: `All`, or a value with its count."""
        return event_title(value) if value in EVENTS else value


class SignalFilter(EventFilter):
    def words(self, value: str) -> str:
        return str(NOTICED.get(value, value))


class Named(admin.ModelAdmin):  # type: ignore[type-arg]
    """What has an event, which is shown by its name."""

    @admin.display(description=_("event"), ordering="event")
    def game(self, row: Any) -> str:
        return event_title(row.event) if row.event else gettext("all of them")


class Looking(Named):
    """What is looked at and never written here."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Run)
class RunAdmin(Named):
    list_display = (
        "token", "player", "game", "kind", "state", "result", "moves", "score", "verification",
    )  # fmt: skip
    list_filter = (
        "verification", "submitted", ("event", EventFilter), "kind", "state", "result",
    )  # fmt: skip
    search_fields = ("token", "player__name")
    list_select_related = ("player",)
    fields = readonly_fields = (
        "token", "page", "player", "kind", "game", "challenge", "submitted", "state", "result",
        "created_at", "started_at", "ended_at", "seq", "moves", "score", "up", "turned", "undos",
        "hints", "verification", "verification_index", "reason",
    )  # fmt: skip
    actions = ("verify_again", "review")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Run | None = None) -> bool:
        return False

    @admin.display(description=_("page"))
    def page(self, run: Run) -> SafeString:
        return _page_link(run)

    @admin.display(description=_("reason"))
    def reason(self, run: Run) -> str:
        return reason_text(run.verification_code) if run.verification_code else ""

    @admin.action(description=_("Verify again"))
    def verify_again(self, request: HttpRequest, queryset: QuerySet[Run]) -> None:
        outcomes = [run_verify(run_id=run.pk, again=True) for run in queryset]
        verified = sum(outcome.is_verified for outcome in outcomes)
        told = {"verified": verified, "all": len(outcomes)}
        messages.info(request, gettext("%(verified)d of %(all)d runs are verified.") % told)

    @admin.action(description=_("Open a review"))
    def review(self, request: HttpRequest, queryset: QuerySet[Run]) -> None:
        by, runs = player_of(request.user), list(queryset)
        opened = sum(review_open_by_staff(run=run, by=by) for run in runs)
        told = {"opened": opened, "already": len(runs) - opened}
        text = gettext("Reviews opened: %(opened)d. Open already: %(already)d.")
        messages.info(request, text % told)


@admin.register(Challenge)
class ChallengeAdmin(Looking):
    list_display = ("day", "kind", "game", "published_at", "closed_at")
    list_filter = ("kind", ("event", EventFilter))
    date_hierarchy = "day"
    ordering = ("-day", "kind", "event")
    # Salt and code are empty until the closing opens them.
    fields = readonly_fields = (
        "kind", "game", "day", "commitment", "chosen_from", "published_at", "closed_at", "salt",
        "code",
    )  # fmt: skip

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        levels = ", ".join(f"{event} {ready}" for event, ready in pool_levels().items())
        title = gettext("Challenges. Proved deals ready: %(levels)s") % {"levels": levels}
        return super().changelist_view(request, {"title": title} | (extra_context or {}))


def _events() -> list[tuple[str, str]]:
    return [("", gettext("all of them")), *((event, event_title(event)) for event in EVENTS)]


class OutageForm(forms.ModelForm):  # type: ignore[type-arg]
    """The event is chosen, since a misspelt one would spare nobody."""

    event = forms.ChoiceField(label=_("event"), required=False, choices=_events)

    class Meta:
        model = Outage
        fields = ("day", "event", "reason")


@admin.register(Outage)
class OutageAdmin(Named):
    """Dates that cost nobody a streak. Whoever declares one is remembered."""

    form = OutageForm
    list_display = ("day", "game", "reason", "declared_by", "created_at")
    list_filter = (("event", EventFilter),)
    ordering = ("-day", "event")
    fields = ("day", "event", "reason", "declared_by", "created_at")
    readonly_fields = ("declared_by", "created_at")

    def save_model(self, request: HttpRequest, obj: Outage, form: Any, change: bool) -> None:
        if not change:
            obj.declared_by = player_of(request.user)
        super().save_model(request, obj, form, change)


@admin.register(Result)
class ResultAdmin(Looking):
    """The stream of versions; of a run the newest counts."""

    list_display = (
        "place", "token", "version", "player", "game", "state", "counts", "won", "moves", "ms",
    )  # fmt: skip
    list_filter = ("state", "counts", "kind", "submitted", ("event", EventFilter))
    search_fields = ("token", "player__name")
    list_select_related = ("player",)
    ordering = ("-place",)
    exclude = ("run", "code")


class WaitingFilter(admin.SimpleListFilter):
    title = _("waiting for staff")
    parameter_name = "waiting"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("yes", gettext("open, or appealed"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Review]) -> QuerySet[Review]:
        if self.value() != "yes":
            return queryset
        appealed = Q(appealed_at__isnull=False, appealed_at__gt=F("decided_at"))
        return queryset.filter(Q(state=ReviewState.OPEN) | appealed)


class ReviewForm(forms.ModelForm):  # type: ignore[type-arg]
    """A decision and a word to the player; without a decision nothing is saved."""

    class Meta:
        model = Review
        fields = ("state", "note")

    def clean_state(self) -> str:
        state: str = self.cleaned_data["state"]
        if state == ReviewState.OPEN:
            raise forms.ValidationError(_("Decide: cleared or removed."), code="open")
        return state


@admin.register(Review)
class ReviewAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    form = ReviewForm
    list_display = ("opened_at", "run", "player", "noticed", "state", "appealed")
    list_filter = (WaitingFilter, "state", ("signal", SignalFilter))
    search_fields = ("run__token", "run__player__name")
    list_select_related = ("run__player",)
    ordering = ("-opened_at",)
    fields = (
        "page", "player", "noticed", "detail", "opened_at", "opened_by", "state", "note",
        "decided_at", "decided_by", "appeal", "appealed_at",
    )  # fmt: skip
    readonly_fields = tuple(name for name in fields if name not in ("state", "note"))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Review | None = None) -> bool:
        return False

    @admin.display(description=_("player"))
    def player(self, review: Review) -> User:
        return review.run.player

    @admin.display(description=_("because of"), ordering="signal")
    def noticed(self, review: Review) -> str:
        return str(NOTICED.get(review.signal, review.signal))

    @admin.display(description=_("appeal waits"), boolean=True)
    def appealed(self, review: Review) -> bool:
        return appeal_waits(review)

    @admin.display(description=_("page"))
    def page(self, review: Review) -> SafeString:
        return _page_link(review.run)

    def save_model(self, request: HttpRequest, obj: Review, form: Any, change: bool) -> None:
        try:
            review_decide(
                review=obj, state=ReviewState(obj.state), note=obj.note, by=player_of(request.user)
            )
        except RunNotFound:
            messages.error(request, gettext("The run is gone: its player has left."))


def _page_link(run: Run) -> SafeString:
    url = reverse("games:run", args=[run.token])
    return format_html('<a href="{}">{}</a>', url, run.token)
