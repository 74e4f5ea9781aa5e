package phrases

import (
	"strings"
	"testing"
)

// TestTheMeasureSees sends lines that are certainly understood or harmful, and checks that the measure says so.
// Otherwise an error in a position, in a filled line or in reading the outcome would be counted as the reader's.
func TestTheMeasureSees(t *testing.T) {
	lines, found := given(t)
	var s stand
	plain, wrong := 0, 0
	for _, l := range lines {
		f := found[l][0]
		o := s.send(f.at, l.lang, f.means[0], f.means)
		if plain++; judge(f, &o) != atOnce {
			t.Errorf("%s: the plain command %q, for %q: %s", l, f.means[0], f.text, &o)
		}
		for _, other := range f.at.legal {
			if withoutCard(other) == withoutCard(f.means[0]) || strings.Contains(strings.Join(f.means, " "), other) || f.means[0] == "done" {
				continue
			}
			o := s.send(f.at, l.lang, other, f.means)
			if wrong++; judge(f, &o) != another {
				t.Errorf("%s: %q was played for %q, which the measure does not see: %s", l, other, f.means[0], &o)
			}
			break
		}
		if plain == 200 {
			break
		}
	}
	if plain < 100 || wrong < 50 {
		t.Errorf("only %d plain commands and %d others were tried", plain, wrong)
	}
	p := found[lines[0]][0].at
	for _, c := range []struct {
		text string
		acts bool
	}{
		{"next pass 1", true}, {"lang nl", true}, {"quiet 22-07", true}, {"resign", false}, {"pass all", true},
		{"what a lovely evening", false}, {"rules", false}, {"", false},
	} {
		if o := s.send(p, "en", c.text, nil); o.acts() != c.acts {
			t.Errorf("%q acts: %v, not %v: %s", c.text, o.acts(), c.acts, &o)
		}
	}
	if o := s.send(p, "en", "rules", nil); !o.told {
		t.Errorf("the rules are not told: %s", &o)
	}
	if o := s.send(p, "en", "9 A1", nil); !o.asked {
		t.Errorf("a card that nobody holds is not refused: %s", &o)
	}
	o := s.send(p, "en", "what a lovely evening", nil)
	if o.asked || o.told || o.acts() {
		t.Errorf("talk is not taken for talk: %s", &o)
	}
}
