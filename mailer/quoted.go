package mailer

import (
	"bytes"
	"encoding/base64"
	"unicode/utf8"
)

// quotedLine is the length of a line of quoted-printable (RFC 2045), its soft end included.
const quotedLine = 76

// byte classes of quoted-printable.
const (
	coded  = iota // written as =XX
	plain         // stands for itself
	spaced        // stands for itself, but not at the end of a line
	ended         // ends a line
)

// quotedAs is the class of each byte.
var quotedAs = func() (as [256]uint8) {
	for c := '!'; c <= '~'; c++ {
		as[c] = plain
	}
	as['='], as[' '], as['\t'], as['\n'], as['\r'] = coded, spaced, spaced, ended, ended
	return as
}()

const upHex = "0123456789ABCDEF"

// appendQuoted appends a text in quoted-printable. Each line end, whichever it is, becomes CRLF.
func appendQuoted(out, s []byte) []byte {
	begun := len(out) // of the line being written
	for i := 0; i < len(s); {
		c := s[i]
		switch quotedAs[c] {
		case plain, spaced:
			room := quotedLine - 1 - (len(out) - begun)
			if room == 0 {
				out = append(out, "=\r\n"...)
				begun, room = len(out), quotedLine-1
			}
			end := i + 1
			for most := min(len(s), i+room); end < most && quotedAs[s[end]]-plain <= spaced-plain; end++ {
			}
			out = append(out, s[i:end]...)
			i = end
		case ended:
			out = append(endQuoted(out, begun), '\r', '\n')
			begun = len(out)
			if i++; c == '\r' && i < len(s) && s[i] == '\n' {
				i++
			}
		default:
			if quotedLine-1-(len(out)-begun) < 3 {
				out = append(out, "=\r\n"...)
				begun = len(out)
			}
			out = append(out, '=', upHex[c>>4], upHex[c&15])
			i++
		}
	}
	return endQuoted(out, begun)
}

// endQuoted encodes the last byte of a line that began at begun, if it would not survive there.
func endQuoted(out []byte, begun int) []byte {
	last := len(out) - 1
	if last < begun || quotedAs[out[last]] != spaced {
		return out
	}
	c := out[last]
	if out = out[:last]; quotedLine-1-(last-begun) < 3 {
		out = append(out, "=\r\n"...)
	}
	return append(out, '=', upHex[c>>4], upHex[c&15])
}

// sound is a text that can be sent: valid UTF-8 without NUL.
func sound(s []byte) []byte {
	if bytes.IndexByte(s, 0) >= 0 {
		s = bytes.ReplaceAll(s, []byte{0}, nil)
	}
	if utf8.Valid(s) {
		return s
	}
	return bytes.ToValidUTF8(s, []byte("\uFFFD"))
}

// appendBase64 appends bytes in base64, in lines of 76 characters.
func appendBase64(out, data []byte) []byte {
	const perLine = 57 // bytes make 76 characters
	for ; len(data) > perLine; data = data[perLine:] {
		out = append(base64.StdEncoding.AppendEncode(out, data[:perLine]), '\r', '\n')
	}
	return append(base64.StdEncoding.AppendEncode(out, data), '\r', '\n')
}
