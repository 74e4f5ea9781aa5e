package inbox

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pitpost.example/inbox/auth"
	"pitpost.example/inbox/intake"
	"pitpost.example/inbox/reply"
	"pitpost.example/model"
)

// copies are two copies of one letter of Ana's by two doors.
type copies struct {
	s       *stand
	n       int
	message string
}

// next begins another letter, long after the one before, so that no limit of an hour applies.
func (c *copies) next() {
	c.n++
	c.s.now = c.s.now.Add(3 * time.Hour)
	c.message = fmt.Sprintf("From: <ana@example.com>\r\nTo: play@example.org\r\nMessage-ID: %s\r\n\r\nquiet %d-%d\r\n", c.id(), c.n%12, 12+c.n/12)
}

// come hands in a copy of the letter with a head on top, by a door, and returns its last fate.
func (c *copies) come(head string, door intake.Source) {
	c.s.t.Helper()
	if fate, err := c.s.r.Take(c.s.t.Context(), []byte(head+c.message), door); err != nil || fate == intake.Later {
		c.s.t.Fatalf("%q by %s: %v, %v", head, door.Name, fate, err)
	}
}

// carried counts how often the letter was carried out.
func (c *copies) carried() int {
	return c.s.number("select count(*) from letters where state = 'apply' and message_id = $1", c.id())
}

func (c *copies) id() string { return fmt.Sprintf("<copy.%d@example.com>", c.n) }

// doors are the ways in for copies; what came by another server's hand may have an envelope.
func doors(junk bool) []intake.Source {
	envelope := &intake.Envelope{From: ana, To: []string{"play@example.org"}}
	return []intake.Source{{Name: "imap", Junk: junk}, {Name: "lmtp", Junk: junk, Envelope: envelope}, {Name: "mail", Junk: junk, Envelope: envelope}}
}

// worse are the copies that change nothing, by what stands above the letter, and why the house does nothing.
var worse = []struct {
	name, head string
	junk       bool
	why        string
}{
	{"failed", "Authentication-Results: mx.example.org; dmarc=fail header.from=example.com\r\n", false, "the sender is forged"},
	{"failed, SPF alone", "Authentication-Results: mx.example.org; spf=fail smtp.mailfrom=example.com\r\n", false, "the sender is forged"},
	{"automatic", vouched("example.com") + "Auto-Submitted: auto-replied\r\n", false, ""},
	{"through a list", vouched("example.com") + "Precedence: list\r\nList-Id: <friends.example.com>\r\n", false, ""},
	{"held and nobody asked", "", false, model.AskedTooOften},
	{"junk", vouched("example.com"), true, model.AskedTooOften},
}

// A copy that changed nothing stands in no better copy's way, by whatever doors they come.
func TestAWorseCopyStandsInNobodysWay(t *testing.T) {
	c := &copies{s: newStand(t)}
	c.s.proved(gus, "", "help")
	answered := "\r\nIn-Reply-To: " + c.s.sentTo(gus).MessageID + "\r\n\r\n" // it belongs to no match
	for _, w := range worse {
		for _, first := range doors(w.junk) {
			for _, second := range doors(false) {
				name := fmt.Sprintf("%s by %s, then by %s", w.name, first.Name, second.Name)
				c.next()
				if w.why == model.AskedTooOften {
					c.askedEnough()
				}
				if w.junk { // only what answers us is taken out of a spam folder
					c.message = strings.Replace(c.message, "\r\n\r\n", answered, 1)
				}
				for range 2 { // a copy that comes again is noted once
					c.come(w.head, first)
				}
				if n := c.noted(); n != 1 {
					t.Errorf("%s: the first copy is noted %d times", name, n)
				}
				if why := c.last(); w.why != "" && why != w.why || c.carried() != 0 {
					t.Errorf("%s: the first copy: %s", name, why)
				}
				c.come(vouched("example.com"), second)
				if n := c.carried(); n != 1 {
					t.Errorf("%s: carried out %d times", name, n)
				}
				if n := c.noted(); n != 2 {
					t.Errorf("%s: %d copies are noted", name, n)
				}
				const receipts = "select count(*) from outbox where purpose = 'receipt' and queued_at = $1"
				if n := c.s.number(receipts, c.s.now); n != 1 {
					t.Errorf("%s: %d receipts", name, n)
				}
			}
		}
	}
}

// noted counts the copies of the letter that the house has noted, last returns why the last of them did nothing.
func (c *copies) noted() int {
	return c.s.number("select count(*) from letters where message_id = $1", c.id())
}

func (c *copies) last() (why string) {
	c.s.t.Helper()
	if err := c.s.d.Pool().QueryRow(c.s.t.Context(), "select why from letters order by id desc limit 1").Scan(&why); err != nil {
		c.s.t.Fatal(err)
	}
	return why
}

// askedEnough has letters come in Ana's name until she is asked about no more of them.
func (c *copies) askedEnough() {
	c.s.t.Helper()
	for i := range 8 {
		if _, why := c.s.send("From: <ana@example.com>\r\nTo: play@example.org\r\n", fmt.Sprintf("quiet %d-%d", i, i+3)); why == model.AskedTooOften {
			return
		}
	}
	c.s.t.Fatal("the house asks without end")
}

// A copy after the one that was carried out does nothing and is only counted, however it comes.
func TestACopyAfterTheGoodOneCountsOnce(t *testing.T) {
	c := &copies{s: newStand(t)}
	for _, first := range doors(false) {
		for _, second := range doors(false) {
			c.next()
			c.come(vouched("example.com"), first)
			if c.carried() != 1 {
				t.Fatalf("the first copy: %s", c.last())
			}
			c.s.quiet(fmt.Sprintf("by %s, then by %s", first.Name, second.Name), func() {
				c.come(vouched("example.com"), second)
				for _, w := range worse {
					c.come(w.head, second)
				}
			})
			if n := c.noted(); n != 1 {
				t.Errorf("by %s, then by %s: %d copies are noted", first.Name, second.Name, n)
			}
		}
	}
}

// A move by its token is not lost either, and is played once.
func TestAMoveComesThroughAfterAWorseCopy(t *testing.T) {
	s := newStand(t)
	for i, head := range []string{
		"Authentication-Results: mx.example.org; dmarc=fail header.from=%s\r\n",
		"Authentication-Results: mx.example.org; dmarc=pass header.from=%s\r\nAuto-Submitted: auto-generated\r\n",
		"Authentication-Results: mx.example.org; dmarc=pass header.from=%s\r\nPrecedence: junk\r\n",
	} {
		seat, step, legal := s.turn()
		good := s.toSeat(seat, step, fmt.Sprintf("Message-ID: <move.%d@example.com>\r\n", i), legal[0])
		verdict, rest, _ := strings.Cut(good, "\r\n")
		domain := verdict[strings.LastIndex(verdict, "=")+1:]
		bad := fmt.Sprintf(head, domain) + rest
		before := s.letterMoves()
		s.take(bad, nil)
		if s.letterMoves() != before {
			t.Fatalf("%q moves", head)
		}
		if state, why := s.take(good, nil); state != "apply" || s.letterMoves() != before+1 {
			t.Errorf("%q, then the true one: %s, %s", head, state, why)
		}
		s.quiet("once more", func() { s.take(bad, nil); s.take(good, nil) })
		if n := s.number("select count(*) from letters where message_id = $1", fmt.Sprintf("<move.%d@example.com>", i)); n != 2 {
			t.Errorf("%q: %d copies are noted", head, n)
		}
	}
}

// signature returns a DKIM-Signature of the fields h, with a hash of the text and a signature of their own.
func signature(h, text, made string) string {
	return "DKIM-Signature: v=1; a=rsa-sha256; d=example.com; s=one; h=" + h + "; bh=" + text + "; b=" + made + "\r\n"
}

// A letter whose signature leaves its Message-ID open counts once, whatever is changed that is not signed.
func TestASignedLetterCountsOnceUnderAnyMessageID(t *testing.T) {
	const dated, undated, bound = "From:To:Date:Subject", "from:to:subject", "from:to:date:message-id"
	s := newStand(t)
	letter := func(id, more, date string) string {
		return fmt.Sprintf("%sFrom: <ana@example.com>\r\nTo: play@example.org\r\nDate: %s\r\nMessage-ID: <%s@example.com>\r\n\r\nnew practice\r\n",
			vouched("example.com")+more, date, id)
	}
	const monday, later = "Mon, 3 Aug 2026 09:00:00 +0000", "Mon, 3 Aug 2026 09:00:05 +0000"
	for _, c := range []struct {
		name, raw string
		opens     int
	}{
		{"the letter", letter("a1", signature(dated, "aaaa", "b001"), monday), 1},
		{"another Message-ID", letter("a2", signature(dated, "aaaa", "b001"), monday), 0},
		{"a Date folded otherwise", letter("a3", signature(dated, "aa\r\n aa", "b001"), "Mon,  3 Aug 2026\r\n 09:00:00 +0000"), 0},
		{"no Message-ID", strings.Replace(letter("a4", signature(dated, "aaaa", "b001"), monday), "Message-ID:", "X-Was:", 1), 0},
		{"one of two signatures taken away", letter("a5", signature(dated, "aaaa", "b002"), monday), 0},
		{"another type of text", letter("a6", signature(dated, "aaaa", "b001")+"Content-Type: text/plain; charset=utf-7\r\n", monday), 0},
		{"the same words of another day", letter("a7", signature(dated, "aaaa", "b003"), later), 1},
		{"signed without its Date", letter("c1", signature(undated, "aaaa", "c001"), monday), 1},
		{"the same with another Date", letter("c2", signature(undated, "aaaa", "c001"), later), 0},
		{"its signature written otherwise", letter("c3", signature(undated, "aaaa", "c0\r\n\t01=="), later), 0},
		{"with bits at its end that mean nothing", letter("c4", signature(undated, "aaaa", "c004AB"), later), 1},
		{"and others there", letter("c5", signature(undated, "aaaa", "c004AC=="), later), 0},
		{"signed with its Message-ID", letter("d1", signature(bound, "aaaa", "d001"), monday), 1},
		{"another with its Message-ID", letter("d2", signature(bound, "aaaa", "d002"), monday), 1},
		{"two signatures, one without Message-ID", letter("e1", signature(bound, "eeee", "e001")+signature(dated, "eeee", "e002"), monday), 1},
		{"the other taken away", letter("e2", signature(dated, "eeee", "e002"), monday), 0},
		{"nobody signs", letter("f1", "", monday), 1},
		{"nobody signs again", letter("f2", "", monday), 1},
	} {
		before := s.number("select count(*) from matches")
		s.take(c.raw, &intake.Envelope{From: ana, To: []string{"play@example.org"}})
		if opened := s.number("select count(*) from matches") - before; opened != c.opens {
			t.Errorf("%s: %d matches are opened, want %d", c.name, opened, c.opens)
		}
	}
}

// The copy of a signed letter that came first without a server's word was asked about. Once the vouched one has carried
// it out, another Message-ID does not do so again.
func TestASignedLetterThatWasAskedAboutCountsOnce(t *testing.T) {
	s := newStand(t)
	bare := signature("from:to:date", "aaaa", "b001") + "From: <ana@example.com>\r\nTo: play@example.org\r\n" +
		"Date: Mon, 3 Aug 2026 09:00:00 +0000\r\nMessage-ID: <one@example.com>\r\n\r\nnew practice\r\n"
	matches := s.number("select count(*) from matches")
	if state, why := s.take(bare, nil); state != "hold" {
		t.Fatalf("nobody vouches: %s, %s", state, why)
	}
	for range 2 {
		s.take(vouched("example.com")+bare, nil)
		s.take(vouched("example.com")+strings.Replace(bare, "<one@", "<two@", 1), nil)
	}
	if n := s.number("select count(*) from matches") - matches; n != 1 {
		t.Errorf("%d matches are opened", n)
	}
	if n := s.number("select count(*) from asks where kind = 'held' and answer = ''"); n != 0 {
		t.Errorf("%d questions are open", n)
	}
}

// Whoever passes on a letter whose signature covers a part of its text can add to it, so it proves nobody, whatever a
// server says; unless it came straight from its sender's servers.
func TestASignatureOverPartOfALetterProvesNobody(t *testing.T) {
	s := newStand(t)
	const fields = "from:to:date:subject:message-id"
	straight := "Authentication-Results: mx.example.org; spf=pass smtp.mailfrom=ana@example.com; dmarc=pass header.from=example.com\r\n"
	part := func(l string) string { return signature(fields, "aaaa", "b001; l="+l) }
	for i, c := range []struct{ name, head, want string }{
		{"nothing of the text", vouched("example.com") + part("0"), "hold"},
		{"all of the text that there was", vouched("example.com") + part("1000"), "hold"},
		{"no number", vouched("example.com") + part(""), "hold"},
		{"beside a whole one", vouched("example.com") + signature(fields, "aaaa", "b002") + part("0"), "hold"},
		{"two that say different things", vouched("example.com") + signature("from:to:date", "aaaa", "b002") + signature("from:to", "aaaa", "b002"), "hold"},
		{"a signature that cannot be read", vouched("example.com") + signature("from:to", "aaaa", "?"), "hold"},
		{"straight from its sender", straight + part("0"), "apply"},
		{"the whole text", vouched("example.com") + signature(fields, "aaaa", "b003"), "apply"},
		{"a part, of somebody on the way", vouched("example.com") + signature(fields, "aaaa", "b004") + strings.Replace(part("0"), "d=example.com", "d=relay.example", 1), "apply"},
	} {
		s.now = s.now.Add(3 * time.Hour)
		letter := ExplainLetter([]byte(c.head+"From: <ana@example.com>\r\nTo: play@example.org\r\n\r\nhelp\r\n"), ExplainOptions{
			Mailbox: "play@example.org", AuthservID: "mx.example.org", Words: func(*reply.Letter, *model.Ref) Reading { return Reading{} }})
		if want := map[string]auth.Trust{"apply": auth.Proved, "hold": auth.Unproved}[c.want]; letter.Trust != want {
			t.Errorf("%s: explained as %s, want %s", c.name, letter.Trust, want)
		}
		if state, why := s.send(c.head+"From: <ana@example.com>\r\nTo: play@example.org\r\n", fmt.Sprintf("quiet 1-%d", i+2)); state != c.want {
			t.Errorf("%s: %s (%s), want %s", c.name, state, why, c.want)
		}
	}
}
