package mail_test

import (
	"slices"
	"testing"

	"pitpost.example/db/mail"
)

// What a player said before are the words of letters that were theirs: a held one names them and may be a forger's.
func TestAHeldLetterIsNotWhatItsSenderSaid(t *testing.T) {
	d := open(t, fresh(t))
	for i, state := range []string{"apply", "refuse", "hold"} {
		if _, err := d.Pool().Exec(t.Context(), `insert into letters (hash, message_id, door, sender, subject, match_id, seat, kept, state, why, received_at, taken_at)
			values ($1, $2, 'imap', 'bo@example.org', '', 1, 2, $2, $3::letter_state, '', $4, $4)`, []byte{byte(i)}, state, state, noon); err != nil {
			t.Fatal(err)
		}
	}
	said, err := mail.ReadKeptWords(t.Context(), d, 1, 2, "bo@example.org", []string{"apply", "refuse", "hold"})
	if slices.Sort(said); err != nil || !slices.Equal(said, []string{"apply", "refuse"}) {
		t.Errorf("Bo said %q, %v", said, err)
	}
}
