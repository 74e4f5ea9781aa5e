package mailer

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"mime"
	"mime/quotedprintable"
	"strings"
	"time"
	"unicode"
)

// Message is a mail to be packed.
type Message struct {
	ID                   string // ours, so that the mail is known when it comes back
	From, To             Address
	ReplyTo              string
	Subject              string
	MessageID, InReplyTo string // with their angles
	References           []string
	Date                 time.Time
	AutoSubmitted        string // auto-generated or auto-replied, RFC 3834
	UnsubscribeMail      string // a mailto: link, "" for none
	UnsubscribeURL       string // an https: link that takes a POST, "" for none
	Text, HTML           string // HTML may be empty
	Inline, Attach       []Part
}

// Address is a name and a bare address.
type Address struct{ Name, Addr string }

// Part is a file inside a mail. Inline parts have a CID, without angles.
type Part struct {
	CID, Type, Name string
	Data            []byte
}

// Compose packs a mail: text and HTML as alternatives, pictures related to the
// HTML, files beside them. Equal messages give equal bytes, so a letter can be
// packed again without being another.
func Compose(m Message) ([]byte, error) {
	if m.MessageID == "" || m.From.Addr == "" || m.To.Addr == "" {
		return nil, fmt.Errorf("a mail needs a Message-ID, a sender and a recipient")
	}
	c := composer{message: m}
	c.header()
	switch {
	case len(m.Attach) > 0:
		c.multipart("mixed", 0, func(next func()) {
			next()
			c.body(1)
			for _, p := range m.Attach {
				next()
				c.file(p)
			}
		})
	default:
		c.body(0)
	}
	return c.b.Bytes(), nil
}

type composer struct {
	message Message
	b       bytes.Buffer
}

func (c *composer) header() {
	m := c.message
	c.field("From", named(m.From))
	c.field("To", named(m.To))
	if m.ReplyTo != "" {
		c.field("Reply-To", m.ReplyTo)
	}
	c.field("Subject", encodeWords(m.Subject))
	c.field("Date", m.Date.UTC().Format("Mon, 02 Jan 2006 15:04:05 -0700"))
	c.field("Message-ID", m.MessageID)
	if m.InReplyTo != "" {
		c.field("In-Reply-To", m.InReplyTo)
	}
	if len(m.References) > 0 {
		c.field("References", strings.Join(m.References, " "))
	}
	if m.AutoSubmitted != "" {
		c.field("Auto-Submitted", m.AutoSubmitted)
		c.field("X-Auto-Response-Suppress", "All")
	}
	var stop []string
	if m.UnsubscribeURL != "" {
		stop = append(stop, "<"+m.UnsubscribeURL+">")
	}
	if m.UnsubscribeMail != "" {
		stop = append(stop, "<"+m.UnsubscribeMail+">")
	}
	if len(stop) > 0 {
		c.field("List-Unsubscribe", strings.Join(stop, ", "))
	}
	if m.UnsubscribeURL != "" {
		c.field("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	if m.ID != "" {
		c.field("X-Pitpost", m.ID)
	}
	c.field("MIME-Version", "1.0")
}

// field writes one header line, folded at its spaces.
func (c *composer) field(name, value string) {
	line := name + ":"
	for _, word := range strings.Split(oneLine(value), " ") {
		if len(line)+1+len(word) > 76 && strings.TrimSpace(line) != name+":" {
			c.b.WriteString(line + "\r\n")
			line = ""
		}
		line += " " + word
	}
	c.b.WriteString(line + "\r\n")
}

func (c *composer) body(depth int) {
	m := c.message
	if m.HTML == "" {
		c.text("plain", m.Text)
		return
	}
	c.multipart("alternative", depth, func(next func()) {
		next()
		c.text("plain", m.Text)
		next()
		if len(m.Inline) == 0 {
			c.text("html", m.HTML)
			return
		}
		c.multipart("related", depth+1, func(next func()) {
			next()
			c.text("html", m.HTML)
			for _, p := range m.Inline {
				next()
				c.file(p)
			}
		})
	})
}

// multipart writes the parts that fill begins with next. The boundary follows
// from the Message-ID and the depth alone.
func (c *composer) multipart(kind string, depth int, fill func(next func())) {
	sum := sha256.Sum256([]byte(fmt.Sprint(c.message.MessageID, depth)))
	boundary := "=_" + hex.EncodeToString(sum[:12])
	c.b.WriteString("Content-Type: multipart/" + kind + ";\r\n boundary=\"" + boundary + "\"\r\n\r\n")
	fill(func() { c.b.WriteString("\r\n--" + boundary + "\r\n") })
	c.b.WriteString("\r\n--" + boundary + "--\r\n")
}

func (c *composer) text(kind, s string) {
	c.b.WriteString("Content-Type: text/" + kind + "; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n")
	w := quotedprintable.NewWriter(&c.b)
	// Writing to memory does not fail.
	_, _ = w.Write([]byte(strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\n", "\r\n")))
	_ = w.Close()
}

func (c *composer) file(p Part) {
	disposition := "attachment"
	if p.CID != "" {
		disposition = "inline"
		c.b.WriteString("Content-ID: <" + p.CID + ">\r\n")
	}
	fmt.Fprintf(&c.b, "Content-Type: %s; name=\"%s\"\r\nContent-Disposition: %s; filename=\"%s\"\r\nContent-Transfer-Encoding: base64\r\n\r\n",
		p.Type, p.Name, disposition, p.Name)
	code := base64.StdEncoding.EncodeToString(p.Data)
	for len(code) > 76 {
		c.b.WriteString(code[:76] + "\r\n")
		code = code[76:]
	}
	c.b.WriteString(code + "\r\n")
}

// oneLine takes out what would end a header line.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool {
		return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r == ' '
	}), " ")
}

// named writes an address with its name, encoded where the name needs it.
func named(a Address) string {
	name := oneLine(a.Name)
	if name == "" {
		return a.Addr
	}
	for _, r := range name {
		if r >= 0x80 {
			return encodeWords(name) + " <" + a.Addr + ">"
		}
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `" <` + a.Addr + ">"
}

// encodeWords makes text fit for a header: as it is when it is ASCII, else as
// encoded words of 75 characters at most, parted by spaces.
func encodeWords(s string) string { return mime.QEncoding.Encode("utf-8", oneLine(s)) }
