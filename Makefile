# Common tasks. They need make and Python 3.11 or newer; everything else is installed in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes
LOCK := $(BIN)/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 \
	--custom-compile-command 'make lock'

.DEFAULT_GOAL := run
.PHONY: run test check bench schema cases lock upgrade format messages

run: $(VENV)/runtime.stamp ## run the server; `make run PORT=8001` uses another port than 8000
	@$(BIN)/python manage.py migrate --noinput --verbosity 0
	@$(BIN)/python manage.py collectstatic --noinput --verbosity 0
	@exec $(BIN)/python -m config.serve

test: $(VENV)/dev.stamp ## run the tests; ARGS are passed to pytest
	@$(BIN)/python -m tests.run $(ARGS)

check: $(VENV)/dev.stamp ## check style, types, imports, migrations and the schema
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python manage.py makemigrations --check --dry-run --verbosity 0
	@mkdir -p var
	@$(BIN)/python manage.py spectacular --validate --fail-on-warn --file var/openapi.yaml
	@diff -u docs/openapi.yaml var/openapi.yaml || \
		{ echo 'docs/openapi.yaml does not match the code: run `make schema`.' >&2; exit 1; }
	@$(BIN)/python manage.py document_problems --file var/problems.md
	@diff -u docs/problems.md var/problems.md || \
		{ echo 'docs/problems.md does not match the code: run `make schema`.' >&2; exit 1; }

bench: $(VENV)/dev.stamp ## run the benchmarks
	@$(BIN)/python -m benchmarks $(ARGS)

schema: $(VENV)/dev.stamp ## generate docs/openapi.yaml and docs/problems.md from the code
	@$(BIN)/python manage.py spectacular --validate --fail-on-warn --file docs/openapi.yaml
	@$(BIN)/python manage.py document_problems --file docs/problems.md

cases: $(VENV)/dev.stamp ## write docs/cases/ from the code
	@$(BIN)/python -m tests.pocket.make_cases

lock: $(VENV)/dev.stamp ## update the lock files after changing requirements*.in
	@$(LOCK) $(UPGRADE) requirements.in --output-file requirements.txt
	@$(LOCK) $(UPGRADE) requirements-dev.in --output-file requirements-dev.txt

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

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || \
		{ echo 'Python 3.11 or newer is required, but "$(PYTHON)" was not found. Choose another one: make PYTHON=...' >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is required, but this is $$($(PYTHON) --version 2>&1). Choose another one: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo 'This Python cannot create virtual environments. On Debian or Ubuntu: apt-get install python3-venv' >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }
