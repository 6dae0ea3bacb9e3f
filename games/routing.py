from django.urls import path

from games.consumers.table import TableConsumer

websocket_urlpatterns = [path("ws/", TableConsumer.as_asgi())]
