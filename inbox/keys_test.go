package inbox

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"pitpost.example/inbox/intake"
	"pitpost.example/token"
)

func TestKeysOf(t *testing.T) {
	keys, err := token.ParseKeys([]byte(strings.Repeat("k", 40)))
	if err != nil {
		t.Fatal(err)
	}
	r := &Receiver{Keys: keys, Mailbox: "play@example.org"}
	to := "play+" + keys.Mint(token.Token{Match: 42, Seat: 1, Purpose: 't', Step: 3}) + "@example.org"
	got := r.KeysOf([]byte("From: Ana <ana@example.com>\r\nTo: " + to + "\r\nSubject: and #7\r\n\r\n3 C5\r\n"))
	if !slices.Equal(got, []string{"from ana@example.com", "match 42", "match 7"}) {
		t.Errorf("%q", got)
	}
}

func TestAddressed(t *testing.T) {
	keys, err := token.ParseKeys([]byte(strings.Repeat("k", 40)))
	if err != nil {
		t.Fatal(err)
	}
	word := keys.Mint(token.Token{Match: 42, Seat: 1, Purpose: 't', Step: 3})
	r := &Receiver{Mailbox: "play@pit.test", Also: []string{"Games@pit.test", "spiele@b\u00fccher.example"}, Keys: keys}
	for address, want := range map[string]bool{
		"play@pit.test": true, "Play@PIT.test": true, "play+" + word + "@pit.test": true, "PLAY+" + strings.ToUpper(word) + "@pit.test": true,
		"play-" + word + "@pit.test": true, "play+friends@pit.test": true,
		"play+" + word[:len(word)-1] + "@pit.test": true, "play+" + word[:len(word)-2] + "00@pit.test": false,
		"games@pit.test": true, "games+friends@pit.test": true,
		"Spiele@xn--bcher-kva.example": true, "games@example.org": false, "player@pit.test": false, "ana@pit.test": false, "play@example.org": false, "": false, "play": false, "@pit.test": false,
	} {
		if got := r.AcceptsRecipient(address); got != want {
			t.Errorf("%q: %v", address, got)
		}
	}
}

// In the spam folder only answers are ours, whatever their subject.
func TestJunkIsOurs(t *testing.T) {
	keys, err := token.ParseKeys([]byte(strings.Repeat("k", 40)))
	if err != nil {
		t.Fatal(err)
	}
	r := &Receiver{House: readingHouse, Keys: keys, Mailbox: "play@example.org", Now: time.Now}
	word := keys.Mint(token.Token{Match: 42, Seat: 1, Purpose: 't', Step: 3})
	for header, want := range map[string][2]bool{ // in the inbox, in the spam folder
		"To: play+" + word + "@example.org":                      {true, true},
		"In-Reply-To: " + token.MessageID("k", "example.org"):    {true, true},
		"To: play+pit@example.org\r\nSubject: cheap":             {true, false},
		"To: Play+PIT@example.org":                               {true, false},
		"To: play+pitch@example.org":                             {false, false},
		"To: play@example.org\r\nSubject: Re: [#42 Saboteur]":    {true, false},
		"To: play@example.org\r\nSubject: RE: [#42 Clonk!] Bo":   {true, false},
		"To: play@example.org\r\nSubject: [#42] crash on start":  {false, false},
		"To: play@example.org\r\nSubject: Re: [#42 Compiler] no": {false, false},
		"To: play@example.org\r\nSubject: new saboteur":          {false, false}, // which its first line decides
		"To: play+" + word[:len(word)-2] + "00" + "@example.org": {true, false},
		"To: play@example.org\r\nSubject: cheap":                 {false, false},
	} {
		got := [2]bool{r.OursByHeader([]byte(header)), r.AnswersByHeader([]byte(header))}
		if got != want {
			t.Errorf("%q: %v, want %v", header, got, want)
		}
	}
	fate, err := r.Take(context.Background(), []byte("From: ana@example.org\r\nTo: play@example.org\r\nSubject: new saboteur\r\n\r\nhello\r\n"), intake.Source{Name: "imap", Junk: true})
	if fate != intake.NotOurs || err != nil {
		t.Errorf("spam is %v, %v", fate, err)
	}
}

// What the envelope says comes before the headers.
func TestTheEnvelopeTellsMoreThanTheHeader(t *testing.T) {
	l, err := ReadLetter([]byte("From: Ana <ana@example.org>\r\nTo: play@example.org\r\nSubject: plain\r\n\r\n3 C5\r\n"))
	if err != nil {
		t.Fatal(err)
	}
	if addEnvelope(l, &intake.Envelope{From: intake.NullSender, To: []string{"play@pit.test"}}); l.Automatic == "" || l.To[0] != "play@pit.test" {
		t.Errorf("automatic %q, to %q", l.Automatic, l.To)
	}
}
