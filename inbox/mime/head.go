package mime

import (
	"bytes"
	"net/mail"
	"strings"
)

const (
	maxSize = 10 << 20

	// MaxPeople is how many addresses of a letter are looked at.
	MaxPeople = 200
)

// Open parts a mail into its header and its body. A head that two programs
// may read differently, since its lines do not all end alike, is not read. Lines
// without a colon, a mailbox's "From " line and a blank start are passed over.
func Open(raw []byte) (Header, []byte, error) {
	if err := prescan(raw); err != nil {
		return nil, nil, err
	}
	raw = bytes.TrimLeft(raw, "\r\n")
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	if !oneReading(raw) {
		return nil, nil, &Unreadable{Why: "a head whose lines do not all end alike"}
	}
	h, body, err := SplitHeader(raw)
	if err != nil {
		return nil, nil, err
	}
	if len(h) == 0 {
		return nil, nil, &Unreadable{Why: "no header"}
	}
	return h, body, nil
}

// oneReading reports that the lines of the head all end in CRLF, or all in LF, with no bare CR
// and no NUL in it.
func oneReading(raw []byte) bool {
	first := bytes.IndexByte(raw, '\n')
	returns := first > 0 && raw[first-1] == '\r'
	for line := range bytes.Lines(raw[:min(len(raw), maxHead)]) {
		line, ended := bytes.CutSuffix(line, []byte("\n"))
		line, both := bytes.CutSuffix(line, []byte("\r"))
		if ended && both != returns || bytes.ContainsAny(line, "\r\x00") {
			return false
		}
		if len(line) == 0 {
			return true
		}
	}
	return true
}

// Loose reports that a head begins with a blank or holds a line that is no field, or one with a blank
// before its colon: programs differ over where such a head ends and what that field is, so nobody can
// vouch for what it says.
func Loose(raw []byte) bool {
	n := 0
	for f := range RawFields(raw) {
		if n++; f.Name == "" || !IsPlain(f.Name) || f.Raw[len(f.Name)] != ':' {
			return true
		}
	}
	return n == 0 && len(raw) > 0
}

// Head is what a header says of its letter.
type Head struct {
	From       string   // bare address, domain in lower-case ASCII; "" unless one From header names exactly one
	Name       string   // the sender's display name, "" without
	To         []string // where our address may stand, envelope headers first; unreadable ones as they came
	Named      []string // whom its sender addressed it to, by To and Cc
	MessageID  string   // with its angles, "" without
	InReplyTo  []string // with their angles
	References []string // with their angles, at most the last 100
	Subject    string   // decoded, one line
	East       int      // seconds east of UTC by which the date was written; 0 says nothing
	Results    []string // Authentication-Results headers, topmost first, as they came
}

// ReadHead reads what a header says of its letter.
func ReadHead(h Header) Head {
	head := Head{
		Subject:    OneLine(DecodeWords(h.Get("subject"))),
		InReplyTo:  MessageIDs(h.All("in-reply-to")),
		References: MessageIDs(h.All("references")),
		Results:    h.All("authentication-results"),
	}
	head.From, head.Name = sender(h.All("from"))
	head.To, head.Named = recipients(h)
	if ids := MessageIDs(h.All("message-id")); len(ids) > 0 {
		head.MessageID = ids[0]
	}
	if date, err := mail.ParseDate(h.Get("date")); err == nil && date.Year() > 1970 && date.Year() < 9999 {
		_, head.East = date.Zone()
	}
	return head
}

// OneLine makes header text fit to print: no control character, valid UTF-8.
func OneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\r' || r == 0x2028 || r == 0x2029:
			return ' '
		case r < 0x20 || r >= 0x7f && r < 0xa0:
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	return strings.TrimSpace(s)
}
