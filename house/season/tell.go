package season

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/league"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
)

// tellAtOnce is how many entrants are written to in one transaction.
const tellAtOnce = 100

// tell schedules a letter to all entrants, which is written in batches.
func tell(w *world.Tx, s *model.Season, what model.News) {
	w.SetDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: model.DueTell, Of: string(what), At: w.Now(), Data: notice.EncodeParams(tellAfter{Of: w.Now()})})
}

// tellAfter says how far a letter to everybody has come.
type tellAfter struct {
	After int64     `json:"after"` // the player written to last
	Of    time.Time `json:"of"`    // when the letter became due
}

// tellBatch writes to the next entrants of a season and schedules the rest.
func tellBatch(w *world.Tx, s *model.Season, what string, data json.RawMessage) {
	from := world.DecodeJSON[tellAfter]("how far a season was told", data)
	all := w.Entrants(s.ID)
	t := &seasonTeller{w, w.League(s.League), s, what, from.Of, all}
	batch := nextBatch(all, from.After)
	for i := range batch {
		e := &batch[i]
		if n := t.note(e); n != nil {
			w.Queue(model.Notice{Key: fmt.Sprintf("season:%d:%s:%d", s.ID, what, e.Player), Player: e.Player, Address: e.Address, Purpose: model.PurposeNote, Params: notice.EncodeParams(n)})
		}
	}
	if len(batch) == tellAtOnce {
		w.SetDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: model.DueTell, Of: what, At: w.Now(), Data: notice.EncodeParams(tellAfter{After: batch[len(batch)-1].Player, Of: from.Of})})
	}
}

// nextBatch returns those of a season's entrants who are written to next: by number, the first above after.
func nextBatch(all []model.Entrant, after int64) []model.Entrant {
	next := engine.FilterList(all, func(e model.Entrant) bool { return e.Player > after })
	slices.SortFunc(next, func(a, b model.Entrant) int { return cmp.Compare(a.Player, b.Player) })
	return next[:min(tellAtOnce, len(next))]
}

// seasonTeller writes one of the letters to all entrants.
type seasonTeller struct {
	w      *world.Tx
	league *model.League
	season *model.Season
	what   string
	of     time.Time // when the letter became due
	all    []model.Entrant
}

// note returns what this letter tells one entrant, nil if nothing.
func (t *seasonTeller) note(e *model.Entrant) *notice.Note {
	s := t.season
	if strings.HasPrefix(t.what, "invite:") && e.State == model.EntrantInvited {
		invite(t.w, t.league, s, e)
		return nil
	}
	if !e.Plays() && e.State != model.EntrantSubstitute {
		return nil
	}
	pairs := []any{"league", t.league.Name, "season", s.No, "name", e.Name}
	dates := append(pairs, "until", engine.FormatMoment(s.MusterAt), "at", engine.FormatMoment(s.StartsAt))
	what, _, _ := strings.Cut(t.what, ":")
	switch model.News(what) {
	case model.NewsInvite:
		if !e.JoinedAt.Equal(t.of.Truncate(time.Microsecond)) {
			return nil // was in before the list came
		}
		return &notice.Note{Subject: engine.Say("house.league-listed-subject", pairs...), Lines: []engine.Phrase{engine.Say("house.league-listed", dates...),
			DescribeSeason(s), engine.Say("house.league-muster-leave", pairs...), engine.Say("house.league-private")}}
	case model.NewsOpens:
		n := &notice.Note{Subject: engine.Say("house.league-opens-subject", pairs...), Lines: []engine.Phrase{engine.Say("house.league-opens", dates...), DescribeSeason(s)}}
		if e.State == model.EntrantSubstitute {
			n.Lines = append(n.Lines, engine.Say("house.league-muster-substitute"))
		}
		n.Lines = append(n.Lines, engine.Say("house.league-muster-leave", pairs...))
		return n
	case model.NewsMuster:
		return t.muster(e, pairs)
	case model.NewsDraw:
		return drawNote(t.w, s, e, pairs)
	case model.NewsLater:
		return &notice.Note{Subject: engine.Say("house.league-later-subject", pairs...), Lines: []engine.Phrase{engine.Say("house.league-later", dates...)}}
	case model.NewsCancelled:
		return &notice.Note{Subject: engine.Say("house.league-cancelled-subject", pairs...), Lines: []engine.Phrase{engine.Say("house.league-cancelled", pairs...)}}
	case model.NewsClosed:
		return t.closed(e, pairs)
	}
	return nil
}

// namesMost is up to how many entrants a letter lists by name.
const namesMost = 60

// muster tells who is in, when play begins, and the commitment of the draw.
func (t *seasonTeller) muster(e *model.Entrant, pairs []any) *notice.Note {
	s, in := t.season, onTime(t.all)
	lines := []engine.Phrase{engine.Say("house.league-muster", append(pairs, "count", len(in), "at", engine.FormatMoment(s.StartsAt), "until", engine.FormatMoment(s.EndsAt))...), DescribeSeason(s)}
	if len(in) <= namesMost {
		lines = append(lines, engine.Say("house.league-muster-names", "names", namesOf(in)))
	}
	if e.State == model.EntrantSubstitute {
		lines = append(lines, engine.Say("house.league-muster-substitute"))
	}
	lines = append(lines, engine.Say("house.league-commitment", "commitment", SeedCommitment(s), "drawn", false), engine.Say("house.league-muster-leave", pairs...))
	return &notice.Note{Subject: engine.Say("house.league-muster-subject", pairs...), Lines: lines}
}

// drawNote tells an entrant their groups and publishes the seed.
func drawNote(w *world.Tx, s *model.Season, e *model.Entrant, pairs []any) *notice.Note {
	groups := ListGroupsOfPlayer(w, s.ID, e.Player)
	n := &notice.Note{Subject: engine.Say("house.league-draw-subject", pairs...)}
	if e.State == model.EntrantSubstitute {
		n.Lines = append(n.Lines, engine.Say("house.league-draw-substitute"))
	} else {
		n.Lines = append(n.Lines, engine.Say("house.league-draw", append(pairs, "division", e.Division, "count", len(groups), "until", engine.FormatMoment(s.EndsAt))...))
	}
	for _, m := range groups {
		n.Lines = append(n.Lines, engine.Say("house.league-draw-group", "no", m.No, "at", engine.FormatMoment(m.StartsAt), "game", engine.Say(m.Game+".title"), "names", GroupNames(&m)))
	}
	n.Lines = append(n.Lines, engine.Say("house.league-draw-how"),
		engine.Say("house.league-seed", "seed", SeedInHex(s)))
	return n
}

// closed tells an entrant their place and when the next season opens.
func (t *seasonTeller) closed(e *model.Entrant, pairs []any) *notice.Note {
	n := &notice.Note{Subject: engine.Say("house.league-closed-subject", pairs...)}
	pairs = append(pairs, "division", e.Division, "place", e.Place)
	switch {
	case e.Place == 0 && e.State == model.EntrantLate: // no group started after they entered
		n.Lines = append(n.Lines, engine.Say("house.league-closed-waited", pairs...))
	case e.Place == 0:
		n.Lines = append(n.Lines, engine.Say("house.league-closed-unplaced", pairs...))
	case e.Onward != 0 && e.Onward < e.Division:
		n.Lines = append(n.Lines, engine.Say("house.league-closed-up", append(pairs, "onward", e.Onward)...))
	case e.Onward > e.Division:
		n.Lines = append(n.Lines, engine.Say("house.league-closed-down", append(pairs, "onward", e.Onward)...))
	default:
		n.Lines = append(n.Lines, engine.Say("house.league-closed", pairs...))
	}
	if beside := t.beside(e); len(beside) > 0 {
		n.Lines = append(n.Lines, engine.Say("house.league-closed-shared", "names", beside))
	}
	if t.league.EndedAt != nil {
		n.Lines = append(n.Lines, engine.Say("house.league-closed-last", pairs...))
		return n
	}
	groups := t.w.Groups(model.GroupFilter{Season: t.season.ID, Players: []int64{e.Player}})
	key := "house.league-next-open"
	if e.State != model.EntrantEntered || playedOn(groups)(e.Player) {
		key = "house.league-next-in"
	}
	n.Lines = append(n.Lines, engine.Say(key, "league", t.league.Name, "at", engine.FormatMoment(nextOpens(t.season))))
	return n
}

// beside lists the names of those who share an entrant's place.
func (t *seasonTeller) beside(e *model.Entrant) []string {
	if e.Place == 0 {
		return nil
	}
	return namesOf(engine.FilterList(t.all, func(o model.Entrant) bool {
		return o.Player != e.Player && o.Division == e.Division && o.Place == e.Place
	}))
}

const aWeek = 7 * 24 * time.Hour

// Weekly standings show the top of the division and the rows around the reader.
const (
	shownFirst  = 5
	shownAround = 3
)

// weekDue says which week's letters are due, how far they have come, and when the next ones are due.
type weekDue struct {
	Week  int       `json:"week"`
	After int64     `json:"after"` // the player written to last
	Next  time.Time `json:"next"`
}

// weekAt schedules the letters of a season's week.
func weekAt(w *world.Tx, s *model.Season, week int, at time.Time) {
	w.SetDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: model.DueWeek, At: at, Data: notice.EncodeParams(weekDue{Week: week, Next: at.Add(aWeek)})})
}

// seasonWeek writes a week's standings to the next entrants of a season. After the last of them it writes to
// the organisers and schedules the next week.
func seasonWeek(w *world.Tx, s *model.Season, data json.RawMessage) {
	if s.State != model.SeasonRunning && s.State != model.SeasonClosing {
		return
	}
	due := world.DecodeJSON[weekDue]("week of a season", data)
	l, all := w.League(s.League), w.Entrants(s.ID)
	sheet := readWeek(w, s, all)
	batch := nextBatch(all, due.After)
	for i := range batch {
		sheet.tell(w, l, s, &batch[i], due.Week)
	}
	if len(batch) == tellAtOnce {
		due.After = batch[len(batch)-1].Player
		w.SetDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: model.DueWeek, At: w.Now(), Data: notice.EncodeParams(due)})
		return
	}
	for _, player := range w.Organisers(s.League) {
		w.Queue(model.Notice{Key: fmt.Sprintf("season:%d:organise:%d:%d", s.ID, due.Week, player), Player: player, Purpose: model.PurposeOrganise,
			Params: notice.EncodeParams(notice.WeekWatch{Season: s.ID, Week: due.Week})})
	}
	next := due.Next
	for !next.After(w.Now()) { // one letter is enough after an outage
		next = next.Add(aWeek)
	}
	weekAt(w, s, due.Week+1, next)
}

// weekSheet holds a season's standings now, and the ranks of a week ago by name, those of divisions that had a result.
type weekSheet struct {
	groups []model.LeagueMatch
	rows   []league.Row
	begun  map[int]bool // the divisions that have a result
	was    map[string]int
}

// begun returns the divisions with a result. Until there is one, all are first, and who would go up is a lot.
func begun(rows []league.Row) map[int]bool {
	divisions := map[int]bool{}
	for _, r := range rows {
		divisions[r.Division] = divisions[r.Division] || r.Played > 0
	}
	return divisions
}

func readWeek(w *world.Tx, s *model.Season, all []model.Entrant) *weekSheet {
	groups := w.Groups(model.GroupFilter{Season: s.ID})
	rows := shownRows(tableOf(s, all, groups), all)
	t := &weekSheet{groups: shownGroups(groups, all), rows: rows, begun: begun(rows), was: map[string]int{}}
	aWeekAgo := w.Now().Add(-aWeek)
	rows = shownRows(tableOf(s, all, engine.FilterList(groups, func(m model.LeagueMatch) bool { return m.EndedAt != nil && !m.EndedAt.After(aWeekAgo) })), all)
	had := begun(rows)
	for _, r := range rows {
		if had[r.Division] {
			t.was[r.Name] = r.Rank
		}
	}
	return t
}

// tell queues one entrant's standings, unless they play in no division or do not want them.
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
	n.Adjusted = DescribeAdjusted(engine.FilterList(t.rows, func(r league.Row) bool { return r.Division == e.Division }))
	w.Queue(model.Notice{Key: fmt.Sprintf("season:%d:week:%d:%d", s.ID, week, e.Player), Player: e.Player, Address: e.Address, Purpose: model.PurposeStandings, Params: notice.EncodeParams(n)})
}

// around returns the first rows of a reader's division and those around their own, and how many rows there
// are.
func (t *weekSheet) around(e *model.Entrant) (rows []notice.WeekRow, of int) {
	all := slices.DeleteFunc(slices.Clone(t.rows), func(r league.Row) bool { return r.Division != e.Division })
	own := slices.IndexFunc(all, func(r league.Row) bool { return r.Name == e.Name })
	last := -1
	for i, r := range all {
		if i >= shownFirst && (i < own-shownAround || i > own+shownAround) {
			continue
		}
		row := notice.WeekRow{Rank: r.Rank, Was: t.was[r.Name], Name: r.Name, Points: r.Points.Decimal(), Played: r.Played, Left: r.Left, Gap: i != last+1}
		if t.begun[r.Division] {
			row.Move = r.Move
		}
		rows = append(rows, row)
		last = i
	}
	return rows, len(all)
}

// ahead returns the groups of an entrant that are running or will start, by start time.
func (t *weekSheet) ahead(e *model.Entrant) []notice.WeekDue {
	var due []notice.WeekDue
	for i := range t.groups {
		m := &t.groups[i]
		sits := slices.ContainsFunc(m.Seats, func(o model.LeagueSeat) bool { return o.Player == e.Player })
		if sits && (m.State == model.GroupRunning || m.State == model.GroupPlanned) {
			due = append(due, notice.WeekDue{Match: m.Match, Game: m.Game, StartsAt: m.StartsAt, Names: GroupNames(m)})
		}
	}
	slices.SortStableFunc(due, func(a, b notice.WeekDue) int { return a.StartsAt.Compare(b.StartsAt) })
	return due
}
