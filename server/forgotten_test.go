package server_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db/lookup"
	"pitpost.example/db/people"
	"pitpost.example/engine/catalog"
	"pitpost.example/engine/record"
)

// forgetting plays a table at which Bo is forgotten: in a match that ended, two that run, in one of which he salted the shuffle,
// and a lobby.
func forgetting(t *testing.T) (s *stage, bo int64) {
	s = newStage(t)
	s.run("Ana> new saboteur with bo@example.org, cy@example.org rounds=1 first=Bo", "Bo(invite)> yes", "Cy(invite)> yes",
		"Bo(turn)> say my number is 5551234", "Bo(turn)> memo Ana bluffs", "Bo(turn)> pass 1", "Cy(turn)> say hello Bo", "operator #1 abort",
		"Cy> new saboteur with bo@example.org, di@example.org rounds=1 first=Bo", "Bo(invite)> yes|salt anything at all", "Di(invite)> yes",
		"Bo(turn)> say 5551234 again", "Bo(turn)> pass 1",
		"Bo> new saboteur with ana@example.org, cy@example.org rounds=1 first=Bo", "Bo(receipt)> note bring 5551234 cakes", "Ana(invite)> yes", "Cy(invite)> yes",
		"Bo(turn)> block eli@example.org", "Bo(turn)> pass 1", "Ana(turn)> block bo@example.org",
		"Di> new saboteur with bo@example.org, cy@example.org", "Bo(invite)> yes")
	bo = int64(s.count("select player_id from addresses where address = 'bo@example.org'"))
	s.listed = map[string]time.Time{}
	s.house.ListForgotten = func(more map[string]time.Time) (map[string]time.Time, error) {
		maps.Copy(s.listed, more)
		return s.listed, nil
	}
	return s, bo
}

// finishForgetting has what is due happen until nothing is left of a forgotten player.
func (s *stage) finishForgetting() {
	s.run("sweep", "sweep", "sweep", "sweep", "sweep", "sweep", "clock +25h", "sweep")
}

// tables returns all that stands in the database, a row a line, with its table in front.
func (s *stage) tables(but ...string) string {
	var all strings.Builder
	for _, table := range selected(s.t, s.house.DB, pgx.RowTo[string], "select table_name::text from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and not table_name = any($1) order by 1", but) {
		for _, row := range selected(s.t, s.house.DB, pgx.RowTo[string], "select row_to_json(t)::text from "+pgx.Identifier{table}.Sanitize()+" t") {
			all.WriteString(table + " " + row + "\n")
		}
	}
	return all.String()
}

// Nothing is left of somebody who was forgotten, in any table, but for facts and who was told of them; the records of their
// matches verify, without their name where the shuffle does not need it; the tables run on; and they are a stranger.
func TestNothingIsLeftOfAForgottenPlayer(t *testing.T) {
	t.Parallel()
	s, bo := forgetting(t)
	s.run("Bo(turn)> forget me", "Bo(ask)> yes")
	s.finishForgetting()
	for _, row := range strings.Split(s.tables(), "\n") {
		for _, trace := range []string{"bo@example.org", "5551234", "Ana bluffs", "cakes"} {
			if strings.Contains(row, trace) {
				t.Errorf("%q is left: %s", trace, row)
			}
		}
	}
	if forgotten, err := people.IsForgotten(t.Context(), s.house.DB, bo); err != nil || !forgotten {
		t.Errorf("forgotten: %v, %v", forgotten, err)
	}
	for match, named := range map[int64]bool{1: false, 2: true, 3: false} {
		for _, public := range []bool{true, false} {
			text := s.recordOf(match, public)
			if strings.Contains(text, `"Bo"`) != named || strings.Contains(text, `"Former"`) == named {
				t.Errorf("match %d, public %v: Bo's name is there: %v\n%.600s", match, public, !named, text)
			}
			if err := record.VerifyFile("kept", strings.NewReader(text), &record.Tally{Games: catalog.FindGame}); err != nil {
				t.Errorf("match %d, public %v: %v", match, public, err)
			}
		}
	}
	s.run("Ana(turn)> pass 1", "Cy(turn)> pass 1") // of match 3
	if at := s.listed[s.house.Rules.Hash("bo@example.org")]; !at.Equal(s.now) {
		t.Errorf("the list has %v", s.listed)
	}
	s.run("Bo> new practice")
	if again := int64(s.count("select player_id from addresses where address = 'bo@example.org'")); again == bo {
		t.Error("he has his old number again")
	}
}

// A restore from before brings nobody back: whose mailbox is in the list is forgotten again, unless they came anew since.
func TestARestoreBringsNobodyBack(t *testing.T) {
	t.Parallel()
	s, bo := forgetting(t)
	hash := s.house.Rules.Hash("bo@example.org")
	for _, c := range []struct {
		list map[string]time.Time
		want int
	}{{nil, 0}, {map[string]time.Time{hash: monday.Add(-time.Hour)}, 0}, {map[string]time.Time{"ffff": monday.AddDate(1, 0, 0), hash: monday.AddDate(0, 1, 0)}, 1}} {
		maps.Copy(s.listed, c.list)
		if n, err := s.house.ForgetAgain(t.Context(), s.now); err != nil || n != c.want {
			t.Errorf("%v: %d forgotten, %v", c.list, n, err)
		}
	}
	s.finishForgetting()
	if forgotten, err := people.IsForgotten(t.Context(), s.house.DB, bo); err != nil || !forgotten {
		t.Errorf("forgotten: %v, %v", forgotten, err)
	}
}

// Blocks hold for a mailbox after its player was forgotten, and name nobody.
func TestBlocksOutliveWhoIsForgotten(t *testing.T) {
	t.Parallel()
	s, bo := forgetting(t)
	s.run("Bo> block")
	if done, err := s.house.ForgetPlayer(t.Context(), bo, s.now); err != nil || done {
		t.Fatalf("with letters still to leave: %v, %v", done, err)
	}
	s.finishForgetting()
	s.run("Cy> new saboteur with bo@example.org, di@example.org")
	if !strings.Contains(s.lastReceipt(), "bo@example.org") || s.count("select count(*) from addresses where address = 'bo@example.org'") != 0 {
		t.Errorf("invited although he had blocked that: %s", s.lastReceipt())
	}
	if n := s.count("select count(*) from host_blocks where address like '#%' and player_id = 0"); n != 1 {
		t.Errorf("%d hosts keep him out", n)
	}
}

// recordOf writes the record of a match.
func (s *stage) recordOf(match int64, public bool) string {
	t, err := s.house.DB.Fold(s.t.Context(), match, 0)
	if err != nil {
		s.t.Fatal(err)
	}
	log, err := lookup.ReadRecord(s.t.Context(), s.house.DB, t)
	if err != nil {
		s.t.Fatal(err)
	}
	var b bytes.Buffer
	if err := record.WriteRecord(&b, log, record.Choice{Public: public}); err != nil {
		s.t.Fatal(err)
	}
	return b.String()
}

// lastReceipt returns the params of the last receipt.
func (s *stage) lastReceipt() string {
	all := selected(s.t, s.house.DB, pgx.RowTo[json.RawMessage], "select params from outbox where purpose = 'receipt' order by id desc limit 1")
	return string(all[0])
}
