"""The web process: pages over HTTP, tables over websockets."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
http_application = get_asgi_application()

# Consumers import models, which only exist once Django is set up.
from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import WebsocketDenier  # noqa: E402
from django.urls import re_path  # noqa: E402

from config.origin import OwnOriginOnly  # noqa: E402
from games.routing import websocket_urlpatterns  # noqa: E402

nowhere = re_path(r"", WebsocketDenier.as_asgi())
tables = AuthMiddlewareStack(URLRouter([*websocket_urlpatterns, nowhere]))
application = ProtocolTypeRouter({"http": http_application, "websocket": OwnOriginOnly(tables)})
