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

// sums are the tallies of a game, narrowed to an edition and a number of seats where those
// are chosen.
type sums []league.Tallied

func (s sums) of(edition string, seats int) sums {
	var out sums
	for _, r := range s {
		if (edition == "" || r.Edition == edition) && (seats == 0 || r.Seats == seats) {
			out = append(out, r)
		}
	}
	return out
}

// counts adds up what is counted, by key.
func (s sums) counts(what string) map[string]tally.Count {
	out := map[string]tally.Count{}
	for _, r := range s {
		if r.What == what {
			c := out[r.Key]
			out[r.Key] = tally.Count{What: what, Key: r.Key, N: c.N + r.N, Total: c.Total + r.Total}
		}
	}
	return out
}

// whole is the sum over all keys.
func (s sums) whole(what string) (c tally.Count) {
	for _, k := range s.counts(what) {
		c.N, c.Total = c.N+k.N, c.Total+k.Total
	}
	return c
}

func (s sums) editions() []string {
	return each(s, func(r league.Tallied) string { return r.Edition })
}

func (s sums) seats() []int { return each(s, func(r league.Tallied) int { return r.Seats }) }

// each lists what the sums differ by, each once, in order.
func each[T cmp.Ordered](s sums, of func(league.Tallied) T) []T {
	all := map[T]bool{}
	for _, r := range s {
		all[of(r)] = true
	}
	return slices.Sorted(maps.Keys(all))
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

// party is the name of a side, as its game has it.
func (page *statisticsPage) party(side string) string {
	if g, ok := page.book.(engine.Parties); ok {
		return page.print(g.Party(side))
	}
	return side
}

// statistics shows the sums of one game.
func (p *Pages) statistics(w http.ResponseWriter, r *http.Request) error {
	book, edition, seats := p.chosen(r)
	game := book.Name()
	rows, err := league.Tallies(r.Context(), p.DB, game)
	if err != nil {
		return err
	}
	all := sums(rows)
	page := statisticsPage{frame: p.frame(r)}
	page.Title = page.Say("statistics.title")
	page.book = book
	page.Games = p.gameLinks(&page.frame, "?game=", game)
	page.Editions, page.Seats = page.choices(all, game, edition, seats)
	some := all.of(edition, seats)
	page.Matches = page.Say("statistics.matches", "count", int(some.whole(tally.Matches).N))
	for _, one := range []func(sums) plot{page.roles, page.sides, page.places, page.turns, page.days, page.misses} {
		if drawn := one(some); len(drawn.Bars)+len(drawn.Columns) > 0 {
			page.Plots = append(page.Plots, drawn)
		}
	}
	if edition == "" {
		page.Plots = append(page.Plots, page.byEdition(all.of("", seats))...)
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
func (page *statisticsPage) choices(s sums, game, edition string, seats int) (editions, tables []link) {
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
	for _, e := range s.editions() {
		editions = append(editions, narrowed(e, e, seats, e == edition))
	}
	tables = append(tables, narrowed(page.Say("statistics.all-tables"), edition, 0, seats == 0))
	for _, n := range s.seats() {
		tables = append(tables, narrowed(strconv.Itoa(n), edition, n, n == seats))
	}
	return editions, tables
}

// roles is how often each side wins, seat by seat.
func (page *statisticsPage) roles(s sums) plot {
	counts := s.counts(tally.Role)
	var all []bar
	for _, side := range sorted(counts) {
		all = append(all, share(page.party(side), counts[side].Total, counts[side].N))
	}
	return plot{Title: page.Say("statistics.roles"), Bars: all}
}

// sides is who won the rounds.
func (page *statisticsPage) sides(s sums) plot {
	counts, whole := s.counts(tally.Side), s.whole(tally.Side).N
	var all []bar
	for _, side := range sorted(counts) {
		name := page.Say("statistics.nobody")
		if side != "" {
			name = page.party(side)
		}
		all = append(all, share(name, counts[side].N, whole))
	}
	return plot{Title: page.Say("statistics.sides"), Bars: all}
}

// places is who won by the place after the first to play.
func (page *statisticsPage) places(s sums) plot {
	counts := s.counts(tally.Place)
	var all []bar
	for _, n := range numbered(counts) {
		c := counts[strconv.Itoa(n)]
		all = append(all, share(page.Say("statistics.place", "place", n), c.Total, c.N))
	}
	return plot{Title: page.Say("statistics.places"), Bars: all}
}

func (page *statisticsPage) turns(s sums) plot {
	counts, whole := s.counts(tally.Turns), s.whole(tally.Matches)
	var all []column
	if keys := numbered(counts); len(keys) > 0 {
		for from := keys[0]; from <= keys[len(keys)-1]; from += tally.TurnsAKey {
			all = append(all, column{Label: strconv.Itoa(from), N: counts[strconv.Itoa(from)].N})
		}
	}
	out := columns(page.Say("statistics.turns"), all)
	if whole.N > 0 {
		out.Note = page.Say("statistics.turns-mean", "count", int((whole.Total+whole.N/2)/whole.N))
	}
	return out
}

func (page *statisticsPage) days(s sums) plot {
	counts := s.counts(tally.Days)
	var all []column
	for _, n := range numbered(counts) {
		all = append(all, column{Label: "≤ " + strconv.Itoa(n), N: counts[strconv.Itoa(n)].N})
	}
	return columns(page.Say("statistics.days"), all)
}

// misses is how often time ran out, of all turns, and what was done then.
func (page *statisticsPage) misses(s sums) plot {
	counts := s.counts(tally.Misses)
	turns := s.whole(tally.Choices).N
	if turns == 0 {
		return plot{}
	}
	all := []bar{share(page.Say("statistics.missed"), min(s.whole(tally.Misses).N, turns), turns)}
	for _, how := range sorted(counts) {
		all = append(all, share(page.Say("statistics.missed-"+how), min(counts[how].N, turns), turns))
	}
	return plot{Title: page.Say("statistics.misses"), Bars: all}
}

// byEdition compares the editions: how often each side wins in them, or how long they take.
func (page *statisticsPage) byEdition(s sums) []plot {
	var plots []plot
	sides := sorted(s.counts(tally.Role))
	for _, side := range sides {
		var all []bar
		for _, e := range s.editions() {
			c := s.of(e, 0).counts(tally.Role)[side]
			all = append(all, share(e, c.Total, c.N))
		}
		plots = append(plots, plot{Title: page.Say("statistics.editions", "side", page.party(side)), Bars: all})
	}
	if editions := s.editions(); len(sides) == 0 && len(editions) > 1 {
		var all []column
		for _, e := range editions {
			if c := s.of(e, 0).whole(tally.Matches); c.N > 0 {
				all = append(all, column{Label: e, N: (c.Total + c.N/2) / c.N})
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
