package league

import (
	"cmp"
	"fmt"
	"slices"

	"pitpost.example/engine"
)

// TieBreaks are all there are, in the order in which they are asked by default:
// points; wins; met (among those still equal: how many of the others one was
// placed before, less those placed after, over the matches they sat in together);
// share (the mean part of all scores of one's matches); misses (fewer are
// better). Who is equal in all shares a rank. The lot, drawn from the season's
// seed, is always the last and says only which of them goes up or down.
func TieBreaks() []string { return []string{"points", "wins", "met", "share", "misses", "lot"} }

// lots gives each entrant a number from the season's seed, the lowest being best:
// their place when the names, sorted by bytes, are shuffled.
func lots(seed [32]byte, season int, entrants []Entrant) map[string]int {
	lots := map[string]int{}
	names := engine.Each(entrants, func(e Entrant) string { return e.Name })
	for i, n := range byLot(seed, fmt.Sprintf("league lot %d", season), names) {
		lots[n] = i
	}
	return lots
}

// byLot are names in an order by lot, however they come.
func byLot(seed [32]byte, purpose string, names []string) []string {
	slices.Sort(names)
	engine.Mix(engine.Dice{Seed: seed}.For(purpose), names)
	return names
}

// order sorts each division, gives ranks and says who is to go up and down; nobody
// where nothing was played.
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

// rank orders rows that are equal so far by the tie-breaks that are left. Rows
// come in the order of their lots; those equal in all else share a rank.
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

// measure compares two of these rows by one tie-break: more than 0 where a is better.
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
	equal, before := map[string]bool{}, map[string]int{} // "met"
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

// meetings counts, for each two who held their own seats to the end, how often
// the first was placed before the second, less how often after.
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
