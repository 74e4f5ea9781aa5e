package engine

import (
	"strconv"
	"strings"
	"time"
)

// ParseSpan reads a length of time: whole minutes, hours, days or weeks, one
// after another ("1d12h").
func ParseSpan(s string) (time.Duration, bool) {
	units := map[byte]time.Duration{'m': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour, 'w': 7 * 24 * time.Hour}
	var total time.Duration
	s = strings.ToLower(strings.ReplaceAll(s, " ", ""))
	if s == "0" {
		return 0, true
	}
	for s != "" {
		i := 0
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		if i == 0 || i > 4 || i == len(s) || units[s[i]] == 0 {
			return 0, false
		}
		n, _ := strconv.Atoi(s[:i])
		total += time.Duration(n) * units[s[i]]
		s = s[i+1:]
	}
	return total, total > 0
}
