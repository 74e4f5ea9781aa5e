// Package league computes what a league needs: it checks and completes rules, draws groups, makes tables from
// results, and says who goes up and down. It has no clock and reads no files, and all its dice come from a
// seed that is published. docs/leagues.md tells how another program can repeat a draw.
package league

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
)

// Rules are an organiser's decisions. ParseRules fills in the defaults.
type Rules struct {
	// Games are mixed by weight, round by round. All groups of a division play the same game in a round.
	Games []Play `json:"games"`
	// Group is the number of players in a match (default 5, or as many as the games take). Least is the
	// smallest group allowed if the entrants do not divide evenly (default 3, or the least the games take).
	Group int `json:"group"`
	Least int `json:"least"`
	// Groups is how many matches a player has in a season (default 3), AtOnce how many of them run at the
	// same time (default 1).
	Groups int `json:"groups"`
	AtOnce int `json:"at_once"`
	// Terms are options of the matches, written as in a "new" line, such as pace: 24h.
	Terms     map[string]string `json:"terms,omitempty"`
	Calendar  Calendar          `json:"calendar"`
	Divisions Divisions         `json:"divisions"`
	// Points lists the points by place for each group size, first place first, and never rising. PointsFor
	// has the default.
	Points map[int][]int `json:"points,omitempty"`
	// TieBreaks is a selection from the function TieBreaks, in the order in which they are applied.
	TieBreaks []string `json:"tie_breaks"`
	// Late decides where people who sign up after the muster play: "join" (in groups that have not been drawn
	// or have not begun) or "wait" (in the next season).
	Late string `json:"late"`
	// Substitutes decides how a match counts for a player who took it over: "best" (it replaces their own
	// worst match of the season if it is better), "extra" (as one more match) or "none".
	Substitutes string `json:"substitutes"`
}

// Play is one game of the mix.
type Play struct {
	Game    string            `json:"game"`
	Edition string            `json:"edition,omitempty"` // default: the game's first
	Options map[string]string `json:"options,omitempty"` // default: those that make a match shortest, such as rounds=1
	Weight  int               `json:"weight"`            // 1 to 100, default 1
}

// Calendar counts in whole days.
type Calendar struct {
	SignUp int `json:"sign_up"` // from the opening to the muster, default 14
	Muster int `json:"muster"`  // from the muster to the draw, default 2
	Lead   int `json:"lead"`    // from the draw to the first wave, default 1
	Waves  int `json:"waves"`   // days over which the starts of a round's matches are spread, default 7
	Round  int `json:"round"`   // from one round to the next, default 21
	Season int `json:"season"`  // from the first wave to the close; default: long enough for all rounds and waves
	Pause  int `json:"pause"`   // from the close to the next opening, default 7
}

// Divisions say how the entrants are split. If somebody leaves a division, everybody below moves up a little.
// In a ladder of many equal divisions that would carry everybody upward, so each division is Growth times as
// large as the one above it.
type Divisions struct {
	// Size is the number of players in the first division, or 0 for a single division (default: Group times
	// Group, which is enough that few need to meet twice).
	Size int `json:"size"`
	// Growth is the ratio between the sizes of a division and the one above it (default 3).
	Growth int `json:"growth"`
	// Move is how many go down from the first division and how many come up into it. It is multiplied by
	// Growth for each division further down (default a fifth of Size), and is never more than half of either
	// division.
	Move int `json:"move"`
}

// NewRules returns rules in which nothing is set; Complete fills in the defaults.
func NewRules() Rules {
	return Rules{Divisions: Divisions{Size: -1, Move: -1}, Least: -1,
		Calendar: Calendar{SignUp: 14, Muster: 2, Lead: 1, Waves: 7, Round: 21, Season: -1, Pause: 7}}
}

// ParseRules reads an organiser's rules strictly, and completes them. find returns a game by its name, and
// usual is the game to play if the rules name none.
func ParseRules(data []byte, find func(name string) engine.Game, usual string) (Rules, error) {
	r := NewRules()
	if err := engine.DecodeStrict(data, &r); err != nil {
		return Rules{}, fmt.Errorf("the rules of a league are one JSON object, and nothing after it: %w", err)
	}
	return r, r.Complete(find, usual)
}

// Complete fills in the defaults and checks the rules. Its errors are sentences for the organiser.
func (r *Rules) Complete(find func(name string) engine.Game, usual string) error {
	r.fill(find, usual)
	return r.Check(find)
}

func (r *Rules) fill(find func(string) engine.Game, usual string) {
	if len(r.Games) == 0 {
		r.Games = []Play{{Game: usual}}
	}
	for i := range r.Games {
		r.Games[i].fill(find)
	}
	fewest, most := r.seats(find)
	orElse(&r.Group, 0, max(fewest, min(5, most)))
	orElse(&r.Groups, 0, 3)
	orElse(&r.AtOnce, 0, 1)
	orElse(&r.Least, -1, max(min(3, r.Group), fewest))
	orElse(&r.Divisions.Size, -1, r.Group*r.Group)
	orElse(&r.Divisions.Growth, 0, 3)
	orElse(&r.Divisions.Move, -1, r.Divisions.Size/5)
	orElse(&r.Calendar.Season, -1, r.steps()*r.Calendar.Round+r.Calendar.Waves)
	if r.TieBreaks == nil {
		r.TieBreaks = TieBreaks()
	}
	r.Late = cmp.Or(r.Late, "join")
	r.Substitutes = cmp.Or(r.Substitutes, "best")
}

func orElse(v *int, unset, fallback int) {
	if *v == unset {
		*v = fallback
	}
}

// fill sets the default edition and weight, and makes matches shorter if the game has an option for that.
func (p *Play) fill(find func(string) engine.Game) {
	orElse(&p.Weight, 0, 1)
	g := find(p.Game)
	if g == nil {
		return
	}
	p.Edition = cmp.Or(p.Edition, g.Editions()[0])
	l, ok := g.(engine.Lasting)
	if !ok {
		return
	}
	_, shorter := l.Turns(engine.Setup{Edition: p.Edition, Rules: engine.NewestRules, Options: p.Options}, 5)
	key, value, _ := strings.Cut(shorter, "=")
	if _, set := p.Options[key]; shorter == "" || set {
		return
	}
	if p.Options == nil {
		p.Options = map[string]string{}
	}
	p.Options[key] = value
}

// seats returns the smallest and the largest group that every game of the mix takes, within 2 to 10.
func (r *Rules) seats(find func(string) engine.Game) (least, most int) {
	least, most = 2, 10
	for _, p := range r.Games {
		if g := find(p.Game); g != nil {
			fewest, atMost := g.Seats()
			least, most = max(least, fewest), min(most, atMost)
		}
	}
	return least, most
}

// steps is how many times in a season rounds begin; AtOnce rounds begin together.
func (r *Rules) steps() int { return (r.Groups + max(r.AtOnce, 1) - 1) / max(r.AtOnce, 1) }

// PlayIn returns the game of a round, counted from 1. Each game comes up as often as its weight says, spread
// as evenly as possible: in each round every game gains its weight, and the game that has most (the first of
// equals) is played and pays the sum of all weights.
func (r *Rules) PlayIn(round int) Play {
	gained := make([]int, len(r.Games))
	sum, played := 0, 0
	for _, p := range r.Games {
		sum += p.Weight
	}
	for range round {
		for i, p := range r.Games {
			gained[i] += p.Weight
		}
		played = slices.Index(gained, slices.Max(gained))
		gained[played] -= sum
	}
	return r.Games[played]
}

// Dates are the turning points of a season.
type Dates struct {
	Opens, Muster, Draw, First, Close time.Time
}

// Dates counts a season's days from its opening. Days have 24 hours, whatever clocks do.
func (r *Rules) Dates(opens time.Time) Dates {
	c := r.Calendar
	d := Dates{Opens: opens, Muster: days(opens, c.SignUp)}
	d.Draw = days(d.Muster, c.Muster)
	d.First = days(d.Draw, c.Lead)
	d.Close = days(d.First, c.Season)
	return d
}

// Begins returns when a group begins, given the time of the draw.
func (r *Rules) Begins(draw time.Time, g Group) time.Time {
	step := (g.Round - 1) / max(r.AtOnce, 1)
	return days(draw, r.Calendar.Lead+step*r.Calendar.Round+g.Wave)
}

func days(t time.Time, n int) time.Time { return t.Add(time.Duration(n) * 24 * time.Hour) }
