package server_test

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pitpost.example/engine/catalog"
	"pitpost.example/house/desk"
	"pitpost.example/model"
	"pitpost.example/server"
	"pitpost.example/speech"
)

// ratedSeason is a stage with matches played to the end by letters and not rated yet.
type ratedSeason struct {
	*stage
	r *rand.Rand
}

func newSeason(t *testing.T) *ratedSeason {
	return &ratedSeason{newStage(t), rand.New(rand.NewPCG(4, 2))}
}

// open has Ana open a match that the others join at once.
func (s *ratedSeason) open(what string, guests ...string) int64 {
	s.t.Helper()
	addresses := make([]string, len(guests))
	for i, g := range guests {
		addresses[i] = strings.ToLower(g) + "@example.org"
	}
	steps := []string{"Ana> new " + what + " with " + strings.Join(addresses, ", ")}
	for _, g := range guests {
		steps = append(steps, g+"(invite)> yes")
	}
	for i, step := range steps {
		s.step(i, step)
		s.happened()
	}
	return int64(s.count("select max(id) from matches where phase = 'running'"))
}

// turns plays at most most moves by letter; fewer if the match ends.
func (s *ratedSeason) turns(match int64, most int) {
	s.t.Helper()
	for range most {
		t, err := s.house.DB.Fold(s.t.Context(), match, 0)
		if err != nil {
			s.fatal("%v", err)
		}
		if len(t.Match.ToMove()) == 0 {
			return
		}
		name := t.Match.ToMove()[0]
		legal := t.Match.State().Legal(name)
		no := slices.IndexFunc(t.Seats, func(x model.Seat) bool { return x.Name == name })
		s.letters++
		words := legal[s.r.IntN(len(legal))]
		from := t.Seats[no].Address // a stand-in's address differs from the name on the seat
		if from == "" {
			from = strings.ToLower(name) + "@example.org"
		}
		l := desk.Letter{From: from, Display: name, Trust: model.TrustProved, Door: "test", Subject: "Re: letter",
			MessageID: fmt.Sprintf("<%d@example.org>", s.letters), ReceivedAt: s.now, Now: s.now, Kept: words, Text: words, Lines: speech.SplitLines(words, plainFold, catalog.AllGames()...),
			Ref: &model.Ref{Match: match, Seat: t.Seats[no].No, Purpose: model.ForTurn, Step: int64(t.Match.Chair(name).Steps + 1)}}
		l.Hash, l.WordsHash = sha256.Sum256([]byte(l.MessageID)), sha256.Sum256([]byte(words))
		if state, why, err := s.house.Take(s.t.Context(), &l); err != nil || state != "apply" {
			s.fatal("%s> %s: %s %s %v", name, words, state, why, err)
		}
	}
}

// books returns everything stored about ratings as text.
func (s *ratedSeason) books() string {
	s.t.Helper()
	var out strings.Builder
	for _, table := range []string{"rated", "ratings", "rating_changes", "turns_made"} {
		out.WriteString(table + "\n" + s.texts("select coalesce(string_agg(x::text, e'\\n' order by x), '') from " + table + " x")[0] + "\n")
	}
	return out.String()
}

func (s *ratedSeason) check(matches int, wrong string) {
	s.t.Helper()
	got, err := s.house.CompareRatings(s.t.Context(), s.now)
	if err != nil {
		s.fatal("%v", err)
	}
	if got.Matches != matches || (wrong == "") != (got.Wrong == "") || !strings.Contains(got.Wrong, wrong) {
		s.t.Errorf("the check of %d matches says %+v, not %q", matches, got, wrong)
	}
}

// Two houses that sweep at once rate each match once, one after another. All ratings can be computed again
// from the log and are exactly the same.
func TestASeasonIsRatedOnceAndAgainFromTheLog(t *testing.T) {
	s := newSeason(t)
	const all = 1_000_000
	for range 2 {
		s.turns(s.open("saboteur rounds=1", "Bo", "Cy"), all)
	}
	s.turns(s.open("saboteur rounds=1", "Bo", "Cy", "Di", "Eli"), all) // one of five at least is a saboteur
	s.turns(s.open("clonk", "Bo", "Cy"), all)
	stopped := s.open("saboteur rounds=1", "Di", "Eli", "Cy")
	s.turns(stopped, 4)
	s.step(0, fmt.Sprintf("Di(#%d)> stop", stopped)) // a bot plays Di's seat to the end
	s.happened()
	s.turns(stopped, all)
	aborted := s.open("saboteur rounds=1", "Bo", "Cy")
	s.turns(aborted, 6)
	s.step(0, fmt.Sprintf("operator #%d abort", aborted))
	s.step(0, "Ana> new practice saboteur rounds=1")
	s.happened()
	s.turns(int64(s.count("select max(id) from matches")), all)
	const matches = 7

	second := s.second()
	var wait sync.WaitGroup
	for _, h := range []*server.House{s.house, second, s.house, second} {
		wait.Go(func() {
			if _, err := h.Sweep(t.Context(), s.now); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()

	if n, max := s.count("select count(*) from rated"), s.count("select max(no) from rated"); n != matches || max != matches {
		t.Errorf("%d matches are rated, the last as number %d", n, max)
	}
	s.check(matches, "")
	s.outcomes(stopped, aborted)
	books := s.books()

	s.step(0, "sweep")
	s.turns(stopped, 1)
	s.exec("insert into due (owner, owner_id, seat, what, at) values ('match', $1, -1, 'rate', $2)", stopped, s.now) // a second time
	s.step(0, "sweep")
	if got := s.books(); got != books {
		t.Errorf("a match was rated twice:\n%s", got)
	}

	s.exec("update ratings set mu = mu + 1 where kind = 'saboteur' and player_id = (select min(player_id) from ratings)")
	s.check(matches, "saboteur")
	s.recompute(matches, books)
	// A match keeps the rules by which it was rated. Those of before change nothing in these matches.
	s.exec("update rated set rules = 1 where no < 3")
	s.recompute(matches, s.books())
	if n := s.count("select count(*) from rated where rules = 2"); n != matches-2 {
		t.Errorf("%d matches are rated by the newest rules", n)
	}
	s.exec("update rated set rules = 2")
	// Stored ratings that differ from the log are found and can be recomputed.
	s.exec("update rating_changes set place = place + 1 where kind = 'overall' and no = (select min(no) from rating_changes where kind = 'overall')")
	s.check(matches, "overall")
	s.exec("delete from ratings")
	s.recompute(matches, books)

	// Matches that were played before there were ratings come in the order they ended.
	s.exec("delete from turns_made where no > 3")
	s.exec("delete from rating_changes where no > 3")
	s.exec("delete from rated where no > 3")
	s.check(3, "matches") // the ratings are still those of all matches
	if _, err := s.house.RecomputeRatings(t.Context(), s.now); err != nil {
		t.Fatal(err)
	}
	s.check(matches, "")
}

// While all matches are read to compare ratings, others can be rated: the clock does not wait.
func TestNobodyWaitsWhileMatchesAreReadForRatings(t *testing.T) {
	s := newSeason(t)
	s.turns(s.open("saboteur rounds=1", "Bo", "Cy"), 1_000_000)
	s.step(0, "sweep")
	house := s.house
	s.house = s.second()
	other := must(s.house.DB.Pool().Begin(t.Context()))(t)
	must(other.Exec(t.Context(), "lock table facts"))(t)
	compared := make(chan error)
	go func() {
		_, err := house.CompareRatings(t.Context(), s.now)
		compared <- err
	}()
	for s.count("select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'") == 0 {
		time.Sleep(time.Millisecond)
	}
	if s.count("select count(*) from pg_locks where locktype = 'advisory' and objid = hashtext('pitpost ratings')::bigint & x'ffffffff'::bigint") != 0 {
		t.Error("the ratings are locked while matches are read")
	}
	if err := other.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-compared; err != nil {
		t.Error(err)
	}
}

func (s *ratedSeason) recompute(matches int, want string) {
	s.t.Helper()
	if got, err := s.house.RecomputeRatings(s.t.Context(), s.now); err != nil || got.Matches != matches {
		s.fatal("%+v %v", got, err)
	}
	if got := s.books(); got != want {
		s.t.Errorf("made anew:\n%s\nwas:\n%s", got, want)
	}
	s.check(matches, "")
}

// outcomes checks the season's results: Di, who stopped, is last; aborted matches and those against bots rate
// nobody, but count for how reliably people answer.
func (s *ratedSeason) outcomes(stopped, aborted int64) {
	s.t.Helper()
	last := s.count(fmt.Sprintf(`select place from rating_changes join rated using (no) join addresses using (player_id)
		where match_id = %d and kind = 'overall' and address = 'di@example.org'`, stopped))
	if last != 4 {
		s.t.Errorf("Di stopped and is placed %d of 4", last)
	}
	if n := s.count(fmt.Sprintf("select count(*) from rating_changes join rated using (no) where match_id in (%d, %d)", aborted, aborted+1)); n != 0 {
		s.t.Errorf("%d ratings were changed by a match that was aborted or played against bots", n)
	}
	if n := s.count(fmt.Sprintf("select coalesce(sum(made), 0) from turns_made join rated using (no) where match_id = %d", aborted)); n != 6 {
		s.t.Errorf("%d of 6 turns of the aborted match were counted", n)
	}
	if n := s.count("select count(distinct kind) from rating_changes"); n != 5 {
		s.t.Errorf("%d kinds of ratings, not five: places overall and of two games, and roles", n)
	}
}

// A player who resigns is last. A stand-in is rated only if the seat ends better than they took it over.
func TestWhoLeavesIsLastAndAStandInCannotLose(t *testing.T) {
	s := newSeason(t)
	for range 3 {
		match := s.open("saboteur rounds=1", "Bo", "Cy", "Di", "Eli")
		s.turns(match, 7)
		for _, step := range []string{"Bo(#%d)> resign", "Bo(receipt; #%d)> yes", "operator #%d replace Bo with gus@example.org", "Gus(offer; #%d)> yes"} {
			s.step(0, fmt.Sprintf(step, match))
			s.happened()
		}
		s.turns(match, 1_000_000)
		s.step(0, "sweep")
		s.happened()
		end, err := s.house.DB.Fold(t.Context(), match, 0)
		if err != nil {
			t.Fatal(err)
		}
		var taken float64
		if err := s.house.DB.Pool().QueryRow(t.Context(), "select place from seat_changes where match_id = $1 and what = 'taken'", match).Scan(&taken); err != nil {
			t.Fatal(err)
		}
		of := func(who string) int {
			return s.count(fmt.Sprintf(`select coalesce(sum(place * 10 + among), 0) from rating_changes join rated using (no) join addresses using (player_id)
				where match_id = %d and kind = 'overall' and address = '%s@example.org'`, match, who))
		}
		better := end.Match.Places()["Bo"] < taken
		if want := map[bool]int{true: 66, false: 55}[better]; of("bo") != want || (of("gus") != 0) != better {
			t.Errorf("taken at %v, ended at %v: Bo %d, Gus %d", taken, end.Match.Places()["Bo"], of("bo"), of("gus"))
		}
		if s.count(fmt.Sprintf(`select coalesce(sum(made), 0) from turns_made join rated using (no) join addresses using (player_id)
				where match_id = %d and address = 'gus@example.org'`, match)) == 0 {
			t.Error("no turn of the stand-in was counted")
		}
	}
	s.check(3, "")
}

// "rating" as a player reads it.
func TestRatingIsTold(t *testing.T) {
	s := newSeason(t)
	read := func(step string) string {
		t.Helper()
		s.step(0, step)
		return strings.Join(s.happened(), "\n")
	}
	if got := read("Ana> rating"); !strings.Contains(got, "No match has been rated yet") {
		t.Errorf("before any match:\n%s", got)
	}
	match := s.open("saboteur rounds=1", "Bo", "Cy")
	s.turns(match, 1_000_000)
	s.step(0, "sweep")
	s.happened()
	next := s.open("saboteur rounds=1", "Bo", "Cy")
	got := read("Ana> rating")
	for _, want := range []string{"All games together: ", "Saboteur: ", "after 1 rated match.", "turns made in time (100 %)", fmt.Sprintf("#%d Saboteur: place ", match), "from 1000 to "} {
		if !strings.Contains(got, want) {
			t.Errorf("without %q:\n%s", want, got)
		}
	}
	got = read(fmt.Sprintf("Ana(#%d)> rating bo", next))
	if !strings.Contains(got, "The rating of Bo:") || !strings.Contains(got, "Saboteur: ") || strings.Contains(got, "place ") {
		t.Errorf("of Bo, who sits at the table:\n%s", got)
	}
	for _, step := range []string{fmt.Sprintf("Gus(#%d)> rating bo", next), "Gus> rating bo"} {
		if got := read(step); strings.Contains(got, "points") {
			t.Errorf("%s, who sits elsewhere:\n%s", step, got)
		}
	}
}
