# The whole interface: `make check` is what CI runs.
PYTHON ?= python
SOURCES = api model cppast lowering jit cmake tests runtime_tests benchmarks
LIBRARY_TESTS = tests/executorch_kernels tests/builds
PACKAGES = api model cppast lowering jit cmake

# Tests in the sizes that CI has no time for: 100,000 expression trees, 10,000 whole files, every
# header of ATen's operators alone, every structured kernel, all of verify for the table of designs.
NIGHTLY_SIZE ?= 50

.PHONY: check format lint types unit libraries golden golden-update api-update runtime bench benchmarks-page shim clean nightly reference

# The longest first, so that two jobs end together.
check: format lint types runtime libraries unit golden

# Static tools see the installed package names through links (.dev/dispatchless/model -> ../../model).
shim:
	@mkdir -p .dev/dispatchless
	@for d in model cppast lowering jit cmake; do ln -sfn ../../$$d .dev/dispatchless/$$d; done
	@ln -sfn ../../api/commands .dev/dispatchless/commands
	@for f in api/*.py api/py.typed; do ln -sf ../../$$f .dev/dispatchless/; done
	@find .dev -xtype l -delete

format:
	$(PYTHON) -m ruff format --check $(SOURCES)

lint:
	$(PYTHON) -m ruff check $(SOURCES)

types: shim
	MYPYPATH=.dev $(PYTHON) -m mypy -p dispatchless

# Unit tests, but for what compiles and links whole libraries.
unit:
	$(PYTHON) -m pytest tests $(addprefix --ignore=,tests/golden $(LIBRARY_TESTS))

libraries:
	$(PYTHON) -m pytest $(LIBRARY_TESTS)

golden:
	$(PYTHON) -m pytest tests/golden

# Takes what the generator gives now as what is expected; look at the difference before committing.
golden-update:
	$(PYTHON) tests/golden/golden_cases.py

# Describes the public API as it is now; users see what changes there.
api-update:
	$(PYTHON) tests/public_api.py

runtime:
	$(PYTHON) -m pytest runtime_tests

nightly:
	DISPATCHLESS_TEST_SIZE=$(NIGHTLY_SIZE) $(PYTHON) -m pytest tests/cppast/test_oracle.py \
		tests/cppast/test_random_files.py tests/cppast/test_cppast_cases.py \
		tests/lowering/test_device_headers.py runtime_tests/test_designs.py \
		runtime_tests/test_structured_kernels.py

# The page of every node and its text, from the rows of the tests.
reference:
	$(PYTHON) tests/cppast/reference.py > docs/cppast/reference.md

bench:
	$(PYTHON) -m pytest benchmarks --benchmark-only

# Measures everything and writes docs/benchmarks: on a quiet machine, some fifteen minutes.
benchmarks-page:
	$(PYTHON) benchmarks/page.py

clean:
	rm -rf build dist .dev *.egg-info .mypy_cache .ruff_cache .pytest_cache
