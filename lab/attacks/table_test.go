package attacks

import (
	"fmt"
	"slices"
	"strings"
)

// The players: addresses at the built-in post office. It authenticates senders of letters that it delivers, but
// not of those from the internet.
const (
	ana     = "ana@" + domain
	bo      = "bo@" + domain
	cy      = "cy@" + domain
	mallory = "mallory@" + domain // the attacker, who has a mailbox too
)

// match lets Ana open a match with a line, and all guests accept. When match returns, the match is running.
func (h *house) match(order string, guests ...string) (id int) {
	h.Helper()
	h.did(letter{from: ana, body: order + " with " + strings.Join(guests, ", ")})
	for _, guest := range guests {
		h.did(letter{from: guest, body: "yes\nattach json", answers: h.read(guest, "invite")})
	}
	h.did(letter{from: ana, body: "attach json"})
	h.quiet()
	id = h.number("select max(id) from matches")
	if phase := h.text("select phase from matches where id = $1", id); phase != "running" {
		h.Fatalf("match %d is %s", id, phase)
	}
	return id
}

// due returns the address of the player who must move in a match.
func (h *house) due(match int) string {
	h.Helper()
	h.quiet()
	return h.text(`select a.address from clocks c join seats s on s.match_id = c.match_id and s.no = c.seat
		join addresses a on a.player_id = s.player_id and a.first where c.match_id = $1 order by c.seat limit 1`, match)
}

// digest returns the last letter that asked a player for a move, with its legal moves. If there is none, the
// player asks for it again.
func (h *house) digest(match int, whose string) *received {
	h.Helper()
	h.quiet()
	for range 2 {
		all := h.mail(whose, "")
		slices.Reverse(all)
		for _, r := range all {
			if r.turn.Match == int64(match) && len(r.turn.Legal) > 0 {
				return r
			}
		}
		h.did(letter{from: whose, body: fmt.Sprintf("#%d again", match)})
		h.quiet()
	}
	h.Fatalf("no digest of match %d for %s", match, whose)
	return nil
}

// turnOf returns a letter about a match to somebody with the token of their seat.
func (h *house) turnOf(match int, whose string) *received {
	h.Helper()
	h.did(letter{from: whose, body: fmt.Sprintf("#%d again", match)})
	h.quiet()
	all := h.mail(whose, "")
	for _, r := range slices.Backward(all) {
		if strings.Contains(r.subject, fmt.Sprintf("[#%d", match)) && r.reply != "" {
			return r
		}
	}
	h.Fatalf("no letter of match %d to %s", match, whose)
	return nil
}
