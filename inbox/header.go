package inbox

import (
	"bytes"
	"net/mail"
	"slices"
	"strings"
	"time"
)

// header is the head of a mail or of a part: field names in lower case,
// values unfolded and as they came, in order.
type header []field

type field struct{ name, value string }

const (
	maxSize   = 10 << 20
	maxHead   = 256 << 10
	maxField  = 8 << 10 // a longer field is not an address, an id or a type
	maxFields = 2000
	maxPeople = 200
	maxIDs    = 100
)

// open parts a mail into its header and its body. A head that two programs
// may read differently, since its lines do not all end alike, is not read. Lines
// without a colon, a mailbox's "From " line and a blank start are passed over.
func open(raw []byte) (header, []byte, error) {
	if err := prescan(raw); err != nil {
		return nil, nil, err
	}
	raw = bytes.TrimLeft(raw, "\r\n")
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	if !oneReading(raw) {
		return nil, nil, &Unreadable{"a head whose lines do not all end alike"}
	}
	h, body, err := splitHeader(raw)
	if err != nil {
		return nil, nil, err
	}
	if len(h) == 0 {
		return nil, nil, &Unreadable{"no header"}
	}
	return h, body, nil
}

// oneReading reports that the lines of the head all end in CRLF, or all in LF, with no bare CR
// and no NUL in it.
func oneReading(raw []byte) bool {
	first := bytes.IndexByte(raw, '\n')
	returns := first > 0 && raw[first-1] == '\r'
	for rest := raw[:min(len(raw), maxHead)]; len(rest) > 0; {
		end := bytes.IndexByte(rest, '\n')
		line := rest
		if rest = nil; end >= 0 {
			line, rest = line[:end], line[end+1:]
		}
		if ended := bytes.HasSuffix(line, []byte("\r")); end >= 0 && ended != returns {
			return false
		}
		line = bytes.TrimSuffix(line, []byte("\r"))
		if bytes.IndexByte(line, '\r') >= 0 || bytes.IndexByte(line, 0) >= 0 {
			return false
		}
		if len(line) == 0 {
			return true
		}
	}
	return true
}

// loose reports that a head begins with a blank or holds a line that is no field: programs
// differ over where such a head ends, so nobody can vouch for what it says.
func loose(raw []byte) bool {
	for first := true; len(raw) > 0; first = false {
		line, rest := cutLine(raw)
		name, _, ok := bytes.Cut(line, []byte(":"))
		switch {
		case len(line) == 0:
			return first
		case line[0] == ' ' || line[0] == '\t':
			if first {
				return true
			}
		case !ok || !isFieldName(bytes.TrimRight(name, " \t")):
			return true
		}
		raw = rest
	}
	return false
}

// isFieldName reports printable ASCII without a blank.
func isFieldName(name []byte) bool {
	return len(name) > 0 && isPlain(string(name)) && bytes.IndexByte(name, ' ') < 0
}

func splitHeader(raw []byte) (header, []byte, error) {
	h := make(header, 0, 8)
	folded := []byte(nil) // the value of the last field, where it goes on
	junk := false         // the last line was no field, and what goes on with it is none either
	text := ""            // one copy of the header, which the values are pieces of
	done := func() header {
		if folded != nil {
			h[len(h)-1].value, folded = string(folded), nil
		}
		return h
	}
	for rest := raw; len(rest) > 0; {
		at := len(raw) - len(rest)
		line, after := cutLine(rest)
		if at+len(line) > maxHead || len(h) > maxFields {
			return nil, nil, &Unreadable{"the header is too large"}
		}
		if len(line) == 0 {
			return done(), after, nil
		}
		if len(text) < at+len(line) {
			text = string(raw[:headerEnd(raw, at+len(line))])
		}
		rest = after
		if line[0] == ' ' || line[0] == '\t' {
			if !junk && len(h) > 0 {
				if folded == nil {
					folded = []byte(h[len(h)-1].value)
				}
				folded = append(append(folded, ' '), bytes.TrimSpace(line)...)
			}
			continue
		}
		name, start, ok := bytes.Cut(line, []byte(":"))
		name = bytes.TrimRight(name, " \t")
		if junk = !ok || len(name) == 0 || bytes.IndexByte(name, ' ') >= 0 || bytes.IndexByte(name, '\t') >= 0; !junk {
			value := strings.TrimSpace(text[at+len(line)-len(start) : at+len(line)])
			h = append(done(), field{name: fieldName(name), value: value})
		}
	}
	return done(), nil, nil
}

// headerEnd is about where a header ends, at the least at from: a header without a plain end is
// copied piece by piece.
func headerEnd(raw []byte, from int) int {
	ahead := raw[from:min(len(raw), maxHead)]
	end := bytes.Index(ahead, []byte("\n\r\n"))
	if end < 0 {
		end = min(len(ahead), maxField)
	}
	if sooner := bytes.Index(ahead[:end], []byte("\n\n")); sooner >= 0 {
		end = sooner
	}
	return from + end
}

// fieldName is a name in lower case. Those of nearly all letters need no memory of their own.
func fieldName(name []byte) string {
	var low [32]byte
	if len(name) > len(low) {
		return strings.ToLower(string(name))
	}
	for i, c := range name {
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		low[i] = c
	}
	if known, ok := fieldNames[string(low[:len(name)])]; ok {
		return known
	}
	return strings.ToLower(string(name))
}

var fieldNames = func() map[string]string {
	names := map[string]string{}
	for _, name := range strings.Fields(`from to cc subject date message-id in-reply-to references reply-to sender mime-version content-type
		content-transfer-encoding content-disposition content-id content-language authentication-results received return-path
		delivered-to dkim-signature arc-seal user-agent x-mailer thread-index list-id list-unsubscribe auto-submitted precedence`) {
		names[name] = name
	}
	return names
}()

// cutLine takes a line off b, whatever ends it.
func cutLine(b []byte) (line, rest []byte) {
	// Nearly all lines are short and end so.
	if i := bytes.IndexByte(b[:min(len(b), 128)], '\n'); i > 0 && b[i-1] == '\r' && bytes.IndexByte(b[:i-1], '\r') < 0 {
		return b[:i-1], b[i+1:]
	}
	i := lineEnd(b)
	if i < 0 {
		return b, nil
	}
	if b[i] == '\r' && i+1 < len(b) && b[i+1] == '\n' {
		return b[:i], b[i+2:]
	}
	return b[:i], b[i+1:]
}

// lineEnd is where the first line ends, -1 without. It looks no further ahead than a few
// times the line's length, so that a mail of bare carriage returns costs no more than others.
func lineEnd(b []byte) int {
	for window := 128; ; window *= 4 {
		ahead := b[:min(window, len(b))]
		lf := bytes.IndexByte(ahead, '\n')
		if lf >= 0 {
			ahead = ahead[:lf]
		}
		if cr := bytes.IndexByte(ahead, '\r'); cr >= 0 {
			return cr
		}
		if lf >= 0 || window >= len(b) {
			return lf
		}
	}
}

// get is the first value of a field, "" without.
func (h header) get(name string) string {
	for _, f := range h {
		if f.name == name && len(f.value) <= maxField {
			return f.value
		}
	}
	return ""
}

func (h header) all(name string) []string {
	var list []string
	for _, f := range h {
		if f.name == name {
			list = append(list, f.value)
		}
	}
	return list
}

func (h header) has(name string) bool {
	return slices.ContainsFunc(h, func(f field) bool { return f.name == name })
}

func (l *Letter) readHeader(h header) {
	l.From, l.Name = sender(h.all("from"))
	l.To, l.Named = recipients(h)
	l.Subject = oneLine(decodeWords(h.get("subject")))
	l.InReplyTo = messageIDs(h.all("in-reply-to"))
	l.References = messageIDs(h.all("references"))
	l.Results = h.all("authentication-results")
	if ids := messageIDs(h.all("message-id")); len(ids) > 0 {
		l.MessageID = ids[0]
	}
	if date, err := writtenAt(h.get("date")); err == nil && date.Year() > 1970 && date.Year() < 9999 {
		l.Date = date.In(time.UTC)
	}
}

// writtenAt reads a date, as nearly all programs write it first: the errors of layouts tried
// in vain cost more than the date.
func writtenAt(date string) (time.Time, error) {
	if t, err := time.Parse("Mon, 2 Jan 2006 15:04:05 -0700", date); err == nil {
		return t, nil
	}
	return mail.ParseDate(date)
}

// messageIDs finds ids by their angles alone: Exchange and iOS part them with
// commas.
func messageIDs(values []string) []string {
	var ids []string
	for _, value := range values {
		for {
			start := strings.IndexByte(value, '<')
			if start < 0 {
				break
			}
			end := strings.IndexByte(value[start:], '>')
			if end < 0 {
				break
			}
			id := value[start : start+end+1]
			if !isPlain(id) || strings.IndexByte(id, ' ') >= 0 {
				id = strings.ToValidUTF8(id, "")
				if strings.ContainsFunc(id, unprintable) {
					id = ""
				}
			}
			if len(id) > 2 && len(id) <= 998 {
				ids = append(ids, id)
			}
			value = value[start+end+1:]
		}
	}
	if len(ids) > maxIDs {
		ids = ids[len(ids)-maxIDs:]
	}
	return ids
}

// decodeWords decodes encoded words; raw 8-bit text is taken as UTF-8 or
// windows-1252.
func decodeWords(value string) string {
	if isASCII(value) && !strings.Contains(value, "=?") {
		return value
	}
	if decoded, err := words.DecodeHeader(value); err == nil {
		value = decoded
	}
	return guess([]byte(value))
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// isPlain reports nothing but printable ASCII.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

// oneLine makes header text fit to print: no control character, valid UTF-8.
func oneLine(s string) string {
	if isPlain(s) {
		return strings.Trim(s, " ")
	}
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
