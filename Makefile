# Everything runs in a virtual environment below this folder; nothing else on the machine is touched.
VENV   ?= .venv
PYTHON ?= python3
BIN    := $(VENV)/bin
CORE   := $(shell find core -type f 2>/dev/null)
NATIVE_SOURCES := $(shell find core tests -name '*.hpp' -o -name '*.cpp')
# Nothing is compiled beforehand: most of it is never imported, and what is is compiled then.
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile

SECONDS ?= 600
TRIALS ?= 50
FIRST ?= 0
HOURS ?= 1
SANITIZED := build/sanitized
TSAN := build/tsan
NATIVE := build/fuzzers
CAMPAIGN := build/campaign
RELEASE := build/release
NATIVE_IF_CLANG := $(if $(shell command -v clang++ 2>/dev/null),fuzz-native)
CONFIGURE := -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja -DPython_EXECUTABLE=$(abspath $(BIN))/python \
             -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG="-O1 -g1"
# What sanitisers need in a Python that was built without them: their library first, no search for leaks of Python's.
SANITIZE := LD_PRELOAD="$$(g++ -print-file-name=libasan.so) $$(g++ -print-file-name=libubsan.so)" \
            ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1

# Compiled Python is kept, also where that is turned off (as in many images of containers): the tests start hundreds of
# programs, and each would compile the package again.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: quickstart demo test check-types check-test-types check-style build wheel release-check site format clean fuzz fuzz-native fuzz-sanitized tsan faults campaign

quickstart: $(VENV)/.built  ## train the embedded sample, translate with it, print the table
	$(BIN)/dragoman quickstart

demo: $(VENV)/.serve  ## the page with a model of the sample world, at http://127.0.0.1:5000/
	$(BIN)/dragoman serve --suggestions

# Three workers on two cores: many tests wait for programs and servers. Neighbours stay together, since they share
# what their file prepares.
test: $(VENV)/.tools $(VENV)/.built  ## install what the tests need and run them
	$(MAKE) --no-print-directory -j 2 check-types check-test-types check-style
	$(BIN)/python -m pytest -n 3 --dist worksteal

check-types:
	$(BIN)/mypy

check-test-types:
	$(BIN)/mypy --config-file tests/mypy.ini

check-style:
	$(BIN)/ruff check src tests benchmarks
	$(BIN)/ruff format --check src tests benchmarks
	@$(BIN)/clang-format --dry-run --Werror $(NATIVE_SOURCES)
	$(BIN)/codespell *.md docs src/dragoman core

# The core of the campaign starts no threads: for small inputs they take longer than all the rest.
fuzz: $(VENV)/.tools $(VENV)/.built $(NATIVE_IF_CLANG)  ## damaged inputs for every reader: make fuzz SECONDS=3600
	$(BIN)/cmake -S . -B $(CAMPAIGN) $(CONFIGURE) -DCMAKE_BUILD_TYPE=Release -DDRAGOMAN_ONE_THREAD=ON
	$(BIN)/cmake --build $(CAMPAIGN) --target _core
	cd tests && DRAGOMAN_FUZZ_ONE_THREAD=$$(ls $(abspath $(CAMPAIGN))/_core*.so) \
	    nice $(abspath $(BIN))/python -m fuzz.run --seconds $(SECONDS) --native $(abspath $(NATIVE))

fuzz-native: $(VENV)/.tools $(VENV)/.built  ## the readers of the core as programs of libFuzzer (clang)
	CXX=clang++ $(BIN)/cmake -S . -B $(NATIVE)/build $(CONFIGURE) -DDRAGOMAN_FUZZERS=ON \
	    -DCMAKE_RUNTIME_OUTPUT_DIRECTORY=$(abspath $(NATIVE))
	$(BIN)/cmake --build $(NATIVE)/build --target fuzzers
	cd tests && $(abspath $(BIN))/python -m fuzz.native_seeds $(abspath $(NATIVE))

fuzz-sanitized: $(VENV)/.tools $(VENV)/.built  ## the Python readers with a core that checks addresses and arithmetic
	$(BIN)/cmake -S . -B $(SANITIZED) $(CONFIGURE) -DDRAGOMAN_SANITIZE=address,undefined
	$(BIN)/cmake --build $(SANITIZED) --target _core
	cd tests && $(SANITIZE) DRAGOMAN_FUZZ_CORE=$$(ls $(abspath $(SANITIZED))/_core*.so) \
	    nice $(abspath $(BIN))/python -m fuzz.run --seconds $(SECONDS)

# Python and numpy are built without this sanitiser: only what the core does is looked at, and nothing of it is suppressed.
tsan: $(VENV)/.tools $(VENV)/.built  ## eight threads translate, reload and change weights with a core that looks for races
	$(BIN)/cmake -S . -B $(TSAN) $(CONFIGURE) -DDRAGOMAN_SANITIZE=thread
	$(BIN)/cmake --build $(TSAN) --target _core
	cd tests && LD_PRELOAD="$$(g++ -print-file-name=libtsan.so)" \
	    TSAN_OPTIONS="halt_on_error=1 ignore_noninstrumented_modules=1" \
	    DRAGOMAN_FUZZ_CORE=$$(ls $(abspath $(TSAN))/_core*.so) \
	    nice $(abspath $(BIN))/python -m faults.threads --seconds $(SECONDS)

faults: $(VENV)/.tools $(VENV)/.built  ## full disks and kills of every command that writes: make faults TRIALS=100
	cd tests && nice $(abspath $(BIN))/python -m faults.run --trials $(TRIALS) --first $(FIRST)

campaign: $(VENV)/.tools $(VENV)/.built  ## all of the above and results against enumeration: make campaign HOURS=10
	cd tests && nice $(abspath $(BIN))/python -m campaign.run --hours $(HOURS)

build: $(VENV)/.built

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.built: $(VENV)/bin/python pyproject.toml CMakeLists.txt $(CORE)
	$(PIP) 'scikit-build-core>=0.11' 'nanobind>=3.1' 'nanobind-backend>=1.0' 'cmake>=3.26' ninja
	$(PIP) --no-build-isolation -C cmake.define.DRAGOMAN_STRICT=ON --editable .
	touch $@

$(VENV)/.serve: $(VENV)/.built pyproject.toml
	$(PIP) --no-build-isolation -C cmake.define.DRAGOMAN_STRICT=ON --editable '.[serve]'
	touch $@

# Spark's client comes as a source archive, which setuptools builds.
$(VENV)/.tools: $(VENV)/.built pyproject.toml
	$(PIP) setuptools wheel
	$(PIP) --no-build-isolation -C cmake.define.DRAGOMAN_STRICT=ON --editable '.[dev]'
	touch $@

# One wheel serves every Python from 3.11 on and every Linux from glibc 2.28 on (core/bindings/portable): auditwheel
# refuses one that needs more. What builds it has fixed versions and checksums, and it has the date of the commit, so that it can be
# built again byte for byte.
wheel: $(RELEASE)/.made  ## the wheel and the source archive, in dist/
	rm -rf dist build/wheel
	export SOURCE_DATE_EPOCH="$$(git log -1 --format=%ct 2>/dev/null || date +%s)" PATH="$(abspath $(RELEASE))/bin:$$PATH"; \
	python -m build --no-isolation --sdist && \
	python -m build --no-isolation --wheel --outdir build/wheel -C build-dir=build/portable \
	    -C cmake.define.DRAGOMAN_STRICT=ON -C cmake.define.DRAGOMAN_PORTABLE=ON && \
	auditwheel repair --plat "manylinux_2_28_$$(uname -m)" --wheel-dir dist build/wheel/*.whl && \
	abi3audit --strict dist/*.whl

$(RELEASE)/.made: .ci/release-requirements.txt
	$(PYTHON) -m venv --clear $(RELEASE)
	$(RELEASE)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	touch $@

release-check: wheel  ## installs the wheel into new environments of every Python that is here, runs it, lists its parts
	$(RELEASE)/bin/python .ci/release_check.py dist/*.whl

site: $(VENV)/.tools  ## the documentation site, in build/site/html
	$(BIN)/python -m dragoman.site.sources build/site
	cd build/site && $(abspath $(BIN))/zensical build --strict

format: $(VENV)/.tools
	$(BIN)/ruff check --fix src tests benchmarks
	$(BIN)/ruff format src tests benchmarks
	$(BIN)/clang-format -i $(NATIVE_SOURCES)

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis src/dragoman/_core.pyi
