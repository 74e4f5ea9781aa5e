package mime

import (
	"bytes"
	"net/mail"
	"slices"
	"strings"
)

const (
	maxSize = 10 << 20

	// MaxPeople limits how many addresses of a letter are read.
	MaxPeople = 200
)

// SplitMail splits a mail into header and body. It refuses a header whose lines do not all end in the same way,
// because two programs may read it differently. It skips lines without a colon, a mailbox's "From " line and
// blank lines at the start.
func SplitMail(raw []byte) (Header, []byte, error) {
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

// oneReading reports whether all lines of the header end in CRLF, or all in LF, with no bare CR and no NUL
// among them.
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

// IsLooseHeader reports whether a header begins with a blank, has a line that is not a field, a field with a blank
// before the colon, or a field twice that may be there once. Programs differ in where such a header ends and what that
// field is, so nobody can vouch for it.
func IsLooseHeader(raw []byte) bool {
	var names []string
	for f := range RawFields(raw) {
		if f.Name == "" || !IsPlain(f.Name) || f.Raw[len(f.Name)] != ':' {
			return true
		}
		names = append(names, f.Name)
	}
	return len(names) == 0 && len(raw) > 0 || RepeatsField(names)
}

// once lists the fields that RFC 5322 and 2045 allow only once. If one is repeated, the signed one and the one that
// programs show may differ.
var once = []string{"from", "sender", "to", "cc", "subject", "date", "message-id", "in-reply-to", "references",
	"mime-version", "content-type", "content-transfer-encoding"}

// RepeatsField reports whether a header whose fields have these names has one twice that may be there once.
func RepeatsField(names []string) bool {
	return slices.ContainsFunc(once, func(name string) bool {
		at := slices.Index(names, name)
		return at >= 0 && slices.Contains(names[at+1:], name)
	})
}

// Head is what a header says about its letter.
type Head struct {
	From       string   // bare address with the domain in lower-case ASCII; "" unless there is one From header with one address
	Name       string   // the sender's display name, "" if none
	To         []string // addresses that may be ours, envelope headers first; unparsable ones as they came
	NamedTo    []string // addresses in To
	NamedCc    []string // addresses in Cc
	MessageID  string   // with angle brackets, "" if none
	InReplyTo  []string // with angle brackets
	References []string // with angle brackets, at most the last 100
	Subject    string   // decoded, one line
	Date       string   // as it came
	East       int      // the date's time zone in seconds east of UTC; 0 may mean unknown
	Results    []string // Authentication-Results headers as they came, topmost first
	Signatures []string // DKIM-Signature headers as they came
	// Seals and SealedResults are the ARC-Seal and ARC-Authentication-Results headers as they came.
	Seals, SealedResults []string
}

// ReadHead reads a Head from a header.
func ReadHead(h Header) Head {
	head := Head{
		Subject:    OneLine(DecodeWords(h.Get("subject"))),
		InReplyTo:  MessageIDs(h.All("in-reply-to")),
		References: MessageIDs(h.All("references")),
		Results:    h.All("authentication-results"),
		Signatures: h.All("dkim-signature"),
		Date:       h.Get("date"),
		Seals:      h.All("arc-seal"), SealedResults: h.All("arc-authentication-results"),
	}
	head.From, head.Name = sender(h.All("from"))
	head.To, head.NamedTo, head.NamedCc = recipients(h)
	if ids := MessageIDs(h.All("message-id")); len(ids) > 0 {
		head.MessageID = ids[0]
	}
	if date, err := mail.ParseDate(h.Get("date")); err == nil && date.Year() > 1970 && date.Year() < 9999 {
		_, head.East = date.Zone()
	}
	return head
}

// OneLine makes header text printable: valid UTF-8 on one line without control characters.
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
