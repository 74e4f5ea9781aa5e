package token

import (
	"strings"
	"testing"
)

func TestBounceWordsNameALetterAndNothingElse(t *testing.T) {
	k := keys(t, oldSecret)
	word := k.Bounce(1234567)
	address := ReplyAddress(mailbox, word)
	for _, spelled := range []string{address, strings.ToUpper(address), "<" + address + ">", strings.Replace(address, "+", "%2B", 1)} {
		if got, ok := k.Bounced([]string{"bo@example.com", spelled}, mailbox); !ok || got != 1234567 {
			t.Errorf("Bounced(%q) = %d, %v", spelled, got, ok)
		}
	}
	if _, ok := k.Open(word); ok {
		t.Error("a bounce word opens a seat")
	}
	if found, altered := k.Find([]string{address}, mailbox); len(found) != 0 || altered != 0 {
		t.Errorf("a return address is read as a token: %v, %d", found, altered)
	}
	seat := ReplyAddress(mailbox, k.Mint(Token{Match: 42}))
	if _, ok := k.Bounced([]string{seat}, mailbox); ok {
		t.Error("a seat's token is read as a return address")
	}
	if got, ok := k.Marked(k.Mark(1234567)); !ok || got != 1234567 {
		t.Errorf("Marked = %d, %v", got, ok)
	}
	if _, ok := k.Marked(word[1:]); ok {
		t.Error("a return address is read as a mark")
	}
	if local, _, _ := strings.Cut(address, "@"); len(local) > 64 {
		t.Errorf("a local part of %d characters", len(local))
	}
}

func TestBounceWordsAreNotForged(t *testing.T) {
	k := keys(t, oldSecret)
	word := k.Bounce(7)
	for i := range word {
		for _, c := range alphabet {
			altered := word[:i] + string(c) + word[i+1:]
			if got, ok := k.Bounced([]string{"play+" + altered + "@example.org"}, mailbox); ok && altered != word {
				t.Fatalf("%q is taken for letter %d", altered, got)
			}
		}
	}
	after := keys(t, newSecret, oldSecret)
	if got, ok := after.Bounced([]string{"play+" + word + "@example.org"}, mailbox); !ok || got != 7 {
		t.Errorf("a word of the old key: %d, %v", got, ok)
	}
	if _, ok := keys(t, newSecret).Bounced([]string{"play+" + word + "@example.org"}, mailbox); ok {
		t.Error("a removed key still opens")
	}
	if k.Bounce(-1) != "" || (Keys{}).Bounce(1) != "" {
		t.Error("a word for a number out of range, or without a key")
	}
}
