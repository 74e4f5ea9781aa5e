package spectate

import (
	"cmp"
	"html/template"
	"maps"
	"net/http"
	"slices"
	"strconv"

	"pitpost.example/db/league"
	"pitpost.example/engine"
	"pitpost.example/engine/tally"
)

func editionsOf(s tally.Sums) []string { return each(s, func(r tally.Sum) string { return r.Edition }) }

// each returns the distinct values of a property of the sums, sorted.
func each[T cmp.Ordered](s tally.Sums, of func(tally.Sum) T) []T {
	all := engine.MapList(s, of)
	slices.Sort(all)
	return slices.Compact(all)
}

// numbered returns those keys of counts that are numbers, sorted.
func numbered(counts map[string]tally.Count) []int {
	var out []int
	for key := range counts {
		if n, err := strconv.Atoi(key); err == nil {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return out
}

type statisticsPage struct {
	frame
	Games    []engine.Game
	Editions []string // "" for all
	Seats    []int    // 0 for all
	Chosen   choice
	Matches  string
	Plots    []plot
}

// choice is what the query of the address chooses.
type choice struct {
	Game    engine.Game // the first game if the query names none of ours
	Edition string
	Seats   int
}

// PrintParty prints a game's name for a side; "" is the side of nobody.
func PrintParty(game engine.Game, side string, print func(engine.Phrase) string) string {
	g, named := game.(engine.Parties)
	switch {
	case side == "":
		return print(engine.Say("statistics.nobody"))
	case named:
		return print(g.Party(side))
	}
	return side
}

func (page *statisticsPage) party(side string) string {
	return PrintParty(page.Chosen.Game, side, page.print)
}

// statistics shows the sums of one game.
func (p *Pages) statistics(w http.ResponseWriter, r *http.Request) error {
	chosen := p.chosen(r)
	all, err := league.SumTallies(r.Context(), p.House.DB, chosen.Game.Name())
	if err != nil {
		return err
	}
	page := statisticsPage{frame: p.frame(r), Games: p.games(), Chosen: chosen}
	page.Title = page.Say("statistics.title")
	page.Editions = append([]string{""}, editionsOf(all)...)
	page.Seats = append([]int{0}, each(all, func(r tally.Sum) int { return r.Seats })...)
	some := all.Of(chosen.Edition, chosen.Seats)
	page.Matches = page.Say("statistics.matches", "count", int(some.Whole(tally.Matches).N))
	for _, one := range []func(tally.Sums) plot{page.roles, page.sides, page.places, page.turns, page.days, page.misses} {
		if drawn := one(some); len(drawn.Bars)+len(drawn.Columns) > 0 {
			page.Plots = append(page.Plots, drawn)
		}
	}
	if chosen.Edition == "" {
		page.Plots = append(page.Plots, page.byEdition(some)...)
	}
	return p.show(w, http.StatusOK, "statistics.html", page)
}

func (p *Pages) chosen(r *http.Request) choice {
	q := r.URL.Query()
	seats, _ := strconv.Atoi(q.Get("seats")) // 0, which is all, if it is no number
	return choice{cmp.Or(p.House.Rules.Games(q.Get("game")), p.games()[0]), q.Get("edition"), seats}
}

// Narrowed returns the address of the statistics for an edition and a number of seats.
func (c choice) Narrowed(edition string, seats int) string {
	to := "?game=" + c.Game.Name()
	if edition != "" {
		to += "&edition=" + template.URLQueryEscaper(edition)
	}
	if seats != 0 {
		to += "&seats=" + strconv.Itoa(seats)
	}
	return to
}

// roles shows how often each side wins, counted by seats.
func (page *statisticsPage) roles(s tally.Sums) plot {
	counts := s.Counts(tally.Role)
	return plot{Title: page.Say("statistics.roles"), Bars: engine.MapList(sorted(counts), func(side string) bar {
		return share(page.party(side), counts[side].Total, counts[side].N)
	})}
}

// sides shows which side won how many rounds.
func (page *statisticsPage) sides(s tally.Sums) plot {
	counts, whole := s.Counts(tally.Side), s.Whole(tally.Side).N
	return plot{Title: page.Say("statistics.sides"), Bars: engine.MapList(sorted(counts), func(side string) bar {
		return share(page.party(side), counts[side].N, whole)
	})}
}

// places shows how often a seat wins, by its place after the first player.
func (page *statisticsPage) places(s tally.Sums) plot {
	counts := s.Counts(tally.Place)
	return plot{Title: page.Say("statistics.places"), Bars: engine.MapList(numbered(counts), func(n int) bar {
		c := counts[strconv.Itoa(n)]
		return share(page.Say("statistics.place", "place", n), c.Total, c.N)
	})}
}

func (page *statisticsPage) turns(s tally.Sums) plot {
	counts, whole := s.Counts(tally.Turns), s.Whole(tally.Matches)
	var all []column
	if keys := numbered(counts); len(keys) > 0 {
		for from := keys[0]; from <= keys[len(keys)-1]; from += tally.TurnsAKey {
			all = append(all, column{Label: strconv.Itoa(from), N: counts[strconv.Itoa(from)].N})
		}
	}
	out := columns(page.Say("statistics.turns"), all)
	if whole.N > 0 {
		out.Note = page.Say("statistics.turns-mean", "count", int(whole.Mean()))
	}
	return out
}

func (page *statisticsPage) days(s tally.Sums) plot {
	counts := s.Counts(tally.Days)
	return columns(page.Say("statistics.days"), engine.MapList(numbered(counts), func(n int) column {
		return column{Label: "≤ " + strconv.Itoa(n), N: counts[strconv.Itoa(n)].N}
	}))
}

// misses shows how often time ran out, of all turns, and what was done instead.
func (page *statisticsPage) misses(s tally.Sums) plot {
	counts := s.Counts(tally.Misses)
	turns := s.Whole(tally.Choices).N
	if turns == 0 {
		return plot{}
	}
	all := share(page.Say("statistics.missed"), min(s.Whole(tally.Misses).N, turns), turns)
	each := engine.MapList(sorted(counts), func(how string) bar {
		return share(page.Say("statistics.missed-"+how), min(counts[how].N, turns), turns)
	})
	return plot{Title: page.Say("statistics.misses"), Bars: append([]bar{all}, each...)}
}

// byEdition compares the editions: how often each side wins in them, or how long they take.
func (page *statisticsPage) byEdition(s tally.Sums) []plot {
	var plots []plot
	sides := sorted(s.Counts(tally.Role))
	for _, side := range sides {
		all := engine.MapList(editionsOf(s), func(e string) bar {
			c := s.Of(e, 0).Counts(tally.Role)[side]
			return share(e, c.Total, c.N)
		})
		plots = append(plots, plot{Title: page.Say("statistics.editions", "side", page.party(side)), Bars: all})
	}
	if editions := editionsOf(s); len(sides) == 0 && len(editions) > 1 {
		var all []column
		for _, e := range editions {
			if c := s.Of(e, 0).Whole(tally.Matches); c.N > 0 {
				all = append(all, column{Label: e, N: c.Mean()})
			}
		}
		plots = append(plots, columns(page.Say("statistics.edition-turns"), all))
	}
	return plots
}

// sorted returns the keys in reverse order, so that "", nobody, comes last.
func sorted(counts map[string]tally.Count) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return cmp.Compare(b, a) })
}
