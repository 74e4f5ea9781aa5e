package postoffice

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"net/mail"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"golang.org/x/net/html"

	"pitpost.example/inbox/mime"
)

const (
	maxDepth = 8  // levels of nested parts
	maxPiece = 64 // parts of one letter
)

// Letter is a stored letter as a mail program would show it. All text is valid UTF-8. What cannot be parsed
// is left out, but Raw always has everything.
type Letter struct {
	Summary
	ReplyTo     string   // where an answer goes: Reply-To or else From
	Cc          string   // as written, decoded
	MessageID   string   // without angle brackets
	References  []string // the thread up to this letter, without angle brackets
	Text        string   // the plain text, lines end in \n
	HTML        string   // with the letter's pictures as data: URIs; not sanitised
	Attachments []Attachment
	Raw         []byte
}

// Attachment is a part of a letter that can be saved.
type Attachment struct {
	Name, Type string
	Data       []byte
}

// ParseLetter parses a letter. It never fails.
func ParseLetter(raw []byte) Letter {
	header, body := headAndBody(raw)
	l := Letter{Summary: summarize(header), Raw: raw, ReplyTo: addresses(header, "reply-to"), Cc: addresses(header, "cc")}
	l.ReplyTo = cmp.Or(l.ReplyTo, l.From)
	head := mime.ReadHead(header)
	l.MessageID = strings.Trim(head.MessageID, "<>")
	thread := head.References
	if len(thread) == 0 && len(head.InReplyTo) == 1 {
		thread = head.InReplyTo
	}
	for _, id := range thread {
		l.References = append(l.References, strings.Trim(id, "<>"))
	}
	pictures := map[string]Attachment{} // by Content-ID
	for i, p := range leaves(header, body) {
		l.keep(p, i+1, pictures)
	}
	l.HTML = inline(l.HTML, pictures)
	if l.Text == "" && l.HTML == "" && len(l.Attachments) == 0 {
		l.Text = lines(mime.DecodeGuess(body)) // no part could be recognised
	}
	return l
}

// headAndBody splits a letter into header and body. If the header cannot be read, everything is body.
func headAndBody(raw []byte) (mime.Header, []byte) {
	header, body, err := mime.SplitHeader(raw)
	if err != nil || len(header) == 0 {
		return nil, raw
	}
	return header, body
}

// leaves returns the parts of a letter that contain no others, up to the limits on what is shown.
func leaves(header mime.Header, body []byte) (all []mime.Part) {
	pieces := 0
	var walk func(mime.Part)
	walk = func(p mime.Part) {
		if pieces++; pieces > maxPiece || p.Depth > maxDepth {
			return
		}
		if p.Multipart() {
			if parts, err := p.Parts(); err == nil || len(parts) > 0 {
				for _, part := range parts {
					walk(part)
				}
				return
			}
		}
		all = append(all, p)
	}
	walk(mime.NewPart(header, body, 0))
	return all
}

func summarize(h mime.Header) Summary {
	s := Summary{From: addresses(h, "from"), To: addresses(h, "to"), Subject: decoded(h, "subject")}
	s.Date, _ = mail.ParseDate(h.Get("date"))
	return s
}

// decoded returns the first field with a name as text on one line, however long.
func decoded(h mime.Header, name string) string {
	for _, value := range h.All(name) {
		return clean(mime.DecodeWords(value))
	}
	return ""
}

var addressParser = mail.AddressParser{WordDecoder: &mime.Words}

// addresses returns an address field as people read it: the parsed addresses, or if they cannot be parsed the
// field itself.
func addresses(h mime.Header, name string) string {
	var texts []string
	list, err := addressParser.ParseList(strings.Join(h.All(name), ", "))
	if err != nil {
		return decoded(h, name)
	}
	for _, a := range list {
		if a.Name == "" {
			texts = append(texts, clean(a.Address))
		} else {
			texts = append(texts, fmt.Sprintf("%s <%s>", displayName(clean(a.Name)), clean(a.Address)))
		}
	}
	return strings.Join(texts, ", ")
}

// displayName quotes a name if it needs quotes before an address.
func displayName(name string) string {
	if !strings.ContainsAny(name, `"(),.:;<>@[\]`) {
		return name
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `"`
}

// clean makes text valid and puts it on one line, for display.
func clean(s string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "")), " ")
}

// keep adds a part to the letter: to its text, its HTML, its pictures or its attachments.
func (l *Letter) keep(p mime.Part, no int, pictures map[string]Attachment) {
	id := strings.Trim(p.Header.Get("content-id"), "<> \t")
	name := clean(p.Filename())
	shown := p.Disposition() != "attachment" && name == ""
	switch {
	case shown && p.Kind == "text/html":
		l.HTML += shownText(p)
	case shown && p.Kind == "text/plain":
		l.Text += shownText(p)
	case id != "" && strings.HasPrefix(p.Kind, "image/"):
		pictures[id] = Attachment{Name: name, Type: p.Kind, Data: p.Data()}
	default:
		name = cmp.Or(name, fmt.Sprintf("part-%d", no))
		l.Attachments = append(l.Attachments, Attachment{Name: name, Type: p.Kind, Data: p.Data()})
	}
}

// shownText returns the text of a part. UTF-7 is shown undecoded.
func shownText(p mime.Part) string {
	text, err := p.Text()
	if err != nil {
		text = mime.DecodeGuess(p.Data())
	}
	return lines(text)
}

func lines(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\x00", "")
}

// Summary is a row in a list of letters.
type Summary struct {
	UID               uint32
	From, To, Subject string    // decoded, on one line each
	Date              time.Time // as the sender wrote it, zero if that cannot be parsed
	Received          time.Time // when the post office received it
	Unread            bool
}

// stored adds what the office knows about a letter.
func (s *Summary) stored(l letter) {
	s.UID, s.Received, s.Unread = uint32(l.uid), l.time, !l.flags.has(imap.FlagSeen)
}

// maxInlined limits the size of a page whose letter uses its pictures many times.
const maxInlined = 20 << 20

// inline replaces cid: links in HTML by the pictures that the letter contains. It changes nothing else.
func inline(page string, pictures map[string]Attachment) string {
	if len(pictures) == 0 || !strings.Contains(strings.ToLower(page), "cid:") {
		return page
	}
	var b bytes.Buffer
	in := html.NewTokenizer(strings.NewReader(page))
	for {
		kind := in.Next()
		if kind == html.ErrorToken {
			return b.String()
		}
		raw := slices.Clone(in.Raw())
		if kind == html.StartTagToken || kind == html.SelfClosingTagToken {
			if token := in.Token(); token.Data == "img" && b.Len() < maxInlined && show(&token, pictures) {
				raw = []byte(token.String())
			}
		}
		b.Write(raw)
	}
}

// show replaces the cid: link of a tag and reports whether it did.
func show(token *html.Token, pictures map[string]Attachment) (changed bool) {
	for i, attr := range token.Attr {
		scheme, id, _ := strings.Cut(strings.TrimSpace(attr.Val), ":")
		if attr.Key != "src" || !strings.EqualFold(scheme, "cid") {
			continue
		}
		picture, ok := pictures[id]
		if plain, err := url.PathUnescape(id); !ok && err == nil {
			picture, ok = pictures[plain]
		}
		if ok {
			token.Attr[i].Val = "data:" + picture.Type + ";base64," + base64.StdEncoding.EncodeToString(picture.Data)
			changed = true
		}
	}
	return changed
}
