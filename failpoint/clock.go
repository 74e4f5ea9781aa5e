package failpoint

import (
	"bytes"
	"os"
	"time"
)

// clockFile is read once: the file that says how far the clock is off.
var clockFile = os.Getenv("PITPOST_CLOCK")

// Now is the time, and without the variable PITPOST_CLOCK in the environment nothing else.
// With it, what the file it names holds, such as 24h or -1h30m, is added, anew at each call,
// so that a test can let the clock of a running process jump. A file that is missing or does
// not say counts as no jump.
func Now() time.Time {
	if clockFile == "" {
		return time.Now()
	}
	text, err := os.ReadFile(clockFile)
	if err != nil {
		return time.Now()
	}
	jump, err := time.ParseDuration(string(bytes.TrimSpace(text)))
	if err != nil {
		return time.Now()
	}
	return time.Now().Add(jump)
}
