package inbox

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pitpost.example/db/mail"
	"pitpost.example/house/letter"
	"pitpost.example/inbox/intake"
	"pitpost.example/model"
	"pitpost.example/token"
)

func TestVacationRepliesPerSystemAndLanguageAreDropped(t *testing.T) {
	s := newStand(t)
	files, err := filepath.Glob("report/testdata/robots/vacation-*.eml")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d letters, %v", len(files), err)
	}
	n := s.sentTo("ana@example.com")
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".eml")
		s.quiet(name, func() {
			if state, why := s.take(s.robotLetter(name, n), nil); state != "drop" || why == "" || strings.Contains(why, "bounce hard") {
				t.Errorf("%s: %s, %s", name, state, why)
			}
		})
	}
	if s.number("select count(*) from addresses where failing <> ''")+s.number("select count(*) from bounces") != 0 {
		t.Error("an absence is taken for a bounce")
	}
}

func TestARealReplyThroughAGatewayAddingPrecedenceBulkIsApplied(t *testing.T) {
	s := newStand(t)
	n := s.sentTo("ana@example.com")
	raw := "Authentication-Results: mx.example.org; dmarc=pass header.from=example.com\r\n" +
		strings.Replace(s.robotLetter("person-bulk-gateway", n), "3 C5", "status", 1)
	raw = strings.Replace(raw, "play+"+s.r.Keys.Bounce(n.ID), "play+"+s.r.Keys.Mint(token.Token{Match: 1, Seat: 0, Purpose: byte(model.ForTurn), Step: 1}), 1)
	if state, why := s.take(raw, nil); state != "apply" {
		t.Errorf("%s, %s", state, why)
	}
}

func TestDSNHardSoftDelayedMultiRecipientTextOnlyWithVERP(t *testing.T) {
	for name, want := range map[string]string{
		"dsn-postfix-unknown-user": "hard", "dsn-exchange": "hard", "dsn-gmail": "hard", "dsn-two-recipients-ours-failed": "hard", "bounce-qmail": "hard",
		"bounce-exim": "hard", "bounce-exchange-html": "hard", "bounce-gmail-old": "hard", "bounce-exim-copy": "hard", "dsn-plain-return": "hard", "dsn-microsoft-365": "hard", "dsn-ses": "hard",
		"dsn-postfix-full": "soft", "dsn-postfix-delayed": "soft", "dsn-postfix-policy": "soft", "bounce-full": "soft", "bounce-exim-delayed": "soft",
		"dsn-relayed": "", "dsn-expanded-one-of-two": "",
	} {
		t.Run(name, func(t *testing.T) {
			s := newStand(t)
			n := s.sentTo("bo@example.net")
			raw := s.robotLetter(name, n)
			facts := s.number("select count(*) from facts")
			to := "play+" + s.r.Keys.Bounce(n.ID) + "@example.org"
			if !strings.Contains(raw, to) {
				to = "play@example.org" // our letter left with the common return address
			}
			state, why := s.take(raw, &intake.Envelope{From: intake.NullSender, To: []string{to}})
			if state != "drop" || !strings.HasPrefix(why, want) {
				t.Errorf("%s, %s", state, why)
			}
			failing := s.number("select count(*) from addresses where address = 'bo@example.net' and failing <> ''")
			if (failing == 1) != (want == "hard") {
				t.Errorf("mail failing: %d", failing)
			}
			told := s.number("select count(*) from outbox where key like 'note:1:0:failing:%' and purpose = 'note'")
			if (told == 1) != (want == "hard") {
				t.Errorf("the host was told %d times", told)
			}
			if now := s.number("select count(*) from facts"); now != facts {
				t.Errorf("%d facts, then %d: a report made a move", facts, now)
			}
			s.quiet("the same report again", func() { s.take(strings.Replace(raw, "Message-ID: <", "Message-ID: <again.", 1), nil) })
		})
	}
}

func TestTheSecondAddressIsTriedAndALetterFromTheFirstEndsTheMark(t *testing.T) {
	s := newStand(t)
	if _, err := s.d.Pool().Exec(t.Context(), `insert into addresses (address, player_id, first, proved_at)
		select 'bo@home.example', player_id, false, $1 from addresses where address = 'bo@example.net'`, s.now); err != nil {
		t.Fatal(err)
	}
	n := s.sentTo("bo@example.net")
	s.take(s.robotLetter("dsn-postfix-unknown-user", n), nil)
	if s.number("select count(*) from outbox where address = 'bo@home.example' and purpose = $1 and state = 'queued'", n.Purpose) != 1 {
		t.Error("the letter was not queued for the second address")
	}
	if s.number("select count(*) from outbox where address = 'bo@example.net' and key like '%failed:%'") != 1 {
		t.Error("Bo does not hear of it")
	}
	raw := "From: <bo@example.net>\r\nTo: play+" + s.r.Keys.Mint(token.Token{Match: 1, Seat: 1, Purpose: byte(model.ForTurn), Step: 1}) +
		"@example.org\r\nSubject: hello\r\nMessage-ID: <x@example.net>\r\n\r\nstatus\r\n"
	if state, why := s.take(raw, nil); state != "apply" {
		t.Fatalf("%s, %s", state, why)
	}
	if s.number("select count(*) from addresses where failing <> ''") != 0 {
		t.Error("an address that writes is still marked")
	}
}

func TestAForgedDSNWithoutAValidReturnAddressIsDropped(t *testing.T) {
	s := newStand(t)
	n := s.sentTo("bo@example.net")
	forged := s.robotLetter("dsn-postfix-unknown-user", n)
	forged = strings.ReplaceAll(forged, n.MessageID, "<turn.guessed.pitpost@example.org>")
	word := s.r.Keys.Bounce(n.ID)
	altered := word[:len(word)-1] + "0"
	if altered == word {
		altered = word[:len(word)-1] + "g"
	}
	for name, with := range map[string]string{"none": "bounce", "altered": altered, "another letter's number": word[:8] + "z" + word[9:],
		"a seat's token": s.r.Keys.Mint(token.Token{Match: 1, Seat: 1, Purpose: byte(model.ForTurn), Step: 1})} {
		s.quiet(name, func() {
			raw := strings.Replace(strings.ReplaceAll(forged, word, with), "Message-ID: <dsn", "Message-ID: <"+strings.ReplaceAll(name, " ", "-"), 1)
			if state, why := s.take(raw, nil); state != "drop" || !strings.Contains(why, "names no letter of ours") {
				t.Errorf("%s: %s, %s", name, state, why)
			}
		})
	}
	if s.number("select count(*) from addresses where failing <> ''")+s.number("select count(*) from bounces") != 0 {
		t.Error("a forged report disables a player")
	}
}

// An answer to a letter goes to its token and names its Message-ID, so everybody who gets a copy knows
// both. A report that proves nothing else does not count, nor does one that guesses the letter's number.
func TestReportsCountByNothingThatAnAnswerShows(t *testing.T) {
	for _, name := range []string{"arf-forged", "dsn-forged"} {
		t.Run(name, func(t *testing.T) {
			s := newStand(t)
			n := s.sentTo("bo@example.net")
			raw := s.robotLetter(name, n)
			if !strings.Contains(raw, "play+token@example.org") || !strings.Contains(raw, "X-Pitpost: 81") || !strings.Contains(raw, n.MessageID) {
				t.Fatalf("the letter lacks what it is about:\n%s", raw)
			}
			word := s.r.Keys.Mint(token.Token{Match: 1, Seat: 1, Purpose: byte(model.ForTurn), Step: 1})
			raw = strings.ReplaceAll(raw, "play+token@", "play+"+word+"@")
			raw = strings.ReplaceAll(raw, "X-Pitpost: 81", fmt.Sprintf("X-Pitpost: %d", n.ID))
			s.quiet("a report by somebody who saw an answer", func() {
				if state, why := s.take(raw, nil); state != "drop" || !strings.HasSuffix(why, "names no letter of ours") {
					t.Errorf("%s, %s", state, why)
				}
			})
			if s.number("select count(*) from seats where stopped_at is not null")+s.number("select count(*) from addresses where blocked_at is not null or failing <> ''") != 0 {
				t.Error("a player gets no more mail")
			}
			// Only the mark was missing.
			raw = strings.ReplaceAll(raw, fmt.Sprintf("X-Pitpost: %d", n.ID), "X-Pitpost: "+s.r.Keys.Mark(n.ID))
			s.take(strings.Replace(raw, "-forged@", "-true@", 1), nil)
			if s.number("select count(*) from bounces where outbox_id = $1", n.ID) != 1 {
				t.Error("the same report with the mark of the letter does not count")
			}
		})
	}
}

func TestAnARFComplaintEmbeddingOurDigestStopsTheMail(t *testing.T) {
	for name, stops := range map[string]bool{"arf-abuse": true, "arf-redacted": true, "arf-opt-out": true, "arf-hotmail": true, "arf-notification-service": true, "arf-not-spam": false, "arf-auth-failure": false} {
		t.Run(name, func(t *testing.T) {
			s := newStand(t)
			n := s.sentTo("bo@example.net")
			raw := s.robotLetter(name, n)
			if state, why := s.take(raw, nil); state != "drop" || why == "" {
				t.Errorf("%s, %s", state, why)
			}
			stopped := s.number("select count(*) from seats where name = 'Bo' and stopped_at is not null and state = 'bot'")
			blocked := s.number("select count(*) from addresses where address = 'bo@example.net' and blocked_at is not null")
			if (stopped == 1) != stops || (blocked == 1) != stops {
				t.Errorf("stopped %d, blocked %d", stopped, blocked)
			}
			if !stops {
				return
			}
			// If the same complaint comes again, it does not remove the player once more.
			if _, err := s.d.Pool().Exec(t.Context(), "update seats set stopped_at = null where name = 'Bo'"); err != nil {
				t.Fatal(err)
			}
			s.take(strings.Replace(raw, "Message-ID: <arf", "Message-ID: <again", 1), nil)
			if s.number("select count(*) from seats where name = 'Bo' and stopped_at is not null") != 0 {
				t.Error("an old complaint counts again")
			}
		})
	}
}

func TestOurOwnDigestMailedBackAndTwoInstancesMailingEachOther(t *testing.T) {
	s := newStand(t)
	for _, name := range []string{"loop-own-header", "loop-own-message-id", "loop-other-house", "loop-received", "loop-delivered-to"} {
		s.quiet(name, func() {
			if state, why := s.take(s.robotLetter(name, s.sentTo("ana@example.com")), nil); state != "drop" {
				t.Errorf("%s: %s, %s", name, state, why)
			}
		})
	}
}

func TestANoReplyRobotAnsweringEveryReceiptFindsSilence(t *testing.T) {
	s := newStand(t)
	s.r.House.Rules.Patient = false
	answers := func() int {
		return s.number("select count(*) from outbox where purpose = 'receipt' and address = 'ana@example.com'")
	}
	before := answers()
	for i := range letter.RefusalsAnHour * 3 {
		s.proved("ana@example.com", "your case", fmt.Sprintf("play %d never never", i))
	}
	got := answers() - before
	if got != 1 {
		t.Errorf("%d answers to a robot that answers at once", got)
	}
	s.proved("ana@example.com", "Re: [#1 Saboteur]", "status")
	if answers()-before != got+1 {
		t.Error("what can be carried out is not answered any more")
	}
	s.now = s.now.Add(time.Hour + time.Minute)
	s.proved("ana@example.com", "your case", "play 99 never never")
	if answers()-before != got+2 {
		t.Error("silence lasts for ever")
	}
	// Robots that answer slowly, with different words each time or always the same.
	most := map[string]int{"a number": 1, "one text": 1, "other words": letter.RefusalsAnHour}
	for name, words := range map[string]func(i int) string{
		"a number":    func(i int) string { return fmt.Sprintf("Your request has the number %d%d.", i, i) },
		"other words": func(i int) string { return "Your request is kept below the word " + strings.Repeat("la", i+1) },
		"one text":    func(int) string { return "Your request has come in." },
	} {
		s.now = s.now.Add(2 * time.Hour)
		before = answers()
		for i := range 25 {
			s.now = s.now.Add(2 * time.Minute)
			s.proved("ana@example.com", "your case", words(i))
		}
		if got := answers() - before; got < 1 || got > most[name] {
			t.Errorf("%d answers to a slow robot with %s", got, name)
		}
	}
}

// A player in a running match who tries one thing after the other is answered each time, and so is a command that is sent
// again. The same talk is answered once.
func TestAPlayerIsAnsweredWhoseRefusalsDiffer(t *testing.T) {
	s := newStand(t)
	s.r.House.Rules.Patient = false
	answers := func(like string) int {
		return s.number("select count(*) from outbox where purpose = 'receipt' and address = 'ana@example.com' and params::text like $1", "%"+like+"%")
	}
	before := answers("")
	for i := range letter.RefusalsAnHour * 3 {
		s.now = s.now.Add(9 * time.Second)
		s.proved("ana@example.com", "Re: [#1 Saboteur]", fmt.Sprintf("pass %d", 20+i))
	}
	if got := answers("") - before; got != letter.RefusalsAnHour*3 {
		t.Errorf("%d answers to %d refusals that differ", got, letter.RefusalsAnHour*3)
	}
	if answers("letter.silent") != 0 {
		t.Error("silence was announced that does not come")
	}
	before = answers("")
	for range 3 { // talk in between
		s.now = s.now.Add(9 * time.Second)
		s.proved("ana@example.com", "Re: [#1 Saboteur]", fmt.Sprintf("Now that is the %d. time", s.count))
	}
	if got := answers("") - before; got != 1 {
		t.Errorf("%d answers to talk", got)
	}
	before = answers("")
	for range 5 {
		s.now = s.now.Add(90 * time.Second)
		s.proved("ana@example.com", "Re: [#1 Saboteur]", "pass 77")
	}
	if got := answers("") - before; got != 5 {
		t.Errorf("%d answers to the same command", got)
	}
}

// The limit is a few hundred letters and each letter above it costs one row, so a few more show the same
// as ten thousand would.
func TestAFloodFromOneSenderOrToOneTokenIsRateLimitedOthersUnaffected(t *testing.T) {
	const past = 40
	anas := func(s *stand, i int) string {
		return "From: <ana@example.com>\r\nTo: play+" + s.r.Keys.Mint(token.Token{Match: 1, Purpose: byte(model.ForTurn), Step: 1}) +
			fmt.Sprintf("@example.org\r\nSubject: hello\r\nMessage-ID: <own.%d@example.com>\r\n\r\nstatus\r\n", i)
	}
	queued := func(s *stand) int { return s.number("select count(*) from outbox") }
	t.Run("one sender", func(t *testing.T) {
		s := newStand(t)
		before := queued(s)
		for i := range lettersAnHour + past {
			state, why := s.proved("bo@example.net", "hello", fmt.Sprintf("status %d", i))
			if late := i >= lettersAnHour; late != (state == "drop") || late && !strings.Contains(why, "in an hour") {
				t.Fatalf("letter %d: %s, %s", i, state, why)
			}
		}
		if n := queued(s) - before; n > letter.AnswersAnHour {
			t.Errorf("%d answers in an hour", n)
		}
		if state, why := s.take(anas(s, 1), nil); state != "apply" {
			t.Errorf("another's letter: %s, %s", state, why)
		}
		// Letters that nobody vouches for are counted apart.
		if state, _ := s.take("From: <bo@example.net>\r\nTo: play@example.org\r\nSubject: hello\r\nMessage-ID: <f@example.net>\r\n\r\nresign\r\n", nil); state != "hold" {
			t.Errorf("a letter nobody vouches for: %s", state)
		}
		s.now = s.now.Add(time.Hour)
		if state, why := s.proved("bo@example.net", "hello", "status"); state != "apply" {
			t.Errorf("an hour later: %s, %s", state, why)
		}
	})
	t.Run("one token", func(t *testing.T) {
		s := newStand(t)
		before, facts := queued(s), s.number("select count(*) from facts where kind not like '%clock%'")
		for i := range past {
			raw := strings.Replace(anas(s, 100+i), "<ana@example.com>", fmt.Sprintf("<gus%d@example.test>", i), 1)
			if state, why := s.take(raw, nil); state != "hold" {
				t.Fatalf("letter %d: %s, %s", i, state, why)
			}
		}
		if n := queued(s) - before; n == 0 || n > 3 {
			t.Errorf("%d questions in an hour", n)
		}
		if n := s.number("select count(*) from letters where raw is not null and sender like 'gus%'"); n > 3 {
			t.Errorf("%d letters that nobody is asked about are kept", n)
		}
		if now := s.number("select count(*) from facts where kind not like '%clock%'"); now != facts {
			t.Errorf("%d facts, then %d", facts, now)
		}
		if state, why := s.take(anas(s, 0), nil); state != "apply" {
			t.Errorf("the owner's letter, in the same words: %s, %s", state, why)
		}
		if state, why := s.proved("bo@example.net", "hello", "status"); state != "apply" {
			t.Errorf("another's letter: %s, %s", state, why)
		}
	})
}

func TestALetterThatNoFetchBringsIsListed(t *testing.T) {
	s := newStand(t)
	if err := s.r.NoteLostLetter(t.Context(), intake.Source{Name: "imap", Mailbox: "INBOX", UID: 7,
		UIDValidity: 3}); err != nil {
		t.Fatal(err)
	}
	list, err := mail.ListLettersIn(t.Context(), s.d, mail.LetterQuery{State: "set-aside"})
	if err != nil || len(list) != 1 || list[0].Why != "it could not be fetched" || s.number("select count(*) from letters where message_id like 'uid 7 %'") != 1 {
		t.Errorf("%+v, %v", list, err)
	}
}
