package inbox

import (
	"bytes"
	"log/slog"
	"strconv"
	"strings"
	"testing"
	"time"

	"pitpost.example/token"
)

// twoMatches returns a stand where Ana plays a second match, against bots, and the addresses of her two
// seats.
func twoMatches(t *testing.T) (s *stand, first, second string) {
	s = newStand(t)
	if state, why := s.proved(ana, "", "new practice"); state != "apply" || s.number("select count(*) from matches") != 2 {
		t.Fatalf("%s, %s", state, why)
	}
	return s, s.seatWord(1, 0), s.seatWord(2, 0)
}

// heard counts what was said in a match.
func (s *stand) heard(match int) int {
	s.t.Helper()
	return s.number("select count(*) from facts where kind = 'match.said' and match_id = $1", match)
}

func TestSameLetterAddressedToTwoOfOurTokens(t *testing.T) {
	s, first, second := twoMatches(t)
	both := "From: ana@example.com\r\nTo: " + first + "\r\nCc: " + second + "\r\n"
	for _, words := range []string{"say which one", "#1 say in the first\r\nsay in some other", "#7 say in another's", "\r\n"} {
		s.now = s.now.Add(time.Hour)
		s.ends("refuse", both, words)
	}
	if s.heard(1)+s.heard(2) != 0 {
		t.Fatal("a line that names no match was carried out")
	}
	if !strings.Contains(s.lastTo(ana), "letter.two-tokens") {
		t.Errorf("she is told %s", s.lastTo(ana))
	}
	s.ends("apply", both, "#2 say in the second\r\n#1 say in the first\r\n#1 say and again")
	if s.heard(1) != 2 || s.heard(2) != 1 {
		t.Errorf("said %d and %d times", s.heard(1), s.heard(2))
	}
	facts := s.facts()
	s.ends("refuse", "From: ana@example.com\r\nTo: "+first+"\r\nCc: "+s.seatWord(1, 1)+"\r\n", "#1 say for two seats")
	if s.facts() != facts {
		t.Error("two seats of one match")
	}
}

func TestTokenUpperCasedPlusAsSpaceIDNAAngleLeftOver(t *testing.T) {
	s := newStand(t)
	s.r.Mailbox = "play@xn--bcher-kva.example"
	word, _, _ := strings.Cut(strings.TrimPrefix(s.seatWord(1, 0), "play+"), "@")
	facts, spelled := s.facts(), []string{
		"play+" + word + "@xn--bcher-kva.example", "PLAY+" + strings.ToUpper(word) + "@XN--BCHER-KVA.EXAMPLE", "play " + word + "@xn--bcher-kva.example",
		"play%2B" + word + "@xn--bcher-kva.example", "play%2b" + word + "@b\u00fccher.example", "play+" + word + "@b\u00fccher.example",
		"Saboteur with Bo <play+" + word + "@B\u00dcCHER.example>", "<play+" + word + "@xn--bcher-kva.example", "play+" + word + "@xn--bcher-kva.example>",
		"<play+" + word + "@xn--bcher-kva.example.>", "\"play+" + word + "@xn--bcher-kva.example\" <play+" + word + "@xn--bcher-kva.example>",
		"play-" + word + "@xn--bcher-kva.example", "<<play+" + word + "@xn--bcher-kva.example>>", "mailto:play+" + word + "@xn--bcher-kva.example",
	}
	for i, to := range spelled {
		s.now = s.now.Add(time.Minute)
		s.ends("apply", "From: ana@example.com\r\nTo: "+to+"\r\n", "say it came as number "+strconv.Itoa(i))
	}
	if got := s.facts() - facts; got != len(spelled) {
		t.Errorf("%d of %d letters found their seat", got, len(spelled))
	}
	for _, to := range []string{"play+" + word + "@bucher.example", "bo+" + word + "@xn--bcher-kva.example", "play" + word + "@xn--bcher-kva.example"} {
		s.now = s.now.Add(time.Hour)
		s.ends("hold", "From: ana@example.com\r\nTo: "+to+"\r\n", "say it is for another")
	}
}

func TestInReplyToForgedToAnotherGameWhileTokenNamesThisOne(t *testing.T) {
	s, first, second := twoMatches(t)
	other := s.left(int64(s.number("select id from outbox where match_id = 2 and address = $1 order by id desc limit 1", ana)))
	var log bytes.Buffer
	s.r.Log = slog.New(slog.NewTextHandler(&log, nil))
	s.ends("apply", "From: ana@example.com\r\nTo: "+first+"\r\nIn-Reply-To: "+other.MessageID+"\r\n", "say to the first")
	if s.heard(1) != 1 || s.heard(2) != 0 {
		t.Errorf("said %d and %d times", s.heard(1), s.heard(2))
	}
	if !strings.Contains(log.String(), "the token counts") {
		t.Errorf("it was not noted: %q", log.String())
	}
	log.Reset()
	s.ends("apply", "From: ana@example.com\r\nTo: "+second+"\r\nIn-Reply-To: "+other.MessageID+"\r\n", "say to the second")
	if s.heard(2) != 1 || strings.Contains(log.String(), "the token counts") {
		t.Errorf("said %d times, noted %q", s.heard(2), log.String())
	}
	log.Reset() // the token of an offered seat names a question and no match
	s.send("From: ana@example.com\r\nTo: play+"+s.r.Keys.Mint(token.Token{Purpose: 'q', Step: 999})+"@example.org\r\nIn-Reply-To: "+other.MessageID+"\r\n", "yes")
	if strings.Contains(log.String(), "the token counts") {
		t.Errorf("noted %q", log.String())
	}
	// An answer to another player's letter under one's own token gives no access to that player's seat.
	s.ends("apply", "From: bo@example.net\r\nTo: "+s.seatWord(1, 1)+"\r\nIn-Reply-To: "+other.MessageID+"\r\n", "say from Bo")
	if s.heard(1) != 2 || s.heard(2) != 1 {
		t.Errorf("said %d and %d times", s.heard(1), s.heard(2))
	}
}

func TestDigestAutoForwardedByARuleToAnotherBoxReplyFromThere(t *testing.T) {
	s := newStand(t)
	n := s.sentTo(cy)
	reply := "Authentication-Results: mx.example.org; dmarc=pass header.from=home.example\r\nFrom: Cy <cy@home.example>\r\nTo: " + s.word(n) +
		"\r\nIn-Reply-To: " + n.MessageID + "\r\nX-Forwarded-For: cy@example.net cy@home.example\r\n"
	facts := s.facts()
	s.ends("hold", reply, "say from the other box")
	if asked := s.lastTo(cy); !strings.Contains(asked, "cy@home.example") || !strings.Contains(asked, "house.held-how") {
		t.Errorf("the owner is asked %s", asked)
	}
	if s.number("select count(*) from outbox where address = 'cy@home.example'") != 0 || s.facts() != facts {
		t.Error("something happened before the owner's yes")
	}
	if state, why := s.answers(cy, "yes"); state != "apply" {
		t.Fatalf("%s, %s", state, why)
	}
	// The other address is vouched for by its server, so nothing more is asked.
	s.ends("apply", reply, "say from there again")
	if s.facts() != facts+2 {
		t.Errorf("%d facts", s.facts()-facts)
	}
}

// ring returns keys whose secrets repeat the given pairs of letters, newest first.
func (s *stand) ring(pairs ...string) token.Keys {
	s.t.Helper()
	var lines []string
	for _, pair := range pairs {
		lines = append(lines, strings.Repeat(pair, 32))
	}
	keys, err := token.ParseKeys([]byte(strings.Join(lines, "\n")))
	if err != nil {
		s.t.Fatal(err)
	}
	return keys
}

func TestKeyRotatedBetweenDigestAndReplyTokenRevokedByPlayer(t *testing.T) {
	s := newStand(t)
	old := s.seatWord(1, 0)
	facts := s.facts()
	s.r.Keys = s.ring("b2", "a1")
	fresh := s.seatWord(1, 0)
	if fresh == old || fresh[5] == old[5] {
		t.Fatalf("%s and %s: the new key does not show", old, fresh)
	}
	s.ends("apply", "From: ana@example.com\r\nTo: "+old+"\r\n", "say under the old key")
	s.ends("apply", "From: ana@example.com\r\nTo: "+fresh+"\r\n", "say under the new one")
	if s.facts() != facts+2 {
		t.Fatalf("%d facts", s.facts()-facts)
	}
	s.r.Keys = s.ring("b2")
	for _, head := range []string{"From: ana@example.com\r\n", vouched("example.com") + "From: ana@example.com\r\n"} {
		s.now = s.now.Add(time.Hour)
		s.ends("refuse", head+"To: "+old+"\r\n", "say under a key that is gone")
		if n := s.sentTo(ana); n.Match != 0 || strings.Contains(strings.ToLower(string(n.Params)), "saboteur") || strings.Contains(string(n.Params), "#1") {
			t.Errorf("told of match %d: %s", n.Match, n.Params)
		}
	}
	s.ends("drop", "From: hal@evil.example\r\nTo: "+old+"\r\n", "say under a key that is gone")
	if s.facts() != facts+2 || s.number("select count(*) from outbox where address = 'hal@evil.example'") != 0 {
		t.Error("a token without a key counted")
	}
	// When a player resigns, the tokens of the seat become invalid.
	s.ends("apply", "From: bo@example.net\r\nTo: "+s.seatWord(1, 1)+"\r\n", "resign")
	if state, why := s.answers(bo, "yes"); state != "apply" || s.number("select count(*) from facts where kind = 'match.resigned'") != 1 {
		t.Fatalf("%s, %s", state, why)
	}
	facts = s.facts()
	s.ends("refuse", "From: bo@example.net\r\nTo: "+s.seatWord(1, 1)+"\r\n", "pass 1")
	if s.facts() != facts {
		t.Error("a seat that was given up moved")
	}
}

func TestLocalPartQuotedWithAt320CharactersNULInAddress(t *testing.T) {
	s := newStand(t)
	word := s.seatWord(1, 0)
	long := strings.Repeat("a", 64) + "@" + strings.Repeat("b.", 127) + "e"
	facts, letters := s.facts(), s.number("select count(*) from outbox")
	for _, from := range []string{`"ana@example.com"@evil.example`, `"ana@example.com>"@evil.example`, long,
		`<"ana@example.com"@evil.example>`, "ana@example.com@evil.example", "ana@[192.0.2.1]", strings.Repeat("a", 65) + "@example.com"} {
		s.ends("hold", vouched("example.com")+"From: "+from+"\r\nTo: "+word+"\r\n", "say from nowhere")
	}
	for _, from := range []string{"ana@example.com\x00", "ana\x00@example.com", "ana@exa\x00mple.com"} {
		s.ends("set-aside", vouched("example.com")+"From: "+from+"\r\nTo: "+word+"\r\n", "say from nowhere")
	}
	for _, to := range []string{`"` + word + `"@evil.example`, `"play@evil.example"@example.org`, word + "@evil.example", strings.Replace(word, "play", "play@evil.example", 1),
		strings.Replace(word, "@", "\x00@", 1), word + "\x00", strings.Repeat("a", 200) + word} {
		s.now = s.now.Add(time.Hour)
		state, why := s.send("From: gus@evil.example\r\nTo: "+to+"\r\n", "say it came astray")
		if state == "apply" {
			t.Errorf("to %q: %s, %s", to, state, why)
		}
	}
	if s.facts() != facts {
		t.Error("a letter found a seat that it did not name")
	}
	for _, n := range s.told(0)[letters:] {
		if n.Address != ana && n.Address != gus || strings.Contains(string(n.Params), word[5:30]) {
			t.Errorf("%s is told %s", n.Address, n.Params)
		}
	}
}
