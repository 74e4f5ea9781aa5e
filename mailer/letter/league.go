package letter

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	dbleague "pitpost.example/db/league"
	"pitpost.example/engine"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
	"pitpost.example/model/notice"
)

// weeklyStale is the age from which on a weekly letter is not sent any more, because the next one follows
// soon.
const weeklyStale = 6 * 24 * time.Hour

// standingsLetter tells an entrant the week's standings, as they were when the letter was queued.
func standingsLetter(s *builder, n notice.WeekStandings) error {
	if s.player == nil || s.player.Settings.NoStandings || s.now.Sub(s.n.QueuedAt) > weeklyStale {
		return model.ErrSuperseded
	}
	s.reply(model.ForAnybody, s.n.Player)
	s.subject = s.say("standings.subject", "league", n.League, "season", n.No, "week", n.Week)
	top := render.Section{}
	for _, r := range n.Rows {
		if r.Name != n.Name {
			continue
		}
		top.Lines = append(top.Lines, s.weighed(render.Strong, "standings.you", "name", n.Name, "rank", r.Rank, "count", n.Of, "division", n.Division))
		if r.Was > 0 {
			top.Lines = append(top.Lines, s.line(moved(r), "was", r.Was))
		}
		switch {
		case r.Move > 0:
			top.Lines = append(top.Lines, s.line("standings.would-rise"))
		case r.Move < 0:
			top.Lines = append(top.Lines, s.line("standings.would-fall"))
		}
	}
	table := render.Section{Title: s.say("standings.table", "division", n.Division), Board: weekTable(s, n)}
	table.Lines = plain(engine.MapList(n.Adjusted, s.print)...)
	s.sections = append(s.sections, top, table)
	weekAhead(s, n)
	leaguePage(s, n.League)
	s.foot = append(s.foot, s.say("standings.foot"))
	return nil
}

func moved(r notice.WeekRow) string {
	switch {
	case r.Rank < r.Was:
		return "standings.up-from"
	case r.Rank > r.Was:
		return "standings.down-from"
	}
	return "standings.as-before"
}

// weekTable aligns the rows. The reader's own row has a mark.
func weekTable(s *builder, n notice.WeekStandings) []string {
	grid := [][]string{{"", "", s.say("standings.name"), s.say("standings.points"), s.say("standings.played"), ""}}
	for _, r := range n.Rows {
		if r.Gap {
			grid = append(grid, []string{"", "...", "", "", "", ""})
		}
		own, move := "", map[int]string{1: "^", -1: "v"}[r.Move]
		if r.Name == n.Name {
			own = ">"
		}
		if r.Left {
			move = s.say("standings.left")
		}
		grid = append(grid, []string{own, strconv.Itoa(r.Rank), r.Name, r.Points, strconv.Itoa(r.Played), move})
	}
	return render.AlignColumns(grid, render.BoardWidth)
}

// weekAhead lists the reader's running and coming matches.
func weekAhead(s *builder, n notice.WeekStandings) {
	var lines []render.Line
	for _, m := range n.Ahead {
		key := "standings.begins"
		if m.Match != 0 {
			key = "standings.runs"
		}
		lines = append(lines, s.line(key, "match", int(m.Match), "game", engine.Say(m.Game+".title"), "names", m.Names, "at", engine.FormatMoment(m.StartsAt)))
	}
	s.tell(s.say("standings.ahead"), append(lines, s.line("standings.ends", "at", engine.FormatMoment(n.EndsAt)))...)
}

// slowAfter is how long a seat must be waited for before an organiser is told.
const slowAfter = 12 * time.Hour

// Maximum numbers of seats and matches in an organiser's letter.
const (
	slowMost = 10
	riskMost = 15
)

// organiseLetter tells an organiser which seats are slow and which matches may not end in time, each with the
// commands that help. It says nothing that is not public at the tables.
func organiseLetter(s *builder, n notice.WeekWatch) error {
	season, league, err := s.league(n.Season)
	if err != nil {
		return err
	}
	if season == nil || season.State == model.SeasonClosed || s.now.Sub(s.n.QueuedAt) > weeklyStale {
		return model.ErrSuperseded
	}
	groups, err := dbleague.ListSeasonMatches(s.ctx, s.w.DB, season.ID)
	s.keep(err)
	dues, err := dbleague.ListDueSeats(s.ctx, s.w.DB, season.ID)
	s.keep(err)
	misses, err := dbleague.ListMissedTurns(s.ctx, s.w.DB, season.ID)
	s.keep(err)
	s.reply(model.ForAnybody, s.n.Player)
	s.subject = s.say("standings.organise-subject", "league", league.Name, "season", season.No, "week", n.Week)
	count := map[model.GroupState]int{}
	for _, m := range groups {
		count[m.State]++
	}
	s.top("standings.organise-sum", "over", count[model.GroupOver], "running", count[model.GroupRunning],
		"planned", count[model.GroupPlanned], "at", engine.FormatMoment(season.EndsAt))
	slowest(s, slowSeats(misses, dues, s.now))
	atRisk(s, season, groups, dues)
	leaguePage(s, league.Name)
	s.foot = append(s.foot, s.say("standings.organise-foot", "league", engine.NormaliseText(league.Name)))
	return nil
}

// slow is a seat for which others wait or have waited.
type slow struct {
	match  int64
	seat   string
	misses int
	asked  time.Duration // since it was asked for its current choice; 0 if it has none
}

// slowest lists the slow seats, those that missed most first.
func slowest(s *builder, seats []slow) {
	sec := render.Section{Title: s.say("standings.slowest")}
	for _, l := range seats {
		key, answers := "standings.slow", []string{"nudge", "extend 24h", "kick " + l.seat}
		if l.asked == 0 {
			key, answers = "standings.slow-before", []string{"replace " + l.seat + " with …", "kick " + l.seat}
		}
		sec.Table = append(sec.Table, s.answerable(l.match, l.seat, s.say(key, "misses", l.misses, "in", int(l.asked/time.Second)), answers))
	}
	list(s, sec, "standings.slowest-none")
}

// list adds a table of rows with commands, or a line that there are none. In HTML the commands are links; in
// text they follow below the table.
func list(s *builder, sec render.Section, none string) {
	if len(sec.Table) == 0 {
		sec.Lines = append(sec.Lines, s.line(none))
	}
	answers := engine.MapList(sec.Table, func(r render.Row) render.Choices {
		return render.Choices{Commands: r.Commands}
	})
	s.sections = append(s.sections, sec, render.Section{TextOnly: true, Choices: answers})
}

// answerable returns a row about a match, with the commands that help.
func (s *builder) answerable(match int64, name, text string, answers []string) render.Row {
	head := fmt.Sprintf("#%d", match)
	commands := engine.MapList(answers, func(a string) render.Command { return s.command(head + " " + a) })
	return render.Row{Head: head, Name: name, Text: text, Commands: commands}
}

// slowSeats returns the slowest of the seats that have missed turns or were asked at least slowAfter ago. It
// forgives a single miss if the seat is not due now.
func slowSeats(misses []dbleague.Miss, dues []dbleague.Due, now time.Time) []slow {
	all := engine.MapList(misses, func(m dbleague.Miss) slow { return slow{match: m.Match, seat: m.Seat, misses: m.N} })
	for _, d := range dues {
		asked := now.Sub(d.Began).Truncate(time.Hour)
		i := slices.IndexFunc(all, func(l slow) bool { return l.match == d.Match && l.seat == d.Seat })
		switch {
		case d.Stopped:
		case i >= 0:
			all[i].asked = asked
		default:
			all = append(all, slow{match: d.Match, seat: d.Seat, asked: asked})
		}
	}
	all = slices.DeleteFunc(all, func(l slow) bool { return l.misses < 2 && l.asked < slowAfter })
	slices.SortStableFunc(all, func(a, b slow) int {
		return cmp.Or(cmp.Compare(b.misses, a.misses), cmp.Compare(b.asked, a.asked))
	})
	return all[:min(len(all), slowMost)]
}

// risk is a match that may not end before its season.
type risk struct {
	match   int64
	why     engine.Phrase
	rank    int
	answers []string
}

// atRisk lists the matches that stand still or are too slow to end in time.
func atRisk(s *builder, season *model.Season, groups []model.LeagueMatch, dues []dbleague.Due) {
	var risks []risk
	for _, g := range groups {
		if g.State != model.GroupRunning || g.Match == 0 {
			continue
		}
		t, err := s.w.DB.Fold(s.ctx, g.Match, 0)
		if err != nil {
			s.keep(err)
			return
		}
		if r := riskOf(t, season, dues, s.now); r != nil {
			risks = append(risks, *r)
		}
	}
	slices.SortStableFunc(risks, func(a, b risk) int { return a.rank - b.rank })
	sec := render.Section{Title: s.say("standings.risks")}
	for _, r := range risks[:min(len(risks), riskMost)] {
		sec.Table = append(sec.Table, s.answerable(r.match, "", s.print(r.why), r.answers))
	}
	if len(risks) > riskMost {
		sec.Lines = append(sec.Lines, s.line("standings.risks-more", "count", len(risks)-riskMost))
	}
	list(s, sec, "standings.risks-none")
}

// riskOf returns what may keep a match from ending in time, or nil.
func riskOf(t *model.Table, season *model.Season, dues []dbleague.Due, now time.Time) *risk {
	id := t.Row.ID
	if t.Row.Phase == model.PhasePaused {
		return &risk{match: id, why: engine.Say("standings.risk-paused"), answers: []string{"resume"}}
	}
	if bots := t.NamesOf(model.SeatBot); bots != nil && len(bots)*2 >= len(t.Match.Names()) {
		why := engine.Say("standings.risk-bots", "count", len(bots), "name", bots[0])
		return &risk{match: id, rank: 1, why: why, answers: []string{"replace " + bots[0] + " with …"}}
	}
	ends := endOf(t, now)
	if ends.IsZero() || ends.Sub(season.EndsAt) < time.Hour {
		return nil
	}
	answers := []string{"nudge"}
	if i := slices.IndexFunc(dues, func(d dbleague.Due) bool { return d.Match == id }); i >= 0 {
		answers = append(answers, "kick "+dues[i].Seat)
	}
	return &risk{match: id, rank: 2, why: engine.Say("standings.risk-late", "in", int(ends.Sub(season.EndsAt).Truncate(time.Hour)/time.Second)), answers: answers}
}

// endOf estimates when a match will end if it continues at the same speed. It returns the zero time if the
// match is too young to tell.
func endOf(t *model.Table, now time.Time) time.Time {
	game, lasts := t.Match.Game.(engine.Lasting)
	if !lasts || t.Row.StartedAt == nil || t.Match.State() == nil {
		return time.Time{}
	}
	whole, _ := game.Turns(t.Match.Setup, len(t.Match.Names()))
	done, gone := t.Match.State().View("").Turn-1, now.Sub(*t.Row.StartedAt)
	if gone < 24*time.Hour || done < 1 {
		if gone < 3*24*time.Hour {
			return time.Time{}
		}
		done = 1 // nobody has moved for days
	}
	left := max(whole-done, 1)
	return now.Add(gone / time.Duration(done) * time.Duration(left))
}
