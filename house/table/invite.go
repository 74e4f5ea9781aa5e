package table

import (
	"fmt"
	"slices"
	"time"

	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// invitation is the one letter a guest gets, and its one reminder. The host's
// free text goes only to people who know the host from a match.
func Invitation(w *world.Tx, t *model.Table, s *model.Seat, host *model.Player, again string) model.Notice {
	hostName := ""
	if h := t.Seat(t.Row.Host); h != nil {
		hostName = h.Name
	}
	seats := Taken(t)
	pace := paceFor(t.Row.Terms.Pace, seats)
	days, _ := length(t, seats)
	n := notice.Note{Subject: Say("house.invite-subject", "match", int(t.Row.ID), "host", hostName, "game", Say(t.Row.Game+".title")),
		Answers: []string{"yes", "no", "block"}}
	who := Say("house.invite-who", "host", hostName, "name", s.Name, "game", Say(t.Row.Game+".title"))
	if NeverAnswered(w, s.Address) { // what they are called, the host wrote
		who = Say("house.invite-stranger", "host", hostName, "game", Say(t.Row.Game+".title"))
	}
	n.Lines = append(n.Lines, who, Say(t.Row.Game+".blurb"), Say("house.invite-how", "in", int(pace/time.Second)), Say("house.lasts-short", "count", days))
	if t.Row.Note != "" && knows(w, t, s, host) {
		n.Lines = append(n.Lines, Say("house.invite-note", "host", hostName, "note", t.Row.Note))
	}
	n.Lines = append(append(n.Lines, toldOfBots(t)...), toldOfWatching(t)...)
	n.Lines = append(n.Lines, Say("house.invite-answers"), Say("house.invite-private"), Say("house.invite-fair", "commitment", Commitment(t)))
	return model.Notice{Key: fmt.Sprintf("invite%s:%d:%d", again, t.Row.ID, s.No), Match: t.Row.ID, Seat: s.No, Player: s.Player,
		Address: s.Address, Purpose: model.PurposeInvite, Params: notice.Params(n)}
}

// knows says whether a guest has sat in a match with the host before.
func knows(w *world.Tx, t *model.Table, s *model.Seat, host *model.Player) bool {
	if host == nil {
		return false
	}
	ids := world.Get(w, world.MatchesOf{Player: s.Player})
	for _, id := range ids {
		if id == t.Row.ID {
			continue
		}
		if other := w.Table(id); slices.ContainsFunc(other.Seats, func(o model.Seat) bool { return o.Player == host.ID && o.State == model.SeatJoined }) {
			return true
		}
	}
	return false
}
