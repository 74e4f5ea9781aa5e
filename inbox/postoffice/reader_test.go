package postoffice

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestLetterIsParsedForAReader(t *testing.T) {
	raw := crlf([]byte(`From: =?iso-8859-1?Q?J=F6?= <jo@pit.localhost>
To: "Doe, Ana" <ana@pit.localhost>, bo@pit.localhost
Subject: =?utf-8?q?gr=C3=BC=C3=9Fe?=
 twice
Message-ID: <2@pit.localhost>
In-Reply-To: <1@pit.localhost>
Content-Type: multipart/mixed; boundary=m

--m
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

caf=E9
--m
Content-Type: text/html

<p><img alt="a" src="cid:p%40x"><img src="cid:unknown"></p>
--m
Content-Type: image/gif
Content-ID: <p@x>

GIF
--m
Content-Type: text/plain; name="../notes.txt"

saved
--m--
`))
	l := ParseLetter(raw)
	type reading struct {
		From, To, Subject, ReplyTo, MessageID, Text, HTML string
		References                                        []string
		Attachments                                       []Attachment
	}
	got := reading{l.From, l.To, l.Subject, l.ReplyTo, l.MessageID, l.Text, l.HTML, l.References, l.Attachments}
	want := reading{
		From: "Jö <jo@pit.localhost>", To: `"Doe, Ana" <ana@pit.localhost>, bo@pit.localhost`, Subject: "grüße twice",
		ReplyTo: "Jö <jo@pit.localhost>", MessageID: "2@pit.localhost", References: []string{"1@pit.localhost"}, Text: "café",
		HTML:        `<p><img alt="a" src="data:image/gif;base64,R0lG"><img src="cid:unknown"></p>`,
		Attachments: []Attachment{{Name: "../notes.txt", Type: "text/plain", Data: []byte("saved")}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Any letter can be read, in bounded time.
func TestOddLettersAreReadable(t *testing.T) {
	for name, raw := range map[string]string{
		"empty":            "",
		"no header":        "just words\nmore",
		"header only":      "Subject: x",
		"line of no field": "From: a@b\nnonsense\nSubject: seen\n\nbody",
		"parts in parts":   strings.Repeat("Content-Type: multipart/mixed; boundary=b\n\n--b\n", 20000),
		"many parts":       "Content-Type: multipart/mixed; boundary=b\n\n" + strings.Repeat("--b\n\nx\n", 50000),
		"no boundary":      "Content-Type: multipart/mixed\n\nbody",
		"odd charset":      "Content-Type: text/plain; charset=x-none\n\nbody",
		"odd encoding":     "Content-Transfer-Encoding: x-none\n\nbody",
		"bad base64":       "Content-Transfer-Encoding: base64\n\n!!!!",
		"bytes":            "Subject: \xff\xfe\x00\n\n\x80\x00",
	} {
		start := time.Now()
		l := ParseLetter(crlf([]byte(raw)))
		if strings.ContainsAny(l.Text+l.Subject, "\x00") || strings.ToValidUTF8(l.Text, "") != l.Text || time.Since(start) > patience {
			t.Errorf("%s: %q after %v", name, l.Text, time.Since(start))
		}
		switch name {
		case "odd charset", "odd encoding", "no boundary":
			if !strings.Contains(l.Text+string(rawOf(l)), "body") {
				t.Errorf("%s: %+v", name, l)
			}
		case "line of no field":
			if l.Subject != "seen" || l.Text != "body" {
				t.Errorf("%s: %+v", name, l)
			}
		}
	}
}

func rawOf(l Letter) []byte {
	var all []byte
	for _, a := range l.Attachments {
		all = append(all, a.Data...)
	}
	return all
}

// A large picture that is used a thousand times must not make a page of gigabytes.
func TestInlinedPicturesAreBounded(t *testing.T) {
	page := strings.Repeat(`<img src="cid:x">`, 1000)
	got := inline(page, map[string]Attachment{"x": {Type: "image/png", Data: make([]byte, 1<<20)}})
	if len(got) > maxInlined+3<<20 {
		t.Errorf("%d bytes", len(got))
	}
}

func TestSend(t *testing.T) {
	o, err := Open(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	d := Draft{From: "ana@pit.localhost", To: "Play <play+x@pit.localhost>, bo@pit.localhost", Subject: "größe\r\nBcc: x@y", Body: "one\r\n.\r\ntwo"}
	if err := o.Send(d); err != nil {
		t.Fatal(err)
	}
	for _, addr := range []string{"play@pit.localhost", "bo@pit.localhost"} {
		got, err := o.Read(addr, Inbox, 1)
		if err != nil || got.Text != "one\n.\ntwo\n" || got.Subject != "größe Bcc: x@y" || got.MessageID == "" || !got.Unread {
			t.Errorf("%s: %+v, %v", addr, got, err)
		}
	}
	if sent, err := o.Letters("ana@pit.localhost", Sent, 10); err != nil || len(sent) != 1 || sent[0].Unread {
		t.Errorf("sent: %+v, %v", sent, err)
	}
	for what, bad := range map[string]Draft{
		"from elsewhere": {From: "ana@x.example", To: d.To},
		"to elsewhere":   {From: d.From, To: "bo@pit.localhost, cy@x.example"},
		"to nobody":      {From: d.From, To: " "},
		"too big":        {From: d.From, To: d.To, Body: strings.Repeat("x", MaxLetter)},
	} {
		var refused *Refused
		if err := o.Send(bad); !errors.As(err, &refused) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if boxes, err := o.Boxes(); err != nil || len(boxes) != 3 || boxes[1].Letters != 1 {
		t.Errorf("after refusals: %+v, %v", boxes, err)
	}
}

func FuzzLetter(f *testing.F) {
	f.Add([]byte("From: ana@pit.localhost\n\n3 C5"))
	f.Add([]byte("Authentication-Results: (a\n (b) \"pit.localhost\"; x\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b--"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		to, _ := parseAddress("play+x@pit.localhost", DefaultDomain)
		stamped := stamp(crlf(raw), to, envelope{at: time.Unix(0, 0), peer: "x"}, DefaultDomain)
		fields, _ := splitHeader(stamped)
		said := 0
		for _, field := range fields {
			if field.Name == "authentication-results" && !elsewhere(field.Value(), DefaultDomain) {
				said++
			}
		}
		if said != 1 || strings.Contains(strings.ReplaceAll(string(stamped), "\r\n", ""), "\n") {
			t.Errorf("%d verdicts in %q", said, stamped)
		}
		if l := ParseLetter(stamped); strings.ToValidUTF8(l.Text+l.Subject+l.From, "") != l.Text+l.Subject+l.From {
			t.Errorf("bad text in %+v", l)
		}
	})
}
