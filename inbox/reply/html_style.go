package reply

import (
	"cmp"
	"slices"
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

// style holds the declarations of a style attribute, names and values in lower case.
type style map[string]string

// styleOf returns the element's own style, or nil if it has none.
func styleOf(n *html.Node) style { return declarations(attribute(n, "style")) }

// declarations parses CSS declarations. If a name occurs twice, the last one counts.
func declarations(css string) style {
	var s style
	for pair := range strings.SplitSeq(strings.ToLower(css), ";") {
		if name, value, ok := strings.Cut(pair, ":"); ok {
			if s == nil {
				s = style{}
			}
			s[strings.TrimSpace(name)] = strings.TrimSpace(strings.ReplaceAll(value, "!important", ""))
		}
	}
	return s
}

// hides reports whether an element's text cannot be seen on that background.
func hides(n *html.Node, s style, background string) bool {
	if slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "hidden" }) {
		return true
	}
	if n.DataAtom == atom.Font && sameColour(attribute(n, "color"), background) {
		return true
	}
	return hidesText(s) || sameColour(s["color"], background)
}

func hidesText(s style) bool {
	switch {
	case s["display"] == "none", s["visibility"] == "hidden", s["visibility"] == "collapse", s["mso-hide"] == "all",
		s["font-size"] != "" && tiny(s["font-size"], 1), s["font"] != "" && strings.HasPrefix(s["font"], "0"),
		s["opacity"] != "" && tiny(s["opacity"], 0.1),
		s["overflow"] == "hidden" && (zero(s["height"]) || zero(s["max-height"]) || zero(s["width"]) || zero(s["max-width"])),
		far(s["text-indent"]):
		return true
	}
	moved := s["position"] == "absolute" || s["position"] == "fixed"
	return moved && (far(s["left"]) || far(s["top"]) || strings.Contains(s["clip"], "rect(0"))
}

// tiny reports whether a length is at most limit, whatever its unit. For em and rem the limit is a tenth.
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

// background returns the background colour that an element sets, or "".
func background(n *html.Node, s style) string {
	for _, value := range [...]string{s["background-color"], s["background"], attribute(n, "bgcolor")} {
		if color := colour(value); color != "" && color != "transparent" {
			return color
		}
	}
	return ""
}

// sameColour reports whether text is transparent or has the colour of its background.
func sameColour(text, background string) bool {
	color := colour(text)
	background = cmp.Or(background, "#ffffff")
	return color != "" && (color == background || color == "transparent")
}

// colour returns a colour as #rrggbb or "transparent". It returns "" for a notation that it does not
// know.
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

// hidingStyles returns the classes (".name") and ids ("#name") that the document's style sheets hide.
// Rules inside media queries are ignored, because they apply on some screens only.
func hidingStyles(root *html.Node) map[string]bool {
	found := map[string]bool{}
	for n := range root.Descendants() {
		if n.DataAtom == atom.Style && n.FirstChild != nil {
			hidingRules(n.FirstChild.Data, found)
		}
	}
	return found
}

// hidingRules adds what one style sheet hides.
func hidingRules(sheet string, found map[string]bool) {
	for _, rule := range strings.Split(sheet, "}") {
		selectors, css, ok := strings.Cut(rule, "{")
		if !ok || strings.Contains(css, "{") || strings.Contains(selectors, "@") || !hidesText(declarations(css)) {
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

func (p *page) hiddenByClass(n *html.Node) bool {
	if len(p.styles) == 0 {
		return false
	}
	classes := strings.Fields(strings.ToLower(attribute(n, "class")))
	return slices.ContainsFunc(classes, func(class string) bool { return p.styles["."+class] }) || p.styles["#"+strings.ToLower(attribute(n, "id"))]
}
