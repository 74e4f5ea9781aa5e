package auth

import (
	"errors"
	"strconv"
	"strings"
	"time"
)

// tags holds name=value pairs separated by semicolons, as in DKIM and DMARC records. A name that occurs twice
// makes them invalid.
type tags map[string]string

var errTags = errors.New("broken tags")

func parseTags(text string) (tags, error) {
	t := tags{}
	for part := range strings.SplitSeq(text, ";") {
		name, value, ok := strings.Cut(part, "=")
		if name = strings.TrimSpace(name); name == "" && !ok {
			continue
		}
		if _, twice := t[name]; twice || !ok || name == "" {
			return nil, errTags
		}
		t[name] = strings.TrimSpace(value)
	}
	return t, nil
}

// unfolded returns a value without the blanks from folding.
func unfolded(s string) string { return strings.Join(strings.Fields(s), "") }

// distrusted returns an outcome for a signature that we do not believe even if it is valid, otherwise "". It
// refuses algorithms such as SHA-1, signatures over a part of the body, and expired ones. It also refuses
// more field names than anybody uses, because each costs a search of the header.
func distrusted(t tags, now time.Time) Outcome {
	_, partial := t["l"]
	algorithm := unfolded(t["a"])
	switch {
	case algorithm != "" && algorithm != "rsa-sha256" && algorithm != "ed25519-sha256", partial:
		return Policy
	case strings.Count(t["h"], ":") >= namesSigned:
		return PermError
	case outOfTime(t, now):
		return Policy
	}
	return ""
}

// slack is how far another machine's clock may be ahead.
const slack = 10 * time.Minute

// outOfTime reports whether a signature has expired, is from the future, or has times that cannot be read.
func outOfTime(t tags, now time.Time) bool {
	made, ends := now, now
	for name, at := range map[string]*time.Time{"t": &made, "x": &ends} {
		if t[name] == "" {
			continue
		}
		seconds, err := strconv.ParseInt(t[name], 10, 64)
		if err != nil || seconds < 0 {
			return true
		}
		*at = time.Unix(seconds, 0)
	}
	return now.After(ends) || ends.Before(made) && t["t"] != "" && t["x"] != "" || made.After(now.Add(slack))
}
