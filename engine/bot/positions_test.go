package bot

import (
	"fmt"
	"runtime"
	"sync"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
)

var names = []string{"Ana", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo"}

// after returns a match with that many seats after that many careful choices.
func after(g engine.Game, seats, choices int) *engine.Match {
	m := engine.OpenMatch(g, engine.Setup{Edition: g.Editions()[0]}, [32]byte{byte(seats)})
	for _, name := range names[:seats] {
		m.Apply(engine.Fact{Event: engine.Joined{Name: name}})
	}
	for _, f := range m.Start() {
		m.Apply(f)
	}
	for range choices {
		facts, _ := m.Play(m.ToMove()[0], PlayCarefully(look(m), m.Dice().For("careful")))
		for _, f := range facts {
			m.Apply(f)
		}
	}
	return m
}

// The slowest of these sets the limit of what bots may think together.
func BenchmarkPositions(b *testing.B) {
	for _, g := range catalog.AllGames() {
		least, most := g.Seats()
		for _, seats := range []int{least, (least + most) / 2, most} {
			for _, choices := range []int{2 * seats, 6 * seats} {
				b.Run(fmt.Sprintf("%s with %d after %d", g.Name(), seats, choices), func(b *testing.B) {
					s := look(after(g, seats, choices))
					budget := Budget{Playouts: 200, Spent: new(int), Shared: 1 << 60}
					for n := range b.N {
						NewKeen(budget)(s, engine.Dice{}.For(fmt.Sprint(n)))
					}
					b.ReportMetric(float64(*budget.Spent)/b.Elapsed().Seconds(), "positions/s")
				})
			}
		}
	}
}

// A repeated choice is the same, even under load and even if the shared budget ended in the middle of it.
func TestTheSameChoiceUnderLoad(t *testing.T) {
	for _, g := range catalog.AllGames() {
		least, _ := g.Seats()
		s := look(after(g, least, 3*least))
		for _, shared := range []int{30, 200} {
			choose := func() string {
				return NewKeen(Budget{Playouts: 60, Spent: new(int), Shared: shared})(s, engine.Dice{}.For("load"))
			}
			want := choose()
			var load sync.WaitGroup
			for range 4 * runtime.GOMAXPROCS(0) {
				load.Go(func() {
					if got := choose(); got != want {
						t.Errorf("%s: %q at a second try, %q at the first", g.Name(), got, want)
					}
				})
			}
			load.Wait()
		}
	}
}

// Bots with a budget too small for their match still finish it, and make the same choices every time.
func TestBotsPlayOnWithNothingLeftToThink(t *testing.T) {
	for _, g := range catalog.AllGames() {
		least, _ := g.Seats()
		var first []string
		for try := range 2 {
			m := after(g, least, 0)
			b := Budget{Playouts: 100, Spent: new(int), Shared: 250}
			var played []string
			for m.Phase == engine.Running && len(played) < 1000 {
				s := look(m)
				command := NewKeen(b)(s, m.Dice().For(fmt.Sprint("bot ", len(played))))
				played = append(played, s.Seat+" "+command)
				facts, refusal := m.Play(s.Seat, command)
				if refusal != nil {
					t.Fatalf("%s: %s: %v", g.Name(), command, refusal)
				}
				for _, f := range facts {
					m.Apply(f)
				}
			}
			_, thinks := m.State().(engine.Guessing)
			if m.Phase != engine.Over || thinks && *b.Spent <= b.Shared {
				t.Fatalf("%s: phase %d after %d positions", g.Name(), m.Phase, *b.Spent)
			}
			if try == 0 {
				first = played
			} else if fmt.Sprint(played) != fmt.Sprint(first) {
				t.Errorf("%s: the second try went another way", g.Name())
			}
		}
	}
}
