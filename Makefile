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
# What make compare plays by turns: other versions (several, parted by blanks), how often, for how many
# seconds, with how many matches; ALL=1 for the two slow figures too.
REF ?= $(shell git describe --tags --abbrev=0 2>/dev/null || echo HEAD~1)
TURNS ?= 7
SECONDS ?= 10
MATCHES ?= 60
ALL ?=
BIN = bin/pitpost
# No recipe needs a C compiler.
export CGO_ENABLED ?= 0

.DEFAULT_GOAL := help
.PHONY: help setup build play test check vet format lint vulns fuzz attacks faults soak bench compare letters letters-all phrases house clean

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## install Postgres, Dovecot, Postfix and Chromium where missing
	@./scripts/setup

build: ## build bin/pitpost
	$(GO) build -trimpath -o $(BIN) ./cmd/pitpost

play: build ## start pitpost here and play (GAME=saboteur or clonk)
	@./scripts/setup play
	$(BIN) serve --play $(GAME)

# Four packages at a time, whatever the number of processors: most of them wait for their servers half of the time.
test: setup ## run all tests against real servers
	$(GO) test -timeout 30m -p 4 -parallel 4 ./...

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

soak: setup ## play a year on a fast clock, twenty minutes, and see that nothing grows without an owner (SEED=1)
	SOAK=1 SOAK_SEED=$(SEED) $(GO) test ./lab/faults -count=1 -v -timeout 2h -run '^TestAYearOfPlay$$'

bench: setup ## run the benchmarks, each beside its yardstick
	$(GO) test -run '^$$' -bench . -benchtime 2s -timeout 60m ./...

compare: setup ## what the whole house costs beside another version, by turns (REF=v1.2, or "a b c"; ALL=1 for the slow figures)
	COMPARE_REFS="$(REF)" COMPARE_TURNS=$(TURNS) COMPARE_SECONDS=$(SECONDS) COMPARE_MATCHES=$(MATCHES) COMPARE_ALL=$(ALL) $(GO) test ./lab/bench -count=1 -v -timeout 24h

letters: ## read the letters of inbox/testdata and print how, by program and by language
	@cd inbox && $(GO) test -count=1 -run '^TestLetters$$' -args -table

letters-all: setup ## answer our letters as some ninety mail programs do, LETTERS=20000 times, and see that nothing moves that nobody wrote (SEED=1, LETTER=17 for that one alone)
	LETTERS=$(LETTERS) LETTERS_SEED=$(SEED) LETTER=$(LETTER) LETTER_FILE=$(LETTER_FILE) $(GO) test ./lab/quotes -count=1 -v -timeout 2h -run '^TestNothingMovesThatNobodyWrote$$'

phrases: ## send natural lines in seven languages, and lines that are no moves, and print how they were understood (LIST=1 for each line that was not)
	PHRASES=all LIST=$(LIST) $(GO) test ./lab/phrases -count=1 -v -timeout 60m

house: ## print the sizes of files and functions, and what stands out
	@$(GO) run ./scripts/house

clean: ## remove what was built
	rm -rf bin
