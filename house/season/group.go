package season

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"pitpost.example/db"
	"pitpost.example/engine"
	"pitpost.example/failpoint"
	"pitpost.example/house/notice"
	"pitpost.example/model"
)

// noHost is the host's chair of a league's match: nobody sits in it.
const noHost = -1

// startGroup makes the match of a group that was drawn once its time has come and each of
// its players has a place free among the matches they play at once. Those who left are
// stood in for by late entrants and substitutes, else by a bot.
func (ls *Leagues) startGroup(w *db.Work, s *model.Season, no int) error {
	m, err := w.LeagueMatch(s.ID, no)
	if err != nil || m == nil || s.State != model.SeasonRunning || m.State != model.GroupPlanned || m.StartsAt.After(w.Now()) {
		return err
	}
	free, err := placesFree(w, s, m)
	if err != nil || !free {
		return err // the end of another match of theirs wakes it
	}
	if err := fillGroup(w, s, m); err != nil {
		return err
	}
	if !slices.ContainsFunc(m.Seats, func(o model.LeagueSeat) bool { return o.Player != 0 }) {
		m.State = model.GroupUnplayed
		return errors.Join(w.SaveLeagueMatch(m), maybeClose(w, s))
	}
	t, err := ls.openGroup(w, s, m)
	if err != nil {
		return err
	}
	failpoint.At("league.started")
	m.Match, m.State = t.Row.ID, model.GroupRunning
	return w.SaveLeagueMatch(m)
}

// placesFree says whether all players of a group may begin one more match.
func placesFree(w *db.Work, s *model.Season, m *model.LeagueMatch) (bool, error) {
	load, err := w.LeagueLoad(s.ID, playersIn(m))
	if err != nil {
		return false, err
	}
	rules, err := rulesOf(s)
	if err != nil {
		return false, err
	}
	for _, n := range load {
		if n >= rules.AtOnce {
			return false, nil
		}
	}
	return true, nil
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
func fillGroup(w *db.Work, s *model.Season, m *model.LeagueMatch) error {
	var subs []model.Entrant
	for i := range m.Seats {
		seat := &m.Seats[i]
		if seat.Player != 0 {
			continue
		}
		if subs == nil {
			var err error
			if subs, err = Substitutes(w, s, m); err != nil {
				return err
			}
		}
		if len(subs) == 0 {
			break
		}
		seat.Player, seat.Name = subs[0].Player, subs[0].Name
		subs = subs[1:]
	}
	return nil
}

// openGroup makes the match itself, with all seats taken, and begins it.
func (ls *Leagues) openGroup(w *db.Work, s *model.Season, m *model.LeagueMatch) (*model.Table, error) {
	l, err := w.League(s.League)
	if err != nil {
		return nil, err
	}
	rules, err := rulesOf(s)
	if err != nil {
		return nil, err
	}
	terms, err := ls.Terms(m.Game, termLine(rules.Terms), len(m.Seats))
	if err != nil {
		return nil, fmt.Errorf("terms of season %d: %w", s.ID, err)
	}
	seats, err := groupSeats(w, s, m)
	if err != nil {
		return nil, err
	}
	terms.League, terms.Watch, terms.First = s.ID, true, seats[0].Name
	row := model.Match{Game: m.Game, Edition: m.Edition, Options: m.Options, Terms: terms, Host: noHost, Phase: model.PhaseLobby,
		Note: fmt.Sprintf("%s %d", l.Name, s.No), CreatedAt: w.Now()}
	t, err := ls.Open(w, row, seats, func(t *model.Table, seat *model.Seat) notice.Note {
		match := int(t.Row.ID)
		return notice.Note{Subject: engine.Say("house.league-begins-subject", "match", match, "league", l.Name),
			Lines: []engine.Phrase{engine.Say("house.league-begins", "match", match, "game", engine.Say(m.Game+".title"), "league", l.Name, "season", s.No,
				"division", m.Division, "name", seat.Name, "names", t.Match.Names()), engine.Say("house.league-begins-how", "in", int(t.Row.Terms.Pace/time.Second))}}
	})
	if err != nil {
		return nil, fmt.Errorf("group %d of season %d: %w", m.No, s.ID, err)
	}
	return t, nil
}

// groupSeats are the seats of a group's match: their players have said yes by entering.
func groupSeats(w *db.Work, s *model.Season, m *model.LeagueMatch) ([]model.Seat, error) {
	taken := map[string]bool{}
	for _, o := range m.Seats {
		taken[engine.Fold(o.Name)] = o.Player != 0
	}
	var seats []model.Seat
	for _, o := range m.Seats {
		seat := model.Seat{No: o.Seat, Name: o.Name, Player: o.Player, State: model.SeatJoined}
		if o.Player == 0 {
			seat.Name, seat.State = botName(taken, o.Seat), model.SeatBot
		} else {
			e, err := w.Entrant(s.ID, o.Player)
			if err != nil {
				return nil, err
			}
			if e != nil {
				seat.Address = e.Address
			}
		}
		seats = append(seats, seat)
	}
	return seats, nil
}

// botName is a name for a bot that nobody at the table has.
func botName(taken map[string]bool, seat int) string {
	names := []string{"Ana", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo"}
	return nameBeside(taken, names[seat%len(names)])
}

// wakeGroups lets groups start that waited for one of the players of these.
func wakeGroups(w *db.Work, s *model.Season, of ...*model.LeagueMatch) error {
	players := playersIn(of...)
	for _, m := range of {
		for _, o := range m.Seats {
			if o.Drawn != 0 && !slices.Contains(players, o.Drawn) {
				players = append(players, o.Drawn)
			}
		}
	}
	nos, err := w.LeagueWaiting(s.ID, players)
	for _, no := range nos {
		seasonDue(w, s, model.DueStart, strconv.Itoa(no), w.Now())
	}
	return err
}
