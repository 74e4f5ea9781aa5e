package letter

import (
	"slices"
	"strings"

	"pitpost.example/mailer/render"
	"pitpost.example/model"
)

// sharesMailbox reports whether somebody else plays from the mailbox that the letter goes to: a child from its mother's.
func sharesMailbox(s *builder) bool {
	if s.player == nil || s.seat == nil || s.seat.Player != s.player.ID {
		return s.player != nil && s.player.Keeper != 0
	}
	return s.player.Keeper != 0 || slices.ContainsFunc(s.table.Seats, func(o model.Seat) bool {
		return o.No != s.seat.No && o.Player != 0 && o.State != model.SeatDeclined && o.State != model.SeatUninvited &&
			s.player.SharesMailbox(s.src.Player(o.Player))
	})
}

// seatPrefix returns what the subject of a letter to a mailbox with several seats begins with, "For Fay:"; "" for any other
// letter.
func seatPrefix(s *builder) string {
	if !sharesMailbox(s) {
		return ""
	}
	name := s.player.Called
	if s.seat != nil {
		name = s.seat.Name
	}
	return s.say("mailbox.for", "name", name)
}

// forOneOfSeveral names the seat first in the subject of a letter to a mailbox with several, and has everything that may be
// secret begin below the first screen. A digest's first section is for lock screens and holds nothing secret.
func forOneOfSeveral(s *builder) {
	named := seatPrefix(s)
	if named == "" {
		return
	}
	if rest, reply := strings.CutPrefix(s.subject, "Re: "); reply {
		s.subject = "Re: " + named + " " + rest
	} else {
		s.subject = named + " " + s.subject
	}
	if s.seat == nil || s.table.Match.State() == nil || s.n.Purpose == model.PurposeInvite {
		return
	}
	open := 0
	if slices.Contains(model.Digests, s.n.Purpose) && len(s.sections) > 0 {
		open = 1
	}
	below := s.line("mailbox.below", "name", s.seat.Name)
	s.sections = slices.Insert(s.sections, open, render.Section{Lines: []render.Line{below}}, render.Section{Apart: true})
}
