package letter

import (
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/play"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/speech"
)

// speakForKept makes a letter that of a player who writes from its sender's mailbox, if it answers one of theirs: a child
// plays from its mother's. Whoever has the mailbox has it for all who write from there, so the sender is proved as before.
func speakForKept(d *desk.Desk) {
	if d.Player == nil || !d.W.Sender(d.From).Keeps {
		return
	}
	kept := engine.MapList(d.W.KeptPlayers(d.Player.ID), func(p model.Player) int64 { return p.ID })
	if of := writesFor(d, kept); slices.Contains(kept, of) {
		d.Player = d.W.Player(of)
	}
}

// writesFor returns the player whose letter is answered, 0 if that is not known. kept are those who write from the sender's
// mailbox.
func writesFor(d *desk.Desk, kept []int64) int64 {
	ref := d.Ref
	if ref == nil {
		return namedInSubject(d, kept)
	}
	switch ref.Purpose {
	case model.ForAsk:
		if ask := asked(d); ask != nil {
			return ask.Player
		}
	case model.ForDaily:
		_, player := d.AnsweredDaily()
		return player
	case model.ForAnybody, model.ForWatch, model.ForReferee, model.ForStop:
		return ref.Step
	case model.ForTurn, model.ForInvite:
		t := table.FindTable(d.W, ref.Match)
		if t == nil || t.Seat(ref.Seat) == nil {
			return 0
		}
		if holds := t.Seat(ref.Seat).Player; holds != 0 {
			return holds
		}
		return lastHolder(d, ref.Match, ref.Seat)
	}
	return 0
}

// lastHolder returns who left a seat last, 0 if nobody did or somebody has taken it since.
func lastHolder(d *desk.Desk, match int64, seat int) int64 {
	last := model.SeatChange{}
	for _, c := range d.W.SeatChanges(match) {
		if c.Seat == seat {
			last = c
		}
	}
	if last.What != model.ChangeLeft {
		return 0
	}
	return last.Player
}

// namedInSubject returns whose letter is answered, if no token says so: the seat that its subject names first, "For Fay: [#42
// Saboteur] …", or else the only one with a seat in the match if the sender has none.
func namedInSubject(d *desk.Desk, kept []int64) int64 {
	match := d.Letter.Match()
	if match == 0 {
		return 0
	}
	t := table.FindTable(d.W, match)
	if t == nil {
		return 0
	}
	before, _, ours := strings.Cut(d.Letter.Subject, ": [#")
	own, theirs := t.SeatOf(d.Player.ID), []int64{}
	for s := range t.In(model.SeatInvited, model.SeatJoined, model.SeatBot) {
		if !slices.Contains(append(slices.Clone(kept), d.Player.ID), s.Player) {
			continue
		}
		if ours && strings.HasSuffix(strings.TrimRight(before, " \u00a0\u202f"), " "+s.Name) {
			return s.Player
		}
		theirs = append(theirs, s.Player)
	}
	if own == nil && len(theirs) == 1 {
		return theirs[0]
	}
	return 0
}

// whose is the Params of an ask of kind "whose": a line that answered the letter to one seat of a mailbox and can only be a
// move of another.
type whose struct {
	Lines []speech.Line `json:"lines"`
	Seat  int           `json:"seat"` // whose turn it is
}

// askWhose asks whether a line is the move of another seat that is played from the same mailbox: it answers one seat's
// letter whose turn it is not, and that seat cannot mean it.
func askWhose(d *desk.Desk, group []speech.Line) desk.Result {
	if d.Ref == nil || d.Ref.Purpose != model.ForTurn || play.RefuseUnlessPlaying(d).Refuses() || d.Receipt.Ask != 0 || !d.May(speech.ToChange) {
		return desk.Result{}
	}
	state, due := d.Table.Match.State(), d.Table.Match.ToMove()
	if _, no := state.Parse(d.Seat.Name, group[0].Folded, nil); no == nil || slices.Contains(due, d.Seat.Name) {
		return desk.Result{}
	}
	for _, o := range d.Table.SharedWith(d.Seat) {
		if o.State != model.SeatJoined || !slices.Contains(due, o.Name) {
			continue
		}
		if move, no := state.Parse(o.Name, group[0].Folded, nil); no == nil {
			d.Receipt.Ask = d.Asked(d.Player.ID, d.From, model.AskWhose, desk.HeldFor, whose{Lines: group, Seat: o.No})
			d.AskedBack = true
			return desk.AnswerInfo(engine.Say("mailbox.whose", "command", move.Command, "name", o.Name, "other", d.Seat.Name))
		}
	}
	return desk.Result{}
}

// saysWhose reads the answer to askWhose: a name chooses as yes and no do.
func saysWhose(d *desk.Desk, ask *model.Ask, line speech.Line) (yes, no bool) {
	if ask == nil || ask.Kind != model.AskWhose || d.Table == nil || d.Seat == nil {
		return false, false
	}
	other := d.Table.Seat(world.DecodeJSON[whose]("whose move it is", ask.Params).Seat)
	for word := range strings.FieldsFuncSeq(line.Raw, func(r rune) bool { return strings.ContainsRune(" .,;:!?'’", r) }) {
		yes = yes || other != nil && strings.EqualFold(word, other.Name)
		no = no || strings.EqualFold(word, d.Seat.Name)
	}
	return yes && !no, no && !yes
}

// playTheirs plays what askWhose has asked about for the other seat.
func playTheirs(d *desk.Desk, ask *model.Ask) desk.Result {
	of := world.DecodeJSON[whose]("whose move it is", ask.Params)
	s := d.Table.Seat(of.Seat)
	if d.Seat == nil || s == nil || s.State != model.SeatJoined || !slices.ContainsFunc(d.Table.SharedWith(d.Seat), func(o *model.Seat) bool { return o.No == s.No }) {
		return desk.Refuse("house.ask-gone", "answer", "")
	}
	d.Player, d.Seat, d.Ref = d.W.Player(s.Player), s, nil
	return play.PlayLine(d, of.Lines, nil)
}
