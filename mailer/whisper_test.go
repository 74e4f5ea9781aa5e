package mailer_test

import (
	"fmt"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/model"
)

// Only one seat reads a whisper. It is in no other letters, and a player who takes over the seat does not see
// it.
func TestWhispersReachOneSeat(t *testing.T) {
	for _, game := range []string{"saboteur talk=whispers rounds=1", "clonk talk=whispers"} {
		t.Run(game, func(t *testing.T) { whisper(t, newTable(t, game, "bo", "cy", "di")) })
	}
}

func whisper(t *testing.T, g *match) {
	no, _, name := g.due()
	to := "Ana"
	if name == "Ana" {
		to = "Bo"
	}
	g.lines(no, name, "tell "+to+" meet me at the ladder")
	for _, seat := range []string{"Ana", "Bo", "Cy", "Di", ""} {
		heard := fmt.Sprint(g.table().Match.Heard(seat, 0), g.table().Match.Story(seat))
		if got, want := strings.Contains(heard, "match.said"), seat == to || seat == name; got != want {
			t.Errorf("%q hears of the whisper: %v", seat, got)
		}
	}
	for g.awaits(to) == false {
		g.move()
	}
	if text := g.news(); !strings.Contains(text, name+", to "+to+" only: “meet me at the ladder”") {
		t.Errorf("%s is not told:\n%s", to, text)
	} else if ledger := text[strings.LastIndex(text, "At the table"):]; strings.Contains(ledger, "ladder") {
		t.Errorf("the whisper stands in the ledger:\n%s", ledger)
	}
	for range 4 {
		g.move()
		if _, _, due := g.due(); due != to && due != name {
			if text := g.news(); strings.Contains(text, "ladder") {
				t.Errorf("%s reads it:\n%s", due, text)
			}
		}
	}
	m := g.table().Match
	m.Apply(engine.Fact{Seq: m.Seq + 1, Event: engine.Replaced{Of: to, With: "bot", By: "house"}})
	m.Apply(engine.Fact{Seq: m.Seq + 1, Event: engine.Replaced{Of: to, With: "Eli", By: "host"}})
	if heard := fmt.Sprint(m.Story(to)); strings.Contains(heard, " to:") {
		t.Errorf("the new holder hears the whisper: %s", heard)
	}
}

// Suspicions are sealed until the end, and then shown to everybody, with who was right.
func TestSuspicionsAreOpenedAtTheEnd(t *testing.T) {
	g := newTable(t, "saboteur rounds=1", "bo", "cy", "di")
	no, step, name := g.due()
	var words []string
	for _, s := range g.table().Seats {
		if s.Name != name {
			words = append(words, "suspect "+s.Name)
		}
	}
	g.write(strings.ToLower(name), strings.Join(words, "\n"), model.Ref{Match: 1, Seat: no, Purpose: model.ForTurn, Step: int64(step)})
	roles := g.table().Match.State().(engine.HiddenRoles)
	right := map[string]bool{}
	for _, s := range g.table().Seats {
		right[s.Name] = roles.Guilty(s.Name)
	}
	for g.table().Match.Phase == engine.Running {
		g.move()
		if g.table().Match.Phase == engine.Running {
			if text := g.digest(); strings.Contains(text, "suspected") || strings.Contains(text, "was right") {
				t.Fatalf("opened too early:\n%s", text)
			}
		}
	}
	for seat := range 4 {
		text := g.textOf("end", seat, 0)
		for _, s := range g.table().Seats {
			want := name + " suspected " + s.Name + " from move 1 on, and was wrong (round 1)."
			if right[s.Name] {
				want = name + " was right about " + s.Name + " from move 1 on (round 1)."
			}
			if s.Name != name && !strings.Contains(text, want) {
				t.Errorf("seat %d does not read %q:\n%s", seat, want, text)
			}
		}
	}
}

// news returns the latest letter to the seat to move: the digest of its turn, or the receipt with the rest of
// a turn.
func (g *match) news() string {
	g.t.Helper()
	if no, _, name := g.due(); g.table().Match.MidTurn(name) {
		return g.textOf("receipt", no, 0)
	}
	return g.digest()
}

// awaits reports whether it is a seat's turn.
func (g *match) awaits(name string) bool {
	_, _, due := g.due()
	return due == name
}
