package inbox

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"pitpost.example/db/mail"
	dbpeople "pitpost.example/db/people"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/token"
)

// due returns the last turn letter, as if it had just been sent.
func (s *stand) due() *model.Notice {
	s.t.Helper()
	return s.left(int64(s.number("select id from outbox where purpose = 'turn' order by id desc limit 1")))
}

// left returns a queued letter, as if it had just been sent.
func (s *stand) left(id int64) *model.Notice {
	s.t.Helper()
	n, err := mail.NoticeByID(s.t.Context(), s.d, id)
	if err != nil {
		s.t.Fatal(err)
	}
	if n.Address == "" {
		if n.Address, err = dbpeople.FirstAddress(s.t.Context(), s.d, n.Player); err != nil {
			s.t.Fatal(err)
		}
	}
	if _, err := s.d.Pool().Exec(s.t.Context(), "update outbox set raw = $2, state = 'written', address = $3 where id = $1", id, []byte("Subject: x\r\n\r\n3 C5\r\n"), n.Address); err != nil {
		s.t.Fatal(err)
	}
	if err := mail.MarkSent(s.t.Context(), s.d, id, "250", s.now); err != nil {
		s.t.Fatal(err)
	}
	sent, err := mail.NoticeByID(s.t.Context(), s.d, id)
	if err != nil {
		s.t.Fatal(err)
	}
	sent.Address = n.Address
	return sent
}

// word returns the reply address of one of our letters.
func (s *stand) word(n *model.Notice) string {
	ref := notice.RefOf(n)
	return "play+" + s.r.Keys.Mint(token.Token{Match: ref.Match, Seat: ref.Seat, Purpose: byte(ref.Purpose), Step: ref.Step}) + "@example.org"
}

// send hands in a letter with that header and a new Message-ID, and returns how it ended.
func (s *stand) send(head, words string) (state, why string) {
	s.t.Helper()
	s.count++
	return s.take(fmt.Sprintf("%sMessage-ID: <send.%d@example.com>\r\n\r\n%s\r\n", head, s.count, words), nil)
}

// ends fails the test unless such a letter ends in state want.
func (s *stand) ends(want, head, words string) {
	s.t.Helper()
	if state, why := s.send(head, words); state != want {
		s.t.Errorf("%q, %q: %s (%s), want %s", head, words, state, why, want)
	}
}

func (s *stand) facts() int { return s.number("select count(*) from facts") }

// answers hands in an answer to the last letter to an address.
func (s *stand) answers(address, words string) (state, why string) {
	s.t.Helper()
	return s.send("From: "+address+"\r\nTo: play@example.org\r\nIn-Reply-To: "+s.sentTo(address).MessageID+"\r\n", words)
}

// lastTo returns the parameters of the last notice to an address.
func (s *stand) lastTo(address string) string {
	return string(s.sentTo(address).Params)
}

func TestRightTokenRightFromDMARCPassFromOurAuthservID(t *testing.T) {
	s := newStand(t)
	n := s.due()
	_, domain, _ := strings.Cut(n.Address, "@")
	facts := s.facts()
	s.ends("apply", vouched(domain)+"From: "+n.Address+"\r\nTo: "+s.word(n)+"\r\n", "pass 1")
	if s.facts() == facts || s.due().ID == n.ID {
		t.Error("the move was not played")
	}
}

func TestRightTokenRightFromDMARCFail(t *testing.T) {
	s := newStand(t)
	n := s.due()
	facts, letters := s.facts(), s.number("select count(*) from outbox")
	failed := "Authentication-Results: mx.example.org; dmarc=fail header.from=" + n.Address[strings.IndexByte(n.Address, '@')+1:] + "\r\nFrom: " + n.Address + "\r\nTo: "
	s.ends("drop", failed+s.word(n)+"\r\n", "pass 1")
	if s.facts() != facts {
		t.Error("a forged move was played")
	}
	if s.number("select count(*) from due where what like 'held:%'") != 0 || s.number("select count(*) from outbox") != letters {
		t.Error("a forged letter was asked about")
	}
}

func TestRightTokenFromAStrangerAForwardedDigest(t *testing.T) {
	s := newStand(t)
	n := s.sentTo(ana)
	stranger := vouched("evil.example") + "From: gus@evil.example\r\nTo: " + s.word(n) + "\r\n"
	facts, letters := s.facts(), s.number("select count(*) from outbox")
	s.ends("hold", stranger, "say it was me")
	if asked := s.lastTo(ana); !strings.Contains(asked, gus) || !strings.Contains(asked, "say it was me") {
		t.Errorf("the owner reads %s", asked)
	}
	s.ends("hold", stranger, "say it was me again")
	if more := s.number("select count(*) from outbox") - letters; more != 1 {
		t.Errorf("%d letters were written, want the owner's one", more)
	}
	if s.number("select count(*) from outbox where address = $1", gus) != 0 {
		t.Error("the stranger hears of it")
	}
	s.now = s.now.Add(61 * time.Minute)
	s.ends("hold", stranger, "say it was me a third time")
	if more := s.number("select count(*) from outbox") - letters; more != 2 {
		t.Errorf("after an hour %d letters were written, want two", more)
	}
	if s.facts() != facts {
		t.Error("a stranger's words were carried out")
	}
}

func TestRightTokenFromAnAddressThatNobodyElseCanHave(t *testing.T) {
	s := newStand(t)
	n := s.sentTo(ana)
	letters := s.number("select count(*) from outbox")
	for _, from := range []string{s.word(n), "\u0430na@example.com"} { // an address of the house, and one with a Cyrillic letter
		state, why := s.send("From: "+from+"\r\nTo: "+s.word(n)+"\r\n", "say it was me")
		if state != "drop" {
			t.Errorf("from %s: %s, %s", from, state, why)
		}
	}
	if more := s.number("select count(*) from outbox") - letters; more != 0 {
		t.Errorf("%d letters were written", more)
	}
}

func TestRightTokenFromAnotherPlayerOfTheSameGame(t *testing.T) {
	s := newStand(t)
	var log bytes.Buffer
	s.r.House.Log = slog.New(slog.NewTextHandler(&log, nil))
	n := s.sentTo(ana)
	facts, told := s.facts(), s.number("select count(*) from outbox where address = $1", bo)
	state, why := s.send(vouched("example.net")+"From: Bo <bo@example.net>\r\nTo: "+s.word(n)+"\r\n", "resign")
	if state != "hold" || !strings.Contains(why, "another player's") {
		t.Errorf("%s, %s", state, why)
	}
	if !strings.Contains(log.String(), "level=WARN") || strings.Contains(log.String(), "@") {
		t.Errorf("the operator reads %q", log.String())
	}
	if asked := s.lastTo(ana); !strings.Contains(asked, "house.held-other") || strings.Contains(asked, "bo@") || strings.Contains(asked, "Bo") {
		t.Errorf("the owner reads %s", asked)
	}
	if state, why := s.answers(ana, "no"); state != "apply" || s.facts() != facts {
		t.Errorf("the owner's no: %s, %s", state, why)
	}
	if s.number("select count(*) from outbox where address = $1", bo) != told {
		t.Error("the other player hears of it")
	}
}

func TestRightTokenFromAVerifiedSecondAddress(t *testing.T) {
	s := newStand(t)
	word := s.word(s.sentTo(ana))
	second := "From: ana@work.example\r\nTo: " + word + "\r\n"
	facts := s.facts()
	s.ends("hold", second, "say from work")
	if s.facts() != facts {
		t.Fatal("carried out before anybody was asked")
	}
	if state, why := s.answers(ana, "yes"); state != "apply" || s.facts() != facts+1 {
		t.Fatalf("the owner's yes: %s, %s", state, why)
	}
	s.now = s.now.Add(time.Hour)
	s.ends("hold", second, "say before it has answered")
	if asked := s.lastTo("ana@work.example"); !strings.Contains(asked, "house.second") || strings.Contains(asked, ana) {
		t.Errorf("the second address reads %s", asked)
	}
	if state, why := s.answers("ana@work.example", "yes"); state != "apply" {
		t.Fatalf("its own yes: %s, %s", state, why)
	}
	s.ends("apply", second, "say from work as well")
	if s.facts() != facts+2 {
		t.Error("the verified address was not heard")
	}
}

func TestRightFromWithoutATokenOrWithOneThatIsNoMore(t *testing.T) {
	s := newStand(t)
	word := s.word(s.sentTo(ana))
	facts := s.facts()
	s.ends("hold", "From: ana@example.com\r\nTo: play@example.org\r\n", "say without a token")
	altered := strings.Replace(word, word[10:12], map[bool]string{true: "zz", false: "yy"}[word[10:12] != "zz"], 1)
	wrongKey := map[bool]string{true: "0", false: "1"}[word[5] != '0']
	for _, to := range []string{altered, "play+" + wrongKey + word[6:]} {
		s.now = s.now.Add(time.Hour)
		s.ends("refuse", vouched("example.com")+"From: ana@example.com\r\nTo: "+to+"\r\n", "say anything")
		n := s.sentTo(ana)
		if text := string(n.Params); n.Match != 0 || !strings.Contains(text, "letter.token-altered") || strings.Contains(strings.ToLower(text), "saboteur") {
			t.Errorf("%s: told of match %d: %s", to, n.Match, text)
		}
	}
	if s.facts() != facts {
		t.Fatal("something was carried out")
	}
	if state, why := s.proved(ana, "", "abort"); state != "apply" {
		t.Fatalf("%s, %s", state, why)
	}
	if state, why := s.answers(ana, "yes"); state != "apply" || s.number("select count(*) from matches where phase = 'running'") != 0 {
		t.Fatalf("the match goes on: %s, %s", state, why)
	}
	facts = s.facts()
	s.ends("refuse", "From: ana@example.com\r\nTo: "+word+"\r\n", "pass 1")
	if s.facts() != facts {
		t.Error("a move was played in a match that is over")
	}
}

func TestTwoFromHeadersTwoAddressesAGroupNoFromSenderOnly(t *testing.T) {
	s := newStand(t)
	to := vouched("example.com") + "To: " + s.word(s.sentTo(ana)) + "\r\n"
	for name, from := range map[string]string{
		"two headers":   "From: ana@example.com\r\nFrom: ana@example.com\r\n",
		"two addresses": "From: ana@example.com, bo@example.net\r\n",
		"a group":       "From: players: ana@example.com;\r\n",
		"missing":       "",
		"Sender only":   "Sender: ana@example.com\r\n",
	} {
		s.quiet(name, func() {
			if state, why := s.send(to+from, "say who am I"); state != "hold" || why != "no single sender" {
				t.Errorf("%s: %s, %s", name, state, why)
			}
		})
	}
}

func TestReplyToSetToTheVictim(t *testing.T) {
	s := newStand(t)
	word := s.word(s.sentTo(ana))
	letters := s.number("select count(*) from outbox where address = $1", bo)
	s.ends("apply", "From: ana@example.com\r\nReply-To: bo@example.net\r\nTo: "+word+"\r\n", "status")
	s.ends("refuse", vouched("evil.example")+"From: gus@evil.example\r\nReply-To: ana@example.com\r\nTo: play@example.org\r\n", "say I am Ana")
	if s.number("select count(*) from outbox where address = $1", bo) != letters {
		t.Error("the answer went to the Reply-To")
	}
	if n := s.sentTo(gus); n.Purpose != "receipt" {
		t.Errorf("the sender got %s", n.Purpose)
	}
}
