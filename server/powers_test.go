package server_test

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pitpost.example/engine/catalog"
	"pitpost.example/house/desk"
	"pitpost.example/house/letter"
	"pitpost.example/model"
	"pitpost.example/server"
	"pitpost.example/speech"
)

// sayings has a line for every command, as Ana writes it in a match that she hosts.
var sayings = map[string]string{
	"help": "help", "rules": "rules", "cards": "cards", "story": "story", "status": "status", "again": "again", "matches": "matches",
	"new": "new saboteur with di@example.org, eli@example.org", "invite": "invite di@example.org", "uninvite": "uninvite Bo", "name": "name Anna",
	"resend": "resend Bo", "open": "open", "join": "join", "fill": "fill", "start": "start", "salt": "salt of the earth", "decline": "decline",
	"block": "block bo@example.org", "rematch": "rematch", "note": "note be kind",
	"check": "check pass 1", "next": "next pass 1", "plan": "plan", "undo": "undo", "clear": "clear", "now": "now", "wait": "wait", "slips": "slips 10m",
	"say": "say well dug", "tell": "tell Bo psst", "suspect": "suspect Bo", "mute": "mute Bo", "announce": "announce tea at five", "force": "force Bo",
	"fairplay": "fairplay", "nudge": "nudge", "watch": "watch #1",
	"away": "away 3 Sep to 17 Sep", "back": "back", "pause": "pause", "resume": "resume", "extend": "extend 24h", "rally": "rally Sun 20:00", "concede": "concede",
	"resign": "resign", "abort": "abort", "kick": "kick Bo", "replace": "replace Bo with di@example.org", "rewind": "rewind 1", "host": "host Bo", "stop": "stop",
	"standin": "standin", "lang": "lang fr", "zone": "zone Europe/Madrid", "format": "format text", "pictures": "pictures off", "attach": "attach json",
	"notify": "notify each", "receipts": "receipts off", "thread": "thread match", "voice": "voice off", "calendar": "calendar", "quiet": "quiet 22-07",
	"daily": "daily 8:00", "remind": "remind 6h", "ping": "ping https://ntfy.example/topic", "links": "links off",
	"league": "league join winter", "leagues": "leagues", "standings": "standings", "games": "games", "my": "my games",
	"memo": "memo lamps", "report": "report Bo peeks", "terms": "terms pace=30h", "hints": "hints off", "tables": "tables",
	"rating": "rating", "forget": "forget me", "webhook": "webhook https://hook.example/x", "key": "key",
}

// lines returns these lines, a move, the standing orders, and what looks like a question but changes
// something.
func lines(t *testing.T) []string {
	t.Helper()
	for _, w := range speech.Vocabulary {
		name := w.Name
		if sayings[name] == "" {
			t.Errorf("no line says %q: add one, so that its powers are tried", name)
		}
	}
	list := []string{"pass 1", "pass all", "auto repair", "pass until repaired", "standings off", "my data"}
	for _, line := range sayings {
		list = append(list, line)
	}
	slices.Sort(list)
	return list
}

// needs returns what a command or a standing order needs.
func needs(line string) string {
	return map[speech.Need]string{speech.ToRead: "read", speech.ToChange: "change", speech.ToEnd: "end"}[speech.ReadCommand(line, nil).Need()]
}

// keyMay reports whether a program may use a command.
func keyMay(name string) bool {
	w := speech.FindCommand(name)
	return w != nil && w.Key
}

// way is how a letter comes: its sender, what the server says about the sender, and what it answers.
type way struct {
	name, from string
	trust      model.Trust
	ref        *model.Ref
	sentTo     string
}

// powers returns a table where Bo has asked for more time, so that Ana has an open question.
func powers(t *testing.T) (s *stage, turn, ask model.Ref) {
	s = newStage(t)
	s.must = true
	s.run("Ana> new saboteur with bo@example.org, cy@example.org rounds=1", "Bo> yes", "Cy> yes", "Bo> extend 24h")
	ask, _ = s.answered("Ana", "ask")
	return s, model.Ref{Match: 1, Purpose: model.ForTurn, Step: 1}, ask
}

func (s *stage) comes(w way, text string) (state model.LetterState) {
	s.t.Helper()
	s.exec("delete from cold_letters") // the limits on such letters have tests of their own
	s.letters++
	l := desk.Letter{From: w.from, Display: "Ana", Trust: w.trust, Ref: w.ref, SentTo: w.sentTo, Door: "test", Subject: "Re: letter",
		MessageID: fmt.Sprintf("<powers.%d@example.org>", s.letters), ReceivedAt: s.now, Now: s.now, Kept: text, Text: text, Lines: speech.SplitLines(text, plainFold, catalog.AllGames()...)}
	l.WordsHash = sha256.Sum256([]byte(l.MessageID + text))
	l.Hash = l.WordsHash
	state, why, err := s.house.Take(s.t.Context(), &l)
	if err != nil {
		s.fatal("%s, %q: %v", w.name, text, err)
	}
	s.state = why
	return state
}

// world dumps players and matches as one text. It leaves out what is held, the letters about that, and what
// each letter leaves behind.
func (s *stage) world() string {
	s.t.Helper()
	var all strings.Builder
	for _, table := range []string{"facts", "matches", "seats", "players", "addresses", "plans", "seat_keys", "watchers", "webhooks", "offers", "links", "seasons", "entrants",
		"(select * from asks where kind <> 'held')", "(select match_id, seat, step from clocks)", "(select * from due where what not in ('held', 'deadline', 'remind'))",
		"(select address, purpose from outbox where key not like 'held:%' and key not like 'elsewhere:%' and purpose <> 'receipt')"} {
		name := strings.TrimSuffix(strings.TrimPrefix(table, "("), ")")
		if !strings.HasPrefix(table, "(") && s.count("select count(*) from pg_tables where tablename = $1", table) == 0 {
			continue
		}
		fmt.Fprintf(&all, "%s:\n%s\n", name, s.texts("select coalesce(string_agg(r::text, e'\\n' order by r::text), '') from " + table + " r")[0])
	}
	return all.String()
}

// TestPowers tries every command with every degree of proof: with a token, in reply to a letter, and without
// either. A letter that is not proved well enough can read at most.
func TestPowers(t *testing.T) {
	t.Parallel()
	for _, w := range speech.Vocabulary {
		if w.Need == 0 {
			t.Errorf("the table does not say what %s needs", w.Name)
		}
	}
	s, turn, ask := powers(t)
	const ana, cy, eli = "ana@example.org", "cy@example.org", "eli@example.org"
	none := map[string][]way{
		"failing": {{"forged", ana, model.TrustForged, nil, ""}, {"forged, with the token", ana, model.TrustForged, &turn, ana}, {"forged, by the question", ana, model.TrustForged, &ask, ana}},
		"foreign": {{"a stranger with the token", eli, model.TrustUnproved, &turn, ana}, {"a vouched stranger with the token", eli, model.TrustProved, &turn, ana},
			{"another player with the token", cy, model.TrustUnproved, &turn, ana}, {"another vouched player with the token", cy, model.TrustProved, &turn, ana},
			{"a stranger by the question", eli, model.TrustUnproved, &ask, ana}, {"another vouched player by the question", cy, model.TrustProved, &ask, ana}},
		"bare": {{"nobody vouches, nothing answered", ana, model.TrustUnproved, nil, ""}, {"nobody vouches, a letter to another answered", ana, model.TrustUnproved, nil, cy}},
	}
	before := s.world()
	for degree, ways := range none {
		for _, w := range ways {
			for _, line := range append(lines(t), "yes", "no", "yes\npass 1", "help\npass 1", "#1 help\n#1 resign") {
				state := s.comes(w, line)
				want := model.LetterHold
				switch answers := line == "yes" || line == "no"; {
				case degree == "failing":
					want = "drop"
				case degree == "foreign" && w.ref.Purpose == model.ForAsk && (answers || strings.HasPrefix(line, "yes")):
					want = "refuse"
				case degree == "bare" && (answers || needs(line) == "read" && !strings.Contains(line, "\n")):
					want = "" // answered or refused, but never held
				}
				if want != "" && state != want || want == "" && (state == "hold" || state == "drop") {
					t.Errorf("%s (%s), %q: %s (%s), want %q", degree, w.name, line, state, s.state, want)
				}
			}
			if after := s.world(); after != before {
				t.Fatalf("%s (%s) changed something:\n%s", degree, w.name, firstDifference(before, after))
			}
		}
	}
	if s.count("select count(*) from asks where kind = 'held'") == 0 {
		t.Error("nobody was asked about any of those letters")
	}
}

func firstDifference(before, after string) string {
	had := strings.Split(before, "\n")
	for _, line := range strings.Split(after, "\n") {
		if !slices.Contains(had, line) {
			return line
		}
	}
	return "something is gone"
}

// TestPowersOfProvedLetters checks that letters that are matching or vouched for are carried out, whatever
// they say, and that what cannot be undone is confirmed first.
func TestPowersOfProvedLetters(t *testing.T) {
	t.Parallel()
	const ana = "ana@example.org"
	ways := func(turn model.Ref) []way {
		return []way{{"matching by the token", ana, model.TrustUnproved, &turn, ""}, {"matching by the letter it answers", ana, model.TrustUnproved, nil, ana},
			{"vouched for", ana, model.TrustProved, nil, ""}, {"vouched for, with the token", ana, model.TrustProved, &turn, ana}}
	}
	for i := range ways(model.Ref{}) {
		s, turn, _ := powers(t)
		w := ways(turn)[i]
		for _, line := range lines(t) {
			if line == "stop" || line == "decline" {
				continue // Ana would be gone
			}
			if state := s.comes(w, line); state == "hold" || state == "drop" {
				t.Errorf("%s, %q: %s (%s)", w.name, line, state, s.state)
			}
		}
	}
	for _, line := range []string{"resign", "abort", "kick Bo", "replace Bo with di@example.org", "host Bo", "force Bo", "concede"} {
		if needs(line) != "end" {
			t.Errorf("%q cannot be undone, and the table says %s", line, needs(line))
		}
		for i := range ways(model.Ref{}) {
			s, turn, _ := powers(t)
			s.run("Ana(ask)> no", "Cy(ask)> no") // one vote at a time
			mover, questions := s.mover(), "select count(*) from asks where kind in ('deed', 'vote') and answer = ''"
			before := s.count(questions)
			s.comes(ways(turn)[i], strings.ReplaceAll(line, "force Bo", "force "+mover))
			asked := s.count(questions) - before
			if played := s.count("select count(*) from facts where kind in ('match.missed', 'match.resigned', 'match.aborted', 'match.conceded')"); played != 0 {
				t.Errorf("%s, %q is done at once", ways(turn)[i].name, line)
			}
			if early := line == "force Bo"; (asked == 0) != early { // before the time for a move is over it is refused
				t.Errorf("%s, %q: %d questions first", ways(turn)[i].name, line, asked)
			}
		}
	}
}

// mover returns who is to move in match 1.
func (s *stage) mover() string {
	s.t.Helper()
	return s.texts("select name from seats s join clocks c on c.match_id = s.match_id and c.seat = s.no where s.match_id = 1 limit 1")[0]
}

// TestPowersOfAnswers checks which letters answer a question: a reply to its letter or, if vouched for, any
// letter to the sender's only open question.
func TestPowersOfAnswers(t *testing.T) {
	t.Parallel()
	const ana = "ana@example.org"
	for _, c := range []struct {
		name    string
		way     func(turn, ask model.Ref) way
		answers bool
	}{
		{"by its letter, matching", func(_, ask model.Ref) way { return way{"", ana, model.TrustUnproved, &ask, ""} }, true},
		{"by its letter, vouched for", func(_, ask model.Ref) way { return way{"", ana, model.TrustProved, &ask, ""} }, true},
		{"by no letter, vouched for", func(_, _ model.Ref) way { return way{"", ana, model.TrustProved, nil, ""} }, true},
		{"by a digest, matching", func(turn, _ model.Ref) way { return way{"", ana, model.TrustUnproved, &turn, ""} }, false},
		{"by another letter, matching", func(_, _ model.Ref) way { return way{"", ana, model.TrustUnproved, nil, ana} }, false},
		{"by no letter, nobody vouches", func(_, _ model.Ref) way { return way{"", ana, model.TrustUnproved, nil, ""} }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, turn, ask := powers(t)
			s.comes(c.way(turn, ask), "yes")
			if answered := s.count("select count(*) from asks where id = $1 and answer = 'yes'", ask.Step) == 1; answered != c.answers {
				t.Errorf("answered: %t, want %t", answered, c.answers)
			}
		})
	}
}

// TestPowersOfKeys checks that a program's key plays and plans for its seat and answers no question except
// its own about a late move.
func TestPowersOfKeys(t *testing.T) {
	t.Parallel()
	s, turn, ask := powers(t)
	player := s.count("select player_id from addresses where address = 'ana@example.org'")
	for _, line := range append(lines(t), "yes", "no") {
		before := s.world()
		r := speech.ReadCommand(line, nil)
		_, receipt, err := s.house.TakeKey(t.Context(), server.KeyWords{Key: model.SeatKey{Match: turn.Match, Seat: turn.Seat, Player: int64(player)}, Step: int(turn.Step), Once: line, Lines: []string{line}, Now: s.now})
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if receipt == nil || r.Kind != speech.HouseWord && line != "yes" && line != "no" || keyMay(r.Word) || strings.Contains(line, "all") || strings.Contains(line, "repair") {
			continue
		}
		if after := s.world(); after != before {
			t.Errorf("%q by a key changed something:\n%s", line, firstDifference(before, after))
		}
	}
	if n := s.count("select count(*) from asks where id = $1 and answer <> ''", ask.Step); n != 0 {
		t.Error("a key answered the vote")
	}
}

// TestPowersOfPages checks that only the host can use the host's box on a page, that it does what it offers,
// and that what cannot be undone is confirmed first.
func TestPowersOfPages(t *testing.T) {
	t.Parallel()
	s, _, ask := powers(t)
	before := s.world()
	act := func(seat, line string) *letter.Said {
		player := s.count("select player_id from addresses where address = $1", seat+"@example.org")
		said, err := s.house.HostAct(t.Context(), server.HostWords{Player: int64(player), Match: 1, Line: line, Once: seat + line, Now: s.now})
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		return said
	}
	for _, line := range append(lines(t), "yes", "no") {
		if said := act("bo", line); said.Done {
			t.Errorf("%q by a page was done for somebody who is not the host", line)
		}
		r := speech.ReadCommand(line, nil)
		if offered := r.Kind == speech.HouseWord && letter.IsHostWord(r.Word); offered && needs(line) != "end" {
			continue
		} else if said := act("ana", line); !offered && said.Done {
			t.Errorf("%q by a page was done, and is not offered there", line)
		} else if offered && said.Asks == "" && said.Done {
			t.Errorf("%q by a page was done without a question", line)
		}
	}
	if after := s.world(); after != before {
		t.Errorf("a page changed something:\n%s", firstDifference(before, after))
	}
	if n := s.count("select count(*) from asks where id = $1 and answer <> ''", ask.Step); n != 0 {
		t.Error("a page answered the vote")
	}
}
