package inbox

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// grit is what makes readers of letters stumble.
var grit = []string{"<", ">", "=", "=\r\n", "=\n", "= \r\n", "=3C", "=3e", "=22", "=27", "=3D", "=0A", "=0D=0A", "=00", "=0C", "=E2=80=A8", "=C2=85", "=EF=BB=BF", "\xff\xfe", "\"", "'",
	"\r", "\n", "\r\n", "\r\n\r\n", "\f", "\v", "\x00", "\u2028", "\ufeff", "\xe9", "é", "\n>", "\r>", "\r\n> ", "\r\n3 C5\r\n", "--", "--==alt==", "\r\n--==alt==\r\n", "\r\n--==alt==--\r\n",
	"<blockquote>", "</blockquote>", "<BLOCKQUOTE class=x>", "</BLOCK=\r\nQUOTE>", "<div>9 Z9</div>", "</div>", "<div>", "<table>", "</table>", "<tr>", "</td></tr>\r\n<tr><td>", "<td style=3D\"padding:2px\" align=3D\"left\">",
	"<br>", "<hr>", "<p>", "</p>", "<a href=x>", "</a>", "<b title=\">\">", "<b title=3D\"=22\">", "<b title=3D\"=2=\r\n2 x=3D\">", "<b title=3D\"=22 x=3D\">", "<!-- <b> -->", "<!--", "-->", "<style>.a{display:none}</style>",
	"<style>", "</style>", "<pre>\r\n a\r\n</pre>", "<textarea>", "<li>", "&lt;", "&lt", "<\x00b>", "<=\r\n/td>", "<=2Fdiv>", "<font color=white>9 Z9</font>", "<i style=\"display:none\">9 Z9</i>", "<body>", "</body>", "</html>"}

// mutate puts grit into a letter, or takes out or doubles a piece.
func mutate(random *rand.Rand, raw []byte) []byte {
	raw = slices.Clone(raw)
	for range 1 + random.IntN(3) {
		at := random.IntN(len(raw) + 1)
		if marks := []string{"<", "=", "\n", "blockquote", ">"}; random.IntN(2) == 0 {
			if found := bytes.Index(raw[at:], []byte(marks[random.IntN(len(marks))])); found >= 0 {
				at += found + random.IntN(2)
			}
		}
		end := min(len(raw), at+random.IntN(60))
		switch random.IntN(8) {
		case 0:
			raw = slices.Delete(raw, at, end)
		case 1:
			raw = slices.Insert(raw, at, bytes.Clone(raw[at:end])...)
		default:
			raw = slices.Insert(raw, at, []byte(grit[random.IntN(len(grit))])...)
		}
	}
	return raw
}

// Whatever happens to a letter, the doors keep of it what those keep who explain it.
func TestReadBrieflyKeepsTheSameOfMutations(t *testing.T) {
	letters := everyLetter(t)
	names := make([]string, 0, len(letters))
	for name := range letters {
		names = append(names, name)
	}
	slices.Sort(names)
	random := rand.New(rand.NewPCG(1, 2))
	for range mutations {
		name := names[random.IntN(len(names))]
		raw := mutate(random, letters[name])
		l, err := readKept(raw)
		full, fullErr := Read(raw)
		if (err == nil) != (fullErr == nil) || l.Kept != full.Kept || l.Disagree != full.Disagree {
			t.Fatalf("%s: read briefly it keeps %q (%q, %v), whole %q (%q, %v)\n%q", name, l.Kept, l.Disagree, err, full.Kept, full.Disagree, fullErr, raw)
		}
	}
}

const mutations = 3000

// HTML in quoted-printable is read as the parser has it decoded, wherever its lines are broken.
func TestStraightWhereverLinesAreBroken(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	straight := 0
	for range mutations {
		page := replyPage(random.IntN(8), 600)
		if random.IntN(2) == 0 {
			page = plainLines(strings.ToValidUTF8(string(mutate(random, []byte(page))), ""))
		}
		raw := breakLines(random, page)
		got, ok := new(straightener).straight(raw, true)
		if !ok {
			continue
		}
		straight++
		var want rendered
		if err := want.add(page); err != nil || !sameWords(got, want) {
			t.Fatalf("%q\nread straight it is %q\nby the parser, %v, %q", raw, got, err, want)
		}
	}
	if straight < mutations/3 {
		t.Errorf("only %d pages are read straight", straight)
	}
}

// breakLines writes quoted-printable with escapes and line ends in strange places.
func breakLines(random *rand.Rand, page string) []byte {
	var b bytes.Buffer
	often := 2 + random.IntN(60)
	for i := range len(page) {
		switch c := page[i]; {
		case c == '=' || c >= 0x80 || random.IntN(100*often) == 0:
			b.WriteString("=" + string("0123456789ABCDEF"[c>>4]) + string("0123456789ABCDEF"[c&15]))
		case c == '\n':
			b.WriteString("\r\n")
		default:
			b.WriteByte(c)
		}
		if random.IntN(often) == 0 {
			b.WriteString([]string{"=\r\n", "=\r\n", "=\r\n", "=\n", "= \r\n"}[random.IntN(5)])
		}
	}
	return b.Bytes()
}
