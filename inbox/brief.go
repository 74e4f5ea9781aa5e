package inbox

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"strings"
	"sync"
)

// errLong is a letter, or its HTML, that must be read whole.
var errLong = errors.New("to be read whole")

// ReadKept is Read as the doors do it, in a fraction of the time: Cut is not filled with
// what is plainly quoted, and Hash is set only where there is no Message-ID.
func ReadKept(raw []byte) (*Letter, error) { return readKept(raw) }

// readKept is Read for the doors, which ask what is kept of a letter and not what is cut:
// most of a reply is the letter it answers, and is not even decoded. A letter in which
// anything is out of the ordinary is read whole. Hash is set where there is no Message-ID.
func readKept(raw []byte) (*Letter, error) {
	l := new(Letter)
	err := l.read(raw, true)
	if errors.Is(err, errLong) {
		l = new(Letter)
		err = l.read(raw, false)
	}
	if l.MessageID == "" {
		l.Hash = sha256.Sum256(raw) // nothing else tells two letters apart
	}
	return l, err
}

// readBriefly keeps what stands in the text where the HTML plainly keeps the same, or where
// there is no HTML.
func (l *Letter) readBriefly(bodies []body) error {
	text, page, pages, err := join(bodies)
	if err != nil || strings.Count(text, "\n") > maxLines || strings.Contains(text, "-----BEGIN PGP") {
		return errLong
	}
	kept, cut := Trim(text)
	l.Kept, l.Cut = kept, unread(cut)
	if l.Kept == "" {
		return errLong // what is below an unmarked quote may be the answer
	}
	if !pages || agree(l.Kept, page.said()) {
		return nil
	}
	if html, _ := Trim(page.text()); !agree(l.Kept, html) {
		return errLong
	}
	return nil
}

// said is what stands outside the quotes.
func (r *rendered) said() string {
	lines := make([]string, 0, len(r.lines))
	for _, line := range r.lines {
		if !isQuoted(line) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// plainBytes are the charsets in which the byte of ">" never stands for anything else.
func plainBytes(charset string) bool {
	charset = strings.ToLower(strings.Trim(charset, " \"'"))
	return charset == "" || charset == "utf-8" || charset == "us-ascii" || strings.HasPrefix(charset, "iso-8859-") || strings.HasPrefix(charset, "windows-125")
}

// utf8Bytes are the charsets that are read as UTF-8 where they are UTF-8.
func utf8Bytes(charset string) bool {
	charset = strings.ToLower(strings.Trim(charset, " \"'"))
	return charset == "" || charset == "utf-8" || charset == "us-ascii"
}

// workbench is memory to read letters with, used again and again.
type workbench struct {
	sound []byte // base64, decoded
	straightener
}

var benches = sync.Pool{New: func() any { return new(workbench) }}

// html is an HTML part, read straight away where the letter is read briefly: most of a reply's
// HTML is our own letter, and is not even decoded. errLong asks to read the letter whole.
func (m *mime) html(h header, raw []byte, params parameters) ([]body, error) {
	if !m.brief {
		text, err := m.text(h, raw, params, &m.pages)
		return []body{{html: []string{text}}}, err
	}
	bench := benches.Get().(*workbench)
	defer benches.Put(bench)
	encoding := strings.ToLower(strings.TrimSpace(h.get("content-transfer-encoding")))
	if encoding != "base64" && utf8Bytes(params.get("charset")) {
		if m.pages += len(raw); m.pages > maxText {
			return nil, errLong
		}
		page, ok := bench.straight(raw, encoding == "quoted-printable")
		if ok {
			return []body{{read: []rendered{page}}}, nil
		}
		if !bench.unplain {
			return nil, errLong
		}
	}
	text, err := m.text(h, raw, params, &m.pages)
	if err != nil {
		return nil, errLong
	}
	page, ok := bench.straight([]byte(text), false)
	if !ok {
		return nil, errLong
	}
	return []body{{read: []rendered{page}}}, nil
}

// decodeBriefly decodes a text with one mark for each run of quoted lines in it; ok is false
// where it must be decoded whole.
func decodeBriefly(raw []byte, encoding string) (text []byte, ok bool) {
	switch encoding {
	case "quoted-printable":
		short, ok := unquoted(raw, true)
		text = appendPrintable(short[:0], short)
		return text, ok && !hasWideMark(text)
	case "base64":
		bench := benches.Get().(*workbench)
		defer benches.Put(bench)
		sound, ok := soundBase64(bench.sound, raw)
		if bench.sound = sound; !ok {
			sound = looseBase64(raw)
		}
		raw = sound
	}
	if hasWideMark(raw) {
		return nil, false
	}
	return unquoted(raw, false)
}

// unquoted makes one mark of each run of quoted lines; soft says that a line with a "=" at
// its end goes on in the next. ok is false where a quoted line may hold the end of another, which few do.
func unquoted(raw []byte, soft bool) (out []byte, ok bool) {
	out = make([]byte, 0, min(len(raw), 1<<10))
	for at := 0; at < len(raw); {
		end := len(raw)
		for rest := raw[at:]; len(rest) > 0; {
			var line []byte
			if line, rest = cutLine(rest); !soft || !goesOnBelow(line) {
				end = len(raw) - len(rest)
				break
			}
		}
		switch line := raw[at:end]; {
		case line[0] != '>' || endsAttribution(line):
			out = append(out, line...)
		case mayGoOn(out, line):
			return nil, false
		default:
			if end, ok = quotedEnd(raw, at, soft); !ok {
				return nil, false
			}
			if out = append(out, '>'); raw[end-1] == '\n' || raw[end-1] == '\r' {
				out = append(out, '\n')
			}
		}
		at = end
	}
	return out, true
}

// mayGoOn reports that a line with the mark of a quote may belong to the text above it: where a
// program broke an address in angles, what closes it is no such mark, and a header of a letter
// that is quoted without marks goes on in a line with an address.
func mayGoOn(text, line []byte) bool {
	text = text[max(0, len(text)-maxAttribution):]
	begun := bytes.Count(text, []byte("<")) + bytes.Count(text, []byte("=3C")) + bytes.Count(text, []byte("=3c"))
	if begun > bytes.Count(text, []byte(">")) {
		return true
	}
	blank := len(text) == 0 || bytes.HasSuffix(text, []byte("\n\n")) || bytes.HasSuffix(text, []byte("\n\r\n"))
	return !blank && (bytes.IndexByte(line, '@') >= 0 || bytes.Contains(line, []byte("=40")))
}

// quotedEnd is where the first line begins, below the quoted one at from, that is not quoted.
func quotedEnd(raw []byte, from int, soft bool) (end int, ok bool) {
	at, returns := from, 0
	for {
		i := bytes.IndexByte(raw[at:], '\n')
		if i < 0 {
			at = len(raw)
			break
		}
		if at += i + 1; at > 1 && raw[at-2] == '\r' {
			returns++
		}
		if at < len(raw) && raw[at] != '>' && (!soft || !goesOnBelow(bytes.TrimSuffix(raw[from:at-1], []byte("\r")))) {
			break
		}
	}
	// A carriage return alone ends a line too, and so does one that is written as an escape.
	quoted := raw[from:at]
	if bytes.Count(quoted, []byte("\r")) != returns || soft && nextPair(quoted, 0, 0xff, '=', '0') >= 0 {
		return 0, false
	}
	return at, true
}

// hasWideMark reports that text begins as UTF-16 does, in which no byte is a letter.
func hasWideMark(text []byte) bool {
	return bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff"))
}

// goesOnBelow reports a line of quoted-printable with a "=" at its end.
func goesOnBelow(line []byte) bool {
	end := len(line)
	for end > 0 && (line[end-1] == ' ' || line[end-1] == '\t') {
		end--
	}
	return end > 0 && line[end-1] == '='
}

// endsAttribution reports the short end of an attribution, "> wrote:", whose address a program
// broke over lines.
func endsAttribution(line []byte) bool {
	return len(line) <= 40 && bytes.HasSuffix(bytes.TrimSpace(line), []byte(":"))
}
