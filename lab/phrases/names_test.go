package phrases

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/house/memory"
	"pitpost.example/house/table"
)

// signedOff lists what precedes the writer's name at the end of a letter.
var signedOff = map[string][]string{
	"de": {"", "Gruß,\n", "LG ", "Danke, "}, "en": {"", "Thanks,\n", "Cheers, ", "Best,\n"}, "es": {"", "Un saludo,\n", "Gracias, ", "Saludos, "},
	"fr": {"", "Merci,\n", "Bises, ", "À bientôt,\n"}, "it": {"", "Grazie,\n", "Ciao, ", "A presto,\n"}, "nl": {"", "Groetjes,\n", "Groet, ", "Bedankt, "},
	"pt": {"", "Obrigado,\n", "Abraço, ", "Até já,\n"},
}

func firstNames(t testing.TB) []string {
	names := textLines(t, "testdata/names.txt")
	if len(names) < 400 || len(slices.Compact(slices.Sorted(slices.Values(names)))) != len(names) {
		t.Fatalf("%d names, or some twice", len(names))
	}
	return names
}

// seatOf returns the seat's name for a person: a letter is added to a name that has a meaning in that game's moves.
func seatOf(l *line, name string) string {
	return table.Naming{Games: []engine.Game{catalog.FindGame(l.game)}, Langs: []string{l.lang}}.NameOf(name, "")
}

// rename replaces names in a value, as whole words in all its strings.
func rename(v any, to map[string]string) any {
	switch v := v.(type) {
	case string:
		if n, ok := to[v]; ok {
			return n
		}
	case []any:
		for i := range v {
			v[i] = rename(v[i], to)
		}
	case map[string]any:
		out := map[string]any{}
		for k, o := range v {
			if n, ok := to[k]; ok {
				k = n
			}
			out[k] = rename(o, to)
		}
		return out
	}
	return v
}

// renamed returns the position with other names at the table: the same facts with those names.
func (p *position) renamed(t testing.TB, to map[string]string) *position {
	t.Helper()
	q := *p
	q.world = shallow(p.world)
	m := *p.world.Matches[1]
	q.world.Matches = map[int64]*memory.Match{1: &m}
	m.Seats = slices.Clone(m.Seats)
	for i := range m.Seats {
		m.Seats[i].Name = rename(m.Seats[i].Name, to).(string)
	}
	old := m.Match
	setup := engine.Setup{Edition: m.Row.Edition, Rules: m.Row.Terms.Rules, Options: m.Row.Options, Cards: m.Row.Terms.Cards}
	m.Match = engine.OpenMatch(old.Game, setup, m.Row.Seed)
	m.Facts = make([]engine.Fact, 0, len(m.Facts))
	for _, f := range p.world.Matches[1].Facts {
		data, err := f.Data()
		var v any
		if err == nil {
			err = json.Unmarshal(data, &v)
		}
		if err == nil {
			data, err = json.Marshal(rename(v, to))
		}
		if err == nil {
			f.Event, err = engine.DecodeEvent(old.Game, f.Event.Kind(), max(1, f.Version), data)
		}
		if err != nil {
			t.Fatalf("%s with other names: %v", f.Event.Kind(), err)
		}
		f.Seat = rename(f.Seat, to).(string)
		m.Facts = append(m.Facts, f)
		m.Match.Apply(f)
	}
	q.me, q.seats, q.all, q.goals = rename(p.me, to).(string), m.Match.Names(), nil, nil
	q.legal = m.Match.State().Legal(q.me)
	q.survey(m.Match.State().View(q.me))
	return &q
}

// called returns a filled line with other names.
func (f *filled) called(at *position, to map[string]string) filled {
	values := maps.Clone(f.values)
	for k, v := range values {
		values[k] = rename(v, to).(string)
	}
	g := filled{line: f.line, at: at, values: values, text: f.line.fillText(values, f.cards), cards: f.cards}
	for _, m := range f.means {
		words := strings.Fields(m)
		for i := range words {
			words[i] = rename(words[i], to).(string)
		}
		g.means = append(g.means, strings.Join(words, " "))
	}
	return g
}

// TestNamesChangeNothing gives other names first to a player at the table
// and then to the writer. Each line must keep its meaning.
func TestNamesChangeNothing(t *testing.T) {
	names := firstNames(t)
	lines, found := given(t)
	times := 1
	if whole {
		times = 10
	}
	type result struct{ lines, understood, lost, another int }
	asPlayer, asWriter := &result{}, &result{}
	byName := map[string]int{}
	next := 0
	name := func(p *position) string {
		for {
			n := names[next%len(names)]
			next++
			if !slices.Contains(p.seats, n) {
				return n
			}
		}
	}
	var s stand
	try := func(r *result, l *line, base verdict, f filled, n string) {
		o := s.send(f.at, l.lang, f.text, f.means)
		r.lines++
		if base == atOnce {
			r.understood++
		}
		v := judge(f, &o)
		if v == another {
			r.another++
		} else if base == atOnce && v != atOnce {
			r.lost++
		}
		if v == another || base == atOnce && v != atOnce {
			byName[n]++
			if whole || v == another {
				t.Logf("%s: with %s %q means %s: %s", l, n, f.text, strings.Join(f.means, " or "), &o)
			}
		}
	}
	for _, l := range lines {
		f := found[l][0]
		o := s.send(f.at, l.lang, f.text, f.means)
		base := judge(f, &o)
		for range times {
			n, called := name(f.at), f.values["name"]
			if called == "" {
				called = f.at.seats[slices.IndexFunc(f.at.seats, func(s string) bool { return s != writer })]
			}
			to := map[string]string{called: seatOf(l, n)}
			try(asPlayer, l, base, f.called(f.at.renamed(t, to), to), n)

			n = name(f.at)
			to = map[string]string{writer: seatOf(l, n)}
			g := f.called(f.at.renamed(t, to), to)
			if !strings.Contains(l.template, "{me}") {
				off := signedOff[l.lang]
				g.text += "\n\n" + off[next%len(off)] + n
			}
			try(asWriter, l, base, g, n)
		}
	}
	report := func(what string, r *result) {
		t.Logf("%s: %d lines, %d understood at once with the usual names, of those %d no more, and %d of all played as another move", what, r.lines, r.understood, r.lost, r.another)
		if r.another > bounds.names {
			t.Errorf("%s: %d lines played as another move", what, r.another)
		}
		if lost := 100 * float64(r.lost) / float64(max(1, r.understood)); lost > bounds.renamed {
			t.Errorf("%s: %.1f %% of lines lost by a name, more than %.0f %%", what, lost, bounds.renamed)
		}
	}
	report("another player", asPlayer)
	report("the writer", asWriter)
	worst := slices.SortedFunc(maps.Keys(byName), func(a, b string) int {
		if byName[a] != byName[b] {
			return byName[b] - byName[a]
		}
		return strings.Compare(a, b)
	})
	var said []string
	for _, n := range worst[:min(20, len(worst))] {
		said = append(said, fmt.Sprintf("%s %d", n, byName[n]))
	}
	t.Logf("most often: %s", strings.Join(said, ", "))
}

// TestNamesChangeNoReading sends each line with each name to the reader alone, without a position.
func TestNamesChangeNoReading(t *testing.T) {
	names := firstNames(t)
	lines, found := given(t)
	step := 64 // each line is tried with some of the names, the next one with others
	if whole {
		step = 1
	}
	wrong := 0
	reads := 0
	for at, l := range lines {
		f := found[l][0]
		called := f.values["name"]
		if called == "" {
			called = "Bo"
		}
		base := readLine(l.game, l.lang, f.text, []string{writer, called, "Cy"})
		for i := at % step; i < len(names); i += step {
			n := seatOf(l, names[i])
			if n == called || n == "Cy" || n == writer {
				continue
			}
			for _, to := range []map[string]string{{called: n}, {writer: n}} {
				g := f.called(f.at, to)
				seats := []string{rename(writer, to).(string), rename(called, to).(string), "Cy"}
				reads++
				got := readLine(l.game, l.lang, g.text, seats)
				back := map[string]string{n: called}
				if to[writer] != "" {
					back = map[string]string{n: writer}
				}
				same := len(got) == len(base)
				for i := 0; same && i < len(got); i++ {
					words := strings.Fields(got[i])
					for j := range words {
						for typed, was := range back { // a reader may return names in lower case
							if strings.EqualFold(words[j], typed) {
								words[j] = was
							}
						}
					}
					same = strings.EqualFold(strings.Join(words, " "), base[i])
				}
				if !same {
					if wrong++; wrong <= 50 || listed {
						t.Logf("%s: %q reads %q, and with %s %q", l, g.text, base, n, got)
					}
				}
			}
		}
	}
	t.Logf("%d readings, %d changed by a name", reads, wrong)
	if wrong > bounds.readings {
		t.Errorf("%d of %d readings changed by a name", wrong, reads)
	}
}
