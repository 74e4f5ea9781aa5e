package attacks

import (
	"strings"
	"testing"
)

// wishes has one line of each kind that people wish of a match or of the house for themselves.
var wishes = []string{"pace=5m", "rounds=1", "talk=whispers", "terms pace=5m rounds=1", "weekends=off", "could we change the pace to 5 minutes per move?",
	"my data", "forget me", "please delete my account", "send me all the data you have about me", "memo they know", "note to self: they know", "mute Bo", "mute Cy for all", "report Cy he cheats", "my record", "my record against Bo", "tables",
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
	if n := h.text("select count(*) from outbox where purpose = 'data'"); n != "0" {
		h.broke("%s letters with somebody's data left for forged wishes", n)
	}
	if n := h.text("select count(*) from players where forgotten_at is not null") + h.text("select count(*) from asks where kind = 'forget'"); n != "00" {
		h.broke("a forged wish has forgotten somebody, or asked them about it: %s", n)
	}
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

// A mailbox with two seats is written for by others: by its owner's name alone, with a token of either seat, and by a player of
// the same table who was passed one. Nobody is exported or forgotten, and no seat moves.
func TestAttackMailboxWithTwoSeats(t *testing.T) {
	t.Parallel()
	h := try(t, "write for a child in its mother's mailbox").open()
	h.post(letter{from: ana, subject: "new saboteur with " + bo + ", Fay at " + ana + " first=Fay"})
	h.quiet()
	h.post(letter{from: bo, body: "yes", answers: h.read(bo, "invite")})
	h.post(letter{from: ana, body: "yes", answers: h.read(ana, "invite")})
	h.quiet()
	if h.text("select phase::text from matches where id = 1") != "running" {
		t.Fatal("the family's match has not begun")
	}
	forwarded := h.turnOf(1, ana) // Fay's, which went to Ana's mailbox
	before := h.state()
	for _, words := range []string{"pass 1", "my data", "forget me", "resign", "say hello from Fay", "yes", "memo they know"} {
		h.net(letter{from: "Ana <" + ana + ">", subject: "Re: For Fay: [#1 Saboteur] Your turn, Fay", body: words})
		h.net(letter{from: mallory, body: words, token: forwarded})
		h.net(letter{from: bo, body: words, token: forwarded})
		h.net(letter{from: "Fay <" + mallory + ">", body: "#1 " + words})
	}
	h.unchanged(before, "somebody wrote for the child")
	if n := h.text("select count(*) from outbox where purpose = 'data'") + h.text("select count(*) from asks where kind = 'forget'"); n != "00" {
		h.broke("data left, or somebody was asked whether to be forgotten: %s", n)
	}
}
