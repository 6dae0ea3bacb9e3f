"""Every address of the service."""

from importlib.util import find_spec

from django.contrib import admin
from django.urls import include, path

from config.views import Catalogue, metrics

APPS = [app for app in ("leaderboards", "games", "accounts") if find_spec(f"{app}.urls")]

urlpatterns = [
    *(path("", include(f"{app}.urls")) for app in APPS),
    path("accounts/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("jsi18n/", Catalogue.as_view(), name="javascript-catalog"),
    path("admin/", admin.site.urls),
    path("metrics", metrics, name="metrics"),
]
if find_spec("accounts.api"):
    from config.api import api

    urlpatterns.append(path("api/v1/", api.urls))
