package pitpost_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// rule says which packages a package may import, so that rooms stay apart.
type rule struct {
	from string                     // the packages that the rule is for: a path, or one that ends in /...
	may  func(imported string) bool // reports whether they may import a package
	why  string                     // printed with an error
}

var rules = []rule{
	{"engine", standard, "the engine is pure: the standard library and nothing else"},
	{"engine/...", or(standard, in("engine", "engine/...")), "a game knows the engine and nothing of mail, tables or pages"},
	{"engine/league", or(standard, in("engine")), "a league is sums over results and a draw from a seed; it needs the engine's dice and nothing of any game"},
	{"engine/enginetest", or(outside, in("engine", "engine/...", "speech/grammar")), "the conformance suite is for tests alone, and may use what tests use"},
	{"model", or(standard, in("engine", "engine/league", "engine/rating")), "the nouns are plain values that everything speaks: they decide nothing and store nothing"},
	{"speech/languages", standard, "words of languages are read by whoever needs them: what they do stands elsewhere"},
	{"speech/grammar", or(standard, in("engine", "speech/languages")), "a sentence becomes a plain command of a game by its words alone: no house and no match"},
	{"speech", or(standard, in("engine", "engine/bot", "speech/dates", "speech/grammar", "speech/languages", "model")), "a line is read by its words alone; who wrote it and what it does is the house's business"},
	{"speech/dates", or(plain, in("engine", "engine/bot", "model")), "what people write becomes values; nothing is looked up or done"},
	{"token", standard, "tokens are a leaf: who reads letters and who writes them both need it"},
	{"meter", outside, "what counts commands knows none of those who carry them out"},
	{"failpoint", standard, "a fail-point must be usable everywhere, so it needs nothing"},
	{"disk", standard, "a file is written whole, whatever is in it"},
	{"templates", or(outside, in("engine")), "catalogues print phrases; they know no game and no house"},
	{"db", or(outside, in("engine", "token", "failpoint", "meter", "migrations", "model")), "SQL stands in db and its rooms; the root has the pool, the transaction and the one door to the log, and imports none of them"},
	{"db/cluster", outside, "the built-in Postgres is a server like any other: it knows nothing of what is kept in it"},
	{"db/lead", outside, "who leads is a session of Postgres and a name: it needs no table, and whoever has rows to take over asks it who lives"},
	{"db/mail", or(outside, in("db", "db/lead", "failpoint", "model")), "the outbox and what came in are rows; what is told in a letter is read in lookup, which may look here, and never the reverse"},
	{"db/matches", or(outside, in("db", "db/archive", "model")), "who hosts, plays and follows matches is known by their rows; what is decided of it is not known here"},
	{"db/store", or(outside, in("db", "db/league", "db/mail", "db/matches", "db/people", "db/webhook", "engine", "model")), "a command has the rows of all rooms in one transaction; that they are what the house asks for is said in server"},
	{"db/lookup", or(outside, in("db", "db/mail", "db/people", "engine", "engine/record", "model")), "what letters and pages ask of matches and their people is read without a lock; nothing is written here"},
	{"db/people", or(outside, in("db", "model")), "who plays, sits and is asked is known to all that write to people, and asks none of them"},
	{"db/webhook", or(outside, in("db", "db/lead", "failpoint", "model")), "calls are rows with a lease, whoever makes them and whatever they tell"},
	{"db/league", or(outside, in("engine/league", "engine/rating", "engine/tally", "db", "model")), "leagues and what is summed up over matches are read by pages and letters and know neither"},
	{"db/archive", or(outside, in("db", "db/cluster", "migrations", "model", "token")), "a dump is of all tables at once; no room needs to know that there are any"},
	{"db/calendar", or(outside, in("db", "db/lead")), "a row says when a job comes next and who is at it; what the job is stands elsewhere"},
	{"db/dbtest", or(outside, in("db", "db/lead", "engine", "engine/catalog", "lab", "model")), "the rooms of db share one house for their tests; only tests import it"},
	{"model/notice", or(standard, in("engine", "model")), "what stands in a notice is filled by the house and read by the mailer; it needs phrases and nothing else"},
	{"house/world", or(standard, in("engine", "engine/rating", "engine/tally", "model")), "what a command asks of its house and changes there is one interface: no database, so that a decision is tried without one"},
	{"house/housetest", or(standard, in("engine", "engine/catalog", "house/desk", "house/letter", "house/memory", "house/table", "house/world", "model", "model/notice", "speech")), "rooms are tried by letters to a house in memory; only tests import it"},
	{"house/memory", or(standard, in("engine", "engine/rating", "engine/tally", "house/world", "model")), "what the port means is said on a plain value, without a database; only tests run over it"},
	{"house/score", or(plain, in("engine/rating", "engine/tally", "house/world", "model")), "ratings and statistics are sums over matches that are over; nothing is told of them here"},
	{"server/timetable", or(outside, in("db", "db/calendar")), "what is done by the calendar is handed in; here stands only when, and that it happens once"},
	{"house/forecast", standard, "how people answer mail, and what a season comes to with them, is chance and sums: it knows no league and no house"},
	{"house/season", or(plain, in("engine", "engine/league", "speech", "house/forecast", "model/notice", "speech/dates", "house/seats", "house/table", "house/world", "failpoint", "model")), "a season opens matches at tables and sees none played; it knows no desk, for nobody's letter is read there"},
	{"house/table", or(plain, in("engine", "engine/bot", "speech", "house/forecast", "model/notice", "speech/dates", "house/score", "house/world", "model")), "what happens at a table is decided without a database, whoever caused it; no desk is known here, so that a deadline decides as a letter does"},
	{"house/desk", or(plain, in("engine", "speech", "model/notice", "speech/dates", "house/table", "house/world", "model")), "a desk is where the lines of a letter are worked through; what a word does is said in the rooms above"},
	{"house/acts", or(plain, in("engine", "speech", "house/desk", "model/notice", "house/table", "house/world", "model")), "who may do what, and how a table votes, is the same for every act: it knows none of the rooms that do them"},
	{"house/play", or(plain, in("engine", "house/acts", "speech", "house/desk", "model/notice", "speech/dates", "house/table", "house/world", "model")), "a move, a plan, a vote or a word at the table needs the table, the desk, and what was written read"},
	{"house/seats", or(plain, in("engine", "engine/league", "house/acts", "speech", "house/desk", "model/notice", "house/play", "speech/dates", "house/table", "house/world", "model")), "a seat changes hands by what was asked at a desk; who plays in leagues and lobbies is not asked"},
	{"house/leagues", or(plain, in("engine", "engine/league", "speech", "house/desk", "model/notice", "speech/dates", "house/season", "house/table", "house/world", "model")), "what people say of leagues is done by season; a lobby may lead here, never the reverse"},
	{"house/lobby", or(plain, in("engine", "engine/bot", "speech", "house/desk", "house/leagues", "model/notice", "house/play", "speech/dates", "house/seats", "house/table", "house/world", "model")), "a lobby is a table that has not begun, and joins may mean a league"},
	{"house/people", or(plain, in("engine", "engine/bot", "engine/rating", "speech", "house/desk", "model/notice", "speech/dates", "house/seats", "house/table", "house/world", "model")), "what people set and ask for themselves needs no lobby and no loop over lines"},
	{"house/letter", or(plain, in("engine", "house/acts", "speech", "house/desk", "house/leagues", "house/lobby", "model/notice", "house/people", "house/play", "house/seats", "house/table", "house/world", "model")), "a letter's own decision meets all words; it knows no database, so that a letter is decided in memory as in Postgres"},
	{"server", or(outside, in("engine", "engine/rating", "db", "db/archive", "db/league", "db/mail", "db/people", "db/store", "house/...", "model/notice", "speech", "speech/...", "failpoint", "meter", "model")), "the shell loads, lets the rooms decide and saves, by db's door; it must not know how letters are read or written"},
	{"inbox", or(outside, in("engine", "engine/catalog", "db", "db/mail", "db/people", "server", "speech", "speech/dates", "house/desk", "house/world", "token", "failpoint", "meter", "inbox/auth", "inbox/intake", "inbox/mime", "inbox/reply", "inbox/report", "inbox/spelling", "model", "model/notice")), "inbox and mailer never meet; what a letter means is the house's business, and the ways in know the receiver, never the reverse"},
	{"inbox/intake", or(standard, in("model")), "ways in and receiver agree on a function that takes a letter and know nothing else of each other"},
	{"inbox/imap", or(outside, in("disk", "inbox/intake", "failpoint", "model")), "a poller brings letters to a function: it knows neither what is in them nor the database"},
	{"inbox/lmtp", or(outside, in("inbox/intake", "inbox/mime", "meter", "model")), "LMTP brings letters to a function: it knows how their lines end, neither what is in them nor the database"},
	{"inbox/hook", or(outside, in("inbox/intake", "meter", "model")), "a webhook unpacks what a provider brings and hands it to a function"},
	{"inbox/reply", or(outside, in("inbox/mime", "inbox/spelling", "inbox/report")), "what its sender wrote is known from a letter and those it quotes, whoever is believed and whatever lies in the database; what a command is is handed in"},
	{"inbox/report", or(outside, in("inbox/mime", "inbox/spelling", "model")), "whether a robot wrote a letter and what a report says stands in the letter alone"},
	{"inbox/folded", standard, "letters of testdata are unfolded without the rooms that they test; only tests import it"},
	{"inbox/spelling", or(outside, in("engine")), "a line reads as it does wherever it stands; the engine folds case and knows look-alikes"},
	{"inbox/auth", or(outside, in("inbox/mime")), "who sent a letter is found out from the letter, from what a server wrote above it and the DNS, whatever it is about"},
	{"inbox/mime", outside, "bytes become parts and text, whoever reads them and whatever they are about"},
	{"inbox/postoffice", or(outside, in("disk", "inbox/mime")), "the post office is a mail server like any other: it knows nothing of us"},
	{"mailer", or(outside, in("db", "db/lookup", "model", "mailer/letter", "mailer/send")), "the root ties the rooms of the post together, and does nothing itself"},
	{"mailer/letter", or(outside, in("engine", "engine/record", "engine/rating", "db", "db/league", "db/lookup", "db/mail", "db/people", "server", "speech", "house/desk", "model/notice", "house/table", "templates", "token", "model", "mailer/render", "mailer/picture")), "inbox and mailer never meet; a letter is printed and illustrated by others, and never asks who sends it"},
	{"mailer/render", or(outside, in("engine")), "what is printed is handed in as sections: a form knows no match, no reader and no relay"},
	{"mailer/picture", or(outside, in("engine")), "a picture is a scene and nothing else: whoever shares a scene shares its bytes"},
	{"mailer/send", or(outside, in("db", "db/lookup", "db/mail", "model", "token", "failpoint", "mailer/render")), "what sends asks others to write: it knows neither letters nor pictures, and of forms only what fits a line"},
	{"mailer/hook", or(outside, in("engine", "db", "db/webhook", "house/desk", "templates", "token", "failpoint", "model", "mailer/render")), "what the web is told is public: it is made of the log, and never of anybody's letter"},
	{"web", or(outside, in("engine", "db", "db/lookup", "db/people", "templates", "web/browser")), "calendars, health and the one click that stops mail need no room of pages"},
	{"web/browser", outside, "what a page asks of a browser is the same whatever it shows"},
	{"web/mailboxes", or(outside, in("engine", "templates", "inbox/postoffice", "inbox/reply", "web/browser")), "the page of the post office shows mail and knows no match"},
	{"web/matches", or(outside, in("engine", "db", "db/lookup", "db/mail", "db/people", "server", "house/letter", "house/table", "templates", "inbox/postoffice", "web/browser", "model")), "a page is a source of commands of its own: it neither writes letters nor sends them, and of the post office it only uses the parser"},
	{"web/seatapi", or(outside, in("db", "server", "model/notice", "house/people", "house/table", "web/browser", "model")), "programs get the JSON that letters have, by functions handed in"},
	{"web/spectate", or(outside, in("engine", "engine/record", "engine/tally", "db", "db/league", "db/lookup", "server", "house/season", "templates", "engine/league", "web/browser", "model")), "who looks on asks and never acts, so nothing here takes a command"},
	{"cmd/pitpost/settings", or(outside, in("engine", "db", "db/mail", "db/...", "server", "server/...", "house/...", "inbox", "inbox/...", "mailer", "mailer/...", "token")), "settings are read and checked before anything is opened; the rooms give the types that they are handed in as"},
	{"cmd/pitpost/rights", or(outside, in("cmd/pitpost/settings")), "whose the files are is settled before anything is opened, so no room of the house is known here"},
	{"cmd/pitpost/stores", or(outside, in("cmd/pitpost/settings", "cmd/pitpost/rights", "disk", "engine", "engine/catalog", "engine/clonk", "db", "db/archive", "db/cluster", "db/...", "server", "house/world", "inbox", "inbox/...", "mailer", "mailer/...", "meter", "templates", "token")), "what is kept is opened for every command; nothing runs yet, so no page and no door is known here"},
	{"cmd/pitpost/pages", or(standard, in("db/mail", "server", "house/...", "mailer", "mailer/...", "model", "model/notice", "token", "web", "web/...")), "pages meet the writer of letters here alone; how letters come in is none of their business"},
	{"cmd/pitpost/doctor", or(outside, in("engine", "cmd/pitpost/settings", "cmd/pitpost/rights", "cmd/pitpost/stores", "db", "db/calendar", "db/mail", "db/...", "server/timetable", "inbox", "inbox/...", "mailer", "mailer/...", "token", "web", "web/browser")), "the doctor looks from outside: it must not be able to start the house it looks at"},
	{"cmd/pitpost/signin", or(outside, in("inbox/imap")), "who signs in at a provider is asked for a token; what it opens stands in the settings"},
	{"cmd/pitpost/backup", or(standard, in("cmd/pitpost/settings", "cmd/pitpost/stores", "db", "db/archive", "db/...", "disk", "inbox/postoffice", "token", "failpoint")), "a backup is of what is kept; what runs is not asked"},
	{"cmd/pitpost/terminal", or(outside, in("engine", "engine/...", "server", "house/...", "speech", "inbox", "inbox/...", "mailer", "mailer/...", "templates")), "a terminal shows matches and records; it opens no database"},
	{"cmd/pitpost/app", func(p string) bool { return p != module()+"/cmd/pitpost/doctor" && p != module()+"/cmd/pitpost/backup" }, "a running house knows all its rooms, but nobody who looks at it from outside"},
	{"docs/example-bot", outside, "a program that plays stands outside: it knows the house by its letters and answers alone"},
	{"docs/example-game", or(standard, in("engine", "engine/kit", "engine/kit/exchange")), "a game knows the engine and nothing of mail, tables or pages; this one is there to be read"},
	{"lab/season", standard, "a year of leagues is played in tests alone, by letters to a house in memory"},
	{"lab/faults", standard, "the fault lab is tests alone: it knows the house by its mail, its processes and its tables"},
	{"lab/attacks", standard, "the attacks are tests alone: they know the house by its doors and its tables"},
	{"lab/phrases", standard, "how natural lines are understood is asked in tests alone, which send them to a house in memory"},
	{"lab/clients", standard, "how letters look is asked in tests alone, which let the house write them and a browser show them"},
	{"lab/quotes", standard, "how programs quote is asked in tests alone, which let the house write and the reader read"},
	{"lab/thirdgame", standard, "a game that the house does not know is tried in tests alone, which bring it"},
	{"lab/small", outside, "a small machine is tests alone: they know the house by its doors and its memory"},
	{"lab/bench", or(outside, in("db", "db/cluster", "db/lead", "engine", "engine/catalog", "inbox/postoffice", "model")), "the benchmark starts the program and plays it by mail; what it fills with matches is the real log, what it counts are tables, and none of the lab's servers comes into the program with it"},
	{"lab/friends", or(outside, in("engine", "engine/catalog", "engine/enginetest", "engine/redeal", "db", "db/mail", "server", "house/desk", "house/leagues", "model/notice", "house/world", "house/season", "house/table", "inbox", "inbox/intake", "inbox/reply", "inbox/spelling", "mailer/letter", "templates", "token", "web", "web/browser", "web/matches", "web/seatapi", "web/spectate", "lab", "model", "cmd/pitpost/pages")), "the tests of pages and letters share a house of reader, writer and pages; only tests import it"},
	{"lab", or(outside, in("db/cluster")), "the lab starts servers; it knows what they are for as little as they do"},
}

// TestImportsRunOneWay checks the imports of each package against its rule, without tests. Each package must have a
// rule, except the command, which may import all.
func TestImportsRunOneWay(t *testing.T) {
	for pkg, imports := range packages(t) {
		if pkg == "cmd/pitpost" || pkg == "migrations" || strings.HasPrefix(pkg, "scripts/") {
			continue
		}
		r := ruleFor(pkg)
		if r == nil {
			t.Errorf("%s has no rule in imports_test.go: say what it may import, and why", pkg)
			continue
		}
		for _, imported := range imports {
			if !r.may(imported) {
				t.Errorf("%s imports %s: %s", pkg, imported, r.why)
			}
		}
	}
}

// TestDecisionsReachNoDatabase follows the imports of the rooms of the house, because a room can be tested without a
// database only if nothing that it imports, directly or not, brings one in.
func TestDecisionsReachNoDatabase(t *testing.T) {
	all := packages(t)
	rooms := 0
	for pkg := range all {
		if !strings.HasPrefix(pkg, "house/") {
			continue
		}
		rooms++
		if way := wayTo("db", pkg, all, map[string]bool{}); way != nil {
			t.Errorf("%s: a decision must be tried without a database, and what only the shell may read or write is brought in by a room below it", strings.Join(way, " imports "))
		}
	}
	if rooms < 10 {
		t.Fatalf("only %d rooms of the house were found", rooms)
	}
}

// wayTo returns a chain of imports from a package to a room or a package within it, nil if there is none.
func wayTo(room, pkg string, all map[string][]string, seen map[string]bool) []string {
	if pkg == room || strings.HasPrefix(pkg, room+"/") {
		return []string{pkg}
	}
	seen[pkg] = true
	for _, p := range all[pkg] {
		if next, mine := ours(p); mine && !seen[next] {
			if way := wayTo(room, next, all, seen); way != nil {
				return append([]string{pkg}, way...)
			}
		}
	}
	return nil
}

func ruleFor(pkg string) *rule {
	for i := range rules {
		if rules[i].from == pkg {
			return &rules[i]
		}
	}
	for i := range rules {
		if root, ok := strings.CutSuffix(rules[i].from, "/..."); ok && strings.HasPrefix(pkg, root+"/") {
			return &rules[i]
		}
	}
	return nil
}

// module returns the path of this module from go.mod.
var module = sync.OnceValue(func() string {
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		panic(err)
	}
	first, _, _ := strings.Cut(string(mod), "\n")
	return strings.TrimPrefix(first, "module ")
})

func ours(p string) (string, bool) { return strings.CutPrefix(p, module()+"/") }

func standard(p string) bool {
	first, _, _ := strings.Cut(p, "/")
	_, mine := ours(p)
	return !strings.Contains(first, ".") && !mine
}

// plain reports whether a package that makes decisions may import p. Decisions use no files, network, processes or
// goroutines, and so neither contexts nor locks nor logs. The tables of Unicode and of domain names are allowed.
func plain(p string) bool {
	switch p {
	case "context", "os", "net", "net/http", "sync", "sync/atomic", "log", "log/slog":
		return false
	}
	return standard(p) || strings.HasPrefix(p, "golang.org/x/text/") || p == "golang.org/x/net/idna"
}

// outside reports whether a package is not ours: from the standard library or another module.
func outside(p string) bool {
	_, mine := ours(p)
	return !mine
}

func in(list ...string) func(string) bool {
	return func(p string) bool {
		pkg, mine := ours(p)
		if !mine {
			return false
		}
		for _, l := range list {
			if root, ok := strings.CutSuffix(l, "/..."); pkg == l || ok && strings.HasPrefix(pkg, root+"/") {
				return true
			}
		}
		return false
	}
}

func or(one, two func(string) bool) func(string) bool {
	return func(p string) bool { return one(p) || two(p) }
}

// packages returns the imports of each package, without those of its tests.
func packages(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && name != "." && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata" || entry.Name() == "bin") {
			return filepath.SkipDir
		}
		if entry.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		pkg := filepath.ToSlash(filepath.Dir(name))
		for _, spec := range file.Imports {
			p, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			out[pkg] = append(out[pkg], p)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) < 10 {
		t.Fatalf("only %d packages were found", len(out))
	}
	return out
}
