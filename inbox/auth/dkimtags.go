package auth

import (
	"errors"
	"strconv"
	"strings"
	"time"
)

// tags are name=value pairs parted by semicolons, as in DKIM and DMARC; a name that comes
// twice makes them worthless.
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

// closed is a value without the blanks that folding put in.
func closed(s string) string { return strings.Join(strings.Fields(s), "") }

// distrusted refuses a signature that we would not believe even if it is right: SHA-1, a part of
// the body left out, a time that is over. It also refuses more names than anybody's, which
// would cost a search of the head each.
func distrusted(t tags, now time.Time) Outcome {
	_, partial := t["l"]
	algorithm := closed(t["a"])
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

// slack is how far another clock may be ahead.
const slack = 10 * time.Minute

// outOfTime reports a signature that is over, or from the future, or whose times cannot be read.
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
