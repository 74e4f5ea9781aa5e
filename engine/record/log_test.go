package record

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/bot"
	"pitpost.example/engine/catalog"
)

// played keeps a log like the house does: facts are numbered from 1 and have times.
type played struct {
	t     *testing.T
	match *engine.Match
	log   Log
}

func newLog(t *testing.T) *played {
	p := &played{t: t}
	p.log = Log{Match: "42", Game: catalog.FindGame("saboteur"), Seed: sha256.Sum256([]byte("log")),
		Setup: engine.Setup{Edition: "pt", Options: map[string]string{"rounds": "2"}, First: "Cy"}}
	p.match = engine.OpenMatch(p.log.Game, p.log.Setup, p.log.Seed)
	return p
}

func (p *played) add(facts ...engine.Fact) {
	for _, f := range facts {
		f.Seq = len(p.log.Facts) + 1
		f.At = time.Date(2026, 11, 21, 8, 0, f.Seq, 999, time.FixedZone("", 3600))
		p.match.Apply(f)
		p.log.Facts = append(p.log.Facts, f)
	}
	p.log.Setup.Seats = p.match.Names()
}

func (p *played) events(events ...engine.Event) {
	for _, e := range events {
		p.add(engine.Fact{Event: e})
	}
}

// moves makes n moves, each the first legal command.
func (p *played) moves(n int) {
	p.t.Helper()
	for range n {
		seat := p.match.ToMove()[0]
		facts, refusal := p.match.Play(seat, p.match.State().Legal(seat)[0])
		if refusal != nil {
			p.t.Fatal(refusal)
		}
		p.add(facts...)
	}
}

// concede gives the round up.
func (p *played) concede() {
	p.t.Helper()
	facts, refusal := p.match.Concede("host")
	if refusal != nil {
		p.t.Fatal(refusal)
	}
	p.add(facts...)
}

// dig makes one move towards the gold.
func (p *played) dig() {
	p.t.Helper()
	seat := p.match.ToMove()[0]
	state := p.match.State()
	command := bot.DigOften(bot.SightOfSeat(state, seat, state.Legal(seat)),
		p.match.Dice().For(fmt.Sprint("dig ", p.match.Seq)))
	facts, refusal := p.match.Play(seat, command)
	if refusal != nil {
		p.t.Fatal(refusal)
	}
	p.add(facts...)
}

// begin seats four players, two of whom add words to the shuffle, and deals.
func (p *played) begin() {
	p.events(engine.Joined{Name: "Ana"}, engine.Joined{Name: "Bo"}, engine.Joined{Name: "Cy"}, engine.Joined{Name: "Di"},
		engine.Salted{By: "Bo", Words: "salt & <pepper>"}, engine.Salted{By: "Ana", Words: "ñandú"})
	p.add(p.match.Start()...)
}

func (p *played) text(c Choice) string {
	p.t.Helper()
	var out bytes.Buffer
	if err := WriteRecord(&out, p.log, c); err != nil {
		p.t.Fatal(err)
	}
	return out.String()
}

// eventful returns a match in which every kind of event has happened.
func eventful(t *testing.T) *played {
	p := newLog(t)
	p.begin()
	p.moves(3)
	p.events(engine.Planned{By: "Bo"}, engine.Said{By: "Di", Words: "Bo is one!", Ref: 7},
		engine.Said{By: "Di", To: []string{"Ana"}, Words: "trust me"}, engine.Planned{By: "Bo"})
	p.moves(2)
	held := p.match.Seq
	p.moves(3)
	p.events(engine.Rewound{To: held, By: "host"})
	p.moves(2)
	p.events(engine.Reminded{Of: p.match.ToMove()[0]}, engine.Missed{Of: p.match.ToMove()[0], Outcome: "safe"})
	p.moves(1)
	p.events(engine.Paused{By: "host"}, engine.Resumed{By: "operator"}, engine.Away{Of: "Di"}, engine.Back{Of: "Di"},
		engine.Extended{By: "host", Until: time.Date(2026, 12, 1, 13, 0, 0, 5, time.FixedZone("", 3600))},
		engine.Opened{By: "operator"}, engine.Suspected{By: "Ana", Whom: "Bo"},
		engine.Resigned{Of: "Di"}, engine.Replaced{Of: "Di", With: "bot", By: "house"}, engine.Replaced{Of: "Di", With: "Eli", By: "host"})
	again := p.match.Seq
	p.moves(1)
	p.events(engine.Rewound{To: again, By: "host"}, engine.Rewound{To: held, By: "host"})
	p.concede()
	p.moves(4)
	return p
}

func TestEventfulLog(t *testing.T) {
	p := eventful(t)
	for _, c := range []Choice{{}, {Legal: true}, {Public: true}, {Legal: true, Public: true}} {
		text := p.text(c)
		var tally Tally
		if err := VerifyFile("log", strings.NewReader(text), &tally); err != nil {
			t.Errorf("%+v: %v", c, err)
		}
		if len(tally.Running) != 1 || strings.Contains(text, "null") || strings.Contains(text, `"ref"`) {
			t.Errorf("%+v: %+v", c, tally)
		}
		if strings.Contains(text, "trust me") == c.Public || strings.Contains(text, "match.planned") == c.Public {
			t.Errorf("%+v: whispers and plans are for the operator only", c)
		}
	}
	text := p.text(Choice{})
	for _, want := range []string{
		`{"record":1,"match":"42","game":"saboteur","edition":"pt","options":{"rounds":"2"},"seats":["Ana","Bo","Cy","Di"],"commitment":"`,
		`","first":"Cy"}` + "\n",
		`{"n":1,"at":"2026-11-21T07:00:01Z","kind":"match.joined","data":{"name":"Ana"}}` + "\n",
		`"kind":"match.salted","data":{"by":"Bo","words":"salt & <pepper>"}}` + "\n",
		`"kind":"match.extended","data":{"by":"host","until":"2026-12-01T12:00:00Z"}}` + "\n",
		`"kind":"match.said","data":{"by":"Di","to":["Ana"],"words":"trust me"}}` + "\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the record lacks %s", want)
		}
	}
}

// A rewind refers to an event by its number in the record, even in the public record, which leaves events
// out.
func TestRewindCountsAsWritten(t *testing.T) {
	p := eventful(t)
	full, public := p.text(Choice{}), p.text(Choice{Public: true})
	for _, text := range []string{full, public} {
		at := strings.Index(text, `"match.rewound"`)
		var to int
		if _, err := fmt.Sscanf(text[at:], `"match.rewound","data":{"to":%d,`, &to); err != nil {
			t.Fatal(err)
		}
		event := text[strings.Index(text, fmt.Sprintf(`{"n":%d,`, to)):]
		if !strings.Contains(event[:strings.Index(event, "\n")], "saboteur.drew") {
			t.Errorf("event %d does not end a move", to)
		}
	}
}

func TestAbortedMatchOpensItsSeed(t *testing.T) {
	for _, begun := range []bool{true, false} {
		p := newLog(t)
		p.log.Setup.First = ""
		p.match = engine.OpenMatch(p.log.Game, p.log.Setup, p.log.Seed)
		if begun {
			p.begin()
			p.moves(2)
		} else {
			p.events(engine.Joined{Name: "Ana"})
		}
		p.events(engine.Aborted{By: "host", Why: "too late"})
		text := p.text(Choice{})
		var tally Tally
		if err := VerifyFile("log", strings.NewReader(text), &tally); err != nil {
			t.Fatal(err)
		}
		if tally.Running != nil || tally.Unchecked != nil || !strings.Contains(text, `{"seed":"`) {
			t.Errorf("begun %v: %+v", begun, tally)
		}
	}
}

// If a round is given up while gold is picked, the house picks the rest, and that is no player's choice.
func TestConcededWhileGoldIsPicked(t *testing.T) {
	p := newLog(t)
	p.log.Setup = engine.Setup{Edition: "pt", Options: map[string]string{"rounds": "1", "picks": "ask"}}
	for k := 0; ; k++ {
		if k == 200 {
			t.Fatal("gold is never found")
		}
		p.log.Facts, p.log.Seed = nil, sha256.Sum256([]byte{byte(k)})
		p.match = engine.OpenMatch(p.log.Game, p.log.Setup, p.log.Seed)
		p.begin()
		for p.match.Phase == engine.Running && !strings.HasPrefix(p.match.State().Legal(p.match.ToMove()[0])[0], "pick") {
			p.dig()
		}
		if p.match.Phase == engine.Running {
			break
		}
	}
	p.concede()
	text := p.text(Choice{Legal: true})
	if err := VerifyFile("log", strings.NewReader(text), &Tally{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text, `"saboteur.picked"`) || strings.Contains(text, `{"legal":["pick`) {
		t.Error("the picks of the house have a legal list, or there are none")
	}
}

// The cost of a rewind must not grow with the number of rewinds before.
func TestManyRewinds(t *testing.T) {
	p := newLog(t)
	p.begin()
	for range 60 {
		to := p.match.Seq
		p.moves(1)
		p.events(engine.Rewound{To: to, By: "host"})
	}
	if err := VerifyFile("log", strings.NewReader(p.text(Choice{})), &Tally{}); err != nil {
		t.Fatal(err)
	}
}

// None of these events is possible after three moves.
func TestImpossibleHouseEvents(t *testing.T) {
	for _, e := range []engine.Event{
		engine.Joined{Name: "Eli"}, engine.Salted{By: "Ana", Words: "late"}, engine.Started{Order: []string{"Ana", "Bo", "Cy", "Di"}},
		engine.Said{By: "Eve", Words: "hello"}, engine.Said{By: "Ana", To: []string{"Bo", "Bo"}, Words: "hello"},
		engine.Planned{By: "host"}, engine.Reminded{Of: "Eli"}, engine.Missed{Of: "Bo", Outcome: "nap"}, engine.Missed{Of: "Cy", Outcome: "safe"},
		engine.Extended{By: "nobody"}, engine.Resumed{By: "host"}, engine.Conceded{By: "Zoe"}, engine.Opened{By: ""},
		engine.Away{Of: "Eli"}, engine.Back{Of: ""}, engine.Resigned{Of: "house"}, engine.Replaced{Of: "Ana", With: "a@example.org", By: "host"},
		engine.Rewound{To: 3, By: "host"}, engine.Rewound{To: 99, By: "host"}, engine.Rewound{To: -1, By: "host"}, engine.Rewound{To: 9, By: "host"},
		engine.Suspected{By: "Ana", Whom: "Ann"}, engine.Aborted{By: "me"},
	} {
		p := newLog(t)
		p.begin()
		p.moves(3)
		var out bytes.Buffer
		w := &writer{w: &out}
		text := p.text(Choice{})
		w.n = strings.Count(text, "\n") - 1
		w.event(engine.Fact{Event: e, At: time.Unix(1, 0)})
		if err := w.err; err != nil {
			t.Fatal(err)
		}
		err := VerifyFile("log", strings.NewReader(text+out.String()), &Tally{})
		if err == nil || !strings.Contains(err.Error(), e.Kind()) {
			t.Errorf("%s %+v: %v", e.Kind(), e, err)
		}
	}
}
