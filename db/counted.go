package db

import (
	"encoding/hex"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"pitpost.example/meter"
	"pitpost.example/model"
)

// Meter returns the counters of this process; nil counts nothing.
func (d *DB) Meter() *meter.Meter {
	if d == nil {
		return nil
	}
	return d.opts.Meter
}

// TraceID returns the name of a letter in the process log, in facts and in notices: the first six bytes of
// its hash, in hex.
func TraceID(hash [32]byte) string { return hex.EncodeToString(hash[:6]) }

// ofLetter begins the name of a cause that is a letter.
const ofLetter = "letter "

// causeName returns the name of a cause as facts and notices keep it: "letter" and its TraceID, or the kind of
// cause.
func causeName(cause model.Cause) string {
	if cause.Letter != nil {
		return ofLetter + TraceID(cause.Letter.Hash)
	}
	return string(cause.Kind)
}

// CauseID returns the TraceID of the letter that a cause names, "" if the cause is no letter.
func CauseID(cause string) string {
	if id, is := strings.CutPrefix(cause, ofLetter); is {
		return id
	}
	return ""
}

// countFailed counts a command that was rolled back. A refusal by decide, or a match that does not exist, is no
// failure and is not counted.
func (d *DB) countFailed(cause model.Cause, err error) {
	var pg *pgconn.PgError
	switch {
	case errors.Is(err, model.ErrSeen) && cause.Letter != nil:
		d.opts.Meter.Copy(string(cause.Letter.Door))
		d.opts.Log.Info("letter seen before", "id", TraceID(cause.Letter.Hash))
	case errors.As(err, &pg) || IsDatabaseAway(err):
		d.opts.Meter.TakenBack(string(cause.Kind))
	}
}

// countCommitted counts a command that was committed and logs what it queued.
func (d *DB) countCommitted(tx *Tx, begun time.Time) {
	took, facts := time.Since(begun), 0
	var matches []int64
	for id, t := range tx.tables {
		if len(t.rows) > 0 {
			facts += len(t.rows)
			matches = append(matches, id)
		}
	}
	d.opts.Meter.Committed(string(tx.cause.Kind), took, facts)
	l := tx.cause.Letter
	if l != nil {
		d.opts.Meter.Letter(string(l.Door), string(l.State), tx.cause.Now.Sub(l.ReceivedAt)+took)
	}
	if l == nil && facts+len(tx.mail)+len(tx.calls) == 0 {
		return
	}
	line := []any{"cause", tx.cause.Kind}
	if l != nil {
		line = []any{"id", TraceID(l.Hash), "door", l.Door, "state", l.State}
	}
	line = append(line, "matches", matches, "facts", facts)
	if len(tx.queued) > 0 {
		line = append(line, "notices", tx.queued)
	}
	if len(tx.calls) > 0 {
		line = append(line, "calls", tx.calls)
	}
	d.opts.Log.Info("committed", append(line, "seconds", took.Seconds())...)
}

// Remembered returns how many matches this process has in memory.
func (d *DB) Remembered() int {
	d.cache.mu.Lock()
	defer d.cache.mu.Unlock()
	return d.cache.matches.Len()
}
