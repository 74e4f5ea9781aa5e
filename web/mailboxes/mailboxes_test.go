package mailboxes

import (
	"errors"
	"html"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/emersion/go-smtp"

	"pitpost.example/inbox/postoffice"
	"pitpost.example/templates"
)

// stand is a post office with its page.
type stand struct {
	*testing.T
	office *postoffice.Office
	smtp   string
	page   http.Handler
}

func open(t *testing.T) *stand {
	t.Helper()
	office, err := postoffice.Open(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- office.ServeSMTP(l) }()
	t.Cleanup(func() {
		if err := errors.Join(office.Close(), <-ended); err != nil {
			t.Error(err)
		}
	})
	// The page cannot send before the SMTP server greets.
	c, err := smtp.Dial(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Hello("localhost"); err != nil {
		t.Fatal(err)
	}
	words, err := templates.LoadCatalog()
	if err != nil {
		t.Fatal(err)
	}
	return &stand{t, office, l.Addr().String(), Handler(office, "play@pit.localhost", "saboteur", words)}
}

func (s *stand) submit(letter string, to ...string) {
	s.Helper()
	c, err := smtp.Dial(s.smtp)
	if err != nil {
		s.Fatal(err)
	}
	defer c.Close()
	if err := c.SendMail("play@pit.localhost", to, strings.NewReader(strings.ReplaceAll(letter, "\n", "\r\n"))); err != nil {
		s.Fatal(err)
	}
}

// ask makes a request as a browser on this machine does.
func (s *stand) ask(r *http.Request) *httptest.ResponseRecorder {
	r.RemoteAddr, r.Host = "127.0.0.1:4711", "127.0.0.1:8025"
	w := httptest.NewRecorder()
	s.page.ServeHTTP(w, r)
	return w
}

func (s *stand) get(path string) string {
	s.Helper()
	w := s.ask(httptest.NewRequest("GET", path, nil))
	if w.Code != http.StatusOK {
		s.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}
	return w.Body.String()
}

func (s *stand) post(path string, values url.Values) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", path, strings.NewReader(values.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", "http://127.0.0.1:8025")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	return s.ask(r)
}

const digest = `From: Saboteur with Bo <play@pit.localhost>
Reply-To: play+T0KEN@pit.localhost
To: ana@pit.localhost
Date: Sat, 21 Nov 2026 17:00:00 +0000
Message-ID: <turn-17@pit.localhost>
References: <first@pit.localhost>
Subject: [#42 Saboteur] Your turn, Ana
Content-Type: multipart/mixed; boundary=m

--m
Content-Type: multipart/alternative; boundary=a

--a
Content-Type: text/plain; charset=utf-8

Your turn, Ana.

> Bo said hello
--a
Content-Type: multipart/related; boundary=r

--r
Content-Type: text/html; charset=utf-8

<p>Your turn, <b>Ana</b>.</p><img src="cid:board"><img src="https://x.example/spy.png">
<a href="mailto:play+T0KEN@pit.localhost?subject=Re%3A%20a+b&amp;body=3%20C5%0Anext%201%2B2">3 C5</a>
<script>alert("letter")</script><p onclick="alert(1)">end</p><a href="javascript:alert(2)">x</a>
--r
Content-Type: image/png
Content-ID: <board>
Content-Transfer-Encoding: base64

iVBORw0KGgo=
--r--
--a--
--m
Content-Type: application/json
Content-Disposition: attachment; filename="turn.json"

{"turn":17}
--m--
`

func TestMailboxesAndLettersAreListed(t *testing.T) {
	s := open(t)
	s.submit(digest, "ana@pit.localhost", "bo@pit.localhost")
	front := s.get("/")
	for _, want := range []string{`href="/mailbox/ana@pit.localhost"`, "1 letter", `<span class="count" title="unread">1</span>`} {
		if !strings.Contains(front, want) {
			t.Errorf("front page lacks %s", want)
		}
	}
	box := s.get("/mailbox/ana@pit.localhost")
	if !strings.Contains(box, "[#42 Saboteur] Your turn, Ana") || !strings.Contains(box, `<span class="who">Saboteur with Bo</span>`) || !strings.Contains(box, `class="unread"`) {
		t.Errorf("mailbox: %s", box)
	}
	s.get("/mailbox/ana@pit.localhost/letter/1")
	if strings.Contains(s.get("/mailbox/ana@pit.localhost"), `class="unread"`) {
		t.Error("a letter that was read stays unread")
	}
	if to := s.ask(httptest.NewRequest("GET", "/open?address=Cy", nil)).Header().Get("Location"); to != "/mailbox/cy@pit.localhost" {
		t.Errorf("open leads to %q", to)
	}
}

func TestLetterIsShownAsItsReaderSeesIt(t *testing.T) {
	s := open(t)
	s.submit(digest, "ana@pit.localhost")
	page := s.get("/mailbox/ana@pit.localhost/letter/1")
	found := regexp.MustCompile(`sandbox="([^"]*)" srcdoc="([^"]*)"`).FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("no frame in %s", page)
	}
	if strings.Contains(found[1], "scripts") || strings.Contains(found[1], "forms") {
		t.Errorf("sandbox is %s", found[1])
	}
	letter := html.UnescapeString(found[2])
	for _, want := range []string{
		"Your turn, <b>Ana</b>", `<img src="data:image/png;base64,iVBORw0KGgo="/>`, "default-src 'none'",
		`href="/mailbox/ana@pit.localhost/letter/1?answer=3+C5%0Anext+1%2B2&amp;folder=INBOX#reply" target="_top"`,
	} {
		if !strings.Contains(letter, want) {
			t.Errorf("frame lacks %s", want)
		}
	}
	if !strings.Contains(page, `placeholder="Your answer, such as 3 C5"`) {
		t.Error("the box for the answer offers nothing that the letter does")
	}
	if page := s.get("/mailbox/ana@pit.localhost/letter/1?answer=3+C5%0Anext+1%2B2&folder=INBOX"); !strings.Contains(page, ">\n3 C5\nnext 1&#43;2</textarea>") || !strings.Contains(page, "srcdoc=") {
		t.Errorf("what was chosen does not stand beside the letter: %s", page)
	}
	for _, bad := range []string{"script>", "alert", "x.example", "javascript"} {
		if strings.Contains(letter, bad) {
			t.Errorf("frame has %s: %s", bad, letter)
		}
	}
	if text := s.get("/mailbox/ana@pit.localhost/letter/1?show=text"); !strings.Contains(text, "<pre class=\"paper aligned\">Your turn, Ana.\n\n&gt; Bo said hello") {
		t.Errorf("plain text: %s", text)
	}
	if source := s.get("/mailbox/ana@pit.localhost/letter/1?show=source"); !strings.Contains(source, "Delivered-To: ana@pit.localhost") {
		t.Error("no source")
	}
	w := s.ask(httptest.NewRequest("GET", "/mailbox/ana@pit.localhost/letter/1/attachment/0", nil))
	if w.Body.String() != `{"turn":17}` || w.Header().Get("Content-Disposition") != "attachment; filename=turn.json" {
		t.Errorf("attachment: %v %s", w.Header(), w.Body)
	}
}

func TestComposeOpensFilled(t *testing.T) {
	s := open(t)
	page := s.get("/mailbox/ana@pit.localhost/compose?to=play%2BT0KEN@pit.localhost&subject=x&body=3+C5%0Anext+1")
	for _, want := range []string{`name="to" value="play&#43;T0KEN@pit.localhost"`, `name="subject" value="x"`, ">\n3 C5\nnext 1</textarea>"} {
		if !strings.Contains(page, want) {
			t.Errorf("form lacks %s", want)
		}
	}
}

func TestAnswerIsARealLetter(t *testing.T) {
	s := open(t)
	s.submit(digest, "ana@pit.localhost")
	page := s.get("/mailbox/ana@pit.localhost/letter/1")
	if !strings.Contains(page, `name="to" value="play&#43;T0KEN@pit.localhost"`) || !strings.Contains(page, `value="Re: [#42 Saboteur] Your turn, Ana"`) {
		t.Errorf("reply box: %s", page)
	}
	w := s.post("/mailbox/ana@pit.localhost/send", url.Values{"to": {"play+T0KEN@pit.localhost"}, "subject": {"Re: [#42 Saboteur] Your turn, Ana"},
		"body": {"3 C5\r\nsay größe"}, "uid": {"1"}, "folder": {"INBOX"}, "quote": {"yes"}})
	if w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/mailbox/ana@pit.localhost?sent=1" {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	l, err := s.office.Read("play@pit.localhost", postoffice.Inbox, 1)
	if err != nil {
		t.Fatal(err)
	}
	want := "3 C5\nsay größe\n\nOn Sat, 21 Nov 2026 at 17:00, Saboteur with Bo <play@pit.localhost> wrote:\n> Your turn, Ana.\n>\n>> Bo said hello\n"
	if l.Text != want {
		t.Errorf("text is %q", l.Text)
	}
	for _, want := range []string{"In-Reply-To: <turn-17@pit.localhost>", "References: <first@pit.localhost> <turn-17@pit.localhost>",
		"Delivered-To: play+T0KEN@pit.localhost", "dmarc=pass header.from=pit.localhost", "From: <ana@pit.localhost>"} {
		if !strings.Contains(string(l.Raw), want) {
			t.Errorf("no %s in\n%s", want, l.Raw)
		}
	}
	if sent := s.get("/mailbox/ana@pit.localhost?folder=Sent"); !strings.Contains(sent, "play&#43;T0KEN@pit.localhost") {
		t.Error("no copy in Sent")
	}
}

func TestRefusedLetterComesBackWithItsWords(t *testing.T) {
	s := open(t)
	for to, why := range map[string]string{"bo@x.example": "not to x.example", "": "to whom", "nonsense": "not an address"} {
		w := s.post("/mailbox/ana@pit.localhost/send", url.Values{"to": {to}, "body": {"precious words"}})
		if w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), "precious words") || !strings.Contains(w.Body.String(), why) {
			t.Errorf("to %q: %d %s", to, w.Code, w.Body)
		}
	}
}

func TestHostileLetterIsShownAsText(t *testing.T) {
	s := open(t)
	evil := `<script>alert("x")</script>`
	s.submit("From: \""+strings.ReplaceAll(evil, `"`, `'`)+"\" <eve@x.example>\nSubject: "+evil+"\nCc: </pre>"+evil+"\n\n</pre></textarea>"+evil+"\n", "ana@pit.localhost")
	s.submit("Subject: =?utf-8?q?=3Cscript=3Ealert=281=29=3C/script=3E?=\nContent-Type: text/html\n\n\"></iframe>"+evil, "ana@pit.localhost")
	for _, path := range []string{"/mailbox/ana@pit.localhost", "/mailbox/ana@pit.localhost/letter/1", "/mailbox/ana@pit.localhost/letter/1?show=source",
		"/mailbox/ana@pit.localhost/letter/2", "/mailbox/ana@pit.localhost/letter/2?show=text",
		"/mailbox/ana@pit.localhost/compose?" + url.Values{"to": {`">` + evil}, "subject": {`">` + evil}, "body": {"</textarea>" + evil}}.Encode()} {
		if page := s.get(path); strings.Contains(page, "<script>") || strings.Contains(page, "&#34;></iframe>") || strings.Count(page, "</textarea>") > 1 {
			t.Errorf("%s lets it out: %s", path, page)
		}
	}
}

func TestUnknownPagesAreToldGently(t *testing.T) {
	s := open(t)
	for _, path := range []string{"/nothing", "/mailbox/ana@x.example", "/mailbox/ana@pit.localhost/letter/7", "/mailbox/ana@pit.localhost/letter/x",
		"/mailbox/ana@pit.localhost?folder=Nowhere", "/mailbox/..%2F..%2Fx", "/open?address=a%20b"} {
		w := s.ask(httptest.NewRequest("GET", path, nil))
		if w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), "Sorry") {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	w := s.ask(httptest.NewRequest("GET", "/postoffice.css", nil))
	if body, _ := io.ReadAll(w.Body); w.Code != 200 || !strings.Contains(string(body), "prefers-color-scheme: dark") || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/css") {
		t.Errorf("style: %d %v", w.Code, w.Header())
	}
}
