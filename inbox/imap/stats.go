package imap

import (
	"sync/atomic"
	"time"
)

// PollerStats counts what a poller does; any goroutine may read it.
type PollerStats struct {
	Fetched    atomic.Int64 // letters fetched whole, or as a header when too big
	Processed  atomic.Int64 // letters taken and, unless they vanished, moved
	SetAside   atomic.Int64 // letters set aside likewise
	NotOurs    atomic.Int64 // letters judged to be none of ours
	Failed     atomic.Int64 // attempts at a letter that ended in an error
	Reconnects atomic.Int64 // connections made after the first
	Connected  atomic.Bool  // a connection stands
	Waiting    atomic.Int64 // letters left in the mailbox for a later try, at the last poll

	lastPoll atomic.Int64
}

// LastPoll returns when the mailbox was last looked through to its end; zero for never.
func (s *PollerStats) LastPoll() time.Time {
	if ns := s.lastPoll.Load(); ns != 0 {
		return time.Unix(0, ns)
	}
	return time.Time{}
}
