package inbox

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"pitpost.example/inbox/mime"
	"pitpost.example/inbox/postoffice"
	"pitpost.example/lab"
)

// refusedFor reads a letter, within what one may cost, and wants it refused for that reason.
func refusedFor(t *testing.T, raw []byte, why string) {
	t.Helper()
	var err error
	within(t, func() { _, err = Read(raw) })
	if got := fmt.Sprint(err); got != "unreadable letter: "+why {
		t.Errorf("%s, want it refused for %q", got, why)
	}
}

func TestCase77NestedUnclosedMultipartsAndEmptyPartsRefusedByPreScanIn100ms(t *testing.T) {
	s := newStand(t)
	for name, c := range map[string]struct {
		raw []byte
		why string
	}{
		"22":                 {nested(22), "parts nested too deep"},
		"1000":               {nested(1000), "parts nested too deep"},
		"30000":              {nested(30_000), "parts nested too deep"},
		"100000 empty parts": {[]byte(head + "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + strings.Repeat("--b\r\n\r\n", 100_000) + "--b--\r\n"), "more than 200 parts"},
	} {
		quickest := time.Hour
		for range 3 { // the machine has other work
			cpu, _ := lab.Cost(func() { _, _ = Read(c.raw) })
			quickest = min(quickest, cpu)
		}
		if quickest > 100*time.Millisecond {
			t.Errorf("%s: refused after %v", name, quickest)
		}
		s.quiet(name, func() {
			if state, why := s.take(string(c.raw), nil); state != "set-aside" || why != c.why {
				t.Errorf("%s: %s, %s", name, state, why)
			}
		})
	}
}

func TestCase78LetterSizeLineEncodedWordsHeadersAddressesReferences(t *testing.T) {
	words := strings.Repeat("=?utf-8?Q?a?= ", 150_000)
	for name, c := range map[string]struct {
		raw []byte
		why string
	}{
		"64 MB letter":         {append(text1(""), make([]byte, 64<<20)...), "larger than 10 MB"},
		"a line of 9 MB":       {text1(strings.Repeat("a", 9<<20)), "a line of more than 1 MB"},
		"2 MB of words":        {[]byte(head + "Subject: " + words + "\r\n\r\n3 C5\r\n"), "a line of more than 1 MB"},
		"2 MB of words folded": {[]byte(head + "Subject: " + strings.ReplaceAll(words, " ", "\r\n ") + "\r\n\r\n3 C5\r\n"), "the header is too large"},
		"200k headers":         {[]byte(head + strings.Repeat("X-A: b\r\n", 200_000) + "\r\n3 C5\r\n"), "the header is too large"},
		"100k addresses":       {[]byte(head + "Cc: " + strings.Repeat("bo@example.com,\r\n ", 100_000) + "x@y.example\r\n\r\n3 C5\r\n"), "the header is too large"},
		"50k References":       {[]byte(head + "References: " + strings.Repeat("<abcdefgh@example.com>\r\n ", 50_000) + "<a@b>\r\n\r\n3 C5\r\n"), "the header is too large"},
	} {
		t.Run(name, func(t *testing.T) { refusedFor(t, c.raw, c.why) })
	}
	t.Run("as many as fit are cut", func(t *testing.T) {
		raw := []byte(head + "Cc: " + strings.Repeat("bo@example.com,\r\n ", 6000) + "x@y.example\r\nReferences: " + strings.Repeat("<abcdefg@example.com>\r\n ", 5000) + "<a@b>\r\n\r\n3 C5\r\n")
		within(t, func() {
			l, err := Read(raw)
			if err != nil || l.Kept != "3 C5" || len(l.To) > mime.MaxPeople || len(l.References) > mime.MaxIDs {
				t.Errorf("%v, %d addresses, %d references", err, len(l.To), len(l.References))
			}
		})
	})
	t.Run("at the door", bigAtTheDoor)
}

// bigAtTheDoor offers what is too big by LMTP, 1 GB of it in words only.
func bigAtTheDoor(t *testing.T) {
	taken := new(desk)
	addr := openLMTP(t, "127.0.0.1:0", &LMTP{Take: taken.take})
	if answer := newTalk(t, addr).say("MAIL FROM:<ana@example.org> SIZE=1073741824"); !strings.HasPrefix(answer, "552") {
		t.Errorf("a letter of 1 GB is answered %q", answer)
	}
	for name, c := range map[string]struct {
		chunk string
		count int
		code  string
	}{
		"64 MB":            {strings.Repeat("a line of a letter\r\n", 3277), 1024, "552"},
		"a line of 100 MB": {strings.Repeat("a", 64<<10), 1600, "55"},
	} {
		talk := newTalk(t, addr)
		talk.say("MAIL FROM:<ana@example.org>")
		talk.say("RCPT TO:<play@pit.test>")
		talk.say("DATA")
		within(t, func() {
			_ = talk.pour(head+"\r\n", c.chunk, c.count) // the door may hang up in the middle
			if answer := talk.hear(); !strings.HasPrefix(answer, c.code) {
				t.Errorf("%s is answered %q", name, answer)
			}
		})
	}
	if n := len(taken.letters()); n != 0 {
		t.Errorf("%d letters were taken", n)
	}
}

func TestCase79NestedDivWithATextPartAndWithout(t *testing.T) {
	deep := strings.Repeat("<div>", 9_700) + "3 C5" + strings.Repeat("</div>", 9_700)
	refusedFor(t, page1(deep), "HTML that cannot be read")
	both := []byte(head + "Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\r\n3 C5\r\n--b\r\nContent-Type: text/html\r\n\r\n" + deep + "\r\n--b--\r\n")
	within(t, func() {
		if l, err := Read(both); err != nil || l.Kept != "3 C5" || l.Disagree != "" {
			t.Errorf("%v, kept %q, disagreeing %q", err, l.Kept, l.Disagree)
		}
	})
}

// smuggled are the ends of a letter that some servers take for one and others do not, with a
// second letter behind it.
func smuggled() map[string]string {
	const second = "MAIL FROM:<evil@example.com>\r\nRCPT TO:<play@pit.test>\r\nDATA\r\nFrom: evil@example.com\r\n\r\n4 Bo\r\n"
	forms := map[string]string{}
	for name, end := range map[string]string{
		"LF.LF": "\n.\n", "LF.CRLF": "\n.\r\n", "CRLF.LF": "\r\n.\n", "CR.CR": "\r.\r", "CR.LF": "\r.\n", "LF.CR": "\n.\r",
		"CRLF.CR": "\r\n.\r", "CR.CRLF": "\r.\r\n", "CRLF NUL.CRLF": "\r\n\x00.\r\n", "CRLF.NUL CRLF": "\r\n.\x00\r\n", "CRLF..CRLF": "\r\n..\r\n",
	} {
		forms[name] = "3 C5" + end + second
	}
	return forms
}

func TestCase80BareLFBareCRDotsAndNULAreOneLetterOrRefusedNeverTwo(t *testing.T) {
	taken := new(desk)
	lmtp := openLMTP(t, "127.0.0.1:0", &LMTP{Take: taken.take})
	for name, body := range smuggled() {
		before := len(taken.letters())
		if answer := deliverRaw(t, lmtp, "play@pit.test", body); answer[0] == '2' != (len(taken.letters()) == before+1) {
			t.Errorf("LMTP, %s: %d letters, answered %q", name, len(taken.letters())-before, answer)
		}
	}
	office, err := postoffice.Open(t.TempDir(), "pit.localhost")
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go office.ServeSMTP(listener)
	t.Cleanup(func() { listener.Close(); office.Close() })
	lay := func() int {
		list, err := office.Letters("play@pit.localhost", postoffice.Inbox, 100)
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	for name, body := range smuggled() {
		before := lay()
		body = strings.ReplaceAll(body, "pit.test", "pit.localhost")
		if answer := deliverRaw(t, listener.Addr(), "play@pit.localhost", body); answer[0] == '2' != (lay() == before+1) {
			t.Errorf("SMTP, %s: %d letters, answered %q", name, lay()-before, answer)
		}
	}
}

// deliverRaw brings a body in these very bytes and then ends it well; it returns the answer.
func deliverRaw(t *testing.T, addr net.Addr, to, body string) string {
	t.Helper()
	talk := newTalk(t, addr)
	talk.say("MAIL FROM:<ana@pit.localhost>")
	talk.say("RCPT TO:<" + to + ">")
	talk.say("DATA")
	if _, err := io.WriteString(talk.conn, head+"Subject: x\r\n\r\n"+body+"\r\n.\r\n"); err != nil {
		t.Fatal(err)
	}
	answer := talk.hear()
	// Whatever came behind the end is commands now; none of them may have been one.
	if next := talk.say("NOOP"); !strings.HasPrefix(next, "2") && answer[0] == '2' {
		t.Errorf("after the letter: %q", next)
	}
	return answer
}

// talk is a conversation with a mail door in these very bytes.
type talk struct {
	t    *testing.T
	conn net.Conn
	in   *bufio.Reader
}

func newTalk(t *testing.T, addr net.Addr) *talk {
	t.Helper()
	conn, err := net.Dial(addr.Network(), addr.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	k := &talk{t, conn, bufio.NewReader(conn)}
	greeting := k.hear()
	if hello := k.say("LHLO x.example"); greeting[0] == '2' && hello[0] != '2' {
		k.say("EHLO x.example")
	}
	return k
}

// say sends a command and returns the last line of the answer.
func (k *talk) say(command string) string {
	k.t.Helper()
	if _, err := io.WriteString(k.conn, command+"\r\n"); err != nil {
		return err.Error()
	}
	return k.hear()
}

// hear is the last line of an answer; what went wrong where there is none.
func (k *talk) hear() string {
	for {
		line, err := k.in.ReadString('\n')
		if err != nil {
			return "no answer: " + err.Error()
		}
		if len(line) < 4 || line[3] != '-' {
			return strings.TrimSpace(line)
		}
	}
}

// pour sends a letter of so many equal chunks.
func (k *talk) pour(start, chunk string, count int) error {
	if _, err := io.WriteString(k.conn, start); err != nil {
		return err
	}
	for range count {
		if _, err := io.WriteString(k.conn, chunk); err != nil {
			return err
		}
	}
	_, err := io.WriteString(k.conn, "\r\n.\r\n")
	return err
}

func TestCase81InnerBoundaryEqualPrefixMidLineAndMissing(t *testing.T) {
	inner := func(outer, boundary, end string) []byte {
		return []byte(head + "Content-Type: multipart/mixed; boundary=" + outer + "\r\n\r\n--" + outer + "\r\nContent-Type: multipart/alternative; boundary=" + boundary +
			"\r\n\r\n--" + boundary + "\r\nContent-Type: text/plain\r\n\r\n3 C5\r\nsay hello\r\n--" + boundary + "--\r\n--" + outer + "\r\nContent-Type: text/plain\r\n\r\nsay more" + end)
	}
	for name, c := range map[string]struct {
		raw  []byte
		kept []string // each of these is right, "!" for a refusal
	}{
		"inner a prefix of the outer": {inner("abc", "ab", "\r\n--abc--\r\n"), []string{"3 C5\nsay hello\nsay more"}},
		"outer a prefix of the inner": {inner("ab", "abc", "\r\n--ab--\r\n"), []string{"3 C5\nsay hello\nsay more"}},
		"inner equal to the outer":    {inner("ab", "ab", "\r\n--ab--\r\n"), []string{"3 C5\nsay hello", "3 C5\nsay hello\nsay more", "!"}},
		"last boundary missing":       {inner("abc", "x", "\r\n"), []string{"3 C5\nsay hello\nsay more"}},
		"boundary in mid-line": {[]byte(head + "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n3 C5 --b\r\nsay a --b-- b\r\n --b\r\n--bb\r\n--b--\r\n"),
			[]string{"3 C5 --b\nsay a --b-- b\n --b\n--bb"}},
		"no boundary line at all": {[]byte(head + "Content-Type: multipart/mixed; boundary=b\r\n\r\n3 C5\r\n"), []string{"", "!"}},
	} {
		l, err := Read(c.raw)
		got := l.Kept
		if err != nil {
			got = "!"
		}
		right := false
		for _, want := range c.kept {
			right = right || got == want
		}
		if !right {
			t.Errorf("%s: %q, %v; want one of %q", name, got, err, c.kept)
		}
	}
}

// A NUL in the text never reaches what is kept, and parts no word.
func TestNULsAreDropped(t *testing.T) {
	l, err := Read([]byte(head + "Subject: ab\r\n\r\n3\x00 C5\r\n"))
	if err != nil || l.Kept != "3 C5" {
		t.Errorf("%v, kept %q", err, l.Kept)
	}
}
