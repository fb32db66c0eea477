"""All settings, read from the environment. Every variable is explained in .env.example."""

from pathlib import Path
from typing import Any

import environ
from django.utils.translation import gettext_lazy as _

from config.secret_key import load_secret_key

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"

env = environ.Env()
env.read_env(BASE_DIR / ".env")  # The real environment wins over the file.

# --- The process ------------------------------------------------------------------------

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or load_secret_key(VAR_DIR / "secret_key")
# Any name by default: a game at home is opened by an address that no one knows beforehand.
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["*"])

PORT = env.int("PORT", default=8000)
WEB_WORKERS = env.int("WEB_WORKERS", default=1)
LAN_ADDRESS = env.str("LAN_ADDRESS", default="")
PUBLIC_URL = env.str("PUBLIC_URL", default="")

# --- Application ------------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "knox",
    "rest",
    "accounts",
    "games",
    "scoring.jobs",
    "scoring.statistics",
    "scoring.exchange",
    "scoring.sheets",
]

# One middleware, native to both worlds: each of Django's own classic ones costs two
# thread switches a request under ASGI.
MIDDLEWARE = ["rest.middleware.response_headers"]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
APPEND_SLASH = False  # A redirected POST would lose its body; a wrong path is a plain 404.

TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}]

# --- Stores -----------------------------------------------------------------------------

DATABASES: dict[str, dict[str, Any]] = {
    "default": env.db("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'tableside.sqlite3'}")
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    VAR_DIR.mkdir(exist_ok=True)
    # WAL lets readers go on while one writes; IMMEDIATE takes the write lock at the start,
    # where waiting (20 s) works, not half-way, where SQLite can only fail.
    DATABASES["default"].setdefault("OPTIONS", {}).update(
        transaction_mode="IMMEDIATE",
        timeout=20,
        init_command="PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    )
else:
    # Under ASGI each request has its own thread, so connections are kept in a pool.
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault(
        "pool", {"min_size": 1, "max_size": env.int("DATABASE_POOL", default=8), "timeout": 10}
    )
    # One that the database has dropped meanwhile is replaced, and fails no request.
    DATABASES["default"].setdefault("CONN_HEALTH_CHECKS", True)

REDIS_URL = env.str("REDIS_URL", default="")
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        # A lost Redis must not hang the requests that only count on it.
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }
    if REDIS_URL
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    }
}

# --- Background work ----------------------------------------------------------------------

# With Redis, Celery workers do it. Without, the request that starts it does, after its commit.
CELERY_TASK_ALWAYS_EAGER = not REDIS_URL
CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
    # Seconds until Redis delivers a message again that no worker has acknowledged.
    "visibility_timeout": 60,
    # A lost Redis must not block the requests that send work: they try once, and whoever looks
    # at a job later sends it again.
    "socket_connect_timeout": 1,
    "socket_timeout": 2,
    "max_retries": 0,
}
CELERY_TASK_PUBLISH_RETRY = False
# A message is acknowledged when its work has ended, so that it outlives a worker that is killed.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# A worker waits for Redis as long as it takes, when it starts and later.
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_TIME_LIMIT = 60 * 60  # seconds, after which a worker's process is killed
# Seconds without progress after which a job is taken from the run that had it.
JOB_PATIENCE = env.float("JOB_PATIENCE", default=20.0)

# --- Streams ----------------------------------------------------------------------------

# Threads that look for news, each with a connection while it does; 0 for the request's own.
LIVE_THREADS = env.int("LIVE_THREADS", default=2)
LIVE_HEARTBEAT = env.float("LIVE_HEARTBEAT", default=15.0)  # seconds of silence

# --- People ------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
KNOX_TOKEN_MODEL = "accounts.DeviceToken"  # noqa: S105  (a model, no password)
# Knox would make its own table of tokens besides, empty for ever, and in the way of a flush.
MIGRATION_MODULES = {"knox": None}
REST_KNOX = {
    "TOKEN_TTL": None,  # a device stays logged in until it is revoked
    "AUTH_HEADER_PREFIX": "Bearer",
}
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["name", "email"]},
    },
]
PASSWORD_RESET_TIMEOUT = 2 * 60 * 60

# Printed on the console unless a mail server is named.
globals().update(env.email_url("EMAIL_URL", default="consolemail://"))
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", default="Tableside <tableside@localhost>")

# --- Requests ---------------------------------------------------------------------------

MAX_BODY_BYTES = 64 * 1024
# Where more is taken: methods and paths, as regular expressions, and how many bytes.
LARGER_BODIES = {r"POST /api/v1/groups/[0-9a-f-]{36}/imports/": 10 * 1024 * 1024}
# Django's own limit knows no paths, and stays behind the ones above (`rest.body_limit`).
DATA_UPLOAD_MAX_MEMORY_SIZE = max(MAX_BODY_BYTES, *LARGER_BODIES.values())

THROTTLE = env.bool("THROTTLE", default=True)
THROTTLE_RATES = {
    "referee": env.str("THROTTLE_REFEREE", default="120/min"),
    # Six phones at one table share one address.
    "account": env.str("THROTTLE_ACCOUNT", default="600/min"),
    # Score sheets: they take the most work of all that can be read.
    "sheet": env.str("THROTTLE_SHEET", default="60/min"),
    # Whoever tries passwords or codes: a person mistypes, a machine guesses.
    "guess": env.str("THROTTLE_GUESS", default="10/min"),
    "guest": env.str("THROTTLE_GUEST", default="30/hour"),
    # Counted by e-mail, not by address: wrong passwords, and mails with a new one.
    "login": env.str("THROTTLE_LOGIN", default="20/hour"),
    "mail": env.str("THROTTLE_MAIL", default="5/hour"),
}

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest.parsers.StrictJSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    # Closed unless a view says otherwise, so that a forgotten line shuts and never opens.
    "DEFAULT_PERMISSION_CLASSES": ["rest.permissions.DenyAll"],
    "DEFAULT_THROTTLE_CLASSES": ["rest.throttling.AddressThrottle"],
    "DEFAULT_SCHEMA_CLASS": "rest.schema.TypedSchema",
    "EXCEPTION_HANDLER": "rest.error_handlers.exception_handler",
    "UNAUTHENTICATED_USER": None,
    "NUM_PROXIES": env.int("TRUSTED_PROXIES", default=0),
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "TEST_REQUEST_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
}

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Tableside",
    "DESCRIPTION": "A referee and scorekeeper for a rummy card game of ten phases.",
    "VERSION": "1",
    # In the order in which somebody new would read them.
    "TAGS": [
        {"name": "referee", "description": "Rulings, counts and hands: no account, no state."},
        {"name": "accounts", "description": "Guests, logging in, further devices."},
        {"name": "me", "description": "Who you are, your devices, your data."},
        {"name": "groups", "description": "The people who play together."},
        {"name": "members", "description": "Who is in a group, and what they may do."},
        {"name": "invites", "description": "Codes that let people in."},
        {"name": "players", "description": "Who sits at the table, with an account or without."},
        {"name": "games", "description": "Games, and what becomes of them."},
        {"name": "rounds", "description": "The tally, round by round."},
        {"name": "table", "description": "What lies on the table, ruled as it is played."},
        {"name": "live", "description": "What happens in a game, as it happens."},
        {"name": "sharing", "description": "Links to watch a game by, without an account."},
        {"name": "sheets", "description": "A game on paper, and as a picture to send."},
        {"name": "statistics", "description": "What games add up to over time."},
        {"name": "imports", "description": "Years of paper and archives, brought in from files."},
        {"name": "exports", "description": "A group as a sheet, a workbook or an archive."},
        {"name": "jobs", "description": "Long work, and how far it is."},
    ],
    "OAS_VERSION": "3.1.1",
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "SERVE_PUBLIC": True,
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SERVE_AUTHENTICATION": [],
    # Questions and answers have serializers of their own: no "...Request" beside each.
    "COMPONENT_SPLIT_REQUEST": False,
    "COMPONENT_SPLIT_PATCH": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,  # they would only repeat the words
    "ENUM_NAME_OVERRIDES": {
        "EditionName": "referee.api.choices.EDITION_CHOICES",
        "FeatUnit": "scoring.statistics.feats.UNITS",
        "GroupKind": "referee.api.choices.KIND_CHOICES",
        "ColorLetter": "referee.api.choices.COLOR_CHOICES",
        "HandAction": "referee.api.choices.ACTION_CHOICES",
        "RuleCode": "referee.api.choices.CODE_CHOICES",
        "GameStatus": "games.api.game_serializers.STATUS_CHOICES",
        "JobState": "scoring.jobs.wire.JOB_STATES",
        "MemberRole": "games.wire.groups.ROLES",
        "Variant": "games.models.games.VARIANTS",
    },
    # Everything the documentation pages load comes from this server.
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "validatorUrl": None},
}

# --- Language and time ------------------------------------------------------------------

LANGUAGE_CODE = env.str("DEFAULT_LANGUAGE", default="en")
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- Static files (only the documentation pages have any) -------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"

# --- Logging ----------------------------------------------------------------------------

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    # Django would otherwise send server errors to an admin by mail.
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        # A refused request is the caller's affair; only our own errors are logged.
        "django.request": {"level": "ERROR"},
    },
}
