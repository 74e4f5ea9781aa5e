package attacks

import (
	"strings"
	"testing"
)

// Somebody who declined names their empty seat like a guest who is invited later, and then asks for what that guest sees.
func TestAttackDeclinedSeatSharesAName(t *testing.T) {
	t.Parallel()
	h := try(t, "see another's hand from a declined seat of the same name").open()
	h.did(letter{from: ana, body: "new saboteur with " + mallory + ", " + cy})
	invitation := h.read(mallory, "invite")
	h.did(letter{from: mallory, body: "no", answers: invitation})
	h.did(letter{from: mallory, body: "#1 name Bo"})
	h.did(letter{from: ana, body: "#1 invite " + bo})
	for _, guest := range []string{cy, bo} {
		h.did(letter{from: guest, body: "yes", answers: h.read(guest, "invite")})
	}
	h.did(letter{from: ana, body: "#1 start"})
	for _, word := range []string{"again", "story", "status", "plan", "key", "nudge", "rematch"} {
		h.post(letter{from: mallory, body: "#1 " + word})
		h.post(letter{from: mallory, body: word, answers: invitation})
	}
	h.quiet()
	for _, r := range h.mail(mallory, "") {
		if strings.Contains(r.text, "Your hand") {
			h.broke("a %s to somebody who declined shows a hand", r.purpose)
			break
		}
	}
}

// A guest who declined says yes after all, when somebody else of that name has been seated.
func TestAttackTwoSeatsOfOneName(t *testing.T) {
	t.Parallel()
	h := try(t, "sit at a table under the name of another seat, or without a free chair").open()
	h.did(letter{from: ana, body: "new clonk with " + mallory + ", " + cy})
	first := h.read(mallory, "invite")
	h.did(letter{from: mallory, body: "no", answers: first})
	h.did(letter{from: mallory, body: "#1 name Bo"})
	h.did(letter{from: ana, body: "#1 invite " + bo})
	h.did(letter{from: bo, body: "yes", answers: h.read(bo, "invite")})
	h.did(letter{from: mallory, body: "yes", answers: first})
	h.quiet()
	if n := h.number("select count(*) - count(distinct name) from seats where state = 'joined'"); n != 0 {
		h.broke("two seats have one name")
	}
	h.did(letter{from: mallory, body: "decline", answers: first})
	h.did(letter{from: ana, body: "#1 invite di@" + domain}) // the last chair
	h.post(letter{from: mallory, body: "yes", answers: first})
	h.quiet()
	if n := h.number("select count(*) from seats where state in ('joined', 'invited', 'bot')"); n > 4 {
		h.broke("%d seats are taken", n)
	}
}

// Whom the host has sent away answers the old invitation.
func TestAttackSentAwayAndBack(t *testing.T) {
	t.Parallel()
	h := try(t, "take a seat by an invitation that was withdrawn, or from a host's block list").open()
	h.did(letter{from: ana, body: "new saboteur with " + mallory + ", " + bo + ", " + cy})
	first := h.read(mallory, "invite")
	h.did(letter{from: ana, body: "#1 uninvite Mallory"})
	for _, words := range []string{"decline", "stop", "no", "yes"} {
		h.post(letter{from: mallory, body: words, answers: first})
	}
	if h.number("select count(*) from seats where state = 'joined'") > 1 {
		h.broke("somebody took a seat whose invitation was withdrawn")
	}
	guest := h.read(bo, "invite")
	h.did(letter{from: bo, body: "no", answers: guest})
	h.did(letter{from: ana, body: "block " + bo})
	h.post(letter{from: bo, body: "yes", answers: guest})
	if h.number("select count(*) from seats where state = 'joined'") > 1 {
		h.broke("somebody whom the host has blocked took a seat")
	}
}
