package inbox

import (
	"bytes"
	"mime/quotedprintable"
	"strings"
	"testing"
)

// Whatever is read straight away reads as the parser has it, in letters of all programs.
func TestStraightAgreesWithTheParser(t *testing.T) {
	pages, straight := 0, 0
	for name, raw := range everyLetter(t) {
		top, content, err := open(raw)
		if err != nil {
			continue
		}
		bodies, err := (&mime{letter: &Letter{}}).walk(top, content, 0)
		if err != nil {
			continue
		}
		for _, b := range bodies {
			for _, page := range b.html {
				pages++
				got, ok := new(straightener).straight([]byte(page), false)
				if !ok {
					continue
				}
				straight++
				var want rendered
				if err := want.add(page); err != nil || !sameWords(got, want) {
					t.Errorf("%s: read straight it is\n%s\nby the parser, %v,\n%s", name, got.text(), err, want.text())
				}
			}
		}
	}
	if pages < 200 || straight < pages*9/10 {
		t.Errorf("of %d pages only %d are read straight", pages, straight)
	}
}

// Of HTML in which an element closes another, or moves, only a parser can tell what stands
// where: each of these looks as if all in the quote were closed before "evil".
func TestStraightLeavesRiddles(t *testing.T) {
	for _, page := range []string{
		`<div><blockquote>a<li><div><li></li></div></li></blockquote>evil</div>`,
		`<div><blockquote>a<table><div><table></table></div></table></blockquote>evil</div>`,
		`<table><tr><td><blockquote>a<tr></tr></blockquote>evil</td></tr></table>`,
		`<h1><blockquote>a<h2><h3></h3></h2></blockquote>evil</h1>`,
		`<a href=x>b<blockquote>a<a href=y>c</a></blockquote>evil</a>`,
		`<p>b<blockquote>a</blockquote>evil</p>`,
		`<blockquote>a<!-- --!></blockquote>evil<blockquote>--></blockquote>`,
		`<blockquote>a<b title="></blockquote>">c</blockquote>evil`,
		`<blockquote>a<textarea></blockquote>evil</textarea></blockquote>`,
		`<blockquote>a<style>.x{display:none}</style></blockquote><p class=x>evil</p>`,
		`<div id="divRplyFwdMsg">a</div>evil<style>.y{display:none}</style>`,
		`b<blockquote>a</blockquote>evil<body style="display:none">`,
		`b &lt;<blockquote>a&gt; wrote:</blockquote>evil`,
		`<blockquote>a</div></blockquote>evil`, `<blockquote>a`, `<blockquote><p>a`, strings.Repeat("<div>", 300) + strings.Repeat("</div>", 300),
	} {
		got, ok := new(straightener).straight([]byte(page), false)
		var want rendered
		if err := want.add(page); ok && (err != nil || !sameWords(got, want)) {
			t.Errorf("%s\nread straight it is %q, by the parser %q, %v", page, got.lines, want.lines, err)
		}
	}
}

// What stands below a quote in the HTML alone is never taken for part of it.
func TestBelowTheQuoteInHTMLAlone(t *testing.T) {
	const both = head + "Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\r\n3 C5\r\n--b\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n" +
		"<div>3 C5</div><div>On Mon, Aug 3, 2026 Bo &lt;bo@example.com&gt; wrote:</div><blockquote>a</blockquote>"
	for below, disagree := range map[string]string{"": "", "<div>9 Z9</div>": "3 C5\n\n9 Z9"} {
		l, err := readKept([]byte(both + below + "\r\n--b--\r\n"))
		if err != nil || l.Kept != "3 C5" || l.Disagree != disagree {
			t.Errorf("with %q below: kept %q, disagreeing %q, %v", below, l.Kept, l.Disagree, err)
		}
	}
}

// What is longer than is decoded ahead is read straight all the same.
func TestStraightReadsLongTags(t *testing.T) {
	long := strings.Repeat("A", 5000)
	for _, page := range []string{`<p>3 C5<img src="data:image/png;base64,` + long + `"></p>say hi`, `<p>3 C5</p><!-- ` + long + ` -->say hi`,
		`<style>p{font-family:` + long + `}</style><p>3 C5</p>say hi`, `<p>3 C5 ` + long + `</p>say hi &lt;`, "<p>3 C5</p><blockquote>a<img alt=\"" + long + "\"><b>b</b></blockquote>say hi"} {
		var want rendered
		if err := want.add(page); err != nil {
			t.Fatal(err)
		}
		for _, soft := range []bool{false, true} {
			raw := []byte(page)
			if soft {
				var b bytes.Buffer
				w := quotedprintable.NewWriter(&b)
				_, _ = w.Write(raw)
				_ = w.Close()
				raw = b.Bytes()
			}
			if got, ok := new(straightener).straight(raw, soft); !ok || !sameWords(got, want) {
				t.Errorf("%.60s, soft %v: read straight it is %.200q, %v, by the parser %.200q", page, soft, got.lines, ok, want.lines)
			}
		}
	}
}
