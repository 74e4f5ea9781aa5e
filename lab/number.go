package lab

import (
	"os"
	"strconv"
	"testing"
)

// Number returns a whole number from the environment, usual if it is not set.
func Number(tb testing.TB, name string, usual int) int {
	tb.Helper()
	text := os.Getenv(name)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	Check(tb, err)
	return n
}
