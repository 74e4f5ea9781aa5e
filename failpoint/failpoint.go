// Package failpoint names the places where a test may kill the process, to
// prove that nothing is lost or done twice there. Without the variable
// PITPOST_KILL_AT in the environment a point does nothing. It also holds the
// clock that a test may set wrong.
package failpoint

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
)

// target is read once: a point's name, and which of its passes kills.
var target, nth = parse(os.Getenv("PITPOST_KILL_AT"))

var passed atomic.Int64

func parse(s string) (string, int64) {
	name, count, ok := strings.Cut(s, ":")
	if !ok {
		return name, 1
	}
	n, err := strconv.ParseInt(count, 10, 64)
	if err != nil || n < 1 {
		n = 1
	}
	return name, n
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
