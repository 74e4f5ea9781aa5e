package attacks

import (
	"strings"
	"testing"
)

// A saboteur sits in the host's chair and tries each act that would hand them the match, each followed by a yes.
func TestAttackTheHostIsTheReferee(t *testing.T) {
	t.Parallel()
	h := try(t, "win as a host who plays, by ending the round, moving for others, sending them away or taking moves back").open()
	match := h.match("new saboteur rounds=1 first=Bo", bo, cy)
	acts := func() string {
		return h.text("select coalesce(string_agg(kind, ' ' order by seq), '') from facts where match_id = $1 and kind in ('match.missed', 'match.resigned', 'match.replaced', 'match.rewound', 'match.aborted', 'match.conceded')", match)
	}
	tries := func(lines ...string) {
		h.Helper()
		for _, line := range lines {
			h.post(letter{from: ana, body: "#1 " + line})
			if last := h.read(ana, "receipt"); strings.Contains(last.text, "Nothing has happened yet") {
				h.post(letter{from: ana, body: "yes", answers: last})
			}
			h.quiet()
			if done := acts(); done != "" {
				h.broke("the host's %q did: %s", line, done)
			}
		}
	}
	tries("concede", "force Bo", "kick Bo", "replace Bo with "+mallory, "force Cy")
	h.did(letter{from: bo, body: "no", answers: h.read(bo, "ask")}) // the first vote, to give up, is still open
	tries("kick Bo", "rewind")
	for range 3 {
		player := h.due(match)
		h.did(letter{from: player, body: "pass 1", answers: h.digest(match, player)})
		h.quiet()
	}
	tries("abort", "rewind 3", "mute Bo for all")
	// What is written in the name of the others answers none of their questions.
	for _, whose := range []string{bo, cy} {
		h.net(letter{from: whose, body: "yes"})
		h.net(letter{from: whose, body: "#1 yes"})
		h.net(letter{from: mallory, body: "yes", token: h.turnOf(match, whose)})
	}
	h.quiet()
	if done := acts(); done != "" {
		h.broke("a forged yes did: %s", done)
	}
	if phase := h.text("select phase from matches where id = $1", match); phase != "running" {
		h.broke("the match is %s", phase)
	}
}
