package main

import (
	"context"
	"io"
	"log/slog"
	"sync/atomic"
	"time"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/db"
)

// quiet is a log handler that reports an unavailable database in at most one line a minute, whatever fails
// because of it. An error that must be logged regardless is passed as text instead of as an error.
type quiet struct {
	slog.Handler
	said, missed *atomic.Int64 // last time in Unix nanoseconds; said is 0 while the database is available
}

// Handle writes a line, unless it is about the unavailable database and too soon.
func (q quiet) Handle(ctx context.Context, line slog.Record) error {
	var why error
	line.Attrs(func(a slog.Attr) bool {
		if err, ok := a.Value.Any().(error); ok && db.IsDatabaseUnusable(err) {
			why = err
		}
		return why == nil
	})
	if why == nil {
		return q.Handler.Handle(ctx, line)
	}
	now, said := line.Time.UnixNano(), q.said.Load()
	q.missed.Store(now)
	if now-said < int64(time.Minute) || !q.said.CompareAndSwap(said, now) {
		return nil
	}
	line = slog.NewRecord(line.Time, slog.LevelError, "the database cannot be used", 0)
	line.Add("err", db.ExplainUnreachable(why).Error())
	return q.Handler.Handle(ctx, line)
}

// end logs that the database is available again, once nothing has failed because of it for a while.
func (q quiet) end(ctx context.Context, ping func(context.Context) error) {
	if q.said.Load() == 0 || time.Since(time.Unix(0, q.missed.Load())) < 5*time.Second || ping(ctx) != nil {
		return
	}
	q.said.Store(0)
	_ = q.Handler.Handle(ctx, slog.NewRecord(time.Now(), slog.LevelWarn, "the database can be used again", 0))
}

// newLog returns the log. No secret, hand or text of a letter may be written to it.
func newLog(s *settings.Settings, to io.Writer) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(s.LogLevel)) // it has been checked to be one of four
	options := &slog.HandlerOptions{Level: level}
	if s.Log == "json" {
		return slog.New(slog.NewJSONHandler(to, options))
	}
	return slog.New(slog.NewTextHandler(to, options))
}
