# Everything a newcomer needs: `make demo`, `make test`. Each target sets up what it needs.

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
JOBS := 2

.PHONY: demo test check bench golden-update clean

$(READY): pyproject.toml constraints.txt
	python3 -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[dev]"
	touch $@

demo: $(READY)
	$(BIN)/ttrsim board draw europe -o build/europe.png
	$(BIN)/ttrsim replay europe --bots random,greedy,random --seed 1 --game 0

test: check
	$(BIN)/pytest --numprocesses $(JOBS)

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(READY)
	$(BIN)/python -m bench

golden-update: $(READY)
	$(BIN)/python -m tests.update_goldens

clean:
	rm -rf $(VENV) build runs .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache *.egg-info
