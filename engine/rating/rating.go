package rating

import "math"

// part is how many parts of a unit a rating is kept to: a millionth.
const part = 1e6

// Rating is a skill as it is kept: in whole millionths, so that it is the same in memory, in
// tables and on every machine.
type Rating struct{ Mu, Sigma int64 }

// New is the rating of who has never been rated, and of every bot.
func New() Rating { return kept(Skill{newMu, newSigma}) }

func kept(s Skill) Rating { return Rating{Mu: whole(s.Mu), Sigma: max(whole(s.Sigma), 1)} }

func whole(x float64) int64 { return int64(math.Floor(float64(x*part) + 0.5)) }

func (r Rating) skill() Skill {
	return Skill{Mu: float64(r.Mu) / part, Sigma: float64(r.Sigma) / part}
}

// pointsAUnit is how many points, as people are shown them, are one unit of the mean: who is
// new has 1000.
const pointsAUnit = 40

// Points is the mean as people are shown it.
func (r Rating) Points() int { return rounded(r.Mu * pointsAUnit) }

// Spread is how far the true strength may lie from Points, nineteen times out of twenty.
func (r Rating) Spread() int { return rounded(2 * r.Sigma * pointsAUnit) }

// Sure is the strength that a player has almost surely: lists are sorted by it, so that
// nobody leads by one lucky match.
func (r Rating) Sure() int64 { return r.Mu - 3*r.Sigma }

func rounded(millionths int64) int {
	return int(math.Floor(float64(millionths)/part + 0.5))
}
