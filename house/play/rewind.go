package play

import (
	"fmt"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/table"
	"pitpost.example/model"
)

// Rewind takes back the last move, or the last few: "rewind 3". All are told, and the
// cards that are drawn next are others; what was seen stays seen.
func Rewind(d *desk.Desk, line command.Line, rest string) desk.Answer {
	n, asked := 1, -1
	if rest != "" {
		if read, _ := fmt.Sscanf(rest, "%d before %d", &n, &asked); read == 0 {
			return desk.Refuse("house.rewind-form")
		}
	}
	t := d.Table
	to, name, turn, ok := t.Match.Takeback(n, func(seat string) bool {
		s := table.SeatNamed(t, seat)
		return s != nil && s.State != model.SeatBot
	})
	if !ok {
		return desk.Refuse("house.rewind-none")
	}
	if !d.Sure && !d.Operator {
		line.Folded = fmt.Sprintf("rewind %d before %d", n, to) // a yes is for this move and no later one
		return d.SureFirst(line, engine.Say("house.rewind-sure", "name", name, "turn", turn, "count", n))
	}
	if asked >= 0 && asked != to {
		return desk.Refuse("house.rewind-moved")
	}
	d.W.Append(t, t.Match.Rewind(engine.Rewound{To: to, By: d.By()})...)
	for s := range t.In() {
		t.DropPlan(s.No, model.PlanDraft, model.PlanNext)
	}
	says := engine.Say("house.rewound", "name", name, "turn", turn)
	table.TellAll(d.W, t, d.Seat, fmt.Sprintf("rewound:%d", t.Match.Seq), notice.Note{Subject: engine.Say("house.rewound-subject", "match", int(t.Row.ID)),
		Lines: []engine.Phrase{says, engine.Say("house.rewound-how")}, Logged: true})
	d.Touch()
	return desk.Done(says)
}

// Hand gives the host's chair to another player.
func Hand(d *desk.Desk, line command.Line, rest string) desk.Answer {
	s := table.SeatBegins(d.Table, rest)
	switch {
	case d.Table.Row.Phase.Ended():
		return desk.Refuse("house.over", "match", int(d.Table.Row.ID))
	case s == nil || s.State != model.SeatJoined:
		return desk.Refuse("house.host-whom", "names", d.Others())
	case s.No == d.Table.Row.Host:
		return desk.Refuse("house.host-already", "name", s.Name)
	}
	if !d.Sure && !d.Operator {
		return d.SureFirst(line, engine.Say("house.host-sure", "name", s.Name))
	}
	d.Table.Row.Host = s.No
	d.W.Save(d.Table)
	hosted(d, s)
	return desk.Done(engine.Say("house.host-now", "name", s.Name))
}

// hosted tells everybody whose chair the host's is.
func hosted(d *desk.Desk, s *model.Seat) {
	key := fmt.Sprintf("host:%d", d.Now().UnixNano())
	table.Note(d.W, d.Table, s, model.PurposeNote, key, notice.Note{Subject: engine.Say("house.host-subject", "match", int(d.Table.Row.ID)), Lines: []engine.Phrase{engine.Say("house.host-you")}, Pressing: true})
	for other := range d.Table.In(model.SeatJoined) {
		if other.No != s.No && (d.Seat == nil || other.No != d.Seat.No) {
			table.Note(d.W, d.Table, other, model.PurposeNote, key, notice.Note{Subject: engine.Say("house.host-news-subject", "match", int(d.Table.Row.ID)),
				Lines: []engine.Phrase{engine.Say("house.host-now", "name", s.Name)}})
		}
	}
}
