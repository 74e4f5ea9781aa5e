// Package failpoint names the places where a test may kill the process, to
// prove that nothing is lost or done twice there. Without the variable
// PITPOST_KILL_AT in the environment a point does nothing. It also holds the
// clock that a test may set wrong.
package failpoint

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// target is read once: a point's name, and which of its passes kills.
var target, nth = parse(os.Getenv("PITPOST_KILL_AT"))

var passed atomic.Int64

func parse(s string) (string, int64) {
	name, count, _ := strings.Cut(s, ":")
	n, _ := strconv.ParseInt(count, 10, 64) // 0 for none
	return name, max(n, 1)
}

// At kills the process with SIGKILL if this is the point and the pass asked
// for ("door.locked" for the first, "door.locked:3" for the third).
func At(name string) {
	if target != name || passed.Add(1) != nth {
		return
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGKILL); err == nil {
		select {} // the signal is on its way
	}
}

// poison is read once: words that make a letter fatal to its reader.
var poison = []byte(os.Getenv("PITPOST_POISON"))

// Poison panics over a letter with the words that a test has put into the variable
// PITPOST_POISON, as a reader with an unknown fault would.
func Poison(letter []byte) {
	if len(poison) > 0 && bytes.Contains(letter, poison) {
		panic("a letter no code is ready for")
	}
}

// clockFile is read once: the file that says how far the clock is off.
var clockFile = os.Getenv("PITPOST_CLOCK")

// Now is the time, and without the variable PITPOST_CLOCK in the environment nothing else.
// With it, what the file it names holds, such as 24h or -1h30m, is added, anew at each call,
// so that a test can let the clock of a running process jump. With a line such as
// "50000x 1795280000 1763700000" the clock runs that many times as fast as it should from
// that second of the real time on, when it showed the other. A file that is missing or does not say counts as no jump.
func Now() time.Time {
	now := time.Now()
	if clockFile == "" {
		return now
	}
	text, _ := os.ReadFile(clockFile) // none is no jump
	if haste, since, showed := hurry(text); haste > 1 {
		return showed.Add(now.Sub(since) * time.Duration(haste))
	}
	jump, _ := time.ParseDuration(string(bytes.TrimSpace(text))) // 0 for what says nothing
	return now.Add(jump)
}

// Haste is how many times as fast as it should the clock runs: 1, unless a test says so.
func Haste() int {
	text, _ := os.ReadFile(clockFile) // none is no haste
	haste, _, _ := hurry(text)
	return haste
}

// hurry reads such a line.
func hurry(text []byte) (haste int, since, showed time.Time) {
	var real, house int64
	if n, err := fmt.Sscanf(string(text), "%dx %d %d", &haste, &real, &house); err != nil || n != 3 || haste < 2 {
		return 1, time.Time{}, time.Time{}
	}
	return haste, time.Unix(real, 0), time.Unix(house, 0)
}
