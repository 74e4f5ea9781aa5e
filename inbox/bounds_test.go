package inbox

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pitpost.example/inbox/intake"
	"pitpost.example/inbox/spelling"
	"pitpost.example/model/notice"
)

// lastReceipt returns the last receipt to an address.
func (s *stand) lastReceipt(address string) (r notice.Receipt, bytes int) {
	s.t.Helper()
	var params []byte
	if err := s.d.Pool().QueryRow(s.t.Context(), "select params from outbox where address = $1 and purpose = 'receipt' order by id desc limit 1", address).Scan(&params); err != nil {
		s.t.Fatal(err)
	}
	if err := json.Unmarshal(params, &r); err != nil {
		s.t.Fatal(err)
	}
	return r, len(params)
}

func TestOneLetterIsBoundedWork(t *testing.T) {
	s := newStand(t)
	said := func() int { return s.number("select count(*) from words") }
	lines := func(r notice.Receipt) (n int) {
		for _, l := range r.Lines {
			n += max(1, len(l.Says))
		}
		return n
	}
	ends := func(r notice.Receipt) string {
		last := r.Lines[len(r.Lines)-1]
		if len(last.Says) == 0 {
			return ""
		}
		return fmt.Sprint(last.Says[0].Key, last.Says[0].Args["count"])
	}
	before := said()
	if state, why := s.proved("ana@example.com", "", strings.Repeat("say hi\n", 300)); state != "apply" {
		t.Errorf("300 lines: %s, %s", state, why)
	}
	r, _ := s.lastReceipt("ana@example.com")
	if n := said() - before; n != 200 || lines(r) > 100 || r.More == 0 || ends(r) != "letter.long200" {
		t.Errorf("300 lines: %d said, a receipt of %d lines, %d more, ends with %s", n, lines(r), r.More, ends(r))
	}
	for name, c := range map[string]struct {
		words string
		ends  string
	}{
		"pages":      {strings.Repeat("help;", 40), ""},
		"all pages":  {strings.Repeat("help;rules;cards;status;story;matches;again;leagues;my games;rating\n", 20), ""},
		"many pages": {strings.Repeat("help;", 16_000), "letter.long50"},
	} {
		if state, why := s.proved("ana@example.com", "", c.words); state != "apply" {
			t.Errorf("%s: %s, %s", name, state, why)
		}
		r, size := s.lastReceipt("ana@example.com")
		titles := map[string]bool{}
		for _, p := range r.Pages {
			titles[p.Title.Key+fmt.Sprint(p.Title.Args)] = true
		}
		if len(titles) != len(r.Pages) || len(r.Pages) == 0 || lines(r) > 100 || size > 32<<10 {
			t.Errorf("%s: %d pages, %d of them different, %d lines, %d bytes", name, len(r.Pages), len(titles), lines(r), size)
		}
		if c.ends != "" && ends(r) != c.ends {
			t.Errorf("%s: the receipt ends with %s", name, ends(r))
		}
	}
	// A refusal is in the receipt, however many lines stand above it.
	s.proved("ana@example.com", "", strings.Repeat("say hi\n", 150)+"discard 99\n"+strings.Repeat("say hi\n", 20))
	r, _ = s.lastReceipt("ana@example.com")
	refused := 0
	for _, l := range r.Lines {
		if l.State == "refused" {
			refused++
		}
	}
	if refused != 1 || lines(r) > 100 {
		t.Errorf("%d refusals told in %d lines", refused, lines(r))
	}
	// A letter of long lines does not get a long receipt.
	s.proved("ana@example.com", "", strings.Repeat("hello there "+strings.Repeat("x", 4000)+"\n", 200))
	if _, size := s.lastReceipt("ana@example.com"); size > 64<<10 {
		t.Errorf("a receipt of %d bytes", size)
	}
}

// endless blocks whoever normalises a line with the word, until the test ends.
type endless struct {
	word string
	end  chan struct{}
	held atomic.Int32
}

func (e *endless) fold(line string) string {
	if strings.Contains(line, e.word) {
		e.held.Add(1)
		<-e.end
	}
	return spelling.NormaliseLine(line)
}

// holdUp makes the house block at lines with that word.
func (s *stand) holdUp(word string) *endless {
	e := &endless{word: word, end: make(chan struct{})}
	s.r.House.Rules.Fold = e.fold
	s.t.Cleanup(func() { close(e.end) })
	return e
}

const everything = `select (select count(*) from facts) + 1000 * (select count(*) from outbox) + 1000000 * (select count(*) from plans)
	+ 10000000 * (select count(*) from matches) + 100000000 * (select count(*) from asks)`

// A letter that takes too long is given up in the middle of its transaction. Nothing of it stays, it is
// set aside at once, its sender is told, and no other letter waits.
func TestALetterThatTakesTooLongChangesNothing(t *testing.T) {
	s := newStand(t)
	e := s.holdUp("endless")
	s.proved("ana@example.com", "hello", "say zero") // the first letter builds the lexicons, which takes a while
	s.r.Patience = 3 * time.Second
	before := s.number(everything)
	// These lines write something before the letter blocks: talk, and a new match, of which a row exists
	// by then.
	words := "say one\nnew practice saboteur seats=3\n#1 say two\nsay:\nendless\n"
	if state, why := s.proved("ana@example.com", "hello", words); state != "set-aside" || why != tooLong {
		t.Fatalf("%s, %s", state, why)
	}
	if e.held.Load() != 1 {
		t.Errorf("it was tried %d times", e.held.Load())
	}
	if after := s.number(everything); after != before+1000 {
		t.Errorf("what there is went from %d to %d; one letter to its sender alone was due", before, after)
	}
	r, _ := s.lastReceipt("ana@example.com")
	if len(r.Lines) != 1 || len(r.Lines[0].Says) != 1 || r.Lines[0].Says[0].Key != "letter.slow" {
		t.Errorf("its sender was told %+v", r.Lines)
	}
	if n := s.number("select count(*) from letters where state = 'set-aside' and raw is not null and sender = 'ana@example.com'"); n != 1 {
		t.Errorf("%d letters set aside", n)
	}
	if state, why := s.proved("ana@example.com", "hello", "say three"); state != "apply" {
		t.Errorf("the next letter to the match: %s, %s", state, why)
	}
	if n := s.number("select count(*) from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'"); n != 0 {
		t.Errorf("%d transactions are open", n)
	}
	// The same letter again changes nothing either, and its sender is not told twice.
	before = s.number(everything)
	same := "Authentication-Results: mx.example.org; dmarc=pass header.from=example.com\r\nFrom: <ana@example.com>\r\nTo: play@example.org\r\n" +
		"Message-ID: <same@example.com>\r\n\r\nsay:\r\nendless\r\n"
	s.take(same, nil)
	s.take(same, nil)
	if after := s.number(everything); after != before+1000 {
		t.Errorf("brought twice: from %d to %d", before, after)
	}
}

// If a letter took too long, its sender is told if somebody vouches for them, or if they answer from the
// address that the answered letter went to.
func TestWhoIsToldOfALetterThatTookTooLong(t *testing.T) {
	s := newStand(t)
	s.holdUp("endless")
	s.r.Patience = 100 * time.Millisecond
	letter := func(from, results string) string {
		s.count++
		return results + "From: <" + from + ">\r\nTo: play@example.org\r\nIn-Reply-To: " + s.sentTo("bo@example.net").MessageID +
			fmt.Sprintf("\r\nSubject: hello\r\nMessage-ID: <t%d@example.net>\r\n\r\nsay:\r\nendless %d\r\n", s.count, s.count)
	}
	for _, c := range []struct {
		name, from, results string
		told                int
	}{
		{"matching", "bo@example.net", "", 1},
		{"foreign", "gus@example.test", "", 0},
		{"another player", "ana@example.com", "", 0},
		{"failing", "bo@example.net", "Authentication-Results: mx.example.org; dmarc=fail header.from=example.net\r\n", 0},
		{"automatic", "bo@example.net", "Auto-Submitted: auto-replied\r\n", 0},
	} {
		// overdue is called directly, with no check of our own, so that only the headers decide how far
		// the sender is trusted.
		s.r.Check = nil
		before := s.number("select count(*) from outbox where purpose = 'receipt'")
		fate, err := s.r.overdue(t.Context(), []byte(letter(c.from, c.results)), intake.Source{Name: "imap"})
		if fate != intake.SetAside || err != nil {
			t.Errorf("%s: %v, %v", c.name, fate, err)
		}
		if n := s.number("select count(*) from outbox where purpose = 'receipt'") - before; n != c.told {
			t.Errorf("%s: %d letters to the sender, want %d", c.name, n, c.told)
		}
	}
}

// If the process dies between the rollback and the note, the letter is brought again and then set aside,
// once.
func TestALetterThatTookTooLongIsNotedAfterADeath(t *testing.T) {
	s := newStand(t)
	s.holdUp("endless")
	s.r.Patience = 100 * time.Millisecond
	raw := []byte("Authentication-Results: mx.example.org; dmarc=pass header.from=example.com\r\nFrom: <ana@example.com>\r\nTo: play@example.org\r\n" +
		"Message-ID: <dies@example.com>\r\n\r\nsay one\r\nsay:\r\nendless\r\n")
	before := s.number(everything)
	dying, die := context.WithCancel(t.Context())
	log := s.r.Log
	s.r.Log = logAt("a letter took too long", die)
	if _, err := s.r.Take(dying, raw, intake.Source{Name: "imap"}); err == nil {
		t.Error("it was noted without a database")
	}
	s.r.Log = log
	if after := s.number(everything); after != before {
		t.Errorf("what there is went from %d to %d", before, after)
	}
	if n := s.number("select count(*) from letters where state = 'set-aside'"); n != 0 {
		t.Errorf("%d letters set aside", n)
	}
	if fate, err := s.r.Take(t.Context(), raw, intake.Source{Name: "imap"}); fate != intake.SetAside || err != nil {
		t.Errorf("%v, %v", fate, err)
	}
	if after := s.number(everything); after != before+1000 {
		t.Errorf("what there is went from %d to %d", before, after)
	}
}

// Waiting for the database does not count as work at the letter.
func TestWaitingForTheDatabaseIsNoWork(t *testing.T) {
	s := newStand(t)
	s.r.Patience = 200 * time.Millisecond
	tx, err := s.d.Pool().Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), "lock table outbox in access exclusive mode"); err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(2*time.Second, func() { _ = tx.Rollback(context.Background()) })
	begun := time.Now()
	if state, why := s.proved("ana@example.com", "hello", "say hi"); state != "apply" {
		t.Errorf("%s, %s", state, why)
	}
	if waited := time.Since(begun); waited < time.Second {
		t.Errorf("it waited %v for the database, less than its patience", waited)
	}
}

// Letters that cannot be read or that name two senders do not fill the disk.
func TestUnreadableLettersDoNotFillTheDisk(t *testing.T) {
	s := newStand(t)
	kept := func() (letters, most int) {
		return s.number("select count(*) from letters where raw is not null"), s.number("select coalesce(max(length(raw)), 0) from letters")
	}
	for i, form := range []string{
		"From: a@b.example, c@d.example\r\nTo: play@example.org\r\nMessage-ID: <%d@b.example>\r\n\r\n" + strings.Repeat("a b c\r\n", 200_000),
		"From: a@b.example\r\nMessage-ID: <%d@b.example>\r\nContent-Type: multipart/mixed\r\n\r\n" + strings.Repeat("a b c\r\n", 200_000),
	} {
		s.take(fmt.Sprintf(form, i), nil)
	}
	if n, most := kept(); n != 2 || most != rawMost {
		t.Errorf("%d letters with up to %d bytes", n, most)
	}
	for i := range keptAnHour + 20 {
		state, why := s.take(fmt.Sprintf("From: a%d@b.example, c@d.example\r\nTo: play@example.org\r\nMessage-ID: <two%d@b.example>\r\n\r\nhello\r\n", i, i), nil)
		if state != "hold" {
			t.Fatalf("letter %d: %s, %s", i, state, why)
		}
	}
	if n, _ := kept(); n != keptAnHour {
		t.Errorf("bytes of %d letters are kept", n)
	}
	s.now = s.now.Add(time.Hour)
	s.take("From: a@b.example, c@d.example\r\nTo: play@example.org\r\nMessage-ID: <later@b.example>\r\n\r\nhello\r\n", nil)
	if n, _ := kept(); n != keptAnHour+1 {
		t.Errorf("an hour later bytes of %d letters are kept", n)
	}
}

// logAt returns a log that calls do when that message is logged.
func logAt(message string, do func()) *slog.Logger {
	return slog.New(&logListener{message: message, do: do})
}

type logListener struct {
	slog.Handler
	message string
	do      func()
}

func (l *logListener) Enabled(context.Context, slog.Level) bool { return true }
func (l *logListener) Handle(_ context.Context, r slog.Record) error {
	if r.Message == l.message {
		l.do()
	}
	return nil
}
