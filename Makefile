# Run any of these targets; each installs and builds what it needs.
#
#   make serve     install missing packages, build, load the sample catalogue with sample people and posts into a new
#                  data folder, serve on 127.0.0.1:8080 (SAMPLES=no: booths only)
#   make sandbox   run the simulated payment gateway, on 127.0.0.1:8090
#   make check     quick check for every save: lint, and the tests of Core, Domain and Client
#   make test      run all Swift tests, and that of bench-compare (CONFIGURATION=release: in a release build, which takes
#                  longer to build and a third of the time to run)
#   make test-postgresql  run all tests over a database on PostgreSQL, also those of the API and the programs
#   make test-web  run the browser tests; screenshots go to .build/web-screens (TESTS=test_shop: only these)
#   make sanitize  run the tests of concurrent code and of C code, with the thread, then the address sanitizer
#   make cluster   run an installation of two nodes and two databases on this machine, and break it (ONLY=failover)
#   make bench-cluster  measure two nodes on PostgreSQL beside one process on SQLite (SIZES="--booths 20000 --seconds 1")
#   make bench     run the benchmarks, in a release build
#   make bench-peers  measure other programs on the same data, and compare their answers (PEER_SIZES="--rounds 2")
#   make touched   count the instructions, cache lines and pages of an answer (DATA_DIR=DIRECTORY QUERIES=nearest.csv)
#   make bench-compare  refuse a run of bench-peers that is slower than an earlier one (BASE=before.json)
#   make format    format the sources          make lint   check them
#   make docs      build the articles and the documentation of the modules, into docs/
#   make data      write again what ships as data: places, base map, regions, holidays, letters, sample catalogue, icons
#   make examples  record the examples of the documentation page from the service's answers
#   make fuzz      search for inputs that break a parser, with libFuzzer (MINUTES=10 for all, TARGET=heif for one)
#   make test-random  run the long form of the seeded random tests (ROUNDS=5000), ten minutes
#   make kills     run the long kill loops: a server is killed at each step of a purchase, and while everything else is
#                  written (KILLS=200); FOURCUTS_TEST_ENGINE=postgresql: on PostgreSQL
#   make mails     kill a server while it sends mails, and compare the times of answers for known and unknown addresses
#                  (KILLS=200 PAIRS=2000)
#   make pushes    kill a server while it sends notices to a push service, in a network of its own (KILLS=200; needs root)
#   make attack    run attacks against a release build, on this machine only (SEED=20261122)
#   make soak      honest, slow and abusive clients at a release build, on this machine only (MINUTES=60 SEED=20261122)
#   make install   install the programs, manual pages, completions, web and deployment files below PREFIX (/usr/local)
#   make deb       make the Debian packages, in .build/dist (DEBFULLNAME, DEBEMAIL: who maintains them)
#   make release   make them with an archive, a bill of materials and checksums
#   make test-package  pack twice and compare, then try the package in a fresh Debian 12 (needs root)

# Debian packages for the build (the map page serves libjs-leaflet, preview pictures need fonts-noto-cjk), and those for
# tests and benchmarks only. libcurl comes with libproj-dev, with any of its TLS libraries. The S3 server for tests comes from PyPI.
PACKAGES := libsqlite3-dev libpq-dev libproj-dev zlib1g-dev node-llhttp pkg-config \
  libsodium-dev libcjose-dev libwslay-dev libssl-dev libseccomp-dev libutf8proc-dev libvips-dev libexpat1-dev libzip-dev libcmark-dev \
  libjs-leaflet fonts-noto-cjk
# Prometheus brings promtool, which checks metrics and alert rules; where Debian starts its service, it can be stopped.
TEST_PACKAGES := curl gdal-bin openssl postgresql-15 postgresql-15-postgis-3 pgbouncer prometheus python3-venv tilemaker
WEB_TEST_PACKAGES := chromium chromium-headless-shell chromium-driver firefox-esr python3-venv
# Debian starts services of some of these.
CLUSTER_PACKAGES := etcd-server etcd-client patroni python3-etcd python3-psycopg2 postgresql-15 haproxy nginx-light \
  openssl wrk
BENCH_PACKAGES := sqlite3 wrk
PEER_PACKAGES := g++ libnanoflann-dev libboost-dev libs2-dev nginx-light openssl postgresql-15 postgresql-15-postgis-3 \
  python3-venv redis-server sqlite3 wrk
PACKAGING_PACKAGES := debhelper lintian
RELEASE_PACKAGES := python3-venv
PACKAGE_TEST_PACKAGES := debootstrap systemd-container
# Checks the JSDoc types of the pages' scripts.
LINT_PACKAGES := node-typescript
# Natural Earth.
DATA_PACKAGES := libmagics++-data python3-venv

ADDRESS ?= 127.0.0.1
PORT ?= 8080
DATA_DIR ?= fourcuts-data
PREFIX ?= /usr/local
SAMPLES ?= yes
ZSH_COMPLETIONS ?= $(PREFIX)/share/zsh/site-functions
ROUNDS ?= 5000
KILLS ?= 200
# 10 for fuzz, 60 for soak.
MINUTES ?=
# The parsers to fuzz. Empty: all.
TARGET ?=
SEED ?= 20261122
# Modules and classes of browser tests to run. Empty: all.
TESTS ?=
# A part of the names of the cluster's scenarios. Empty: all.
ONLY ?=
# Options of the measurements of nodes. Empty: those of the article Benchmarks.
SIZES ?=
# Options of the measurements of other programs. Empty: those of the article Benchmarks.
PEER_SIZES ?=
# What bench-peers wrote before a change.
BASE ?=
# A table of coordinates for `touched`, as `fourcuts-bench points` writes it.
QUERIES ?=
# Tests of code that is concurrent or passes memory to C.
SANITIZED ?= ^(Concurrency|HTTP|SQLite|PostgreSQL|WebClient|Images|Crypto|SocketIO|Chat|Payments|Stores)Tests\.

# Other programs to measure, and what was measured.
PEERS := .build/peers

# Where packages are made, and where finished ones go.
STAGE := .build/packaging/fourcuts
DIST := .build/dist

SHELL := /bin/bash
SWIFT := swift
CHECKED := --explicit-target-dependency-import-check error
# The build of the tests. One for tests of a release serves test-web as well (RELEASE="$(TESTED)").
CONFIGURATION ?= debug
TESTED = -c $(CONFIGURATION) $(CHECKED) $(if $(filter release,$(CONFIGURATION)),-Xswiftc -enable-testing)
# With the Swift libraries linked statically, and no path to look for others: a release runs without the toolchain.
RELEASE := -c release $(CHECKED) --static-swift-stdlib --disable-local-rpath
FOURCUTS = $$($(SWIFT) build $(RELEASE) --show-bin-path)/fourcuts
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

.PHONY: serve sandbox data build check build-tests test test-web sanitize sanitize-thread sanitize-address bench format lint \
  docs examples fuzz test-random kills mails pushes test-postgresql attack soak cluster bench-cluster bench-peers bench-compare touched \
  install deb release test-package setup setup-test setup-web setup-lint setup-bench setup-bench-peers setup-cluster setup-packaging \
  setup-release clean

# Installs only missing packages, so that later runs are fast and need no network.
define install_missing
	@missing=; for package in $(1); do \
	  dpkg-query -W -f='$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then \
	  echo "Installing$$missing"; \
	  $(SUDO) apt-get update -qq && \
	  $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
	fi
endef

setup:
	$(call install_missing,$(PACKAGES))
	@command -v $(SWIFT) >/dev/null || { echo "The Swift toolchain (6.2 or later) must be on the PATH."; exit 1; }

setup-test: setup
	$(call install_missing,$(TEST_PACKAGES))
	@[ -x .build/s3-tests/bin/python ] || python3 -m venv .build/s3-tests
	@.build/s3-tests/bin/pip install --quiet --disable-pip-version-check --requirement Tests/S3/requirements.txt

setup-web:
	$(call install_missing,$(WEB_TEST_PACKAGES))
	@[ -x .build/web-tests/bin/python ] || python3 -m venv .build/web-tests
	.build/web-tests/bin/pip install --quiet --requirement Tests/Web/requirements.txt

setup-lint:
	$(call install_missing,$(LINT_PACKAGES))

setup-bench: setup
	$(call install_missing,$(BENCH_PACKAGES))

setup-bench-peers: setup
	$(call install_missing,$(PEER_PACKAGES))
	@[ -x $(PEERS)/venv/bin/python ] || python3 -m venv $(PEERS)/venv
	@$(PEERS)/venv/bin/python -c 'import duckdb' 2>/dev/null || \
	  $(PEERS)/venv/bin/pip install --quiet --disable-pip-version-check --requirement Tests/Peers/requirements.txt

setup-packaging: setup
	$(call install_missing,$(PACKAGING_PACKAGES))

setup-release: setup
	$(call install_missing,$(RELEASE_PACKAGES))
	@[ -x .build/packaging/tools/bin/python ] || python3 -m venv .build/packaging/tools
	@.build/packaging/tools/bin/pip install --quiet --disable-pip-version-check --requirement .packaging/requirements.txt

setup-cluster: setup
	$(call install_missing,$(CLUSTER_PACKAGES))

build: setup
	$(SWIFT) build $(RELEASE) --product fourcuts
	$(SWIFT) build $(RELEASE) --product fourcuts-sandbox-pg

serve: build
	@[ -e $(DATA_DIR)/fourcuts.sqlite ] || { \
	  $(FOURCUTS) import --data-dir $(DATA_DIR) --source sample --quiet Data/booths.sample.csv; \
	  [ "$(SAMPLES)" = no ] || $(FOURCUTS) samples add --data-dir $(DATA_DIR); }
	$(FOURCUTS) serve --data-dir $(DATA_DIR) --address $(ADDRESS) --port $(PORT)

sandbox: build
	$(FOURCUTS)-sandbox-pg --webhook-url http://$(ADDRESS):$(PORT)

check: lint build-tests
	ENGINES=sqlite Tests/run.sh Core Domain Client

test: build-tests
	python3 -B -m unittest discover --start-directory Tests/Peers
	CONFIGURATION=$(CONFIGURATION) Tests/run.sh

test-postgresql: build-tests
	ENGINES=postgresql Tests/run.sh Domain Adapters API App

build-tests: setup-test
	$(SWIFT) build $(TESTED) --build-tests

# Not part of `test`: it needs a browser, Selenium from PyPI, and some minutes.
test-web: build setup-web
	FOURCUTS="$(FOURCUTS)" .build/web-tests/bin/python -B Tests/Web/run.py $(TESTS)

# Each sanitizer has its own build directory. XCTest is disabled, because the address sanitizer reports its leaks. That
# one keeps freed memory for a while; little of it, because tests measure how much the process has.
sanitize: sanitize-thread sanitize-address

sanitize-thread sanitize-address: sanitize-%: setup-test
	TSAN_OPTIONS=suppressions=$(CURDIR)/Tests/thread-sanitizer.txt ASAN_OPTIONS=quarantine_size_mb=16 \
	  LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/leak-sanitizer.txt \
	  $(SWIFT) test $(CHECKED) --scratch-path .build/sanitize-$* --sanitize=$* --disable-xctest --no-parallel \
	  --filter '$(SANITIZED)'

# A build of its own: 5 to 12 minutes, later only what changed. lld, because gold hides the names of missing symbols. With
# two --sanitize, Swift gets only the last one: hence both in one flag behind them.
fuzz: setup
	$(SWIFT) build -c release --scratch-path .build/fuzz --product fuzzing --sanitize address --sanitize fuzzer \
	  -Xswiftc -sanitize=address,fuzzer -Xswiftc -enable-testing -Xswiftc -DFUZZING -Xswiftc -use-ld=lld
	MINUTES=$(or $(MINUTES),10) Tests/Fuzz/run.sh .build/fuzz/release/fuzzing $(TARGET)

test-random: setup-test
	FOURCUTS_FUZZ_ROUNDS=$(ROUNDS) $(SWIFT) test $(CHECKED) --no-parallel --filter '[Ff]uzz'

kills: setup-test
	FOURCUTS_KILLS=$(KILLS) FOURCUTS_SEED=$(SEED) $(SWIFT) test $(CHECKED) --no-parallel --filter KillLoopTests

# The relay is aiosmtpd, which the browser tests have. Takes ten minutes.
mails: build setup-web
	.build/web-tests/bin/python -B Tests/Deliveries/mails.py --program "$(FOURCUTS)" --kills $(KILLS) --pairs $(or $(PAIRS),2000)

pushes: build setup-web
	$(call install_missing,iproute2)
	.build/web-tests/bin/python -B Tests/Deliveries/pushes.py --program "$(FOURCUTS)" --kills $(KILLS)

# Starts its own servers on loopback with temporary data folders. Takes some minutes.
attack: build
	python3 -B Tests/Attack/attack.py --program "$(FOURCUTS)" --seed $(SEED)

# The same, for MINUTES.
soak: build
	python3 -B Tests/Attack/soaking.py --program "$(FOURCUTS)" --minutes $(or $(MINUTES),60) --seed $(SEED)

# Debian's Python, which has the library of PostgreSQL. Takes some minutes.
cluster: build setup-cluster
	/usr/bin/python3 -B Tests/Cluster/cluster.py --program "$(FOURCUTS)" --only "$(ONLY)"

# The same Python. Takes some minutes of a machine that does nothing else.
bench-cluster: build setup-cluster
	$(SWIFT) build $(RELEASE) --product fourcuts-bench
	/usr/bin/python3 -B Tests/Cluster/benchmarks.py --program "$(FOURCUTS)" $(SIZES)

bench: setup-bench
	$(SWIFT) build $(RELEASE) --product fourcuts
	$(SWIFT) run $(RELEASE) fourcuts-bench

# Takes some minutes of a machine that does nothing else. Needs no network once everything is installed.
bench-peers: build $(PEERS)/harness $(PEERS)/redis_load
	$(SWIFT) build $(RELEASE) --product fourcuts-bench
	/usr/bin/python3 -B Tests/Peers/peers.py --program "$(FOURCUTS)" $(PEER_SIZES)

bench-compare:
	/usr/bin/python3 -B Tests/Peers/compare.py "$(BASE)" $(PEERS)/benchmarks.json

# For any processor of the architecture, as the Swift code is. The warning that is off is one about a header of S2.
$(PEERS)/%.o: Tests/Peers/harness/%.cpp Tests/Peers/harness/index.hpp | setup-bench-peers
	g++ -std=c++17 -O3 -DNDEBUG -DBOOST_ALLOW_DEPRECATED_HEADERS -Wall -Wno-maybe-uninitialized -c -o $@ $<

$(PEERS)/harness: $(patsubst %,$(PEERS)/%.o,main boost_index nanoflann_index s2_index sqlite_index)
	g++ -o $@ $^ -ls2 -lsqlite3

$(PEERS)/redis_load: $(PEERS)/redis_load.o
	g++ -o $@ $^

# The server of the data folder must not run.
touched: build
	$(call install_missing,gcc python3-capstone)
	mkdir -p $(PEERS)
	gcc -std=gnu17 -O2 -Wall -shared -fPIC -o $(PEERS)/touched.so Tests/Peers/harness/touched.c
	/usr/bin/python3 -B Tests/Peers/touched.py --program "$(FOURCUTS)" --recorder $(PEERS)/touched.so \
	  --data-dir "$(DATA_DIR)" --queries "$(QUERIES)"

format:
	$(SWIFT) format -i -p -r Package.swift Sources Tests

lint: setup-lint
	$(SWIFT) format lint --strict -p -r Package.swift Sources Tests
	tsc -p Tests/Web/jsconfig.json
	python3 -B Tests/Web/check_scripts.py
	python3 -B Tests/check_width.py

# Builds the articles and the documentation of the modules. Articles link to each other as files, for the forge; the
# links are rewritten for docc. Programs and modules used by tests only are left out.
docs: setup
	$(SWIFT) package dump-symbol-graph --minimum-access-level package --skip-synthesized-members
	rm -rf docs .build/docs
	mkdir -p .build/docs
	cp -r "$$($(SWIFT) build --show-bin-path)/../symbolgraph" .build/docs/symbols
	rm -f .build/docs/symbols/{fourcuts,sandboxpg,bench,confinementprobe,fuzzing,FuzzTargets,Workload,Support,*Tests}*.symbols.json
	cp -r Sources/App/Documentation.docc .build/docs/Documentation.docc
	sed -i -E 's#\]\(([A-Za-z]+)\.md\)#](doc:fourcuts/\1)#g; s#\]\(Resources/#](#g' .build/docs/Documentation.docc/*.md
	"$$(dirname "$$(readlink -f "$$(command -v $(SWIFT))")")/docc" convert .build/docs/Documentation.docc \
	  --warnings-as-errors --disable-parameters-and-returns-validation \
	  --fallback-display-name fourcuts --fallback-bundle-identifier fourcuts \
	  --additional-symbol-graph-dir .build/docs/symbols --output-path docs
	@echo "The documentation is in docs/; it begins at docs/documentation/fourcuts."

# What differs from run to run, such as identifiers, is replaced; a test compares the file with the answers.
# Data/README.md says what from where. Data/roads.csv needs a download: see there. geopandas only carries a file.
data:
	$(call install_missing,$(DATA_PACKAGES))
	@[ -x .build/data/bin/python ] || python3 -m venv .build/data
	.build/data/bin/pip install --quiet --requirement Data/scripts/requirements.txt
	.build/data/bin/pip install --quiet --no-deps geopandas==0.14.4
	.build/data/bin/python -B -m unittest discover --start-directory Data/scripts
	for script in sample places base-map regions holidays letter-costs icons; do \
	  .build/data/bin/python -B Data/scripts/make-$$script.py || exit 1; \
	done

examples: setup-test
	FOURCUTS_RECORD_EXAMPLES=1 $(SWIFT) test $(CHECKED) --no-parallel --filter '^APITests\.ExamplesTests'

install: build
	install -D -m 755 -t $(DESTDIR)$(PREFIX)/bin "$(FOURCUTS)" "$(FOURCUTS)-sandbox-pg"
	mkdir -p $(DESTDIR)$(PREFIX)/share/bash-completion/completions $(DESTDIR)$(ZSH_COMPLETIONS) \
	  $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	$(FOURCUTS) completions bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/fourcuts
	$(FOURCUTS) completions zsh > $(DESTDIR)$(ZSH_COMPLETIONS)/_fourcuts
	$(FOURCUTS) completions fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/fourcuts.fish
	$(FOURCUTS) man --to $(DESTDIR)$(PREFIX)/share/man/man1
	$(FOURCUTS)-sandbox-pg --man > $(DESTDIR)$(PREFIX)/share/man/man1/fourcuts-sandbox-pg.1
	rm -rf $(DESTDIR)$(PREFIX)/share/fourcuts/{web,deployment,places,samples,tiles}
	mkdir -p $(DESTDIR)$(PREFIX)/share/fourcuts
	cp -r Sources/API/Web/Files $(DESTDIR)$(PREFIX)/share/fourcuts/web
	cp -r Sources/App/App/Resources/deployment $(DESTDIR)$(PREFIX)/share/fourcuts/deployment
	cp -r Sources/App/App/Resources/places $(DESTDIR)$(PREFIX)/share/fourcuts/places
	cp -r Sources/App/App/Resources/samples $(DESTDIR)$(PREFIX)/share/fourcuts/samples
	cp -r Sources/App/App/Resources/tiles $(DESTDIR)$(PREFIX)/share/fourcuts/tiles
	git rev-parse HEAD > $(DESTDIR)$(PREFIX)/share/fourcuts/commit 2>/dev/null || rm -f $(DESTDIR)$(PREFIX)/share/fourcuts/commit
	chmod -R a+rX $(DESTDIR)$(PREFIX)/share/fourcuts

# The packages hold what `install` installs.
deb: setup-packaging
	rm -rf $(STAGE) $(DIST)
	mkdir -p $(DIST)
	$(MAKE) install DESTDIR=$(CURDIR)/$(STAGE)/installed PREFIX=/usr ZSH_COMPLETIONS=/usr/share/zsh/vendor-completions
	.packaging/deb $(STAGE) $(DIST)
	lintian --fail-on error,warning $(DIST)/*.deb

release: deb setup-release
	.packaging/release $(STAGE) $(DIST)

# Not part of `test`: it needs root, a mirror of Debian (MIRROR) and a release build.
test-package: release
	$(call install_missing,$(PACKAGE_TEST_PACKAGES))
	.build/packaging/tools/bin/hadolint --failure-threshold warning .packaging/Containerfile
	.build/packaging/tools/bin/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	cp $(DIST)/SHA256SUMS $(STAGE)
	.packaging/deb $(STAGE) $(DIST)
	.packaging/release $(STAGE) $(DIST)
	diff $(STAGE)/SHA256SUMS $(DIST)/SHA256SUMS
	$(SUDO) .packaging/test $(DIST)

clean:
	$(SWIFT) package clean
