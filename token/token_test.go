package token

import (
	"fmt"
	"strings"
	"testing"
)

const mailbox = "play@example.org"

func keys(t testing.TB, lines ...string) Keys {
	t.Helper()
	k, err := ParseKeys([]byte(strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

var (
	oldSecret = strings.Repeat("a1", 32)
	newSecret = strings.Repeat("b2", 32)
)

func TestMintOpens(t *testing.T) {
	k := keys(t, oldSecret)
	for _, tok := range []Token{
		{}, {42, 3, 't', 17}, {1<<40 - 1, 254, 255, 1<<32 - 1}, {7, -1, 'g', 0},
	} {
		word := k.Mint(tok)
		if len(word) != Size || word != strings.ToLower(word) {
			t.Errorf("Mint(%v) = %q", tok, word)
		}
		for _, spelled := range []string{word, strings.ToUpper(word)} {
			if got, ok := k.Open(spelled); !ok || got != tok {
				t.Errorf("Open(%q) = %v %v, want %v", spelled, got, ok, tok)
			}
		}
	}
	for _, tok := range []Token{{Match: 1 << 40}, {Match: -1}, {Seat: 255}, {Seat: -2}, {Step: 1 << 32}, {Step: -1}} {
		if word := k.Mint(tok); word != "" {
			t.Errorf("Mint(%v) = %q, want none", tok, word)
		}
	}
}

func TestEveryAlteredLetterIsRefused(t *testing.T) {
	k := keys(t, oldSecret)
	word := k.Mint(Token{42, 1, 't', 9})
	for i := range word {
		for _, c := range alphabet {
			if altered := word[:i] + string(c) + word[i+1:]; altered != word {
				if tok, ok := k.Open(altered); ok {
					t.Fatalf("Open(%q) = %v", altered, tok)
				}
			}
		}
	}
	for _, bad := range []string{"", word[1:], word + "0", strings.Repeat("!", Size), strings.Repeat("é", Size/2) + "0"} {
		if _, ok := k.Open(bad); ok {
			t.Errorf("Open(%q) succeeded", bad)
		}
	}
}

// Tokens of neighbouring seats and steps must look unrelated. Otherwise a
// player could derive the next player's token from their own.
func TestTokensAreOpaque(t *testing.T) {
	k := keys(t, oldSecret)
	a, b := k.Mint(Token{42, 1, 't', 9}), k.Mint(Token{42, 1, 't', 10})
	same := 0
	for i := 1; i < Size; i++ {
		if a[i] == b[i] {
			same++
		}
	}
	if same > 12 {
		t.Errorf("%d of %d letters are equal in %q and %q", same, Size, a, b)
	}
}

func TestRotation(t *testing.T) {
	before := keys(t, oldSecret)
	after := keys(t, "# newest first", newSecret, "", oldSecret)
	tok := Token{42, 1, 't', 9}
	if got, ok := after.Open(before.Mint(tok)); !ok || got != tok {
		t.Errorf("a token of the old key: %v %v", got, ok)
	}
	if _, ok := before.Open(after.Mint(tok)); ok {
		t.Error("the new key was not used to mint")
	}
	if _, ok := keys(t, newSecret).Open(before.Mint(tok)); ok {
		t.Error("a removed key still opens")
	}
	for _, bad := range []string{"", "short", "# only a comment"} {
		if _, err := ParseKeys([]byte(bad)); err == nil {
			t.Errorf("ParseKeys(%q) succeeded", bad)
		}
	}
	if s := fmt.Sprintf("%v %+v %#v %s", after, after, after, NewSecret()); strings.Contains(s, "b2b2") {
		t.Errorf("keys print themselves: %s", s)
	}
}

// The first character of a key's tokens is one of 32, so two keys may share it. Both then open their tokens,
// and a token with another first character is not tried with them.
func TestKeysOfOneID(t *testing.T) {
	first := keys(t, oldSecret)
	second := ""
	for i := 0; second == ""; i++ {
		if line := fmt.Sprintf("%s-%d", oldSecret, i); keys(t, line).keys[0].id == first.keys[0].id {
			second = line
		}
	}
	both, tok := keys(t, second, oldSecret), Token{42, 1, 't', 9}
	for name, word := range map[string]string{"old": first.Mint(tok), "new": keys(t, second).Mint(tok)} {
		if got, ok := both.Open(word); !ok || got != tok {
			t.Errorf("a token of the %s key: %v, %v", name, got, ok)
		}
		for _, letter := range alphabet {
			if altered := string(letter) + word[1:]; altered != word {
				if _, ok := both.Open(altered); ok {
					t.Errorf("%s opens under another key's letter", altered)
				}
			}
		}
	}
}

func TestSign(t *testing.T) {
	before, after := keys(t, oldSecret), keys(t, newSecret, oldSecret)
	proof := before.Sign("stop", "42")
	if !after.Signed("stop", "42", strings.ToUpper(proof)) {
		t.Error("a proof of the old key is refused")
	}
	if after.Signed("stop", "43", proof) || after.Signed("sto", "p42", proof) || after.Signed("stop", "42", "") {
		t.Error("a proof holds for another text")
	}
}

func TestFind(t *testing.T) {
	k := keys(t, oldSecret)
	tok := Token{42, 1, 't', 9}
	w := k.Mint(tok)
	for _, r := range []string{
		"play+" + w + "@example.org",
		"PLAY+" + strings.ToUpper(w) + "@Example.ORG",
		"play " + w + "@example.org",
		"play%2B" + w + "@example.org",
		"play%2b" + w + "@example.org.",
		"play-" + w + "@example.org",
		"Saboteur <play+" + w + "@example.org>",
		"play+" + w + "@example.org>.",
		`"play+` + w + `"@example.org`,
		"'play+" + w + "@example.org'",
		"mailto:play+" + w + "@example.org",
	} {
		found, altered := k.Find([]string{"bo@example.com", r}, mailbox)
		if len(found) != 1 || found[0] != tok || altered != 0 {
			t.Errorf("Find(%q) = %v, %d", r, found, altered)
		}
	}
	for _, r := range []string{
		"play+" + w + "@example.com", "xplay+" + w + "@example.org", "play@example.org", "", "@", "play+@example.org",
		"play+news@example.org", w + "@example.org",
	} {
		if found, altered := k.Find([]string{r}, mailbox); len(found) != 0 || altered != 0 {
			t.Errorf("Find(%q) = %v, %d", r, found, altered)
		}
	}
}

func TestFindTwoAndAltered(t *testing.T) {
	k := keys(t, oldSecret)
	a, b := Token{42, 1, 't', 9}, Token{43, 1, 't', 9}
	address := func(word string) string { return ReplyAddress(mailbox, word) }
	forged := "z" + k.Mint(a)[1:Size-1] + "z"
	found, altered := k.Find([]string{address(k.Mint(a)), address(k.Mint(b)), address(k.Mint(a)), address(forged)}, mailbox)
	if len(found) != 2 || found[0] != a || found[1] != b || altered != 1 {
		t.Errorf("Find = %v, %d", found, altered)
	}
}

func TestMessageID(t *testing.T) {
	id := MessageID("k3y", "example.org")
	for _, given := range []string{id, strings.Trim(id, "<>"), " " + id + " ", strings.Replace(id, "example", "EXAMPLE", 1)} {
		if key, ok := MessageKey(given, "example.org"); !ok || key != "k3y" {
			t.Errorf("MessageKey(%q) = %q %v", given, key, ok)
		}
	}
	for _, given := range []string{"", "<>", "<k3y@example.org>", "<k3y.pitpost@example.com>", "<.pitpost@example.org>"} {
		if key, ok := MessageKey(given, "example.org"); ok {
			t.Errorf("MessageKey(%q) = %q", given, key)
		}
	}
}

func FuzzOpen(f *testing.F) {
	k := keys(f, oldSecret)
	f.Add(k.Mint(Token{42, 1, 't', 9}))
	f.Add("play+" + k.Mint(Token{}) + "@example.org")
	f.Fuzz(func(t *testing.T, word string) {
		if tok, ok := k.Open(word); ok && k.Mint(tok) != canonical(word) {
			t.Errorf("%q opens as %v, whose word is %q", word, tok, k.Mint(tok))
		}
		k.Find([]string{word, "play+" + word + "@example.org"}, mailbox)
	})
}

// The door is known in all forms that mail programs give an address.
func TestTheDoorOfAMailbox(t *testing.T) {
	for recipient, want := range map[string]bool{"play+pit@example.org": true, "Play <PLAY+PIT@Example.Org>": true, "play@example.org": false,
		"play+pits@example.org": false, "play+pit@example.com": false, "sell+pit@example.org": false} {
		if IsSentToDoor([]string{"bo@example.com", recipient}, "play@example.org") != want {
			t.Errorf("%s: %v", recipient, !want)
		}
	}
}

// A house that has moved still finds the tokens in letters to the addresses that it had.
func TestTokensToAFormerAddressAreFound(t *testing.T) {
	k := keys(t, oldSecret)
	sent := k.Mint(Token{42, 1, 't', 3})
	to := []string{"play+" + sent + "@north.test"}
	if found, _ := k.Find(to, "games@south.test"); len(found) != 0 {
		t.Errorf("before it is said: %v", found)
	}
	moved := k.Moved([]string{"old@east.test", "play@north.test"})
	if found, altered := moved.Find(to, "games@south.test"); len(found) != 1 || found[0].Match != 42 || altered != 0 {
		t.Errorf("found %v, %d altered", found, altered)
	}
	if found, _ := moved.Find([]string{"games+" + sent + "@south.test"}, "games@south.test"); len(found) != 1 {
		t.Error("the present address is forgotten")
	}
}
