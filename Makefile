# Thin names for what `topple` and `cargo` do. `make tables` is the main job, `make test` the test command.
SCALE ?= paper
FLAGS ?=
# How they are compiled; .ci/run has one build for all of them.
TOPPLE ?= cargo run --quiet --release --
CARGO_TEST ?= cargo test --quiet
ORACLE = target/oracle/debug/topple-oracle

.PHONY: tables figures check proofs test test-all oracle python bench peers docs claims site web-test

# Ended early? `make tables FLAGS=--resume` goes on.
# Every table, figure and certificate of the papers, then the ledger. A claim that differs from print is a finding,
# not a failure; exit status 2 is one.
tables:
	$(TOPPLE) run --scale $(SCALE) $(FLAGS) || test $$? -eq 1
	$(TOPPLE) claims

# The same with PNG beside every SVG.
figures:
	$(MAKE) tables TOPPLE="cargo run --quiet --release --features png --" FLAGS="--figures png $(FLAGS)"

check:
	cargo build --quiet --release --no-default-features --bin topple-check --target-dir target/check
	find proofs/certificates -name '*.cert' -print0 | sort -z | xargs -0 target/check/release/topple-check > /dev/null
	$(TOPPLE) check

# The theorems by Coq, and certificates of all kinds by the checkers that Coq proved. Needs the Debian packages coq and ocaml-nox.
proofs:
	TOPPLE="$(TOPPLE)" proofs/prove

# What a person runs while working: under two minutes.
test:
	$(CARGO_TEST)

# With the tests that are marked as slow.
test-all:
	$(CARGO_TEST) -- --include-ignored

# Small games of wells against an outside solver of parity games, which takes minutes to build; and the networks trained again.
oracle: $(ORACLE)
	TOPPLE_ORACLE=$(CURDIR)/$(ORACLE) $(CARGO_TEST) --test it oracle:: -- --include-ignored --nocapture

$(ORACLE): tests/oracle/Cargo.toml tests/oracle/Cargo.lock tests/oracle/src/main.rs
	cargo build --quiet --manifest-path tests/oracle/Cargo.toml --target-dir target/oracle

# The Python package in an environment of its own, quickly compiled, with its tests and notebooks. Needs Python 3.11 and pip.
python:
	python3 -m venv target/venv
	target/venv/bin/pip install --quiet --disable-pip-version-check "maturin>=1.9,<2"
	PIP_QUIET=1 VIRTUAL_ENV=$(CURDIR)/target/venv \
		target/venv/bin/maturin develop --quiet --manifest-path python/Cargo.toml --extras test
	target/venv/bin/pytest --quiet python

bench:
	cargo bench

# The pages that are made from evidence and from the program's own output.
docs:
	$(TOPPLE) claims --format markdown > docs/CLAIMS.md.new && mv docs/CLAIMS.md.new docs/CLAIMS.md
	proofs/page > docs/THEOREMS.md.new && mv docs/THEOREMS.md.new docs/THEOREMS.md
	$(TOPPLE) tables --format markdown > data/README.md.new && mv data/README.md.new data/README.md
	$(TOPPLE) tables --format datapackage > data/datapackage.json.new && mv data/datapackage.json.new data/datapackage.json
	UPDATE_DOCS=1 $(CARGO_TEST) --test it docs::

# Every claim a page, for any browser, from disk. What runs in them is in src/site/module.js; web/build makes it.
site:
	$(TOPPLE) site

claims:
	$(TOPPLE) claims

# The pages in a browser: needs npm and the Debian package chromium.
web-test: site
	cargo build --quiet --release --no-default-features --bin topple-check --target-dir target/check
	cd web/tests && npm ci --no-audit --no-fund --silent && npm test

# `topple` beside what others would write, for docs/PEERS.md; PEERS=--large takes 16 gigabytes of memory.
peers:
	cargo build --quiet --release
	cargo run --quiet --release --manifest-path benches/peers/Cargo.toml -- target/release/topple $(PEERS) > docs/PEERS.md.new
	mv docs/PEERS.md.new docs/PEERS.md
