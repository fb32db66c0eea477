# The client for phones. The image itself has no Node.js.
FROM node:22-slim AS client
WORKDIR /app/client
COPY client/package.json client/package-lock.json client/.npmrc ./
RUN npm ci --ignore-scripts
COPY docs /app/docs
COPY client ./
RUN npm run build

# What the server runs with: without symbols for debuggers, the languages that the server does not speak,
# maps, what only compilers and type checkers read, static files that are collected already, and the
# sources of packages, which Python does not read where it finds bytecode in their place.
FROM python:3.11 AS server
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PYTHONPATH=/packages
WORKDIR /app
COPY requirements.txt ./
RUN pip install --require-hashes --no-compile --target /packages --requirement requirements.txt
COPY . .
COPY --from=client /app/var/client built/client
# Collected in the image, not in var/: a volume there would keep the old ones.
RUN VAR_DIR=/tmp/var PYTHONDONTWRITEBYTECODE=1 python manage.py collectstatic --noinput --verbosity 0 \
    && mkdir -p built && mv /tmp/var/static built/static
RUN rm -rf client docs/openapi.yaml docs/cases requirements.txt \
    && find . -name '*.po' -delete \
    && cd /packages \
    && rm -rf bin django/contrib/gis django/contrib/admin/static */static \
    && find . -type d \( -name tests -o -name sboms \) -prune -exec rm -rf {} + \
    && find . -path '*/locale/*' -type d ! -name LC_MESSAGES ! -name en ! -name de ! -name es ! -name fr \
        -prune -exec rm -rf {} + \
    && find pymupdf_fonts -type f ! -name 'FiraGO_*' ! -name '__init__.*' -delete \
    && find . -name '*.so' ! -path '*.libs/*' -exec strip --strip-unneeded {} + \
    && find . -type f \( -name '*.po' -o -name '*.py[ix]' -o -name '*.pxd' -o -name '*.[ch]' \) -delete
# Otherwise each process would compile all of it at its start, which takes as long as the rest of it.
# The server's own sources stay: phones get some of them. Who has built the image may have had files
# that only they can read.
RUN python -m compileall -q . \
    && python -m compileall -q -b /packages && find /packages -name '*.py' -delete \
    && chmod -R a+rX . /packages

FROM python:3.11-slim
# The address of the machine is not known in a container: LAN_ADDRESS says it.
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=/packages LAN_ADDRESS=localhost
WORKDIR /app
COPY --from=server /packages /packages
COPY --from=server /app ./
# The server writes only to var/: its own key, which it makes, and the database unless that is
# elsewhere. The ids are those that docker-compose.yml names.
RUN groupadd --system --gid 999 tableside \
    && useradd --system --uid 999 --gid 999 --no-create-home tableside \
    && mkdir --mode 700 var keys && chown tableside:tableside var keys
USER 999:999

EXPOSE 8000 8443
# Answered whatever ALLOWED_HOSTS is, and without the database.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["python", "-c", "\
import http.client, os, sys; \
server = http.client.HTTPConnection('127.0.0.1', int(os.environ.get('PORT', 8000)), timeout=2); \
server.request('GET', '/healthz'); \
sys.exit(server.getresponse().status != 200)"]
CMD ["python", "-m", "tableside"]
