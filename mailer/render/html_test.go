package render

import (
	"bytes"
	"html/template"
	"math/rand/v2"
	"net/url"
	"testing"
)

// hostile are texts that would break a page if any place printed them unescaped.
var hostile = []string{
	`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `' onmouseover='x`, `</title></style></pre></td></table><b>`, `&lt;b&gt; &amp; &#39;`,
	"`+alert(1)+`", `javascript:alert(1)`, `{{.Title}}`, "a\x00b", "\xff\xfe broken", "<!--", "--> ]]>", "né \u202e über \u2028 x", `=?utf-8?q?=3Cb=3E?=`, "",
	"%3Cb%3E %zz % %4", "a;b(c)'d'\\e", "vbscript:x", "http://pit.example/?a=1&b=<>\"' +", "data:text/html,<b>", "mailto:ana@example.org?body=3 C5", "/letter/1-2:3", "😀",
}

// form prints a page by html/template, which knows what to escape in each place.
func form(t *testing.T, p Page) string {
	t.Helper()
	type safe struct {
		Text, Name string
		Link       template.URL
	}
	forms, err := template.New("letter.html").Funcs(template.FuncMap{"safe": func(all []Command) (out []safe) {
		for _, c := range all {
			name := ""
			if c.Says != "" {
				name = c.Text + ": " + c.Says
			}
			out = append(out, safe{c.Text, name, template.URL(c.Link)}) // #nosec G203 -- made by answers.link
		}
		return out
	}, "heading": heading, "own": Row.own, "page": func(lines []Line, at, by int) bool {
		at += by
		return at >= 0 && at < len(lines) && lines[at].Kind == PageLink
	}}).ParseFiles("testdata/letter.html")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := forms.Execute(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// randomPage fills every place of a page with a hostile text.
func randomPage(r *rand.Rand) Page {
	word := func() string { return hostile[r.IntN(len(hostile))] }
	words := func() (out []string) {
		for range r.IntN(3) {
			out = append(out, word()+word())
		}
		return out
	}
	commands := func() (out []Command) {
		for range r.IntN(3) {
			out = append(out, Command{Text: word(), Says: word(), Link: ReplyLink(word(), word(), "", word())})
		}
		return out
	}
	p := Page{Lang: word(), Title: word(), CID: "-" + url.PathEscape(word()) + "@example.org", Foot: words()}
	kinds := []Weight{"", "quote", "done", "refused", "faint", "strong", "page", "other"}
	for range r.IntN(4) {
		s := Section{Title: word(), Board: words(), Alt: word(), TextOnly: r.IntN(4) == 0}
		if r.IntN(2) == 0 {
			s.Picture = &Picture{Name: []string{"board", "hand"}[r.IntN(2)], Width: 342, Height: 200}
		}
		for range r.IntN(6) {
			s.Lines = append(s.Lines, Line{Text: word(), Kind: kinds[r.IntN(len(kinds))], Link: "https://play.example.org/league/" + url.PathEscape(word())})
		}
		for range r.IntN(3) {
			s.Table = append(s.Table, Row{Head: word(), Name: word(), Text: word(), Commands: commands()})
		}
		for range r.IntN(3) {
			s.Choices = append(s.Choices, Choices{Head: word(), Commands: commands()})
		}
		p.Sections = append(p.Sections, s)
	}
	return p
}

// Whatever a letter contains, its page has the same bytes as html/template makes of the same form. So no text
// by a player can be anything but text.
func TestPageIsWhatTheTemplateMakes(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	for range 400 {
		p := randomPage(r)
		got, want := HTML(&p), form(t, p)
		if got == want {
			continue
		}
		at := 0
		for at < min(len(got), len(want)) && got[at] == want[at] {
			at++
		}
		t.Fatalf("at byte %d:\n%q\nthe template makes\n%q", at, got[max(0, at-80):min(len(got), at+80)], want[max(0, at-80):min(len(want), at+80)])
	}
}

// A link to an answer has what url.Values gives, but with spaces as mail programs read them.
func TestAnswerLinks(t *testing.T) {
	for _, c := range []struct{ to, subject, body, want string }{
		{"play+1x@example.org", "[#42 Saboteur] Your turn", "3 C5", "mailto:play+1x@example.org?body=3%20C5&subject=Re:%20%5B%2342%20Saboteur%5D%20Your%20turn"},
		{"play+1x@example.org", "[#42 Saboteur] Your turn", "a+b&c", "mailto:play+1x@example.org?body=a%2Bb%26c&subject=Re:%20%5B%2342%20Saboteur%5D%20Your%20turn"},
		{"q?x#y@example.org", "ü", "\"<>'", "mailto:q%3Fx%23y@example.org?body=%22%3C%3E%27&subject=Re:%20%C3%BC"},
	} {
		if got := ReplyLink(c.to, c.subject, "", c.body); got != c.want {
			t.Errorf("%q\nwant %q", got, c.want)
		}
	}
	const want = "mailto:play@example.org?body=pass%201&subject=Re:%20Your%20turn&in-reply-to=%3C7.x@example.org%3E"
	if got := ReplyLink("play@example.org", "Your turn", "<7.x@example.org>", "pass 1"); got != want {
		t.Errorf("%q", got)
	}
}

// A letter that begins with a strong line, or that only says what was done, has its heading in that line.
func TestHeaded(t *testing.T) {
	for _, c := range []struct {
		name  string
		first Section
		want  bool
	}{
		{"a strong line", Section{Lines: []Line{{Kind: Strong}, {}}}, true},
		{"one thing done", Section{Lines: []Line{{Kind: Done}}}, true},
		{"two things done", Section{Lines: []Line{{Kind: Done}, {Kind: Done}}}, false},
		{"a plain line", Section{Lines: []Line{{}}}, false},
		{"no line", Section{}, false},
		{"a title above it", Section{Title: "News", Lines: []Line{{Kind: Strong}}}, false},
		{"in the text alone", Section{TextOnly: true, Lines: []Line{{Kind: Strong}}}, false},
	} {
		if (Page{Sections: []Section{c.first}}).Headed() != c.want {
			t.Errorf("%s: %v", c.name, !c.want)
		}
	}
	if (Page{}).Headed() {
		t.Error("a page without sections has a heading in them")
	}
}
