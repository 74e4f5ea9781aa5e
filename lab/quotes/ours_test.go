package quotes

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"pitpost.example/engine"
)

// ours is a letter from the house as its reader's program parses it.
type ours struct {
	name          string // for the report
	raw           []byte
	game          engine.Game
	position      engine.State
	seat, lang    string
	seats         []string
	from, address string // the sender's name; the address for answers
	subject, id   string
	text          []string
	page          string   // the body of its HTML
	suggestions   []string // the commands that it offers, in its language
}

var (
	inBody  = regexp.MustCompile(`(?s)<body[^>]*>(.*)</body>`)
	offered = regexp.MustCompile(`href="mailto:[^"?]*\?body=([^"&]*)`)
)

func newOurs(t testing.TB, raw []byte, game engine.Game, position engine.State, seat, lang string, moves int) *ours {
	t.Helper()
	o := &ours{name: fmt.Sprintf("%s-%s-%d", game.Name(), lang, moves), raw: raw, game: game, position: position, seat: seat, lang: lang}
	o.open(t)
	if len(o.text) < 20 || o.page == "" || len(o.suggestions) == 0 {
		t.Fatalf("%s: %d lines, %d bytes of HTML, %d suggestions:\n%s", o.name, len(o.text), len(o.page), len(o.suggestions), strings.Join(o.text, "\n"))
	}
	return o
}

// open parses the letter.
func (o *ours) open(t testing.TB) {
	t.Helper()
	msg, err := netmail.ReadMessage(bytes.NewReader(o.raw))
	if err != nil {
		t.Fatal(err)
	}
	o.id = msg.Header.Get("Message-ID")
	words := new(mime.WordDecoder)
	if o.subject, err = words.DecodeHeader(msg.Header.Get("Subject")); err != nil {
		t.Fatal(err)
	}
	from, err := netmail.ParseAddress(msg.Header.Get("From"))
	if err != nil {
		t.Fatal(err)
	}
	to, err := netmail.ParseAddress(msg.Header.Get("Reply-To"))
	if err != nil {
		t.Fatal(err)
	}
	o.from, o.address = from.Name, to.Address
	o.take(t, msg.Header.Get, msg.Body)
	for _, found := range offered.FindAllStringSubmatch(o.page, -1) {
		command, err := url.PathUnescape(html.UnescapeString(found[1]))
		if err != nil {
			t.Fatal(err)
		}
		if command != "" && !strings.Contains(command, "\n") && !slices.Contains(o.suggestions, command) {
			o.suggestions = append(o.suggestions, command)
		}
	}
}

// take finds text and HTML in a part.
func (o *ours) take(t testing.TB, header func(string) string, body io.Reader) {
	t.Helper()
	kind, params, err := mime.ParseMediaType(header("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasPrefix(kind, "multipart/") {
		for r := multipart.NewReader(body, params["boundary"]); ; {
			p, err := r.NextRawPart()
			if err == io.EOF {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			o.take(t, p.Header.Get, p)
		}
	}
	switch header("Content-Transfer-Encoding") {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	content, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.TrimRight(strings.ReplaceAll(string(content), "\r\n", "\n"), "\n")
	switch {
	case kind == "text/plain" && o.text == nil:
		o.text = strings.Split(text, "\n")
	case kind == "text/html":
		o.page = inBody.FindStringSubmatch(text)[1]
	}
}
