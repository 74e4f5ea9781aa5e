package league

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pitpost.example/engine"
)

// Limits on what an organiser may ask for.
const (
	mostGames  = 8
	mostGroups = 20
	mostDays   = 400
)

// Check returns nil if the rules can be played. Otherwise the error is a sentence for the organiser, with the
// field, its value and the values allowed.
func (r *Rules) Check(find func(string) engine.Game) error {
	if len(r.Games) == 0 || len(r.Games) > mostGames {
		return fmt.Errorf("games: a league mixes 1 to %d games, not %d", mostGames, len(r.Games))
	}
	for i, p := range r.Games {
		g := find(p.Game)
		if g == nil {
			return fmt.Errorf("games[%d].game: there is no game %q", i, p.Game)
		}
		if err := p.check(g); err != nil {
			return fmt.Errorf("games[%d].%w", i, err)
		}
	}
	least, most := r.seats(find)
	c := r.Calendar
	for _, v := range []struct {
		field          string
		is, from, upTo int
		unit           string
	}{
		{"group", r.Group, least, most, ""}, {"least", r.Least, least, max(least, r.Group), ""},
		{"groups", r.Groups, 1, mostGroups, ""}, {"at_once", r.AtOnce, 1, max(1, r.Groups), ""},
		{"calendar.sign_up", c.SignUp, 0, mostDays, " days"}, {"calendar.muster", c.Muster, 0, mostDays, " days"},
		{"calendar.lead", c.Lead, 0, mostDays, " days"}, {"calendar.waves", c.Waves, 1, mostDays, " days"},
		{"calendar.round", c.Round, 1, mostDays, " days"}, {"calendar.season", c.Season, 1, mostDays, " days"},
		{"calendar.pause", c.Pause, 0, mostDays, " days"},
	} {
		if v.is < v.from || v.is > v.upTo {
			return fmt.Errorf("%s: from %d to %d%s, not %d", v.field, v.from, v.upTo, v.unit, v.is)
		}
	}
	if last := (r.steps()-1)*c.Round + c.Waves; c.Season < last {
		return fmt.Errorf("calendar.season: the last matches begin up to %d days after the first, so %d days are too few", last, c.Season)
	}
	return cmp.Or(r.checkDivisions(), r.checkPoints(), r.checkPolicies())
}

func (p *Play) check(g engine.Game) error {
	err := cmp.Or(
		engine.ErrorIf(!slices.Contains(g.Editions(), p.Edition), "edition: %s knows %s, not %q", p.Game, strings.Join(g.Editions(), ", "), p.Edition),
		engine.ErrorIf(p.Weight < 1 || p.Weight > 100, "weight: from 1 to 100, not %d", p.Weight))
	if err != nil {
		return err
	}
	for name, value := range p.Options {
		if _, no := g.Options(p.Edition, engine.NewestRules, map[string]string{name: value}); no != nil {
			return fmt.Errorf("options: %s does not take %s=%s", p.Game, name, value)
		}
	}
	_, no := g.Options(p.Edition, engine.NewestRules, p.Options)
	return engine.ErrorIf(no != nil, "options: %s does not take these together", p.Game)
}

func (r *Rules) checkDivisions() error {
	d := r.Divisions
	if d.Size == 0 {
		return engine.ErrorIf(d.Move != 0, "divisions.move: with one division of all (size 0) nobody goes up or down")
	}
	return cmp.Or(
		engine.ErrorIf(d.Size < r.Group || d.Size > 1000, "divisions.size: 0 for one of all, or from %d (a group) to 1000, not %d", r.Group, d.Size),
		engine.ErrorIf(d.Growth < 1 || d.Growth > 10, "divisions.growth: from 1 (all alike) to 10, not %d", d.Growth),
		engine.ErrorIf(d.Move < 0 || 2*d.Move > d.Size, "divisions.move: from 0 to %d (half a division), not %d", d.Size/2, d.Move))
}

func (r *Rules) checkPoints() error {
	if len(r.Points) == 0 {
		return nil
	}
	for size := r.Least; size <= r.Group; size++ {
		if _, ok := r.Points[size]; !ok {
			return fmt.Errorf("points: those of a group of %d are missing", size)
		}
	}
	for size, list := range r.Points {
		if len(list) != size {
			return fmt.Errorf("points.%d: a group of %d has %d places, not %d", size, size, size, len(list))
		}
		for i, p := range list {
			if p < 0 || p > 1000 || i > 0 && p > list[i-1] {
				return fmt.Errorf("points.%d: from 0 to 1000, never rising, not %v", size, list)
			}
		}
	}
	return nil
}

func (r *Rules) checkPolicies() error {
	for i, t := range r.TieBreaks {
		if !slices.Contains(TieBreaks(), t) || slices.Contains(r.TieBreaks[:i], t) {
			return fmt.Errorf("tie_breaks: each once, of %s, not %q", strings.Join(TieBreaks(), ", "), t)
		}
	}
	lot := slices.Index(r.TieBreaks, "lot")
	return cmp.Or(
		engine.ErrorIf(len(r.TieBreaks) == 0 || r.TieBreaks[0] != "points", "tie_breaks: points come first"),
		engine.ErrorIf(lot >= 0 && lot != len(r.TieBreaks)-1, "tie_breaks: nothing is left to ask after the lot"),
		engine.ErrorIf(r.Late != "join" && r.Late != "wait", "late: join or wait, not %q", r.Late),
		engine.ErrorIf(!slices.Contains([]string{"best", "extra", "none"}, r.Substitutes), "substitutes: best, extra or none, not %q", r.Substitutes))
}
