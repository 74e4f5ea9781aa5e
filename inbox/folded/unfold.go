package folded

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"io"
	"mime/multipart"
	"net/mail"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// A folded letter is a text whose lines stand for themselves, but for those that begin with %%:
//
//	%% answers saboteur-de-turn   the header of an answer to this letter of ours; forwards: of a forwarded one
//	%% text                       here the plain text begins, %% flowed if its format is, %% page the HTML
//	%% digest 3-40 marked "> "    lines of that letter as text, behind a mark; all without the numbers
//	%% digest 3-40 as rows        each escaped, its blanks kept, with <br> at its end
//	%% digest 3-40 as escaped     each only escaped
//	%% digest 3-40 of its page    lines of its HTML
const direction = "%% "

// An answer to this letter, which is older than the rest and is text alone, has the line ends of mail, and its parts
// another boundary.
const oldest = "k3y"

// signs stand before the subject that is answered.
var signs = map[string]string{"answers": "Re: ", "forwards": "Fwd: "}

// kinds of part, and their headers.
var kinds = map[string]string{
	"text":   "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n",
	"flowed": "Content-Type: text/plain; charset=utf-8; format=flowed\nContent-Transfer-Encoding: quoted-printable\n",
	"page":   "Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n",
}

// unfold returns the bytes of a folded letter. What it answers lies in the folder testdata.
func unfold(name, folded, testdata string) ([]byte, error) {
	var answered *digest
	var head string
	var parts []string
	for _, line := range strings.Split(strings.TrimSuffix(folded, "\n"), "\n") {
		words, directed := strings.CutPrefix(line, direction)
		what, with, _ := strings.Cut(words, " ")
		switch {
		case directed && signs[what] != "":
			digest, id, _ := strings.Cut(with, " as ")
			d, err := readDigest(testdata, digest)
			if err != nil {
				return nil, err
			}
			header, err := os.ReadFile(filepath.Join(testdata, "head.txt"))
			if err != nil {
				return nil, err
			}
			answered, head = d, fmt.Sprintf(string(header), signs[what]+d.subject, cmp.Or(id, name), d.id)
		case answered == nil:
			return nil, fmt.Errorf("the first line says what it answers, not %q", line)
		case directed && kinds[what] != "":
			parts = append(parts, kinds[what]+"\n")
		case len(parts) == 0:
			return nil, fmt.Errorf("%q stands above the first part", line)
		case !directed:
			parts[len(parts)-1] += line + "\n"
		case strings.HasPrefix(words+" ", "digest "):
			quoted, err := answered.quoted(with)
			if err != nil {
				return nil, fmt.Errorf("%q: %w", line, err)
			}
			parts[len(parts)-1] += quoted
		default:
			return nil, fmt.Errorf("%q says nothing that is known", line)
		}
	}
	for i, part := range parts {
		head, body, _ := strings.Cut(part, "\n\n")
		parts[i] = head + "\n\n" + quotedPrintable(strings.TrimSuffix(body, "\n"))
	}
	letter := head + strings.Join(parts, "")
	if len(parts) > 1 {
		letter = fmt.Sprintf("%sContent-Type: multipart/alternative; boundary=%q\n", head, answered.boundary)
		for _, part := range parts {
			letter += "\n--" + answered.boundary + "\n" + part
		}
		letter += "\n--" + answered.boundary + "--\n"
	}
	return []byte(strings.ReplaceAll(letter, "\n", answered.lineEnd)), nil
}

// quotedPrintable writes a text as Python's encoder does, by which these letters were written: a row has at most 76
// characters, and only a plain one is the last of 76.
func quotedPrintable(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		var rows, row strings.Builder
		for k := range len(line) {
			c, last := line[k], k == len(line)-1
			piece := string(rune(c))
			blank := c == ' ' || c == '\t'
			plain := blank && !last || c > ' ' && c <= '~' && c != '='
			if !plain {
				piece = fmt.Sprintf("=%02X", c)
			}
			if row.Len()+len(piece) > 75 && !(plain && last) {
				rows.WriteString(row.String() + "=\n")
				row.Reset()
			}
			row.WriteString(piece)
		}
		lines[i] = rows.String() + row.String()
	}
	return strings.Join(lines, "\n")
}

// digest is a letter of ours that others quote.
type digest struct {
	subject, id       string
	text, page        []string // their lines
	boundary, lineEnd string   // of an answer
}

func readDigest(testdata, name string) (*digest, error) {
	file := filepath.Join(testdata, "digests", name+".eml")
	d := &digest{id: "turn", boundary: "=_alt", lineEnd: "\n"}
	if name == oldest {
		file = filepath.Join(testdata, name+".eml")
		d = &digest{id: name, boundary: "=_b1", lineEnd: "\r\n"}
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	letter, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	d.subject = letter.Header.Get("Subject")
	_, boundary, several := strings.Cut(letter.Header.Get("Content-Type"), `boundary="`)
	if !several {
		d.text, err = linesOf(letter.Body)
		return d, err
	}
	parts := multipart.NewReader(letter.Body, strings.TrimSuffix(boundary, `"`))
	for {
		part, err := parts.NextPart()
		if err == io.EOF {
			return d, nil
		}
		if err != nil {
			return nil, err
		}
		switch kind, _, _ := strings.Cut(part.Header.Get("Content-Type"), ";"); kind {
		case "text/plain":
			d.text, err = linesOf(part)
		case "text/html":
			d.page, err = linesOf(part)
		}
		if err != nil {
			return nil, err
		}
	}
}

func linesOf(body io.Reader) ([]string, error) {
	text, err := io.ReadAll(body)
	return strings.Split(strings.TrimRight(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n"), "\n"), err
}

// quoted returns lines of a digest in the form that a direction names.
func (d *digest) quoted(form string) (string, error) {
	lines := d.text
	how, ofPage := strings.CutSuffix(form, "of its page")
	if ofPage {
		lines = d.page
	}
	if numbers, behind, _ := strings.Cut(how, " "); strings.Contains(numbers, "-") {
		from, to, _ := strings.Cut(numbers, "-")
		first, err1 := strconv.Atoi(from)
		last, err2 := strconv.Atoi(to)
		if err1 != nil || err2 != nil || first < 1 || last > len(lines) || first > last {
			return "", fmt.Errorf("there are lines 1-%d", len(lines))
		}
		lines, how = lines[first-1:last], behind
	}
	var out strings.Builder
	for _, line := range lines {
		row, err := written(line, how)
		if err != nil {
			return "", err
		}
		out.WriteString(row + "\n")
	}
	return out.String(), nil
}

func written(line, how string) (string, error) {
	if mark, ok := strings.CutPrefix(how, "marked "); ok {
		mark, err := strconv.Unquote(mark)
		if line == "" {
			mark = strings.TrimRight(mark, " ")
		}
		return mark + line, err
	}
	escaped := strings.NewReplacer("&#34;", "&quot;", "&#39;", "&#x27;").Replace(html.EscapeString(line))
	switch how {
	case "":
		return line, nil
	case "as escaped":
		return escaped, nil
	case "as rows":
		return strings.ReplaceAll(escaped, "  ", "&nbsp; ") + "<br>", nil
	}
	return "", fmt.Errorf("%q is no form", how)
}
