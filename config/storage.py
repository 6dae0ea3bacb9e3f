"""Where static files are collected to."""

from collections.abc import Iterator
from typing import Any

from whitenoise.storage import CompressedStaticFilesStorage

from config.env import FRONTEND
from config.static_version import served_directories


class OursCompressedStorage(CompressedStaticFilesStorage):  # type: ignore[misc]
    """Compresses what players load; the admin's hundreds of files would take most of the time."""

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str, bool]]:
        """Compressed copies beside the files of `frontend/`."""
        ours = {prefix for prefix, _ in served_directories(FRONTEND)}
        chosen = {name: where for name, where in paths.items() if name.split("/")[0] in ours}
        yield from super().post_process(chosen, dry_run, **options)
