"""The settings over HTTP, for the table: `GET` and `PUT /api/v1/settings`."""

from typing import Annotated, Any

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from ninja import Body, Router
from ninja.security import APIKeyCookie

from accounts.selectors import settings_of
from accounts.services.accounts import settings_update
from accounts.services.guests import guest_create
from accounts.settings import InvalidSettingsError, Settings, settings_check

SCHEMA = msgspec.json.schema(Settings)["$defs"]["Settings"]
_JSON = {"application/json": {"schema": SCHEMA}}
_ERROR = {
    "type": "object",
    "properties": {"code": {"const": "settings"}, "detail": {"type": "string"}},
    "required": ["code", "detail"],
}
_ANSWER = {"description": "Every setting of the table", "content": _JSON}
_REFUSAL = {
    "description": "An unknown setting, or a value it cannot have",
    "content": {"application/json": {"schema": _ERROR}},
}


class AnyVisitor(APIKeyCookie):
    """Open to everyone, signed in or not; a change needs the CSRF token all the same."""

    param_name = settings.SESSION_COOKIE_NAME

    def authenticate(self, request: HttpRequest, key: str | None) -> Any:
        return request.user


router = Router(auth=AnyVisitor(), tags=["settings"])


@router.get(
    "/settings",
    summary="The player's settings",
    openapi_extra={"responses": {200: _ANSWER}},
)
def settings_get(request: HttpRequest, response: HttpResponse) -> dict[str, Any]:
    """A visitor who has not played yet gets the defaults."""
    response["Cache-Control"] = "no-store"
    return settings_of(request.user)


@router.put(
    "/settings",
    summary="Change some of the settings; those left out stay as they are",
    openapi_extra={
        "requestBody": {"content": _JSON, "required": True},
        "responses": {200: _ANSWER, 422: _REFUSAL},
    },
)
def settings_put(
    request: HttpRequest, response: HttpResponse, changes: Annotated[dict[str, Any], Body()]
) -> Any:
    """A visitor who has not played yet becomes a guest, so that there is somewhere to keep them."""
    response["Cache-Control"] = "no-store"
    try:
        settings_check(changes)
    except InvalidSettingsError as error:
        return _refused(error)
    user = guest_create(request=request)
    settings_update(user=user, changes=changes)
    return settings_of(user)


def _refused(error: InvalidSettingsError) -> HttpResponse:
    body = msgspec.json.encode({"code": error.code, "detail": error.detail})
    return HttpResponse(body, content_type="application/json", status=422)
