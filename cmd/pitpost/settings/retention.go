package settings

import (
	"errors"
	"fmt"
	"time"

	"pitpost.example/engine"
)

// keepLeast is the shortest time for which anything is kept, so that a typo such as 1h for 1d does not empty the house.
const keepLeast = 24 * time.Hour

// span parses a length of time such as 90d; 0 means forever.
func span(name, value string) (time.Duration, error) {
	d, ok := engine.ParseSpan(value)
	if !ok || d > 0 && d < keepLeast {
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
