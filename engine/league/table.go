package league

import (
	"cmp"
	"slices"
)

// Row is one entrant's line in a division's table.
type Row struct {
	Rank     int // from 1; equals share the better one
	Name     string
	Division int
	Points   Points
	Played   int    // matches that count
	Wins     Points // first places; one shared by two is half a one
	Share    int64  // sum over the matches of the part of all scores that was theirs, in millionths
	Misses   int
	Left     bool // gone from the season
	Order    int  // from 1, without equals: the lot has the last word
	Move     int  // +1 goes up, -1 goes down, 0 stays
}

// one match as it counts for one entrant.
type counted struct {
	points, win Points
	share       int64
	misses      int
	own         bool
}

// Table is the standings, by division and in each by order. Results may come in any order.
// Who is in no division (0), as a substitute is, has no row.
func Table(r *Rules, seed [32]byte, season int, entrants []Entrant, results []Result) []Row {
	sum := map[string][]counted{}
	results = slices.SortedFunc(slices.Values(results), func(a, b Result) int { return a.Group - b.Group })
	for i := range results {
		r.count(&results[i], sum)
	}
	var rows []Row
	for _, e := range entrants {
		if e.Division > 0 {
			rows = append(rows, r.row(e, sum[e.Name]))
		}
	}
	return r.order(rows, results, lots(seed, season, entrants))
}

// count adds a match to those who played it.
func (r *Rules) count(res *Result, sum map[string][]counted) {
	places := res.Places()
	points := r.Share(places)
	total, first := 0, 0
	for i, f := range res.Seats {
		total += max(f.Score, 0)
		if places[i] == 1 {
			first++
		}
	}
	for i, f := range res.Seats {
		c := counted{points: points[i], own: f.By == "", misses: f.Misses}
		if places[i] == 1 && !res.Aborted {
			c.win = Point / Points(first)
		}
		if total > 0 {
			c.share = int64(max(f.Score, 0)) * 1_000_000 / int64(total)
		}
		if f.By == "" {
			sum[f.Name] = append(sum[f.Name], c)
			continue
		}
		sum[f.Name] = append(sum[f.Name], counted{own: true, misses: f.Misses})
		if f.By != Bot && r.Substitutes != "none" {
			c.misses = 0
			sum[f.By] = append(sum[f.By], c)
		}
	}
}

// row adds up what counts of one entrant's matches.
func (r *Rules) row(e Entrant, all []counted) Row {
	row := Row{Name: e.Name, Division: e.Division, Left: e.Left}
	var own, taken []counted
	for _, c := range all {
		row.Misses += c.misses
		if c.own {
			own = append(own, c)
		} else {
			taken = append(taken, c)
		}
	}
	if r.Substitutes == "best" {
		own = better(own, taken)
	} else {
		own = append(own, taken...)
	}
	for _, c := range own {
		row.Points, row.Wins, row.Share, row.Played = row.Points+c.points, row.Wins+c.win, row.Share+c.share, row.Played+1
	}
	return row
}

// better puts matches taken over in the place of worse ones of one's own, the best
// for the worst, as long as that helps.
func better(own, taken []counted) []counted {
	slices.SortStableFunc(own, func(a, b counted) int { return cmp.Compare(a.points, b.points) })
	slices.SortStableFunc(taken, func(a, b counted) int { return cmp.Compare(b.points, a.points) })
	for i := range min(len(own), len(taken)) {
		if taken[i].points > own[i].points {
			own[i] = taken[i]
		}
	}
	return own
}
