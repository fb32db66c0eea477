# Common tasks. They need make and Python 3.11 or newer; everything else is installed in .venv, and
# the packages of the client in client/node_modules.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# What is imported is compiled then: all of it would take a third of the time to install.
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check --no-compile --require-hashes
LOCK := $(BIN)/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 \
	--custom-compile-command 'make lock'

CLIENT := var/client/index.html
CLIENT_SOURCES := $(shell find client -mindepth 1 -name node_modules -prune -o -path client/tests -prune -o \
	! -name schema.d.ts -print) docs/openapi.yaml docs/cases/edition.jsonl
NPM := cd client && npm --loglevel=error
# If the machine's Node.js is missing or too old, one is installed here; tests use it, too.
export PATH := $(CURDIR)/$(BIN):$(PATH)
# Some machines forbid it, and then each of the servers that the tests start compiles the whole code.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := run
.PHONY: run setup client test check check-types check-server check-client mutants audit bench drills image-steps wheel sdk release screenshots schema cases lock upgrade format messages

run: setup ## run the server; `make run PORT=8001` uses another port than 8000
	@exec $(BIN)/python -m config.serve

setup: $(VENV)/runtime.stamp ## all that `make run` does before it serves: packages, client, database, static files
	@$(MAKE) --silent client || \
		echo 'The client could not be built: see above. The API works without it.' >&2
	@$(BIN)/python manage.py migrate --noinput --verbosity 0
	@$(BIN)/python manage.py collectstatic --noinput --verbosity 0

client: $(CLIENT) ## build the client for phones, which the server shows at /

test: $(VENV)/dev.stamp ## run the tests; ARGS are passed to pytest
	@$(BIN)/python -m tests.run $(ARGS)

check: check-types check-server check-client ## check style, types, imports, migrations and the schema

check-types: $(VENV)/dev.stamp # for itself, as it takes as long as all others
	@$(BIN)/mypy

check-server: $(VENV)/dev.stamp
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python manage.py makemigrations --check --dry-run --verbosity 0
	@mkdir -p var
	@$(BIN)/python manage.py spectacular --validate --fail-on-warn --file var/openapi.yaml
	@diff -u docs/openapi.yaml var/openapi.yaml || \
		{ echo 'docs/openapi.yaml does not match the code: run `make schema`.' >&2; exit 1; }

check-client: $(VENV)/dev.stamp # which may have Node.js
	@if command -v npm >/dev/null; then $(MAKE) --silent client/node_modules/.package-lock.json && \
		{ $(NPM) run --silent check; }; else echo 'The client was not checked: there is no Node.js.' >&2; fi

MUTANTS := $(addprefix @stryker-mutator/,core@9.6 vitest-runner@9.6 typescript-checker@9.6)
# Sandboxes are in var/mutants/, and tests look for the repository around the client.
AROUND := $(addprefix $(CURDIR)/,.venv $(filter-out client var,$(wildcard *)))

mutants: $(VENV)/dev.stamp client/src/server/schema.d.ts ## change the client's code in thousands of ways: does a test fail?
	@$(NPM) install --no-save --no-fund --no-audit $(MUTANTS) >/dev/null
	@mkdir -p var/mutants && ln -sfn $(AROUND) var/mutants/
	@cd client && FULL=mutants npx stryker run $(ARGS)

audit: $(VENV)/dev.stamp ## ask whether a package that is used has a known vulnerability
	@$(BIN)/python -m tests.audit

bench: $(VENV)/dev.stamp ## run the benchmarks
	@$(BIN)/python -m benchmarks $(ARGS)

drills: $(VENV)/dev.stamp ## break what the server depends on, under load; ARGS name some drills
	@$(BIN)/python -m tests.drills $(ARGS)

image-steps: $(VENV)/dev.stamp ## carry out the Dockerfile without Docker, as root on Debian; run the server in it
	@$(BIN)/python -m tests.image

wheel: $(VENV)/dev.stamp $(CLIENT) ## build the package with everything in it: dist/tableside-*.whl
	@rm -rf var/static
	@$(BIN)/python manage.py collectstatic --noinput --verbosity 0
	@$(BIN)/python -m hatchling build --target wheel

.PHONY: sdk-python sdk-typescript
sdk: sdk-python sdk-typescript ## build the clients of the API: dist/tableside_client-*.whl, dist/tableside-client-*.tgz

SDK := var/sdk/python
sdk-python: $(VENV)/dev.stamp
	@rm -rf $(SDK) && mkdir -p $(SDK)
	@cp -R sdk/python/. $(SDK) && cp pyproject.toml $(SDK)/server.toml
	@$(BIN)/openapi-python-client generate --path docs/openapi.yaml --config docs/openapi-python-client.yaml \
		--meta none --output-path $(SDK)/tableside_client --overwrite
	@cp sdk/python/tableside_client/*.py $(SDK)/tableside_client/
	@cd $(SDK) && $(CURDIR)/$(BIN)/python -m hatchling build --target wheel --directory $(CURDIR)/dist

TS_SDK := var/sdk/typescript
sdk-typescript: client/src/server/schema.d.ts
	@rm -rf $(TS_SDK) && mkdir -p $(TS_SDK) dist
	@cp sdk/typescript/package.json sdk/typescript/README.md $(TS_SDK)
	@$(NPM) run --silent tsc -- --project ../sdk/typescript
	@cp client/src/server/schema.d.ts $(TS_SDK)/dist/
	@cd $(TS_SDK) && npm pkg set version=$$(sed -n 's/^version = "\(.*\)"/\1/p' $(CURDIR)/pyproject.toml) && \
		npm pack --silent --pack-destination $(CURDIR)/dist >/dev/null

release: wheel ## check that version, changelog and tag agree, build all files of a release, try the image
	@$(BIN)/python -m tests.release
	@$(BIN)/python -m tests.image

screenshots: $(VENV)/dev.stamp ## draw the screens of the client into var/screenshots; ARGS name some
	@$(BIN)/python -m tests.client.screenshots $(ARGS)

schema: $(VENV)/dev.stamp ## generate docs/openapi.yaml, docs/problems.md, docs/settings.md and a table of docs/statistics.md
	@$(BIN)/python manage.py spectacular --validate --fail-on-warn --file docs/openapi.yaml
	@DJANGO_SETTINGS_MODULE=config.settings $(BIN)/python -m config.documents docs

cases: $(VENV)/dev.stamp ## write docs/cases/ from the code
	@$(BIN)/python -m tests.pocket.make_cases

lock: $(VENV)/dev.stamp ## update the lock files after changing requirements*.in
	@$(LOCK) $(UPGRADE) requirements.in --output-file requirements.txt
	@$(LOCK) $(UPGRADE) requirements-dev.in --output-file requirements-dev.txt
	@$(LOCK) $(UPGRADE) requirements-node.in --output-file requirements-node.txt

upgrade: ## update the lock files to the newest allowed versions
	@$(MAKE) lock UPGRADE=--upgrade

format: $(VENV)/dev.stamp
	@$(BIN)/ruff check --quiet --fix --exit-zero .
	@$(BIN)/ruff format --quiet .

messages: $(VENV)/dev.stamp ## collect and compile translations; LOCALE=de only into German
	@$(BIN)/python -m config.catalogs $(LOCALE)

# A stamp is newer than its lock file if .venv has what the lock file lists.
$(VENV)/runtime.stamp: requirements.txt | $(BIN)/python
	@echo 'Installing the requirements of the server ...'
	@$(PIP) --requirement requirements.txt
	@touch $@

$(VENV)/dev.stamp: requirements-dev.txt $(VENV)/runtime.stamp
	@echo 'Installing the requirements of tests and checks ...'
	@$(PIP) --requirement requirements-dev.txt
	@touch $@

client/src/server/schema.d.ts: docs/openapi.yaml client/node_modules/.package-lock.json
	@$(NPM) run --silent schema

$(CLIENT): $(CLIENT_SOURCES) client/node_modules/.package-lock.json
	@echo 'Building the client ...'
	@$(NPM) run --silent build

client/node_modules/.package-lock.json: client/package-lock.json $(VENV)/node.stamp
	@echo 'Installing the packages of the client ...'
	@$(NPM) ci --ignore-scripts --no-fund --no-audit >/dev/null
	@touch $@

# Node.js: that of the machine, if Vite can use it, or else one from PyPI.
NODE_IS_NEW := const [a, b] = process.versions.node.split("."), is = (c, d) => a == c && b >= d; \
	process.exit(a > 22 || is(22, 12) || is(20, 19) ? 0 : 1)

$(VENV)/node.stamp: requirements-node.txt | $(BIN)/python
	@{ command -v npm && node --eval '$(NODE_IS_NEW)'; } >/dev/null 2>&1 || \
		{ echo 'Installing Node.js for the client: 60 MB ...'; $(PIP) --requirement $<; }
	@touch $@

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || \
		{ echo 'Python 3.11 or newer is required, but "$(PYTHON)" was not found. Choose another one: make PYTHON=...' >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is required, but this is $$($(PYTHON) --version 2>&1). Choose another one: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo 'This Python cannot create virtual environments. On Debian or Ubuntu: apt-get install python3-venv' >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }
