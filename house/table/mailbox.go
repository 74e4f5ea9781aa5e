package table

import (
	"slices"

	"pitpost.example/engine"
	"pitpost.example/model"
)

// SharedWith lists the other seats that are played from the mailbox of a seat: a child's beside its mother's.
func (t *Gathering) SharedWith(s *model.Seat) (others []*model.Seat) {
	p := t.Player(s.Player)
	for o := range t.In(model.SeatInvited, model.SeatJoined, model.SeatBot) {
		if o.No != s.No && o.Player != 0 && p.SharesMailbox(t.Player(o.Player)) {
			others = append(others, o)
		}
	}
	return others
}

// DescribeShared says which players share a mailbox, and that such a match is not rated: all at the table are told. With
// a seat it says so only of that one's mailbox. It is nil if nobody shares one.
func (t *Gathering) DescribeShared(with *model.Seat) (says []engine.Phrase) {
	var told []int
	for s := range t.In(model.SeatInvited, model.SeatJoined, model.SeatBot) {
		if s.Player == 0 || slices.Contains(told, s.No) || with != nil && s.No != with.No {
			continue
		}
		names := []string{s.Name}
		for _, o := range t.SharedWith(s) {
			names, told = append(names, o.Name), append(told, o.No)
		}
		if len(names) > 1 {
			says = append(says, engine.Say("mailbox.shared", "names", names))
		}
	}
	return says
}

// TellShared has the next letter of everybody at the table say which players share a mailbox. The match is then not
// rated, whoever leaves it later.
func (t *Gathering) TellShared() {
	says := t.DescribeShared(nil)
	if says == nil || t.Row.Terms.Unrated {
		return
	}
	t.Row.Terms.Unrated = true
	for s := range t.In(model.SeatJoined) {
		for _, p := range says {
			TellAct(s, p)
		}
	}
}
