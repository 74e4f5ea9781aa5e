package quotes

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"mime"
	"mime/quotedprintable"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// line is a line of text: its quote marks, and the words.
type line struct{ marks, words string }

func (l line) String() string { return l.marks + l.words }

func plain(words ...string) []line {
	out := make([]line, len(words))
	for i, w := range words {
		out[i].words = w
	}
	return out
}

func texts(lines []line) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = l.String()
	}
	return out
}

// mark puts a program's mark before each line; a line that has marks already gets ">".
func mark(lines []line, mark string) []line {
	out := make([]line, len(lines))
	for i, l := range lines {
		switch {
		case l.marks != "" && strings.HasPrefix(mark, ">"):
			out[i] = line{">" + l.marks, l.words}
		case l.words == "" && l.marks == "":
			out[i] = line{strings.TrimRight(mark, " "), ""}
		default:
			out[i] = line{mark + l.marks, l.words}
		}
	}
	return out
}

// breaks splits text at the last blank before a column, as programs do; a text without blanks is not split.
func breaks(s string, width int) []string {
	var out []string
	for utf8.RuneCountInString(s) > width {
		indent := len(s) - len(strings.TrimLeft(s, " "))
		at, column := -1, 0
		for i, r := range s {
			if column > width {
				break
			}
			if r == ' ' && i > indent {
				at = i
			}
			column++
		}
		if at < 0 {
			if i := strings.IndexByte(s[indent:], ' '); i > 0 {
				at = indent + i
			} else {
				break
			}
		}
		if head := strings.TrimRight(s[:at], " "); head != "" {
			out = append(out, head)
		}
		s = strings.TrimLeft(s[at:], " ")
	}
	return append(out, s)
}

// wrapBelow wraps lines and marks each piece, so the quotation stays complete.
func wrapBelow(lines []line, width int) []line {
	var out []line
	for _, l := range lines {
		for _, piece := range breaks(l.words, max(width-len(l.marks), 20)) {
			out = append(out, line{l.marks, piece})
		}
	}
	return out
}

// wrapBehind wraps lines that have marks; continuation lines get none.
func wrapBehind(lines []line, width int) []line {
	var out []line
	for _, l := range lines {
		for i, piece := range breaks(l.String(), width) {
			switch {
			case i > 0:
				out = append(out, line{"", piece})
			case len(piece) < len(l.marks):
				out = append(out, line{piece, ""})
			default:
				out = append(out, line{l.marks, piece[len(l.marks):]})
			}
		}
	}
	return out
}

// flowed encodes lines as format=flowed.
func flowed(lines []line, width int, delsp bool) []string {
	var out []string
	for _, l := range lines {
		depth := strings.Count(l.marks, ">")
		quoted := strings.Repeat(">", depth)
		words := l.words
		if words != "-- " {
			words = strings.TrimRight(words, " ")
		}
		pieces := breaks(words, max(width-depth-2, 20))
		for i, piece := range pieces {
			if depth > 0 && piece != "" || strings.HasPrefix(piece, " ") || strings.HasPrefix(piece, ">") || strings.HasPrefix(piece, "From ") {
				piece = " " + piece
			}
			if i < len(pieces)-1 {
				piece += " "
				if delsp {
					piece += " "
				}
			}
			out = append(out, quoted+piece)
		}
	}
	return out
}

// part is a body of a letter.
type part struct{ kind, text string }

// packed returns a part with its headers, in a random encoding that programs use.
func (p part) packed(odds *rand.Rand) string {
	charset, text := "utf-8", strings.ReplaceAll(p.text, "\n", "\r\n")
	encodings := []string{"quoted-printable", "base64", "8bit"}
	if strings.Contains(p.kind, "flowed") {
		encodings = []string{"8bit", "quoted-printable"}
	}
	for row := range strings.Lines(text) {
		if len(row) > 998 {
			encodings = encodings[:1]
			break
		}
	}
	if odds.IntN(5) == 0 {
		if narrow, err := charmap.Windows1252.NewEncoder().String(text); err == nil {
			charset, text = "windows-1252", narrow
		}
	}
	encoding := encodings[odds.IntN(len(encodings))]
	var b bytes.Buffer
	fmt.Fprintf(&b, "Content-Type: %s; charset=%s\r\nContent-Transfer-Encoding: %s\r\n\r\n", p.kind, charset, encoding)
	switch encoding {
	case "quoted-printable":
		w := quotedprintable.NewWriter(&b)
		_, _ = w.Write([]byte(text)) // a buffer returns no error
		_ = w.Close()
	case "base64":
		all := base64.StdEncoding.EncodeToString([]byte(text))
		for len(all) > 76 {
			b.WriteString(all[:76] + "\r\n")
			all = all[76:]
		}
		b.WriteString(all)
	default:
		b.WriteString(text)
	}
	return b.String()
}

// mail returns a whole letter with some parts.
func mail(odds *rand.Rand, head []string, parts []part) []byte {
	var b strings.Builder
	for _, h := range head {
		b.WriteString(h + "\r\n")
	}
	b.WriteString("MIME-Version: 1.0\r\n")
	if len(parts) == 1 {
		b.WriteString(parts[0].packed(odds))
		return []byte(b.String() + "\r\n")
	}
	b.WriteString("Content-Type: multipart/alternative; boundary=\"=_two\"\r\n\r\n")
	for _, p := range parts {
		b.WriteString("--=_two\r\n" + p.packed(odds) + "\r\n")
	}
	return []byte(b.String() + "--=_two--\r\n")
}

// named returns a name and an address as they are written in a header.
func named(name, address string) string {
	return mime.QEncoding.Encode("utf-8", name) + " <" + address + ">"
}

// header encodes a text for a header.
func header(s string) string { return mime.QEncoding.Encode("utf-8", s) }
