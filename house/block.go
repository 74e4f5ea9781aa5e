package house

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/notice"
	"pitpost.example/house/reading"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// blockGuest keeps somebody from all matches of the sender: "block bo@example.org" or, of
// the match at hand, "block Bo"; "off" lets them in again. They can neither be invited nor
// join nor follow. A seat they have stays theirs. What is said about an address is the same
// whoever has it.
func blockGuest(d *desk, line command.Line) answer {
	_, rest, _ := strings.Cut(strings.TrimSpace(line.Raw), " ")
	rest, off := strings.CutSuffix(strings.TrimSpace(d.inEnglish(rest)), " off")
	host := blocker(d)
	byName := !strings.Contains(rest, "@")
	if host == 0 || byName && (d.table == nil || !d.host()) {
		return refuse("house.host-only", "word", "block")
	}
	var called, address string
	var player int64
	if byName {
		s := seatBegins(d.table, rest)
		if s == nil || s.Player == 0 {
			return refuse("house.no-such-seat", "name", engine.Clip(rest))
		}
		called, player = s.Name, s.Player
	} else {
		guests, no := reading.Guests(rest)
		if no != nil || len(guests) != 1 {
			return refuse("acts.block-form")
		}
		called, address = guests[0].Address, guests[0].Address
		p, _ := d.w.PlayerByAddress(address)
		if p != nil {
			player = p.ID
		}
	}
	if player == host {
		return refuse("acts.block-you")
	}
	return keepBlock(d, host, player, address, called, off)
}

// blocker is whose matches are kept from somebody: the sender's, or for the operator those
// of the match's host; 0 for nobody's.
func blocker(d *desk) int64 {
	if !d.operator {
		return d.player.ID
	}
	if d.table == nil {
		return 0
	}
	return hostOf(d.table)
}

// hostOf is the player in the host's chair; 0 for nobody.
func hostOf(t *model.Table) int64 {
	if s := t.Seat(t.Row.Host); s != nil {
		return s.Player
	}
	return 0
}

// keepBlock writes it down, for an address or with none for a player.
func keepBlock(d *desk, host, player int64, address, called string, off bool) answer {
	changed := d.w.HostBlocks(host, player, address, off)
	switch {
	case !changed:
		return done(say("acts.block-already", "who", called))
	case off:
		tellBlocked(d, "acts.unblocked-all", called)
		return done(say("acts.unblocked", "who", called))
	}
	sendAway(d, host, player)
	tellBlocked(d, "acts.blocked-all", called)
	return done(say("acts.blocked", "who", called))
}

// tellBlocked tells the table that its host keeps somebody away, and not whom.
func tellBlocked(d *desk, key, called string) {
	if t := d.table; t != nil && d.host() && t.Row.Phase != model.PhaseOver && t.Row.Phase != model.PhaseAborted {
		tellAll(d.w, t, d.seat, fmt.Sprintf("%s:%d:%x", key, d.now().UnixNano(), sha256.Sum256([]byte(called))), notice.Note{Subject: say("acts.blocked-subject", "match", int(t.Row.ID)),
			Lines: []engine.Phrase{say(key)}})
	}
}

// sendAway takes back the invitations of a host's matches to a player, and lets them follow
// none.
func sendAway(d *desk, host, player int64) {
	if player == 0 {
		return
	}
	ids := world.Get(d.w, world.HostedBy{Host: host})
	t, seat := d.table, d.seat
	for _, id := range ids {
		d.w.Unwatch(id, player)
		d.table = d.w.Table(id)
		if s := seatOf(d.table, player); s != nil && s.State == model.SeatInvited && d.table.Row.Phase == model.PhaseLobby {
			d.touch()
			takeOff(d, s)
		}
	}
	d.table, d.seat = t, seat
	if seat != nil {
		d.seat = t.Seat(seat.No)
	}
}

// keptOut says whether the host of a match keeps a player, or an address, away.
func keptOut(w *world.Tx, t *model.Table, player int64, address string) bool {
	host := hostOf(t)
	if host == 0 || host == player {
		return false
	}
	return world.Get(w, world.HostBlocked{Host: host, Player: player, Address: address})
}
