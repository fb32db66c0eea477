# The client for phones. The image itself has no Node.js.
FROM node:22-slim AS client
WORKDIR /app/client
COPY client/package.json client/package-lock.json client/.npmrc ./
RUN npm ci --ignore-scripts
COPY docs /app/docs
COPY client ./
RUN npm run build

FROM python:3.11-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /app

COPY requirements.txt .
RUN pip install --require-hashes --requirement requirements.txt

COPY . .
# Not in var/: a volume there would keep an older one.
ENV CLIENT_ROOT=/app/built-client
COPY --from=client /app/var/client built-client
# Otherwise each process would compile all of it at its start, which takes as long as the rest of it.
# Who has built the image may have had files that only they can read.
RUN python -m compileall -q accounts config games pocket referee rest scoring store \
    && chmod -R a+rX .
# The server writes only to var/: static files, its own key, and the database unless that
# is elsewhere. The ids are those that docker-compose.yml names.
RUN groupadd --system --gid 999 tableside \
    && useradd --system --uid 999 --gid 999 --no-create-home tableside \
    && mkdir var && chown tableside:tableside var
USER 999:999

EXPOSE 8000
# Answered whatever ALLOWED_HOSTS is, and without the database.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["python", "-c", "\
import http.client, os, sys; \
server = http.client.HTTPConnection('127.0.0.1', int(os.environ.get('PORT', 8000)), timeout=2); \
server.request('GET', '/healthz'); \
sys.exit(server.getresponse().status != 200)"]
# Collected at the start, not in the image: a volume on var/ would keep the old ones.
CMD ["sh", "-c", "python manage.py migrate --noinput && python manage.py collectstatic --noinput --verbosity 0 && exec python -m config.serve"]
