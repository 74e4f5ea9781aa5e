package letter

import (
	"net/url"
	"strconv"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
)

// weeklyStale is after how long a week's letter is not worth sending any more: the next is
// on its way.
const weeklyStale = 6 * 24 * time.Hour

// standingsLetter tells an entrant how the week left them, as it was queued.
func standingsLetter(s *builder) error {
	var n notice.WeekStandings
	if err := s.params(&n); err != nil {
		return err
	}
	if s.player == nil || s.player.Settings.NoStandings || s.now.Sub(s.n.QueuedAt) > weeklyStale {
		return model.ErrSuperseded
	}
	s.reply(desk.ForAnybody, s.n.Player)
	s.subject = s.say("standings.subject", "league", n.League, "season", n.No, "week", n.Week)
	top := render.Section{}
	for _, r := range n.Rows {
		if r.Name != n.Name {
			continue
		}
		top.Lines = append(top.Lines, render.Line{Text: s.say("standings.you", "name", n.Name, "rank", r.Rank, "count", n.Of, "division", n.Division), Kind: render.Strong})
		top.Lines = append(top.Lines, render.Plain(s.say(moved(r), "was", r.Was)))
		if key := onward(r.Move); key != "" {
			top.Lines = append(top.Lines, render.Plain(s.say(key)))
		}
	}
	table := render.Section{Title: s.say("standings.table", "division", n.Division), Board: weekTable(s, n)}
	s.sections = append(s.sections, top, table)
	weekAhead(s, n)
	s.leaguePage(n.League)
	s.foot = append(s.foot, s.say("standings.foot"))
	return nil
}

func moved(r notice.WeekRow) string {
	switch {
	case r.Rank < r.Was:
		return "standings.up-from"
	case r.Rank > r.Was && r.Was > 0:
		return "standings.down-from"
	}
	return "standings.as-before"
}

func onward(move int) string {
	switch {
	case move > 0:
		return "standings.would-rise"
	case move < 0:
		return "standings.would-fall"
	}
	return ""
}

// weekTable lines the rows up. The reader's own has a mark.
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
	return render.Columns(grid, render.BoardWidth)
}

// weekAhead lists the reader's matches that run or are to come.
func weekAhead(s *builder, n notice.WeekStandings) {
	sec := render.Section{Title: s.say("standings.ahead")}
	for _, m := range n.Ahead {
		pairs := []any{"match", int(m.Match), "game", engine.Say(m.Game + ".title"), "names", m.Names, "at", m.StartsAt.UTC().Format(time.RFC3339)}
		key := "standings.begins"
		if m.Match != 0 {
			key = "standings.runs"
		}
		sec.Lines = append(sec.Lines, render.Plain(s.say(key, pairs...)))
	}
	sec.Lines = append(sec.Lines, render.Plain(s.say("standings.ends", "at", n.EndsAt.UTC().Format(time.RFC3339))))
	s.add(sec)
}

// leaguePage leads to the page of a league, where there are pages.
func (s *builder) leaguePage(name string) {
	if s.w.PublicURL != "" {
		s.add(render.Section{Lines: []render.Line{{Text: s.say("standings.page"), Kind: render.PageLink, Link: s.page("/league/" + url.PathEscape(name))}}})
	}
}
