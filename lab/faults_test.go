package lab

import (
	"bytes"
	"crypto/tls"
	"errors"
	"image"
	_ "image/png"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
)

// post sends the test letter to a server and returns the first error.
func post(addr, from, to string) error {
	client, err := smtp.Dial(addr)
	if err != nil {
		return err
	}
	defer client.Close()
	if err := client.SendMail(from, []string{to}, strings.NewReader(letter)); err != nil {
		return err
	}
	return client.Quit()
}

func TestScriptTakesLettersAndFaultsOnce(t *testing.T) {
	s := SMTPScript(t, Step{On: "RCPT", Reply: "450 4.2.0 come back later"}, Step{On: ".", Reply: "250 2.0.0 ok", Drop: true})
	var refused *smtp.SMTPError
	if err := post(s.Addr, "pit@example.org", "bo@example.com"); !errors.As(err, &refused) || refused.Code != 450 {
		t.Fatalf("first try: %v, want 450", err)
	}
	if err := post(s.Addr, "pit@example.org", "bo@example.com"); err == nil {
		t.Error("QUIT after a dropped connection should fail")
	}
	got := s.Letters()
	if len(got) != 1 || got[0].From != "pit@example.org" || len(got[0].To) != 1 || got[0].To[0] != "bo@example.com" ||
		got[0].Data != letter || !got[0].Acked {
		t.Errorf("received %+v", got)
	}
	if !strings.HasPrefix(s.Commands()[0], "EHLO ") {
		t.Errorf("commands: %q", s.Commands())
	}
}

func TestScriptDropsAtTheFinalDot(t *testing.T) {
	s := SMTPScript(t, Step{On: ".", Drop: true}, Step{On: "BODY", Drop: true})
	for range 2 {
		if err := post(s.Addr, "pit@example.org", "bo@example.com"); err == nil {
			t.Error("a dropped connection is no success")
		}
	}
	if got := s.Letters(); len(got) > 1 || len(got) == 1 && got[0].Acked {
		t.Errorf("received %+v", got)
	}
}

func TestScriptFallsSilent(t *testing.T) {
	s := SMTPScript(t, Step{On: "CONNECT", Silent: true})
	conn, err := net.Dial("tcp", s.Addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.SetReadDeadline(time.Now().Add(200 * time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	var late net.Error
	if _, err := conn.Read(make([]byte, 1)); !errors.As(err, &late) || !late.Timeout() {
		t.Errorf("a silent server: %v", err)
	}
}

func TestPostfixDeliversAndBounces(t *testing.T) {
	d := StartDovecot(t)
	p := StartPostfix(t, d.LMTPAddr, "example.org", "example.com")
	client, err := smtp.DialStartTLS(p.SMTPAddr, &tls.Config{RootCAs: p.Pool, ServerName: "example.com"})
	if err != nil {
		t.Fatal(err)
	}
	client.Close()
	if err := post(p.SMTPAddr, "pit+b.7k2m@example.org", "bo@example.com"); err != nil {
		t.Fatal(err)
	}
	if err := post(p.SMTPAddr, "pit+b.7k2m@example.org", "hal@"+GoneDomain); err != nil {
		t.Fatal(err)
	}
	waitForMail := func(user string) {
		waitFor(t, "mail for "+user, func() error {
			if waiting(t, d, user) == 0 {
				return errors.New("none\n" + p.Log(t))
			}
			return nil
		})
	}
	waitForMail("bo@example.com")
	waitForMail("pit@example.org")
	if got := strings.Join(p.Gone.Commands(), "\n"); !strings.Contains(got, "hal@"+GoneDomain) {
		t.Errorf("the refusing server saw: %s", got)
	}
	if err := post(p.SMTPAddr, "pit@example.org", "ivy@elsewhere.test"); err == nil {
		waitFor(t, "a letter to elsewhere to be refused", func() error {
			if !strings.Contains(p.Log(t), "nothing leaves this machine") {
				return errors.New(p.Queue(t))
			}
			return nil
		})
	}
	p.Restart(t)
	if err := post(p.SMTPAddr, "pit@example.org", "cy@example.com"); err != nil {
		t.Fatal(err)
	}
	waitForMail("cy@example.com")
}

func TestScreenshotShowsThePageInItsColours(t *testing.T) {
	const page = `<!doctype html><style>body{margin:0;background:#ff0000}
@media (prefers-color-scheme: dark){body{background:#0000ff}}</style>`
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, page)
	}))
	defer server.Close()
	for _, c := range []struct {
		page string
		dark bool
		r, b uint32
	}{{page, false, 0xffff, 0}, {server.URL, true, 0, 0xffff}} {
		picture, _, err := image.Decode(bytes.NewReader(Screenshot(t, c.page, 320, 240, c.dark)))
		if err != nil {
			t.Fatal(err)
		}
		if size := picture.Bounds().Size(); size != image.Pt(320, 240) {
			t.Errorf("the picture is %v", size)
		}
		if r, _, b, _ := picture.At(160, 120).RGBA(); r != c.r || b != c.b {
			t.Errorf("dark %v: colour %x/%x, want %x/%x", c.dark, r, b, c.r, c.b)
		}
	}
}

// Tests of pages rely on this: faults of a page are found, and errors in the console are recorded.
func TestABrowserFindsWhatIsWrongWithAPage(t *testing.T) {
	b := OpenBrowser(t, 390, 844, false)
	b.Open("file://" + File(t, "good.html", `<!doctype html><html lang="en"><title>Good</title><main><h1>Good</h1><img src="data:," alt=""></main>`))
	if faults := b.Faults(); len(faults) > 0 || len(b.complaints) > 0 {
		t.Errorf("a good page: %v %v", faults, b.complaints)
	}
	b.Open("file://" + File(t, "bad.html", `<!doctype html><html><body style="background:#fff;color:#eee">pale<input><script>nothing(); </script><script>console.error("oh")</script>`))
	faults := strings.Join(b.Faults(), "\n")
	for _, want := range []string{"color-contrast", "html-has-lang", "label"} {
		if !strings.Contains(faults, want) {
			t.Errorf("no %s in: %s", want, faults)
		}
	}
	if complaints := strings.Join(b.complaints, "\n"); !strings.Contains(complaints, "nothing is not defined") || !strings.Contains(complaints, "oh") {
		t.Errorf("the console was not heard: %q", complaints)
	}
	b.complaints = nil
}
