package main

import (
	"strings"
	"testing"
)

// Counts are printed in correct English, and for a record that stops
// before the end of its match verify says so, and where.
func TestVerifyCountsAndSaysWhereARecordStops(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	simulate := func(matches string) string {
		out.Reset()
		if code := run([]string{"simulate", "--game", "clonk", "--players", "2", "--matches", matches}, &desk{out: &out, err: t.Output()}); code != done {
			t.Fatalf("simulate ends with %d", code)
		}
		return out.String()
	}
	one, two := simulate("1"), simulate("2")
	lines := strings.SplitAfter(one, "\n")
	verified := func(record string) string {
		out.Reset()
		if code := run([]string{"verify", "-"}, &desk{in: strings.NewReader(record), out: &out, err: t.Output()}); code != done {
			t.Fatalf("verify ends with %d", code)
		}
		return out.String()
	}
	if said := verified(one); !strings.HasPrefix(said, "ok: 1 match, ") || strings.Count(said, "\n") != 1 {
		t.Errorf("of one match: %q", said)
	}
	if said := verified(two); !strings.HasPrefix(said, "ok: 2 matches, ") {
		t.Errorf("of two: %q", said)
	}
	if said := verified(lines[0] + lines[1]); !strings.HasPrefix(said, "ok: 1 match, 1 event\nmatch sim-1-1: its record stops after event 1, before the end of the match\n") {
		t.Errorf("of the beginning of one: %q", said)
	}
	if said := verified(lines[0]); !strings.HasPrefix(said, "ok: 1 match, 0 events\nmatch sim-1-1: its record stops with its header, before the end of the match\n") {
		t.Errorf("of a header alone: %q", said)
	}
}
