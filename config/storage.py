"""Where static files are collected to."""

from collections.abc import Iterator
from typing import Any

from whitenoise.storage import CompressedStaticFilesStorage

from config.env import FRONTEND


class OursCompressedStorage(CompressedStaticFilesStorage):  # type: ignore[misc]
    """Compresses what players load; the admin's hundreds of files would take most of the time."""

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str, bool]]:
        """Compressed copies beside the files of `frontend/`."""
        chosen = {name: where for name, where in paths.items() if (FRONTEND / name).exists()}
        yield from super().post_process(chosen, dry_run, **options)
