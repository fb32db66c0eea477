"""Settings of the baseline: those of the project, where they cost or save time."""

import environ

env = environ.Env()

SECRET_KEY = env.str("SECRET_KEY")
ALLOWED_HOSTS = ["*"]
INSTALLED_APPS = ["rest_framework", "corsheaders", "knox", "benchmarks.baseline"]
MIDDLEWARE = [
    "benchmarks.baseline.middleware.response_headers",
    "corsheaders.middleware.CorsMiddleware",
    "benchmarks.baseline.middleware.host_check",
]
ROOT_URLCONF = "benchmarks.baseline.urls"
APPEND_SLASH = False
USE_TZ = True

DATABASES = {"default": env.db("DATABASE_URL")}
DATABASES["default"]["OPTIONS"] = {"pool": {"min_size": 1, "max_size": 8, "timeout": 10}}
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True

AUTH_USER_MODEL = "baseline.User"
KNOX_TOKEN_MODEL = "baseline.DeviceToken"
MIGRATION_MODULES = {"knox": None}
REST_KNOX = {"TOKEN_TTL": None, "AUTH_HEADER_PREFIX": "Bearer"}
REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "UNAUTHENTICATED_USER": None,
    "URL_FORMAT_OVERRIDE": None,
}
CORS_ALLOWED_ORIGINS: list[str] = []
LOGGING_CONFIG = None
