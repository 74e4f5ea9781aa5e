package mailer

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"pitpost/db"
	"pitpost/engine"
	"pitpost/house"
)

// Most seats and matches that an organiser's letter names.
const (
	slowMost = 10
	riskMost = 15
)

// organiseLetter tells who runs a league which seats are slow and which matches may not end
// in time, each with the words that mend it. It says nothing that is not public at the
// tables.
func (s *sheet) organiseLetter() error {
	var n house.WeekWatch
	if err := json.Unmarshal(s.n.Params, &n); err != nil {
		return fmt.Errorf("organise: %w", err)
	}
	season, err := s.DB.SeasonByID(s.ctx, n.Season)
	if err != nil {
		return err
	}
	if season == nil || season.State == "closed" || s.now.Sub(s.n.QueuedAt) > weeklyStale {
		return ErrSuperseded
	}
	l, err := s.DB.LeagueByID(s.ctx, season.League)
	if err != nil {
		return err
	}
	groups, err := s.DB.LeagueMatches(s.ctx, season.ID)
	if err != nil {
		return err
	}
	s.reply(house.ForAnybody, 0)
	s.subject = s.say("standings.organise-subject", "league", l.Name, "season", season.No, "week", n.Week)
	count := map[string]int{}
	for _, m := range groups {
		count[m.State]++
	}
	s.sections = append(s.sections, section{Lines: []line{{Text: s.say("standings.organise-sum", "over", count["over"], "running", count["running"],
		"planned", count["planned"], "at", season.EndsAt.UTC().Format(time.RFC3339)), Kind: "strong"}}})
	dues, err := s.DB.LeagueDues(s.ctx, season.ID)
	if err != nil {
		return err
	}
	if err := s.slowest(season, dues); err != nil {
		return err
	}
	if err := s.atRisk(season, groups, dues); err != nil {
		return err
	}
	s.leaguePage(l.Name)
	s.foot = append(s.foot, s.say("standings.organise-foot", "league", engine.Fold(l.Name)))
	return nil
}

// slowest lists the seats that missed most, and then those asked longest ago.
func (s *sheet) slowest(season *db.Season, dues []db.LeagueDue) error {
	misses, err := s.DB.LeagueMisses(s.ctx, season.ID)
	if err != nil {
		return err
	}
	missed := map[string]int{}
	for _, m := range misses {
		missed[seatKey(m.Match, m.Seat)] = m.N
	}
	slices.SortStableFunc(dues, func(a, b db.LeagueDue) int {
		return missed[seatKey(b.Match, b.Seat)] - missed[seatKey(a.Match, a.Seat)]
	})
	sec := section{Title: s.say("standings.slowest")}
	for _, d := range dues {
		n, hours := missed[seatKey(d.Match, d.Seat)], int(s.now.Sub(d.Began)/time.Hour)
		if d.Stopped || len(sec.Table) == slowMost || n == 0 && hours < 12 {
			continue
		}
		number := fmt.Sprintf("#%d", d.Match)
		sec.Table = append(sec.Table, row{Head: number, Name: d.Seat, Text: s.say("standings.slow", "misses", n, "hours", hours),
			Commands: []command{s.command(number + " nudge"), s.command(number + " extend 24h"), s.command(number + " kick " + d.Seat)}})
	}
	if len(sec.Table) == 0 {
		sec.Lines = append(sec.Lines, plainLine(s.say("standings.slowest-none")))
	}
	s.sections = append(s.sections, sec)
	return nil
}

func seatKey(match int64, seat string) string { return fmt.Sprintf("%d %s", match, seat) }

// risk is a match that may not end before its season.
type risk struct {
	match   int64
	why     engine.Phrase
	rank    int
	answers []string
}

// atRisk lists the matches that stand still or are too slow to end in time.
func (s *sheet) atRisk(season *db.Season, groups []db.LeagueMatch, dues []db.LeagueDue) error {
	var risks []risk
	for i := range groups {
		if groups[i].State != "running" || groups[i].Match == 0 {
			continue
		}
		t, err := s.DB.Fold(s.ctx, groups[i].Match, 0)
		if err != nil {
			return err
		}
		if r := s.riskOf(t, season, dues); r != nil {
			risks = append(risks, *r)
		}
	}
	slices.SortStableFunc(risks, func(a, b risk) int { return a.rank - b.rank })
	sec := section{Title: s.say("standings.risks")}
	for _, r := range risks[:min(len(risks), riskMost)] {
		number := fmt.Sprintf("#%d", r.match)
		out := row{Head: number, Text: s.print(r.why)}
		for _, a := range r.answers {
			out.Commands = append(out.Commands, s.command(number+" "+a))
		}
		sec.Table = append(sec.Table, out)
	}
	if len(risks) == 0 {
		sec.Lines = append(sec.Lines, plainLine(s.say("standings.risks-none")))
	}
	if len(risks) > riskMost {
		sec.Lines = append(sec.Lines, plainLine(s.say("standings.risks-more", "count", len(risks)-riskMost)))
	}
	s.sections = append(s.sections, sec)
	return nil
}

// riskOf is what may keep a match from ending in time; nil for nothing.
func (s *sheet) riskOf(t *db.Table, season *db.Season, dues []db.LeagueDue) *risk {
	id := t.Row.ID
	if t.Row.Phase == "paused" {
		return &risk{match: id, why: engine.Say("standings.risk-paused"), answers: []string{"resume"}}
	}
	if bots, name := botsIn(t); bots*2 >= len(t.Match.Names()) {
		return &risk{match: id, rank: 1, why: engine.Say("standings.risk-bots", "count", bots, "name", name), answers: []string{"replace " + name + " with …"}}
	}
	ends := endOf(t, s.now)
	if ends.IsZero() || !ends.After(season.EndsAt) {
		return nil
	}
	answers := []string{"nudge"}
	for _, d := range dues {
		if d.Match == id {
			answers = append(answers, "kick "+d.Seat)
			break
		}
	}
	return &risk{match: id, rank: 2, why: engine.Say("standings.risk-late", "at", ends.UTC().Format(time.RFC3339)), answers: answers}
}

// botsIn counts the seats that bots play, and names the first.
func botsIn(t *db.Table) (n int, first string) {
	for _, seat := range t.Seats {
		if seat.State == "bot" {
			if n++; first == "" {
				first = seat.Name
			}
		}
	}
	return n, first
}

// endOf is when a match will be over if it goes on as fast as it went; zero where it is too
// young to tell.
func endOf(t *db.Table, now time.Time) time.Time {
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
		done = 1 // nobody has moved in days
	}
	left := max(whole-done, 1)
	return now.Add(gone / time.Duration(done) * time.Duration(left))
}
