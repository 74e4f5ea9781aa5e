package season

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/tally"
	"pitpost.example/house/memory"
	"pitpost.example/house/season"
	"pitpost.example/model"
)

// Count is what was counted in one or several years.
type Count struct {
	Years int
	Kinds map[string]*Kind // by game, seats and rounds of the matches
	// Open counts matches that began ninety days before the end but did not end.
	Open, Aborted int
	// Turns counts people's turns; of these, Missed counts those not answered in time, and Ahead those that a
	// plan or a standing order played before anybody was asked. BotTurns counts turns by bots.
	Turns, Missed, Ahead, BotTurns int
	Changed                        int // seats that got another player
	In, Out                        int // letters to and from the house
	PersonDays                     map[string]int
	Days                           map[int]int // letters from the house, by day
	Purposes                       map[model.Purpose]int
	Became                         map[string]int // letters to the house, by result
	// Given has the time that people in a part of the world had for each
	// turn. Waited has how long tables waited for each person.
	Given  map[string][]time.Duration
	Waited map[string]time.Duration
	// Won counts the rounds that each side won, by game and seats: "saboteur, 7 seats: miners".
	Won map[string]int
	// Expected has the house's forecast before the start, by league.
	Expected map[string]*season.Outlook

	wrote map[written]bool // when people wrote, to tell their moves from plans that the house played
}

// Kind is a game with a number of seats and rounds.
type Kind struct{ Lasted []time.Duration }

// written identifies a letter by somebody at a time.
type written struct {
	by int64
	at int64
}

func newCount() *Count {
	return &Count{Years: 1, Kinds: map[string]*Kind{}, PersonDays: map[string]int{}, Days: map[int]int{}, Purposes: map[model.Purpose]int{}, Became: map[string]int{},
		Given: map[string][]time.Duration{}, Waited: map[string]time.Duration{}, Won: map[string]int{}, Expected: map[string]*season.Outlook{}, wrote: map[written]bool{}}
}

// add adds the counts of another year.
func (c *Count) add(o *Count) {
	for name, k := range o.Kinds {
		if c.Kinds[name] == nil {
			c.Kinds[name] = &Kind{}
		}
		c.Kinds[name].Lasted = append(c.Kinds[name].Lasted, k.Lasted...)
	}
	c.Open, c.Aborted, c.Turns, c.Missed, c.Ahead, c.BotTurns = c.Open+o.Open, c.Aborted+o.Aborted, c.Turns+o.Turns, c.Missed+o.Missed, c.Ahead+o.Ahead, c.BotTurns+o.BotTurns
	c.Changed, c.In, c.Out, c.Years = c.Changed+o.Changed, c.In+o.In, c.Out+o.Out, c.Years+o.Years
	for day, n := range o.Days {
		c.Days[10_000*c.Years+day] += n
	}
	for key, n := range o.PersonDays {
		c.PersonDays[fmt.Sprint(c.Years, " ", key)] += n
	}
	for who, waited := range o.Waited {
		c.Waited[fmt.Sprint(c.Years, " ", who)] += waited
	}
	for where, given := range o.Given {
		c.Given[where] = append(c.Given[where], given...)
	}
	into(c.Purposes, o.Purposes)
	into(c.Became, o.Became)
	into(c.Won, o.Won)
}

func into[K comparable](sums, more map[K]int) {
	for key, n := range more {
		sums[key] += n
	}
}

func (c *Count) letterIn(by int64, at time.Time, became string) {
	c.In++
	c.wrote[written{by, at.Unix()}] = true
	c.Became[became]++
}

func (c *Count) letterOut(to string, purpose model.Purpose, at time.Time) {
	c.Out++
	c.Purposes[purpose]++
	day := int(at.Unix() / (24 * 3600))
	c.Days[day]++
	c.PersonDays[fmt.Sprint(to, " ", day)]++
}

// kindOf names a match by game, seats and rounds.
func kindOf(m *memory.Match) string {
	name := fmt.Sprintf("%s, %d seats", m.Row.Game, len(m.Seats))
	if rounds := m.Row.Options["rounds"]; rounds != "" {
		name += ", rounds=" + rounds
	}
	return name
}

// sumUp counts the matches.
func (y *year) sumUp() {
	c := y.count
	for _, id := range slices.Sorted(maps.Keys(y.world.Matches)) {
		m := y.world.Matches[id]
		kind := c.Kinds[kindOf(m)]
		if kind == nil {
			kind = &Kind{}
			c.Kinds[kindOf(m)] = kind
		}
		switch {
		case m.Row.Phase == model.PhaseAborted:
			c.Aborted++
		case m.Row.Phase == model.PhaseOver:
			kind.Lasted = append(kind.Lasted, m.Row.EndedAt.Sub(*m.Row.StartedAt))
		case m.Row.StartedAt != nil && y.now.Sub(*m.Row.StartedAt) > 90*day:
			c.Open++
		}
		y.countTurns(m)
	}
	for key, n := range y.world.Tallies {
		if key == (memory.TallyKey{Game: key.Game, Edition: key.Edition, Seats: key.Seats, What: tally.Side, Key: key.Key}) && key.Key != "" {
			c.Won[fmt.Sprintf("%s, %d seats: %s", key.Game, key.Seats, key.Key)] += int(n.N)
		}
	}
	for _, change := range y.world.Changes {
		if change.What == model.ChangeTaken {
			c.Changed++
		}
	}
}

// countTurns counts the turns in the log of a match.
func (y *year) countTurns(m *memory.Match) {
	c := y.count
	missed := map[string]bool{} // seats whose time ran out, so that the house plays next
	for past, f := range m.Match.Replay(m.Facts) {
		if e, ok := f.Event.(engine.Missed); ok && e.By == "" {
			c.Missed++
			missed[e.Of] = true
		}
		if past.State() == nil || f.Seat == "" || !past.State().Chosen(f) || past.MidTurn(f.Seat) {
			continue
		}
		if chair := past.Chair(f.Seat); chair.Bot {
			c.BotTurns++
			continue
		}
		c.Turns++
		at := slices.IndexFunc(m.Seats, func(s model.Seat) bool { return s.Name == f.Seat })
		if !missed[f.Seat] && !c.wrote[written{m.Seats[at].Player, f.At.Unix()}] {
			c.Ahead++
		}
		missed[f.Seat] = false
	}
}

// at returns the quantile part of sorted values.
func at[T any](sorted []T, part float64) (v T) {
	if len(sorted) == 0 {
		return v
	}
	return sorted[min(int(part*float64(len(sorted))), len(sorted)-1)]
}

// lasted returns how many days a part of the matches of a kind lasted at most.
func (c *Count) lasted(kind string, part float64) float64 {
	k := c.Kinds[kind]
	if k == nil {
		return 0
	}
	slices.Sort(k.Lasted)
	return at(k.Lasted, part).Hours() / 24
}

// missed returns the percentage of turns that people did not answer in time.
func (c *Count) missed() float64 { return 100 * float64(c.Missed) / float64(max(1, c.Turns)) }

// over returns the number of days with more than limit letters from the house.
func (c *Count) over(limit int) (n int) {
	for _, letters := range c.Days {
		if letters > limit {
			n++
		}
	}
	return n
}

// slowest returns the percentage of all waiting that the slowest tenth of the people caused.
func (c *Count) slowest() float64 {
	all := slices.Sorted(maps.Values(c.Waited))
	sum, most := time.Duration(0), time.Duration(0)
	for i, d := range all {
		if sum += d; i >= len(all)-len(all)/10 {
			most += d
		}
	}
	return 100 * float64(most) / float64(max(1, sum))
}

// Print writes all counts.
func (c *Count) Print(to io.Writer) {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	row := func(what string, cells ...any) { fmt.Fprintln(w, what+"\t"+strings.Trim(fmt.Sprintln(cells...), "\n")) }
	for _, name := range slices.Sorted(maps.Keys(c.Kinds)) {
		row(name, len(c.Kinds[name].Lasted), "ended; days: half", fmt.Sprintf("%.1f, nine in ten %.1f", c.lasted(name, .5), c.lasted(name, .9)))
	}
	for _, name := range slices.Sorted(maps.Keys(c.Expected)) {
		e := c.Expected[name]
		row("expected of league "+name, fmt.Sprintf("half of its matches last %.1f days, nine in ten %.1f; a season %.1f; letters on the busiest day %d", e.Half.Hours()/24, e.Most.Hours()/24, e.Lasts.Hours()/24, e.Busy.Total()))
	}
	people, days := slices.Sorted(maps.Values(c.PersonDays)), slices.Sorted(maps.Values(c.Days))
	row("turns of people", c.Turns, "missed", c.Missed, fmt.Sprintf("(%.2f %%), played ahead", c.missed()), c.Ahead, fmt.Sprintf("(%.1f %%)", 100*float64(c.Ahead)/float64(max(1, c.Turns))))
	row("turns of bots", c.BotTurns)
	row("matches that did not end", c.Open, "aborted", c.Aborted)
	row("seats that changed hands", c.Changed)
	row("letters in and out", c.In, c.Out, fmt.Sprintf("(%.2f for each in)", float64(c.Out)/float64(max(1, c.In))))
	row("letters a person and day", "half", at(people, .5), "nine in ten", at(people, .9), "most", at(people, 1))
	row("letters of the house a day", "half", at(days, .5), "most", at(days, 1), "days above 450:", c.over(450))
	for _, where := range slices.Sorted(maps.Keys(c.Given)) {
		slices.Sort(c.Given[where])
		row("hours given for a turn, "+where, fmt.Sprintf("half %.1f, a tenth below %.1f", at(c.Given[where], .5).Hours(), at(c.Given[where], .1).Hours()))
	}
	row("waiting", fmt.Sprintf("%.0f %% of it is for the slowest tenth of the people", c.slowest()))
	for _, side := range slices.Sorted(maps.Keys(c.Won)) {
		row("rounds won, "+side, c.Won[side])
	}
	for _, p := range slices.Sorted(maps.Keys(c.Purposes)) {
		row("letters out, "+string(p), c.Purposes[p])
	}
	for _, p := range slices.Sorted(maps.Keys(c.Became)) {
		row("letters in, "+p, c.Became[p])
	}
	w.Flush()
}
