"""Every address of the service."""

from django.contrib import admin
from django.urls import include, path

from config.api import api
from config.views import Catalogue, PageCatalogue, metrics

urlpatterns = [
    path("", include("leaderboards.urls")),
    path("", include("games.urls")),
    path("", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("api/v1/", api.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("jsi18n/", Catalogue.as_view(), name="javascript-catalog"),
    path("jsi18n/pages/", PageCatalogue.as_view(), name="page-catalog"),
    path("admin/", admin.site.urls),
    path("metrics", metrics, name="metrics"),
]
