# Everything a newcomer needs: `make demo`, `make test`. Each target sets up what it needs.

VENV := .venv
BIN := $(VENV)/bin
RUNS := $(VENV)/.runs
READY := $(VENV)/.ready
JOBS := 2

# uv, where it is there, installs in seconds; pip always works. pip leaves byte code to the first import: less is needed.
UV := $(shell uv --version >/dev/null 2>&1 && echo uv)
WITH_PIP = $(BIN)/python -m ensurepip >/dev/null && $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
INSTALL = install() { $(if $(UV),uv pip install --quiet --python $(BIN)/python "$$@" ||) { $(WITH_PIP) "$$@"; }; }; install --constraint

.PHONY: demo quick test test-long check warm docs bench findings regress baseline golden-update sample-report gallery site lowest release clean

# What runs ttrsim; READY has the developers' tools as well.
$(RUNS): pyproject.toml constraints.txt
	python3 -m venv --without-pip $(VENV)
	$(INSTALL) constraints.txt --editable .
	touch $@

$(READY): $(RUNS)
	$(INSTALL) constraints.txt --editable ".[dev]"
	touch $@

demo: $(RUNS)
	rm -rf build/demo build/demo-tickets build/demo-report
	$(BIN)/ttrsim experiment tickets scenarios/europe-4p.toml --deals 8000 --output build/demo-tickets
	$(BIN)/ttrsim run scenarios/mixed-styles-europe.toml --games 20000 --output build/demo
	$(BIN)/ttrsim summary build/demo
	$(BIN)/ttrsim report build/demo-tickets build/demo --output build/demo-report

# The inner loop: rules, boards, records and statistics, each test in a moment.
QUICK := tests/games tests/stats tests/files tests/measures tests/test_wording.py
quick: $(READY)
	$(BIN)/pytest --numprocesses $(JOBS) --dist worksteal -m "not slow and not long" $(QUICK)

test: $(READY)
	$(MAKE) --jobs 2 check warm
	$(BIN)/pytest --numprocesses $(JOBS) --dist worksteal -m "not long"

test-long: $(READY)
	$(MAKE) --jobs 2 check warm
	TTRSIM_TESTS=long $(BIN)/pytest --numprocesses $(JOBS) --dist worksteal

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tests.package.size

warm: $(READY)
	$(BIN)/python -m tests.warm

docs: $(READY)
	$(BIN)/python -m tests.docs.generate

bench: $(READY)
	$(BIN)/python -m bench

regress: $(READY)
	$(BIN)/ttrsim compare ci scenarios/ci-regression.toml --exact
	$(BIN)/ttrsim check scenarios/ci-regression.toml

baseline: $(READY)
	rm -rf build/ci
	$(BIN)/ttrsim run scenarios/ci-regression.toml --output build/ci
	$(BIN)/ttrsim baseline save ci build/ci

golden-update: $(READY)
	$(BIN)/python -m tests.games.update_goldens

sample-report: $(READY)
	rm -rf build/europe-4p build/tickets build/routes reports/europe-4p
	$(BIN)/ttrsim experiment tickets scenarios/europe-4p.toml --deals 12000 --output build/tickets
	$(BIN)/ttrsim experiment routes scenarios/europe-4p.toml --deals 12000 --per-game 12 --output build/routes
	$(BIN)/ttrsim run scenarios/europe-4p.toml --games 50000 --seed 1 --output build/europe-4p
	$(BIN)/ttrsim report build/tickets build/routes build/europe-4p --output reports/europe-4p --parts md,png
	$(BIN)/python -m tests.docs.gallery

# The pictures of the sample report, drawn again from its summary, and its page in a browser.
gallery: $(READY)
	$(BIN)/python -m tests.docs.gallery

site: $(READY)
	$(INSTALL) constraints-docs.txt --editable ".[docs]"
	$(BIN)/mkdocs build --quiet

# A fresh environment with the lowest versions that pyproject.toml promises.
lowest:
	rm -rf build/lowest
	python3 -m venv build/lowest
	build/lowest/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints-lowest.txt . pytest hypothesis networkx
	build/lowest/bin/python -m pytest -p no:cacheprovider tests/test_api.py tests/documents/report tests/measures tests/studies/tune/test_tune.py tests/studies/rebalance/test_proposal.py tests/games/trains/board/test_draw.py tests/machine/test_linking.py

# Tests, builds, tries and tags the version that ttrsim/__init__.py names. Pushing the tag is left to you.
release: test-long
	test -z "$$(git status --porcelain)"
	version=$$($(BIN)/python -c "import ttrsim; print(ttrsim.__version__)"); \
	grep -q "^## $$version" CHANGELOG.md && \
	rm -rf dist build/release && $(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist . && \
	python3 -m venv build/release && build/release/bin/pip install --quiet --constraint constraints.txt dist/*.whl && \
	build/release/bin/ttrsim doctor && git tag --annotate "v$$version" --message "ttrsim $$version"

clean:
	rm -rf $(VENV) build dist runs .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache *.egg-info

findings: $(READY)
	$(BIN)/python -m bench.findings
