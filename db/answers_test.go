package db_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/db/people"
)

func TestAnswersAreCountedByAnIndex(t *testing.T) {
	d := open(t, fresh(t))
	_, err := d.Pool().Exec(t.Context(), `insert into outbox (key, address, purpose, params, message_id, next_at, queued_at)
		select i, i || '@example.org', case i % 2 when 0 then 'receipt' else 'turn' end, '{}', i, $1, $1 from generate_series(1, 20000) i`, noon)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Pool().Exec(t.Context(), "analyze outbox"); err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]int{"2@example.org": 1, "3@example.org": 0, "ana@example.org": 0} {
		play(t, d, operator(), 0, func(tx *db.Tx) error {
			s, err := (&people.Rows{Tx: tx}).Sender(address)
			if s.Answered != want {
				t.Errorf("%d answers to %s", s.Answered, address)
			}
			return err
		})
	}
	rows, err := d.Pool().Query(t.Context(), `explain select count(*) from outbox where address = $1 and purpose in ('receipt', 'ask')
		and queued_at > $2::timestamptz - interval '1 hour'`, "2@example.org", noon)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || !strings.Contains(strings.Join(plan, "\n"), "outbox_answers") {
		t.Errorf("all mail is read: %v, %q", err, plan)
	}
}
