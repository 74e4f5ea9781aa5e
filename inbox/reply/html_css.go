package reply

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/andybalholm/cascadia"
	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// declaration is one declaration of CSS. Name and value are in lower case.
type declaration struct {
	name, value string
	important   bool
}

// rule is what a style sheet declares for one selector.
type rule struct {
	steps  []step // the parts of the selector, that of the element itself last
	weight cascadia.Specificity
	place  int // among the rules of the page
	css    *[]declaration
}

// step is a part of a selector that is about one element.
type step struct {
	cascadia.Sel
	link string // how that element stands to the one of the step before: " ", ">", "+" or "~"
}

// sheets holds the rules of a page, each by the last name in its selector: ".class", "#id", "tag" or "".
type sheets struct {
	rules   map[string][]rule
	count   int
	effort  int               // how many comparisons of a selector with an element are left
	inlines map[string]inline // what style attributes declare, of which most are repeated
}

// sheetsOf reads the style sheets of a page.
func sheetsOf(root *html.Node, size int) *sheets {
	sh := &sheets{rules: map[string][]rule{}, inlines: map[string]inline{}, effort: 20_000 + size}
	for n := range root.Descendants() {
		if n.DataAtom == atom.Style && n.FirstChild != nil && onScreen(attribute(n, "media")) {
			sh.add(n.FirstChild.Data)
		}
	}
	return sh
}

// add reads one style sheet.
func (sh *sheets) add(source string) {
	p := css.NewParser(parse.NewInputString(plainNames(source)), false)
	var off []bool            // for each at-rule around, whether its rules do not apply
	var open []*[]declaration // for each rule around, what it declares
	for {
		switch kind, _, name := p.Next(); kind {
		case css.ErrorGrammar:
			if !p.HasParseError() {
				return // the end
			}
		case css.BeginAtRuleGrammar:
			off = append(off, slices.Contains(off, true) || string(name) == "@media" && !onScreen(joined(p.Values())))
		case css.EndAtRuleGrammar:
			off = off[:max(len(off)-1, 0)]
		case css.BeginRulesetGrammar:
			declared := new([]declaration)
			if len(open) == 0 && !slices.Contains(off, true) {
				sh.file(joined(p.Values()), declared)
			}
			open = append(open, declared)
		case css.EndRulesetGrammar:
			open = open[:max(len(open)-1, 0)]
		case css.DeclarationGrammar:
			if len(open) > 0 {
				last := open[len(open)-1]
				*last = append(*last, declared(name, p.Values()))
			}
		}
	}
}

func joined(tokens []css.Token) string {
	var b strings.Builder
	for _, t := range tokens {
		b.Write(t.Data)
	}
	return b.String()
}

func declared(name []byte, value []css.Token) declaration {
	text, important := strings.CutSuffix(strings.ToLower(joined(value)), "!important")
	return declaration{strings.TrimPrefix(string(name), "-webkit-"), strings.TrimSpace(text), important}
}

// declarations reads the declarations in a style attribute.
func declarations(source string) (all []declaration) {
	if source == "" {
		return nil
	}
	p := css.NewParser(parse.NewInputString(plainNames(source)), true)
	for {
		switch kind, _, name := p.Next(); {
		case kind == css.DeclarationGrammar:
			all = append(all, declared(name, p.Values()))
		case kind == css.ErrorGrammar && !p.HasParseError():
			return all
		}
	}
}

var escaped = regexp.MustCompile(`\\0{0,4}([46][1-9A-Fa-f]|[57][0-9Aa])\s?`)

// plainNames writes letters as themselves that are written as \64.
func plainNames(source string) string {
	return escaped.ReplaceAllStringFunc(source, func(s string) string {
		code, _ := strconv.ParseUint(strings.TrimSpace(s[1:]), 16, 8) // the pattern allows no other
		return string(rune(code))
	})
}

var (
	parts = regexp.MustCompile(`(?:\[[^\]]*\]|[^\s>+~,\[])+|[\s>+~,]`)
	named = regexp.MustCompile(`([.#]?[^.#\[\]*]+)(?:\[[^\]]*\])*$`)
)

// file files what a rule declares by its selectors. Selectors with pseudo-classes are left out: most are about what
// a reader does, and the others cost time that nobody can foresee.
func (sh *sheets) file(selectors string, css *[]declaration) {
	r, key, link, known := rule{css: css}, "", "", true
	for _, part := range parts.FindAllString(selectors+",", -1) {
		switch part {
		case ",":
			if known && len(r.steps) > 0 {
				sh.count++
				r.place = sh.count
				sh.rules[key] = append(sh.rules[key], r)
			}
			r, link, known = rule{css: css}, "", true
		case " ", ">", "+", "~":
			link = part
		default:
			sel, err := cascadia.Parse(part)
			if known = known && err == nil && !strings.Contains(part, ":"); !known {
				continue
			}
			r.steps, r.weight, key = append(r.steps, step{sel, link}), r.weight.Add(sel.Specificity()), ""
			if name := named.FindStringSubmatch(part); name != nil {
				key = name[1]
			}
			if !strings.HasPrefix(key, ".") && !strings.HasPrefix(key, "#") {
				key = strings.ToLower(key) // a tag
			}
		}
	}
}

// matching returns the rules for an element, the weightiest last.
func (sh *sheets) matching(n *html.Node) (found []rule) {
	if sh.count == 0 || sh.effort < 0 {
		return nil
	}
	keys := []string{"", n.Data, "#" + attribute(n, "id")}
	for class := range strings.FieldsSeq(attribute(n, "class")) {
		keys = append(keys, "."+class)
	}
	for _, key := range keys {
		for _, r := range sh.rules[key] {
			if sh.matches(n, r.steps) {
				found = append(found, r)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b rule) int {
		return cmp.Or(slices.Compare(a.weight[:], b.weight[:]), a.place-b.place)
	})
	return found
}

func (sh *sheets) matches(n *html.Node, steps []step) bool {
	sh.effort -= 1 + len(n.Attr)/8
	for _, a := range n.Attr {
		sh.effort -= len(a.Val) / 64
	}
	last, rest := steps[len(steps)-1], steps[:len(steps)-1]
	if sh.effort < 0 || !last.Match(n) {
		return false
	}
	switch {
	case len(rest) == 0:
		return true
	case last.link == " " || last.link == ">":
		for n = n.Parent; n.Type == html.ElementNode; n = n.Parent {
			if sh.matches(n, rest) {
				return true
			}
			if last.link == ">" {
				break
			}
		}
	default:
		for n = n.PrevSibling; n != nil; n = n.PrevSibling {
			sh.effort--
			if n.Type != html.ElementNode {
				continue
			}
			if sh.matches(n, rest) {
				return true
			}
			if last.link == "+" {
				break
			}
		}
	}
	return false
}

// style holds what is declared for an element, by names of properties.
type style map[string]string

// inline is what a style attribute declares.
type inline struct {
	all []declaration
	style
}

// styles returns what an element declares itself, and that with what style sheets, attributes and browsers declare
// for it.
func (sh *sheets) styles(n *html.Node) (own, all style) {
	if len(n.Attr) == 0 && sh.count == 0 && n.DataAtom != atom.Mark && n.DataAtom != atom.Dialog {
		return nil, nil // as most are
	}
	source := attribute(n, "style")
	written, known := sh.inlines[source]
	if !known {
		written.all = declarations(source)
		written.style = styleOf(written.all)
		sh.inlines[source] = written
	}
	around := presented(n)
	for _, r := range sh.matching(n) {
		around = append(around, *r.css...)
	}
	if len(around) == 0 {
		return written.style, written.style
	}
	return written.style, styleOf(append(around, written.all...))
}

// styleOf applies declarations in turn, the important ones last.
func styleOf(all []declaration) style {
	if len(all) == 0 {
		return nil
	}
	s := style{}
	for _, important := range [...]bool{false, true} {
		for _, d := range all {
			if d.important == important {
				s.declare(d.name, d.value)
			}
		}
	}
	return s
}

// presented returns what attributes and the names of elements declare.
func presented(n *html.Node) (all []declaration) {
	add := func(name, value string) {
		all = append(all, declaration{name: name, value: strings.ToLower(value)})
	}
	switch n.DataAtom {
	case atom.Mark:
		add("background-color", "yellow")
		add("color", "black")
	case atom.Dialog:
		if _, open := lookUp(n, "open"); !open {
			add("display", "none")
		}
	}
	for _, a := range n.Attr {
		switch {
		case a.Key == "hidden":
			add("display", "none")
		case a.Key == "bgcolor":
			add("background-color", a.Val)
		case a.Key == "background":
			add("background-image", "url()")
		case a.Key == "color" && n.DataAtom == atom.Font, a.Key == "text" && n.DataAtom == atom.Body:
			add("color", a.Val)
		case a.Key == "size" && n.DataAtom == atom.Font:
			add("font-size", "medium") // the smallest is 10 pixels
		case a.Key == "href" && n.DataAtom == atom.A:
			add("color", "#0000ee")
		}
	}
	return all
}

var tokens = regexp.MustCompile(`[\w#.-]+(?:\([^)]*\))?`)

// keywords lists what some properties can be. Anything else does not count, as in a browser.
var keywords = map[string]string{
	"display": " none contents block inline flex grid table list-item flow-root inline-block inline-flex inline-grid inline-table run-in table-row " +
		"table-cell table-caption table-row-group table-header-group table-footer-group table-column table-column-group initial revert unset ",
	"visibility": " visible hidden collapse inherit initial unset ",
	"position":   " static relative absolute fixed sticky initial ",
}

// declare sets a property, unless the value is not one of its. Of a shorthand it sets what matters here.
func (s style) declare(name, value string) {
	switch name {
	case "font":
		for _, part := range strings.FieldsFunc(value, func(r rune) bool { return r == ' ' || r == '/' }) {
			if _, ok := length(part, 16, 16); ok {
				s["font-size"] = part
				return
			}
		}
	case "background":
		s["background-image"], s["background-color"] = value, "transparent"
		for _, part := range tokens.FindAllString(value, -1) {
			if _, ok := colourOf(part); ok {
				s["background-color"] = part
			}
		}
	case "overflow-x", "overflow-y":
		s["overflow"] = value
		return
	case "color", "background-color", "text-fill-color":
		if _, ok := colourOf(value); !ok && value != "inherit" && value != "currentcolor" {
			return
		}
	case "font-size":
		if _, ok := length(value, 16, 16); !ok && value != "inherit" {
			return
		}
	}
	if known := keywords[name]; known == "" || strings.Contains(known, " "+value+" ") {
		s[name] = value
	}
}

var feature = regexp.MustCompile(`\(\s*([a-z-]+)\s*:\s*([^)]*)\)`)

// onScreen reports whether a media query applies to a light screen of 1000 pixels. What it asks besides
// counts as given.
func onScreen(query string) bool {
	return strings.TrimSpace(query) == "" || slices.ContainsFunc(strings.Split(strings.ToLower(query), ","), func(query string) bool {
		medium, not := strings.CutPrefix(strings.TrimSpace(query), "not ")
		medium, _, _ = strings.Cut(strings.TrimPrefix(medium, "only "), " ")
		given := medium == "all" || medium == "screen" || strings.HasPrefix(medium, "(")
		for _, f := range feature.FindAllStringSubmatch(query, -1) {
			wide, _ := length(f[2], 16, 0)
			switch strings.Replace(f[1], "device-", "", 1) {
			case "min-width":
				given = given && wide <= 1000
			case "max-width":
				given = given && wide >= 1000
			case "prefers-color-scheme":
				given = given && f[2] == "light"
			case "orientation":
				given = given && f[2] == "landscape"
			}
		}
		return given != not
	})
}
