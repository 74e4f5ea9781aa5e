// Package failpoint names places where a test may kill the process, to prove that nothing is lost or done twice
// there. Without PITPOST_KILL_AT in the environment a failpoint does nothing. The package also has the clock,
// which a test may set wrong.
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

// target is the name of the failpoint that kills, and nth at which pass. Both are read once.
var target, nth = parse(os.Getenv("PITPOST_KILL_AT"))

var passed atomic.Int64

func parse(s string) (string, int64) {
	name, count, _ := strings.Cut(s, ":")
	n, _ := strconv.ParseInt(count, 10, 64) // 0 if there is no number
	return name, max(n, 1)
}

// KillAt kills the process with SIGKILL if PITPOST_KILL_AT names this failpoint and this pass ("door.locked" for
// the first pass, "door.locked:3" for the third).
func KillAt(name string) {
	if target != name || passed.Add(1) != nth {
		return
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGKILL); err == nil {
		select {} // wait for the signal
	}
}

// poison is a text that crashes the reader of a letter; it is read once.
var poison = []byte(os.Getenv("PITPOST_POISON"))

// PanicIfPoisoned panics if a letter contains the text in PITPOST_POISON, as a reader with an unknown bug would.
func PanicIfPoisoned(letter []byte) {
	if len(poison) > 0 && bytes.Contains(letter, poison) {
		panic("a letter no code is ready for")
	}
}

// clockFile is the path of the file that sets the clock wrong; it is read once.
var clockFile = os.Getenv("PITPOST_CLOCK")

// CurrentTime returns the current time, unless PITPOST_CLOCK in the environment names a file. Then the duration in that
// file, such as 24h or -1h30m, is added. The file is read at each call, so that a test can make the clock of a running
// process jump. A line such as "50000x 1795280000 1763700000" makes the clock run that many times too fast from the
// first Unix time on, at which it shows the second one. A file that is missing or cannot be parsed changes nothing.
func CurrentTime() time.Time {
	now := time.Now()
	if clockFile == "" {
		return now
	}
	text, _ := os.ReadFile(clockFile) // no file means no jump
	if haste, since, showed := hurry(text); haste > 1 {
		return showed.Add(now.Sub(since) * time.Duration(haste))
	}
	jump, _ := time.ParseDuration(string(bytes.TrimSpace(text))) // 0 if it cannot be parsed
	return now.Add(jump)
}

// ClockSpeed returns how many times too fast the clock runs: 1, unless a test has set it.
func ClockSpeed() int {
	text, _ := os.ReadFile(clockFile) // no file means 1
	haste, _, _ := hurry(text)
	return haste
}

// hurry parses the line that makes the clock run fast. haste is 1 if it is no such line.
func hurry(text []byte) (haste int, since, showed time.Time) {
	var real, house int64
	if n, err := fmt.Sscanf(string(text), "%dx %d %d", &haste, &real, &house); err != nil || n != 3 || haste < 2 {
		return 1, time.Time{}, time.Time{}
	}
	return haste, time.Unix(real, 0), time.Unix(house, 0)
}
