package play

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
)

// Slip holds moves that wait for a while so that their player can undo them; it is stored as the parameters of an ask
// of kind "slip". Until they are played nothing is drawn and nobody is told.
type Slip struct {
	Lines     []speech.Line `json:"lines"`
	Ref       *model.Ref    `json:"ref,omitempty"`
	Step      int           `json:"step,omitempty"` // the choice that they are for
	Subject   string        `json:"subject,omitempty"`
	InReplyTo string        `json:"in_reply_to,omitempty"`
}

// SlipOf returns the ask with a seat's waiting moves, nil if there are none.
func SlipOf(d *desk.Desk, seat int) *model.Ask {
	for _, ask := range d.W.Asks(model.AskFilter{Match: d.Table.Row.ID, Kind: model.AskSlip, Open: true}) {
		if ask.Seat == seat {
			return &ask
		}
	}
	return nil
}

// letWait keeps a move for as long as the match lets players undo, with the moves that follow it if a turn of the game
// has several. The clock of the seat stops meanwhile.
func letWait(d *desk.Desk, group, rest []speech.Line) desk.Result {
	_, isLong := d.Table.Match.State().(engine.LongTurn)
	if d.Slipped && isLong {
		return desk.Result{State: model.LineKept}
	}
	first, no := firstOf(d, group)
	kept := Slip{Lines: group, Ref: d.Ref, Step: d.Step(), Subject: d.Receipt.Subject, InReplyTo: d.Receipt.InReplyTo}
	moves := []string{first}
	if isLong {
		more := ofThisTurn(d, rest)
		kept.Lines = append(kept.Lines[:len(group):len(group)], more...)
		own := engine.Where(more, func(line speech.Line) bool { return !line.Or })
		moves = append(moves, engine.Each(own, func(line speech.Line) string { return line.Folded })...)
	}
	span := d.Table.Row.Terms.Slips
	ask := SlipOf(d, d.Seat.No)
	switch {
	case ask != nil && kept.saysWhat(ask): // sent twice
		return waits(d, moves, max(time.Second, ask.AskedAt.Add(span).Sub(d.Now())))
	case ask != nil:
		return desk.Refuse("house.slip-waits")
	case no != nil:
		return desk.Refused(no)
	}
	id := d.Asked(d.Seat.Player, d.From, model.AskSlip, 100*365*24*time.Hour, kept)
	d.W.SetDue(model.Due{Owner: model.DueOfMatch, ID: d.Table.Row.ID, Seat: d.Seat.No, What: model.DueSlip, Of: strconv.FormatInt(id, 10), At: d.Now().Add(span)})
	d.Table.StopClock(d.Seat.No, "slip")
	return waits(d, moves, span)
}

// waits answers a line whose moves wait.
func waits(d *desk.Desk, moves []string, span time.Duration) desk.Result {
	d.Slipped = true
	if _, isLong := d.Table.Match.State().(engine.LongTurn); !isLong { // in a long turn the lines that follow belong to it
		d.Ended = append(d.Ended, d.Table.Row.ID)
	}
	return desk.Result{State: model.LineKept, Says: []engine.Phrase{engine.Say("house.slip-kept", "command", moves, "in", int(span/time.Second))}}
}

// saysWhat reports whether the moves are those that wait already.
func (s Slip) saysWhat(ask *model.Ask) bool {
	return slices.EqualFunc(s.Lines, world.Read[Slip]("moves that wait", ask.Params).Lines, func(a, b speech.Line) bool { return a.Folded == b.Folded })
}

// firstOf returns the first of the alternatives that is legal now. If none is, it returns the refusal of the first.
func firstOf(d *desk.Desk, group []speech.Line) (string, *engine.Refusal) {
	var first *engine.Refusal
	for _, line := range group {
		move, no := d.Table.Match.State().Parse(d.Seat.Name, line.Folded, places(d))
		if no == nil {
			return move.Command, nil
		}
		if first == nil {
			first = no
		}
	}
	return "", first
}

// ofThisTurn returns the moves of this match at the front of rest, up to the first other line.
func ofThisTurn(d *desk.Desk, rest []speech.Line) []speech.Line {
	for i, line := range rest {
		if line.Match != 0 && line.Match != d.Table.Row.ID || line.Block || speech.Read(line.Folded, d.Game()).Kind != speech.GameLine {
			return rest[:i]
		}
	}
	return rest
}

// undoneMost is how often a seat can take back the move for one choice. Its clock stands still while a move waits.
const undoneMost = 3

// undone counts the moves for the seat's present choice that were taken back.
func undone(d *desk.Desk) int {
	return engine.Count(d.W.Asks(model.AskFilter{Match: d.Table.Row.ID, Kind: model.AskSlip}), func(ask model.Ask) bool {
		return ask.Seat == d.Seat.No && ask.Answer == model.AnswerNo && world.Read[Slip]("moves that were taken back", ask.Params).Step == d.Step()
	})
}

// MayUndo refuses if the seat has no move that can be taken back.
func MayUndo(d *desk.Desk) desk.Result {
	switch {
	case d.Table.Row.Terms.Slips == 0:
		return desk.Refuse("house.undo-off")
	case SlipOf(d, d.Seat.No) == nil:
		return desk.Refuse("house.undo-none")
	}
	return desk.RefuseUnless(undone(d) < undoneMost, "house.undo-often", "count", undoneMost)
}

// Undo takes back the seat's waiting moves.
func Undo(d *desk.Desk, _ speech.Line, _ string) desk.Result {
	if a := MayUndo(d); a.Refuses() {
		return a
	}
	ask := SlipOf(d, d.Seat.No)
	s := world.Read[Slip]("moves that wait", ask.Params)
	d.W.Answer(ask, model.AnswerNo)
	d.W.DropDue(model.Due{Owner: model.DueOfMatch, ID: d.Table.Row.ID, Seat: d.Seat.No, What: model.DueSlip, Of: strconv.FormatInt(ask.ID, 10)})
	d.Table.StartClock(d.Seat.No, "slip")
	return desk.Done(engine.Say("house.undone", "words", desk.QuoteLines(s.Lines)))
}

// Afterthought answers a line that comes close to a move, or to a part of one, and was written after the move, which waits
// or counts: "no wait, 2 A4 instead", "no wait, A4". It refuses no other line.
func Afterthought(d *desk.Desk, line speech.Line) desk.Result {
	if len(line.Maybe) == 0 && !line.Corrects || line.Quoted || len(d.Moved) > 0 || MayMove(d).Refuses() {
		return desk.Result{}
	}
	past, _ := pastPlaces(d)
	why := "house.undo-none"
	switch {
	case d.Table.Row.Terms.Slips > 0 && SlipOf(d, d.Seat.No) != nil:
		why = "house.slip-waits"
	case past == nil:
		return desk.Result{}
	case d.Table.Row.Terms.Slips == 0:
		why = "house.undo-off"
	}
	return desk.Result{State: model.LineRefused, GoOn: true, Says: []engine.Phrase{engine.Say(why)}}
}

// isDue reports whether it is the sender's turn in a match that runs.
func isDue(d *desk.Desk) bool {
	running := d.Table != nil && d.Seat != nil && d.Table.Row.Phase == model.PhaseRunning
	return running && slices.Contains(d.Table.Match.ToMove(), d.Seat.Name)
}

// tellWhyNot answers the question whether a move can be played, "Can I put 3 on C5?", with the reason why it cannot.
func tellWhyNot(line *notice.Answered, refusal *engine.Refusal) {
	if refusal != nil && line.State == model.LineAside && strings.HasSuffix(line.Text, "?") {
		line.State, line.Says, line.Nearest = model.LineTold, []engine.Phrase{refusal.Phrase}, refusal.Nearest
	}
}

// Hint remembers the first line of a letter that comes close to a move, or a later one that corrects it: "no wait, 3 on
// C5". AskMeant asks about it if the letter makes no move.
func Hint(d *desk.Desk, line speech.Line) {
	if len(line.Maybe) == 0 || d.Hinted != nil && !line.Corrects || d.ByKey() || line.Quoted {
		return
	}
	if !isDue(d) {
		return
	}
	line.Match = d.Table.Row.ID
	d.Hinted = &desk.NearMiss{Line: line, At: len(d.Receipt.Lines)}
}

// AskMeant asks about the line that came close to a move, "Did you mean 3 C5?", if the letter made no move and no other
// question is open.
func AskMeant(d *desk.Desk) {
	if d.Hinted == nil || len(d.Moved) > 0 || d.Receipt.Ask != 0 || d.Hinted.At >= len(d.Receipt.Lines) {
		return
	}
	if here := d.Table != nil && d.Table.Row.ID == d.Hinted.Match; !here || !d.May(speech.ToChange) || MayMove(d).Refuses() {
		return
	}
	past, _ := pastPlaces(d)
	if _, lost := d.LostStep(); lost || past != nil {
		return
	}
	var commands []string
	var moves []engine.Move
	var refusal *engine.Refusal
	for _, line := range d.Hinted.Maybe {
		move, no := d.Table.Match.State().Parse(d.Seat.Name, line, places(d))
		refusal = cmp.Or(refusal, no)
		if no == nil && !slices.Contains(commands, move.Command) {
			commands, moves = append(commands, move.Command), append(moves, move)
		} else if no != nil && !strings.Contains(line, " ") && len(no.Nearest) > 1 { // a card without its place
			commands = append(commands, no.Nearest...)
		}
	}
	at := d.Hinted.At
	if len(commands) == 0 {
		tellWhyNot(&d.Receipt.Lines[at], refusal)
		return
	}
	ask := func() {
		d.Receipt.Ask = d.Asked(d.Seat.Player, d.From, model.AskMeant, desk.HeldFor, desk.LateMove{Bound: moves[0].Bound, Step: d.Step()})
	}
	if checked := &d.Receipt.Lines[at]; checked.State != model.LineAside {
		if len(moves) == 1 && strings.HasPrefix(d.Hinted.Folded, "check ") {
			ask()
			checked.Says = append(checked.Says, engine.Say("house.check-play"))
		}
		return
	}
	line := notice.Answered{Text: d.Receipt.Lines[at].Text, State: model.LineTold, Nearest: commands}
	if len(commands) == 1 {
		ask()
		line.Says = []engine.Phrase{engine.Say("house.meant", "line", line.Text, "command", commands[0])}
		if end := strings.IndexAny(line.Text, ".!?\n"); end >= 0 && line.Text[end:] == "?" { // "Can I put 3 on C5?"
			line.Says = append(would(d, moves[0]), engine.Say("house.meant-so", "command", commands[0]))
		}
	} else {
		line.Nearest = commands[:min(3, len(commands))]
		line.Says = []engine.Phrase{engine.Say("house.meant-one-of", "line", line.Text, "commands", line.Nearest)}
		desk.LeaveOpen(d, line.Text, line.Nearest)
	}
	d.Receipt.Lines[at] = line
	d.AskedBack = true
}

// StillMeant reports whether the seat is still at the step for which a move was asked about.
func StillMeant(d *desk.Desk, ask *model.Ask) bool {
	t := d.W.FindTable(ask.Match)
	at := world.Read[desk.LateMove]("a move that was asked about", ask.Params)
	if t == nil || t.Seat(ask.Seat) == nil {
		return false
	}
	chair := t.Match.Chair(t.Seat(ask.Seat).Name)
	return chair != nil && chair.Steps+1 == at.Step
}

// Numbered returns the move that a line means in which "#4" is no match, as the line takes it, but a card: "#4 on B3". It
// returns none if that is no move.
func Numbered(d *desk.Desk, line speech.Line) []string {
	if MayMove(d).Refuses() || !d.May(speech.ToChange) {
		return nil
	}
	move, no := d.Table.Match.State().Parse(d.Seat.Name, strconv.FormatInt(line.Match, 10)+" "+line.Folded, places(d))
	if no != nil {
		return nil
	}
	return []string{move.Command}
}
