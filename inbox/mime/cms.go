package mime

import "bytes"

// What S/MIME wraps in a signature of its own kind (RFC 8551, 3.5.2) is signed and not sealed: it is read without a key.

var (
	oidSigned = []byte{0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02}
	oidData   = []byte{0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x01}
)

// The types of ASN.1 that stand around the content.
const (
	tagBytes    = 0x04
	tagOID      = 0x06
	tagBytesOf  = 0x24 // bytes in pieces
	tagSequence = 0x30
	tagWrapped  = 0xa0
)

// nestedMost is how deep values of no fixed length may stand in each other.
const nestedMost = 12

// element is a value in BER, the form of ASN.1 that mail programs write.
type element struct {
	tag  byte
	body []byte
}

// nextElement returns the first value in b and what follows it.
func nextElement(b []byte, depth int) (e element, rest []byte, ok bool) {
	if len(b) < 2 || depth > nestedMost || b[0]&0x1f == 0x1f {
		return e, nil, false
	}
	e.tag, b = b[0], b[1:]
	size := int(b[0])
	b = b[1:]
	switch {
	case size == 0x80: // it ends with two zeros
		for at := b; ; {
			if bytes.HasPrefix(at, []byte{0, 0}) {
				e.body = b[:len(b)-len(at)]
				return e, at[2:], true
			}
			if _, at, ok = nextElement(at, depth+1); !ok {
				return e, nil, false
			}
		}
	case size > 0x84:
		return e, nil, false
	case size > 0x80:
		digits := size - 0x80
		if size = 0; len(b) < digits {
			return e, nil, false
		}
		for _, c := range b[:digits] {
			size = size<<8 | int(c)
		}
		b = b[digits:]
	}
	if size < 0 || size > len(b) {
		return e, nil, false
	}
	e.body = b[:size]
	return e, b[size:], true
}

// enter returns what is in the first value of b if it has that tag, and what follows it.
func enter(b []byte, tag byte) (body, rest []byte, ok bool) {
	e, rest, ok := nextElement(b, 0)
	return e.body, rest, ok && e.tag == tag
}

// SignedContent returns the mail part that a CMS message of signed data holds. It checks no signature.
func SignedContent(data []byte) (content []byte, ok bool) {
	body, _, ok := enter(data, tagSequence)
	kind, body, is := enter(body, tagOID)
	if !ok || !is || !bytes.Equal(kind, oidSigned) {
		return nil, false
	}
	body, _, _ = enter(body, tagWrapped)
	body, _, _ = enter(body, tagSequence)
	for range 2 { // the version and the digests
		_, body, ok = nextElement(body, 0)
		if !ok {
			return nil, false
		}
	}
	body, _, _ = enter(body, tagSequence)
	kind, body, ok = enter(body, tagOID)
	if !ok || !bytes.Equal(kind, oidData) {
		return nil, false
	}
	body, _, _ = enter(body, tagWrapped)
	e, _, ok := nextElement(body, 0)
	return joinPieces(e), ok && (e.tag == tagBytes || e.tag == tagBytesOf)
}

// joinPieces returns bytes that may come in pieces.
func joinPieces(e element) []byte {
	if e.tag != tagBytesOf {
		return e.body
	}
	var all []byte
	for rest := e.body; len(rest) > 0; {
		piece, next, ok := nextElement(rest, 0)
		if !ok || piece.tag != tagBytes {
			break
		}
		all, rest = append(all, piece.body...), next
	}
	return all
}
