package friends

import (
	"fmt"
	"net/http"
	"time"

	"pitpost.example/cmd/pitpost/pages"
	"pitpost.example/house/leagues"
	"pitpost.example/house/season"
	"pitpost.example/lab"
)

// SignUp opens Ana's league winter ten days ago, in a house with a match, and enters a number of players:
// p0@example.com, p1@example.com and so on, called Di, Eli, Fay, Gus, Hal, Ivy and Jo in turn.
func (m *Match) SignUp(players int) {
	m.T.Helper()
	m.Clock = time.Now().Add(-10 * 24 * time.Hour).Truncate(time.Second)
	lab.Must(m.House.NewLeague(m.T.Context(), leagues.Order{Name: "winter", Organiser: "ana@example.org",
		Options: []string{"group=4", "groups=2", "lead=0", "waves=1", "round=14", "pace=60h", "bank=12h", "size=9", "growth=1", "move=2"}}, m.Clock))(m.T)
	var people []season.SignUp
	for i := range players {
		people = append(people, season.SignUp{Name: []string{"Di", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo"}[i%7], Address: fmt.Sprintf("p%d@example.com", i)})
	}
	lab.Must(m.House.ImportLeague(m.T.Context(), "winter", people, m.Clock))(m.T)
	lab.Must(m.DB.Pool().Exec(m.T.Context(), "update entrants set state = 'entered'"))(m.T)
}

// League carries out `league words` as the operator.
func (m *Match) League(words string) {
	m.T.Helper()
	if said, err := m.House.OperateLeague(m.T.Context(), "league "+words, m.Clock); err != nil || !said.Done {
		m.T.Fatalf("%s: %+v, %v", words, said, err)
	}
}

// Later moves the clock on while nobody writes, and sweeps at each time at which something is due.
func (m *Match) Later(span time.Duration) {
	m.T.Helper()
	for until := m.Clock.Add(span); ; {
		for {
			n := lab.Must(m.House.Sweep(m.T.Context(), m.Clock))(m.T)
			if n == 0 {
				break
			}
		}
		var next *time.Time
		lab.Check(m.T, m.DB.Pool().QueryRow(m.T.Context(), "select min(at) from due").Scan(&next))
		if next == nil || next.After(until) {
			m.Clock = until
			return
		}
		m.Clock = *next
	}
}

// Pages returns all pages that a house with a public address has, with letters by the house's own writer.
func (m *Match) Pages() http.Handler {
	mux := http.NewServeMux()
	site := pages.Site{House: m.House, Writer: m.Out, Keys: m.Keys, Now: m.Now}
	mux.Handle("GET /{$}", site.Mount(mux))
	return mux
}
