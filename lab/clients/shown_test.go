package clients

import (
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"pitpost.example/lab"
)

var (
	styles   = regexp.MustCompile(`(?s)<style>.*?</style>`)
	pictured = regexp.MustCompile(`<img [^>]*>`)
	source   = regexp.MustCompile(` src="[^"]*"`)
	altText  = regexp.MustCompile(` alt="([^"]*)"`)
)

// turned inverts all colours, as programs do in dark mode with letters that
// have no dark colours: light becomes dark, and hues stay.
const turned = `(() => {
	const round = (text) => {
		const [r, g, b, a = 1] = text.match(/[\d.]+/g).map(Number), sum = Math.max(r, g, b) + Math.min(r, g, b);
		return "rgba(" + [r, g, b].map((c) => c + 255 - sum) + "," + a + ")"; // lightness l becomes 1 - l
	};
	const all = [...document.querySelectorAll("body, body *")].map((e) => [e, getComputedStyle(e)]).map(([e, s]) => [e, round(s.color), round(s.backgroundColor)]);
	for (const [e, ink, ground] of all) {
		e.style.setProperty("color", ink, "important");
		e.style.setProperty("background-color", ground, "important");
	}
	return all.length;
})()`

// shown is one way in which programs show a letter.
type shown struct {
	name   string
	page   func(l *letter) string
	dark   bool
	script string
}

var ways = []shown{
	{name: "light", page: func(l *letter) string { return l.page }},
	{name: "dark", page: func(l *letter) string { return l.page }, dark: true},
	{name: "no-style", page: func(l *letter) string { return styles.ReplaceAllString(l.page, "") }},
	{name: "no-pictures", page: func(l *letter) string {
		return pictured.ReplaceAllStringFunc(l.page, func(img string) string { return source.ReplaceAllString(img, ` src="data:,"`) })
	}},
	{name: "turned", page: func(l *letter) string { return styles.ReplaceAllString(l.page, "") }, script: turned},
}

// A letter can be read in each of these ways, on a phone: all its words are there with enough contrast, nothing
// has to be scrolled sideways, and axe-core finds no accessibility problem.
func TestLettersCanBeReadHoweverTheyAreShown(t *testing.T) {
	t.Parallel()
	var page string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, page)
	}))
	t.Cleanup(server.Close) // after the browser, which may still request an icon
	b := lab.OpenBrowser(t, 390, 1600, false)
	for i, l := range letters(t) {
		whole := ""
		for j, way := range ways {
			page = way.page(l)
			if way.name == "no-style" && page == l.page {
				t.Fatalf("%s has no style sheet to take away", l.name)
			}
			b.Colours(way.dark)
			b.Open(fmt.Sprintf("%s/%d/%d", server.URL, i, j))
			if way.script != "" {
				b.Eval(way.script)
			}
			if wide := b.Eval("document.documentElement.scrollWidth"); wide != "390" {
				t.Errorf("%s, %s: %s pixels wide on 390", l.name, way.name, wide)
			}
			words := strings.Join(strings.Fields(b.Eval("document.body.innerText")), " ")
			if whole == "" {
				whole = words
			}
			if words != whole {
				t.Errorf("%s, %s: other words than by light\n%s\n%s", l.name, way.name, words, whole)
			}
			if way.name == "no-pictures" {
				for _, img := range pictured.FindAllString(l.page, -1) {
					alt := altText.FindStringSubmatch(img)
					if alt == nil || len(html.UnescapeString(alt[1])) < 10 {
						t.Errorf("%s: a picture without words: %.80s", l.name, img)
					}
				}
			}
			for _, fault := range b.Faults() {
				t.Errorf("%s, %s: %s", l.name, way.name, fault)
			}
			b.Shot(strings.ReplaceAll(l.name, " ", "-") + "-" + way.name)
		}
	}
}
