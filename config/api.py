"""The REST API under `/api/v1/`: each app brings its router."""

from ninja import NinjaAPI

from accounts.api import router as accounts_router
from games.api import router as games_router

api = NinjaAPI(
    title="Réussite",
    version="1",
    urls_namespace="api",
    docs_url=None,
)
api.add_router("", accounts_router)
api.add_router("", games_router)
