package lmtp

import (
	"bufio"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"pitpost.example/inbox/postoffice"
	"pitpost.example/lab"
)

// A letter that is too big is refused before it is in memory, even if the client only announces 1 GB.
func TestALetterTooBigCostsLittle(t *testing.T) {
	taken := new(desk)
	addr := openLMTP(t, "127.0.0.1:0", &Server{Take: taken.take})
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
		cpu, heap := lab.Cost(func() {
			_ = talk.pour(head+"\r\n", c.chunk, c.count) // the server may hang up in the middle
			if answer := talk.hear(); !strings.HasPrefix(answer, c.code) {
				t.Errorf("%s is answered %q", name, answer)
			}
		})
		if cpu > 2*time.Second || heap > 64<<20 {
			t.Errorf("%s: %v of the processor and %d MB", name, cpu, heap>>20)
		}
	}
	if n := len(taken.letters()); n != 0 {
		t.Errorf("%d letters were taken", n)
	}
}

// smuggled returns bodies with an end of letter that some servers recognise and others do not, followed by a
// second letter.
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

func TestNoEndingSmugglesASecondLetter(t *testing.T) {
	taken := new(desk)
	lmtp := openLMTP(t, "127.0.0.1:0", &Server{Take: taken.take})
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

// deliverRaw sends a body with exactly these bytes, ends it correctly and returns the answer.
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
	// What follows the end of the letter is read as commands. None of it may have been one.
	if next := talk.say("NOOP"); !strings.HasPrefix(next, "2") && answer[0] == '2' {
		t.Errorf("after the letter: %q", next)
	}
	return answer
}

// talk is a connection to a mail server that sends exactly these bytes.
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

// hear returns the last line of an answer, or the error if there is none.
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

// pour sends a letter of count equal chunks.
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

// A letter whose last row ends in CR, as Postfix passes it on, ends where it ends.
func TestARowMayEndInTwoCRs(t *testing.T) {
	taken := new(desk)
	addr := openLMTP(t, "127.0.0.1:0", &Server{Take: taken.take})
	talk := newTalk(t, addr)
	talk.say("MAIL FROM:<ana@pit.localhost>")
	talk.say("RCPT TO:<play@pit.test>")
	talk.say("DATA")
	if _, err := io.WriteString(talk.conn, head+"Subject: x\r\n\r\n3 C5\r\r\n.\r\n"); err != nil {
		t.Fatal(err)
	}
	if answer := talk.hear(); answer[0] != '2' || len(taken.letters()) != 1 {
		t.Errorf("%d letters, answered %q", len(taken.letters()), answer)
	}
}
