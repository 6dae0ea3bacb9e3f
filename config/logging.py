"""Logs: one event a line, JSON in production, readable in a terminal; never a deal in them."""

import re
from typing import Any

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

#: A deal's code as it stands in text, sealed (28 letters, in sevens or not) or open (7).
CODE = re.compile(
    r"\b[A-Z]{2}\d-[0-9A-Z]+-(?:[A-Z]{28}|[A-Z]{7}(?:-[A-Z]{7}){3}|[A-Z]{7})\b", re.IGNORECASE
)
#: A seed alone: nothing else in a log is 28 capital letters, or four times seven.
SEED = re.compile(r"\b(?:[A-Z]{28}|[A-Z]{7}(?:-[A-Z]{7}){3})\b")
#: Fields that could carry cards or what they follow from. Ids are logged, never these.
SEALED_FIELDS = frozenset(
    {
        *("cards", "columns", "deal", "deck", "hidden", "layout", "line", "position"),
        *("salt", "seed", "seeds", "stock_cards", "view", "waste"),
    }
)
SEALED = "[sealed]"


def seal(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Takes codes, seeds and cards out of an event, tracebacks included: a last line of defence."""
    for key, value in event.items():
        if key in SEALED_FIELDS:
            event[key] = SEALED
        elif isinstance(value, str):
            event[key] = sealed_text(value)
    return event


def sealed_text(text: str) -> str:
    """`text` without codes and seeds."""
    return SEED.sub(SEALED, CODE.sub(SEALED, text))


def shared_processors() -> list[Processor]:
    """What every event goes through, whether structlog or the standard library logged it."""
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
        structlog.processors.format_exc_info,
        structlog.processors.UnicodeDecoder(),
        seal,
    ]


def logging_config(*, readable: bool) -> dict[str, Any]:
    """Django's LOGGING; also sets structlog up, which has no other place to be told."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared_processors(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    renderer: Processor = (
        structlog.dev.ConsoleRenderer(colors=False)
        if readable
        else structlog.processors.JSONRenderer()
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "lines": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    renderer,
                ],
                "foreign_pre_chain": shared_processors(),
            },
        },
        "handlers": {"stream": {"class": "logging.StreamHandler", "formatter": "lines"}},
        "root": {"handlers": ["stream"], "level": "INFO"},
        "loggers": {
            "django.server": {"handlers": [], "propagate": True},
            "daphne": {"level": "WARNING"},
            "twisted": {"level": "WARNING"},
            "asyncio": {"level": "WARNING"},
        },
    }
