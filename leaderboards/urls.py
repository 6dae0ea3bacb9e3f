"""Addresses of the start page and of the rules pages."""

from django.urls import path

from leaderboards import views

urlpatterns = [
    path("", views.home, name="home"),
    path("rules/<slug:game>/", views.rules, name="rules"),
]
