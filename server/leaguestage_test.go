package server_test

import (
	"crypto/sha256"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/engine/catalog"
	"pitpost.example/house/desk"
	"pitpost.example/house/leagues"
	"pitpost.example/house/letter"
	"pitpost.example/house/season"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/server"
	"pitpost.example/speech"
)

// leagueStage is a house with a league, and a clock that jumps from one due row to the next.
type leagueStage struct {
	*testing.T
	url    string
	house  *server.House
	now    time.Time
	silent map[int64]bool       // players who never answer
	slow   func(group int) bool // groups that move only every ten hours
	moved  map[int64]time.Time
}

func newLeagueStage(t *testing.T) *leagueStage {
	s := &leagueStage{T: t, url: migrated(t), now: monday, silent: map[int64]bool{}, moved: map[int64]time.Time{}}
	s.house = s.another()
	return s
}

// another returns a second house on the same database, like a second process.
func (s *leagueStage) another() *server.House {
	d := opened(s.T, s.url)
	return &server.House{Store: server.NewPostgresStore(d), DB: d, Log: slog.New(faults{s.T}), Rules: world.Rules{Games: catalog.FindGame, Names: catalog.GameNames(), Address: "play@example.org", Fold: plainFold}}
}

// league creates a league called winter.
func (s *leagueStage) league(options ...string) {
	s.Helper()
	if _, err := s.house.NewLeague(s.Context(), leagues.Order{Name: "winter", Organiser: "ana@example.com", Options: options}, s.now); err != nil {
		s.Fatal(err)
	}
}

// enter enters n players with proved addresses into the season.
func (s *leagueStage) enter(n int) {
	s.Helper()
	people := make([]season.SignUp, n)
	for i := range people {
		people[i] = season.SignUp{Name: []string{"Ana", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo"}[i%10],
			Address: fmt.Sprintf("p%d@example.org", i)}
	}
	if _, err := s.house.ImportLeague(s.Context(), "winter", people, s.now); err != nil {
		s.Fatal(err)
	}
	s.sweep()
	for _, ask := range s.asks() {
		s.answer(ask, "yes")
	}
}

type openAsk struct {
	id      int64
	address string
}

func (s *leagueStage) asks() []openAsk {
	return gather(s, func(row pgx.CollectableRow) (a openAsk, err error) { err = row.Scan(&a.id, &a.address); return a, err },
		"select id, address from asks where answer = '' order by id")
}

func gather[T any](s *leagueStage, scan pgx.RowToFunc[T], sql string, args ...any) []T {
	s.Helper()
	return selected(s.T, s.house.DB, scan, sql, args...)
}

func (s *leagueStage) count(sql string, args ...any) int {
	s.Helper()
	return gather(s, pgx.RowTo[int], sql, args...)[0]
}

// answer sends a letter that answers a question.
func (s *leagueStage) answer(to openAsk, words string) {
	s.Helper()
	s.write(desk.Letter{From: to.address, Trust: model.TrustUnproved, Ref: &model.Ref{Purpose: model.ForAsk, Step: to.id}}, words)
}

// letter sends a letter without a token from a proved sender.
func (s *leagueStage) letter(from, words string) {
	s.Helper()
	s.write(desk.Letter{From: from, Trust: model.TrustProved}, words)
}

func (s *leagueStage) write(l desk.Letter, words string) {
	s.Helper()
	if state, why := s.give(l, words); state != model.LetterApply {
		s.Fatalf("%q of %s: %s %s", words, l.From, state, why)
	}
}

// give hands the house a letter and returns what became of it.
func (s *leagueStage) give(l desk.Letter, words string) (state model.LetterState, why string) {
	s.Helper()
	l.Door, l.Subject, l.Kept, l.Text, l.ReceivedAt, l.Now = "test", "Re: letter", words, words, s.now, s.now
	l.MessageID = fmt.Sprintf("<%s-%d-%s>", l.From, s.now.UnixNano(), words)
	l.Lines = speech.SplitLines(words, plainFold, catalog.AllGames()...)
	l.WordsHash, l.Hash = sha256.Sum256([]byte(words)), sha256.Sum256([]byte(l.MessageID))
	state, why, err := s.house.Take(s.Context(), &l)
	if err != nil {
		s.Fatal(err)
	}
	return state, why
}

// sweep handles everything that is due now, including what becomes due meanwhile.
func (s *leagueStage) sweep() {
	s.Helper()
	for {
		n, err := s.house.Sweep(s.Context(), s.now)
		if err != nil {
			s.Fatal(err)
		}
		if n == 0 {
			return
		}
	}
}

// next moves the clock to the next due row, but at most by most. It returns false if nothing is due.
func (s *leagueStage) next(most time.Duration) bool {
	at := gather(s, pgx.RowTo[*time.Time], "select min(at) from due")[0]
	if at == nil {
		return false
	}
	until := s.now.Add(most)
	if at.Before(until) {
		until = *at
	}
	if until.After(s.now) {
		s.now = until
	}
	return true
}

// playAll makes up to most moves in each match for all people who are not silent.
func (s *leagueStage) playAll(most int) {
	s.Helper()
	ids := gather(s, pgx.RowTo[int64], `select m.id from matches m join league_matches l on l.match_id = m.id where m.phase = 'running' order by m.id`)
	for _, id := range ids {
		most := most
		if s.slow != nil && s.slow(s.count("select no from league_matches where match_id = $1", id)) {
			if most = 1; s.now.Sub(s.moved[id]) < 10*time.Hour {
				continue
			}
			s.moved[id] = s.now
		}
		for made := 1; made > 0 && most > 0; most -= made { // bots have moved in between
			var err error
			if made, err = s.house.PlayAlong(s.Context(), id, s.now, s.silent, most); err != nil {
				s.Fatal(err)
			}
		}
	}
}

// until lets time pass and people play until the season is in a state.
func (s *leagueStage) until(season int, state string, each time.Duration) {
	s.Helper()
	for range 4000 {
		if s.count("select count(*) from seasons where no = $1 and state = $2::season_state", season, state) > 0 {
			return
		}
		s.playAll(1000)
		s.sweep()
		if !s.next(each) {
			break
		}
		s.sweep()
	}
	s.Fatalf("season %d never was %s; it is %s, at %s", season, state, gather(s, pgx.RowTo[string], "select no || ' ' || state from seasons"), s.now)
}

// organise runs an operator's league command in a transcript: "new NAME ADDRESS OPTIONS", or "import NAME"
// with the rows of the list separated by "|".
func (s *stage) organise(text string) {
	word, rest, _ := strings.Cut(text, " ")
	name, rest, _ := strings.Cut(rest, " ")
	var said *letter.Said
	var err error
	switch word {
	case "new":
		address, options, _ := strings.Cut(rest, " ")
		said, err = s.house.NewLeague(s.t.Context(), leagues.Order{Name: name, Organiser: address, Options: strings.Fields(options)}, s.now)
	case "import":
		var people []season.SignUp
		if people, err = season.ReadSignUps(strings.NewReader(strings.ReplaceAll(rest, "|", "\n"))); err == nil {
			_, err = s.house.ImportLeague(s.t.Context(), name, people, s.now)
		}
	default:
		said, err = s.house.OperateLeague(s.t.Context(), "league "+text, s.now)
	}
	if err != nil {
		s.extra = append(s.extra, "error: "+err.Error())
	}
	if said != nil {
		for _, p := range said.Lines {
			s.extra = append(s.extra, "said: "+s.print.Print(p))
		}
	}
}
