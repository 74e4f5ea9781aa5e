package server_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"net/http/httptest"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/db/store"
	"pitpost.example/engine/catalog"
	"pitpost.example/house/desk"
	"pitpost.example/house/season"
	"pitpost.example/house/world"
	"pitpost.example/meter"
	"pitpost.example/model"
	"pitpost.example/server"
	"pitpost.example/speech"
)

// crowd is many people who write at the same moment, to two processes in turn.
type crowd struct {
	*testing.T
	now    time.Time
	houses []*server.House
	meter  *meter.Meter
}

// newCrowd opens two processes on the database at url. another returns a house for one.
func newCrowd(t *testing.T, url string, now time.Time, another func() *server.House) *crowd {
	c := &crowd{T: t, now: now, meter: meter.New("", "")}
	for range 2 {
		h := another()
		h.DB = must(db.Open(t.Context(), url, catalog.FindGame, db.Options{Domain: "example.org", Conns: 12, Meter: c.meter}))(t)
		h.Store = server.NewPostgresStore(h.DB)
		t.Cleanup(h.DB.Close)
		c.houses = append(c.houses, h)
	}
	return c
}

func (s *stage) crowd() *crowd {
	return newCrowd(s.t, s.house.DB.Pool().Config().ConnString(), s.now, s.second)
}

func (s *leagueStage) crowd() *crowd { return newCrowd(s.T, s.url, s.now, s.another) }

// says returns a letter.
func says(who, words string) desk.Letter {
	return desk.Letter{From: strings.ToLower(who) + "@example.org", Text: words, Kept: words, Lines: speech.SplitLines(words, plainFold, catalog.AllGames()...)}
}

// write has all letters taken at the same moment, and fails if anybody waited for somebody in a circle, from which
// Postgres frees them only after a second.
func (c *crowd) write(letters ...desk.Letter) {
	c.Helper()
	var writing sync.WaitGroup
	for i, l := range letters {
		l.Trust, l.Door, l.ReceivedAt, l.Now, l.MessageID = model.TrustProved, "test", c.now, c.now, fmt.Sprintf("<%s %s>", l.From, l.Kept)
		l.Hash, l.WordsHash = sha256.Sum256([]byte(l.MessageID)), sha256.Sum256([]byte(l.Kept))
		writing.Go(func() {
			if state, why, err := c.houses[i%2].Take(c.Context(), &l); err != nil || state != "apply" {
				c.Errorf("%q of %s: %s %s, %v", l.Kept, l.From, state, why, err)
			}
		})
	}
	writing.Wait()
	got := httptest.NewRecorder()
	c.meter.Handler().ServeHTTP(got, httptest.NewRequest("GET", "/metrics", nil))
	if !strings.Contains(got.Body.String(), "\npitpost_command_retries_total{why=\"deadlock\"} 0\n") {
		c.Errorf("deadlocks: %s", regexp.MustCompile(`(?m)^pitpost_command_retries.*$`).FindAllString(got.Body.String(), -1))
	}
}

// whileSwept does the same while both processes carry out what is due.
func (c *crowd) whileSwept(letters ...desk.Letter) {
	c.Helper()
	var sweeping sync.WaitGroup
	var written atomic.Bool
	for _, h := range c.houses {
		sweeping.Go(func() {
			for last := false; !last; {
				last = written.Load()
				if n, err := h.Sweep(context.WithoutCancel(c.Context()), c.now); err != nil {
					c.Error(err)
				} else if n > 0 {
					last = false
				}
			}
		})
	}
	c.write(letters...)
	written.Store(true)
	sweeping.Wait()
	c.write()
}

// Postgres may ask for another try of a letter. What the first one read it as, here two commands, must not be there then.
func TestATryLeavesTheLetterAsItCame(t *testing.T) {
	s := stageOf(t, newMemory)
	s.run("Ana> new saboteur with bo@example.org, cy@example.org")
	s.run("Ana> new clonk with bo@example.org")
	l := says("Ana", "unsubscribe")
	l.Trust, l.Door, l.ReceivedAt, l.Now = model.TrustProved, "test", s.now, s.now
	came := l
	if state, why, err := s.house.Take(t.Context(), &l); err != nil || state != "apply" {
		t.Fatal(state, why, err)
	}
	if !reflect.DeepEqual(l, came) {
		t.Errorf("it has become %+v", l)
	}
}

// Hosts open matches and invite each other at the same moment.
func TestHostsWhoInviteEachOtherAtOnce(t *testing.T) {
	s := newStage(t)
	const hosts = 24
	var letters []desk.Letter
	for i := range hosts {
		letters = append(letters, says(fmt.Sprintf("host%d", i),
			fmt.Sprintf("new saboteur with host%d@example.org, host%d@example.org, host%d@example.org", (i+1)%hosts, (i+7)%hosts, (i+hosts-3)%hosts)))
	}
	s.crowd().write(letters...)
	if n := s.count("select count(*) from matches"); n != hosts {
		t.Errorf("%d matches", n)
	}
}

// Eight friends who sit in the same eight matches write at the same moment about all of them, each in one of
// the matches.
func TestFriendsWriteAboutAllTheirMatchesAtOnce(t *testing.T) {
	s := newStage(t)
	friends := []string{"Ana", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hal"}
	for _, host := range friends {
		var guests []string
		for _, who := range friends {
			if who != host {
				guests = append(guests, strings.ToLower(who)+"@example.org")
			}
		}
		s.run(host + "> new saboteur with " + strings.Join(guests, ", "))
	}
	c := s.crowd()
	for _, words := range []string{"matches", "back", "unsubscribe"} {
		var letters []desk.Letter
		for i, who := range friends {
			l := says(who, words)
			if words != "unsubscribe" {
				l.SubjectMatch = int64(i + 1)
			}
			letters = append(letters, l)
		}
		c.write(letters...)
	}
	if n := s.count("select count(*) from seats where state = 'joined' and stopped_at is null or state = 'invited'"); n != 0 {
		t.Errorf("%d seats still get mail", n)
	}
}

// Whoever invites Bo need not wait for a command at another match of theirs.
func TestAnInvitationWaitsForNoOtherMatch(t *testing.T) {
	s := newStage(t)
	s.run("Ana> new saboteur with bo@example.org", "Bo(invite)> yes")
	other := must(s.house.DB.Pool().Begin(t.Context()))(t)
	must(other.Exec(t.Context(), "set local idle_in_transaction_session_timeout = '10s'"))(t)
	must(other.Exec(t.Context(), "select from matches for update"))(t)
	s.run("Cy> new saboteur with bo@example.org")
	if err := other.Rollback(t.Context()); err != nil {
		t.Errorf("the invitation waited: %v", err)
	}
}

// People leave a season in the same moment in which its groups are to start.
func TestEntrantsLeaveWhileGroupsStart(t *testing.T) {
	s := newLeagueStage(t)
	s.league("games=saboteur", "groups=2", "round=4", "waves=1", "season=9", "group=4", "size=100", "pace=24h", "bank=0", "signup=3")
	const people, leaving = 40, 16
	s.enter(people)
	for s.count("select count(*) from due where what = 'start'") == 0 {
		s.next(24 * time.Hour)
		s.sweep()
	}
	s.now = gather(s, pgx.RowTo[time.Time], "select min(at) from due where what = 'start'")[0]
	c := s.crowd()
	var leave, sure []desk.Letter
	for i := range leaving {
		leave = append(leave, says(fmt.Sprintf("p%d", i), "league leave winter"))
	}
	c.write(leave...)
	for _, ask := range s.asks() {
		l := says(strings.TrimSuffix(ask.address, "@example.org"), "yes")
		l.Ref = &model.Ref{Purpose: model.ForAsk, Step: ask.id}
		sure = append(sure, l)
	}
	c.whileSwept(sure...)
	if n := s.count("select count(*) from entrants where state = 'dropped'"); n != leaving {
		t.Errorf("%d have left", n)
	}
	if n := s.count("select count(*) from league_matches where round = 1 and match_id is null and state = 'planned'"); n != 0 {
		t.Errorf("%d groups wait", n)
	}
}

// Stand-ins change what they stand in for while they are asked.
func TestStandinsWriteWhileTheyAreAsked(t *testing.T) {
	s := newStage(t)
	standins := []string{"Di", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo"}
	for _, who := range standins {
		s.run(who + "> standin 5")
	}
	const matches = 5
	for i := range matches {
		s.run("Ana> new saboteur with bo@example.org, cy@example.org", "Bo(invite)> yes", "Cy(invite)> yes", fmt.Sprintf("operator #%d kick Bo", i+1))
	}
	c := s.crowd()
	var letters []desk.Letter
	for _, words := range []string{"standin 6", "standin 7", "standin 8"} {
		for _, who := range standins {
			letters = append(letters, says(who, words))
		}
	}
	c.whileSwept(letters...)
	if n := s.count("select count(*) from seat_offers where state = 'open'"); n != matches {
		t.Errorf("%d seats are offered", n)
	}
}

// A list of people who are new here is imported while hosts invite some of them, in another order.
func TestNewcomersAreImportedWhileTheyAreInvited(t *testing.T) {
	s := newStage(t)
	s.run("league new winter ana@example.org")
	const hosts, guests = 6, 4
	var letters []desk.Letter
	var people []season.SignUp
	for i := range hosts {
		words := "new saboteur with "
		for j := range guests {
			address := fmt.Sprintf("p%d@example.org", guests*i+j)
			words += address + ", "
			people = append(people, season.SignUp{Name: fmt.Sprintf("P%c", 'a'+guests*i+j), Address: address})
		}
		letters = append(letters, says(fmt.Sprintf("host%d", i), strings.TrimSuffix(words, ", ")))
	}
	slices.Reverse(people)
	c := s.crowd()
	imported := make(chan error)
	go func() {
		_, err := c.houses[0].ImportLeague(t.Context(), "winter", people, s.now)
		imported <- err
	}()
	c.write(letters...)
	if err := <-imported; err != nil {
		t.Error(err)
	}
	c.write()
	if n := s.count("select count(*) from players p where not exists (select from addresses where player_id = p.id)"); n != 0 {
		t.Errorf("%d players without an address", n)
	}
}

// Rows that refer to a match or a player whom a command has locked are written without waiting for it.
func TestRowsThatReferToLockedOnesAreWritten(t *testing.T) {
	s := newStage(t)
	s.run("Ana> new saboteur with bo@example.org")
	err := s.house.DB.Play(t.Context(), model.Cause{Kind: model.CauseOperator, Now: s.now}, 0, func(tx *db.Tx) error {
		return world.Decide(&s.house.Rules, model.Cause{Now: s.now}, store.NewTx(tx), func(w *world.Tx) {
			w.CodesSince(w.Table(1).Seats[0].Player, s.now)
			must(s.house.DB.Pool().Exec(t.Context(), `set lock_timeout = '1s'; insert into rated (no, match_id) values (1, 1);
				insert into turns_made select 1, player_id, 1, 0 from seats where match_id = 1 and no = 0`))(t)
		})
	})
	if err != nil {
		t.Error(err)
	}
}
