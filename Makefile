# The house's commands; each sets up .venv first if it is missing or out of date.
PYTHON ?= python3
BIN := .venv/bin
PIP_FLAGS ?= --quiet --disable-pip-version-check --no-compile
WORKERS ?= 2
# Commands start many processes: an environment that forbids bytecode caches makes each of them slow.
export PYTHONDONTWRITEBYTECODE :=
POLICIES := policy/oracle,policy/keyword,policy/hypothesis_only,policy/party_coin,policy/believe_one,policy/random,policy/reject_all,policy/abstain_all

.PHONY: help demo test test-slow check format validation benchmarks cohort clean

help:  ## what there is to make
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## */\t/' | expand -t 14

.venv/installed: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install $(PIP_FLAGS) -c constraints.txt -e .
	touch $@

.venv/dev: .venv/installed
	$(BIN)/python -m pip install $(PIP_FLAGS) -c constraints.txt -e '.[dev]'
	touch $@

demo: .venv/installed  ## five fictional worlds, evaluated with the model-free policies, and a report
	$(BIN)/python -m builder build --source fiction --worlds 5 --seed 7 --workers $(WORKERS) --out build/demo \
		--set merits=14 --set signal=12 --set pro_alternative=8 --set alternative_noise=8 --set noise=18 --set chaff=16
	$(BIN)/python -m builder pack build/demo --split demo --out build/demo-data/data_files
	rm -rf logs/demo
	INSPECT_DISPLAY=plain $(BIN)/inspect eval eval/task.py --model $(POLICIES) --epochs 4 \
		--log-dir logs/demo -T root=$(CURDIR)/build/demo-data -T split=demo --log-level warning
	$(BIN)/python -m eval.analysis report logs/demo --out report/demo

test: .venv/dev  ## the quick tests, no network
	$(BIN)/pytest -n 2 --dist loadfile

test-slow: .venv/dev  ## the slow tests
	$(BIN)/pytest -m slow -n 2 --dist loadfile

check: .venv/dev  ## ruff, pyright, import-linter
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/lint-imports

format: .venv/dev  ## formats the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

validation: .venv/installed  ## rebuilds the validation split that is in git, audits it and makes its card
	$(BIN)/python -m builder build --source handwritten --out build/handwritten --workers $(WORKERS)
	$(BIN)/python -m builder build --source fiction --worlds 5 --seed 2026 --out build/validation --workers $(WORKERS) \
		--set merits=14 --set signal=12 --set pro_alternative=8 --set alternative_noise=8 --set noise=18 --set chaff=16
	$(BIN)/python -m builder pack build/handwritten build/validation --split validation --out data_files
	-$(BIN)/python -m builder audit . --split validation --json cards/audit-validation.json
	$(BIN)/python -m builder card .

cohort: .venv/installed  ## builds and audits the test split: 100 fictional worlds of 176 files
	$(BIN)/python -m builder build --source fiction --worlds 100 --seed 4100 --out build/cohort --workers $(WORKERS)
	$(BIN)/python -m builder pack build/cohort --split test --out build/cohort-data/data_files
	-$(BIN)/python -m builder audit build/cohort-data --json build/cohort-data/cards/audit-test.json
	$(BIN)/python -m builder card build/cohort-data

benchmarks: .venv/dev  ## prints ratios: rendering, searching, packing
	for script in benchmarks/*.py; do PYTHONPATH=. $(BIN)/python -P $$script; done

clean:  ## removes what was built, not the environment
	rm -rf build logs report
