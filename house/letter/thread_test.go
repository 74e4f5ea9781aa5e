package letter_test

import (
	"slices"
	"strings"
	"testing"

	"pitpost.example/house/desk"
	"pitpost.example/house/housetest"
	"pitpost.example/model"
)

// toFriends returns a letter with the token of a seat's last turn letter that somebody wrote with friends in Cc.
func toFriends(h *housetest.House, who, token, words string, trust model.Trust, friends ...string) *desk.Letter {
	l := h.Reply(token, "turn", words)
	l.From, l.Display, l.Trust = strings.ToLower(who)+"@example.org", who, trust
	for _, name := range friends {
		l.Others = append(l.Others, strings.ToLower(name)+"@example.org")
	}
	return l
}

// inTurn opens a match and plays until each of three has a letter about a turn; it returns who is due, a move of theirs, and the two others.
func inTurn(t *testing.T) (h *housetest.House, match int64, due, move string, others []string) {
	t.Helper()
	h = housetest.New(t)
	match = h.Open("saboteur", "", "Bo", "Cy")
	for range 3 {
		who, line := h.Mover(match)
		h.Answer(who, "turn", line)
	}
	due, move = h.Mover(match)
	others = slices.DeleteFunc([]string{"Ana", "Bo", "Cy"}, func(name string) bool { return name == due })
	return h, match, due, move, others
}

func asksOf(h *housetest.House) (n int) {
	for _, a := range h.World.Asks {
		if a.Kind == model.AskHeld {
			n++
		}
	}
	return n
}

// Friends answer each other with the house in Cc. Talk asks nobody and stops no clock, whoever's token is at hand.
func TestTalkAmongFriendsStopsNoClock(t *testing.T) {
	for _, trust := range []model.Trust{model.TrustProved, model.TrustUnproved} {
		h, match, due, _, others := inTurn(t)
		for _, who := range []string{due, others[0]} {
			a := h.Take(toFriends(h, who, due, "nice one "+others[1]+"!", trust, others[1], due))
			if a.State != model.LetterDrop || a.Receipt != nil {
				t.Errorf("%s, %s: %v", trust, who, a)
			}
		}
		if clock := h.Table(match).Clock(h.Seat(match, due).No); clock.StoppedAt != nil || asksOf(h) != 0 {
			t.Errorf("%s: the clock stopped at %v, %d questions", trust, clock.StoppedAt, asksOf(h))
		}
	}
}

// The sender says who speaks: a move on their own turn counts with another's token, if a server vouches for them.
func TestAMoveAmongFriendsIsItsSenders(t *testing.T) {
	h, match, due, move, others := inTurn(t)
	before := h.Table(match).Match.Seq
	if a := h.Take(toFriends(h, due, others[0], "haha ok, my go:|"+move, model.TrustProved, others[0])); a.State != model.LetterApply {
		t.Errorf("%v", a)
	}
	facts := h.Table(match).Match.Facts()[before:]
	if len(facts) == 0 || facts[0].Seat != due {
		t.Errorf("%d facts, of %v", len(facts), facts)
	}
	// Out of turn it is talk.
	next, _ := h.Mover(match)
	idle := due
	before = h.Table(match).Match.Seq
	if a := h.Take(toFriends(h, idle, next, "pass 1", model.TrustProved, next)); a.State != model.LetterDrop || h.Table(match).Match.Seq != before {
		t.Errorf("out of turn: %v", a)
	}
}

// A sender whom nobody vouches for is asked themselves, and the owner of the token hears nothing.
func TestAnUnprovedMoveAmongFriendsIsAskedOfItsSender(t *testing.T) {
	h, match, due, move, others := inTurn(t)
	before := h.Table(match).Match.Seq
	a := h.Take(toFriends(h, due, others[0], move, model.TrustUnproved, others[0]))
	if a.State != model.LetterHold || h.Table(match).Match.Seq != before {
		t.Fatalf("%v", a)
	}
	for _, ask := range h.World.Asks {
		if ask.Kind == model.AskHeld && ask.Player != h.World.Addresses[strings.ToLower(due)+"@example.org"].Player {
			t.Errorf("another was asked: %+v", ask)
		}
	}
	if clock := h.Table(match).Clock(h.Seat(match, others[0]).No); clock != nil && clock.StoppedAt != nil {
		t.Error("the clock of the token's owner stopped")
	}
	if a := h.Answer(due, "ask", "yes that was me"); a.State != model.LetterApply || h.Table(match).Match.Seq == before {
		t.Errorf("after a yes: %v", a)
	}
}

// A token that friends could read proves nobody: who writes in its owner's name, and is vouched for by no server, is asked about.
func TestATokenThatWasShownProvesNobody(t *testing.T) {
	h, match, due, move, others := inTurn(t)
	h.Take(toFriends(h, due, due, "what a mess, friends", model.TrustProved, others[0]))
	before := h.Table(match).Match.Seq
	if a := h.Answer(due, "turn", move); a.State != model.LetterHold || h.Table(match).Match.Seq != before {
		t.Errorf("forged: %v", a)
	}
	l := h.Reply(due, "turn", move+".")
	l.Trust = model.TrustProved
	if a := h.Take(l); a.State != model.LetterApply {
		t.Errorf("vouched for: %v", a)
	}
}
