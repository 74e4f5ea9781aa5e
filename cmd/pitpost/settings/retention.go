package settings

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// keepLeast is the shortest time for which anything is kept, so that a typo such as 1h for 1d does not empty the house.
const keepLeast = 24 * time.Hour

// span parses a duration such as 90d or 36h; 0 means forever.
func span(name, value string) (time.Duration, error) {
	if value == "0" {
		return 0, nil
	}
	d, err := time.ParseDuration(value)
	if days, ok := strings.CutSuffix(value, "d"); ok {
		var n int
		n, err = strconv.Atoi(days)
		if n > 36500 {
			err = strconv.ErrRange
		}
		d = time.Duration(n) * 24 * time.Hour
	}
	if err != nil || d < keepLeast {
		return 0, fmt.Errorf("%s is a number of days such as 90d, one at least, or 0 for ever, not %q", name, value)
	}
	return d, nil
}

// kept parses and checks how long things are kept.
func (s *Settings) kept() (err error) {
	k := &s.Keep
	for _, one := range []struct {
		name, value string
		into        *time.Duration
	}{{"KEEP_LETTERS", s.KeepLetters, &k.Letters}, {"KEEP_MAIL", s.KeepMail, &k.Mail}, {"KEEP_TRACES", s.KeepTraces, &k.Traces}} {
		if *one.into, err = span(one.name, one.value); err != nil {
			return err
		}
	}
	if k.Traces != 0 && (k.Mail == 0 || k.Mail > k.Traces || k.Letters == 0 || k.Letters > k.Traces) {
		return errors.New("KEEP_TRACES is at least as long as KEEP_LETTERS and KEEP_MAIL")
	}
	k.Bytes = int64(s.KeepMB) << 20
	return nil
}
