package server_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/house/desk"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// An organiser may act in the matches of their league only while they play in no match of that division.
func TestAnOrganiserWhoPlaysInADivisionActsInNoneOfItsMatches(t *testing.T) {
	s := newLeagueStage(t)
	s.league("games=saboteur", "groups=1", "group=3", "waves=1", "pace=12h", "bank=0")
	s.enter(6)
	s.until(1, "running", 24*time.Hour)
	for s.count("select count(*) from matches where phase = 'running'") < 2 {
		if s.sweep(); !s.next(24 * time.Hour) {
			t.Fatal("the groups never start")
		}
	}
	type place struct{ Match, Player int64 }
	seats := gather(s, pgx.RowToStructByPos[place], "select match_id, player_id from seats where player_id is not null order by match_id, no")
	mine, other := seats[0], seats[len(seats)-1]
	if mine.Match == other.Match {
		t.Fatal("all sit in one match")
	}
	organiser := gather(s, pgx.RowTo[int64], "select player_id from addresses where address = 'ana@example.com'")[0]
	for _, try := range []struct {
		who, match int64
		may        bool
	}{{organiser, mine.Match, true}, {mine.Player, mine.Match, false}, {mine.Player, other.Match, false}, {other.Player, other.Match, false}} {
		if _, err := s.house.DB.Pool().Exec(t.Context(), "insert into league_organisers (league_id, player_id) values (1, $1) on conflict do nothing", try.who); err != nil {
			t.Fatal(err)
		}
		if may := s.mends(try.who, try.match); may != try.may {
			t.Errorf("player %d at match %d: %t", try.who, try.match, may)
		}
	}
}

// mends reports whether an organiser's pause is taken as that of a referee.
func (s *leagueStage) mends(player, match int64) bool {
	s.Helper()
	address := gather(s, pgx.RowTo[string], "select address from addresses where player_id = $1 and first", player)[0]
	l := desk.Letter{From: address, Trust: model.TrustProved}
	s.now = s.now.Add(time.Minute)
	before := s.count("select count(*) from facts where match_id = $1 and kind in ('match.paused', 'match.resumed') and data->>'by' = 'host'", match)
	word := "pause"
	if s.count("select count(*) from matches where id = $1 and phase = 'paused'", match) == 1 {
		word = "resume"
	}
	s.give(l, fmt.Sprintf("#%d %s", match, word))
	return s.count("select count(*) from facts where match_id = $1 and kind in ('match.paused', 'match.resumed') and data->>'by' = 'host'", match) > before
}

// The desk says who acts as what: the operator who also plays is named by their seat, and nobody who ever sat at the
// table is its referee, whatever the row says.
func TestWhoIsAReferee(t *testing.T) {
	s := stageOf(t, newMemory)
	s.house.Rules.Operator = "bo@example.org"
	for row, step := range []string{"Hal> new saboteur with ana@example.org, bo@example.org, cy@example.org seat=no", "Ana(invite)> yes", "Bo(invite)> yes", "Cy(invite)> yes"} {
		s.step(row+1, step)
		s.happened()
	}
	w := s.holds.(inMemory)
	asking := func(who string, operator bool, see func(*desk.Desk)) {
		t.Helper()
		err := w.Play(t.Context(), &s.house.Rules, model.Cause{Now: s.now}, 1, func(x *world.Tx) {
			player, _ := x.PlayerByAddress(strings.ToLower(who) + "@example.org")
			d := desk.ForPlayer(x, player, "", model.ProofVouched)
			d.Operator = operator
			if operator {
				d.Player = nil
			}
			d.TurnToMatch(1)
			see(d)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	asking("Hal", false, func(d *desk.Desk) {
		if !d.Referee() || !d.Host() || !desk.IsRefereeWriting(d) || d.OperatorSeat() != "" {
			t.Error("Hal is the referee")
		}
	})
	asking("Ana", false, func(d *desk.Desk) {
		if d.Referee() || d.Host() {
			t.Error("Ana plays")
		}
	})
	asking("Bo", true, func(d *desk.Desk) {
		if !d.Referee() || d.OperatorSeat() != "Bo" {
			t.Errorf("the operator sits as %q", d.OperatorSeat())
		}
	})
	asking("Ana", false, func(d *desk.Desk) {
		d.Table.Row.Referee = d.Player.ID
		if d.Referee() || d.Host() {
			t.Error("who sits is no referee, even if the row says so")
		}
		d.Table.Row.Referee = 1
	})
}
