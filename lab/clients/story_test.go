package clients

import (
	"strings"
	"testing"

	"pitpost.example/engine"
)

// The story of a match that is over is that of its last round, and says so.
func TestTheStoryOfAMatchThatIsOver(t *testing.T) {
	t.Parallel()
	g := sit(t, "saboteur rounds=1")
	for _, title := range []string{"Match #1: the round so far", "Match #1: its last round"} {
		g.writes("Ana <ana@example.org>", "", "#1 story")
		if text := g.last("story", "ana@example.org", "receipt").text; !strings.Contains(text, "\n"+title+"\n") {
			t.Errorf("no %q in\n%s", title, text)
		}
		g.until(func(engine.View) bool { return false })
	}
}
