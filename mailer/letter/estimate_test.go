package letter

import (
	"reflect"
	"testing"
	"time"

	"pitpost.example/db/lookup"
	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/model"
)

// clocked is a match whose facts have times.
type clocked struct {
	t  *testing.T
	m  *engine.Match
	at time.Time
}

func newClocked(t *testing.T, game, edition string, names ...string) *clocked {
	t.Helper()
	setup := engine.Setup{Edition: edition, First: names[0]}
	c := &clocked{t, engine.OpenMatch(catalog.FindGame(game), setup, [32]byte{5}),
		time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}
	for _, n := range names {
		c.add(0, engine.Fact{Event: engine.Joined{Name: n}})
	}
	c.add(0, c.m.Start()...)
	return c
}

func (c *clocked) add(after time.Duration, facts ...engine.Fact) {
	c.at = c.at.Add(after)
	for _, f := range facts {
		f.Seq, f.At = c.m.Seq+1, c.at
		c.m.Apply(f)
	}
}

// move has the seat to move discard a card after some time.
func (c *clocked) move(after time.Duration) {
	c.t.Helper()
	seat := c.m.ToMove()[0]
	facts, no := c.m.Play(seat, c.m.State().Idle(seat))
	if no != nil {
		c.t.Fatal(no)
	}
	c.add(after, facts...)
}

// turnIn returns when a seat's turn comes, as a letter to it says now.
func (c *clocked) turnIn(seat string) time.Duration {
	t := &model.Table{Match: c.m}
	t.Row.Terms.Pace = 36 * time.Hour
	for i, name := range c.m.Names() {
		t.Seats = append(t.Seats, model.Seat{No: i, Name: name, Player: int64(i + 1), State: model.SeatJoined})
	}
	s := &builder{table: t, now: c.at, src: &lookup.Source{}}
	for i := range t.Seats {
		if t.Seats[i].Name == seat {
			s.seat = &t.Seats[i]
		}
	}
	return time.Duration(turnIn(s, c.m.Awaited())) * time.Second
}

// Play goes clockwise or counter-clockwise, as the edition has it, and whoever is next is told so.
func TestAnEstimateFollowsTheOrderOfPlay(t *testing.T) {
	const hour = time.Hour
	for edition, want := range map[string]map[string]time.Duration{
		"pt": {"Bo": 6 * hour, "Cy": 12 * hour, "Di": 18 * hour},
		"it": {"Bo": 18 * hour, "Cy": 12 * hour, "Di": 6 * hour},
	} {
		c := newClocked(t, "saboteur", edition, "Ana", "Bo", "Cy", "Di")
		for seat, in := range want {
			if got := c.turnIn(seat); got != in {
				t.Errorf("%s: Ana is to move, and the turn of %s comes in %v, not %v", edition, seat, got, in)
			}
		}
	}
}

func TestAnEstimateCountsNoBots(t *testing.T) {
	c := newClocked(t, "clonk", "en", "Ana", "Bo", "Cy", "Di")
	for _, bot := range []string{"Bo", "Cy"} {
		c.add(0, engine.Fact{Event: engine.Replaced{Of: bot, With: "bot", By: "host"}})
	}
	if got := c.turnIn("Di"); got != 6*time.Hour {
		t.Errorf("one person and two bots move before Di, whose turn comes in %v", got)
	}
}

// Each is counted at their own pace of late. What a pause or an absence took is not their pace.
func TestAnEstimateKnowsWhoIsSlow(t *testing.T) {
	c := newClocked(t, "saboteur", "pt", "Ana", "Bo", "Cy")
	for range 3 {
		c.move(30 * time.Hour) // Ana
		c.add(time.Hour, engine.Fact{Event: engine.Paused{By: "host"}})
		c.add(50*time.Hour, engine.Fact{Event: engine.Resumed{By: "host"}})
		c.move(time.Hour)       // Bo
		c.move(3 * time.Minute) // Cy
	}
	if got := lately(c.m); !reflect.DeepEqual(got["Bo"], []time.Duration{2 * time.Hour, 2 * time.Hour, 2 * time.Hour}) {
		t.Errorf("Bo took %v", got["Bo"])
	}
	if bo, cy := c.turnIn("Bo"), c.turnIn("Cy"); bo != 30*time.Hour || cy != 32*time.Hour {
		t.Errorf("Ana, who takes 30 hours, is to move; Bo's turn comes in %v, Cy's in %v", bo, cy)
	}
	c.move(30 * time.Hour)
	c.add(0, engine.Fact{Event: engine.Away{Of: "Bo"}})
	c.move(90 * time.Hour)
	if got := lately(c.m)["Bo"]; len(got) != 3 {
		t.Errorf("what Bo did when away counts: %v", got)
	}
}

// An absence counts from when the turn comes, as long as a match waits.
func TestAnEstimateKnowsWhoIsAway(t *testing.T) {
	c := newClocked(t, "saboteur", "pt", "Ana", "Bo", "Cy")
	table := &model.Table{Match: c.m, Seats: []model.Seat{
		{No: 0, Name: "Ana", Player: 1, State: model.SeatJoined}, {No: 1, Name: "Bo", Player: 2, State: model.SeatJoined}, {No: 2, Name: "Cy", Player: 3, State: model.SeatJoined}}}
	table.Row.Terms.Pace = 36 * time.Hour
	s := &builder{table: table, now: c.at, src: &lookup.Source{}, seat: &table.Seats[1]}
	back := c.at.Add(4 * 24 * time.Hour)
	table.SetClock(model.Clock{Seat: 0, Began: back, Soft: back.Add(36 * time.Hour), Due: back.Add(108 * time.Hour)})
	if got := turnIn(s, c.m.Awaited()); got != 4*24*3600 {
		t.Errorf("Ana is away for four days, and Bo's turn comes in %d h", got/3600)
	}
	table.SetClock(model.Clock{Seat: 0, Began: back, Soft: back, Due: back}) // the match waits no longer
	s.seat = &table.Seats[2]
	if got := turnIn(s, c.m.Awaited()); got != 4*24*3600 {
		t.Errorf("the house plays for Ana after four days, then Bo moves, and Cy's turn comes in %d h", got/3600)
	}
}

func TestEstimatesAreRound(t *testing.T) {
	for d, want := range map[time.Duration]time.Duration{
		0: 5 * time.Minute, 13 * time.Minute: 15 * time.Minute, 57 * time.Minute: time.Hour, 5*time.Hour + 40*time.Minute: 6 * time.Hour,
		40*time.Hour + 3*time.Minute: 40 * time.Hour, 80 * time.Hour: 72 * time.Hour} {
		if got := rounded(d); got != want {
			t.Errorf("%v: %v, not %v", d, got, want)
		}
	}
}
