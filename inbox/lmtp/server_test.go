package lmtp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/textproto"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"pitpost.example/inbox"
	"pitpost.example/inbox/intake"
	"pitpost.example/lab"
)

// openLMTP starts a server for play@pit.test and returns its address.
func openLMTP(t *testing.T, where string, door *Server) net.Addr {
	t.Helper()
	l, err := Listen(where)
	if err != nil {
		t.Fatal(err)
	}
	door.Log = slog.New(slog.DiscardHandler)
	if door.Ours == nil {
		door.Ours = (&inbox.Receiver{Mailbox: "play@pit.test"}).AcceptsRecipient
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- door.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		select {
		case err := <-done:
			if err != nil {
				t.Errorf("Serve ended with %v", err)
			}
		case <-time.After(20 * time.Second):
			t.Error("Serve does not end")
		}
	})
	return l.Addr()
}

func lmtpClient(t *testing.T, addr net.Addr) *smtp.Client {
	t.Helper()
	conn, err := net.Dial(addr.Network(), addr.String())
	if err != nil {
		t.Fatal(err)
	}
	client := smtp.NewClientLMTP(conn)
	t.Cleanup(func() { client.Close() })
	return client
}

// codes sends a letter and returns the answer for each recipient, from RCPT or from the end of the data.
func codes(t *testing.T, client *smtp.Client, raw string, to ...string) map[string]int {
	t.Helper()
	got := map[string]int{}
	if err := client.Mail("ana@example.org", nil); err != nil {
		t.Fatal(err)
	}
	taken := 0
	for _, address := range to {
		var refused *smtp.SMTPError
		switch err := client.Rcpt(address, nil); {
		case errors.As(err, &refused):
			got[address] = refused.Code
		case err != nil:
			t.Fatal(err)
		default:
			got[address] = 250
			taken++
		}
	}
	if taken == 0 {
		return got
	}
	body, err := client.Data()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := body.Write([]byte(raw)); err != nil {
		t.Fatal(err)
	}
	_, err = body.CloseWithLMTPResponse()
	var each smtp.LMTPDataError
	if errors.As(err, &each) {
		for address, refused := range each {
			got[address] = refused.Code
		}
	} else if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestEachRecipientIsAnsweredAlone(t *testing.T) {
	var envelopes []*intake.Envelope
	addr := openLMTP(t, "127.0.0.1:0", &Server{Take: func(_ context.Context, _ []byte, door intake.Source) (intake.Fate, error) {
		envelopes = append(envelopes, door.Envelope)
		if strings.HasPrefix(door.Envelope.To[0], "play+away") {
			return intake.Later, errors.New("the database is away")
		}
		return intake.Processed, nil
	}})
	client := lmtpClient(t, addr)
	got := codes(t, client, mailText("three"), "play@pit.test", "nobody@pit.test", "play+away@pit.test")
	if got["play@pit.test"] != 250 || got["nobody@pit.test"] != 550 || got["play+away@pit.test"] != 451 {
		t.Errorf("answers %v", got)
	}
	if len(envelopes) != 2 || !slices.Equal(envelopes[1].To, []string{"play+away@pit.test", "play@pit.test"}) || envelopes[0].From != "ana@example.org" {
		t.Errorf("envelopes %+v", envelopes)
	}
	if got := codes(t, client, mailText("again"), "play@pit.test"); got["play@pit.test"] != 250 {
		t.Errorf("a second letter on the same line: %v", got)
	}
}

// If the database is away for a few seconds, a letter waits here and does not go back into the mail server's
// queue.
func TestALetterWaitsWhileTheDatabaseIsAway(t *testing.T) {
	tries := 0
	addr := openLMTP(t, "127.0.0.1:0", &Server{Take: func(context.Context, []byte, intake.Source) (intake.Fate, error) {
		if tries++; tries < 3 {
			return intake.Later, fmt.Errorf("taking a letter: %w", &intake.Away{Err: errors.New("nobody leads")})
		}
		return intake.Processed, nil
	}})
	if got := codes(t, lmtpClient(t, addr), mailText("waits"), "play@pit.test"); got["play@pit.test"] != 250 || tries != 3 {
		t.Errorf("answers %v after %d tries", got, tries)
	}
}

func TestWhatIsTooMuchIsRefused(t *testing.T) {
	taken := new(desk)
	addr := openLMTP(t, "127.0.0.1:0", &Server{Take: taken.take})
	for name, c := range map[string]struct {
		body string
		code int
	}{
		"too big":          {strings.Repeat("a line of words\r\n", intake.MaxSize/17+1), 552},
		"a line too long":  {strings.Repeat("x", maxLine+10) + "\r\n", 554},
		"a long line":      {strings.Repeat("x", 100_000) + "\r\n", 250},
		"bare line breaks": {"3 C5\n.\nMAIL FROM:<evil@example.com>\r.\rRCPT TO:<x@y.example>\n.\r\nend\r\n", 250},
	} {
		t.Run(name, func(t *testing.T) {
			got := codes(t, lmtpClient(t, addr), mailText(name)+c.body, "play@pit.test")
			if got["play@pit.test"] != c.code {
				t.Errorf("%v, want %d", got, c.code)
			}
		})
	}
	if n := len(taken.letters()); n != 2 {
		t.Errorf("%d letters taken, want 2", n)
	}
	client := lmtpClient(t, addr)
	if err := client.Mail("ana@example.org", &smtp.MailOptions{Size: 1 << 30}); err == nil {
		t.Error("a letter said to have 1 GB may begin")
	}
	if err := client.Mail("ana@example.org", nil); err != nil {
		t.Fatal(err)
	}
	for range maxRecipients {
		if err := client.Rcpt("play@pit.test", nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := client.Rcpt("play@pit.test", nil); err == nil {
		t.Error("recipients without end are taken")
	}
}

// The return address of a bounce and the client in our own server's Received header come with the letter.
func TestTheEnvelopeComesWithTheLetter(t *testing.T) {
	var door intake.Source
	addr := openLMTP(t, "127.0.0.1:0", &Server{MX: "mail.pit.test", Take: func(_ context.Context, _ []byte, d intake.Source) (intake.Fate, error) {
		door = d
		return intake.Processed, nil
	}})
	client := lmtpClient(t, addr)
	if err := client.Mail("", nil); err != nil {
		t.Fatal(err)
	}
	trace := "Received: from out.example.org (out.example.org [192.0.2.7])\r\n\tby mail.pit.test (Postfix) with ESMTPS id 1\r\n\tfor <play@pit.test>; Mon, 3 Aug 2026 09:00:00 +0000\r\n"
	if err := client.Rcpt("play@pit.test", nil); err != nil {
		t.Fatal(err)
	}
	body, err := client.Data()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := body.Write([]byte(trace + mailText("bounce"))); err != nil {
		t.Fatal(err)
	}
	if err := body.Close(); err != nil {
		t.Fatal(err)
	}
	if e := door.Envelope; e.From != intake.NullSender || e.Client.String() != "192.0.2.7" || e.Helo != "out.example.org" {
		t.Errorf("envelope %+v", door.Envelope)
	}
}

func TestOnlyOurServersTraceIsBelieved(t *testing.T) {
	for text, want := range map[string]string{
		"Received: from a.example (unknown [192.0.2.1]) by mx.pit.test (Postfix)":                                                          "192.0.2.1 a.example",
		"Received: from [10.0.0.9] (a.example [IPv6:2001:db8::1])\r\n by mx.pit.test":                                                      "2001:db8::1 [10.0.0.9]",
		"X: y\r\nReceived: from a.example ([192.0.2.1]) by MX.pit.test":                                                                    "192.0.2.1 a.example",
		"Received: by other.example\r\nReceived: from a.example (b [192.0.2.1]) by mx.pit.test":                                            "",
		"Received: from a.example (b [192.0.2.1]) by other.example":                                                                        "",
		"Received: from x (y [192.0.2.9]) by mx.pit.test.evil.example":                                                                     "",
		"Subject: z\r\n\r\nReceived: from a.example (b [192.0.2.1]) by mx.pit.test":                                                        "",
		"Received: from a.example (b [not.an.ip]) by mx.pit.test":                                                                          "",
		"Received: from evil(x[192.0.2.8])by.mx.pit.test (real.example [192.0.2.1])\r\n\tby mx.pit.test (Postfix) with ESMTP id 2":         "192.0.2.1 evil(x[192.0.2.8])by.mx.pit.test",
		"Received: from a.example (a.example [192.0.2.1]) (using TLSv1.3)\r\n\tby mx.pit.test (Postfix) with ESMTPS id 2":                  "192.0.2.1 a.example",
		"Received: from a.example (a.example [192.0.2.1])\r\n\t(using TLSv1.3 with cipher X (256/256 bits))\r\n\tby mx.pit.test (Postfix)": "192.0.2.1 a.example",
	} {
		ip, helo := client([]byte(text+"\r\n\r\n"), "mx.pit.test")
		got := ""
		if ip.IsValid() {
			got = ip.String() + " " + helo
		}
		if got != want {
			t.Errorf("%q gives %q, want %q", text, got, want)
		}
	}
	if ip, _ := client([]byte("Received: from a.example (b [192.0.2.1]) by x\r\n\r\n"), ""); ip.IsValid() {
		t.Error("a server without a name is believed")
	}
}

func TestASocketIsTakenOverOnlyFromTheDead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lmtp")
	dead, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	dead.(*net.UnixListener).SetUnlinkOnClose(false)
	dead.Close()
	taken := new(desk)
	addr := openLMTP(t, path, &Server{Take: taken.take})
	if got := codes(t, lmtpClient(t, addr), mailText("by socket"), "play@pit.test"); got["play@pit.test"] != 250 {
		t.Errorf("answers %v", got)
	}
	if _, err := Listen(path); err == nil {
		t.Error("a socket in use was taken over")
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("kept"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Listen(file); err == nil {
		t.Error("a file was taken for a socket")
	}
	if _, err := Listen("0.0.0.0:0"); err == nil {
		t.Error("everybody may bring letters")
	}
}

// Letters through a real Postfix: one is taken at once, one is put off while the database is away and comes
// again, and one to an unknown address bounces with our server's words.
func TestLettersThroughPostfix(t *testing.T) {
	away := make(chan struct{})
	d := &desk{decide: func(subject string) (intake.Fate, error) {
		select {
		case <-away:
		default:
			if subject == "put off" {
				return intake.Later, errors.New("the database is away")
			}
		}
		return intake.Processed, nil
	}}
	addr := openLMTP(t, "127.0.0.1:0", &Server{Take: d.take, MX: "mail.pit.test"})
	postfix := lab.StartPostfix(t, addr.String(), "pit.test")
	send := func(subject, to string) {
		t.Helper()
		client, err := smtp.Dial(postfix.SMTPAddr)
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		if err := client.SendMail("ana@example.org", []string{to}, strings.NewReader(mailText(subject))); err != nil {
			t.Fatal(err)
		}
	}
	send("at once", "play+friends@pit.test")
	send("put off", "play@pit.test")
	send("stranger", "nobody@pit.test")
	soon(t, "the first letter", func() bool { return d.count("at once") == 1 })
	soon(t, "the second is tried again", func() bool { postfix.Flush(t); return d.count("put off") >= 2 })
	soon(t, "it waits in the queue", func() bool { return strings.Contains(postfix.Queue(t), "451") })
	close(away)
	soon(t, "it leaves the queue", func() bool { postfix.Flush(t); return strings.Contains(postfix.Queue(t), "Mail queue is empty") })
	if n := d.count("at once"); n != 1 {
		t.Errorf("a letter that was taken came %d times", n)
	}
	if d.count("stranger") != 0 || !strings.Contains(postfix.Log(t), "nobody here by that address") {
		t.Error("a letter for nobody was not refused")
	}
	door := d.last["at once"]
	if door.Name != "lmtp" || door.Envelope.From != "ana@example.org" || door.Envelope.To[0] != "play+friends@pit.test" || door.Envelope.Client.String() != "127.0.0.1" {
		t.Errorf("door %+v, envelope %+v", door, door.Envelope)
	}
}

// A client that sends nonsense gets an answer, but no letter comes in.
func TestNonsenseBringsNoLetter(t *testing.T) {
	taken := new(desk)
	addr := openLMTP(t, "127.0.0.1:0", &Server{Take: taken.take})
	conn, err := net.Dial("tcp", addr.String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprint(conn, "EHLO x\r\nDATA\r\nLHLO x\r\nDATA\r\nRCPT TO:<play@pit.test>\r\nMAIL FROM:<a@b\x00.example>\r\nQUIT\r\n")
	text := textproto.NewReader(bufio.NewReader(conn))
	var all bytes.Buffer
	for {
		line, err := text.ReadLine()
		if err != nil {
			break
		}
		all.WriteString(line + "\n")
	}
	if strings.Contains(all.String(), "354") || len(taken.letters()) != 0 {
		t.Errorf("dialogue:\n%s", all.String())
	}
}

// A letter that is being decided when the house closes is put off, and its connection is closed.
func TestALetterUnderWayIsPutOffAtTheEnd(t *testing.T) {
	l, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	begun := make(chan struct{})
	door := &Server{Ours: func(string) bool { return true }, Log: slog.New(slog.DiscardHandler), Take: func(ctx context.Context, _ []byte, _ intake.Source) (intake.Fate, error) {
		close(begun)
		<-ctx.Done()
		return intake.Later, ctx.Err()
	}}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- door.Serve(ctx, l) }()
	idle := lmtpClient(t, l.Addr())
	if err := idle.Noop(); err != nil {
		t.Fatal(err)
	}
	client := lmtpClient(t, l.Addr())
	go func() { <-begun; cancel() }()
	if got := codes(t, client, mailText("late"), "play@pit.test"); got["play@pit.test"] != 451 {
		t.Errorf("answers %v", got)
	}
	if err := <-done; err != nil {
		t.Errorf("Serve ended with %v", err)
	}
	if err := idle.Noop(); err == nil {
		t.Error("an idle line stays open")
	}
}
