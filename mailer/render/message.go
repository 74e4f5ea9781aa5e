package render

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io"
	"mime"
	"mime/quotedprintable"
	"slices"
	"strconv"
	"strings"
	"time"

	"pitpost.example/engine"
)

// Message is a mail to be composed.
type Message struct {
	Mark                 string // X-Pitpost, which identifies the mail as ours when it comes back
	From, To             Address
	ReplyTo              Address // left out if its Addr is empty
	Lang                 string  // language of the texts
	Subject              string
	MessageID, InReplyTo string // with angle brackets; an invalid InReplyTo is left out
	References           []string
	Date                 time.Time
	AutoSubmitted        string // auto-generated or auto-replied, RFC 3834
	UnsubscribeMail      string // a mailto: link, or ""
	UnsubscribeURL       string // an https: link that accepts POST, or ""
	Text, HTML           string // HTML may be empty
	Inline, Attach       []Part
}

// Address is a name and an address.
type Address struct{ Name, Addr string }

// Part is a file in a mail. Inline parts have a CID, without angle brackets.
type Part struct {
	CID, Type, Name string
	Data            []byte
}

// ComposeMessage returns a message as MIME: text and HTML as alternatives, with pictures related to the HTML and
// attachments beside them. Equal messages give equal bytes, so a letter can be composed again without
// changing.
func ComposeMessage(m Message) ([]byte, error) {
	if !isMessageID(m.MessageID) || !FitsHeader(m.From.Addr) || !FitsHeader(m.To.Addr) || m.ReplyTo.Addr != "" && !FitsHeader(m.ReplyTo.Addr) {
		return nil, errors.New("a mail needs a Message-ID, a sender and a recipient that can stand in a header")
	}
	c := composer{message: m, plain: sound(m.Text), html: sound(m.HTML)}
	c.b = make([]byte, 0, c.room())
	c.header()
	if len(m.Attach) == 0 {
		c.body(0)
		return c.b, nil
	}
	c.multipart("mixed", 0, append([]func(){func() { c.body(1) }}, c.files(m.Attach)...))
	return c.b, nil
}

type composer struct {
	message     Message
	b           []byte
	plain, html string
}

// room returns how many bytes the mail will have, or somewhat more, so that it is written without being copied: base64
// takes 78 bytes for 57, and our texts grow by less than a fifth in quoted-printable.
func (c *composer) room() int {
	const heads, head = 4 << 10, 400 // the mail's own, with its boundaries, and that of a file
	n := heads + (len(c.plain)+len(c.html))*6/5
	for _, p := range slices.Concat(c.message.Inline, c.message.Attach) {
		n += head + len(p.Data)*78/57
	}
	return n
}

// Write appends bytes unchanged. It never fails.
func (c *composer) Write(p []byte) (int, error) {
	c.b = append(c.b, p...)
	return len(p), nil
}

// add appends strings unchanged.
func (c *composer) add(pieces ...string) {
	for _, p := range pieces {
		c.b = append(c.b, p...)
	}
}

func (c *composer) header() {
	m := c.message
	known := slices.DeleteFunc(slices.Clone(m.References), func(id string) bool { return !isMessageID(id) })
	links := engine.FilterList([]string{m.UnsubscribeURL, m.UnsubscribeMail},
		func(link string) bool { return link != "" })
	stop := engine.MapList(links, func(link string) string { return "<" + link + ">" })
	for _, f := range []struct {
		name, value string
		stands      bool
	}{
		{"From", named(m.From), true},
		{"To", named(m.To), true},
		{"Reply-To", named(m.ReplyTo), m.ReplyTo.Addr != ""},
		{"Subject", encodeWords(cutTo(OneLine(m.Subject), subjectMost)), true},
		{"Date", m.Date.UTC().Format("Mon, 02 Jan 2006 15:04:05 -0700"), true},
		{"Message-ID", m.MessageID, true},
		{"In-Reply-To", m.InReplyTo, isMessageID(m.InReplyTo)},
		{"References", strings.Join(known, " "), len(known) > 0},
		{"Auto-Submitted", m.AutoSubmitted, m.AutoSubmitted != ""},
		{"X-Auto-Response-Suppress", "All", m.AutoSubmitted != ""},
		{"List-Id", "<" + strings.Replace(m.From.Addr, "@", ".", 1) + ">", len(stop) > 0}, // for rules in mail programs (RFC 2919)
		{"List-Unsubscribe", strings.Join(stop, ", "), len(stop) > 0},
		{"List-Unsubscribe-Post", "List-Unsubscribe=One-Click", m.UnsubscribeURL != ""},
		{"X-Pitpost", m.Mark, m.Mark != ""},
		{"MIME-Version", "1.0", true},
	} {
		if f.stands {
			c.field(f.name, f.value)
		}
	}
}

func (c *composer) body(depth int) {
	m := c.message
	if len(c.html) == 0 {
		c.text("plain", c.plain)
		return
	}
	page := func() { c.text("html", c.html) }
	if related := append([]func(){page}, c.files(m.Inline)...); len(m.Inline) > 0 {
		page = func() { c.multipart("related", depth+1, related) }
	}
	c.multipart("alternative", depth, []func(){func() { c.text("plain", c.plain) }, page})
}

// multipart writes parts. The boundary depends only on the Message-ID and the depth.
func (c *composer) multipart(kind string, depth int, parts []func()) {
	sum := sha256.Sum256([]byte(c.message.MessageID + strconv.Itoa(depth)))
	boundary := "=_" + hex.EncodeToString(sum[:12])
	c.add("Content-Type: multipart/", kind, ";\r\n boundary=\"", boundary, "\"\r\n\r\n")
	for _, write := range parts {
		c.add("\r\n--", boundary, "\r\n")
		write()
	}
	c.add("\r\n--", boundary, "--\r\n")
}

func (c *composer) text(kind, s string) {
	if c.message.Lang != "" {
		c.field("Content-Language", c.message.Lang)
	}
	c.add("Content-Type: text/", kind, "; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n")
	w := quotedprintable.NewWriter(c)
	_, _ = io.WriteString(w, s) // writing to memory does not fail
	_ = w.Close()
}

// files returns functions that write one part each.
func (c *composer) files(parts []Part) []func() {
	return engine.MapList(parts, func(p Part) func() { return func() { c.file(p) } })
}

func (c *composer) file(p Part) {
	disposition := "attachment"
	if p.CID != "" {
		disposition = "inline"
		c.field("Content-ID", "<"+p.CID+">")
	}
	name := OneLine(p.Name)
	c.field("Content-Type", mime.FormatMediaType(p.Type, map[string]string{"name": name}))
	c.field("Content-Disposition", mime.FormatMediaType(disposition, map[string]string{"filename": name}))
	c.add("Content-Transfer-Encoding: base64\r\n\r\n")
	c.b = appendBase64(c.b, p.Data)
}

// sound makes a text valid: it replaces invalid UTF-8 and removes NULs.
func sound(s string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), "\uFFFD")
}

// appendBase64 appends bytes as base64, in lines of 76 characters.
func appendBase64(out, data []byte) []byte {
	const perLine = 57 // bytes give 76 characters
	for ; len(data) > perLine; data = data[perLine:] {
		out = append(base64.StdEncoding.AppendEncode(out, data[:perLine]), '\r', '\n')
	}
	return append(base64.StdEncoding.AppendEncode(out, data), '\r', '\n')
}
