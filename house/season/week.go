package season

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"pitpost.example/engine/league"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

const aWeek = 7 * 24 * time.Hour

// Standings of a week are cut to the first of the division and those around the reader.
const (
	shownFirst  = 5
	shownAround = 3
)

// weekDue says which week's letters are due, how far they have come, and when the next are.
type weekDue struct {
	Week  int       `json:"week"`
	After int64     `json:"after"` // the player written to last
	Next  time.Time `json:"next"`
}

// beginWeeks makes the letters of a season's first week due.
func beginWeeks(w *world.Tx, s *model.Season) {
	at := w.Now().Add(aWeek)
	w.SetDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: model.DueWeek, At: at, Data: notice.Params(weekDue{Week: 1, Next: at.Add(aWeek)})})
}

// seasonWeek writes the standings of a week to the next of a season's entrants, and when
// all have theirs, to the organisers; then the week after is due.
func seasonWeek(w *world.Tx, s *model.Season, data json.RawMessage) {
	if s.State != model.SeasonRunning && s.State != model.SeasonClosing {
		return
	}
	due := world.Read[weekDue]("week of a season", data)
	l := world.Get(w, world.League{ID: s.League})
	sheet := readWeek(w, s)
	batch := world.Get(w, world.EntrantsAfter{Season: s.ID, After: due.After, Limit: tellAtOnce})
	for i := range batch {
		sheet.tell(w, l, s, &batch[i], due.Week)
	}
	if len(batch) == tellAtOnce {
		due.After = batch[len(batch)-1].Player
		w.SetDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: model.DueWeek, At: w.Now(), Data: notice.Params(due)})
		return
	}
	for _, player := range world.Get(w, world.Organisers{League: s.League}) {
		w.Queue(model.Notice{Key: fmt.Sprintf("season:%d:organise:%d:%d", s.ID, due.Week, player), Player: player, Purpose: model.PurposeOrganise,
			Params: notice.Params(notice.WeekWatch{Season: s.ID, Week: due.Week})})
	}
	next := due.Next
	for !next.After(w.Now()) { // after an outage one letter is enough
		next = next.Add(aWeek)
	}
	w.SetDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: model.DueWeek, At: next, Data: notice.Params(weekDue{Week: due.Week + 1, Next: next.Add(aWeek)})})
}

// weekSheet is a season's table now and a week ago.
type weekSheet struct {
	groups []model.LeagueMatch
	rows   []league.Row
	was    map[string]int
}

func readWeek(w *world.Tx, s *model.Season) *weekSheet {
	all := world.Get(w, world.Entrants{Season: s.ID})
	groups := world.Get(w, world.Groups{Season: s.ID})
	t := &weekSheet{groups: groups, rows: world.Must(tableOf(s, all, groups)), was: map[string]int{}}
	before := slices.Clone(groups)
	for i := range before {
		if m := &before[i]; m.EndedAt == nil || m.EndedAt.After(w.Now().Add(-aWeek)) {
			m.Result = nil
		}
	}
	for _, r := range world.Must(tableOf(s, all, before)) {
		t.was[r.Name] = r.Rank
	}
	return t
}

// tell queues one entrant's standings; those who play in no division, or want no such
// letters, get none.
func (t *weekSheet) tell(w *world.Tx, l *model.League, s *model.Season, e *model.Entrant, week int) {
	if e.State != model.EntrantEntered || e.Division == 0 {
		return
	}
	if p := w.Player(e.Player); p == nil || p.Settings.NoStandings {
		return
	}
	n := notice.WeekStandings{League: l.Name, No: s.No, Week: week, Name: e.Name, Division: e.Division, EndsAt: s.EndsAt}
	n.Rows, n.Of = t.around(e)
	if len(n.Rows) == 0 {
		return
	}
	n.Ahead = t.ahead(e)
	w.Queue(model.Notice{Key: fmt.Sprintf("season:%d:week:%d:%d", s.ID, week, e.Player), Player: e.Player, Address: e.Address, Purpose: model.PurposeStandings, Params: notice.Params(n)})
}

// around are the first rows of a reader's division and those about their own.
func (t *weekSheet) around(e *model.Entrant) (rows []notice.WeekRow, of int) {
	all := slices.DeleteFunc(slices.Clone(t.rows), func(r league.Row) bool { return r.Division != e.Division })
	own := slices.IndexFunc(all, func(r league.Row) bool { return r.Name == e.Name })
	last := -1
	for i, r := range all {
		if i >= shownFirst && (i < own-shownAround || i > own+shownAround) {
			continue
		}
		rows = append(rows, notice.WeekRow{Rank: r.Rank, Was: t.was[r.Name], Name: r.Name, Points: r.Points.Decimal(), Played: r.Played, Move: r.Move, Left: r.Left, Gap: i != last+1})
		last = i
	}
	return rows, len(all)
}

// ahead are the groups of an entrant that run or will begin, in the order of their start.
func (t *weekSheet) ahead(e *model.Entrant) []notice.WeekDue {
	var due []notice.WeekDue
	for i := range t.groups {
		m := &t.groups[i]
		sits := slices.ContainsFunc(m.Seats, func(o model.LeagueSeat) bool { return o.Player == e.Player })
		if sits && (m.State == model.GroupRunning || m.State == model.GroupPlanned) {
			due = append(due, notice.WeekDue{Match: m.Match, Game: m.Game, StartsAt: m.StartsAt, Names: Names(m)})
		}
	}
	slices.SortStableFunc(due, func(a, b notice.WeekDue) int { return a.StartsAt.Compare(b.StartsAt) })
	return due
}
