package main

import (
	"context"
	"testing"
)

// Four people play Saboteur by the Italian rulebook to its end by mail, in which the host, whatever their role, tries each
// act that would steer the match, and the others say no. Nothing comes of it but the first pause.
func TestAHostWhoPlaysByRealMail(t *testing.T) {
	t.Parallel()
	g := gather(t, "ana@example.org", "bo@example.com", "cy@example.org", "di@example.com")
	g.game = pastime{name: "saboteur", board: "row 3", moved: "You laid a", move: (*guest).move, checkTurn: (*gathering).checkRoles}
	g.guests[0].tries = []string{"concede", "force Bo", "kick Cy", "replace Di with bo.at.work@example.org", "rewind", "pause", "resume", "mute Bo for all", "extend 100h", "abort"}
	g.playWhole("new saboteur with bo@example.com, cy@example.org, di@example.com edition=it rounds=1", 40)
	if len(g.guests[0].tries) > 0 {
		t.Errorf("the match was over before Ana had tried %q", g.guests[0].tries)
	}
	var steered int
	err := g.connect().QueryRow(context.Background(), `select count(*) from facts where kind in ('match.missed', 'match.resigned', 'match.replaced', 'match.rewound',
		'match.aborted', 'match.conceded')`).Scan(&steered)
	if err != nil || steered != 0 {
		t.Errorf("%d facts by which the host steered the match, %v", steered, err)
	}
}
