package league

import (
	"cmp"
	"slices"

	"pitpost.example/engine"
)

// Row is an entrant's line in the table of a division.
type Row struct {
	Rank     int // from 1; equal players share the better rank
	Name     string
	Division int
	Points   Points
	Played   int    // matches that count
	Wins     Points // first places; a place shared by two is half a win each
	Share    int64  // the player's share of all scores in a match, in millionths, summed over the matches
	Misses   int
	Left     bool // has left the season
	Order    int  // from 1, without ties: the lot decides between equal players
	Move     int  // +1 goes up, -1 goes down, 0 stays
	// Adjusted is what an organiser gave or took; Points holds it already.
	Adjusted []Adjustment
}

// counted is one match as it counts for one entrant.
type counted struct {
	points, win Points
	share       int64
	misses      int
	own         bool
}

// ComputeStandings returns the standings, sorted by division and by order. Results may come in any order. Entrants in
// no division (0), such as substitutes, have no row.
func ComputeStandings(r *Rules, seed [32]byte, season int, entrants []Entrant, results []Result) []Row {
	sum := map[string][]counted{}
	results = slices.SortedFunc(slices.Values(results), func(a, b Result) int { return a.Group - b.Group })
	for i := range results {
		r.count(&results[i], sum)
	}
	placed := engine.FilterList(entrants, func(e Entrant) bool { return e.Division > 0 })
	rows := engine.MapList(placed, func(e Entrant) Row { return r.row(e, sum[e.Name]) })
	return r.order(rows, results, lots(seed, season, entrants))
}

// count adds a match to the sums of those who played it.
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
		if places[i] == 1 && !res.nobodyWon() {
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

// row adds up an entrant's matches by the rule for substitutes.
func (r *Rules) row(e Entrant, all []counted) Row {
	row := Row{Name: e.Name, Division: e.Division, Left: e.Left, Adjusted: e.Adjusted}
	for _, a := range e.Adjusted {
		row.Points += Points(a.Points) * Point
	}
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
		own = replaceWorst(own, taken)
	} else {
		own = append(own, taken...)
	}
	for _, c := range own {
		row.Points, row.Wins, row.Share, row.Played = row.Points+c.points, row.Wins+c.win, row.Share+c.share, row.Played+1
	}
	return row
}

// replaceWorst replaces the worst of a player's own matches by the best that they took over, as long as that gains
// points.
func replaceWorst(own, taken []counted) []counted {
	slices.SortStableFunc(own, func(a, b counted) int { return cmp.Compare(a.points, b.points) })
	slices.SortStableFunc(taken, func(a, b counted) int { return cmp.Compare(b.points, a.points) })
	for i := range min(len(own), len(taken)) {
		if taken[i].points > own[i].points {
			own[i] = taken[i]
		}
	}
	return own
}
