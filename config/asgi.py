"""The web process: pages over HTTP, tables over websockets."""

import os
import sys

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
http_application = get_asgi_application()
# The loop lets the interpreter go with every byte it sends; the threads that read and write the
# database keep it for this long before they give it back. 5 ms each time is what is noticed.
sys.setswitchinterval(0.0005)

# Consumers import models, which only exist once Django is set up.
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import WebsocketDenier  # noqa: E402
from channels.sessions import CookieMiddleware  # noqa: E402
from django.urls import get_resolver, re_path  # noqa: E402

from config.celery import queues_for_pages  # noqa: E402
from config.origin import OwnOriginOnly  # noqa: E402
from games.drain import lifespan  # noqa: E402
from games.routing import websocket_urlpatterns  # noqa: E402

queues_for_pages()
nowhere = re_path(r"", WebsocketDenier.as_asgi())
# The consumer looks its player up itself, with the run, in one go on the database thread.
tables = CookieMiddleware(URLRouter([*websocket_urlpatterns, nowhere]))
application = ProtocolTypeRouter(
    {"http": http_application, "websocket": OwnOriginOnly(tables), "lifespan": lifespan}
)

# Loads every view now, so that the first visitor does not wait for it.
get_resolver().url_patterns  # noqa: B018
