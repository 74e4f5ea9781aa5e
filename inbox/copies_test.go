package inbox

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pitpost.example/inbox/intake"
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
		"Authentication-Results: mx.example.org; dmarc=pass header.from=%s\r\nPrecedence: list\r\n",
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
