"""Django's own apps, adjusted."""

from django.contrib.staticfiles.apps import StaticFilesConfig

from config.static_version import UNSERVED


class ServedFilesConfig(StaticFilesConfig):
    """Static files without the sources and notes that lie beside them."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, *UNSERVED]
