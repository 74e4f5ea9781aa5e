package inbox

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"testing"
)

// mixed returns the header and body of a multipart. Each part begins with its own headers.
func mixed(kind string, parts ...string) (headers, body string) {
	return "Content-Type: multipart/" + kind + "; boundary=\"=_b\"\n", "--=_b\n" + strings.Join(parts, "\n--=_b\n") + "\n--=_b--\n"
}

func (s *stand) alternative(text, page string) string {
	headers, body := mixed("alternative", "Content-Type: text/plain; charset=utf-8\n\n"+text, "Content-Type: text/html; charset=utf-8\n\n"+page)
	return s.letter(s.toMove(), turnSubject, headers, body)
}

func TestPlainAndHTMLTextCarryDifferentMoves(t *testing.T) {
	s := newStand(t)
	e := s.bring(s.alternative("pass 1", "<p>pass 2</p>"))
	s.stopped("two moves", e, "hold", "letter.two-forms", 1)
	if e.receipt == nil || len(e.receipt.Lines) != 1 || e.receipt.Lines[0].Says[0].Args["text"] != "pass 1" || e.receipt.Lines[0].Says[0].Args["page"] != "pass 2" {
		t.Errorf("the question does not say both: %+v", e.receipt)
	}
	s.applied("the answer to it", s.bring(s.letter(s.toMove(), turnSubject, "", "pass 2")))
	s.stopped("one form alone has a move", s.bring(s.alternative("pass 1", "<p>Hello</p>")), "hold", "letter.two-forms", 1)
	s.applied("both the same", s.bring(s.alternative("pass 1", "<p>pass&nbsp;1</p>")))
}

func TestHTMLHidesACommand(t *testing.T) {
	s := newStand(t)
	for name, page := range map[string]string{
		"display none":   `<p>status</p><p style="display:none">pass 1</p>`,
		"white on white": `<div style="background:#fff"><p>status</p><p style="color:#ffffff">pass 1</p></div>`,
		"one pixel":      `<p>status</p><p style="font-size:1px">pass 1</p>`,
		"hidden":         `<p>status</p><p hidden>pass 1</p>`,
		"no opacity":     `<p>status</p><p style="opacity:0">pass 1</p>`,
	} {
		e := s.bring(s.letter(s.toMove(), turnSubject, "Content-Type: text/html; charset=utf-8\n", page))
		if e.state != "apply" || e.moves != 0 || e.lines() != "status: told" {
			t.Errorf("%s: %s, %s, %d facts: %s", name, e.state, e.why, e.moves, e.lines())
		}
	}
	e := s.bring(s.alternative("pass 1", `<p style="display:none">pass 1</p><p>Hello</p>`))
	s.stopped("hidden, and plain in the text", e, "hold", "letter.two-forms", 1)
}

func TestHTMLOnlyMoveSplitOverSpansAndNoBreakSpaces(t *testing.T) {
	s := newStand(t)
	for name, page := range map[string]string{
		"spans":      `<div><span>pa</span><span style="color:red">ss</span>&nbsp;<b>1</b></div>`,
		"entities":   `<p>&#112;ass&#160;&#49;</p>`,
		"table cell": `<table><tr><td>pass&nbsp;1</td></tr></table>`,
		"narrow":     `<p>pass&#8239;1<br></p><p>&nbsp;</p>`,
		"broken":     `<div>pa<wbr>ss<!-- x --> 1`,
	} {
		s.applied(name, s.bring(s.letter(s.toMove(), turnSubject, "Content-Type: text/html; charset=utf-8\n", page)))
	}
}

func TestFlowedTextWithDelSpQuotedThreeDeep(t *testing.T) {
	s := newStand(t)
	e := s.bring(s.letter(s.toMove(), turnSubject, "Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes\n",
		"pa \nss 1\n\nOn 21/11/2026 09:00, Saboteur wrote:\n>>> pass 2 \n>>> resign\n>> pass 3\n> pass 4"))
	s.applied("flowed", e)
	if e.lines() != "pass 1: done" {
		t.Errorf("read: %s", e.lines())
	}
}

func TestQuotedPrintableSoftBreakInAMoveAndBase64WithNoise(t *testing.T) {
	s := newStand(t)
	const plain = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: "
	for name, body := range map[string]string{"soft break": "pa=\nss=20=\n1", "blanks at the break": "pass 1=20=  \n", "lower-case hex": "pass=c2=a01"} {
		s.applied(name, s.bring(s.letter(s.toMove(), turnSubject, plain+"quoted-printable\n", body)))
	}
	coded := base64.StdEncoding.EncodeToString([]byte("pass 1\r\n"))
	for name, body := range map[string]string{"noise": coded[:3] + "\n \t!*" + coded[3:], "no padding": strings.TrimRight(coded, "="), "text after it": coded + "\n\n-- \nlist footer"} {
		s.applied(name, s.bring(s.letter(s.toMove(), turnSubject, plain+"base64\n", body)))
	}
}

func TestCharsetsWrongMissingAndOfEastAsia(t *testing.T) {
	s := newStand(t)
	bytes := func(hexed string) string {
		b, err := hex.DecodeString(strings.ReplaceAll(hexed, " ", ""))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	for name, c := range map[string][2]string{
		"windows-1252 quotes said to be utf-8":   {"text/plain; charset=utf-8", bytes("93") + "pass 1" + bytes("94")},
		"no charset":                             {"text/plain", "caf" + bytes("e9") + "\npass 1"},
		"an unknown charset":                     {"text/plain; charset=x-unknown", "pass 1"},
		"ISO-2022-JP, digits of full width":      {"text/plain; charset=ISO-2022-JP", "pass " + bytes("1b 24 42 23 31 1b 28 42")},
		"GB18030, letters and digits full width": {"text/plain; charset=gb18030", bytes("a3f0 a3e1 a3f3 a3f3 a1a1 a3b1")},
		"Shift_JIS":                              {"text/plain; charset=Shift_JIS", "pass" + bytes("8140 8250")},
		"UTF-16 with its mark":                   {"text/plain; charset=utf-16", bytes("feff 0070 0061 0073 0073 0020 0031")},
		"UTF-8 with a mark":                      {"text/plain; charset=utf-8", "\ufeffpass 1"},
	} {
		s.applied(name, s.bring(s.letter(s.toMove(), turnSubject, "Content-Type: "+c[0]+"\nContent-Transfer-Encoding: base64\n", base64.StdEncoding.EncodeToString([]byte(c[1])))))
	}
}
