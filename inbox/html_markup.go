package inbox

import (
	"bytes"
	"unicode/utf8"
	"unsafe"
)

// markup is HTML as a straightener reads it: decoded a little ahead of where it stands, for
// most of a reply is a quote that is passed over, and of that nothing need be decoded.
type markup struct {
	raw     []byte // as it stands in the letter
	soft    bool   // raw is quoted-printable
	taken   int    // so much of raw is decoded, or passed over
	decoded []byte
	pieces  []piece
	text    string // a view of decoded, without a copy: nothing of it may outlive the reading
	unplain bool   // it is not UTF-8, or has line ends or letters that decodeText takes out
}

// piece says where in the raw bytes a piece of the decoded ones begins.
type piece struct{ decoded, raw int }

const (
	maxStraight = 256 << 10 // bytes
	decodeAhead = 512       // as long as nearly all tags
)

func (s *markup) begin(raw []byte, soft bool) {
	*s = markup{raw: raw, soft: soft, decoded: s.decoded[:0], pieces: s.pieces[:0]}
}

// more decodes some lines more; false at the end.
func (s *markup) more() bool {
	if s.taken == len(s.raw) || s.unplain {
		return false
	}
	from := len(s.decoded)
	s.pieces = append(s.pieces, piece{from, s.taken})
	for whole := false; !whole; {
		end := len(s.raw)
		if s.taken+decodeAhead < end {
			if i := bytes.IndexByte(s.raw[s.taken+decodeAhead:], '\n'); i >= 0 {
				end = s.taken + decodeAhead + i + 1
			}
		}
		s.decoded = s.decode(s.decoded, s.raw[s.taken:end])
		s.taken = end
		whole = end == len(s.raw) || !endsInRune(s.decoded[from:])
	}
	s.text = unsafe.String(unsafe.SliceData(s.decoded), len(s.decoded))
	s.unplain = !utf8.Valid(s.decoded[from:]) || hasOddEnds(s.text[from:], "\f\v\x00")
	return !s.unplain
}

func (s *markup) decode(out, raw []byte) []byte {
	if s.soft {
		return appendBlanks(out, raw)
	}
	return append(out, raw...)
}

// endsInRune reports that the last rune of b is not there whole.
func endsInRune(b []byte) bool {
	for i := len(b) - 1; i >= 0 && i > len(b)-utf8.UTFMax; i-- {
		if utf8.RuneStart(b[i]) {
			return !utf8.FullRune(b[i:])
		}
	}
	return false
}

// place is where in the raw bytes that stands which is decoded at at.
func (s *markup) place(at int) int {
	last := len(s.pieces) - 1
	for last > 0 && s.pieces[last].decoded > at {
		last--
	}
	p := s.pieces[last]
	if !s.soft {
		return p.raw + at - p.decoded
	}
	return p.raw + encodedLen(s.raw[p.raw:], at-p.decoded)
}

// skip goes on decoding at a place in the raw bytes behind what is decoded before at.
func (s *markup) skip(at, place int) {
	s.decoded, s.taken = s.decoded[:at], place
	s.text = s.text[:at]
}

// appendBlanks is appendPrintable for HTML, in half the time: line ends stay as they are, and
// blanks before them, which HTML takes for any other blank.
func appendBlanks(out, raw []byte) []byte {
	for {
		i := bytes.IndexByte(raw, '=')
		if i < 0 {
			return append(out, raw...)
		}
		out = append(out, raw[:i]...)
		size, c, some := unescape(raw[i:])
		if some {
			out = append(out, c)
		}
		raw = raw[i+size:]
	}
}

// unescape reads the "=" with which raw begins: how many bytes belong to it, and the byte it
// stands for, if not for a line that goes on below. A bad escape stands for itself.
func unescape(raw []byte) (size int, c byte, some bool) {
	if len(raw) >= 3 {
		if c, ok := hexByte(raw[1], raw[2]); ok {
			return 3, c, true
		}
		if raw[1] == '\r' && raw[2] == '\n' {
			return 3, 0, false
		}
	}
	if line, rest := cutLine(raw[1:]); len(bytes.Trim(line, " \t")) == 0 {
		return len(raw) - len(rest), 0, false
	}
	return 1, '=', true
}

// encodedLen is how many bytes of raw n decoded ones take.
func encodedLen(raw []byte, n int) int {
	at := 0
	for {
		i := bytes.IndexByte(raw[at:], '=')
		if i < 0 || i >= n {
			return at + n
		}
		n -= i
		size, _, some := unescape(raw[at+i:])
		if some {
			n--
		}
		at += i + size
	}
}
