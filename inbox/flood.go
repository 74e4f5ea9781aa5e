package inbox

import (
	"fmt"
	"sync"
	"time"

	"pitpost.example/inbox/auth"
)

// LettersAnHour is how many letters of one sender are carried out in an hour. The
// keenest player among bots writes a fifth of it; whoever writes more is a
// program that runs wild, and must not keep the others waiting.
const LettersAnHour = 600

// Of letters that cannot be read, name two senders or took too long nobody can say who sent
// them: so many bytes of each are kept for the operator to look at, and of so many letters in an
// hour. Of further ones there is a line in the list of letters.
const (
	rawMost    = 100 << 10
	keptAnHour = 100
)

// sendersMost is how many senders are counted; with more, counting begins anew.
const sendersMost = 100_000

// origin is whose letters are counted together. A letter in somebody's name
// counts apart from those their server vouches for, and those with a token
// apart from those without, so that a forger uses up nobody's hour but their own.
type origin struct {
	from  string
	trust auth.Trust
	token bool
}

// flood counts letters by their origin, hour by hour. It is safe for use by many.
type flood struct {
	mu    sync.Mutex
	since time.Time
	taken map[origin]int
	kept  int // letters of which bytes were kept
}

// over says why a letter is one too many, "" when it is not.
func (f *flood) over(s origin, now time.Time) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.turn(now)
	if f.taken[s] < LettersAnHour {
		return ""
	}
	return fmt.Sprintf("more than %d letters of one sender in an hour", LettersAnHour)
}

// count notes a letter that was carried to the house.
func (f *flood) count(s origin, now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.turn(now)
	f.taken[s]++
}

// keeps is what is kept of a letter's bytes, nil for nothing.
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

// turn begins a new hour. A clock that was set back begins one too.
func (f *flood) turn(now time.Time) {
	passed := now.Sub(f.since)
	if f.taken == nil || passed >= time.Hour || passed < 0 || len(f.taken) >= sendersMost {
		f.since, f.taken, f.kept = now, map[origin]int{}, 0
	}
}
