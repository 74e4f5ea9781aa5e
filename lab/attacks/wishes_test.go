package attacks

import (
	"strings"
	"testing"
)

// wishes has one line of each kind that people wish of a match or of the house for themselves.
var wishes = []string{"pace=5m", "rounds=1", "talk=whispers", "terms pace=5m rounds=1", "weekends=off", "could we change the pace to 5 minutes per move?",
	"memo they know", "note to self: they know", "mute Bo", "mute Cy for all", "report Cy he cheats", "my record", "my record against Bo", "tables",
	"start", "resign", "back", "rematch pace=5m with " + mallory, "rematch with " + mallory + " without Bo"}

// What people wish for themselves, and what a table decides, is forged: by the sender's name alone, with another player's
// token, and by an attacker with a token that was passed on.
func TestAttackForgedWishes(t *testing.T) {
	t.Parallel()
	h := try(t, "change terms, memos, mutes, reports and rematches of others by forged letters").open()
	match := h.match("new saboteur", bo, cy)
	forwarded := h.turnOf(match, bo)
	before := h.state()
	for _, words := range wishes {
		h.net(letter{from: "Ana <" + ana + ">", body: words})
		h.net(letter{from: "Ana <" + ana + ">", body: "yes"})
		h.net(letter{from: bo, body: "#1 " + words})
		h.net(letter{from: mallory, body: words, token: forwarded})
		h.net(letter{from: mallory, body: words + "\nyes", token: forwarded})
	}
	h.unchanged(before, "a forged wish was carried out")
	for _, r := range h.mail(mallory, "") {
		if strings.Contains(r.text, "Your hand") || strings.Contains(r.text, "finished,") || r.subject != "" && strings.Contains(r.text, "A report") {
			h.broke("the attacker read what is somebody's own: %s", r.subject)
		}
	}
}

// A player wishes for others: a vote of one, a mute for all, a report that should reach whom it is about, and a chair that
// somebody else was invited to.
func TestAttackWishesOfAPlayer(t *testing.T) {
	t.Parallel()
	h := try(t, "decide for the table as one of three, and take the chair of somebody who was invited").open()
	match := h.match("new saboteur", bo, cy)
	terms := func() string {
		return h.text("select (terms::text || options::text) from matches where id = $1", match) +
			h.text("select coalesce(string_agg(kind, ' '), '') from facts where match_id = $1 and kind in ('match.changed', 'match.conceded')", match)
	}
	before := terms()
	for _, words := range []string{"pace=5m", "rounds=1", "mute Cy for all", "pace=5m\nyes", "terms pace=5m bank=0"} {
		h.post(letter{from: bo, body: "#1 " + words})
		h.post(letter{from: bo, body: "yes"})
		h.net(letter{from: cy, body: "yes"})
	}
	if after := terms(); after != before {
		h.broke("one of three changed the terms: %s", after)
	}
	h.post(letter{from: ana, subject: "new saboteur with " + bo + ", " + cy})
	h.quiet()
	h.post(letter{from: bo, body: "yes", answers: h.read(bo, "invite")})
	h.post(letter{from: ana, body: "#2 start"})
	h.quiet()
	h.post(letter{from: ana, body: "yes", answers: h.read(ana, "receipt")})
	h.quiet()
	invited := h.read(cy, "offer")
	h.net(letter{from: mallory, body: "yes", answers: invited})
	h.net(letter{from: cy, body: "yes"})
	h.post(letter{from: bo, body: "yes", token: invited})
	if n := h.number("select count(*) from seats where match_id = 2 and state = 'joined'"); n > 2 {
		h.broke("the chair of somebody who has not answered was taken")
	}
}
