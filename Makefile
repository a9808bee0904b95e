# Everything runs in a virtual environment below this folder; nothing else on the machine is touched.
VENV   ?= .venv
PYTHON ?= python3
BIN    := $(VENV)/bin
CORE   := $(shell find core -type f 2>/dev/null)
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: quickstart test build format clean

quickstart: $(VENV)/.built  ## train the embedded sample, translate with it, print the table
	$(BIN)/dragoman quickstart

test: $(VENV)/.tools $(VENV)/.built  ## install what the tests need and run them
	$(BIN)/ruff check src tests benchmarks
	$(BIN)/ruff format --check src tests benchmarks
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $$(find core -name '*.hpp' -o -name '*.cpp')
	$(BIN)/python -m pytest -n 2

build: $(VENV)/.built

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.built: $(VENV)/bin/python pyproject.toml CMakeLists.txt $(CORE)
	$(PIP) 'scikit-build-core>=0.11' 'nanobind>=2.9' 'cmake>=3.26' ninja
	$(PIP) --no-build-isolation -C cmake.define.DRAGOMAN_STRICT=ON --editable .
	touch $@

$(VENV)/.tools: $(VENV)/.built pyproject.toml
	$(PIP) --no-build-isolation -C cmake.define.DRAGOMAN_STRICT=ON --editable '.[dev]'
	touch $@

format: $(VENV)/.tools
	$(BIN)/ruff check --fix src tests benchmarks
	$(BIN)/ruff format src tests benchmarks
	$(BIN)/clang-format -i $$(find core -name '*.hpp' -o -name '*.cpp')

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis src/dragoman/_core.pyi
