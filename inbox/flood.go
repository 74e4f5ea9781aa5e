package inbox

import (
	"fmt"
	"sync"
	"time"

	"pitpost.example/inbox/auth"
)

// lettersAnHour is how many letters of one sender are carried out in an hour. The keenest player among
// bots writes a fifth of that. Anything above comes from a program that runs wild, which must not keep the others
// waiting.
const lettersAnHour = 600

// Nobody can say who sent a letter that cannot be read, names two senders or took too long. At most
// rawMost bytes of such a letter are kept for the operator, and of at most keptAnHour letters in an hour.
// The others are only listed.
const (
	rawMost    = 100 << 10
	keptAnHour = 100
)

// sendersMost limits how many senders are counted. When it is reached, all counts start again at zero.
const sendersMost = 100_000

// origin is the key by which letters are counted. Letters in somebody's name count apart from those their
// server vouches for, and letters with a token apart from those without, so that forgers use up nobody's
// limit but their own.
type origin struct {
	from  string
	trust auth.Trust
	token bool
}

// flood counts letters by origin and hour. It is safe for concurrent use.
type flood struct {
	mu    sync.Mutex
	since time.Time
	taken map[origin]int
	kept  int // letters whose bytes were kept
}

// over returns why a letter exceeds the limit, or "" if it does not.
func (f *flood) over(s origin, now time.Time) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.turn(now)
	if f.taken[s] < lettersAnHour {
		return ""
	}
	return fmt.Sprintf("more than %d letters of one sender in an hour", lettersAnHour)
}

// count counts a letter that was handed to the house.
func (f *flood) count(s origin, now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.turn(now)
	f.taken[s]++
}

// keeps returns the bytes of a letter that are kept, or nil if this hour's limit is reached.
func (f *flood) keeps(raw []byte, now time.Time) []byte {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.turn(now)
	if raw == nil || f.kept >= keptAnHour {
		return nil
	}
	f.kept++
	return raw[:min(len(raw), rawMost)]
}

// turn starts a new hour if the last one is over, also when the clock was set back.
func (f *flood) turn(now time.Time) {
	passed := now.Sub(f.since)
	if f.taken == nil || passed >= time.Hour || passed < 0 || len(f.taken) >= sendersMost {
		f.since, f.taken, f.kept = now, map[origin]int{}, 0
	}
}
