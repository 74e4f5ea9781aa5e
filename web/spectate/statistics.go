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

// each lists what the sums differ by, each once, in order.
func each[T cmp.Ordered](s tally.Sums, of func(tally.Sum) T) []T {
	all := engine.Each(s, of)
	slices.Sort(all)
	return slices.Compact(all)
}

// numbered are the keys of counts that are numbers, in their order.
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
	Games, Editions, Seats []link
	Matches                string
	Plots                  []plot

	book engine.Game
}

// party is the name of a side, as its game has it; "" is nobody's.
func (page *statisticsPage) party(side string) string {
	g, named := page.book.(engine.Parties)
	switch {
	case side == "":
		return page.Say("statistics.nobody")
	case named:
		return page.print(g.Party(side))
	}
	return side
}

// statistics shows the sums of one game.
func (p *Pages) statistics(w http.ResponseWriter, r *http.Request) error {
	book, edition, seats := p.chosen(r)
	game := book.Name()
	all, err := league.Tallies(r.Context(), p.House.DB, game)
	if err != nil {
		return err
	}
	page := statisticsPage{frame: p.frame(r)}
	page.Title = page.Say("statistics.title")
	page.book = book
	page.Games = p.gameLinks(&page.frame, "?game=", game)
	page.Editions, page.Seats = page.choices(all, game, edition, seats)
	some := all.Of(edition, seats)
	page.Matches = page.Say("statistics.matches", "count", int(some.Whole(tally.Matches).N))
	for _, one := range []func(tally.Sums) plot{page.roles, page.sides, page.places, page.turns, page.days, page.misses} {
		if drawn := one(some); len(drawn.Bars)+len(drawn.Columns) > 0 {
			page.Plots = append(page.Plots, drawn)
		}
	}
	if edition == "" {
		page.Plots = append(page.Plots, page.byEdition(all.Of("", seats))...)
	}
	return p.show(w, http.StatusOK, "statistics.html", page)
}

// chosen is what the address asks for; the first game where it names none of ours.
func (p *Pages) chosen(r *http.Request) (game engine.Game, edition string, seats int) {
	q := r.URL.Query()
	game = p.Games[0]
	for _, g := range p.Games {
		if g.Name() == q.Get("game") {
			game = g
		}
	}
	seats, _ = strconv.Atoi(q.Get("seats")) // anything else is all
	return game, q.Get("edition"), seats
}

// choices are the editions and numbers of seats there are sums of.
func (page *statisticsPage) choices(s tally.Sums, game, edition string, seats int) (editions, tables []link) {
	narrowed := func(text, edition string, seats int, here bool) link {
		to := "?game=" + game
		if edition != "" {
			to += "&edition=" + template.URLQueryEscaper(edition)
		}
		if seats != 0 {
			to += "&seats=" + strconv.Itoa(seats)
		}
		return link{text, to, here}
	}
	editions = append(editions, narrowed(page.Say("statistics.all-editions"), "", seats, edition == ""))
	for _, e := range editionsOf(s) {
		editions = append(editions, narrowed(e, e, seats, e == edition))
	}
	tables = append(tables, narrowed(page.Say("statistics.all-tables"), edition, 0, seats == 0))
	for _, n := range each(s, func(r tally.Sum) int { return r.Seats }) {
		tables = append(tables, narrowed(strconv.Itoa(n), edition, n, n == seats))
	}
	return editions, tables
}

// roles is how often each side wins, seat by seat.
func (page *statisticsPage) roles(s tally.Sums) plot {
	counts := s.Counts(tally.Role)
	return plot{Title: page.Say("statistics.roles"), Bars: engine.Each(sorted(counts), func(side string) bar {
		return share(page.party(side), counts[side].Total, counts[side].N)
	})}
}

// sides is who won the rounds.
func (page *statisticsPage) sides(s tally.Sums) plot {
	counts, whole := s.Counts(tally.Side), s.Whole(tally.Side).N
	return plot{Title: page.Say("statistics.sides"), Bars: engine.Each(sorted(counts), func(side string) bar {
		return share(page.party(side), counts[side].N, whole)
	})}
}

// places is who won by the place after the first to play.
func (page *statisticsPage) places(s tally.Sums) plot {
	counts := s.Counts(tally.Place)
	return plot{Title: page.Say("statistics.places"), Bars: engine.Each(numbered(counts), func(n int) bar {
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
	return columns(page.Say("statistics.days"), engine.Each(numbered(counts), func(n int) column {
		return column{Label: "≤ " + strconv.Itoa(n), N: counts[strconv.Itoa(n)].N}
	}))
}

// misses is how often time ran out, of all turns, and what was done then.
func (page *statisticsPage) misses(s tally.Sums) plot {
	counts := s.Counts(tally.Misses)
	turns := s.Whole(tally.Choices).N
	if turns == 0 {
		return plot{}
	}
	all := []bar{share(page.Say("statistics.missed"), min(s.Whole(tally.Misses).N, turns), turns)}
	for _, how := range sorted(counts) {
		all = append(all, share(page.Say("statistics.missed-"+how), min(counts[how].N, turns), turns))
	}
	return plot{Title: page.Say("statistics.misses"), Bars: all}
}

// byEdition compares the editions: how often each side wins in them, or how long they take.
func (page *statisticsPage) byEdition(s tally.Sums) []plot {
	var plots []plot
	sides := sorted(s.Counts(tally.Role))
	for _, side := range sides {
		all := engine.Each(editionsOf(s), func(e string) bar {
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

func sorted(counts map[string]tally.Count) []string {
	out := slices.Sorted(maps.Keys(counts))
	slices.Reverse(out) // nobody last
	return out
}
