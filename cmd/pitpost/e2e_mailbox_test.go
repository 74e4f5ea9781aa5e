package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"testing"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"pitpost.example/lab"
)

// received is a letter in a player's mailbox, parsed without code of the program under test.
type received struct {
	raw                     []byte
	id, answers             string
	from, to, reply         string
	subject, auto           string
	text, html              string
	picture, record, source []byte // board, match-N.jsonl.gz, turn.json
	turn                    *turnPart
}

// turnPart is what a program reads from turn.json.
type turnPart struct {
	Match int64
	Seat  string
	Turn  int
	Step  int
	Legal []string
	News  []struct {
		Kind, Seat string
		Data       map[string]any
	}
	View struct {
		Round int
		Role  string
		Hand  []string
		Goals map[string]any
		Seen  map[string]string
	}
}

// mailbox is a player's mail program, which fetches new letters when asked.
type mailbox struct {
	client *imapclient.Client
	next   imap.UID
}

func openMailbox(t *testing.T, d *lab.Dovecot, address string) *mailbox {
	t.Helper()
	client, err := imapclient.DialInsecure(d.IMAPAddr, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	if err := client.Login(address, lab.DovecotPassword).Wait(); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Select("INBOX", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	return &mailbox{client: client, next: 1}
}

// look returns the letters since the last look, in order.
func (m *mailbox) look(t *testing.T) []*received {
	t.Helper()
	if err := m.client.Noop().Wait(); err != nil {
		t.Fatal(err)
	}
	all := &imap.FetchItemBodySection{Peek: true}
	list, err := m.client.Fetch(imap.UIDSet{imap.UIDRange{Start: m.next}}, &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{all}}).Collect()
	if err != nil {
		t.Fatal(err)
	}
	var letters []*received
	for _, msg := range list {
		if msg.UID < m.next { // the range "7:*" includes the last letter even if its UID is below 7
			continue
		}
		m.next = msg.UID + 1
		letters = append(letters, open(t, msg.BodySection[0].Bytes))
	}
	return letters
}

// open parses a letter from the house; the test fails if it is not valid mail.
func open(t *testing.T, raw []byte) *received {
	t.Helper()
	msg, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatalf("a letter of the house cannot be read: %v\n%s", err, raw)
	}
	decoded := func(name string) string {
		v, err := new(mime.WordDecoder).DecodeHeader(msg.Header.Get(name))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		return v
	}
	reply, err := mail.ParseAddress(msg.Header.Get("Reply-To"))
	if err != nil {
		t.Fatalf("Reply-To is no address: %v\n%s", err, raw)
	}
	l := &received{raw: raw, id: msg.Header.Get("Message-ID"), answers: msg.Header.Get("In-Reply-To"), from: decoded("From"), to: decoded("To"),
		reply: reply.Address, subject: decoded("Subject"), auto: msg.Header.Get("Auto-Submitted")}
	l.part(t, msg.Header.Get, msg.Body)
	if l.source != nil {
		l.turn = &turnPart{}
		if err := json.Unmarshal(l.source, l.turn); err != nil {
			t.Errorf("turn.json: %v\n%s", err, l.source)
		}
	}
	return l
}

func (l *received) part(t *testing.T, header func(string) string, body io.Reader) {
	t.Helper()
	kind, params, err := mime.ParseMediaType(header("Content-Type"))
	if err != nil {
		t.Fatalf("Content-Type %q: %v", header("Content-Type"), err)
	}
	if strings.HasPrefix(kind, "multipart/") {
		parts := multipart.NewReader(body, params["boundary"])
		for {
			p, err := parts.NextRawPart()
			if err == io.EOF {
				return
			}
			if err != nil {
				t.Fatalf("%s: %v", kind, err)
			}
			l.part(t, p.Header.Get, p)
		}
	}
	switch strings.ToLower(header("Content-Transfer-Encoding")) {
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	}
	data, err := io.ReadAll(body)
	if err != nil {
		t.Errorf("%s: %v", kind, err)
	}
	switch kind {
	case "text/plain":
		l.text = strings.ReplaceAll(string(data), "\r\n", "\n")
	case "text/html":
		l.html = strings.ReplaceAll(string(data), "\r\n", "\n")
	case "image/png":
		l.picture = data
	case "application/json":
		l.source = data
	case "application/gzip":
		l.record = data
	default:
		t.Errorf("a part of kind %s", kind)
	}
}

// base64Lines encodes data in base64 with the line length of mail.
func base64Lines(data []byte) string {
	var b strings.Builder
	text := base64.StdEncoding.EncodeToString(data)
	for len(text) > 76 {
		b.WriteString(text[:76] + "\n")
		text = text[76:]
	}
	return b.String() + text + "\n"
}
