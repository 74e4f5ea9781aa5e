package reply

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/image/colornames"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

func attribute(n *html.Node, name string) string {
	value, _ := lookUp(n, name)
	return value
}

func lookUp(n *html.Node, name string) (value string, found bool) {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}

// sight is how text is shown. An element passes its own on to the elements inside it.
type sight struct {
	gone                    bool // nothing inside is shown, whatever it declares for itself
	invisible, masked, shut bool // by visibility, by mso-hide, in a closed <details>
	size, indent            float64
	line                    float64 // its height, as a multiple of the size if spaced
	spaced                  bool
	outdented, clipped      bool // the first line is off the page, what is beyond the box is not shown
	ink, ground             colour
	pictured                bool // a picture is behind the text
	opacity                 float64
}

var plainSight = sight{size: 16, line: normal, spaced: true, ink: black, ground: white, opacity: 1}

const (
	smallest = 4   // pixels of a font, a line or a box in which one still sees something
	faintest = 12  // difference between two colours that one still sees, of 255
	farthest = 900 // pixels by which text is moved off the page
	normal   = 1.2 // height of a line as a multiple of the size
)

// hidden reports whether nobody can see text that is shown like this.
func (v *sight) hidden() bool {
	notShown := v.gone || v.invisible || v.masked || v.shut || v.outdented
	return notShown || v.tooSmall() || v.tooFaint()
}

// tooSmall reports whether the font, or the line in a box that shows no more, is smaller than one can see.
func (v *sight) tooSmall() bool {
	line := v.line
	if v.spaced {
		line *= v.size
	}
	return v.size < smallest || v.clipped && line < smallest
}

// tooFaint reports whether text cannot be told from what is behind it.
func (v *sight) tooFaint() bool {
	contrast := 255 * v.ink[3]
	if ink := v.ink.over(v.ground); !v.pictured {
		contrast = max(math.Abs(ink[0]-v.ground[0]), math.Abs(ink[1]-v.ground[1]), math.Abs(ink[2]-v.ground[2]))
	}
	return contrast*v.opacity < faintest
}

// enter adjusts the sight to an element.
func (v *sight) enter(n *html.Node, s style) {
	switch n.DataAtom {
	case atom.Details:
		_, open := lookUp(n, "open")
		v.gone, v.shut = v.gone || v.shut, !open
	case atom.Summary:
		v.shut = false
	}
	if s != nil {
		v.write(s)
		v.paint(s)
		v.box(s, isBlock(n, s) && n.DataAtom != atom.Table && n.DataAtom != atom.Tr || strings.HasPrefix(s["display"], "inline-"))
	}
	v.outdented = v.outdented && !isBlock(n, s) || isBlock(n, s) && -v.indent > farthest
}

// write adjusts what is inherited.
func (v *sight) write(s style) {
	if size, ok := length(s["font-size"], v.size, v.size); ok {
		v.size = size
	}
	if line := s["line-height"]; line == "normal" || line == "initial" {
		v.line, v.spaced = normal, true
	} else if height, ok := length(line, v.size, v.size); ok {
		v.line, v.spaced = height, strings.Trim(line, "0123456789.") == ""
	}
	if indent, ok := length(s["text-indent"], v.size, wide); ok {
		v.indent = indent
	}
	if visibility := s["visibility"]; visibility != "" && visibility != "inherit" && visibility != "unset" {
		v.invisible = visibility == "hidden" || visibility == "collapse"
	}
	if hide := s["mso-hide"]; hide != "" {
		v.masked = hide == "all"
	}
	for _, name := range [...]string{"color", "text-fill-color"} {
		if ink, ok := colourOf(s[name]); ok {
			v.ink = ink
		}
	}
}

// paint adjusts what is behind the text, and how strong all of it is.
func (v *sight) paint(s style) {
	if ground, ok := colourOf(s["background-color"]); ok {
		v.pictured = v.pictured && ground[3] < 1
		v.ground = ground.over(v.ground)
	}
	if image := s["background-image"]; strings.Contains(image, "url(") || strings.Contains(image, "gradient(") {
		v.pictured = true
		if s["background-clip"] == "text" {
			v.ink = black // the picture is seen through the letters
		}
	}
	if opacity, ok := length(s["opacity"], 0, 1); ok {
		v.opacity *= min(opacity, 1)
	}
}

var function = regexp.MustCompile(`([a-z]+)(?:3d)?\(([^()]*)\)`)

// box adjusts what decides for all that is inside. Whether the element is a box of its own matters for some of it.
func (v *sight) box(s style, boxed bool) {
	gone := s["display"] == "none" || s["content-visibility"] == "hidden" || s["scale"] == "0"
	if o := s["overflow"]; boxed && o != "" && o != "visible" {
		v.clipped = true
		gone = gone || v.boxTooSmall(s)
	}
	v.gone = v.gone || gone || v.movedOff(s) || v.cutAway(s, boxed)
}

// movedOff reports whether a style moves an element off the page.
func (v *sight) movedOff(s style) bool {
	moved := []string{"margin-left", "margin-top", "margin"}
	if p := s["position"]; p != "" && p != "static" && p != "initial" {
		moved = append(moved, "left", "right", "top", "bottom")
	}
	for _, name := range moved {
		for _, part := range strings.Fields(s[name]) {
			if far, _ := length(part, v.size, wide); tooFar(far) {
				return true
			}
		}
	}
	return false
}

// boxTooSmall reports whether a box that shows nothing beyond its sides has them so close that nothing is between them.
func (v *sight) boxTooSmall(s style) bool {
	for _, name := range [...]string{"height", "max-height", "width", "max-width"} {
		extent, ok := length(s[name], v.size, wide)
		if ok && extent < smallest && s["min-"+strings.TrimPrefix(name, "max-")] == "" {
			return true
		}
	}
	return false
}

// cutAway reports whether what a style cuts out of an element, or transforms it into, leaves nothing.
func (v *sight) cutAway(s style, boxed bool) bool {
	shape := s["clip-path"] + s["filter"]
	if boxed {
		shape += s["transform"]
	}
	if s["position"] == "absolute" || s["position"] == "fixed" {
		shape += s["clip"]
	}
	for _, f := range function.FindAllStringSubmatch(shape, -1) {
		var sides []float64
		for _, part := range strings.FieldsFunc(f[2], between) {
			if part == "at" || part == "round" {
				break
			}
			side, ok := length(part, v.size, 100)
			if !ok {
				side = math.NaN() // is neither little nor much
			}
			sides = append(sides, side)
		}
		if len(sides) > 0 && nothingLeft(f[1], sides) {
			return true
		}
	}
	return false
}

// nothingLeft reports whether a function of CSS leaves nothing to be seen.
func nothingLeft(name string, by []float64) bool {
	switch name {
	case "opacity":
		return by[0]*255 < faintest
	case "scale", "scalex", "scaley":
		return slices.Contains(by, 0)
	case "matrix":
		return len(by) >= 4 && by[0]*by[3] == by[1]*by[2]
	case "rotatex", "rotatey":
		return math.Abs(by[0]) == 90
	case "circle", "ellipse", "polygon":
		return !slices.ContainsFunc(by, func(n float64) bool { return n != 0 })
	case "inset":
		return slices.Min(by) >= 50
	case "rect":
		return len(by) == 4 && (by[0] >= by[2] || by[3] >= by[1])
	case "translate", "translatex", "translatey":
		return slices.ContainsFunc(by, tooFar)
	}
	return false
}

func tooFar(by float64) bool { return by < -farthest || by > 3*wide }

const wide = 1000 // pixels of the page from side to side

// units holds the lengths in pixels, and the angles in degrees, that depend on nothing else.
var units = map[string]float64{
	"": 1, "px": 1, "pt": 4. / 3, "pc": 16, "in": 96, "cm": 37.8, "mm": 3.78, "q": 0.94, "rem": 16, "vw": wide / 100, "vh": wide / 100,
	"deg": 1, "turn": 360, "rad": 57.3,
}

// length returns a CSS length in pixels, if em is the size of the font and whole is what a percentage is of.
func length(value string, em, whole float64) (pixels float64, ok bool) {
	switch value {
	case "xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large", "initial":
		return 16, true // the smallest is 9 pixels
	case "smaller", "larger":
		return em * 0.83, true
	}
	unit := strings.TrimLeft(value, "+-.0123456789")
	number, err := strconv.ParseFloat(value[:len(value)-len(unit)], 64)
	one, known := units[unit]
	switch unit {
	case "em":
		one, known = em, true
	case "ex", "ch":
		one, known = em/2, true
	case "%":
		one, known = whole/100, true
	}
	return number * one, known && err == nil
}

// colour is red, green and blue from 0 to 255, and an opacity from 0 to 1.
type colour [4]float64

var black, white = colour{0, 0, 0, 1}, colour{255, 255, 255, 1}

// over returns the colour that is seen if c is painted over another that is opaque.
func (c colour) over(below colour) colour {
	for i := range c[:3] {
		c[i] = c[i]*c[3] + below[i]*(1-c[3])
	}
	c[3] = 1
	return c
}

func between(r rune) bool { return r == ' ' || r == ',' || r == '/' }

// colourOf reads a colour of CSS or of an attribute.
func colourOf(value string) (c colour, ok bool) {
	switch value {
	case "":
		return c, false
	case "transparent":
		return c, true
	case "initial", "windowtext", "canvastext", "buttontext":
		return black, true
	case "window", "canvas":
		return white, true
	}
	if named, ok := colornames.Map[value]; ok {
		return colour{float64(named.R), float64(named.G), float64(named.B), 1}, true
	}
	if name, inner, found := strings.Cut(strings.TrimSuffix(value, ")"), "("); found {
		return mixed(name, strings.FieldsFunc(inner, between))
	}
	digits := strings.TrimPrefix(value, "#")
	if len(digits) == 3 || len(digits) == 4 { // each stands for two
		doubled := ""
		for _, d := range digits {
			doubled += strings.Repeat(string(d), 2)
		}
		digits = doubled
	}
	if len(digits) == 6 {
		digits += "ff"
	}
	bits, err := strconv.ParseUint(digits, 16, 32)
	return colour{float64(bits >> 24), float64(bits >> 16 & 255), float64(bits >> 8 & 255), float64(bits&255) / 255}, err == nil && len(digits) == 8
}

// mixed returns the colour of a function such as rgb.
func mixed(name string, parts []string) (c colour, ok bool) {
	if len(parts) != 3 && len(parts) != 4 {
		return c, false
	}
	part := func(i int, whole float64) float64 {
		n, _ := length(parts[i], 0, whole)
		return n
	}
	switch name {
	case "rgb", "rgba":
		c = colour{part(0, 255), part(1, 255), part(2, 255), 1}
	case "hsl", "hsla":
		hue, saturation, light := part(0, 360), part(1, 1), part(2, 1)
		for i, turn := range [...]float64{0, 8, 4} {
			k := math.Mod(turn+hue/30, 12)
			c[i] = 255 * (light - saturation*min(light, 1-light)*max(-1, min(k-3, 9-k, 1)))
		}
		c[3] = 1
	default:
		return c, false
	}
	if len(parts) == 4 {
		c[3] = part(3, 1)
	}
	return c, true
}
