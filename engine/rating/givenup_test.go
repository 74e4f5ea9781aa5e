package rating_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/engine/rating"
)

// A round that all gave up counts for no role, and what was paid for it for no place: the match is rated by its other rounds.
func TestARoundThatAllGaveUpIsNotRated(t *testing.T) {
	h := newHall(t, "saboteur", "Ana", "Bo", "Cy", "Di", "Eli")
	h.turns(10)
	h.concede()
	paid := map[string]int{}
	for _, name := range h.m.Names() {
		paid[name] = h.m.ScoreOf(name)
	}
	h.finish()
	result := h.m.State().Result()
	m := rating.ReadMatch(h.m, h.seated(), rating.Newest)
	if len(m.Rounds) != 2 {
		t.Errorf("%d rounds are rated; three were played and the first was given up", len(m.Rounds))
	}
	got := places(m)
	earned := func(i int) int { return result.Scores[h.m.Names()[i]] - paid[h.m.Names()[i]] }
	for i, a := range h.m.Names() {
		for k, b := range h.m.Names() {
			if earned(i) > earned(k) && got[int64(i+1)] >= got[int64(k+1)] {
				t.Errorf("%s has %d without the round given up and %s %d: %v", a, earned(i), b, earned(k), got)
			}
		}
	}
	if first := rating.ReadMatch(h.m, h.seated(), rating.First); len(first.Rounds) != 3 || places(first)[1] == 0 {
		t.Errorf("by the rules of before, all rounds count: %+v", first)
	}
}

func TestAMatchInWhichNothingWasPlayedOutIsNotRated(t *testing.T) {
	sabotage := newHall(t, "saboteur", "Ana", "Bo", "Cy", "Di", "Eli")
	for range 3 {
		sabotage.turns(7)
		sabotage.concede()
	}
	noise := newHall(t, "clonk", "Ana", "Bo", "Cy")
	noise.turns(60)
	noise.concede()
	for _, h := range []*hall{sabotage, noise} {
		m := rating.ReadMatch(h.m, h.seated(), rating.Newest)
		if h.m.Phase != engine.Over || len(m.Entries)+len(m.Rounds) != 0 || len(m.Turns) == 0 {
			t.Errorf("%s: given up in all rounds: %+v", m.Game, m)
		}
		if m := rating.ReadMatch(h.m, h.seated(), rating.First); len(m.Entries) == 0 {
			t.Errorf("%s: by the rules of before, such a match is rated", m.Game)
		}
	}
}

// A round whose gold is being shared was won before anybody gave it up.
func TestARoundGivenUpWhileGoldIsSharedCounts(t *testing.T) {
	h := sharing(t)
	h.concede()
	m := rating.ReadMatch(h.m, h.seated(), rating.Newest)
	if len(m.Rounds) != 1 || m.Rounds[0].Won != "miner" || len(m.Entries) != 5 {
		t.Errorf("the miners found gold, and then all gave up: %+v", m)
	}
}

// sharing plays a match of one round to where the players pick gold.
func sharing(t *testing.T) *hall {
	t.Helper()
	for seed := range byte(50) {
		setup := engine.Setup{Edition: "pt", Options: map[string]string{"picks": "ask", "rounds": "1"}}
		h := &hall{t, engine.OpenMatch(catalog.FindGame("saboteur"), setup, [32]byte{seed}), rand.New(rand.NewPCG(uint64(seed), 1))}
		for _, n := range []string{"Ana", "Bo", "Cy", "Di", "Eli"} {
			h.say(engine.Joined{Name: n})
		}
		h.add(h.m.Start()...)
		for !slices.ContainsFunc(h.m.Facts(), engine.ClosesRound) {
			h.dig()
		}
		if h.m.Phase == engine.Running {
			return h
		}
	}
	t.Fatal("no gold was found")
	return nil
}

// dig lays a path towards the goals if the seat to move has one, and else makes a random move.
func (h *hall) dig() {
	seat := h.m.ToMove()[0]
	moves := h.m.State().(engine.Digging).Dig(seat)
	if len(moves) == 0 {
		h.turn()
		return
	}
	facts, no := h.m.Play(seat, moves[0])
	if no != nil {
		h.t.Fatal(no)
	}
	h.add(facts...)
}

// Nothing is rated that ended before each seat had a turn, which they made or missed or which a bot played.
func TestAMatchThatEndedTooSoonIsNotRated(t *testing.T) {
	for _, c := range []struct {
		turns int
		rated bool
	}{{2, false}, {3, true}} {
		h := newHall(t, "clonk", "Ana", "Bo", "Cy")
		for begun := map[string]bool{}; len(begun) < c.turns; {
			if seat := h.turn(); h.m.HoldsUp(seat) {
				begun[seat] = true
			}
		}
		h.end()
		if m := rating.ReadMatch(h.m, h.seated(), rating.Newest); (len(m.Entries) != 0) != c.rated {
			t.Errorf("%d of 3 seats had a turn: %+v", c.turns, m)
		}
	}
	missed := newHall(t, "clonk", "Ana", "Bo", "Cy")
	first := missed.m.Awaited()[0]
	for missed.m.Awaited()[0] == first {
		missed.turn()
	}
	for _, name := range missed.m.Names() {
		if name != first {
			missed.say(engine.Missed{Of: name, Outcome: "safe"})
		}
	}
	missed.end()
	if m := rating.ReadMatch(missed.m, missed.seated(), rating.Newest); len(m.Entries) != 3 {
		t.Errorf("a turn that was missed was had: %+v", m)
	}
}

// end ends the match as its game would at this position, and not because it was given up.
func (h *hall) end() {
	facts, _ := h.m.State().Concede(h.m.Dice())
	h.add(facts...)
}

// Whoever never made a move of their own is rated as one who left; a plan that was played for them is theirs.
func TestWhoNeverMovedIsLast(t *testing.T) {
	for outcome, last := range map[string]bool{"safe": true, "bot": true, "plan": false, "draft": false} {
		h := newHall(t, "saboteur", "Ana", "Bo", "Cy", "Di")
		for h.m.Phase == engine.Running {
			if h.m.ToMove()[0] == "Bo" {
				h.say(engine.Missed{Of: "Bo", Outcome: outcome})
			}
			h.turn()
		}
		got := places(rating.ReadMatch(h.m, h.seated(), rating.Newest))
		bo := int64(slices.Index(h.m.Names(), "Bo") + 1)
		if len(got) != 4 || (got[bo] == 4) != (last || h.m.Places()["Bo"] == 4) {
			t.Errorf("Bo missed all turns (%s) and ended at %v: %v", outcome, h.m.Places()["Bo"], got)
		}
	}
}

// Whoever was sent away without a miss is not rated, neither first nor last; whoever came back is.
func TestWhoWasSentAwayIsNotRated(t *testing.T) {
	h := newHall(t, "saboteur", "Ana", "Bo", "Cy", "Di", "Eli")
	h.turns(12)
	for h.m.Deals < 2 {
		h.turn()
	}
	sent := h.m.Seq
	h.say(engine.Resigned{Of: "Ana"}, engine.Replaced{Of: "Ana", With: "bot", By: "house"})
	h.finish()
	seats := h.seated()
	seats[0].To, seats[0].Sent = sent, true
	m := rating.ReadMatch(h.m, seats, rating.Newest)
	got := places(m)
	if _, rated := got[1]; rated || len(got) != 4 || slices.Max([]int{got[2], got[3], got[4], got[5]}) > 4 {
		t.Errorf("Ana was sent away: %v", got)
	}
	for _, r := range m.Rounds {
		for _, s := range r.Sides {
			if slices.Contains(s.Members, rating.Member{Player: 1, Counts: true}) {
				t.Errorf("Ana was sent away and is rated as %s", s.Role)
			}
		}
	}
	back := append(seats, rating.Holding{Seat: "Ana", Player: 1, From: sent + 2, To: rating.End, Taken: true, Place: 3})
	h.say(engine.Replaced{Of: "Ana", With: "Ana", By: "host"})
	if got := places(rating.ReadMatch(h.m, back, rating.Newest)); len(got) != 5 {
		t.Errorf("Ana was sent away and came back: %v", got)
	}
}

// Where one person is left, whoever went is last as ever, and what that person does alone rates no role.
func TestWhatASolePersonDecidesRatesNoRole(t *testing.T) {
	h := newHall(t, "saboteur", "Ana", "Bo", "Cy", "Di", "Eli")
	h.turns(10)
	gone := h.m.Seq
	for _, name := range h.m.Names()[1:] {
		h.say(engine.Resigned{Of: name}, engine.Replaced{Of: name, With: "bot", By: "house"})
	}
	h.finish()
	seats := h.seated()
	for i := range seats[1:] {
		seats[i+1].To = gone
	}
	m := rating.ReadMatch(h.m, seats, rating.Newest)
	if got := places(m); len(m.Rounds) != 0 || got[1] != 1 || got[2] != 2 || got[5] != 2 {
		t.Errorf("Ana alone played on: %+v", m)
	}
	for i := range seats[1:] {
		seats[i+1].Sent = true
	}
	if m := rating.ReadMatch(h.m, seats, rating.Newest); len(m.Entries)+len(m.Rounds) != 0 {
		t.Errorf("Ana sent all others away: %+v", m)
	}
}
