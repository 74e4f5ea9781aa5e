// Package rating computes how strong players are from the results of their matches. It uses Weng and Lin's
// Bayesian approximation of the Plackett–Luce model, and gives the same bits on every machine. It stores
// nothing: Read turns a match into what is rated, and Book.Enter rates it.
package rating

import "math"

// The scale, as OpenSkill and TrueSkill have it: a newcomer's mean and deviation, how much chance decides one
// game (beta), and the least share of a variance that remains after a match (kappa).
const (
	newMu    = 25.0
	newSigma = 25.0 / 3
	beta     = 25.0 / 6
	kappa    = 0.0001
)

// Skill is an estimate of a player's strength: its mean and standard deviation.
type Skill struct{ Mu, Sigma float64 }

// Team is one side of a contest: its members and its place, from 1. Teams with the same place tie.
type Team struct {
	Place   int
	Members []Skill
}

// side holds the sums for one team.
type side struct {
	place        int
	mu, variance float64
	strength     float64 // e to the power of mu/c, scaled alike for all teams of a contest
	below        float64 // the strengths of all teams with the same place or a worse one
	ties         float64 // number of teams that share the place, including this one
}

// RateTeams returns the skills of all members after a contest, in the order of the teams. It is Algorithm 4 of R.
// C. Weng and C.-J. Lin, "A Bayesian Approximation Method for Online Ranking", Journal of Machine Learning
// Research 12 (2011), with gamma = sigma/c. With fewer than two teams nothing changes. Every team needs a
// member.
//
// The conversions of products to float64 keep compilers from fusing a product with a sum, which would round
// differently on some machines.
func RateTeams(teams []Team) [][]Skill {
	out := make([][]Skill, len(teams))
	sides, c := sum(teams)
	for i, t := range teams {
		omega, delta := 0.0, 0.0
		for q := range sides {
			if sides[q].place > sides[i].place {
				continue
			}
			p := sides[i].strength / sides[q].below
			if q == i {
				omega += (1 - p) / sides[q].ties
			} else {
				omega -= p / sides[q].ties
			}
			delta += float64(p*(1-p)) / sides[q].ties
		}
		gamma := math.Sqrt(sides[i].variance) / c
		omega = float64(omega * (sides[i].variance / c))
		delta = float64(gamma * float64(delta*(sides[i].variance/float64(c*c))))
		out[i] = make([]Skill, len(t.Members))
		for k, m := range t.Members {
			share := float64(m.Sigma*m.Sigma) / sides[i].variance
			shrink := math.Sqrt(max(1-float64(share*delta), kappa))
			out[i][k] = Skill{Mu: m.Mu + float64(share*omega), Sigma: float64(m.Sigma * shrink)}
		}
	}
	return out
}

// sum adds up each team and returns c, the spread of the whole contest.
func sum(teams []Team) (sides []side, c float64) {
	sides = make([]side, len(teams))
	square, most := 0.0, math.Inf(-1)
	for i, t := range teams {
		sides[i].place = t.Place
		for _, m := range t.Members {
			sides[i].mu += m.Mu
			sides[i].variance += float64(m.Sigma * m.Sigma)
		}
		square += sides[i].variance + beta*beta
		most = max(most, sides[i].mu)
	}
	c = math.Sqrt(square)
	for i := range sides {
		sides[i].strength = exp((sides[i].mu - most) / c)
	}
	for i := range sides {
		for q := range sides {
			if sides[q].place >= sides[i].place {
				sides[i].below += sides[q].strength
			}
			if sides[q].place == sides[i].place {
				sides[i].ties++
			}
		}
	}
	return sides, c
}

// exp is e to the power of x, for x ≤ 0. math.Exp is written in assembly for some machines, so its last bits
// may differ.
func exp(x float64) float64 {
	const least = -700 // anything lower is negligible beside the strongest team
	x = max(x, least)
	k := math.Floor(x/math.Ln2 + 0.5)
	// ln 2 in two parts. The first has so few bits that its product with k is exact.
	const high, low = 6.93147180369123816490e-01, 1.90821492927058770002e-10
	r := x - float64(k*high) - float64(k*low)
	term, total := 1.0, 1.0
	for n := 1.0; n < 20; n++ {
		term = float64(term*r) / n
		total += term
	}
	return math.Ldexp(total, int(k))
}

// part is the number of parts of a unit in which ratings are kept: millionths.
const part = 1e6

// Rating is a skill in whole millionths, so that it is the same in memory, in the database and on every
// machine.
type Rating struct{ Mu, Sigma int64 }

// NewRating returns the rating of bots and of players who have never been rated.
func NewRating() Rating { return kept(Skill{newMu, newSigma}) }

func kept(s Skill) Rating { return Rating{Mu: whole(s.Mu), Sigma: max(whole(s.Sigma), 1)} }

func whole(x float64) int64 { return int64(math.Floor(float64(x*part) + 0.5)) }

func (r Rating) skill() Skill {
	return Skill{Mu: float64(r.Mu) / part, Sigma: float64(r.Sigma) / part}
}

// pointsAUnit is the number of points that people are shown for one unit of the mean, so newcomers have 1000.
const pointsAUnit = 40

// Points is the mean as people see it.
func (r Rating) Points() int { return rounded(r.Mu * pointsAUnit) }

// Spread is the distance from Points within which the true strength lies 19 times out of 20, in points.
func (r Rating) Spread() int { return rounded(2 * r.Sigma * pointsAUnit) }

func rounded(millionths int64) int {
	return int(math.Floor(float64(millionths)/part + 0.5))
}
