package table

import (
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// An address that never answered gets so few letters, whoever makes the house write them. As
// many a player gets in answer to letters in their name that nobody vouches for.
const (
	StrangerAnHour = 3
	StrangerADay   = 10
)

// reached says whether n is as many as a cap allows.
func Reached(n, most int) bool { return most > 0 && n >= most }

// neverAnswered says whether no letter to an address was answered yet, and no server vouched
// for a letter of its. A seat without an address is of somebody who wrote themselves.
func NeverAnswered(w *world.Tx, address string) bool {
	if address == "" {
		return false
	}
	_, a := w.PlayerByAddress(address)
	return a == nil || !a.Proved
}

// enoughFor says whether an address that never answered has had its letters for now.
func EnoughFor(c model.ColdCounts) bool { return c.Hour >= StrangerAnHour || c.Day >= StrangerADay }

// mayRemind counts the reminder of an invitation; false where the guest has had enough.
func mayRemind(w *world.Tx, t *model.Table, s *model.Seat) bool {
	stranger := NeverAnswered(w, s.Address)
	c := world.Get(w, world.ColdLetters{Host: 0, Address: s.Address})
	if stranger && EnoughFor(c) || Reached(c.Guest, w.Rules().Limits().InvitesAGuest) {
		return false
	}
	w.Do(world.NoteCold{Cold: model.Cold{Kind: model.ColdRemind, Address: s.Address, Match: t.Row.ID, Seat: s.No}})
	return true
}

// tellGuest writes what became of an invitation, unless whoever got it never answered and has
// had enough letters.
func TellGuest(w *world.Tx, t *model.Table, s *model.Seat, key string, n notice.Note) {
	stranger := NeverAnswered(w, s.Address)
	if stranger {
		c := world.Get(w, world.ColdLetters{Host: 0, Address: s.Address})
		if EnoughFor(c) {
			return
		}
		w.Do(world.NoteCold{Cold: model.Cold{Kind: model.ColdNews, Address: s.Address, Match: t.Row.ID, Seat: s.No}})
	}
	Note(w, t, s, model.PurposeNote, key, n)
}
