package reply

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// style is what an element's own style declares, names and values in lower case.
type style []declaration

type declaration struct{ name, value string }

// get is the value of a name, "" without: the last one counts.
func (s style) get(name string) string {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i].name == name {
			return s[i].value
		}
	}
	return ""
}

// styleOf is an element's own style, in memory that may be used again.
func styleOf(n *html.Node, memory style) style {
	return declarations(attribute(n, "style"), memory[:0])
}

// declarations appends those of a style that are ever looked at.
func declarations(css string, list style) style {
	for rest, pair := strings.ToLower(css), ""; rest != ""; {
		pair, rest, _ = strings.Cut(rest, ";")
		name, value, ok := strings.Cut(pair, ":")
		if name = strings.TrimSpace(name); !ok || !matters(name) {
			continue
		}
		if strings.IndexByte(value, '!') >= 0 {
			value = strings.ReplaceAll(value, "!important", "")
		}
		list = append(list, declaration{name, strings.TrimSpace(value)})
	}
	return list
}

// matters reports a name by which text may be hidden, quoted or broken into lines.
func matters(name string) bool {
	switch name {
	case "display", "visibility", "mso-hide", "font-size", "font", "opacity", "overflow", "height", "max-height", "width", "max-width", "text-indent",
		"position", "left", "top", "clip", "color", "background", "background-color", "white-space", "border", "border-top", "border-top-color",
		"margin", "margin-top", "margin-bottom":
		return true
	}
	return false
}

// hides reports that an element's text cannot be seen on its background.
func hides(n *html.Node, s style, background string) bool {
	for _, a := range n.Attr {
		if a.Key == "hidden" {
			return true
		}
	}
	if n.DataAtom == atom.Font && sameColour(attribute(n, "color"), background) {
		return true
	}
	return len(s) > 0 && (hidesText(s) || sameColour(s.get("color"), background))
}

func hidesText(s style) bool {
	switch {
	case s.get("display") == "none", s.get("visibility") == "hidden", s.get("visibility") == "collapse", s.get("mso-hide") == "all":
		return true
	case s.get("font-size") != "" && tiny(s.get("font-size"), 1), s.get("font") != "" && strings.HasPrefix(s.get("font"), "0"):
		return true
	case s.get("opacity") != "" && tiny(s.get("opacity"), 0.1):
		return true
	case s.get("overflow") == "hidden" && (zero(s.get("height")) || zero(s.get("max-height")) || zero(s.get("width")) || zero(s.get("max-width"))):
		return true
	case strings.HasPrefix(s.get("text-indent"), "-") && len(s.get("text-indent")) > 5:
		return true
	}
	moved := s.get("position") == "absolute" || s.get("position") == "fixed"
	return moved && (far(s.get("left")) || far(s.get("top")) || strings.Contains(s.get("clip"), "rect(0"))
}

// tiny reports a length that is at most limit, in whatever unit; relative
// units are a tenth of it.
func tiny(value string, limit float64) bool {
	unit := strings.TrimLeft(value, "0123456789.+- ")
	number, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(value, unit)), 64)
	if err != nil {
		return false
	}
	if unit == "em" || unit == "rem" {
		limit /= 10
	}
	return number <= limit
}

func zero(value string) bool { return value != "" && tiny(value, 0) }

func far(value string) bool { return strings.HasPrefix(value, "-") && len(value) > 5 }

// background is the colour an element lies on, "" when it sets none.
func background(n *html.Node, s style) string {
	for _, value := range [...]string{s.get("background-color"), s.get("background"), attribute(n, "bgcolor")} {
		if color := colour(value); color != "" && color != "transparent" {
			return color
		}
	}
	return ""
}

// sameColour reports text that is drawn in its background's colour, or in none.
func sameColour(text, background string) bool {
	color := colour(text)
	if background == "" {
		background = "#ffffff"
	}
	return color != "" && (color == background || color == "transparent")
}

// colour is a colour in the one form #rrggbb, "transparent", or "" if it is
// written in a way not known here.
func colour(value string) string {
	if value == "" {
		return ""
	}
	if value = strings.ToLower(value); strings.ContainsFunc(value, unicode.IsSpace) {
		value = strings.Join(strings.Fields(value), "")
	}
	switch named, known := namedColours[value]; {
	case known:
		return named
	case strings.HasPrefix(value, "#") && len(value) == 4:
		return "#" + strings.Repeat(value[1:2], 2) + strings.Repeat(value[2:3], 2) + strings.Repeat(value[3:4], 2)
	case strings.HasPrefix(value, "#") && len(value) == 7:
		return value
	case strings.HasPrefix(value, "rgb"):
		return rgb(value)
	}
	return ""
}

var namedColours = map[string]string{"white": "#ffffff", "window": "#ffffff", "black": "#000000", "windowtext": "#000000", "transparent": "transparent"}

func rgb(value string) string {
	_, inner, _ := strings.Cut(strings.TrimSuffix(value, ")"), "(")
	parts := strings.Split(inner, ",")
	if len(parts) < 3 {
		return ""
	}
	if len(parts) == 4 && tiny(parts[3], 0) {
		return "transparent"
	}
	hex := "#"
	for _, part := range parts[:3] {
		n, err := strconv.ParseUint(part, 10, 8)
		if err != nil {
			return ""
		}
		hex += strconv.FormatUint(n>>4, 16) + strconv.FormatUint(n&15, 16)
	}
	return hex
}

// hidingStyles are the classes (".name") and ids ("#name") that the style
// sheets of a document hide. Rules inside a media query are passed over: they
// hold on some screens only.
func hidingStyles(root *html.Node) map[string]bool {
	found := map[string]bool{}
	for _, sheet := range sheets(root, nil) {
		hidingRules(sheet, found)
	}
	return found
}

// hidingRules adds what one sheet hides.
func hidingRules(sheet string, found map[string]bool) {
	for _, rule := range strings.Split(sheet, "}") {
		selectors, css, ok := strings.Cut(rule, "{")
		if !ok || strings.Contains(css, "{") || strings.Contains(selectors, "@") || !hidesText(declarations(css, nil)) {
			continue
		}
		for _, selector := range strings.Split(selectors, ",") {
			selector = strings.ToLower(strings.TrimSpace(selector))
			if i := strings.IndexAny(selector, ".#"); i >= 0 && !strings.ContainsAny(selector[i+1:], " .#:>+~[") {
				found[selector[i:]] = true
			}
		}
	}
}

func sheets(n *html.Node, list []string) []string {
	if n.DataAtom == atom.Style && n.FirstChild != nil {
		return append(list, n.FirstChild.Data)
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		list = sheets(c, list)
	}
	return list
}

func (p *page) hiddenByClass(n *html.Node) bool {
	if len(p.styles) == 0 {
		return false
	}
	for _, class := range strings.Fields(strings.ToLower(attribute(n, "class"))) {
		if p.styles["."+class] {
			return true
		}
	}
	return p.styles["#"+strings.ToLower(attribute(n, "id"))]
}
