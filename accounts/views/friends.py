"""The page of friends, its buttons, and the page behind an invitation link."""

from collections.abc import Callable

from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.acquaintances import acquaintances_of, invitation_named, player_named, relation_of
from accounts.errors import FriendError
from accounts.forms import FriendForm
from accounts.limits import rate_limit
from accounts.models import User
from accounts.people import account_of
from accounts.services.friends import (
    friend_accept,
    friend_ask,
    friend_decline,
    friend_remove,
    friend_take_back,
    player_block,
    player_unblock,
)
from accounts.services.invitations import invitation_accept, invitation_end, invitation_renew
from accounts.texts import FRIEND_REFUSALS


@never_cache
@require_safe
def friends_page(request: HttpRequest) -> HttpResponse:
    """Everybody one knows here; for guests and strangers, why they know nobody yet."""
    return _page(request, FriendForm())


@never_cache
@require_POST
def friend_by_name(request: HttpRequest) -> HttpResponse:
    """Asks (or blocks) the player of a typed name; a refusal stands at the field."""
    player = _account(request)
    form = FriendForm(request.POST)
    if form.is_valid():
        rate_limit(request, "friend")
        found = player_named(form.cleaned_data["name"])
        try:
            return _by_name(request, player, found, block="block" in request.POST)
        except FriendError as error:
            form.add_error("name", str(FRIEND_REFUSALS[error.code]))
    return _page(request, form, status=422)


@never_cache
@require_POST
def friend_action(request: HttpRequest, player_id: int, action: str) -> HttpResponse:
    """One button about one player: ask, accept, decline, take-back, remove, block, unblock."""
    player = _account(request)
    if action not in _ACTIONS:
        raise Http404
    if action in {"ask", "block"}:
        rate_limit(request, "friend")
    try:
        messages.success(request, _ACTIONS[action](player, player_id))
    except FriendError as error:
        messages.error(request, str(FRIEND_REFUSALS[error.code]))
    return redirect(_back(request))


@never_cache
@require_POST
def link_action(request: HttpRequest) -> HttpResponse:
    """Makes the invitation link, makes another, or ends it."""
    player = _account(request)
    if "end" in request.POST:
        invitation_end(player=player)
        messages.success(request, gettext("The link opens nothing any more."))
    else:
        rate_limit(request, "friend")
        invitation_renew(player=player, now=timezone.now())
        messages.success(request, gettext("Your link is new. A former one opens nothing any more."))
    return redirect("accounts_friends")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation_page(request: HttpRequest, token: str) -> HttpResponse:
    """Who invites, and one button; strangers and guests are shown the way to an account first."""
    inviter = invitation_named(token=token, viewer=request.user)
    if inviter is None:
        raise Http404
    if request.method == "POST":
        return _accept(request, token)
    context = {
        "inviter": inviter,
        "relation": relation_of(request.user, inviter.pk),
        "here": request.path,
    }
    return render(request, "accounts/invitation.html", context)


def _accept(request: HttpRequest, token: str) -> HttpResponse:
    player = _account(request)
    rate_limit(request, "friend")
    try:
        inviter = invitation_accept(player=player, token=token, now=timezone.now())
    except FriendError as error:
        messages.error(request, str(FRIEND_REFUSALS[error.code]))
    else:
        messages.success(request, _now_friends(inviter))
    return redirect("accounts_friends")


def _by_name(
    request: HttpRequest, player: User, found: User | None, *, block: bool
) -> HttpResponse:
    if found is None:
        raise FriendError("unknown")
    action = "block" if block else "ask"
    messages.success(request, _ACTIONS[action](player, found.pk))
    return redirect("accounts_friends")


def _page(request: HttpRequest, form: FriendForm, status: int = 200) -> HttpResponse:
    if (user := account_of(request.user)) is None:
        return render(request, "accounts/friends_later.html", {"here": request.path})
    found = acquaintances_of(user)
    link = ""
    if found.invitation:
        path = reverse("accounts_invitation", args=[found.invitation])
        link = request.build_absolute_uri(path)
    context = {"found": found, "form": form, "link": link}
    return render(request, "accounts/friends.html", context, status=status)


def _ask(player: User, other_id: int) -> str:
    if friend_ask(asker=player, asked_id=other_id, now=timezone.now()):
        return _now_friends(User.objects.get(pk=other_id))
    return gettext("Asked. You are friends as soon as the answer is yes.")


def _accept_request(player: User, other_id: int) -> str:
    friend_accept(player=player, asker_id=other_id, now=timezone.now())
    return _now_friends(User.objects.get(pk=other_id))


def _decline(player: User, other_id: int) -> str:
    friend_decline(player=player, asker_id=other_id, now=timezone.now())
    return gettext("Declined. Nobody is told.")


def _take_back(player: User, other_id: int) -> str:
    friend_take_back(asker=player, asked_id=other_id)
    return gettext("Your request is taken back.")


def _remove(player: User, other_id: int) -> str:
    friend_remove(player=player, friend_id=other_id)
    return gettext("You are no longer friends. Nobody is told.")


def _block(player: User, other_id: int) -> str:
    player_block(player=player, other_id=other_id, now=timezone.now())
    return gettext("Blocked. Nobody is told.")


def _unblock(player: User, other_id: int) -> str:
    player_unblock(player=player, other_id=other_id)
    return gettext("The block is lifted.")


_ACTIONS: dict[str, Callable[[User, int], str]] = {
    "ask": _ask,
    "accept": _accept_request,
    "decline": _decline,
    "take-back": _take_back,
    "remove": _remove,
    "block": _block,
    "unblock": _unblock,
}


def _now_friends(other: User) -> str:
    return gettext("%(name)s and you are friends now.") % {"name": other.display_name}


def _account(request: HttpRequest) -> User:
    """The account that asks. Whoever has none is shown the page that says why they need one."""
    if user := account_of(request.user):
        return user
    context = {"here": reverse("accounts_friends")}
    raise ImmediateHttpResponse(render(request, "accounts/friends_later.html", context, status=403))


def _back(request: HttpRequest) -> str:
    url = request.POST.get("next", "")
    allowed = url_has_allowed_host_and_scheme(
        url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return url if allowed else reverse("accounts_friends")
