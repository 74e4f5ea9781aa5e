package mail_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/dbtest"
	"pitpost.example/db/lookup"
	"pitpost.example/db/mail"
	"pitpost.example/model"
)

// ana creates a player with a second, proved address.
func ana(tb testing.TB, d *db.DB) int64 {
	tb.Helper()
	var id int64
	play(tb, d, operator(), 0, func(tx *db.Tx) error {
		var err error
		id, err = dbtest.CreatePerson(tx, "ana@example.org", "Ana")
		tx.Later("insert into addresses (address, player_id, first, proved_at) values ('ana@home.example', $1, false, $2)", id, noon)
		return err
	})
	return id
}

// sent queues a letter to an address, marks it as written and returns its number.
func sent(tb testing.TB, d *db.DB, key string, player int64, address string) int64 {
	tb.Helper()
	play(tb, d, operator(), 0, func(tx *db.Tx) error {
		tx.Queue(model.Notice{Key: key, Player: player, Purpose: "note", Address: address, Params: json.RawMessage(`{"a":1}`)})
		return nil
	})
	id := int64(count(tb, d, "select id from outbox where key = $1", key))
	if _, err := d.Pool().Exec(tb.Context(), "update outbox set raw = $2, state = 'written', address = $3 where id = $1", id, []byte("bytes"), address); err != nil {
		tb.Fatal(err)
	}
	return id
}

func bounce(tb testing.TB, d *db.DB, letter int64, kind model.BounceKind, address string) *mail.Struck {
	tb.Helper()
	s, err := mail.RecordBounce(tb.Context(), d, mail.Bounce{Letter: letter, Kind: kind, Address: address, Said: "5.1.1 no such user", At: noon})
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func TestAHardBounceMarksTheAddressAndTriesTheSecond(t *testing.T) {
	d := open(t, fresh(t))
	player := ana(t, d)
	id := sent(t, d, "k", player, "ana@example.org")
	if s := bounce(t, d, id, "hard", "bo@example.org"); s != nil {
		t.Errorf("a bounce for an address the letter did not go to: %+v", s)
	}
	s := bounce(t, d, id, "hard", "Ana@Example.org")
	if s == nil || !s.Fails || !s.Elsewhere || s.Player != player {
		t.Fatalf("%+v", s)
	}
	if again := bounce(t, d, id, "hard", "ana@example.org"); again != nil {
		t.Errorf("the same report once more: %+v", again)
	}
	if n := count(t, d, "select count(*) from addresses where address = 'ana@example.org' and failing <> ''"); n != 1 {
		t.Error("the address is not marked")
	}
	if n := count(t, d, "select count(*) from outbox where address = 'ana@home.example' and state = 'queued' and raw is null and params = '{\"a\":1}'"); n != 1 {
		t.Error("the letter does not go to the second address")
	}
	if to := reachable(t, d, "ana@example.org"); to != "ana@home.example" {
		t.Errorf("later mail goes to %q", to)
	}
}

// reachable returns where mail for an address goes.
func reachable(t *testing.T, d *db.DB, address string) string {
	t.Helper()
	src, err := lookup.ReadForLetter(t.Context(), d, &model.Notice{Address: address})
	if err != nil {
		t.Fatal(err)
	}
	to, err := src.Reachable(address)
	if err != nil {
		t.Fatal(err)
	}
	return to
}

func TestSoftBouncesCountOnlyWhenThereAreMany(t *testing.T) {
	d := open(t, fresh(t))
	player := ana(t, d)
	for i := 1; i <= 5; i++ {
		id := sent(t, d, fmt.Sprint("k", i), player, "ana@example.org")
		s := bounce(t, d, id, "soft", "ana@example.org")
		if s == nil || s.Fails != (i == 5) {
			t.Errorf("soft bounce %d: %+v", i, s)
		}
		if again := bounce(t, d, id, "soft", "ana@example.org"); again != nil {
			t.Errorf("a delay that is told twice counts twice: %+v", again)
		}
	}
}

func TestAnAddressWithoutASecondKeepsItsMail(t *testing.T) {
	d := open(t, fresh(t))
	player := ana(t, d)
	if _, err := d.Pool().Exec(t.Context(), "update addresses set proved_at = null"); err != nil {
		t.Fatal(err)
	}
	s := bounce(t, d, sent(t, d, "k", player, "ana@example.org"), "hard", "ana@example.org")
	if s == nil || !s.Fails || s.Elsewhere {
		t.Errorf("mail goes to an address nobody proved: %+v", s)
	}
	if to := reachable(t, d, "ana@example.org"); to != "ana@example.org" {
		t.Errorf("mail goes to %q", to)
	}
}

func TestLettersInAreChosen(t *testing.T) {
	d := open(t, fresh(t))
	var order []string
	for _, words := range []string{"one", "two", "three"} {
		cause := letter(words)
		hash := cause.Letter.Hash
		order = append(order, hex.EncodeToString(hash[:6]))
		play(t, d, cause, 0, func(*db.Tx) error {
			if words == "two" {
				cause.Letter.State, cause.Letter.Why = "drop", "a read receipt"
			}
			return nil
		})
	}
	for _, c := range []struct {
		q    mail.LetterQuery
		want int
	}{{mail.LetterQuery{}, 3}, {mail.LetterQuery{State: "drop"}, 1}, {mail.LetterQuery{Limit: 2}, 2}, {mail.LetterQuery{Match: 4}, 0},
		{mail.LetterQuery{Since: noon.Add(time.Second)}, 0}} {
		list, err := mail.ListLettersIn(t.Context(), d, c.q)
		if err != nil || len(list) != c.want {
			t.Errorf("%+v: %d letters, %v", c.q, len(list), err)
		}
		for i := 1; i < len(list); i++ {
			if slices.Index(order, list[i].ID) <= slices.Index(order, list[i-1].ID) {
				t.Errorf("not the latest last: %+v", list)
			}
		}
	}
}
