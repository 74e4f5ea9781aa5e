package inbox

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/inbox/mime"
	"pitpost.example/inbox/reply"
	"pitpost.example/inbox/report"
	"pitpost.example/model"
)

const head = "From: Ana <ana@example.com>\r\nTo: play@example.org\r\nMIME-Version: 1.0\r\n"

const answered = `Your 3 C4 was laid, Ana.

Since then Bo laid a crossing on D3 and Cy broke your lantern with great pleasure.

1     .    .    |    .
2    [S]---+----+    .

1 C2
1 C2 turned
2 I1
pass 4`

// nested returns n multiparts, one inside the other, none of them closed.
func nested(n int) []byte {
	var b bytes.Buffer
	b.WriteString(head)
	for i := range n {
		fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=\"b%d\"\r\n\r\n--b%d\r\n", i, i)
	}
	b.WriteString("Content-Type: text/plain\r\n\r\n3 C5\r\n")
	return b.Bytes()
}

func page1(body string) []byte {
	return []byte(head + "Content-Type: text/html; charset=utf-8\r\n\r\n" + body)
}

func text1(body string) []byte {
	return []byte(head + "Content-Type: text/plain; charset=utf-8\r\n\r\n" + body)
}

// parts returns a letter of n equal parts.
func parts(kind, content string, n int) []byte {
	one := "--b\r\nContent-Type: " + kind + "\r\n\r\n" + content + "\r\n"
	return []byte(head + "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + strings.Repeat(one, n) + "--b--\r\n")
}

// hostileShapes returns letters that cost a careless reader more than their length.
func hostileShapes() map[string][]byte {
	return map[string][]byte{
		"22 nested":           nested(22),
		"1000 nested":         nested(1000),
		"30000 nested":        nested(30000),
		"100000 empty parts":  []byte(head + "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + strings.Repeat("--b\r\n\r\n", 100_000) + "--b--\r\n"),
		"a 5 MB header line":  []byte(head + "Subject: " + strings.Repeat("a", 5<<20) + "\r\n\r\n3 C5\r\n"),
		"200000 headers":      []byte(head + strings.Repeat("X-A: b\r\n", 200_000) + "\r\n3 C5\r\n"),
		"100000 folds":        []byte(head + "Subject: a" + strings.Repeat("\r\n b", 60_000) + "\r\n\r\n3 C5\r\n"),
		"100000 addresses":    []byte(strings.Replace(head, "play@", strings.Repeat("bo@example.com, ", 10_000)+"play@", 1) + "\r\n3 C5"),
		"comments in From":    []byte("From: " + strings.Repeat("(", 8000) + "\r\n\r\n3 C5"),
		"encoded words":       []byte(head + "Subject: " + strings.Repeat("=?utf-8?Q?a?= ", 10_000) + "\r\n\r\n3 C5"),
		"50000 references":    []byte(head + "References: " + strings.Repeat("<a@b> ", 30_000) + "\r\n\r\n3 C5"),
		"a line of 1 MB":      text1(strings.Repeat("a ", 1<<19)),
		"deep quotes":         text1(strings.Repeat(strings.Repeat(">", 500)+"\r\n", 2000)),
		"openers":             text1(strings.Repeat("On 1 2026 at\r\n", 19_000)),
		"header words":        text1(strings.Repeat("From: a\r\n", 19_000)),
		"header words apart":  text1(strings.Repeat("From: a\r\n\r\n", 9_000)),
		"disclaimers":         text1(strings.Repeat("this email is confidential\r\n", 19_000)),
		"rules":               text1(strings.Repeat("__________\r\nFrom: a\r\n", 9_000)),
		"200000 lines":        text1(strings.Repeat("a\r\n", 200_000)),
		"deep HTML":           page1(strings.Repeat("<div>", 100_000) + "3 C5"),
		"open formats":        page1(strings.Repeat("<b><i><u><font>", 500) + strings.Repeat("<p>a", 5000)),
		"tables in tables":    page1(strings.Repeat("<table>", 500) + strings.Repeat("<b>a", 5000)),
		"quote boxes":         page1(strings.Repeat(`<div class="gmail_quote">`, 400) + strings.Repeat("<p>a</p>", 50_000)),
		"attributes":          page1("<p " + strings.Repeat(`a="b" `, 50_000) + ">3 C5</p>"),
		"style sheets":        page1("<style>" + strings.Repeat(".a{display:none}", 50_000) + "</style>3 C5"),
		"classes":             page1("<style>" + strings.Repeat("p.b{color:#fff}p.a{color:#fff}", 10_000) + "</style>" + strings.Repeat(`<p class="`+strings.Repeat("a ", 1000)+`">3 C5`, 300)),
		"selectors":           page1("<style>a div div div div b{color:#fff}</style>" + strings.Repeat("<div>", 500) + strings.Repeat("<b>a</b>", 50_000)),
		"siblings":            page1("<style>i~i~i~b{color:#fff}</style>" + strings.Repeat("<!-->", 50_000) + strings.Repeat("<b>a</b>", 50_000)),
		"styles":              page1(strings.Repeat(`<b style="color:#fff;font:0/0 a;clip-path:inset(1%)">a</b>`, 20_000)),
		"unclosed quotes":     page1(strings.Repeat("<blockquote>a", 400)),
		"equals signs":        []byte(head + "Content-Transfer-Encoding: quoted-printable\r\n\r\n" + strings.Repeat("=", 900_000)),
		"compatibility forms": text1(strings.Repeat("\ufdfa", 300_000)),
		"fillers":             text1(strings.Repeat(strings.Repeat("ok, please ", 90)+"3 C5 "+strings.Repeat("please ", 100)+"\r\n", 500)),
		"bullets":             text1(strings.Repeat(strings.Repeat("- * ", 1000)+"3 C5\r\n", 250)),
		"marks":               text1(strings.Repeat(strings.Repeat("*_", 900)+"3 C5"+strings.Repeat("_*", 900)+"\r\n", 270)),
		"ten texts of 1 MB":   parts("text/plain; charset=utf-8", strings.Repeat("a b c d\r\n", 115_000), 9),
		"ten long lines":      parts("text/plain; charset=utf-8", strings.Repeat("a ", 510_000), 9),
		"ten pages of 1 MB":   parts("text/html; charset=utf-8", strings.Repeat("<i>a</i> ", 115_000), 9),
		"200 pages":           parts("text/html; charset=utf-8", strings.Repeat("<p>", 12_000), 199),
		"one page of 1 MB":    page1(strings.Repeat("<b>a</b>", 130_000)),
		"empty elements":      page1(strings.Repeat("<b></b>", 149_000)),
		"a text of 10 MB":     text1(strings.Repeat("a b c d\r\n", 1_150_000)),
		"10 MB of windows":    []byte(head + "Content-Type: text/plain; charset=windows-1252\r\n\r\n" + strings.Repeat("\xe9 b c d\r\n", 1_150_000)),
		"10 MB of Big5":       []byte(head + "Content-Type: text/plain; charset=big5\r\n\r\n" + strings.Repeat("\xa4\xa4", 5_000_000)),
		"10 MB in base64":     []byte(head + "Content-Transfer-Encoding: base64\r\n\r\n" + strings.Repeat("YSBiIGMgZCBlIGYKYSBiIGMg\r\n", 390_000)),
		"10 MB in =41":        []byte(head + "Content-Transfer-Encoding: quoted-printable\r\n\r\n" + strings.Repeat("=41=20=41=42=43=\r\n", 550_000)),
		"10 MB attached":      parts("application/octet-stream; name=a", strings.Repeat("QUJD", 250_000), 9),
		"10 MB of one word":   text1(strings.Repeat("a", 10_000_000)),
		"a line of 10 MB":     []byte(head + "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n3 C5\r\n--b\r\nContent-Type: image/png\r\n\r\n" + strings.Repeat("a", 9_000_000) + "\r\n--b--\r\n"),
		"results in comments": []byte("Authentication-Results: mx.example.org; " + strings.Repeat("(", 120_000) + "\r\n" + head + "\r\n3 C5"),
		"many results":        []byte("Authentication-Results: mx.example.org; " + strings.Repeat("dkim=pass header.d=a.example; ", 8000) + "\r\n" + head + "\r\n3 C5"),
		"results by hundreds": []byte(strings.Repeat("Authentication-Results: mx.example.org; dmarc=pass header.from=a.example\r\n", 1900) + head + "\r\n3 C5"),
		"a report of 10 MB": []byte(head + "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n" +
			strings.Repeat("Final-Recipient: rfc822; a@b.example\r\nAction: failed\r\n\r\n", 150_000) + "--b--\r\n"),
		"a return of 10 MB": []byte("From: MAILER-DAEMON@b.example\r\nSubject: Undelivered\r\nContent-Transfer-Encoding: base64\r\n\r\n" + strings.Repeat("NTUwIDUuMS4xIGFAYi5leGFtcGxl\r\n", 300_000)),
		"combining marks":   text1("a" + strings.Repeat("\u0301", 300_000)),
	}
}

// No shape may cost more than a letter may: reading it, cutting the quote and understanding its lines.
func TestHostileShapesCostLittle(t *testing.T) {
	if l, err := readAnew(text1("I dig 3 at C5"), text1(answered)); err != nil || len(readWords(l).Commands) == 0 {
		t.Fatal(err) // what is loaded once, such as lexicons, costs no letter
	}
	for name, raw := range hostileShapes() {
		t.Run(name, func(t *testing.T) {
			var l *reply.Letter
			var err error
			within(t, func() {
				if l, err = readAnew(raw, text1(answered)); err == nil {
					readWords(l)
				}
				trusted(l, "mx.example.org")
				report.ParseReport(raw, "a bounce")
			})
			var unreadable *mime.Unreadable
			if err != nil && !errors.As(err, &unreadable) {
				t.Errorf("error %v is not *Unreadable", err)
			}
			if l == nil || l.From != "ana@example.com" && err == nil && name != "comments in From" && name != "a return of 10 MB" && name != "a line of 10 MB" {
				t.Errorf("letter %+v", l)
			}
		})
	}
}

// readWords reads the lines of a letter as the house does without a position.
func readWords(l *reply.Letter) Reading {
	g := catalog.FindGame("saboteur")
	return NewLineReader(g, "en", func(p engine.Phrase) string { return p.Key })(l, nil)
}

func TestUnreadable(t *testing.T) {
	deep := strings.Repeat("<div>", 600) + "3 C5"
	for name, c := range map[string]struct {
		raw  []byte
		why  string
		kept string
	}{
		"empty":            {nil, "no header", ""},
		"no header at all": {[]byte("\r\n\r\n"), "no header", ""},
		"only words":       {[]byte("hello there\r\nhow are you"), "no header", ""},
		"too large":        {append(text1(""), make([]byte, 10<<20)...), "larger than 10 MB", ""},
		"a long line":      {text1(strings.Repeat("a", 1<<20+1)), "a line of more than 1 MB", ""},
		"a line in a part": {parts("image/png", strings.Repeat("A", 1<<20+1), 1), "a line of more than 1 MB", ""},
		"header":           {[]byte(head + "Subject: " + strings.Repeat("a", 300<<10)), "the header is too large", ""},
		"deep parts":       {nested(22), "parts nested too deep", ""},
		"many parts":       {[]byte(head + "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + strings.Repeat("--b\r\n\r\na\r\n", 300)), "more than 200 parts", ""},
		"no boundary":      {[]byte(head + "Content-Type: multipart/mixed\r\n\r\n3 C5"), "a multipart without a usable boundary", ""},
		"long boundary":    {[]byte(head + "Content-Type: multipart/mixed; boundary=" + strings.Repeat("b", 300) + "\r\n\r\n"), "a multipart without a usable boundary", ""},
		"deep HTML":        {page1(deep), "HTML that cannot be read", ""},
		"deep HTML beside a text": {[]byte(head + "Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\r\n3 C5\r\n--b\r\nContent-Type: text/html\r\n\r\n" +
			deep + "\r\n--b--"), "", "3 C5"},
		"four shallow levels": {nested(4), "", "3 C5"},
	} {
		l, err := ReadLetter(c.raw)
		var unreadable *mime.Unreadable
		why := ""
		if errors.As(err, &unreadable) {
			why = unreadable.Why
		}
		if why != c.why || l.Kept != c.kept {
			t.Errorf("%s: %q and %q, want %q and %q", name, why, l.Kept, c.why, c.kept)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(text1("3 C5\r\n\r\nOn Sat, Nov 21, 2026 at 9:00 AM Bo <bo@example.com>\r\nwrote:\r\n> a\r\n"))
	f.Add(page1(`<div style="color:#fff">a</div><div class="gmail_quote"><blockquote>b</blockquote></div>c`))
	f.Add(nested(3))
	f.Add([]byte(head + "Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n> a \r\n> b\r\n-- \r\n"))
	f.Add([]byte(head + "Content-Type: text/plain; charset=iso-2022-jp\r\nContent-Transfer-Encoding: base64\r\n\r\nGyRC"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		l, err := ReadLetter(raw)
		var unreadable *mime.Unreadable
		if err != nil && !errors.As(err, &unreadable) {
			t.Fatalf("error %v is not *Unreadable", err)
		}
		for _, text := range []string{l.Kept, l.Subject, l.Name, l.From, l.Disagree, strings.Join(l.To, ""), strings.Join(l.Attached, "")} {
			if strings.ContainsRune(text, 0) || !validText(text) {
				t.Fatalf("%q would not go into the database", text)
			}
		}
		for _, c := range l.Cut {
			if strings.ContainsRune(c.Text, 0) || !validText(c.Text) || c.Text == "" {
				t.Fatalf("cut %q", c)
			}
		}
		if strings.ContainsAny(l.From+l.Subject+l.Name+strings.Join(l.To, ""), "\r\n") {
			t.Fatalf("a line end in %q %q %q %q", l.From, l.Subject, l.Name, l.To)
		}
		_, _ = ReadLetter(raw, raw)
		ExplainLetter(raw, ExplainOptions{Mailbox: "play@example.org", AuthservID: "mx.example.org", Words: func(*reply.Letter, *model.Ref) Reading { return Reading{} }})
	})
}

func validText(s string) bool { return strings.ToValidUTF8(s, "") == s }
