# Every command sets up what it needs: a fresh machine wants python3, python3-venv and make.

PYTHON ?= $(shell test -x /usr/bin/python3 && /usr/bin/python3 -c 'import ensurepip, sys; assert sys.version_info >= (3, 11)' 2>/dev/null && echo /usr/bin/python3 || echo python3)
# Another folder for another Python: make test VENV=.venv-3.13 PYTHON=python3.13
VENV ?= .venv
BIN := $(CURDIR)/$(VENV)/bin
READY := $(VENV)/.ready
DEMO_READY := $(VENV)/.demo-ready
BENCH_READY := $(VENV)/.bench-ready
WORKERS ?= auto
# The order of the tests: a new one, or that of the run that showed this seed.
SEED ?=
# What of the tests to run; all of them if nothing is said.
TESTS ?=

.PHONY: help setup demo demo-reset tour test check mutants bench load lock format generate changelog clean screenshots docs

help: ## Show the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-11s %s\n", $$1, $$2}'

setup: $(READY) ## Make .venv with everything that the other commands need

# Whether a megabyte can still be written there.
HAS_ROOM = { head -c 1048576 /dev/zero >$(VENV)/.room; } 2>/dev/null; has_room=$$?; rm -f $(VENV)/.room; test $$has_room = 0

define make_venv
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "tavola: needs Python 3.11 or newer; here is $$($(PYTHON) --version 2>&1). Say where one is: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) >/dev/null 2>&1 || { \
		mkdir -p $(VENV) 2>/dev/null; \
		if $(HAS_ROOM); then why="$(PYTHON) cannot make an environment. Install its venv (on Debian: apt-get install python3-venv)"; \
		else why="the disk is full. Make room, and repeat it"; fi; \
		test ! -e $(VENV)/pyvenv.cfg || rm -rf $(VENV); echo "tavola: $$why." >&2; exit 1; }
endef

# What follows a pip that failed. On a full disk its own words may be missing from the log.
PIP_REFUSAL = { \
	if grep -qiE 'no space left|disk quota' $(VENV)/setup.log || ! { $(HAS_ROOM); }; then why="the disk is full. Make room"; \
	elif grep -qiE 'connection|resolve|network|timed out|no matching distribution' $(VENV)/setup.log; then why="the package index cannot be reached. Look after the network"; \
	else why="pip failed"; fi; \
	echo "tavola: $$why, and repeat it; all that pip said is in $(VENV)/setup.log." >&2; exit 1; }

$(READY): requirements/dev.lock pyproject.toml packages/systems/pyproject.toml
	$(make_venv)
	@echo "Setting up $(VENV): once, some minutes without a package cache."
	@$(BIN)/python -m pip install --quiet --require-hashes -r requirements/dev.lock 2>$(VENV)/setup.log \
		&& $(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable . --editable packages/systems 2>>$(VENV)/setup.log \
		|| $(PIP_REFUSAL)
	@touch $(READY)

# The demonstration needs a third of what the tests need.
$(DEMO_READY): requirements/systems.lock
	$(make_venv)
	@test -e $(READY) || { echo "Setting up $(VENV): once, a minute without a package cache."; \
		$(BIN)/python -m pip install --quiet --require-hashes -r requirements/systems.lock 2>$(VENV)/setup.log || $(PIP_REFUSAL); }
	@touch $(DEMO_READY)

# A port of one's own: make demo DEMO="--port 9000"
DEMO ?=

demo: $(DEMO_READY) ## Try the five systems in the browser, with sample data
	@PYTHONPATH=$(CURDIR)/src $(BIN)/python -m tavola_systems demo --folder out/demo $(DEMO)

demo-reset: ## Forget what the demonstration holds
	rm -rf out/demo out/demo.making

tour: $(DEMO_READY) ## See in the terminal what Tavola writes, where, and what questions cost
	@PYTHONPATH=$(CURDIR)/src $(BIN)/python -m tavola_systems

test: setup ## Run all tests, in another order each time
	$(BIN)/python -m pytest -n $(WORKERS) --shuffle=$(SEED) $(TESTS)

check: setup ## Lint, types and layers
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/pyright
	$(BIN)/lint-imports

mutants: setup ## Change lines at random and list what no test notices; MUTANTS="--seed 7"
	$(BIN)/python -m tools.mutants $(MUTANTS)

$(BENCH_READY): requirements/bench.lock | $(READY)
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements/bench.lock
	@touch $(BENCH_READY)

bench: setup $(BENCH_READY) ## Measure, and print the ratios
	$(BIN)/python -m benchmarks

load: setup ## Apply 20,000 times while processes are killed; LOAD="--people 2000"
	$(BIN)/python -m benchmarks.requests_load $(LOAD)

screenshots: setup ## Take the pictures of the systems' READMEs again (needs Chromium)
	$(BIN)/python -m tests.systems.browser.screenshots

docs: setup ## Build the documentation into out/docs
	$(BIN)/python -m sphinx -c docs -b html -W --keep-going --quiet . out/docs
	@echo "Open out/docs/index.html"

format: setup ## Format the code
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

generate: setup ## Write the generated files again
	for design in src/tavola_systems/*/design.yaml; do \
		$(BIN)/tavola generate $$design -o $${design%/*}/models.py || exit 1; done
	cd src/tavola_systems/vote && $(BIN)/tavola generate event_log.yaml -o event_log_models.py
	cd src/tavola_systems/requests && $(BIN)/tavola generate queue.yaml -o queue_models.py
	cd tests/table/designs && for design in *.yaml; do name=$${design%.yaml}; \
		$(BIN)/tavola generate $$design -o ../generated/$$(echo $$name | tr - _).py || exit 1; done
	cd tests/table/designs && for name in arcade club; do \
		$(BIN)/tavola generate $$name.yaml -o ../generated/async_$$name.py --async || exit 1; done
	cd benchmarks && $(BIN)/tavola generate posts.yaml -o posts_models.py
	cd benchmarks && $(BIN)/tavola generate places.yaml -o places_models.py
	cd benchmarks && $(BIN)/tavola generate client.yaml -o client_models.py --name Bench
	cd benchmarks && $(BIN)/tavola generate client.yaml -o client_async_models.py --async --name Bench
	cd examples/designs && for design in *.yaml; do \
		$(BIN)/tavola export --format markdown $$design -o $${design%.yaml}.md || exit 1; done
	$(BIN)/python -m tavola.generate.reference docs/reference.md
	$(BIN)/python -m tavola.generate.json_schema docs/design.schema.json
	$(BIN)/python -m tests.design.misspellings
	$(BIN)/python -m tests.generate.pages
	$(BIN)/python -m tools.documentation

changelog: setup ## Show what the next release says; VERSION=0.2.0 writes it
	$(BIN)/python -m tools.changelog $(VERSION)

lock: setup ## Pin the dependencies again
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile pyproject.toml packages/systems/pyproject.toml --no-emit-package tavola --all-extras --group dev --universal --python-version 3.11 \
		--no-emit-index-url --generate-hashes --no-header --upgrade --output-file requirements/dev.lock
	$(BIN)/uv pip compile pyproject.toml --group bench --constraint requirements/dev.lock --universal --python-version 3.11 \
		--no-emit-index-url --generate-hashes --no-header --upgrade --output-file requirements/bench.lock
	$(BIN)/uv pip compile pyproject.toml packages/systems/pyproject.toml --no-emit-package tavola --extra cli --extra server --constraint requirements/dev.lock --universal \
		--python-version 3.11 --no-emit-index-url --generate-hashes --no-header --output-file requirements/systems.lock

clean: ## Remove what was made
	rm -rf .venv .venv-* .mypy_cache .ruff_cache .pytest_cache .hypothesis
