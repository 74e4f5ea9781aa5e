package season

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"pitpost.example/engine"
	"pitpost.example/failpoint"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// noHost is the host's chair of a league's match: nobody sits in it.
const noHost = -1

// startGroup makes the match of a group that was drawn once its time has come and each of
// its players has a place free among the matches they play at once. Those who left are
// stood in for by late entrants and substitutes, else by a bot.
func (ls *Leagues) startGroup(w *world.Tx, s *model.Season, no int) {
	m := world.Get(w, world.Group{Season: s.ID, No: no})
	if m == nil || s.State != model.SeasonRunning || m.State != model.GroupPlanned || m.StartsAt.After(w.Now()) {
		return
	}
	free := placesFree(w, s, m)
	if !free {
		return // the end of another match of theirs wakes it
	}
	fillGroup(w, s, m)
	if !slices.ContainsFunc(m.Seats, func(o model.LeagueSeat) bool { return o.Player != 0 }) {
		m.State = model.GroupUnplayed
		w.SaveLeagueMatch(m)
		maybeClose(w, s)
		return
	}
	t := ls.openGroup(w, s, m)
	failpoint.At("league.started")
	m.Match, m.State = t.Row.ID, model.GroupRunning
	w.SaveLeagueMatch(m)
}

// placesFree says whether all players of a group may begin one more match.
func placesFree(w *world.Tx, s *model.Season, m *model.LeagueMatch) bool {
	load := world.Get(w, world.LeagueLoad{Season: s.ID, Players: playersIn(m)})
	rules, err := rulesOf(s)
	if err != nil {
		panic(world.Fault{Err: err})
	}
	for _, n := range load {
		if n >= rules.AtOnce {
			return false
		}
	}
	return true
}

func playersIn(ms ...*model.LeagueMatch) []int64 {
	ids := []int64{}
	for _, m := range ms {
		for _, o := range m.Seats {
			if o.Player != 0 && !slices.Contains(ids, o.Player) {
				ids = append(ids, o.Player)
			}
		}
	}
	return ids
}

// fillGroup puts late entrants and substitutes on the seats of those who left.
func fillGroup(w *world.Tx, s *model.Season, m *model.LeagueMatch) {
	var subs []model.Entrant
	for i := range m.Seats {
		seat := &m.Seats[i]
		if seat.Player != 0 {
			continue
		}
		if subs == nil {
			subs = Substitutes(w, s, m)
		}
		if len(subs) == 0 {
			break
		}
		seat.Player, seat.Name = subs[0].Player, subs[0].Name
		subs = subs[1:]
	}
}

// openGroup makes the match itself, with all seats taken, and begins it.
func (ls *Leagues) openGroup(w *world.Tx, s *model.Season, m *model.LeagueMatch) *model.Table {
	l := world.Get(w, world.League{ID: s.League})
	rules, err := rulesOf(s)
	if err != nil {
		panic(world.Fault{Err: err})
	}
	terms, err := ls.Terms(m.Game, termLine(rules.Terms), len(m.Seats))
	if err != nil {
		panic(world.Fault{Err: fmt.Errorf("terms of season %d: %w", s.ID, err)})
	}
	seats := groupSeats(w, s, m)
	terms.League, terms.Watch, terms.First = s.ID, true, seats[0].Name
	row := model.Match{Game: m.Game, Edition: m.Edition, Options: m.Options, Terms: terms, Host: noHost, Phase: model.PhaseLobby,
		Note: fmt.Sprintf("%s %d", l.Name, s.No), CreatedAt: w.Now()}
	t := ls.Open(w, row, seats, func(t *model.Table, seat *model.Seat) notice.Note {
		match := int(t.Row.ID)
		return notice.Note{Subject: engine.Say("house.league-begins-subject", "match", match, "league", l.Name),
			Lines: []engine.Phrase{engine.Say("house.league-begins", "match", match, "game", engine.Say(m.Game+".title"), "league", l.Name, "season", s.No,
				"division", m.Division, "name", seat.Name, "names", t.Match.Names()), engine.Say("house.league-begins-how", "in", int(t.Row.Terms.Pace/time.Second))}}
	})
	return t
}

// groupSeats are the seats of a group's match: their players have said yes by entering.
func groupSeats(w *world.Tx, s *model.Season, m *model.LeagueMatch) []model.Seat {
	taken := map[string]bool{}
	for _, o := range m.Seats {
		taken[engine.Normalise(o.Name)] = o.Player != 0
	}
	var seats []model.Seat
	for _, o := range m.Seats {
		seat := model.Seat{No: o.Seat, Name: o.Name, Player: o.Player, State: model.SeatJoined}
		if o.Player == 0 {
			seat.Name, seat.State = botName(taken, o.Seat), model.SeatBot
		} else {
			e := world.Get(w, world.Entrant{Season: s.ID, Player: o.Player})
			if e != nil {
				seat.Address = e.Address
			}
		}
		seats = append(seats, seat)
	}
	return seats
}

// botName is a name for a bot that nobody at the table has.
func botName(taken map[string]bool, seat int) string {
	names := []string{"Ana", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo"}
	return nameBeside(taken, names[seat%len(names)])
}

// wakeGroups lets groups start that waited for one of the players of these.
func wakeGroups(w *world.Tx, s *model.Season, of ...*model.LeagueMatch) {
	players := playersIn(of...)
	for _, m := range of {
		for _, o := range m.Seats {
			if o.Drawn != 0 && !slices.Contains(players, o.Drawn) {
				players = append(players, o.Drawn)
			}
		}
	}
	nos := world.Get(w, world.LeagueWaiting{Season: s.ID, Players: players})
	for _, no := range nos {
		seasonDue(w, s, model.DueStart, strconv.Itoa(no), w.Now())
	}
}
