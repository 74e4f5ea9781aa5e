package settings

import (
	"errors"
	"testing"
	"time"
)

func TestHowLongThingsAreKept(t *testing.T) {
	s := DefaultSettings(t.TempDir())
	err, k := s.kept(), s.Keep
	if err != nil || k.Letters != 90*24*time.Hour || k.Mail != k.Letters || k.Traces != 400*24*time.Hour || k.Bytes != 4<<30 {
		t.Errorf("by default %+v, %v", k, err)
	}
	for _, c := range []struct {
		letters, mail, traces string
		mb                    int
		ok                    bool
	}{
		{"0", "0", "0", 0, true}, {"36h", "1d", "2d", 1, true}, {"30d", "30d", "0", 1, true},
		{"1h", "1d", "2d", 1, false}, {"-3d", "1d", "2d", 1, false}, {"3", "1d", "2d", 1, false}, {"a month", "1d", "2d", 1, false},
		{"3d", "1d", "2d", 1, false}, {"0", "1d", "2d", 1, false}, {"1d", "0", "2d", 1, false}, {"1d", "1d", "99999999d", 1, false}, {"1d", "1d", "2d", -1, false},
	} {
		s.KeepLetters, s.KeepMail, s.KeepTraces, s.KeepMB = c.letters, c.mail, c.traces, c.mb
		if err := errors.Join(s.kept(), s.numbers()); (err == nil) != c.ok {
			t.Errorf("%+v: %+v, %v", c, s.Keep, err)
		}
	}
}
