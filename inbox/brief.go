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
	decoded []byte
	straightener
}

var benches = sync.Pool{New: func() any { return new(workbench) }}

// html is an HTML part, read straight away where the letter is read briefly: most of a reply's
// HTML is our own letter, and is not worth memory of its own. errLong asks to read the letter
// whole.
func (m *mime) html(h header, raw []byte, params map[string]string) ([]body, error) {
	encoding := strings.ToLower(strings.TrimSpace(h.get("content-transfer-encoding")))
	if !m.brief || len(raw) > 6*maxText || encoding != "quoted-printable" || !utf8Bytes(params["charset"]) {
		text, err := m.text(h, raw, params, &m.pages)
		if err != nil || !m.brief {
			return []body{{html: []string{text}}}, err
		}
		bench := benches.Get().(*workbench)
		defer benches.Put(bench)
		return straightBody(bench, text)
	}
	bench := benches.Get().(*workbench)
	defer benches.Put(bench)
	if bench.decoded = appendBlanks(bench.decoded[:0], raw); !utf8.Valid(bench.decoded) {
		return nil, errLong
	}
	if m.pages += len(bench.decoded); m.pages > maxText {
		return nil, errLong
	}
	// A view without a copy: nothing of it outlives this but copies.
	source := unsafe.String(unsafe.SliceData(bench.decoded), len(bench.decoded))
	if hasOddEnds(source, "\f\v\x00") {
		return straightBody(bench, plainLines(string(quotedPrintable(raw))))
	}
	bodies, err := straightBody(bench, source)
	if bench.lineEnds {
		return straightBody(bench, plainLines(string(quotedPrintable(raw))))
	}
	return bodies, err
}

func straightBody(bench *workbench, source string) ([]body, error) {
	page, ok := bench.straight(source)
	if !ok {
		return nil, errLong
	}
	return []body{{read: []rendered{page}}}, nil
}

// decodeBriefly decodes a text with one mark for each run of quoted lines in it.
func decodeBriefly(raw []byte, encoding string) []byte {
	switch encoding {
	case "quoted-printable":
		short := unquoted(raw, true)
		return appendPrintable(short[:0], short)
	case "base64":
		bench := benches.Get().(*workbench)
		defer benches.Put(bench)
		sound, ok := soundBase64(bench.decoded, raw)
		if bench.decoded = sound; !ok {
			sound = looseBase64(raw)
		}
		return unquoted(sound, false)
	}
	return unquoted(transfer(raw, encoding), false)
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
			goesOn = soft && goesOnBelow(line)
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
