package seats

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/model"
	"pitpost.example/speech"
	"pitpost.example/speech/dates"
)

// BlockGuest keeps somebody out of all the sender's matches: "block bo@example.org" or, at the current match,
// "block Bo"; with "off" they are let in again. They can no longer be invited, join or follow, but keep a
// seat they have. The answer about an address does not reveal whether it belongs to a player.
func BlockGuest(d *desk.Desk, line speech.Line) desk.Result {
	rest, off := strings.CutSuffix(strings.TrimSpace(d.InEnglish(desk.AfterFirstWord(line))), " off")
	host := blocker(d)
	byName := !strings.Contains(rest, "@")
	if host == 0 || byName && (d.Table == nil || !d.Host()) {
		return desk.Refuse("house.host-only", "command", "block")
	}
	var called, address string
	var player int64
	if byName {
		s := d.Table.SeatBegins(rest)
		if s == nil || s.Player == 0 {
			return desk.Refuse("house.no-such-seat", "name", engine.ClipText(rest))
		}
		called, player = s.Name, s.Player
	} else {
		guests, no := dates.ReadGuests(rest)
		if no != nil || len(guests) != 1 {
			return desk.Refuse("acts.block-form")
		}
		called, address = guests[0].Address, guests[0].Address
		p, _ := d.W.PlayerByAddress(address)
		player = p.Number()
	}
	if player == host {
		return desk.Refuse("acts.block-you")
	}
	return keepBlock(d, host, player, address, called, off)
}

// blocker returns the host whose matches are meant: the sender or, for the operator, the host of the current
// match; 0 if there is none.
func blocker(d *desk.Desk) int64 {
	if !d.Operator {
		return d.Player.ID
	}
	if d.Table == nil {
		return 0
	}
	return d.Table.HostPlayer()
}

// keepBlock saves or removes the block of an address or, if that is "", of a player.
func keepBlock(d *desk.Desk, host, player int64, address, called string, off bool) desk.Result {
	changed := d.W.SetBlock(model.Block{Host: host, Address: address, Player: player}, off)
	switch {
	case !changed && off:
		return desk.AnswerDone(engine.Say("acts.unblock-already", "who", called))
	case !changed:
		return desk.AnswerDone(engine.Say("acts.block-already", "who", called))
	case off:
		tellBlocked(d, "acts.unblocked-all", called)
		return desk.AnswerDone(engine.Say("acts.unblocked", "who", called))
	}
	sendAway(d, host, player)
	tellBlocked(d, "acts.blocked-all", called)
	return desk.AnswerDone(engine.Say("acts.blocked", "who", called))
}

// tellBlocked tells the table that its host blocked somebody, but not whom.
func tellBlocked(d *desk.Desk, key, called string) {
	if t := d.Table; t != nil && d.Host() && !t.Row.Phase.Ended() {
		t.TellAll(d.Seat, fmt.Sprintf("%s:%d:%x", key, d.Now().UnixNano(), sha256.Sum256([]byte(called))), t.News("acts.blocked-subject", engine.Say(key)))
	}
}

// sendAway withdraws a player's invitations to a host's matches and stops them following any.
func sendAway(d *desk.Desk, host, player int64) {
	if player == 0 {
		return
	}
	for _, id := range d.W.MatchesOf(host) {
		t := table.LoadTable(d.W, id)
		if t.HostPlayer() != host || t.Row.Phase.Ended() {
			continue
		}
		d.W.Unwatch(id, player)
		if s := t.SeatOf(player); s != nil && s.State == model.SeatInvited && t.Row.Phase == model.PhaseLobby {
			d.NoteChanged(t)
			TakeLobbySeat(t, s)
		}
	}
}
