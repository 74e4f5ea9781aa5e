// Package rating reckons how strong players are from how their matches ended: Weng and Lin's
// Bayesian approximation for the Plackett–Luce model, with the same bits on every machine.
package rating

import "math"

// The scale: a newcomer's mean and deviation, how far chance carries one game (beta), and the
// least share of a variance that one match leaves (kappa). Those of OpenSkill and TrueSkill.
const (
	newMu    = 25.0
	newSigma = 25.0 / 3
	beta     = 25.0 / 6
	kappa    = 0.0001
)

// Skill is what is believed of a player's strength: a mean and how unsure it is.
type Skill struct{ Mu, Sigma float64 }

// Team is one side of a contest: its members, and its place, 1 the best. Teams of one place tie.
type Team struct {
	Place   int
	Members []Skill
}

// side is a team summed up, and its share of the contest.
type side struct {
	place        int
	mu, variance float64
	strength     float64 // e to the power of mu/c, all of a contest scaled alike
	below        float64 // the strengths of all teams of this place and worse ones
	ties         float64 // how many teams share the place, this one among them
}

// Rate gives the skills of all members after a contest, in the order of the teams. It is
// Algorithm 4 of R. C. Weng and C.-J. Lin, "A Bayesian Approximation Method for Online
// Ranking", Journal of Machine Learning Research 12 (2011), with gamma = sigma/c. Fewer than
// two teams change nothing. Every team needs a member.
//
// Products are converted to float64 one by one, since a compiler may else fuse them with a sum
// and round once less on some machines.
func Rate(teams []Team) [][]Skill {
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

// sum adds up each team, and gives c, the spread of the whole contest.
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

// exp is e to the power of x, for x of 0 and less. The library's own is written in assembly
// for some machines, and so not the same to the last bit on all of them.
func exp(x float64) float64 {
	const least = -700 // what lies below is of no weight against the strongest team
	x = max(x, least)
	k := math.Floor(x/math.Ln2 + 0.5)
	// ln 2 in two parts, the first with so few bits that k times it is exact.
	const high, low = 6.93147180369123816490e-01, 1.90821492927058770002e-10
	r := x - float64(k*high) - float64(k*low)
	term, total := 1.0, 1.0
	for n := 1.0; n < 20; n++ {
		term = float64(term*r) / n
		total += term
	}
	return math.Ldexp(total, int(k))
}

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

func rounded(millionths int64) int {
	return int(math.Floor(float64(millionths)/part + 0.5))
}
