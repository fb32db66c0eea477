"""All settings, read from the environment. Every variable is explained in .env.example."""

import zoneinfo
from pathlib import Path
from typing import Any

from config import published_schema
from config.environment import Env
from config.folders import CODE, SETTINGS_FILE, VAR, built
from config.origins import (
    NATIVE_SHELLS,
    is_https_on_the_internet,
    read_origins,
    secure_proxy_header,
)
from config.release import code_digest, project_version
from config.secret_key import load_secret_key
from referee import languages as referee_languages

env = Env()
env.read_file(SETTINGS_FILE)  # the real environment takes precedence

# --- The process ------------------------------------------------------------------------

DEBUG = env.bool("DEBUG", default=False)
# Stricter: config.checks refuses what is fine at home, but not on the internet.
PRODUCTION = env.bool("PRODUCTION", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or env.secret("SECRET_KEY_FILE")
SECRET_KEY = SECRET_KEY or load_secret_key(VAR / "secret_key")
# Earlier keys, the latest first: what was signed with them is still accepted.
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
# Any name by default: at home, nobody knows in advance at which address the server is opened.
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["*"])

# How long the server goes on after SIGTERM, while /readyz says that it is stopping.
DRAIN_SECONDS = env.float("DRAIN_SECONDS", default=0.0)
BIND = env.str("BIND", default="0.0.0.0")  # noqa: S104  (phones in the same network must reach it)
PORT = env.int("PORT", default=8000)
WEB_WORKERS = env.int("WEB_WORKERS", default=1)
LAN_ADDRESS = env.str("LAN_ADDRESS", default="")
PUBLIC_URL = env.str("PUBLIC_URL", default="")
# HTTPS of its own, for a home: docs/https.md.
HTTPS = env.bool("HTTPS", default=False)
HTTPS_PORT = env.int("HTTPS_PORT", default=8443)
HTTPS_NAME = env.str("HTTPS_NAME", default="tableside.local").lower()
HTTPS_FOLDER = VAR / "https"  # with the key of the root that phones trust
# With HTTPS, browsers are told to use nothing else for a year (rest.middleware). Not at home, where
# plain HTTP is beside it, and where a name or an address may soon be another machine's.
SECURE_HSTS_SECONDS = 31_536_000 if is_https_on_the_internet(PUBLIC_URL) and not HTTPS else 0
SILENCED_SYSTEM_CHECKS = [
    "security.W001",  # rest.middleware sets the headers, for files as well
    "security.W002",  # the policies of all pages have frame-ancestors
    "security.W003",  # without cookies, requests cannot be forged
]

# Distinguishes this release's answers from those of others that clients may have cached.
RELEASE = code_digest(CODE)

# --- Versions (docs/versioning.md) --------------------------------------------------------

VERSION = project_version(CODE)
DOCUMENTS = CODE / "docs"
# The oldest version of the client that works with this server.
OLDEST_CLIENT = env.str("OLDEST_CLIENT", default="0.1.0")

# --- Application ------------------------------------------------------------------------

INSTALLED_APPS = [
    "config.static_files.StaticFiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "corsheaders",
    "knox",
    "rest",
    "accounts",
    "games",
    "scoring.jobs",
    "scoring.statistics",
    "scoring.exchange",
    "scoring.sheets",
    "scoring.webhooks",
]

MIDDLEWARE = [
    "rest.middleware.every_response",
    "rest.compression.compression",
    "rest.middleware.refusals",
]

ROOT_URLCONF = "config.urls"
APPEND_SLASH = False  # a redirected POST would lose its body

TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}]

# --- Stores -----------------------------------------------------------------------------

DATABASES: dict[str, dict[str, Any]] = {
    "default": env.database("DATABASE_URL", f"sqlite:///{VAR / 'tableside.sqlite3'}")
}
if password := env.secret("DATABASE_PASSWORD_FILE"):
    DATABASES["default"]["PASSWORD"] = password
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

_IS_SQLITE = DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3"
if _IS_SQLITE:
    VAR.mkdir(parents=True, exist_ok=True)
    # WAL lets others read while one writes. IMMEDIATE takes the write lock at the start of a
    # transaction, where SQLite can wait for it (20 s); later it can only fail. FULL waits for the
    # disk before a write is answered: a power cut takes nothing back.
    DATABASES["default"].setdefault("OPTIONS", {}).update(
        transaction_mode="IMMEDIATE",
        timeout=20,
        init_command="PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    )
elif DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    # Give up on a machine that has not answered for some seconds.
    DATABASES["default"]["OPTIONS"] = {
        "connect_timeout": 3,
        "tcp_user_timeout": 5000,  # milliseconds
        "keepalives_idle": 3,
        "keepalives_interval": 1,
        "keepalives_count": 3,
        **DATABASES["default"].get("OPTIONS", {}),
    }
# The threads of the server keep their connections from one request to the next.
DATABASES["default"].setdefault("CONN_MAX_AGE", None)

# Threads of each worker that answer requests, and how many requests may wait for one. SQLite has
# one writer at a time, and those that wait get their turns in no order.
WEB_THREADS = env.int("WEB_THREADS", default=3 if _IS_SQLITE else 8)
WEB_QUEUE = env.int("WEB_QUEUE", default=500)

REDIS_URL = env.str("REDIS_URL", default="")
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        # If Redis is gone, requests that use the cache must not hang.
        "OPTIONS": {
            "pool_class": "rest.redis_client.SharedPool",
            "socket_connect_timeout": 1,
            "socket_timeout": 1,
        },
    }
    if REDIS_URL
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    }
}

# --- Background work ----------------------------------------------------------------------

# With Redis, Celery's workers do it, and a thread of the server looks for what none of them does.
# Without Redis, that thread does it all (background.local_worker).
LOCAL_WORKER = True
CELERY_TASK_ALWAYS_EAGER = not REDIS_URL
CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
    # Seconds until Redis redelivers a message that no worker has acknowledged.
    "visibility_timeout": 60,
    # If Redis is down, requests that send work must not block: they try once, and a job is sent
    # again when somebody looks at it.
    "socket_connect_timeout": 1,
    "socket_timeout": 2,
    "max_retries": 0,
}
CELERY_TASK_PUBLISH_RETRY = False
# A message is acknowledged when its work is done, so it survives a worker that is killed.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# A worker waits for Redis as long as it takes, at its start and later.
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_TIME_LIMIT = 60 * 60  # seconds, after which a worker's process is killed
# Seconds without progress after which another run takes over a job.
JOB_PATIENCE = env.float("JOB_PATIENCE", default=20.0)

# --- Streams ----------------------------------------------------------------------------

# Threads that poll for events, each with a database connection; 0 uses the request's own.
LIVE_THREADS = env.int("LIVE_THREADS", default=2)
# The most streams and long polls that one process has open: in all, at about 15 KiB of memory each,
# and from one address, which a bar full of phones may share.
LIVE_STREAMS = env.int("LIVE_STREAMS", default=20_000)
LIVE_STREAMS_PER_ADDRESS = env.int("LIVE_STREAMS_PER_ADDRESS", default=200)
LIVE_HEARTBEAT = env.float("LIVE_HEARTBEAT", default=15.0)  # seconds without an event

# --- Accounts ---------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
KNOX_TOKEN_MODEL = "accounts.DeviceToken"  # noqa: S105  (a model, not a password)
# Knox would also create a token table of its own, which would stay empty and break a flush.
MIGRATION_MODULES = {"knox": None}
REST_KNOX = {
    "TOKEN_TTL": None,  # a device stays logged in until it is logged out
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

# Without a mail server, mails are dropped (accounts/mail.py says so): their links are as good as
# passwords, and what is printed may end up in a log. With DEBUG, they are printed.
globals().update(env.email_url("EMAIL_URL", default="consolemail://" if DEBUG else "dummymail://"))
EMAIL_TIMEOUT = 10
# Whether an address counts only once a mailed link was opened. Without mails nobody could open
# one (docs/decisions/0031-addresses-are-confirmed.md).
EMAIL_VERIFICATION = env.bool(
    "EMAIL_VERIFICATION",
    default=not globals()["EMAIL_BACKEND"].endswith("dummy.EmailBackend"),
)
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", default="Tableside <tableside@localhost>")

# --- Requests ---------------------------------------------------------------------------

# Seconds within which a request's headers must arrive, and then its body; a large one has longer.
HEAD_SECONDS = env.float("HEAD_SECONDS", default=10.0)
BODY_SECONDS = env.float("BODY_SECONDS", default=30.0)
MAX_BODY_BYTES = 64 * 1024
# Larger limits, in bytes, by method and path (regular expressions).
LARGER_BODIES = {
    r"POST /api/v1/groups/[0-9a-f-]{36}/imports/": 32 * 1024 * 1024,
    r"POST /api/v1/referee/game/": 128 * 1024,  # a hundred rounds
}
# Django's own limit does not depend on the path, so it must not be below those above.
DATA_UPLOAD_MAX_MEMORY_SIZE = max(MAX_BODY_BYTES, *LARGER_BODIES.values())

THROTTLE = env.bool("THROTTLE", default=True)
THROTTLE_RATES = {
    "referee": env.str("THROTTLE_REFEREE", default="120/min"),
    # Six phones at a table share one address.
    "account": env.str("THROTTLE_ACCOUNT", default="600/min"),
    # Score sheets take more work than anything else that can be read; a long one counts as several.
    "sheet": env.str("THROTTLE_SHEET", default="60/min"),
    # Rating a Phase that nobody has rated yet takes a tenth of a second.
    "difficulty": env.str("THROTTLE_DIFFICULTY", default="6/min"),
    # Attempts with passwords and codes. Six phones may scan an invite at once, and each opens its
    # page, previews and joins.
    "guess": env.str("THROTTLE_GUESS", default="30/min"),
    "guest": env.str("THROTTLE_GUEST", default="30/hour"),
    # Wrong passwords, by e-mail and network address together, or by a device that is known; all
    # passwords that a device sends to confirm something.
    "login": env.str("THROTTLE_LOGIN", default="20/hour"),
    # Requests with invalid tokens, by address; valid tokens are not affected.
    "token": env.str("THROTTLE_TOKEN", default="120/min"),
    # New guests in a day, by address: a club night has as many.
    "guest_day": env.str("THROTTLE_GUEST_DAY", default="100/day"),
    # Files to import, in kB, by address.
    "upload": env.str("THROTTLE_UPLOAD", default="262144/day"),
    # The published schema and the pages that show it.
    "docs": env.str("THROTTLE_DOCS", default="60/min"),
    # Answers stored for repeated requests, by account, or by address without one: far more than an
    # evening at the live table needs.
    "answer": env.str("THROTTLE_ANSWER", default="20000/day"),
    # Mails to reset passwords and to confirm addresses, by e-mail address, whoever asks, and by
    # the account that asks.
    "mail": env.str("THROTTLE_MAIL", default="5/hour"),
}

TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=0)
# The proxy says whether it was reached by HTTPS, for links that lead back (accounts.links).
SECURE_PROXY_SSL_HEADER = secure_proxy_header(TRUSTED_PROXIES)

# Web pages and apps from elsewhere. They send tokens, and no cookies.
CORS_ALLOWED_ORIGINS = read_origins(env.list("CORS_ORIGINS", default=[]))
if env.bool("NATIVE_SHELLS", default=False):
    CORS_ALLOWED_ORIGINS += NATIVE_SHELLS
if CORS_ALLOWED_ORIGINS:
    MIDDLEWARE.insert(1, "corsheaders.middleware.CorsMiddleware")
CORS_ALLOW_CREDENTIALS = False
CORS_ALLOW_HEADERS = [
    "Accept",
    "Accept-Language",
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
    "X-Request-Id",
]
CORS_EXPOSE_HEADERS = [
    "Content-Disposition",
    "Content-Language",
    "Deprecation",
    "ETag",
    "Idempotency-Replayed",
    "Link",
    "Location",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "Sunset",
    "X-Request-Id",
]
CORS_PREFLIGHT_MAX_AGE = 24 * 60 * 60

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_RENDERER_CLASSES": ["rest.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest.parsers.StrictJSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    # Closed unless a view says otherwise: a forgotten line must not open anything.
    "DEFAULT_PERMISSION_CLASSES": ["rest.permissions.DenyAll"],
    "DEFAULT_THROTTLE_CLASSES": ["rest.throttling.AddressThrottle"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "rest.negotiation.HeedAcceptHeader",
    "DEFAULT_SCHEMA_CLASS": "rest.schema.TypedSchema",
    "EXCEPTION_HANDLER": "rest.error_handlers.exception_handler",
    "UNAUTHENTICATED_USER": None,
    "URL_FORMAT_OVERRIDE": None,  # `?format=` is a parameter of a few addresses, not of all
    "NUM_PROXIES": TRUSTED_PROXIES,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "TEST_REQUEST_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
}

# The problem with the members of all apps, for the published schema.
PROBLEM_DOCUMENT = "config.problem.Problem"
SCHEMA_EXAMPLES = published_schema.EXAMPLES
PROBLEM_MEMBERS = "config.problem.MEMBERS"  # how the facts of a refusal are shown in it
SPECTACULAR_SETTINGS = published_schema.SETTINGS

# --- Webhooks ---------------------------------------------------------------------------

WEBHOOKS = env.str("WEBHOOKS", default="off")

# --- Language and time ------------------------------------------------------------------

LANGUAGE_CODE = env.str("DEFAULT_LANGUAGE", default="en")
LANGUAGES = list(referee_languages.LANGUAGES.items())
LOCALE_PATHS = [CODE / "locale"]
FORMAT_MODULE_PATH = "config.formats"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
# Only those of the package tzdata, so that a game belongs to the same night on every machine.
zoneinfo.reset_tzpath(to=())

# --- Files ------------------------------------------------------------------------------

# What `npm run build` in client/ has written; without it, there is only the API.
CLIENT_ROOT = Path(env.str("CLIENT_ROOT", default=str(built("client"))))
# Static files: only the documentation pages have any.
STATIC_URL = "/static/"
STATIC_ROOT = built("static")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static_files.CompressedStorage"},
}

# --- Metrics ------------------------------------------------------------------------------

# With it, Prometheus may read /metrics; without it, nothing is counted.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="") or env.secret("METRICS_TOKEN_FILE")

# --- Tracing ------------------------------------------------------------------------------

# The library reads it, and its other variables, from the environment.
OTEL_EXPORTER_OTLP_ENDPOINT = env.str("OTEL_EXPORTER_OTLP_ENDPOINT", default="")

# --- Logging ----------------------------------------------------------------------------

LOG_FORMAT = env.str("LOG_FORMAT", default="json" if PRODUCTION else "text")
LOG_LEVEL = env.str("LOG_LEVEL", default="WARNING").upper()
ACCESS_LOG = env.bool("ACCESS_LOG", default=False)

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {"()": "rest.logs.TextFormatter"},
        "json": {"()": "rest.logs.JSONFormatter"},
    },
    "filters": {"privacy": {"()": "rest.logs.PrivacyFilter"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "filters": ["privacy"],
            "formatter": LOG_FORMAT,
        }
    },
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    # Otherwise Django would mail server errors to an admin.
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        # A refused request is the client's error; only server errors are logged.
        "django.request": {"level": "ERROR"},
        # Statements have the names of people in them.
        "django.db.backends": {"level": "WARNING"},
        # Addresses of webhooks are secrets.
        "httpx2": {"level": "WARNING"},
        "httpcore2": {"level": "WARNING"},
        "tableside.access": {"level": "INFO" if ACCESS_LOG else "WARNING"},
    },
}
