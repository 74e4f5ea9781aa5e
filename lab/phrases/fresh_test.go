package phrases

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pitpost.example/engine"
)

// wanted is a line of testdata/fresh with what its letter should do.
type wanted struct {
	*line
	set    string // natural, several or none; of the probes their set
	steps  []string
	or     string // what is played if the first step is refused
	next   string // kept for the next turn
	order  string // a standing order
	check  bool   // the first step is only checked
	either bool   // playing the first step is as good as asking
}

// several reports whether a letter says more than one move.
func (w *wanted) several() bool {
	return len(w.steps) > 1 || w.or+w.next+w.order != "" || w.check
}

// freshLines reads testdata/fresh. The heading of each table names its columns.
func freshLines(t testing.TB) (all []*wanted) {
	t.Helper()
	files, err := filepath.Glob("testdata/fresh/*.tsv")
	if err != nil || len(files) < len(languages) {
		t.Fatalf("%d tables of fresh lines, %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		table := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
		heads := strings.Split(table[0], "\t")
		for n, row := range table[1:] {
			cell := map[string]string{"lang": strings.TrimSuffix(filepath.Base(file), ".tsv")}
			for i, c := range strings.Split(row, "\t") {
				cell[heads[i]] = c
			}
			if !slices.Contains(languages, cell["lang"]) || !slices.Contains(games, cell["game"]) {
				t.Fatalf("%s:%d: %q", file, n+2, row)
			}
			one := line{lang: cell["lang"], game: cell["game"], template: strings.ReplaceAll(cell["template"], `\n`, "\n"), from: file, row: n + 2}
			means := cell["means"]
			if means == "none" {
				means = "talk"
			}
			for _, l := range unfold(t, one, means) {
				w := &wanted{line: l, set: cell["set"], either: cell["fair"] == "either"}
				w.means(strings.Join(l.means, " | "))
				all = append(all, w)
			}
		}
	}
	return all
}

// means takes what a table says apart: steps, an alternative, a plan, a standing order.
func (w *wanted) means(said string) {
	said = strings.NewReplacer(" && ", " ;; ", ";standing ", "order ", "auto repair", "order auto repair").Replace(said)
	said = strings.ReplaceAll(said, "order order", "order")
	if rest, ok := strings.CutPrefix(said, ";check "); ok {
		w.check, said = true, rest
	}
	said, w.next, _ = strings.Cut(strings.ReplaceAll(said, " ;next ", " next "), " next ")
	if order, ok := strings.CutPrefix(said, "order "); ok {
		w.order, said = order, ""
	}
	said, w.or, _ = strings.Cut(said, " or ")
	if w.steps = strings.Split(said, " ;; "); said == "" {
		w.steps = nil
	}
	w.line.means = nil
	if len(w.steps) > 0 {
		w.line.means = strings.Split(strings.ReplaceAll(w.steps[0], "{bad}", "{cell}"), " | ")
	}
	w.line.further = w
}

// The words that fill what only fresh lines have, by language.
var (
	counted = map[string][]string{
		"de": strings.Fields("eins zwei drei vier fünf sechs sieben acht"), "en": strings.Fields("one two three four five six seven eight"),
		"es": strings.Fields("uno dos tres cuatro cinco seis siete ocho"), "fr": strings.Fields("un deux trois quatre cinq six sept huit"),
		"it": strings.Fields("uno due tre quattro cinque sei sette otto"), "nl": strings.Fields("een twee drie vier vijf zes zeven acht"),
		"pt": strings.Fields("um dois três quatro cinco seis sete oito"),
	}
	ordinals = map[string][]string{
		"de": strings.Fields("erste zweite dritte vierte fünfte sechste siebte achte"), "en": strings.Fields("first second third fourth fifth sixth seventh eighth"),
		"fr": strings.Fields("première deuxième troisième quatrième cinquième sixième septième huitième"),
		"nl": strings.Fields("eerste tweede derde vierde vijfde zesde zevende achtste"),
		"pt": strings.Fields("primeira segunda terceira quarta quinta sexta sétima oitava"),
	}
	spoken = map[string][]string{
		"es": strings.Fields("a be ce de e efe ge hache i"), "it": strings.Fields("a bi ci di e effe gi acca i"), "pt": strings.Fields("a bê cê dê e efe gê agá i"),
	}
	goalsAt = map[string]map[string]string{"en": {"I1": "top", "I3": "middle", "I5": "bottom"}, "fr": {"I1": "du haut", "I3": "du milieu", "I5": "du bas"},
		"nl": {"I1": "bovenste", "I3": "middelste", "I5": "onderste"}}
)

// furnish sets the values that only fresh lines ask for. It returns false if the position has none.
func (p *position) furnish(l *line, values map[string]string, c choice) bool {
	if l.further == nil {
		return true
	}
	w := l.further
	wants := strings.Join(append(slices.Clone(w.steps), w.template, w.or, w.next), " ")
	asks := func(name string) bool { return strings.Contains(wants, "{"+name+"}") }
	at := func(words []string, n string) string {
		if i := int(n[0] - '1'); len(n) == 1 && i >= 0 && i < len(words) {
			return words[i]
		}
		return ""
	}
	n, cell := values["n"], values["cell"]
	if n == "" {
		n = values["h"]
	}
	if asks("n") && n == "" { // "mend Bo's lamp with {n}"
		n, _, _ = strings.Cut(c.text, " ")
		values["n"] = n
	}
	if asks("h") && n == "" {
		return false
	}
	if asks("name") && values["name"] == "" {
		values["name"] = p.seats[0]
		if p.seats[0] == p.me {
			values["name"] = p.seats[1]
		}
	}
	set := map[string]func() string{
		"ord": func() string { return at(ordinals[l.lang], n) }, "nord": func() string { return at(ordinals[l.lang], n) },
		"num": func() string { return at(counted[l.lang], n) }, "nw": func() string { return at(counted[l.lang], n) },
		"snum":  func() string { return at(counted[l.lang], values["s"]) },
		"cellx": func() string { return strings.ToLower(cell) }, "lcell": func() string { return strings.ToLower(cell) },
		"rowword": func() string { return at(counted[l.lang], values["row"]) }, "roww": func() string { return at(counted[l.lang], values["row"]) },
		"colname": func() string { return at(spoken[l.lang], string(cell[0]-'A'+'1')) },
		"goalpos": func() string { return goalsAt[l.lang][values["goal"]] },
		"left":    func() string { return p.laid(cell, -1, 0) }, "west": func() string { return p.laid(cell, -1, 0) },
		"above": func() string { return p.laid(cell, 0, -1) }, "below": func() string { return p.laid(cell, 0, 1) }, "south": func() string { return p.laid(cell, 0, 1) },
		"p": func() string { return p.other(n) }, "n2": func() string { return p.other(n) },
		"bad": func() string { return p.unfit(n) },
		"s2":  func() string { return p.otherShaft(values["s"]) },
	}
	if (asks("cell3") || asks("n3")) && !p.third(n, cell, values) || (asks("card2") || asks("the card2")) && !p.second(values, c) || asks("h2") && !p.nextInHand(values) {
		return false
	}
	for name, find := range set {
		if asks(name) && values[name] == "" {
			if values[name] = find(); values[name] == "" {
				return false
			}
		}
	}
	return true
}

// laid returns the laid card beside a cell, "" if there is none.
func (p *position) laid(cell string, right, down int) string {
	at := string(rune(int(cell[0])+right)) + string(rune(int(cell[1])+down))
	if !p.cells[at] {
		return ""
	}
	return at
}

// other returns another place in the hand.
func (p *position) other(n string) string {
	for i := range p.hand {
		if place := fmt.Sprint(i + 1); place != n && slices.Contains(p.legal, "pass "+place) {
			return place
		}
	}
	return ""
}

// unfit returns a cell of the board on which a card cannot be laid.
func (p *position) unfit(n string) string {
	for _, cell := range []string{"E1", "H2", "F5", "G4", "D1", "H4"} {
		if !p.cells[cell] && !slices.ContainsFunc(p.legal, func(c string) bool { return strings.HasPrefix(c, n+" "+cell) }) {
			return cell
		}
	}
	return ""
}

func (p *position) otherShaft(s string) string {
	for _, c := range p.legal {
		if rest, ok := strings.CutPrefix(c, "dig s"); ok && rest != s {
			return rest
		}
	}
	return ""
}

// third finds another card and cell that fit.
func (p *position) third(n, cell string, values map[string]string) bool {
	for _, c := range p.all {
		words := strings.Fields(c.text)
		if strings.HasPrefix(c.code, "path-") && len(words) == 2 && words[0] != "pass" && words[0] != n && words[1] != cell {
			values["n3"], values["cell3"] = words[0], words[1]
			return true
		}
	}
	return false
}

// second finds a second treasure that can be dug behind the first, whose name fits one card alone.
func (p *position) second(values map[string]string, c choice) bool {
	face := func(code string) string { return code[:max(0, strings.LastIndexByte(code, '-'))] }
	for _, o := range p.all {
		if !strings.HasPrefix(o.text, "dig s") || face(o.code) == "" || face(o.code) == face(c.code) || o.text == c.text {
			continue
		}
		same := slices.ContainsFunc(p.all, func(q choice) bool { return q.text != o.text && face(q.code) == face(o.code) })
		if !same && slices.Contains(p.after(c.text), o.text) {
			values["face2"], values["card2"] = face(o.code), strings.TrimPrefix(o.text, "dig ")
			return true
		}
	}
	return false
}

// nextInHand finds a second card of the hand that can be dug behind the first.
func (p *position) nextInHand(values map[string]string) bool {
	after := p.after("dig h" + values["h"])
	for i := range p.hand {
		place := i + 1
		if h := fmt.Sprint(place); h > values["h"] {
			place--
		} else if h == values["h"] {
			continue
		}
		if slices.Contains(after, fmt.Sprint("dig h", place)) {
			values["h2"] = fmt.Sprint(i + 1)
			return true
		}
	}
	return false
}

// after returns what is legal for the writer behind a move.
func (p *position) after(command string) []string {
	m := copied(p.world).Matches[1].Match
	facts, no := m.Play(p.me, command)
	if no != nil {
		return nil
	}
	for _, f := range facts {
		m.Apply(f)
	}
	return m.State().Legal(p.me)
}

// doneAll reports whether a letter did all that it says.
func (w *wanted) doneAll(f filled, o *outcome) bool {
	fill := func(s string) string {
		return brace.ReplaceAllStringFunc(s, func(b string) string { return f.values[b[1:len(b)-1]] })
	}
	planned := slices.Contains(o.did, "a plan")
	switch {
	case w.order != "":
		return len(o.played) == 0 && planned
	case w.check:
		return o.told && !o.acts()
	case w.or != "" && strings.Contains(w.steps[0], "{bad}"):
		return len(o.played) == 1 && o.played[0] == fill(w.or)
	case len(o.played) == 0 || !slices.Contains(f.means, o.played[0]) || w.next == "" && len(movedBy(o)) > len(o.played):
		return false
	case len(w.steps) > 1:
		return len(o.played) >= len(w.steps)
	}
	return planned == (w.next != "")
}

// wrongly reports whether a letter did something that it does not say.
func (w *wanted) wrongly(f filled, o *outcome) bool {
	moved := movedBy(o)
	switch {
	case len(moved) == 0 || w.either || w.doneAll(f, o):
		return false
	case w.talk() && w.order == "":
		return true
	case len(o.played) > 0 && w.or != "" && strings.Contains(w.steps[0], "{bad}"):
		return true
	}
	return w.check || len(o.played) == 0 && w.next == "" && w.order == "" || len(o.played) > 0 && (len(f.means) == 0 || !slices.Contains(f.means, o.played[0]))
}

// tells reports whether words for one player went to all.
func (w *wanted) tells(o *outcome) bool {
	one := strings.Contains(w.template, "{name}") || strings.Contains(w.template, "Bo")
	return strings.HasPrefix(w.set, "say") && one && slices.Contains(o.did, "said it at the table")
}

// movedBy returns what a letter did beyond words that it passed on.
func movedBy(o *outcome) (all []string) {
	all = slices.Clone(o.played)
	for _, d := range o.did {
		if !strings.Contains(d, "house.said") && !strings.Contains(d, "house.told") && !strings.Contains(d, "match.said") && d != "said it at the table" {
			all = append(all, d)
		}
	}
	return all
}

// tally counts fresh lines of a kind.
type tally struct{ lines, done, offered, asked, silent, wrong int }

// TestFreshLines sends lines by writers who had never seen the other tables. Without PHRASES=all a part is sent, and only
// what nobody meant fails.
func TestFreshLines(t *testing.T) {
	all := freshLines(t)
	if !whole {
		all = slices.DeleteFunc(all, func(w *wanted) bool { return w.row%3 != 0 })
	}
	found, _ := seekPositions(t, engine.MapList(all, func(w *wanted) *line { return w.line }), 1, 60)
	moves, more, talk, probes := map[string]*tally{}, map[string]*tally{}, map[string]*tally{}, map[string]*tally{}
	var s stand
	for _, w := range all {
		if len(found[w.line]) == 0 {
			if whole {
				t.Logf("%s is not sent: %q", w.line, w.template)
			}
			continue
		}
		f := found[w.line][0]
		o := s.send(f.at, w.lang, f.text, f.means)
		table := moves
		switch {
		case w.set != "" && w.set != "plain" && w.set != "probe" && w.set != "mix" && w.set != "own":
			table = probes
		case w.several() || strings.Contains(w.template, "\nsag"):
			table = more
		case w.talk():
			table = talk
		}
		k := w.lang
		if w.set != "" {
			k += " " + w.set
		}
		if table[k] == nil {
			table[k] = &tally{}
		}
		c := table[k]
		c.lines++
		bad := w.wrongly(f, &o) || w.tells(&o)
		done := w.talk() && !w.several() && !bad && len(movedBy(&o)) == 0 || !bad && w.doneAll(f, &o) || !w.several() && !w.talk() && judge(f, &o) == atOnce
		switch {
		case done:
			c.done++
		case bad:
			c.wrong++
			t.Errorf("%s: %q means %s: %s", w.line, f.text, strings.Join(f.means, " or "), &o)
		case w.talk() || o.offers(f.at, f.means):
			c.offered++
		case o.asked || o.told || o.acts():
			c.asked++
		default:
			c.silent++
		}
		if listed && !done && !bad {
			t.Logf("%s: %q means %s: %s", w.line, f.text, strings.Join(f.means, " or "), &o)
		}
	}
	for _, table := range []struct {
		name string
		of   map[string]*tally
	}{{"moves", moves}, {"several", more}, {"talk", talk}, {"probes", probes}} {
		printTally(t, table.name, table.of)
	}
}

// subjectOf returns the name of a card with the article of a subject: in German "der rote Hammer" for "den roten Hammer".
func subjectOf(card cardName) string {
	if rest, ok := strings.CutPrefix(card.the, "den "); ok {
		return "der " + strings.Replace(rest, "en ", "e ", 1)
	}
	return card.the
}

// printedName returns the name of a Saboteur card as letters print it.
func printedName(lang, code string) string {
	text, err := os.ReadFile("../../engine/saboteur/locale/" + lang + ".toml")
	_, rest, ok := strings.Cut(string(text), `["saboteur.card.`+code+"\"]\nother = \"")
	name, _, _ := strings.Cut(rest, `"`)
	if err != nil || !ok {
		panic("phrases: a card without a name: " + code)
	}
	return name
}

func printTally(t *testing.T, name string, table map[string]*tally) {
	var out strings.Builder
	fmt.Fprintf(&out, "\n%-12s %6s %9s %8s %6s %7s %6s\n", name, "lines", "done", "offered", "asked", "silent", "wrong")
	for _, k := range slices.Sorted(maps.Keys(table)) {
		c := table[k]
		fmt.Fprintf(&out, "%-12s %6d %8.1f%% %8d %6d %7d %6d\n", k, c.lines, 100*float64(c.done)/float64(c.lines), c.offered, c.asked, c.silent, c.wrong)
	}
	t.Log(out.String())
}

// TestPlacesAreThosePrinted plans a card behind a move in the same letter. Its place is the one that its writer saw, and not
// the one to which it moves up when the first card has left the hand.
func TestPlacesAreThosePrinted(t *testing.T) {
	lines, found := given(t)
	tried := 0
	for _, l := range lines {
		f := found[l][0]
		n := f.values["n"]
		last := len(f.at.hand)
		if l.game != "saboteur" || f.values["cell"] == "" || n == "" || n == fmt.Sprint(last) || f.at.hand[last-1] == f.at.hand[last-2] {
			continue
		}
		after := copied(f.at.world)
		o, _ := into(f.at, after, fmt.Sprintf("%s\nnext pass %d", f.means[0], last), f.means)
		var kept []string
		for _, plans := range plansOf(after.Matches[1].Plans) {
			for _, plan := range plans {
				kept = append(kept, plan.Lines...)
			}
		}
		if len(o.played) != 1 || len(kept) != 1 || !strings.Contains(kept[0], f.at.hand[last-1]) {
			t.Errorf("%q of %v, and pass %d kept: %v: %s", f.means[0], f.at.hand, last, kept, &o)
		}
		if tried++; tried == 20 {
			break
		}
	}
	if tried == 0 {
		t.Error("no letter was tried")
	}
}
