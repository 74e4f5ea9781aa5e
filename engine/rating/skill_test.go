package rating

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
)

// fresh returns n new players.
func fresh(n int) []Skill {
	out := make([]Skill, n)
	for i := range out {
		out[i] = Skill{newMu, newSigma}
	}
	return out
}

func near(t *testing.T, what string, got, want float64, within float64) {
	t.Helper()
	if math.Abs(got-want) > within {
		t.Errorf("%s: got %.12f, want %.12f", what, got, want)
	}
}

// Test vectors of the OpenSkill implementations for Plackett–Luce (github.com/philihp/openskill.js,
// src/models/__tests__/plackett-luce.test.ts): new players, teams listed from first to last.
func TestRateIsAsOpenSkillHasIt(t *testing.T) {
	for _, c := range []struct {
		name  string
		sizes []int
		want  []Skill // of each member of a team
	}{
		{"two", []int{1, 1}, []Skill{{27.63523138347365, 8.065506316323548}, {22.36476861652635, 8.065506316323548}}},
		{"three", []int{1, 1, 1}, []Skill{{27.868876552746237, 8.204837030780652}, {25.717219138186557, 8.057829747583874}, {21.413904309067206, 8.057829747583874}}},
		{"four", []int{1, 1, 1, 1}, []Skill{{27.795084971874736, 8.263160757613477}, {26.552824984374855, 8.179213704945203},
			{24.68943500312503, 8.083731307186588}, {20.96265504062538, 8.083731307186588}}},
		{"five", []int{1, 1, 1, 1, 1}, []Skill{{27.666666666666668, 8.290556877154474}, {26.833333333333332, 8.240145629781066},
			{25.72222222222222, 8.179996679645559}, {24.055555555555557, 8.111796013701358}, {20.72222222222222, 8.111796013701358}}},
		{"teams of three, one and two", []int{3, 1, 2}, []Skill{{25.939870821784513, 8.247641552260456}, {27.21366020491262, 8.274321317985242},
			{21.84646897330287, 8.213058173195341}}},
	} {
		var teams []Team
		for i, n := range c.sizes {
			teams = append(teams, Team{Place: i + 1, Members: fresh(n)})
		}
		for i, team := range RateTeams(teams) {
			for _, got := range team {
				near(t, c.name+", mean", got.Mu, c.want[i].Mu, 1e-11)
				near(t, c.name+", deviation", got.Sigma, c.want[i].Sigma, 1e-11)
			}
		}
	}
}

// The example in OpenSkill's README (pypi.org/project/openskill/3.3.0): players of different strengths, two
// against two.
func TestRateOfUnlikeTeams(t *testing.T) {
	got := RateTeams([]Team{
		{Place: 1, Members: []Skill{{25, 25.0 / 3}, {32.444, 5.123}}},
		{Place: 2, Members: []Skill{{43.381, 2.421}, {25.188, 6.211}}},
	})
	want := [][]Skill{
		{{28.669648436582808, 8.071520788025197}, {33.83086971107981, 5.062772998705765}},
		{{43.071274808241974, 2.4166900452721256}, {23.149503312339064, 6.1378606973362135}},
	}
	for i := range want {
		for k := range want[i] {
			near(t, "mean", got[i][k].Mu, want[i][k].Mu, 1e-11)
			near(t, "deviation", got[i][k].Sigma, want[i][k].Sigma, 1e-11)
		}
	}
}

// Three games of five players with ties, one after another, as rated by rank-1.02, the program that came with
// the paper (numbers from openskill.js, plackett-luce-series.test.ts).
func TestRateIsAsThePapersProgramHasIt(t *testing.T) {
	p := fresh(5)
	play := func(who, places []int) {
		teams := make([]Team, len(who))
		for i, n := range who {
			teams[i] = Team{Place: places[i], Members: []Skill{p[n]}}
		}
		for i, after := range RateTeams(teams) {
			p[who[i]] = after[0]
		}
	}
	play([]int{0, 1, 2, 3, 4}, []int{1, 2, 2, 4, 4})
	play([]int{4, 2, 1}, []int{1, 2, 2})
	play([]int{3, 1, 2, 0}, []int{1, 1, 3, 3})
	for i, want := range []Skill{{26.353761103, 8.11102706}, {24.618479789, 7.90533551}, {23.065819512, 7.822005595}, {24.476332403, 8.106111471}, {26.385499685, 8.054090809}} {
		near(t, "mean", p[i].Mu, want.Mu, 1e-8)
		near(t, "deviation", p[i].Sigma, want.Sigma, 1e-8)
	}
}

func TestAloneNothingChanges(t *testing.T) {
	teams := []Team{{Place: 1, Members: fresh(2)}}
	if got := RateTeams(teams); !reflect.DeepEqual(got[0], teams[0].Members) {
		t.Errorf("got %v", got)
	}
}

// anyContest returns a random contest of up to ten single players.
func anyContest(r *rand.Rand) []Team {
	teams := make([]Team, 2+r.IntN(9))
	for i := range teams {
		teams[i] = Team{Place: 1 + r.IntN(len(teams)), Members: []Skill{{Mu: -10 + 70*r.Float64(), Sigma: 0.5 + 8*r.Float64()}}}
	}
	return teams
}

// If all players are equally uncertain, gains and losses are equal in sum. Deviations never grow, a player alone
// in first place never falls, and one alone in last place never rises.
func TestWhatOneWinsOthersLose(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		teams := anyContest(r)
		alike := 1 + 7*r.Float64()
		for i := range teams {
			teams[i].Members[0].Sigma = alike
		}
		total := 0.0
		for i, after := range RateTeams(teams) {
			before := teams[i].Members[0]
			total += after[0].Mu - before.Mu
			if after[0].Sigma > before.Sigma || !(after[0].Sigma > 0) {
				t.Fatalf("%v: the deviation went from %v to %v", teams, before.Sigma, after[0].Sigma)
			}
			best, worst := true, true
			for q := range teams {
				best = best && (q == i || teams[q].Place > teams[i].Place)
				worst = worst && (q == i || teams[q].Place < teams[i].Place)
			}
			if gain := after[0].Mu - before.Mu; best && gain < 0 || worst && gain > 0 {
				t.Fatalf("%v: place %d gained %v", teams, teams[i].Place, gain)
			}
		}
		near(t, "gains and losses together", total, 0, 1e-9)
	}
}

// A better place among the same players never gives a lower rating.
func TestABetterPlaceIsNeverWorse(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 3000 {
		teams := anyContest(r)
		for i := range teams {
			teams[i].Place = 2 * (i + 1)
		}
		mine := r.IntN(len(teams))
		last := math.Inf(1)
		for place := 1; place < 2*len(teams)+2; place += 2 { // between all the others
			teams[mine].Place = place
			got := RateTeams(teams)[mine][0].Mu
			if got > last+1e-9 {
				t.Fatalf("%v: place %d of seat %d gives %v, the place before %v", teams, place, mine, got, last)
			}
			last = got
		}
	}
}

func TestExpIsTheLibrarys(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 100000 {
		x := -r.Float64() * r.Float64() * 690
		if got, want := exp(x), math.Exp(x); math.Abs(got-want) > 1e-15*want {
			t.Fatalf("exp(%v) = %v, want %v", x, got, want)
		}
	}
	if exp(0) != 1 || exp(-1e6) <= 0 {
		t.Error("the ends of exp")
	}
}

// The exact bits, to notice a compiler or machine that rounds differently.
func TestTheBitsStand(t *testing.T) {
	p := RateTeams([]Team{{1, []Skill{{31.415926, 3.141592}, {27.182818, 2.718281}}}, {2, []Skill{{16.180339, 7.320508}}}, {2, []Skill{{14.142135, 1.732050}}}})
	got := []uint64{math.Float64bits(p[0][0].Mu), math.Float64bits(p[0][1].Sigma), math.Float64bits(p[1][0].Mu), math.Float64bits(p[2][0].Sigma)}
	want := []uint64{0x403f7385c143f0b8, 0x4005bcb51fc371f4, 0x402fb80dda74ed4f, 0x3ffbb30212b293d9}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %#x, want %#x", got, want)
	}
}
