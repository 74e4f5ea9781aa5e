# make help lists what there is. Needed beforehand: Go, git, make; the rest is
# installed by make setup.

GAME ?= saboteur
GO ?= go
LINT = $(GO) tool -modfile=tools.mod golangci-lint
# Where make vulns finds the list of known holes: a copy of it may stand in a folder (VULNDB=file:///srv/vulndb).
VULNDB ?= https://vuln.go.dev
# How many letters make letters-all answers, and one of them alone, printed or kept in a file.
LETTERS ?= 20000
LETTER ?=
LETTER_FILE ?=
# LIST=1 makes phrases print each line that was not understood, and what became of it.
LIST ?=
# Whole seconds a fuzz target runs in make fuzz.
FUZZTIME ?= 20
# How make faults breaks: rounds, how chance falls, and one round alone (0 for all).
ROUNDS ?= 200
SEED ?= 1
ROUND ?= 0
# How often make many loses a machine; there are five ways.
LOSSES ?= 5
# What make compare plays by turns: other versions (several, parted by blanks), how often, for how many
# seconds, with how many matches; ALL=1 for the two slow figures too.
REF ?= $(shell git describe --tags --abbrev=0 2>/dev/null || echo HEAD~1)
TURNS ?= 7
SECONDS ?= 10
MATCHES ?= 60
ALL ?=
# How many open matches make full plays, and with how many processes make processes does.
OPEN ?= 1000000
PROCESSES ?= 1,2,4
BIN = bin/pitpost
# No recipe needs a C compiler.
export CGO_ENABLED ?= 0

.DEFAULT_GOAL := help
.PHONY: help toolchain setup build deb play test quick check vet format lint vulns fuzz attacks faults many versions soak small bench compare peers full processes letters letters-all phrases pictures season house clean

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# Go from 1.21 on fetches the version that go.mod names; an older one only fails, and does not say why.
toolchain:
	@case "$$($(GO) version 2>/dev/null)" in \
	"") echo "make: there is no Go here: see docs/hosting/README.md, Requirements"; exit 1;; \
	*go1.[0-9].*|*go1.1[0-9]*|*go1.20*) echo "make: $$($(GO) version) is too old to fetch the right one by itself, 1.21 is needed (Debian 12: apt-get install -t bookworm-backports golang-go, or take it from go.dev/dl)"; exit 1;; \
	esac

setup: toolchain ## install Postgres, Dovecot, Postfix, Chromium and promtool where missing, and what tests take from npm
	@./scripts/setup
	@$(MAKE) --no-print-directory lab/npm/node_modules || echo 'setup: axe-core and caniemail could not be fetched from npm: the tests that look whether everybody can use the pages and read the letters will fail' >&2

# What tests take from npm, as the lock file pins it.
lab/npm/node_modules: lab/npm/package-lock.json
	cd lab/npm && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

build: toolchain ## build bin/pitpost
	$(GO) build -trimpath -o $(BIN) ./cmd/pitpost

deb: build ## pack bin/pitpost.deb, with its systemd unit, man page and completions
	@./scripts/deb $(BIN) $(BIN).deb && dpkg-deb --info $(BIN).deb | sed -n '/Package:/,$$p'

play: build ## start pitpost here and play, in a folder of its own (GAME=saboteur or clonk)
	@./scripts/setup play
	$(BIN) serve --play $(GAME)

# Four packages at a time, whatever the number of processors: most of them wait for their servers half of the time.
# What go vet says of each package is make check's. No test needs what a debugger reads of a program, which is a third of
# the linker's work; and garbage is collected more seldom than where a house must be small, but for what a test starts.
test: setup ## run all tests against real servers
	GOGC=400 $(GO) test -vet=off -ldflags=-w -timeout 30m -p 4 -parallel 4 ./...

quick: toolchain ## run all that needs no server, in under a minute: long rows of matches are cut to a few
	GO="$(GO)" GOGC=400 ./scripts/quick

check: test vet format lint ## all that must pass before a change is taken

vet:
	$(GO) vet ./...

format:
	@bad=$$(gofmt -l .); [ -z "$$bad" ] || { echo "gofmt these: $$bad"; exit 1; }

lint: ## run golangci-lint
	$(LINT) run

vulns: ## check the modules on the disk against their hashes, and what is linked against the known holes (needs the list: VULNDB)
	$(GO) mod verify
	$(GO) tool -modfile=tools.mod govulncheck -db $(VULNDB) ./...

fuzz: setup ## run each fuzz target for FUZZTIME seconds
	@GO="$(GO)" ./scripts/fuzz $(FUZZTIME)

attacks: setup ## try on a running house what an attacker would, the heaviest letters too, and say what held
	ATTACKS=all $(GO) test ./lab/attacks -count=1 -v -timeout 30m

faults: setup ## break what can break, ROUNDS=200 times, and count after each (SEED=1, ROUND=17 for that one alone)
	FAULT_ROUNDS=$(ROUNDS) FAULT_SEED=$(SEED) FAULT_ROUND=$(ROUND) $(GO) test ./lab/faults -count=1 -v -timeout 3h -run '^TestNothingIsLostWhateverBreaks$$'

many: setup ## lose machines of a database that three keep, round by round, while people play, and count (LOSSES=10, SEED=1)
	@./scripts/setup many
	MANY=1 FAULT_ROUNDS=$(LOSSES) FAULT_SEED=$(SEED) $(GO) test ./lab/faults -count=1 -v -timeout 1h -run '^TestNothingIsLostWithAMachine$$'

# Postgres in the versions that Debian has not, as the lock file pins it; its libraries get the names by which they are asked for.
lab/postgres/node_modules: lab/postgres/package-lock.json
	cd lab/postgres && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	for of in $@/*; do (cd $$of && node scripts/hydrate-symlinks.js) || exit 1; done
	@touch $@

versions: setup lab/postgres/node_modules ## bring a house up in each version of Postgres that is promised, 15 to 18, and run the tests of what is kept there
	VERSIONS=all $(GO) test ./db -count=1 -v -run '^TestEachPostgresThatIsHere$$'
	for bin in $(CURDIR)/lab/postgres/node_modules/*/native/bin; do $$bin/postgres --version && PATH=$$bin:$$PATH $(GO) test -vet=off -count=1 ./db/lead ./db/mail ./server ./mailer || exit 1; done

soak: setup ## play a year on a fast clock, twenty minutes, and see that nothing grows without an owner (SEED=1)
	SOAK=1 SOAK_SEED=$(SEED) $(GO) test ./lab/faults -count=1 -v -timeout 2h -run '^TestAYearOfPlay$$'

small: build setup ## 1,000 open matches on one core and 512 MB, house and Postgres together: how quick, and how much memory
	SMALL=$(abspath $(BIN)) $(GO) test ./lab/small -count=1 -v -timeout 20m

bench: setup ## run the benchmarks, each beside its yardstick
	$(GO) test -run '^$$' -bench . -benchtime 2s -timeout 60m ./...

compare: setup ## what the whole house costs beside another version, by turns (REF=v1.2, or "a b c"; ALL=1 for the slow figures)
	COMPARE_REFS="$(REF)" COMPARE_TURNS=$(TURNS) COMPARE_SECONDS=$(SECONDS) COMPARE_MATCHES=$(MATCHES) COMPARE_ALL=$(ALL) $(GO) test ./lab/bench -count=1 -v -timeout 24h

peers: ## what a letter costs here and in GNU Mailman 3, by turns (TURNS, SECONDS, MATCHES)
	@./scripts/setup peers
	PEERS_TURNS=$(TURNS) PEERS_SECONDS=$(SECONDS) PEERS_MATCHES=$(MATCHES) $(GO) test ./lab/bench -count=1 -v -timeout 2h -run '^TestBesideMailman$$'

full: setup ## is a move slower in a house with OPEN=1000000 matches than in one with 1,000?
	FULL_OPEN=$(OPEN) $(GO) test ./lab/bench -count=1 -v -timeout 2h -run '^TestAFullHouseBesideASmallOne$$'

processes: setup ## play a house of PROCESSES=1,2,4 on one Postgres and one mailbox: how fast, and how one takes over from another (SECONDS, MATCHES)
	PROCESSES=$(PROCESSES) PROCESSES_SECONDS=$(SECONDS) PROCESSES_MATCHES=$(MATCHES) $(GO) test ./lab/bench -count=1 -v -timeout 1h -run '^TestProcessesShareAHouse$$'

letters: ## read the letters of inbox/testdata and print how, by program and by language
	@cd inbox && $(GO) test -count=1 -run '^TestLetters$$' -args -table

letters-all: setup ## answer our letters as some ninety mail programs do, LETTERS=20000 times, and see that nothing moves that nobody wrote (SEED=1, LETTER=17 for that one alone)
	LETTERS=$(LETTERS) LETTERS_SEED=$(SEED) LETTER=$(LETTER) LETTER_FILE=$(LETTER_FILE) $(GO) test ./lab/quotes ./inbox -count=1 -v -timeout 2h -run '^(TestNothingMovesThatNobodyWrote|TestOurLettersSentBackHoldNoCommand)$$'

phrases: ## send natural lines in seven languages, and lines that are no moves, and print how they were understood (LIST=1 for each line that was not)
	PHRASES=all LIST=$(LIST) $(GO) test ./lab/phrases -count=1 -v -timeout 60m

pictures: setup ## take the pictures of docs/pictures anew, which the README shows
	$(GO) test ./lab/clients -count=1 -run '^TestPictures$$' -update

season: ## play leagues of 120 people for a year, with each part of the clocks left out in turn, and print docs/lab/season.md's tables (YEAR="as it is" for one year)
	SEASON="$(or $(YEAR),all)" $(GO) test ./lab/season -run TestASeasonOfAYear -count=1 -v -timeout 120m

house: ## print the sizes of files and functions, and what stands out
	@$(GO) run ./scripts/house

clean: ## remove what was built
	rm -rf bin
