package house

import (
	"fmt"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/notice"
	"pitpost.example/model"
)

// Rewind takes back the last move, or the last few: "rewind 3". All are told, and the
// cards that are drawn next are others; what was seen stays seen.
func Rewind(d *desk, line command.Line, rest string) answer {
	if a, ok := d.inPlay(); !ok {
		return a
	}
	n, asked := 1, -1
	if rest != "" {
		if read, _ := fmt.Sscanf(rest, "%d before %d", &n, &asked); read == 0 {
			return refuse("house.rewind-form")
		}
	}
	t := d.table
	to, name, turn, ok := t.Match.Takeback(n, func(seat string) bool {
		s := seatNamed(t, seat)
		return s != nil && s.State != model.SeatBot
	})
	if !ok {
		return refuse("house.rewind-none")
	}
	if !d.sure && !d.operator {
		line.Folded = fmt.Sprintf("rewind %d before %d", n, to) // a yes is for this move and no later one
		return d.sureFirst(line, say("house.rewind-sure", "name", name, "turn", turn, "count", n))
	}
	if asked >= 0 && asked != to {
		return refuse("house.rewind-moved")
	}
	d.w.Append(t, t.Match.Rewind(engine.Rewound{To: to, By: d.by()})...)
	for i := range t.Seats {
		d.w.DropPlan(t, t.Seats[i].No, model.PlanDraft)
		d.w.DropPlan(t, t.Seats[i].No, model.PlanNext)
	}
	says := say("house.rewound", "name", name, "turn", turn)
	tellAll(d.w, t, d.seat, fmt.Sprintf("rewound:%d", t.Match.Seq), notice.Note{Subject: say("house.rewound-subject", "match", int(t.Row.ID)),
		Lines: []engine.Phrase{says, say("house.rewound-how")}})
	d.touch()
	return done(says)
}

// Hand gives the host's chair to another player.
func Hand(d *desk, line command.Line, rest string) answer {
	s := seatBegins(d.table, rest)
	switch {
	case d.table.Row.Phase == model.PhaseOver || d.table.Row.Phase == model.PhaseAborted:
		return refuse("house.over", "match", int(d.table.Row.ID))
	case s == nil || s.State != model.SeatJoined:
		return refuse("house.host-whom", "names", d.others())
	case s.No == d.table.Row.Host:
		return refuse("house.host-already", "name", s.Name)
	}
	if !d.sure && !d.operator {
		return d.sureFirst(line, say("house.host-sure", "name", s.Name))
	}
	d.table.Row.Host = s.No
	d.w.Save(d.table)
	hosted(d, s)
	return done(say("house.host-now", "name", s.Name))
}

// hosted tells everybody whose chair the host's is.
func hosted(d *desk, s *model.Seat) {
	key := fmt.Sprintf("host:%d", d.now().UnixNano())
	note(d.w, d.table, s, model.PurposeNote, key, notice.Note{Subject: say("house.host-subject", "match", int(d.table.Row.ID)), Lines: []engine.Phrase{say("house.host-you")}})
	for i := range d.table.Seats {
		other := &d.table.Seats[i]
		if other.State == model.SeatJoined && other.No != s.No && (d.seat == nil || other.No != d.seat.No) {
			note(d.w, d.table, other, model.PurposeNote, key, notice.Note{Subject: say("house.host-news-subject", "match", int(d.table.Row.ID)),
				Lines: []engine.Phrase{say("house.host-now", "name", s.Name)}})
		}
	}
}
