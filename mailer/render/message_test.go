package render

import (
	"bytes"
	"flag"
	"io"
	"mime"
	"net/mail"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-message"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// everything returns a message with everything that a message can have.
func everything() Message {
	return Message{
		Mark: "k7m2", From: Address{Name: "Saboteur with Bo", Addr: "play@example.org"}, To: Address{Name: "Ána “the mole”", Addr: "ana@example.org"},
		ReplyTo: Address{Name: "Saboteur #42", Addr: "play+k7m2@example.org"}, Lang: "en", Subject: "[#42 Saboteur] Your turn, Ána: round 2, move 17, and a subject that is much longer than one line of a header",
		MessageID: "<n4v9.pitpost@example.org>", InReplyTo: "<a@example.com>", References: []string{"<root@example.org>", "<a@example.com>"},
		Date: time.Date(2026, 11, 21, 17, 4, 5, 0, time.FixedZone("", 3600)), AutoSubmitted: "auto-generated",
		UnsubscribeMail: "mailto:play+stop1@example.org?subject=stop", UnsubscribeURL: "https://play.example.org/stop/stop1",
		Text:   "Ána, it is your turn.\n\n   A B C\n. a line that begins with a dot\nFrom here on\n" + strings.Repeat("long ", 250) + "\n",
		HTML:   "<p>Ána, it is <b>your</b> turn.</p><img src=\"cid:board-x3t8@example.org\" alt=\"the board\">",
		Inline: []Part{{CID: "board-x3t8@example.org", Type: "image/png", Name: "board.png", Data: bytes.Repeat([]byte{0x89, 'P', 'N', 'G', 0}, 60)}},
		Attach: []Part{{Type: "application/json", Name: "turn.json", Data: []byte(`{"match":42}`)}},
	}
}

func composed(t testing.TB, m Message) []byte {
	t.Helper()
	raw, err := ComposeMessage(m)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestComposeGolden(t *testing.T) {
	plain := everything()
	plain.HTML, plain.Inline, plain.Attach, plain.UnsubscribeURL = "", nil, nil, ""
	for name, m := range map[string]Message{"everything": everything(), "plain": plain} {
		raw, file := composed(t, m), "testdata/"+name+".eml"
		if !bytes.Equal(raw, composed(t, m)) {
			t.Errorf("%s: packed twice, the bytes differ", name)
		}
		if *update {
			if err := os.WriteFile(file, raw, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(raw)); diff != "" {
			t.Errorf("%s (-update writes it anew):\n%s", name, diff)
		}
	}
}

func TestComposeTree(t *testing.T) {
	m := everything()
	var kinds []string
	bodies := map[string]string{}
	e, err := message.Read(bytes.NewReader(composed(t, m)))
	if err != nil {
		t.Fatal(err)
	}
	err = e.Walk(func(path []int, e *message.Entity, err error) error {
		if err != nil {
			return err
		}
		kind, _, _ := e.Header.ContentType()
		kinds = append(kinds, strings.Repeat(" ", len(path))+kind)
		if !strings.HasPrefix(kind, "multipart/") {
			body, err := io.ReadAll(e.Body)
			bodies[kind] = string(body)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"multipart/mixed", " multipart/alternative", "  text/plain", "  multipart/related", "   text/html", "   image/png", " application/json"}
	if diff := cmp.Diff(want, kinds); diff != "" {
		t.Error(diff)
	}
	if got := strings.ReplaceAll(bodies["text/plain"], "\r\n", "\n"); got != m.Text {
		t.Errorf("text %q", got)
	}
	if bodies["text/html"] != m.HTML || bodies["image/png"] != string(m.Inline[0].Data) || bodies["application/json"] != string(m.Attach[0].Data) {
		t.Errorf("bodies %q", bodies)
	}
}

func TestComposeHeader(t *testing.T) {
	m := everything()
	h := header(t, composed(t, m))
	subject, err := new(mime.WordDecoder).DecodeHeader(h.Get("Subject"))
	if err != nil || subject != m.Subject {
		t.Errorf("subject %q, %v", subject, err)
	}
	to, err := h.AddressList("To")
	if err != nil || to[0].Name != m.To.Name || to[0].Address != m.To.Addr {
		t.Errorf("to %v, %v", to, err)
	}
	for name, want := range map[string]string{
		"From": `"Saboteur with Bo" <play@example.org>`, "Reply-To": `"Saboteur #42" <play+k7m2@example.org>`, "Message-Id": m.MessageID, "In-Reply-To": "<a@example.com>",
		"References": "<root@example.org> <a@example.com>", "Date": "Sat, 21 Nov 2026 16:04:05 +0000", "X-Pitpost": "k7m2", "Auto-Submitted": "auto-generated",
		"List-Unsubscribe":      "<https://play.example.org/stop/stop1>, <mailto:play+stop1@example.org?subject=stop>",
		"List-Unsubscribe-Post": "List-Unsubscribe=One-Click", "List-Id": "<play.example.org>",
	} {
		if got := h.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	m.UnsubscribeURL = ""
	if h := header(t, composed(t, m)); h.Get("List-Unsubscribe-Post") != "" || !strings.HasPrefix(h.Get("List-Unsubscribe"), "<mailto:") {
		t.Error("one click is offered where there is no page to click on")
	}
}

// Whatever names players choose and whatever subjects they write, these never make a new header line, and can
// be decoded again.
func TestNoNameOrSubjectMakesAHeaderLine(t *testing.T) {
	for words, want := range map[string]string{
		"Ana\r\nBcc: eve@example.org":  "Ana Bcc: eve@example.org",
		"Ana\nX-Pitpost: 1\r\r\n\r\nx": "Ana X-Pitpost: 1 x",
		"a\x00b\u0085c\u2028d\u2029e":  "a b c d e",
		"=?utf-8?q?Ana?=":              "=?utf-8?q?Ana?=",
		"\u202egpj.exe\u2066":          "gpj.exe",
		"bad \xff\xfe bytes":           "bad \uFFFD bytes",
		"lone \xed\xa0\x80 surrogate":  "lone \uFFFD surrogate",
		"=?utf-8?b?DQpCY2M6IGVAeA==?=": "=?utf-8?b?DQpCY2M6IGVAeA==?=",
		`a "quoted" \ name <x@y>, z`:   `a "quoted" \ name <x@y>, z`,
		strings.Repeat("x", 90):        strings.Repeat("x", 90),
		strings.Repeat("ŝ ", 30) + "z": strings.Repeat("ŝ ", 30) + "z",
	} {
		m := everything()
		m.From.Name, m.To.Name, m.Subject = words, words, words
		raw := composed(t, m)
		h := header(t, raw)
		if len(h["Bcc"]) > 0 || len(h["X-Pitpost"]) != 1 || h.Get("X-Pitpost") != "k7m2" {
			t.Errorf("%q made header lines: %q", words, raw[:300])
		}
		subject, err := new(mime.WordDecoder).DecodeHeader(h.Get("Subject"))
		if err != nil || subject != want {
			t.Errorf("subject %q, %v, want %q", subject, err, want)
		}
		for _, name := range []string{"From", "To"} {
			if a, err := h.AddressList(name); err != nil || len(a) != 1 || a[0].Name != want {
				t.Errorf("%s of %q: %v, %v", name, words, a, err)
			}
		}
	}
	m := everything()
	m.Subject = strings.Repeat("endless ", 10_000)
	m.InReplyTo = "<a@example.com>\r\nBcc: eve@example.org"
	m.References = []string{"<ok@example.com>", "no angles", "<a b@example.com>", "<" + strings.Repeat("x", 2000) + "@example.com>"}
	h := header(t, composed(t, m))
	if h.Get("In-Reply-To") != "" || h.Get("References") != "<ok@example.com>" || len(h.Get("Subject")) > 1000 {
		t.Errorf("header %v", h)
	}
}

func TestComposeLines(t *testing.T) {
	m := everything()
	m.To.Name, m.Subject = strings.Repeat("é", 200), strings.Repeat("漢字", 200)
	raw := composed(t, m)
	if bytes.Contains(bytes.ReplaceAll(raw, []byte("\r\n"), nil), []byte("\n")) || bytes.Contains(bytes.ReplaceAll(raw, []byte("\r\n"), nil), []byte("\r")) {
		t.Error("a bare line end")
	}
	for _, line := range strings.Split(string(raw), "\r\n") {
		if len(line) > 78 || strings.IndexFunc(line, func(r rune) bool { return r >= 0x7f || r < ' ' }) >= 0 {
			t.Errorf("line of %d bytes: %q", len(line), line)
		}
	}
	if words := regexp.MustCompile(`=\?[^?]+\?q\?[^?]*\?=`).FindAllString(string(raw), -1); len(words) < 30 {
		t.Errorf("%d encoded words", len(words))
	}
}

// A mail is written into a buffer of its size, so it is not copied while it grows.
func TestComposeMakesRoomOnce(t *testing.T) {
	m := everything()
	m.HTML = strings.Repeat("<p style=\"margin:4px 0;\">A line with = and “quotes”.</p>\n", 300)
	for _, size := range []int{0, 100, 30_000} {
		m.Inline = []Part{{CID: "board@x", Type: "image/png", Name: "board.png", Data: make([]byte, size)}}
		c := composer{message: m, plain: m.Text, html: m.HTML}
		if raw := composed(t, m); len(raw) > c.room() || c.room() > len(raw)*3/2 {
			t.Errorf("%d bytes have room for %d", len(raw), c.room())
		}
	}
}

func TestComposeRefuses(t *testing.T) {
	for name, spoil := range map[string]func(*Message){
		"no Message-ID":        func(m *Message) { m.MessageID = "" },
		"two Message-IDs":      func(m *Message) { m.MessageID = "<a@b> <c@d>" },
		"no recipient":         func(m *Message) { m.To.Addr = "" },
		"two recipients":       func(m *Message) { m.To.Addr = "ana@example.org,bo@example.org" },
		"a line end in one":    func(m *Message) { m.To.Addr = "ana@example.org\r\nBcc: eve@example.org" },
		"a recipient too many": func(m *Message) { m.ReplyTo.Addr = "play@example.org> <eve@example.org" },
	} {
		m := everything()
		spoil(&m)
		if raw, err := ComposeMessage(m); err == nil {
			t.Errorf("%s: %q", name, raw[:200])
		}
	}
}

func header(t *testing.T, raw []byte) mail.Header {
	t.Helper()
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return m.Header
}
