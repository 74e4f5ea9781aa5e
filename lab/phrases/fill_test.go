package phrases

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// filled is a line with its braces filled from a position.
type filled struct {
	line *line
	at   *position
	text string
	// means lists the right commands, all legal except "done"; it is empty for talk.
	means []string
	// values has the values of the braces, and cards the names of cards.
	values map[string]string
	cards  map[string]cardName
}

// shapes has people's words for the shapes of path cards, with the cards of each shape.
var shapes = map[string][]string{
	"cross":    {"path-nesw", "dead-nesw"},
	"tee":      {"path-nse", "path-new", "dead-nse", "dead-new"},
	"corner":   {"path-ne", "path-nw", "dead-ne", "dead-nw"},
	"straight": {"path-ns", "path-ew", "dead-ns", "dead-ew"},
}

var brace = regexp.MustCompile(`\{[a-z0-9 -]+\}`)

// fill fills a line from a position, at random if several values are
// right. ok is false if the line cannot be said in that position.
func (p *position) fill(l *line, names map[string]cardName, dice *rand.Rand) (f filled, ok bool) {
	if l.talk() {
		return p.fillTalk(l, names, dice)
	}
	pattern := strings.ReplaceAll(l.means[0], "{bad}", "{cell}")
	if pattern == "done" && len(l.means) > 1 {
		pattern = l.means[1]
	}
	for _, at := range dice.Perm(len(p.all)) {
		c := p.all[at]
		values, ok := p.bind(l, pattern, c)
		if !ok {
			continue
		}
		f := filled{line: l, text: l.fillText(values, names), values: values, cards: names}
		for _, m := range l.means {
			m = strings.ReplaceAll(brace.ReplaceAllStringFunc(m, func(b string) string { return values[b[1:len(b)-1]] }), "=", "")
			f.means = append(f.means, m)
		}
		if values["command"] != "" { // the position decides what the plain command leaves open
			f.means = []string{values["command"]}
		}
		f.means = append(f.means, p.equals(l, c)...)
		return f, true
	}
	return f, false
}

// equals returns the commands that do the same with a second card of
// the same face, if the line names no place in the hand.
func (p *position) equals(l *line, c choice) (same []string) {
	if regexp.MustCompile(`\{(n|h|s|broken|mend|rockfall|map)[a-z-]*\}`).MatchString(l.template) || c.code == "" || p.game == "clonk" {
		return nil
	}
	for _, o := range p.all {
		if o.text != c.text && o.code == c.code && withoutCard(o.text) == withoutCard(c.text) {
			same = append(same, o.text)
		}
	}
	return same
}

// withoutCard returns a command of Saboteur without the number of its card.
func withoutCard(c string) string {
	if rest, ok := strings.CutPrefix(c, "pass "); ok {
		return "pass" + strings.TrimLeft(rest, "0123456789")
	}
	return strings.TrimLeft(c, "0123456789")
}

// bind matches a legal command with the plain command of a table and returns the values of the braces; ok is
// false if they do not match.
func (p *position) bind(l *line, pattern string, c choice) (values map[string]string, ok bool) {
	want, have := strings.Fields(strings.ReplaceAll(pattern, "{card}", "{card}")), strings.Fields(c.text)
	values = map[string]string{"me": p.me}
	extra := have[min(len(want), len(have)):]
	if len(have) < len(want) {
		return nil, false
	}
	for i, w := range want {
		if !p.bindWord(l, values, w, have[i], c) {
			return nil, false
		}
	}
	switch {
	case len(extra) == 0:
	case len(extra) == 1 && extra[0] == "turned" && hasShape(pattern):
		values["command"] = c.text
	case len(extra) == 1 && strings.Contains(pattern, "{mend"):
		values["command"] = c.text
	default:
		return nil, false
	}
	return values, p.unambiguous(l, values, c) && p.furnish(l, values, c)
}

func hasShape(pattern string) bool {
	for s := range shapes {
		if strings.Contains(pattern, "{"+s+"}") {
			return true
		}
	}
	return strings.Contains(pattern, "{dead}") || strings.Contains(pattern, "{cardname}")
}

var tools = []string{"cart", "lantern", "pick"}

// bindWord matches one word of a legal command with one of a table.
func (p *position) bindWord(l *line, values map[string]string, want, have string, c choice) bool {
	at := brace.FindStringIndex(want)
	if at == nil {
		return strings.TrimPrefix(want, "=") == have
	}
	if !strings.HasPrefix(have, want[:at[0]]) {
		return false
	}
	have = have[at[0]:]
	name := want[at[0]+1 : at[1]-1]
	values[name] = have
	code := c.code
	kind, tool, _ := strings.Cut(name, "-")
	switch kind {
	case "n":
		if l.game == "clonk" {
			return number(have)
		}
		return number(have) && (strings.HasPrefix(c.text, "pass ") || strings.HasPrefix(code, "path-") || strings.HasPrefix(code, "dead-"))
	case "h", "s":
		return number(have)
	case "cell":
		if len(have) != 2 || have[0] < 'A' || have[0] > 'I' || have[1] < '1' || have[1] > '5' {
			return false
		}
		values["col"], values["row"] = have[:1], have[1:]
		return true
	case "goal":
		return slices.Contains(p.goals, have)
	case "name":
		return have != p.me && slices.Contains(p.seats, have)
	case "me":
		return have == p.me
	case "cross", "tee", "corner", "straight":
		return slices.Contains(shapes[kind], code) && strings.HasPrefix(code, "path-") && p.onlySort(shapes[kind], code)
	case "dead":
		return strings.HasPrefix(code, "dead-") && p.onlySort(nil, code)
	case "cardname":
		values["code"] = code
		return strings.HasPrefix(code, "path-")
	case "rockfall", "map":
		return code == kind
	case "broken":
		return strings.HasPrefix(code, "broken-") && (tool == "" || code == "broken-"+tool)
	case "mend":
		return strings.HasPrefix(code, "repair-") && (tool == "" || strings.Contains(code, tool))
	case "card":
		return code != "" && (strings.HasPrefix(have, "h") || strings.HasPrefix(have, "s") || strings.HasPrefix(c.text, "cart ")) && p.named(values, code)
	}
	return false
}

func number(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil
}

// named sets the values for the colour and kind of a card.
func (p *position) named(values map[string]string, code string) bool {
	values["face"] = code[:strings.LastIndexByte(code, '-')]
	return true
}

// onlySort reports whether all cards of a shape in the hand have this code; a nil shape means dead ends.
func (p *position) onlySort(shape []string, code string) bool {
	return !slices.ContainsFunc(p.hand, func(h string) bool {
		return h != code && (shape == nil && strings.HasPrefix(h, "dead-") || slices.Contains(shape, h))
	})
}

// unambiguous reports whether the words of a filled line can only mean this legal command.
func (p *position) unambiguous(l *line, values map[string]string, c choice) bool {
	switch {
	case hasShape(l.means[0]): // the card fits in only one way
		for _, o := range p.all {
			if o.text != c.text && o.code == c.code && strings.TrimSuffix(withoutCard(o.text), " turned") == strings.TrimSuffix(withoutCard(c.text), " turned") &&
				withoutCard(o.text) != withoutCard(c.text) {
				return false
			}
		}
	case strings.Contains(l.template, "{n}-{cell}"):
		for _, o := range p.legal {
			if strings.HasPrefix(o+" ", values["n"]+" -"+values["cell"]+" ") {
				return false
			}
		}
	case strings.Contains(l.means[0], "{mend"):
		return p.mendsAlone(l, values, c)
	case values["face"] != "":
		verb, _, _ := strings.Cut(c.text, " ")
		for _, o := range p.all {
			if v, _, _ := strings.Cut(o.text, " "); v == verb && p.placeOf(o.text) != p.placeOf(c.text) && strings.HasPrefix(o.code, values["face"]+"-") {
				return false
			}
		}
	}
	return true
}

// placeOf returns the word of a Clonk! command that says where its card is.
func (p *position) placeOf(c string) string {
	words := strings.Fields(c)
	switch words[0] {
	case "give":
		return words[2]
	case "dig", "cart", "shore", "drop", "blast":
		return words[1]
	}
	return ""
}

// mendsAlone reports whether a repair card is the only one in the hand for the tool that the line names. If it
// names none, it reports whether there is only one tool to repair.
func (p *position) mendsAlone(l *line, values map[string]string, c choice) bool {
	who := strings.Fields(c.text)[1]
	tool := ""
	for _, t := range tools {
		if values["mend-"+t] != "" {
			tool = t
		}
	}
	if tool == "" {
		same := 0
		for _, o := range p.all {
			if words := strings.Fields(o.text); words[0] == values["mend"] && words[1] == who {
				same++
			}
		}
		return same == 1
	}
	if words := strings.Fields(c.text); len(words) == 3 && words[2] != tool {
		return false
	}
	mends := 0
	for _, h := range p.hand {
		if strings.HasPrefix(h, "repair-") && strings.Contains(h, tool) {
			mends++
		}
	}
	return mends == 1
}

// fillTalk fills a line that is no move, with values from a legal move if it needs them.
func (p *position) fillTalk(l *line, names map[string]cardName, dice *rand.Rand) (f filled, ok bool) {
	values := map[string]string{"me": p.me}
	with := slices.DeleteFunc(slices.Clone(p.seats), func(s string) bool { return s == p.me })
	values["name"] = with[dice.IntN(len(with))]
	values["s"] = strconv.Itoa(1 + dice.IntN(5))
	if p.game == "saboteur" {
		values["h"] = strconv.Itoa(1 + dice.IntN(4))
	}
	for _, at := range dice.Perm(len(p.all)) {
		c := p.all[at]
		words := strings.Fields(c.text)
		if p.game == "saboteur" && (strings.HasPrefix(c.code, "path-") || strings.HasPrefix(c.code, "dead-")) && words[0] != "pass" && len(words) == 2 && p.bindWord(l, values, "{cell}", words[1], c) {
			values["n"] = words[0]
			break
		}
	}
	if len(p.goals) > 0 {
		values["goal"] = p.goals[dice.IntN(len(p.goals))]
	}
	if p.game == "clonk" {
		values["h"], values["n"] = strconv.Itoa(1+dice.IntN(4)), strconv.Itoa(1+dice.IntN(4))
		values["cell"], values["goal"] = string(rune('A'+dice.IntN(9)))+strconv.Itoa(1+dice.IntN(5)), "I3"
	}
	if l.further != nil {
		one := p.all[dice.IntN(len(p.all))]
		if p.game == "clonk" && one.code != "" {
			p.named(values, one.code)
		}
		if !p.furnish(l, values, one) {
			return f, false
		}
	}
	for _, b := range brace.FindAllString(l.template, -1) {
		name := b[1 : len(b)-1]
		if values[name] == "" && !(strings.HasSuffix(name, "card") && values["face"] != "") {
			return f, false
		}
	}
	return filled{line: l, text: l.fillText(values, names), values: values, cards: names}, true
}

var (
	frenchDe = regexp.MustCompile(`\b(de|De) \{name\}`)
	italianA = regexp.MustCompile(`(^|[^\pL])a \{name\}`)
	genitive = regexp.MustCompile(`\{name\}s`)
)

// fillText puts values into the text of a line and adapts the words around them to its language.
func (l *line) fillText(values map[string]string, cards map[string]cardName) string {
	text := l.template
	if name := values["name"]; name != "" {
		switch l.lang {
		case "fr":
			if strings.ContainsRune("AEIOUYÉÈÎÔaeiouy", []rune(name)[0]) {
				text = frenchDe.ReplaceAllString(text, "d'{name}")
			}
		case "it":
			if name[0] == 'A' {
				text = italianA.ReplaceAllString(text, "${1}ad {name}")
			}
		case "de":
			if strings.HasSuffix(name, "s") || strings.HasSuffix(name, "x") || strings.HasSuffix(name, "z") {
				text = genitive.ReplaceAllString(text, "{name}'")
			}
		}
	}
	return brace.ReplaceAllStringFunc(text, func(b string) string {
		switch b := b[1 : len(b)-1]; b {
		case "card":
			return cards[values["face"]].alone
		case "the card":
			return cards[values["face"]].the
		case "a card":
			return cards[values["face"]].a
		case "nom card":
			return subjectOf(cards[values["face"]])
		case "the card2":
			return cards[values["face2"]].the
		case "cardname":
			return printedName(l.lang, values["code"])
		default:
			return values[b]
		}
	})
}
