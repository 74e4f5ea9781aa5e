package score_test

import (
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/engine/rating"
	"pitpost.example/house/score"
	"pitpost.example/model"
)

// Whoever was sent away after misses is rated as one who left, whoever was without a miss is not rated.
func TestWhyAPlayerWasSentAwayDecidesWhetherTheyAreRated(t *testing.T) {
	for why, want := range map[model.ChangeWhy]int{model.LeftKicked: 3, model.LeftResigned: 3, model.LeftSent: 0} {
		m := engine.OpenMatch(catalog.FindGame("clonk"), engine.Setup{Edition: "en"}, [32]byte{3})
		apply := func(facts ...engine.Fact) {
			for _, f := range facts {
				m.Apply(f)
			}
		}
		table := &model.Table{Match: m}
		for i, name := range []string{"Ana", "Bo", "Cy"} {
			apply(engine.Fact{Event: engine.Joined{Name: name}})
			table.Seats = append(table.Seats, model.Seat{No: i, Name: name, Player: int64(i + 1), State: model.SeatJoined})
		}
		apply(m.Start()...)
		var gone int
		for begun := map[string]bool{}; m.Phase == engine.Running; {
			if gone == 0 && len(begun) == 3 {
				gone = m.Seq
				apply(engine.Fact{Event: engine.Resigned{Of: "Ana"}}, engine.Fact{Event: engine.Replaced{Of: "Ana", With: "bot", By: "house"}})
				table.Seats[0].Player, table.Seats[0].State = 0, model.SeatBot
			}
			seat := m.ToMove()[0]
			begun[seat] = begun[seat] || m.HoldsUp(seat)
			facts, no := m.Play(seat, m.State().Idle(seat))
			if no != nil {
				t.Fatal(no)
			}
			apply(facts...)
		}
		read, _ := score.RatingOf(table, []model.SeatChange{{Seat: 0, What: model.ChangeLeft, Player: 1, Why: why, Seq: gone}}, rating.Newest)
		table.Row.Terms.Unrated = true // two share a mailbox
		if none, _ := score.RatingOf(table, nil, rating.Newest); len(none.Entries)+len(none.Rounds) > 0 || len(none.Turns) == 0 {
			t.Errorf("two who share a mailbox are rated: %+v", none)
		}
		place := 0
		for _, e := range read.Entries {
			if e.Player == 1 {
				place = e.Place
			}
		}
		if place != want || len(read.Entries) < 2 {
			t.Errorf("%s: Ana is placed %d of %d, not %d", why, place, len(read.Entries), want)
		}
	}
}
