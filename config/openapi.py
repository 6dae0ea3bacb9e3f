"""`python -m config.openapi` writes the description of the API, docs/openapi.json, anew."""

import json
import os
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).resolve().parent.parent / "docs" / "openapi.json"


def description() -> str:
    """What the service answers at /api/v1/openapi.json, written for people to compare."""
    from config.api import api

    return json.dumps(api.get_openapi_schema(), indent=2, ensure_ascii=False) + "\n"


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
    import django

    django.setup()
    FILE.write_text(description())


if __name__ == "__main__":
    main()
