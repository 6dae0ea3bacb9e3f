"""Settings: `embedded` (default: nothing to install), `production`, `test`; all stand on `base`."""
