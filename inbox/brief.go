package inbox

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"strings"
	"sync"
	"unicode/utf8"
	"unsafe"
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
	text, page, pages, err := join(bodies, skim)
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

// decoded is memory that HTML is decoded into, to be used again.
var decoded = sync.Pool{New: func() any { return new([]byte) }}

// skimmed decodes HTML, and keeps of it what stands outside the quotes: most of a reply's
// HTML is our own letter, and is not worth memory of its own. errLong asks to read the
// letter whole.
func (m *mime) skimmed(raw []byte) (string, error) {
	into := decoded.Get().(*[]byte)
	defer decoded.Put(into)
	*into = appendPrintable((*into)[:0], raw)
	if !utf8.Valid(*into) {
		return "", errLong
	}
	// A view without a copy: skim copies what it keeps, and nothing else outlives this.
	source := plainLines(unsafe.String(unsafe.SliceData(*into), len(*into)))
	if m.pages += len(source); m.pages > maxText {
		return "", errTooLong
	}
	short, ok := skim(source)
	if !ok {
		return "", errLong
	}
	return short, nil
}

// unquoted makes one mark of each run of quoted lines; soft says that a line with a "=" at
// its end goes on in the next.
func unquoted(raw []byte, soft bool) []byte {
	out := make([]byte, 0, min(len(raw), 1<<10))
	marked := false
	for rest := raw; len(rest) > 0; {
		whole, quoted := rest, rest[0] == '>'
		for goesOn := true; goesOn && len(rest) > 0; {
			var line []byte
			line, rest = cutLine(rest)
			goesOn = soft && bytes.HasSuffix(bytes.TrimRight(line, " \t"), []byte("="))
		}
		switch {
		case !quoted:
			out = append(out, whole[:len(whole)-len(rest)]...)
		case !marked && endsAttribution(whole[:len(whole)-len(rest)]):
			out = append(out, whole[:len(whole)-len(rest)]...)
		case !marked:
			out = append(out, ">\n"...)
		}
		marked = quoted
	}
	return out
}

// endsAttribution reports the short end of an attribution, "> wrote:", whose address a program
// broke over lines.
func endsAttribution(line []byte) bool {
	return len(line) <= 40 && bytes.HasSuffix(bytes.TrimSpace(line), []byte(":"))
}
