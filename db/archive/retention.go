package archive

import (
	"fmt"
	"time"

	"pitpost.example/db"
	"pitpost.example/model"
)

// Keep says how long the house keeps what is not a fact; 0 means for ever. Facts, and what is summed up from
// them, are always kept.
type Keep struct {
	Letters time.Duration // words and bytes of letters that came in; rows of robots' letters and of those set aside
	Mail    time.Duration // bytes of letters out
	Traces  time.Duration // who wrote, who was written to and what was asked; counted from the end of the match
	Bytes   int64         // bytes kept of letters that came in, and of letters out; above that the oldest are deleted early
}

const (
	forgettingKey = "forgetting" // key in the house table
	pageOfWalk    = 1000         // rows looked at in one step
	walkAnew      = 30 * 24 * time.Hour
)

// stride is how far one walk has come. Rows that it passed over because a match still needed them are found
// when it starts again from the beginning.
type stride struct {
	From  int64     `json:"from"`  // rows up to this number have been looked at
	Below int64     `json:"below"` // rows up to this number count as old whatever their age, since the newer ones fill the limit of bytes
	Began time.Time `json:"began"`
}

// strides is how far each walk has come, by name.
type strides struct {
	Walks map[string]stride `json:"walks"`
}

// readStrides reads how far all walks have come and locks that until the transaction ends.
func readStrides(tx *db.Tx) (s strides, err error) {
	s, err = db.QueryValue[strides](tx.Context(), tx.Open(), "select value from house where key = $1 for update", forgettingKey)
	if err != nil {
		return s, fmt.Errorf("how far forgetting has come: %w", err)
	}
	if s.Walks == nil {
		s.Walks = map[string]stride{}
	}
	return s, nil
}

func keepStrides(tx *db.Tx, s strides) error {
	return tx.Exec("insert into house (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value", forgettingKey, db.EncodeJSON(s))
}

// DeleteExpired takes one step of deleting what is older than it may be: at most a thousand rows of each table. more
// is true if the caller should take another step at once.
func DeleteExpired(tx *db.Tx, k Keep) (more bool, err error) {
	s, err := readStrides(tx)
	if err != nil {
		return false, err
	}
	for _, walk := range walks {
		on, err := step(tx, walk, k, &s)
		if err != nil {
			return false, fmt.Errorf("forgetting %s: %w", walk.name, err)
		}
		more = more || on
	}
	if !more {
		if err := forgetSmall(tx, k); err != nil {
			return false, err
		}
	}
	return more, keepStrides(tx, s)
}

// FindLettersOverLimit finds out which letters exceed the limit of bytes, counting from the newest. Forget deletes the
// bytes of those. It reads the length of every letter that is kept.
func FindLettersOverLimit(tx *db.Tx, k Keep) error {
	s, err := readStrides(tx)
	if err != nil {
		return err
	}
	for _, of := range []struct{ walk, table string }{{"mail", "outbox"}, {"raw", "letters"}} {
		at := s.Walks[of.walk]
		at.Below = 0
		if k.Bytes > 0 {
			below, err := db.QueryValue[int64](tx.Context(), tx, `select coalesce(max(id), 0) from (select id, sum(octet_length(raw)) over (order by id desc) as bytes
				from `+of.table+` where raw is not null) kept where bytes > $1`, k.Bytes)
			if err != nil {
				return fmt.Errorf("counting what is kept: %w", err)
			}
			at.Below = below
		}
		s.Walks[of.walk] = at
	}
	return keepStrides(tx, s)
}

// step handles the next thousand rows of a table in the order of their numbers, as far as they are old
// enough.
func step(tx *db.Tx, walk walk, k Keep, s *strides) (more bool, err error) {
	at := s.Walks[walk.name]
	if at.Began.IsZero() {
		at.Began = tx.Now()
	}
	cut := old(tx, walk.keep(k))
	upto, err := db.QueryValue[int64](tx.Context(), tx, `select coalesce(max(id), 0) from (select id, `+walk.at+` as at from `+walk.table+`
		where id > $1 order by id limit $2) page where at < $3 or id <= $4`, at.From, pageOfWalk, cut, at.Below)
	if err != nil {
		return false, err
	}
	switch {
	case upto > 0:
		for _, sql := range walk.statements {
			if err := tx.Exec(sql, at.From, upto, cut, at.Below); err != nil {
				return false, err
			}
		}
		at.From = upto
	case tx.Now().Sub(at.Began) > walkAnew:
		at.From, at.Began, more = 0, tx.Now(), true
	}
	s.Walks[walk.name] = at
	return more || upto > 0, nil
}

// old returns before when a row that is kept for so long is too old; the zero time if it is kept for ever.
func old(tx *db.Tx, keep time.Duration) time.Time {
	if keep == 0 {
		return time.Time{}
	}
	return tx.Now().Add(-keep)
}

// forgetSmall handles the tables that never hold many rows.
func forgetSmall(tx *db.Tx, k Keep) error {
	for _, s := range []struct {
		of, sql string
		before  time.Time
	}{
		{"tries", "delete from tries where hash in (select hash from tries where at < $1 limit $2)", old(tx, k.Letters)},
		{"codes", "delete from page_codes where nonce in (select nonce from page_codes where asked_at < $1 limit $2)", old(tx, 24*time.Hour)},
		{"cold letters", "delete from cold_letters where id in (select id from cold_letters where at < $1 limit $2)", old(tx, 15*24*time.Hour)}, // a lobby waits for 14 days
		{"tokens of doors", "delete from door_tokens where token in (select token from door_tokens where until < $1 limit $2)", tx.Now()},
		{"sessions", "delete from page_sessions where hash in (select hash from page_sessions where ends_at < $1 limit $2)", tx.Now()},
		{"signs of letters", "delete from signs where (player_id, kind, hash) in (select player_id, kind, hash from signs where last_at < $1 limit $2)", old(tx, model.SignLife)},
		{"keys of seats", ofEnded("seat_keys", "seat"), old(tx, k.Traces)},
		{"stopped links", ofEnded("page_stops", "seat"), old(tx, k.Traces)},
		{"who followed a match", ofEnded("watches", "player_id"), old(tx, 24*time.Hour)},
		{"plans", ofEnded("plans", "seat"), old(tx, 24*time.Hour)}, // of matches that ended when plans did not yet end with them
		{"webhooks of matches", ofEnded("webhooks", "id"), old(tx, k.Traces)},
	} {
		if err := tx.Exec(s.sql, s.before, pageOfWalk); err != nil {
			return fmt.Errorf("forgetting %s: %w", s.of, err)
		}
	}
	return nil
}

// ofEnded returns the statement that deletes rows of a table whose match ended before $1. key is the column
// that tells the rows of one match apart.
func ofEnded(table, key string) string {
	return "delete from " + table + " where (match_id, " + key + ") in (select k.match_id, k." + key + " from " + table +
		" k join matches m on m.id = k.match_id where m.phase in ('over', 'aborted') and m.ended_at < $1 limit $2)"
}
