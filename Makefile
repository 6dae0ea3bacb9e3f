# Two commands are enough: `make serve` to play, `make test` to change something.
SHELL := /bin/sh
VENV ?= .venv
export VENV
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := $(VENV)/bin
PY := $(BIN)/python
# A database and secrets of its own for commands that only look.
LOOK := DATA_DIR=.build/look DJANGO_SETTINGS_MODULE=config.settings.embedded
TYPED := engine config games/protocol.py games/writer.py $(wildcard */services)
PYTEST := $(PY) -m pytest
TYPESCRIPT := typescript@5.9.3

.DEFAULT_GOAL := help
.PHONY: help serve test check check-js faults bench lock messages openapi cards format runtime dev browser

help: ## This list
	@grep -hE '^[a-z-]+:.*## ' Makefile | sed -E 's/:.*## /\t/' | expand -t 12

serve: runtime ## Set everything up and run the service on http://localhost:$PORT (8000), data in $DATA_DIR (.data)
	@exec $(PY) -m config.serve

test: dev browser ## Set everything up and run the whole suite on PostgreSQL, then the main paths on SQLite
	@echo "· Running the suite on PostgreSQL and Redis"
	@$(PYTEST) -n 2 --dist loadgroup -m "not slow"
	@echo "· Running the main paths once more on SQLite"
	@REUSSITE_TEST_DB=sqlite $(PYTEST) -n 2 --dist loadgroup -m "main_path and not slow"

check: dev ## Lint, types, contracts, migrations, catalogues, generated files, container files
	@echo "· ruff";          $(BIN)/ruff check --quiet . && $(BIN)/ruff format --check --quiet .
	@echo "· mypy --strict"; $(BIN)/mypy --no-error-summary $(TYPED)
	@echo "· import-linter"; $(BIN)/lint-imports --no-logo > .build/contracts.txt || { cat .build/contracts.txt; exit 1; }
	@echo "· migrations";    $(LOOK) $(PY) manage.py makemigrations --check --dry-run
	@echo "· catalogues";    $(PY) -m frontend.locale.build --check
	@echo "· deck";          $(PY) frontend/cards/build.py --check
	@echo "· docker/";       $(BIN)/hadolint docker/Dockerfile && \
		$(BIN)/check-jsonschema --quiet --builtin-schema vendor.compose-spec docker/compose.yml
	@echo "· architecture";  $(PYTEST) -q -p no:cacheprovider tests/architecture

check-js: ## Types and unit tests of the scripts (where Node is; fetches the TypeScript compiler)
	@node --version >/dev/null 2>&1 || { echo "✗ Node is not installed; nothing else needs it"; exit 1; }
	@echo "· tsc --checkJs --strict"; npx --yes --package $(TYPESCRIPT) tsc -p frontend/js
	@echo "· node --test";            node --test tests/frontend

faults: dev browser ## Kill processes at random, long waits: everything too slow for `make test`
	@HYPOTHESIS_PROFILE=new $(PYTEST) -m "faults or slow or hypothesis"

bench: dev ## Measure; one JSON line a figure
	@$(PY) -m benchmarks

lock: ## Make config/locks/*.txt anew from pyproject.toml
	@test -x .build/lock/bin/uv || { $(PYTHON) -m venv .build/lock && .build/lock/bin/pip install --quiet uv; }
	@.build/lock/bin/uv $(COMPILE) --upgrade -o config/locks/runtime.txt
	@.build/lock/bin/uv $(COMPILE) --upgrade --extra dev -c config/locks/runtime.txt -o config/locks/dev.txt
COMPILE := pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header pyproject.toml

messages: dev ## Take new texts into the catalogues and compile them
	@$(PY) -m frontend.locale.build

openapi: dev ## Describe the API anew in docs/openapi.json
	@$(LOOK) $(PY) -m config.openapi

cards: dev ## Draw the deck anew
	@$(PY) frontend/cards/build.py

format: dev ## Format and mend what ruff can mend
	@$(BIN)/ruff check --quiet --fix .; $(BIN)/ruff format --quiet .

runtime dev:
	@test -n "$(PYTHON)" || { echo "✗ Python 3.11 or newer is needed and was not found"; exit 1; }
	@mkdir -p .build
	@$(PYTHON) -m config.bootstrap $@

browser:
	@$(PYTHON) -m config.bootstrap browser
