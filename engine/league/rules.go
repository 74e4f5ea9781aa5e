// Package league holds what a league is made of: its rules, the draw of its
// groups, the tables they come to and who goes up and down. It is sums over
// results: no clock, no files, and no dice but those of a published seed. How
// another program repeats a draw stands in docs/leagues.md.
package league

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
)

// Rules are what an organiser decides. ParseRules fills in what is left out.
type Rules struct {
	// Games are mixed by weight, round by round: all groups of a division play
	// the same game in the same round.
	Games []Play `json:"games"`
	// Group is how many play a match (default 5, or as many as the games take),
	// Least how few may where the entrants do not divide (default 3, or the games'
	// least).
	Group int `json:"group"`
	Least int `json:"least"`
	// Groups is how many matches each plays in a season (default 3), AtOnce how
	// many of them side by side (default 1).
	Groups int `json:"groups"`
	AtOnce int `json:"at_once"`
	// Terms are options of the matches as they stand in a "new" line, such as
	// pace: 24h.
	Terms     map[string]string `json:"terms,omitempty"`
	Calendar  Calendar          `json:"calendar"`
	Divisions Divisions         `json:"divisions"`
	// Points by place for each size of a group, the first place first, never
	// rising; left out: see PointsFor.
	Points map[int][]int `json:"points,omitempty"`
	// TieBreaks are some of those TieBreaks lists, in the order in which they are asked.
	TieBreaks []string `json:"tie_breaks"`
	// Late says what becomes of who signs up after the muster: "join" (into the
	// groups still to be drawn or begun) or "wait" (for the next season).
	Late string `json:"late"`
	// Substitutes says what a match counts for who took it over: "best" (in place
	// of their own worst of the season, if it is better), "extra" (as one more),
	// or "none".
	Substitutes string `json:"substitutes"`
}

// Play is one game of the mix.
type Play struct {
	Game    string            `json:"game"`
	Edition string            `json:"edition,omitempty"` // default: the game's first
	Options map[string]string `json:"options,omitempty"` // default: what makes a match shortest, such as rounds=1
	Weight  int               `json:"weight"`            // 1 to 100, default 1
}

// Calendar is in whole days.
type Calendar struct {
	SignUp int `json:"sign_up"` // from the opening to the muster, default 14
	Muster int `json:"muster"`  // from the muster to the draw, default 2
	Lead   int `json:"lead"`    // from the draw to the first wave, default 1
	Waves  int `json:"waves"`   // days over which the matches of a round are begun, default 7
	Round  int `json:"round"`   // from one round to the next, default 21
	Season int `json:"season"`  // from the first wave to the close; default: room for all rounds and for the waves
	Pause  int `json:"pause"`   // from the close to the next opening, default 7
}

// Divisions say how the entrants are parted. Where one leaves from above, all below
// move up a little; in a ladder of many like divisions that would carry everybody
// upward, and so each is some times as large as the one above it.
type Divisions struct {
	// Size is how many play in the first, 0 for one division of all (default:
	// Group times Group, so many that few need meet twice).
	Size int `json:"size"`
	// Growth is how many times as large each is as the one above (default 3).
	Growth int `json:"growth"`
	// Move is how many go down from the first and up into it, as many times more
	// from each further one (default a fifth of Size); never more than half of
	// those below.
	Move int `json:"move"`
}

// NewRules are rules of which nothing is said yet: Complete fills them in.
func NewRules() Rules {
	return Rules{Divisions: Divisions{Size: -1, Move: -1}, Least: -1,
		Calendar: Calendar{SignUp: 14, Muster: 2, Lead: 1, Waves: 7, Round: 21, Season: -1, Pause: 7}}
}

// ParseRules reads an organiser's rules strictly and completes them.
func ParseRules(data []byte, find func(name string) engine.Game, usual string) (Rules, error) {
	r := NewRules()
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&r); err != nil {
		return Rules{}, fmt.Errorf("the rules of a league are one JSON object: %w", err)
	}
	if dec.More() {
		return Rules{}, fmt.Errorf("the rules of a league are one JSON object, and nothing after it")
	}
	return r, r.Complete(find, usual)
}

// Complete fills in the defaults and checks the rules against the games that find
// knows; its errors are sentences for the organiser.
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

// fill names the default edition, and for a game that can be shorter makes it so.
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
	_, shorter := l.Turns(engine.Setup{Edition: p.Edition, Options: p.Options}, 5)
	key, value, _ := strings.Cut(shorter, "=")
	if _, set := p.Options[key]; shorter == "" || set {
		return
	}
	if p.Options == nil {
		p.Options = map[string]string{}
	}
	p.Options[key] = value
}

// seats are the least and the greatest group that every game of the mix takes, of at most ten.
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

// steps is how many times in a season rounds begin: AtOnce of them begin together.
func (r *Rules) steps() int { return (r.Groups + max(r.AtOnce, 1) - 1) / max(r.AtOnce, 1) }

// PlayIn is the game of a round, counted from 1. Each game comes up as its weight
// says, spread as evenly as can be: in each round every game gains its weight, the
// one that has most is played (the first of equals) and pays the sum of all.
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

// Dates are the turns of one season.
type Dates struct {
	Opens, Muster, Draw, First, Close time.Time
}

// Dates counts a season's days from its opening. Days are of 24 hours.
func (r *Rules) Dates(opens time.Time) Dates {
	c := r.Calendar
	d := Dates{Opens: opens, Muster: days(opens, c.SignUp)}
	d.Draw = days(d.Muster, c.Muster)
	d.First = days(d.Draw, c.Lead)
	d.Close = days(d.First, c.Season)
	return d
}

// Begins is when a group begins, for a season whose draw is at that time.
func (r *Rules) Begins(draw time.Time, g Group) time.Time {
	step := (g.Round - 1) / max(r.AtOnce, 1)
	return days(draw, r.Calendar.Lead+step*r.Calendar.Round+g.Wave)
}

func days(t time.Time, n int) time.Time { return t.Add(time.Duration(n) * 24 * time.Hour) }
