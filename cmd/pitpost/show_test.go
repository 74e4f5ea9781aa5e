package main

import (
	"strings"
	"testing"
)

// record and replay look for a match in the house if there is no such file.
func TestKeptMatches(t *testing.T) {
	t.Parallel()
	g := newGallery(t)
	if code, out, wrong := g.command("record", "1"); code != done || !strings.Contains(out, `"match":"1"`) {
		t.Errorf("record: %d, %s%s", code, out, wrong)
	}
	if code, out, wrong := g.command("replay", "1", "--seat", "bo"); code != done || !strings.Contains(out, "\nBo: ") {
		t.Errorf("replay: %d, %s%s", code, out, wrong)
	}
	if code, _, wrong := g.command("replay", "43"); code != refused || wrong != "pitpost: there is no match #43: `pitpost match list` shows all\n" {
		t.Errorf("replay: %d, %s", code, wrong)
	}
}
