package season

import (
	"slices"

	"pitpost.example/engine"
	"pitpost.example/engine/league"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// noteHolders keeps who holds each seat of a group as its match stands now: nobody where a
// bot plays for somebody who gave up, was thrown out or no longer answers. An absence that
// was told is none of these.
func noteHolders(w *world.Tx, m *model.LeagueMatch, t *model.Table) {
	now := w.Now()
	for i := range m.Seats {
		o := &m.Seats[i]
		o.Player = 0
		if seat := t.Seat(o.Seat); seat != nil {
			chair := t.Match.Chair(seat.Name)
			if seat.State == model.SeatJoined || chair != nil && chair.Away {
				o.Player = seat.Player
			}
		}
		if o.Player != o.Drawn && o.Gone == nil {
			o.Gone = &now
		}
	}
}

// resultOf is what a group came to: by who has the place, and who held the seat at the end.
func resultOf(w *world.Tx, s *model.Season, m *model.LeagueMatch, t *model.Table) *league.Result {
	res := &league.Result{Group: m.No, Round: m.Round, Aborted: t.Row.Phase == model.PhaseAborted, Closed: m.ByHouse}
	var winners []string
	if r := t.Match.State().Result(); r != nil {
		winners = r.Winners
	}
	for i := range m.Seats {
		o := &m.Seats[i]
		seat := t.Seat(o.Seat)
		f := league.Finish{Score: t.Match.ScoreOf(seat.Name), Won: slices.Contains(winners, seat.Name), Misses: missesOf(t, seat.Name)}
		f.Name = entrantName(w, s, o.Drawn)
		if o.Player != o.Drawn {
			f.By = entrantName(w, s, o.Player)
			if f.By == "" {
				f.By = league.Bot // or somebody from outside the league
			}
		}
		res.Seats = append(res.Seats, f)
	}
	return res
}

func entrantName(w *world.Tx, s *model.Season, player int64) string {
	if player == 0 {
		return ""
	}
	e := world.Get(w, world.Entrant{Season: s.ID, Player: player})
	if e == nil {
		return ""
	}
	return e.Name
}

// missesOf counts the turns that the first holder of a seat did not answer in time.
func missesOf(t *model.Table, name string) int {
	n, taken := 0, t.Match.TakenOver(name)
	for _, f := range t.Match.Standing() {
		if e, ok := f.Event.(engine.Missed); ok && e.By == "" && e.Of == name && (taken == 0 || f.Seq < taken) {
			n++
		}
	}
	return n
}

// Names lists who was drawn into a group.
func Names(m *model.LeagueMatch) []string {
	var names []string
	for _, s := range m.Seats {
		if s.Player != 0 {
			names = append(names, s.Name)
		}
	}
	return names
}
