package imap

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"

	"pitpost.example/inbox/intake"
	"pitpost.example/lab"
)

func TestAccountURL(t *testing.T) {
	for text, want := range map[string]address{
		"imaps://ana:pw@mail.example":                 {true, "mail.example", "993", "ana", "pw", "INBOX"},
		"imap://ana:pw@127.0.0.1:1143/inbox":          {false, "127.0.0.1", "1143", "ana", "pw", "INBOX"},
		"imaps://ana@example.org:p%40%2Fw@[::1]/Play": {true, "::1", "993", "ana@example.org", "p@/w", "Play"},
		"imap://ana:pw@mail.example/Mail/Play":        {false, "mail.example", "143", "ana", "pw", "Mail/Play"},
	} {
		if got, err := (Account{URL: text}).parse(); err != nil || got != want {
			t.Errorf("%s is %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "mail.example", "https://ana:hush@mail.example", "imaps://mail.example",
		"imaps://ana:hush/hush@mail.example", "imaps://ana:hu sh@mail.example", "imaps://ana:hu%zzsh@mail.example",
		"imaps://ana:hush@mail.example/INBOX#x"} {
		_, err := Account{URL: text}.parse()
		if err == nil || strings.Contains(err.Error(), "hush") {
			t.Errorf("%q gives %v", text, err)
		}
		if run := NewPoller(PollerConfig{Account: Account{URL: text}}, nil, nil).Run(context.Background()); run == nil {
			t.Errorf("a poller runs on %q", text)
		}
	}
}

func testEncryption(t *testing.T, server *lab.Dovecot, user string) {
	trust := &tls.Config{RootCAs: server.Pool, ServerName: "example.com"}
	for _, c := range []struct {
		name, scheme, addr string
		tls                *tls.Config
		fails              bool
	}{
		{"TLS from the first byte", "imaps", server.IMAPSAddr, trust, false},
		{"certificate of nobody we trust", "imaps", server.IMAPSAddr, nil, true},
		{"STARTTLS", "imap", server.IMAPAddr, trust, false},
		{"STARTTLS on loopback with any certificate", "imap", server.IMAPAddr, nil, false},
		{"STARTTLS with a certificate for another", "imap", server.IMAPAddr, &tls.Config{RootCAs: server.Pool, ServerName: "mail.example"}, true},
	} {
		trace := new(journal)
		account := quick(imapURL(c.scheme, c.addr, user)).Account
		account.TLS, account.trace = c.tls, trace
		line, err := account.dial(context.Background())
		if (err != nil) != c.fails {
			t.Errorf("%s: %v", c.name, err)
		}
		if line == nil {
			continue
		}
		if _, err := line.List(context.Background(), func(uint32) (uint32, error) { return 0, nil }); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		line.Close()
		if starts := slices.Contains(trace.commands(), "STARTTLS"); starts != (c.scheme == "imap") {
			t.Errorf("%s: commands %q", c.name, trace.commands())
		}
	}
}

// elsewhere is a connection that claims to lead to another machine.
type elsewhere struct{ net.Conn }

func (elsewhere) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 143} }

// serveIMAP runs the library's own server with the given capabilities.
func serveIMAP(t *testing.T, session func() imapserver.Session, caps ...imap.Cap) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	set := imap.CapSet{imap.CapIMAP4rev1: {}}
	for _, c := range caps {
		set[c] = struct{}{}
	}
	server := imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return session(), nil, nil
		},
		Caps: set, InsecureAuth: true,
	})
	go server.Serve(listener)
	t.Cleanup(func() { server.Close() })
	return listener.Addr().String()
}

func memory(t *testing.T, user string) *imapmemserver.Server {
	t.Helper()
	server, box := imapmemserver.New(), imapmemserver.NewUser(user, dovecotPassword)
	if err := box.Create("INBOX", nil); err != nil {
		t.Fatal(err)
	}
	server.AddUser(box)
	return server
}

// A server that offers no encryption is used on loopback only.
func TestNoPlainPassword(t *testing.T) {
	store := memory(t, "ana@example.org")
	addr := serveIMAP(t, store.NewSession, imap.CapMove)
	trace := new(journal)
	account := quick(imapURL("imap", addr, "ana@example.org")).Account
	account.trace = trace
	adr, err := account.parse()
	if err != nil {
		t.Fatal(err)
	}
	line, err := account.open(context.Background(), adr, false)
	if err != nil {
		t.Fatal(err)
	}
	line.watchdog.conn = &countedConn{Conn: elsewhere{line.watchdog.conn}}
	if _, err := account.encrypt(context.Background(), adr, line); !errors.Is(err, errPlain) {
		t.Errorf("a far server without encryption: %v", err)
	}
	if strings.Contains(trace.String(), dovecotPassword) {
		t.Error("the password went out in clear")
	}
}

// Without MOVE, letters are copied, and only those letters are expunged.
func TestMoveWithoutMOVE(t *testing.T) {
	store := memory(t, "ana@example.org")
	addr := serveIMAP(t, store.NewSession, imap.CapUIDPlus)
	other := takeHand(t, addr, "ana@example.org")
	other.put("INBOX", mailText("deleted by its owner"), &imap.AppendOptions{Flags: []imap.Flag{imap.FlagDeleted}})
	other.put("INBOX", mailText("move me"), nil)
	d := &desk{decide: func(subject string, _ intake.Source) (intake.Fate, error) {
		if subject == "move me" {
			return intake.Processed, nil
		}
		return intake.NotOurs, nil
	}}
	trace := new(journal)
	cfg := quick(imapURL("imap", addr, "ana@example.org"))
	cfg.Account.trace = trace
	p := NewPoller(cfg, d.take, new(journal).logger())
	stop := runPoller(t, p)
	soon(t, "moved", func() bool { return p.Stats().Processed.Load() == 1 })
	stop()
	if got := other.subjects("INBOX"); !slices.Equal(got, []string{"deleted by its owner"}) {
		t.Errorf("INBOX holds %q", got)
	}
	if got := other.subjects("Processed"); !slices.Equal(got, []string{"move me"}) {
		t.Errorf("Processed holds %q", got)
	}
	if !slices.Contains(trace.commands(), "UID EXPUNGE") || slices.Contains(trace.commands(), "EXPUNGE") {
		t.Errorf("commands %q", trace.commands())
	}
}

func testWrongPassword(t *testing.T, server *lab.Dovecot, user string) {
	logs := new(journal)
	cfg := quick("imap://" + user + ":not-the-word@" + server.IMAPAddr)
	p := NewPoller(cfg, new(desk).take, logs.logger())
	tries := 0
	p.connect = func(ctx context.Context) (mailbox, error) {
		tries++
		return p.dial(ctx)
	}
	begun := time.Now()
	stop := runPoller(t, p)
	soon(t, "the log tells", func() bool { return strings.Contains(logs.String(), "refuses the log-in") })
	time.Sleep(700 * time.Millisecond)
	stop()
	if most := int(time.Since(begun)/cfg.RefusedPause) + 1; tries > most {
		t.Errorf("%d tries in %v", tries, time.Since(begun))
	}
	if n := strings.Count(logs.String(), "refuses the log-in;"); n != 1 {
		t.Errorf("told %d times:\n%s", n, logs)
	}
	for _, secret := range []string{"not-the-word", user} {
		if strings.Contains(logs.String(), secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
}

// A server that accepts the connection and says nothing, or falls silent later, is given up.
func testSilentLine(t *testing.T, server *lab.Dovecot, user string) {
	link := startLink(t, server.IMAPAddr)
	account := quick(imapURL("imap", link.Addr, user)).Account
	account.CommandTimeout = 300 * time.Millisecond
	link.Stall()
	if _, err := account.dial(context.Background()); !errors.Is(err, errSilent) {
		t.Errorf("no greeting: %v", err)
	}
	link.Heal()
	account.CommandTimeout = 5 * time.Second
	line, err := account.dial(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer line.Close()
	line.watchdog.silence = 300 * time.Millisecond
	link.Stall()
	all := func(uint32) (uint32, error) { return 0, nil }
	if _, err := line.List(context.Background(), all); !errors.Is(err, errSilent) {
		t.Errorf("no answer to SELECT: %v", err)
	}
	if err := line.Watch(context.Background(), time.Minute); err == nil {
		t.Error("watching a connection that was given up")
	}
}

func TestLoginError(t *testing.T) {
	for _, c := range []struct {
		err     error
		refused bool
	}{
		{&imap.Error{Type: imap.StatusResponseTypeNo, Text: "bad LOGIN ana hush"}, true},
		{&imap.Error{Type: imap.StatusResponseTypeNo, Code: imap.ResponseCodeAuthenticationFailed, Text: "hush"}, true},
		{&imap.Error{Type: imap.StatusResponseTypeNo, Code: imap.ResponseCodeUnavailable, Text: "hush"}, false},
		{errors.New("reading hush"), false},
	} {
		got := loginError(c.err)
		if errors.Is(got, errRefused) != c.refused || strings.Contains(got.Error(), "hush") {
			t.Errorf("%v becomes %v", c.err, got)
		}
	}
}

// A connection that breaks during the log-in is not a refusal. After a refusal the poller would wait long and
// throw away a valid token.
func TestALinkThatBreaksIsNoRefusal(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			fmt.Fprint(conn, "* OK [CAPABILITY IMAP4rev1 SASL-IR AUTH=XOAUTH2] here\r\n")
			for in := bufio.NewScanner(conn); in.Scan() && !strings.Contains(in.Text(), " LOGIN ") && !strings.Contains(in.Text(), " AUTHENTICATE "); {
			}
			conn.Close()
		}
	}()
	for _, oauth := range []*OAuth{nil, {TokenURL: startTokens(t, func() string { return "access" }).URL, RefreshFile: refreshFile(t, "first"), ClientID: "pit"}} {
		for range 300 {
			account := quick(imapURL("imap", l.Addr().String(), "ana")).Account
			account.OAuth = oauth
			if _, err := account.dial(t.Context()); err == nil || errors.Is(err, errRefused) {
				t.Fatalf("a link that breaks during the log-in: %v", err)
			}
		}
	}
}
