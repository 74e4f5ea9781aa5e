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

// Meter is what counts the deeds of this process; nil for nothing.
func (d *DB) Meter() *meter.Meter {
	if d == nil {
		return nil
	}
	return d.opts.Meter
}

// TraceID is the name of a letter in the log, in facts and in notices: the first six bytes of
// its hash.
func TraceID(hash [32]byte) string { return hex.EncodeToString(hash[:6]) }

// CauseID is the TraceID of the letter that a cause names, "" for a cause that is none.
func CauseID(cause string) string {
	id, _ := strings.CutPrefix(cause, "letter ")
	if id == cause {
		return ""
	}
	return id
}

// uncounted counts a deed that was taken back. One that was refused, or not there to be
// done, is no failure.
func (d *DB) uncounted(cause model.Cause, err error) {
	var pg *pgconn.PgError
	switch {
	case errors.Is(err, ErrSeen) && cause.Letter != nil:
		d.opts.Meter.Copy(string(cause.Letter.Door))
		d.opts.Log.Info("letter seen before", "id", TraceID(cause.Letter.Hash))
	case errors.As(err, &pg) || Away(err):
		d.opts.Meter.TakenBack(string(cause.Kind))
	}
}

// counted counts a deed that is kept, and says in the log what it queued.
func (d *DB) counted(tx *Tx, begun time.Time) {
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

// Remembered counts the matches that this process has in memory.
func (d *DB) Remembered() int {
	d.cache.mu.Lock()
	defer d.cache.mu.Unlock()
	return len(d.cache.matches)
}
