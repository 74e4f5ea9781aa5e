package mail_test

import (
	"testing"
	"time"

	"pitpost.example/db/mail"
)

// A token is good for one letter, however often that letter comes, in whichever process and also after a
// restart. Once its signature has expired it is forgotten.
func TestATokenOfADoorIsGoodForOneLetter(t *testing.T) {
	url := fresh(t)
	one, other := [32]byte{1}, [32]byte{2}
	for _, c := range []struct {
		door, token string
		letter      [32]byte
		after       time.Duration
		want        bool
	}{
		{"mailgun", "x", one, 0, true}, {"mailgun", "x", other, time.Minute, false}, {"mailgun", "x", one, time.Minute, true},
		{"mailgun", "y", other, time.Minute, true}, {"ses", "x", other, time.Minute, true},
		{"mailgun", "x", other, 59 * time.Minute, false}, {"mailgun", "x", other, 62 * time.Minute, true}, {"mailgun", "x", one, 63 * time.Minute, false},
	} {
		now := noon.Add(c.after)
		if first, err := mail.ClaimDoorToken(t.Context(), open(t, url), c.door, c.token, c.letter, now, now.Add(time.Hour)); err != nil || first != c.want {
			t.Errorf("%s %s after %s: %t %v", c.door, c.token, c.after, first, err)
		}
	}
}
