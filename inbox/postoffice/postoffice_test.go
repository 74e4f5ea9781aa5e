package postoffice

import (
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-smtp"
)

// patience is how long a test waits for what should happen at once.
const patience = 30 * time.Second

// open opens an office in dir and serves it on free ports.
func open(t *testing.T, dir string) (o *Office, smtpAddr, imapAddr string) {
	t.Helper()
	o, err := Open(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	in, out := listen(t), listen(t)
	serve(t, o, func() error { return o.ServeSMTP(in) })
	serve(t, o, func() error { return o.ServeIMAP(out) })
	return o, in.Addr().String(), out.Addr().String()
}

// serve runs a server until the end of the test, when it must stop without an error.
func serve(t *testing.T, o *Office, run func() error) {
	t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- run() }()
	t.Cleanup(func() {
		if err := o.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
		select {
		case err := <-ended:
			if err != nil && !errors.Is(err, ErrClosed) {
				t.Errorf("serve: %v", err)
			}
		case <-time.After(patience):
			t.Error("a closed office goes on serving")
		}
	})
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func dialSMTP(t *testing.T, addr string) *smtp.Client {
	t.Helper()
	c, err := smtp.Dial(addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func submit(t *testing.T, addr, from, letter string, to ...string) {
	t.Helper()
	c := dialSMTP(t, addr)
	if err := c.SendMail(from, to, strings.NewReader(strings.ReplaceAll(letter, "\n", "\r\n"))); err != nil {
		t.Fatal(err)
	}
	if err := c.Quit(); err != nil {
		t.Fatal(err)
	}
}

func login(t *testing.T, addr, user string, options *imapclient.Options) *imapclient.Client {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	c := imapclient.New(conn, options)
	t.Cleanup(func() { c.Close() })
	if err := c.Login(user, "anything").Wait(); err != nil {
		t.Fatal(err)
	}
	return c
}

func choose(t *testing.T, c *imapclient.Client, folder string) *imap.SelectData {
	t.Helper()
	data, err := c.Select(folder, nil).Wait()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func fetchRaw(t *testing.T, c *imapclient.Client, uid imap.UID) string {
	t.Helper()
	section := &imap.FetchItemBodySection{Peek: true}
	got, err := c.Fetch(imap.UIDSetNum(uid), &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{section}}).Collect()
	if err != nil || len(got) != 1 {
		t.Fatalf("fetch %d: %d letters, %v", uid, len(got), err)
	}
	return string(got[0].FindBodySection(section))
}

func searchAll(t *testing.T, c *imapclient.Client) []imap.UID {
	t.Helper()
	data, err := c.UIDSearch(&imap.SearchCriteria{}, nil).Wait()
	if err != nil {
		t.Fatal(err)
	}
	return data.AllUIDs()
}

// eventually waits until ok returns true.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if ok() {
			return
		}
	}
	t.Fatalf("never happened: %s", what)
}

const plain = "From: Ana <ana@pit.localhost>\nTo: play@pit.localhost\nSubject: hello\nMessage-ID: <1@pit.localhost>\n\n3 C5\n"

func TestLetterComesInBySMTPAndOutByIMAP(t *testing.T) {
	_, in, out := open(t, t.TempDir())
	submit(t, in, "ana@pit.localhost", plain, "Play+T0KEN@Pit.Localhost", "bo@pit.localhost")

	c := login(t, out, "play@pit.localhost", nil)
	data := choose(t, c, "INBOX")
	if data.NumMessages != 1 || data.UIDNext != 2 || data.UIDValidity == 0 {
		t.Fatalf("select: %+v", data)
	}
	raw := fetchRaw(t, c, 1)
	for _, want := range []string{
		"Return-Path: <ana@pit.localhost>\r\nDelivered-To: Play+T0KEN@Pit.Localhost\r\nReceived: from ",
		"\r\nAuthentication-Results: pit.localhost; dmarc=pass header.from=pit.localhost\r\nFrom: Ana",
		"\r\n\r\n3 C5\r\n",
	} {
		if !strings.Contains(raw, want) {
			t.Errorf("no %q in\n%s", want, raw)
		}
	}
	if bo := login(t, out, "BO", nil); choose(t, bo, "inbox").NumMessages != 1 {
		t.Error("the second recipient got nothing")
	}
}

func TestSenderIsVouchedForInOwnDomainOnly(t *testing.T) {
	forged := "Authentication-Results: pit.localhost; dmarc=pass header.from=x.example\n"
	for name, c := range map[string]struct{ head, want string }{
		"own domain":       {"From: ana@PIT.localhost\n", "dmarc=pass header.from=pit.localhost"},
		"another domain":   {"From: Ana <ana@x.example>\n", "dmarc=none header.from=x.example"},
		"a subdomain":      {"From: ana@x.pit.localhost\n", "dmarc=none header.from=x.pit.localhost"},
		"in the name":      {"From: \"ana@pit.localhost\" <eve@x.example>\n", "dmarc=none header.from=x.example"},
		"two authors":      {"From: ana@pit.localhost, eve@x.example\n", "dmarc=none"},
		"two fields":       {"From: ana@pit.localhost\nFrom: eve@x.example\n", "dmarc=none"},
		"nobody":           {"Subject: x\n", "dmarc=none"},
		"forged":           {forged + "From: ana@x.example\n", "dmarc=none header.from=x.example"},
		"forged in folds":  {"authentication-results :\n (a;b) \"pit.localhost\" 1; dmarc=pass\nFrom: ana@x.example\n", "dmarc=none header.from=x.example"},
		"forged with case": {"AUTHENTICATION-RESULTS: Pit.LocalHost; dmarc=pass\nFrom: ana@x.example\n", "dmarc=none header.from=x.example"},
	} {
		t.Run(name, func(t *testing.T) {
			to, err := parseAddress("play@pit.localhost", DefaultDomain)
			if err != nil {
				t.Fatal(err)
			}
			raw := string(stamp(crlf([]byte(c.head+"\nbody\n")), to, envelope{at: time.Now(), peer: "x"}, DefaultDomain))
			fields, _ := splitHeader([]byte(raw))
			var said []string
			for _, f := range fields {
				if f.Name == "authentication-results" {
					said = append(said, f.Value())
				}
			}
			if len(said) != 1 || said[0] != "pit.localhost; "+c.want {
				t.Errorf("says %q in\n%s", said, raw)
			}
		})
	}
	for _, head := range []string{"Authentication-Results: mx.example; dkim=pass\r\n\r\n", "Authentication-Results:\r\n mx.example; dkim=pass\r\n\r\n"} {
		if foreign := string(stamp([]byte(head), address{}, envelope{}, DefaultDomain)); !strings.Contains(foreign, "mx.example; dkim=pass") {
			t.Errorf("what another server says was taken away: %q", head)
		}
	}
}

func TestSubmissionIsRefusedWithAReason(t *testing.T) {
	_, in, _ := open(t, t.TempDir())
	c := dialSMTP(t, in)
	if err := c.Mail("ana@pit.localhost", nil); err != nil {
		t.Fatal(err)
	}
	for to, want := range map[string]string{
		"bo@x.example":          "pit.localhost only, not to x.example",
		"+bo@pit.localhost":     "no address",
		"\"a b\"@pit.localhost": "no address",
		".bo@pit.localhost":     "", // the protocol's grammar forbids it
	} {
		err := c.Rcpt(to, nil)
		var answer *smtp.SMTPError
		if !errors.As(err, &answer) || answer.Code/100 != 5 || !strings.Contains(answer.Message, want) {
			t.Errorf("%s: %v", to, err)
		}
	}
	big := strings.Repeat(strings.Repeat("x", 78)+"\r\n", MaxLetter/80+2)
	err := dialSMTP(t, in).SendMail("ana@pit.localhost", []string{"bo@pit.localhost"}, strings.NewReader("Subject: x\r\n\r\n"+big))
	var answer *smtp.SMTPError
	if !errors.As(err, &answer) || answer.Code != 552 || !strings.Contains(answer.Message, "too big") {
		t.Errorf("a letter over the limit: %v", err)
	}
	if err := c.Rcpt("bo@pit.localhost", nil); err != nil {
		t.Errorf("after refusals a good address is refused: %v", err)
	}
}

// A second letter that is hidden after an end of data with bare line feeds remains part of the first.
func TestLetterCannotBeSplit(t *testing.T) {
	o, in, _ := open(t, t.TempDir())
	for _, end := range []string{"\n.\n", "\n.\r\n", "\r.\r", "\r.\r\n", "\r\n.\n", "\r\n.\r"} {
		conn, err := net.Dial("tcp", in)
		if err != nil {
			t.Fatal(err)
		}
		hidden := "RSET\r\nMAIL FROM:<ana@pit.localhost>\r\nRCPT TO:<hidden@pit.localhost>\r\nDATA\r\nSubject: hidden\r\n\r\nx\r\n"
		_, err = io.WriteString(conn, "EHLO x\r\nMAIL FROM:<ana@pit.localhost>\r\nRCPT TO:<bo@pit.localhost>\r\nDATA\r\nSubject: x\r\n\r\nbody"+
			end+hidden+"\r\n.\r\nQUIT\r\n")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadAll(conn); err != nil {
			t.Fatal(err)
		}
		conn.Close()
	}
	boxes, err := o.Boxes()
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range boxes {
		if strings.HasPrefix(b.Name, "hidden") {
			t.Errorf("a letter was split: %+v", boxes)
		}
	}
	letters, err := o.Letters("bo@pit.localhost", Inbox, 100)
	if err != nil || len(letters) != 6 {
		t.Fatalf("%d letters, %v", len(letters), err)
	}
	whole, err := o.Read("bo@pit.localhost", Inbox, letters[0].UID)
	if err != nil || strings.Contains(strings.ReplaceAll(string(whole.Raw), "\r\n", ""), "\n") {
		t.Errorf("bare line ends are kept: %v", err)
	}
}

func TestOfficeIsClosedToOthers(t *testing.T) {
	dir := t.TempDir()
	o, in, out := open(t, dir)
	if second, err := Open(dir, ""); err == nil {
		second.Close()
		t.Error("two offices are open in one directory")
	}
	everywhere, err := net.Listen("tcp", "0.0.0.0:0")
	if err != nil {
		t.Fatal(err)
	}
	defer everywhere.Close()
	if err := o.ServeSMTP(everywhere); err == nil || !strings.Contains(err.Error(), "loopback") {
		t.Errorf("served to the world: %v", err)
	}
	var sessions []net.Conn // the last ones have only just been accepted, so the servers may not know of them yet
	for i := range 20 {
		conn, err := net.Dial("tcp", []string{in, out}[i%2])
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		sessions = append(sessions, conn)
	}
	if err := o.Close(); err != nil {
		t.Error(err)
	}
	for _, conn := range sessions {
		if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadAll(conn); errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatal("a session outlives the office")
		}
	}
	late := listen(t)
	if err := o.ServeIMAP(late); !errors.Is(err, ErrClosed) {
		t.Errorf("a closed office serves: %v", err)
	}
	if _, err := late.Accept(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("a closed office leaves a listener open: %v", err)
	}
}

// A letter whose last row ends in CR arrives as CR CR LF, as Postfix passes it on. That ends the row and with the dot the letter.
func TestARowMayEndInTwoCRs(t *testing.T) {
	o, in, _ := open(t, t.TempDir())
	conn, err := net.Dial("tcp", in)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(conn, "EHLO x\r\nMAIL FROM:<ana@pit.localhost>\r\nRCPT TO:<bo@pit.localhost>\r\nDATA\r\nSubject: x\r\n\r\n3 C5\r\r\n.\r\nQUIT\r\n"); err != nil {
		t.Fatal(err)
	}
	said, err := io.ReadAll(conn)
	if err != nil || !strings.Contains(string(said), "\r\n221 ") {
		t.Fatalf("%q, %v", said, err)
	}
	letters, err := o.Letters("bo@pit.localhost", Inbox, 10)
	if err != nil || len(letters) != 1 {
		t.Fatalf("%d letters, %v", len(letters), err)
	}
	if l, err := o.Read("bo@pit.localhost", Inbox, letters[0].UID); err != nil || !strings.HasSuffix(string(l.Raw), "\r\n\r\n3 C5\r\n") {
		t.Errorf("%v: %q", err, l.Raw)
	}
}

// Addresses and headers in letters of any script come in with SMTPUTF8 and out as they were.
func TestLettersInUTF8ComeInAndOut(t *testing.T) {
	_, in, out := open(t, t.TempDir())
	c := dialSMTP(t, in)
	if ok, _ := c.Extension("SMTPUTF8"); !ok {
		t.Fatal("SMTPUTF8 is not offered")
	}
	const who = "añá@pit.localhost"
	if err := c.Mail(who, &smtp.MailOptions{UTF8: true}); err != nil {
		t.Fatal(err)
	}
	if err := c.Rcpt(who, nil); err != nil {
		t.Fatal(err)
	}
	w, err := c.Data()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, "From: Añá <"+who+">\r\nTo: "+who+"\r\nSubject: ¡Hola!\r\n\r\n3 C5\r\n"); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	box := login(t, out, who, nil)
	choose(t, box, "INBOX")
	if raw := fetchRaw(t, box, 1); !strings.Contains(raw, "Return-Path: <"+who+">") || !strings.Contains(raw, "Subject: ¡Hola!\r\n") {
		t.Errorf("%s", raw)
	}
}
