package tally

import "slices"

// Sum is a count summed over matches of one game, edition and number of seats.
type Sum struct {
	Game    string `json:"game"`
	Edition string `json:"edition"`
	Seats   int    `json:"seats"`
	Count
}

// Sums are all sums of one game.
type Sums []Sum

// Of returns the sums for an edition and a number of seats; "" and 0 match all.
func (s Sums) Of(edition string, seats int) Sums {
	return slices.DeleteFunc(slices.Clone(s), func(r Sum) bool {
		return edition != "" && r.Edition != edition || seats != 0 && r.Seats != seats
	})
}

// Counts adds up the counts of one kind, by key.
func (s Sums) Counts(what string) map[string]Count {
	out := map[string]Count{}
	for _, r := range s {
		if r.What == what {
			c := out[r.Key]
			out[r.Key] = Count{What: what, Key: r.Key, N: c.N + r.N, Total: c.Total + r.Total}
		}
	}
	return out
}

// Whole adds up one kind over all keys.
func (s Sums) Whole(what string) (c Count) {
	for _, k := range s.Counts(what) {
		c.N, c.Total = c.N+k.N, c.Total+k.Total
	}
	return c
}

// Mean is the total per case, rounded. N must not be 0.
func (c Count) Mean() int64 { return (c.Total + c.N/2) / c.N }
