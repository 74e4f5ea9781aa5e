package league

import (
	"cmp"
	"fmt"
	"slices"

	"pitpost.example/engine"
)

// TieBreaks lists all tie-breaks, in their default order: points; wins; met (among those still equal: how
// many of the others a player was placed before, less how many after, over all matches that they sat in
// together); share (the average share of all scores in a player's matches); misses (fewer are better).
// Players equal in all of these share a rank. The lot, drawn from the season's seed, always comes last and
// only decides who goes up or down.
func TieBreaks() []string { return []string{"points", "wins", "met", "share", "misses", "lot"} }

// lots gives each entrant a number, the lowest being the best: their index after the names have been sorted
// by bytes and shuffled by the season's seed.
func lots(seed [32]byte, season int, entrants []Entrant) map[string]int {
	lots := map[string]int{}
	names := engine.MapList(entrants, func(e Entrant) string { return e.Name })
	for i, n := range byLot(seed, fmt.Sprintf("league lot %d", season), names) {
		lots[n] = i
	}
	return lots
}

// byLot shuffles names. It sorts them first, so that their order does not matter.
func byLot(seed [32]byte, purpose string, names []string) []string {
	slices.Sort(names)
	engine.ShuffleList(engine.Dice{Seed: seed}.For(purpose), names)
	return names
}

// order sorts each division, sets the ranks, and marks who goes up and down unless nothing was played yet.
func (r *Rules) order(rows []Row, results []Result, lots map[string]int) []Row {
	slices.SortFunc(rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Division, b.Division), cmp.Compare(lots[a.Name], lots[b.Name]))
	})
	met := meetings(results)
	var above []Row
	for from := 0; from < len(rows); {
		to := from
		for to < len(rows) && rows[to].Division == rows[from].Division {
			to++
		}
		division := rows[from:to]
		r.rank(division, r.TieBreaks, met, 1)
		if above != nil && len(results) > 0 {
			r.mark(above, division)
		}
		above, from = division, to
	}
	return rows
}

// rank orders rows that are equal so far by the remaining tie-breaks. Rows come sorted by lot, and those that
// are equal in everything else share a rank.
func (r *Rules) rank(rows []Row, left []string, met map[string]map[string]int, first int) {
	if len(left) == 0 || left[0] == "lot" || len(rows) == 1 {
		for i := range rows {
			rows[i].Rank, rows[i].Order = first, first+i
		}
		return
	}
	value := measure(left[0], rows, met)
	slices.SortStableFunc(rows, func(a, b Row) int { return value(b, a) })
	for from := 0; from < len(rows); {
		to := from + 1
		for to < len(rows) && value(rows[from], rows[to]) == 0 {
			to++
		}
		r.rank(rows[from:to], left[1:], met, first+from)
		from = to
	}
}

// measure returns a comparison of two of these rows by one tie-break. It is positive if a is better.
func measure(by string, rows []Row, met map[string]map[string]int) func(a, b Row) int {
	switch by {
	case "points":
		return func(a, b Row) int { return cmp.Compare(a.Points, b.Points) }
	case "wins":
		return func(a, b Row) int { return cmp.Compare(a.Wins, b.Wins) }
	case "share":
		return func(a, b Row) int {
			return cmp.Compare(a.Share*int64(max(b.Played, 1)), b.Share*int64(max(a.Played, 1)))
		}
	case "misses":
		return func(a, b Row) int { return cmp.Compare(b.Misses, a.Misses) }
	}
	equal, before := map[string]bool{}, map[string]int{} // the rest is "met"
	for _, row := range rows {
		equal[row.Name] = true
	}
	for _, row := range rows {
		for other, n := range met[row.Name] {
			if equal[other] {
				before[row.Name] += n
			}
		}
	}
	return func(a, b Row) int { return cmp.Compare(before[a.Name], before[b.Name]) }
}

// meetings counts, for each two players who held their own seats to the end, how often the first was placed
// before the second, less how often after.
func meetings(results []Result) map[string]map[string]int {
	met := map[string]map[string]int{}
	for i := range results {
		places := results[i].Places()
		for a, one := range results[i].Seats {
			for b, two := range results[i].Seats {
				if one.By != "" || two.By != "" || places[a] == places[b] {
					continue
				}
				if met[one.Name] == nil {
					met[one.Name] = map[string]int{}
				}
				met[one.Name][two.Name] += cmp.Compare(places[b], places[a])
			}
		}
	}
	return met
}
