package server_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/db/people"
	"pitpost.example/db/store"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/server"
)

// vacated returns a stage on which Bo was kicked from match 1 and Gus and Hal are stand-ins, so that a seat
// will be offered.
func vacated(t *testing.T, options string) *stage {
	s := newStage(t)
	s.must = true
	s.run("Gus> standin", "Hal> standin", "Ana> new saboteur with bo@example.org, cy@example.org first=Ana "+options,
		"Bo(invite)> yes", "Cy(invite)> yes", "operator #1 kick Bo")
	return s
}

// run runs steps of a transcript.
func (s *stage) run(rows ...string) {
	for i, row := range rows {
		s.step(i+1, row)
		s.happened()
	}
}

func (s *stage) count(sql string, args ...any) int {
	s.t.Helper()
	return selected(s.t, s.house.DB, pgx.RowTo[int], sql, args...)[0]
}

// second returns a second house on the same database, like a second process.
func (s *stage) second() *server.House {
	s.t.Helper()
	h := s.house
	d := opened(s.t, h.DB.Pool().Config().ConnString())
	return &server.House{Store: server.NewPostgresStore(d), DB: d, Log: h.Log, Rules: world.Rules{Games: h.Rules.Games, Names: h.Rules.Names, Address: h.Rules.Address, Fold: h.Rules.Fold, Random: h.Rules.Random, Bot: h.Rules.Bot, Seal: h.Rules.Seal}}
}

// Two processes that sweep at once offer a seat to one person. If a yes and a "back" come at the same time,
// one of the two gets the seat.
func TestASeatIsOfferedOnce(t *testing.T) {
	s := vacated(t, "")
	houses := []*server.House{s.house, s.second()}
	var wg sync.WaitGroup
	for _, h := range houses {
		for range 3 {
			wg.Go(func() {
				if _, err := h.Sweep(context.Background(), s.now); err != nil {
					t.Error(err)
				}
			})
		}
	}
	wg.Wait()
	if n := s.count("select count(*) from outbox where purpose = 'offer'"); n != 1 {
		t.Errorf("%d letters offer the seat, want 1", n)
	}
	if n := s.count("select count(*) from due where what = 'standin'"); n != 1 {
		t.Errorf("%d rows wait for the answer, want 1", n)
	}
}

// If offering a seat fails half-way, nothing has changed, and the next sweep offers it.
func TestAnOfferIsWholeOrNone(t *testing.T) {
	s := vacated(t, "")
	broken := errors.New("the process dies here")
	err := s.house.DB.Play(t.Context(), model.Cause{Kind: "clock", Now: s.now}, 1, func(tx *db.Tx) error {
		if mine, err := tx.TakeDue(model.Due{Owner: model.DueOfMatch, ID: 1, Seat: 1, What: model.DueStandin, At: s.now}); err != nil || !mine {
			t.Fatal(mine, err)
		}
		err := world.Decide(&s.house.Rules, model.Cause{Now: s.now}, store.NewTx(tx), func(x *world.Tx) {
			if next := x.NextStandin(model.Vacancy{Match: 1, Game: "saboteur", Lang: "en", Until: s.now, Offers: 3}); next == nil {
				t.Fatal("nobody is asked")
			}
		})
		return errors.Join(err, broken)
	})
	if !errors.Is(err, broken) {
		t.Fatal(err)
	}
	s.run("sweep")
	if n := s.count("select count(*) from outbox where purpose = 'offer'"); n != 1 {
		t.Errorf("%d letters offer the seat, want 1", n)
	}
}

// Links and keys of the previous player do not work any more. The link that stops their mail does not stop
// anybody else's.
func TestOldLinksOpenNothing(t *testing.T) {
	s := vacated(t, "")
	s.run("sweep", "Gus(offer)> yes")
	bo, gus := s.player("bo"), s.player("gus")
	for _, c := range []struct {
		player int64
		state  string
	}{{bo, "joined"}, {0, "joined"}, {gus, "bot"}} {
		if _, err := s.house.StopMail(t.Context(), model.Ref{Match: 1, Seat: 1, Purpose: model.ForStop, Step: c.player}, s.now); err != nil {
			t.Fatal(err)
		}
		if n := s.count("select count(*) from seats where match_id = 1 and no = 1 and state = $1", c.state); n != 1 {
			t.Errorf("after player %d stopped the mail the seat is not %s", c.player, c.state)
		}
	}
}

func (s *stage) player(name string) int64 {
	return int64(s.count("select player_id from addresses where address = $1", name+"@example.org"))
}

// The recorded changes of hands hold what ratings need: who left, why, and the place in which the seat was
// taken over.
func TestChangesOfHandsAreKept(t *testing.T) {
	s := vacated(t, "")
	s.run("sweep", "Gus(offer)> yes", "Gus(round)> resign", "Gus(receipt)> yes", "sweep", "Hal(offer)> yes")
	var got []string
	err := s.house.DB.Play(t.Context(), model.Cause{Kind: "operator", Now: s.now}, 1, func(tx *db.Tx) error {
		list, err := people.ListSeatChanges(tx.Context(), tx, "match_id = 1")
		got = nil
		for _, c := range list {
			who := map[int64]string{s.player("bo"): "Bo", s.player("gus"): "Gus", s.player("hal"): "Hal"}[c.Player]
			got = append(got, strings.Join([]string{who, string(c.What), string(c.Why)}, " "))
			if c.Place != 2 || c.Score != 0 { // nobody has scored yet
				t.Errorf("%s: place %v, score %d", who, c.Place, c.Score)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	want := "Bo left sent, Gus taken house, Gus left resigned, Hal taken house"
	if strings.Join(got, ", ") != want {
		t.Errorf("kept is %q, want %q", got, want)
	}
}

// A new player has a full pace for the first move, a full bank, and none of the previous player's plans.
func TestWhoTakesASeatOverHasFullTime(t *testing.T) {
	s := newStage(t)
	s.must = true
	s.run("Gus> standin", "Ana> new saboteur with bo@example.org, cy@example.org first=Ana rounds=1 pace=5h bank=10h remind=off",
		"Bo(invite)> yes", "Cy(invite)> yes", "Bo(receipt)> pass all", "Bo(receipt)> next pass 2", "Ana(turn)> pause",
		"operator #1 kick Bo", "sweep", "clock +2h", "Gus(offer)> yes", "operator #1 resume", "Ana(turn)> pass 1", "clock +1h")
	var due time.Time
	var bank time.Duration
	var orders string
	err := s.house.DB.Pool().QueryRow(t.Context(), `select c.due, s.bank, coalesce(s.standing->>'orders', '') from clocks c join seats s on s.match_id = c.match_id and s.no = c.seat
		where c.match_id = 1 and c.seat = 1`).Scan(&due, &bank, &orders)
	if err != nil {
		t.Fatal(err)
	}
	if want := s.now.Add(-time.Hour).Add(15 * time.Hour); !due.Equal(want) || bank != 10*time.Hour || orders != "" {
		t.Errorf("due %s, want %s; bank %s; standing orders %s", due, want, bank, orders)
	}
	if n := s.count("select count(*) from plans where match_id = 1 and seat = 1"); n != 0 {
		t.Errorf("%d plans of another are left", n)
	}
}

// Somebody who is offered a seat and has not accepted can do nothing at the table with any command, and can
// read nothing about it.
func TestWhoIsAskedHasNoSeatYet(t *testing.T) {
	s := vacated(t, "talk=whispers rounds=1")
	s.run("sweep")
	facts := s.count("select count(*) from facts")
	for _, words := range []string{"status", "again", "story", "plan", "check pass 1", "next pass 1", "pass 1", "say hello", "tell Ana hello", "suspect Ana", "nudge",
		"pause", "resume", "extend 24h", "concede", "resign", "abort", "kick Ana", "replace Ana with jo@example.org", "rewind", "host Gus", "stop", "salt x",
		"clear", "undo", "auto repair", "links on", "rally Sun 20:00", "mute Ana", "start", "rematch", "name Gus", "invite jo@example.org", "key", "force", "or pass 1"} {
		s.run("Gus(offer)> " + words)
		if n := s.count("select count(*) from facts"); n != facts {
			t.Fatalf("%q of somebody without a seat did something: %d facts, then %d", words, facts, n)
		}
		if n := s.count("select count(*) from outbox where player_id = $1 and match_id = 1 and purpose <> 'offer'", s.player("gus")); n != 0 {
			t.Fatalf("%q of somebody without a seat is answered with a letter of the match", words)
		}
	}
	s.run("Gus(offer)> yes")
	if n := s.count("select count(*) from seats where match_id = 1 and no = 1 and state = 'joined' and player_id = $1", s.player("gus")); n != 1 {
		t.Error("a yes after all of that does not count")
	}
}

// The previous player knows the seat's tokens up to the change of hands. These prove nothing about the
// present player, who is asked instead.
func TestAFormersTokenProvesNobody(t *testing.T) {
	s := vacated(t, "rounds=1")
	s.run("sweep", "Gus(offer)> yes")
	for _, words := range []string{"say hello", "resign", "pass 1", "stop", "key"} {
		for _, of := range []string{"Bo's receipt", "Bo's invite"} {
			facts := s.count("select count(*) from facts")
			s.run("Gus(" + of + ")> " + words)
			if now := s.count("select count(*) from facts"); now != facts || !strings.HasPrefix(s.state, "hold") {
				t.Errorf("%q in the name of Gus, by %s, ends as %s", words, of, s.state)
			}
		}
	}
	if s.run("Gus(turn)> say hello"); s.state != "apply" {
		t.Errorf("an answer to a letter of their own ends as %s", s.state)
	}
}

// In whatever way people leave, the match ends when the last one has left, its seed is published, and no due
// row is left.
func TestNobodyLeftEndsAMatch(t *testing.T) {
	ways := map[string][]string{
		"resigned":          {"Cy(turn)> resign", "Cy(receipt)> yes", "Ana(turn)> resign", "Ana(receipt)> yes"},
		"stopped":           {"Cy(turn)> stop", "Ana(turn)> stop"},
		"in a pause":        {"Ana(turn)> pause", "Cy(turn)> stop", "Ana(turn)> stop"},
		"silent":            {"wait 200h"},
		"away, then silent": {"Cy(turn)> away 2 days", "Ana(turn)> away 2 days", "wait 300h"},
		"mixed":             {"Cy(turn)> away 9 days", "Ana(turn)> resign", "Ana(receipt)> yes", "wait 24h", "Cy(receipt)> stop"},
		"taken and left":    {"sweep", "Gus(offer)> yes", "Cy(turn)> stop", "Ana(turn)> stop", "Gus(round)> resign", "Gus(receipt)> yes"},
	}
	for name, rows := range ways {
		for _, options := range []string{"", "timeout=wait ", "timeout=bot "} {
			t.Run(name+" "+options, func(t *testing.T) {
				t.Parallel()
				s := vacated(t, options+"rounds=1 pace=5h bank=0 remind=off")
				s.run(rows...)
				s.run("sweep")
				if n := s.count("select count(*) from matches where id = 1 and phase = 'aborted'"); n != 1 {
					t.Error("the match goes on with nobody")
				}
				if n := s.count("select count(*) from due where owner = 'match' and owner_id = 1 and what not in ('rate', 'tally')"); n != 0 {
					t.Errorf("%d rows are due", n)
				}
				s.run("Hal> standin", "sweep")
				if n := s.count("select count(*) from clocks where match_id = 1"); n != 0 {
					t.Errorf("%d clocks run", n)
				}
			})
		}
	}
}

// Asking for no more mail about somebody else's match stops no other match.
func TestAStopForAnotherMatchStopsNothing(t *testing.T) {
	s := vacated(t, "rounds=1")
	facts := s.count("select count(*) from facts")
	s.run("Gus> new saboteur with cy@example.org", "Cy> #2 stop|Cy", "Ana> #2 stop", "Ana> #77 stop")
	if now := s.count("select count(*) from facts"); now != facts || s.state == "apply" {
		t.Errorf("a seat of another match was left, and the letter ended as %s", s.state)
	}
}
