package attacks

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// A forged letter asks for something that cannot be undone, and forged answers to the house's questions confirm
// it. None of these answers refers to the letter with the question.
func TestAttackForgedYesTakesASeat(t *testing.T) {
	t.Parallel()
	h := try(t, "replace Bo, kick, resign, abort and move by forged letters, each followed by a forged yes").open()
	h.match("new saboteur", bo, cy)
	before := h.state()
	for _, words := range []string{"replace Bo with " + mallory, "kick Bo", "resign", "abort", "zone Asia/Tokyo", "pass 1", "concede", "host Bo"} {
		for _, said := range []string{words, "yes", "yes", "yes\n" + words, "ok"} {
			h.net(letter{from: "Ana <" + ana + ">", body: said})
		}
	}
	h.unchanged(before, "a forged letter and a forged yes were carried out")
	if n := len(h.mail(mallory, "")); n > 0 {
		h.broke("the attacker got %d letters of a match that is not theirs", n)
	}
}

// The token of a forwarded digest and a forged yes make the attacker's address one of the player's own; "again"
// from there then shows the hand.
func TestAttackForgedYesAddsAnAddress(t *testing.T) {
	t.Parallel()
	h := try(t, "answer the question about a held letter by a forged yes, so that its sender reads a hand").open()
	match := h.match("new saboteur", bo, cy)
	forwarded := h.turnOf(match, bo)
	before := h.state()
	h.net(letter{from: mallory, body: "again", token: forwarded})
	h.net(letter{from: bo, body: "yes"})
	for _, asked := range h.mail(mallory, "ask") {
		h.net(letter{from: mallory, body: "yes", answers: asked})
	}
	h.net(letter{from: mallory, body: "again", token: forwarded})
	h.net(letter{from: mallory, body: "again"})
	h.unchanged(before, "the attacker's address became the player's")
	for _, r := range h.mail(mallory, "") {
		if len(r.turn.Legal) > 0 || strings.Contains(r.text, "Your hand") {
			h.broke("the attacker read a hand: %s", r.subject)
		}
	}
}

// Somebody else answers no to the question about the owner's held letter.
func TestAttackForgedNoDropsAHeldLetter(t *testing.T) {
	t.Parallel()
	h := try(t, "drop what a player wrote from a second address by a forged no").open()
	match := h.match("new saboteur", bo, cy)
	h.net(letter{from: "bo@work.example", body: "say from work", token: h.turnOf(match, bo)})
	asked := h.read(bo, "ask")
	h.net(letter{from: bo, body: "no"})
	h.net(letter{from: mallory, body: "no", answers: asked})
	if n := h.number("select count(*) from asks where kind = 'held' and answer <> ''"); n > 0 {
		h.broke("the question was answered by a forged no")
	}
	h.did(letter{from: bo, body: "yes", answers: asked})
	h.quiet()
	if n := h.number("select count(*) from words where said = 'from work'"); n != 1 {
		h.broke("the owner's own yes came to nothing")
	}
}

// Standing orders are neither moves nor words of the house, so they could be forgotten in checks.
func TestAttackForgedStandingOrders(t *testing.T) {
	t.Parallel()
	h := try(t, "have a player pass for the rest of the match by forged standing orders").open()
	match := h.match("new saboteur", bo, cy)
	victim := h.due(match)
	before := h.state()
	for _, words := range []string{"pass all", "auto repair", "pass until repaired", "#1 pass all"} {
		h.net(letter{from: victim, body: words})
		h.net(letter{from: victim, body: words + "\nyes"})
	}
	h.unchanged(before, "a forged standing order was taken")
}

// A letter names one match, but contains a move in another one, whose game has other words.
func TestAttackForgedMoveInAnotherGame(t *testing.T) {
	t.Parallel()
	h := try(t, "hide a forged move of one game behind a harmless word at a match of another").open()
	saboteur, clonk := h.match("new saboteur", bo, cy), h.match("new clonk", bo, cy)
	moves := map[int][]string{}
	for _, match := range []int{saboteur, clonk} {
		moves[match] = h.digest(match, h.due(match)).turn.Legal
	}
	before := h.state()
	for match, other := range map[int]int{saboteur: clonk, clonk: saboteur} {
		for _, move := range moves[match][:min(3, len(moves[match]))] {
			h.net(letter{from: h.due(match), body: fmt.Sprintf("#%d help\n#%d %s", other, match, move)})
			h.net(letter{from: h.due(match), subject: fmt.Sprintf("#%d", other), body: fmt.Sprintf("status\n#%d %s", match, move)})
		}
	}
	h.unchanged(before, "a forged move was played")
	match := saboteur
	h.did(letter{from: h.due(match), body: moves[match][0], answers: h.digest(match, h.due(match))})
	if h.state() == before {
		h.broke("not even the player's own move is played, so this attack shows nothing")
	}
}

// A key of a seat is for moves and plans; only the player may vote.
func TestAttackKeyAnswersABallot(t *testing.T) {
	t.Parallel()
	h := try(t, "vote, and use up a question about a held letter, by a seat's key").open()
	match := h.match("new saboteur", bo, cy)
	key := h.key(match, bo)
	for _, asks := range []func(){
		func() { h.did(letter{from: cy, body: "pause"}) },
		func() { h.net(letter{from: "bo@work.example", body: "say from work", token: h.turnOf(match, bo)}) },
	} {
		asks()
		h.quiet()
		open := "select count(*) from asks a join addresses p on p.player_id = a.player_id where p.address = $1 and a.answer = ''"
		if n := h.number(open, bo); n != 1 {
			h.Fatalf("Bo is asked %d questions, not one", n)
		}
		for _, words := range []string{"no", "yes", "yes please", "ok"} {
			if status, answer := h.program(match, key, words); status == 401 || status == 404 {
				h.Fatalf("the key does not fit: %d %s", status, answer)
			}
		}
		h.quiet()
		if h.number(open, bo) != 1 {
			h.broke("a question of kind %s was answered by a key", h.text("select kind from asks where answer <> '' order by id desc limit 1"))
		}
		h.did(letter{from: bo, body: "no", answers: h.read(bo, "ask")})
	}
	if phase := h.text("select phase from matches where id = $1", match); phase != "running" {
		h.broke("the match is %s by the word of a key", phase)
	}
}

// A letter from an unknown address to a player's own token stops their clock.
func TestAttackStoppedClock(t *testing.T) {
	t.Parallel()
	h := try(t, "buy time without end by letters from other addresses to one's own token").open()
	match := h.match("new saboteur", bo, cy)
	player := h.due(match)
	digest := h.digest(match, player)
	stands := func() bool {
		h.quiet()
		return h.number("select count(*) from clocks where match_id = $1 and stopped_at is not null", match) > 0
	}
	h.net(letter{from: "friend1@example.net", body: "pass 1", token: digest})
	stood := stands()
	h.jump(70 * time.Minute)
	for end := time.Now().Add(20 * time.Second); stands(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			h.broke("70 minutes after the letter the clock still stands")
			break
		}
	}
	for i := 2; i < 6; i++ {
		h.net(letter{from: fmt.Sprintf("friend%d@example.net", i), body: "pass 1", token: digest})
		if stands() {
			h.broke("letter %d from yet another address stopped the clock of the same step again", i)
			break
		}
		h.jump(time.Duration(i) * 70 * time.Minute)
	}
	if !stood {
		h.Log("the first letter did not stop the clock either")
	}
}

// Forged letters use up the questions that their victim's own letters need.
func TestAttackForgedLettersSilenceTheirVictim(t *testing.T) {
	t.Parallel()
	h := try(t, "have a player's own letters dropped by writing first in their name").open()
	match := h.match("new saboteur", bo, cy)
	token := h.turnOf(match, bo)
	for i := range 12 {
		h.net(letter{from: bo, body: fmt.Sprintf("say it is me %d", i)})
	}
	if w := h.net(letter{from: bo, body: "say by token", token: token}); w.state != "apply" {
		h.broke("a letter with the token ends as %s (%s)", w.state, w.why)
	}
	if w := h.post(letter{from: bo, body: "say vouched for"}); w.state != "apply" {
		h.broke("a letter that is vouched for ends as %s (%s)", w.state, w.why)
	}
	asked := h.number("select count(*) from asks where kind = 'held'")
	if w := h.net(letter{from: "bo@work.example", body: "say from work", token: token}); h.number("select count(*) from asks where kind = 'held'") == asked {
		h.broke("a letter from the player's second address is not asked about (%s, %s)", w.state, w.why)
	}
	h.quiet()
	all := h.mail(bo, "ask")
	if len(all) > 6 {
		h.broke("12 forged letters made %d letters to their victim", len(all))
	}
	for _, r := range all {
		if strings.Contains(r.text, "say it is me") && strings.Contains(r.text, "hour") {
			return
		}
	}
	h.broke("nobody tells the player that further letters of theirs will not be asked about for a while")
}

// A seat's former player has letters with its tokens, and knows who took over the seat.
func TestAttackTokensOfAFormerPlayer(t *testing.T) {
	t.Parallel()
	h := try(t, "act for whoever took a seat over, by the tokens and links of the player before").open("--public-url", "https://pit.example")
	match := h.match("new saboteur", bo, cy)
	old := []*received{h.turnOf(match, bo), h.read(bo, "invite")}
	h.did(letter{from: ana, body: "replace Bo with " + mallory})
	h.did(letter{from: bo, body: "yes", answers: h.read(bo, "ask")}) // it is Bo's own wish
	h.did(letter{from: mallory, body: "yes", answers: h.read(mallory, "offer")})
	before := h.state()
	for _, letterOf := range old {
		stops := letterOf.header.Get("List-Unsubscribe")
		for _, words := range []string{"say hello", "resign", "next pass 1", "zone Asia/Tokyo", "stop", "key"} {
			h.net(letter{from: mallory, body: words, token: letterOf})
		}
		for _, link := range strings.Split(stops, ",") {
			if path, ok := strings.CutPrefix(strings.Trim(link, " <>"), "https://pit.example"); ok {
				h.ask("POST", path, "List-Unsubscribe=One-Click")
			} else if to, ok := strings.CutPrefix(strings.Trim(link, " <>"), "mailto:"); ok {
				to, _, _ = strings.Cut(to, "?")
				h.net(letter{from: mallory, to: to, body: "stop"})
			}
		}
	}
	h.unchanged(before, "a letter by an old token counted as the new player's")
	h.did(letter{from: mallory, body: "say hello", answers: h.turnOf(match, mallory)})
}
