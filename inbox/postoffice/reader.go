package postoffice

import (
	"bytes"
	"fmt"
	"io"
	"net/mail"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset" // letters come in any charset
	gomail "github.com/emersion/go-message/mail"
)

const (
	maxDepth = 8  // parts within parts
	maxPiece = 64 // parts of one letter
)

// Letter is a stored letter as its reader's mail program would show it. All text is valid
// UTF-8; what could not be understood is left out, and Raw always has everything.
type Letter struct {
	Summary
	ReplyTo     string   // where an answer goes: Reply-To, else From
	Cc          string   // as written, decoded
	MessageID   string   // without angle brackets
	References  []string // of the thread up to this letter, without angle brackets
	Text        string   // the plain text, line ends \n
	HTML        string   // with pictures of the letter as data: URIs; not made harmless
	Attachments []Attachment
	Raw         []byte
}

// Attachment is a part of a letter to be saved.
type Attachment struct {
	Name, Type string
	Data       []byte
}

// Parse reads a letter that stands in no mailbox. It never fails.
func Parse(raw []byte) Letter { return parseLetter(raw) }

// parseLetter reads a letter. It never fails.
func parseLetter(raw []byte) Letter {
	fields, rest := splitHeader(raw)
	header, body := gomail.Header{}, bytes.TrimPrefix(rest, []byte("\r\n"))
	for i := len(fields) - 1; i >= 0; i-- {
		if fields[i].name != "" {
			header.AddRaw(fields[i].raw)
		}
	}
	l := Letter{Summary: summarize(header), Raw: raw}
	l.ReplyTo = addresses(header, "Reply-To")
	if l.ReplyTo == "" {
		l.ReplyTo = l.From
	}
	l.Cc = addresses(header, "Cc")
	l.MessageID, _ = header.MessageID()
	l.References, _ = header.MsgIDList("References")
	if parents, _ := header.MsgIDList("In-Reply-To"); len(l.References) == 0 && len(parents) == 1 {
		l.References = parents
	}
	entity, _ := message.New(header.Header, bytes.NewReader(body))
	if entity != nil {
		c := collector{letter: &l, pictures: map[string]Attachment{}}
		c.walk(entity, 0)
		l.HTML = inline(l.HTML, c.pictures)
	}
	if l.Text == "" && l.HTML == "" && len(l.Attachments) == 0 {
		l.Text = text(body) // no part could be made out
	}
	return l
}

func summarize(h gomail.Header) Summary {
	s := Summary{From: addresses(h, "From"), To: addresses(h, "To")}
	s.Subject, _ = h.Text("Subject")
	s.Subject = clean(s.Subject)
	s.Date, _ = parseDate(h.Get("Date"))
	return s
}

// addresses is an address field as people read it: the addresses where they can be read,
// else the field as it is.
func addresses(h gomail.Header, key string) string {
	list, err := h.AddressList(key)
	if err != nil || len(list) == 0 {
		text, _ := h.Text(key)
		return clean(text)
	}
	var texts []string
	for _, a := range list {
		if a.Name == "" {
			texts = append(texts, clean(a.Address))
		} else {
			texts = append(texts, fmt.Sprintf("%s <%s>", displayName(clean(a.Name)), clean(a.Address)))
		}
	}
	return strings.Join(texts, ", ")
}

// displayName quotes a name that could not stand bare before an address.
func displayName(name string) string {
	if !strings.ContainsAny(name, `"(),.:;<>@[\]`) {
		return name
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `"`
}

func parseDate(text string) (time.Time, error) { return mail.ParseDate(text) }

// clean makes text fit to show: valid, on one line.
func clean(s string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "")), " ")
}

// collector gathers the parts of a letter.
type collector struct {
	letter   *Letter
	pictures map[string]Attachment // by Content-ID
	pieces   int
}

func (c *collector) walk(e *message.Entity, depth int) {
	if c.pieces++; c.pieces > maxPiece || depth > maxDepth {
		return
	}
	if parts := e.MultipartReader(); parts != nil {
		for {
			p, err := parts.NextPart()
			if p == nil || err != nil && !message.IsUnknownCharset(err) && !message.IsUnknownEncoding(err) {
				return
			}
			c.walk(p, depth+1)
		}
	}
	body, _ := io.ReadAll(io.LimitReader(e.Body, MaxLetter)) // what came before an error is shown
	c.keep(e.Header, body)
}

// keep finds the place of one part in the letter.
func (c *collector) keep(h message.Header, body []byte) {
	kind, params, _ := h.ContentType()
	disposition, dparams, _ := h.ContentDisposition()
	id := strings.Trim(h.Get("Content-Id"), "<> \t")
	name := clean(dparams["filename"])
	if name == "" {
		name = clean(params["name"])
	}
	shown := disposition != "attachment"
	switch {
	case shown && name == "" && kind == "text/html":
		c.letter.HTML += text(body)
	case shown && name == "" && (kind == "text/plain" || kind == ""):
		c.letter.Text += text(body)
	case id != "" && strings.HasPrefix(kind, "image/"):
		c.pictures[id] = Attachment{Name: name, Type: kind, Data: body}
	default:
		if name == "" {
			name = fmt.Sprintf("part-%d", c.pieces)
		}
		c.letter.Attachments = append(c.letter.Attachments, Attachment{Name: name, Type: kind, Data: body})
	}
}

func text(body []byte) string {
	s := strings.ToValidUTF8(string(body), "\uFFFD")
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\x00", "")
}

// Summary is a line in a list of letters.
type Summary struct {
	UID               uint32
	From, To, Subject string    // decoded, one line each
	Date              time.Time // as its sender wrote it, zero if that is unreadable
	Received          time.Time // when the post office took it in
	Unread            bool
	Size              int64 // bytes
}

func (s *Summary) stored(l *letter) {
	s.UID, s.Received, s.Size, s.Unread = uint32(l.uid), l.time, l.size, !l.flags.has(imap.FlagSeen)
}
