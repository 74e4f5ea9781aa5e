package house

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// slip is the params of an ask of kind "slip": moves that wait a while, so that their player
// can take them back. Nothing is drawn and nobody is told until then.
type slip struct {
	Lines     []command.Line `json:"lines"`
	Ref       *Ref           `json:"ref,omitempty"`
	Subject   string         `json:"subject,omitempty"`
	InReplyTo string         `json:"in_reply_to,omitempty"`
}

// waiting is the open slip of the seat at hand, nil for none.
func waiting(d *desk) *model.Ask { return slipOf(d, d.seat.No) }

// slipOf is the open slip of a seat, nil for none.
func slipOf(d *desk, seat int) *model.Ask {
	open := world.Get(d.w, world.MatchAsks{Match: d.table.Row.ID, Kind: model.AskSlip})
	for i := range open {
		if open[i].Seat == seat {
			return &open[i]
		}
	}
	return nil
}

// letWait keeps a move, and in a game of long turns those that follow it, for as long as the
// match allows for second thoughts. The clock of the seat stands still.
func letWait(d *desk, group, rest []command.Line) answer {
	_, isLong := d.table.Match.State().(engine.LongTurn)
	if d.slipped && isLong {
		return answer{state: model.LineKept}
	}
	old := waiting(d)
	if old != nil {
		return refuse("house.slip-waits")
	}
	command, no := firstOf(d, group)
	if no != nil {
		return refused(no)
	}
	kept := slip{Lines: group, Ref: d.ref, Subject: d.receipt.Subject, InReplyTo: d.receipt.InReplyTo}
	if isLong {
		kept.Lines = append(kept.Lines[:len(group):len(group)], ofThisTurn(d, rest)...)
	}
	span := d.table.Row.Terms.Slips
	id := d.asked(d.seat.Player, d.from, model.AskSlip, 100*365*24*time.Hour, kept)
	d.w.SetDue(model.Due{Owner: model.DueOfMatch, ID: d.table.Row.ID, Seat: d.seat.No, What: model.DueSlip, Of: itoa(id), At: d.now().Add(span)})
	d.slipped = true
	d.ended = append(d.ended, d.table.Row.ID)
	if isLong {
		d.ended = d.ended[:len(d.ended)-1] // the lines that follow belong to it
	}
	stopClock(d.w, d.table, d.seat.No, "slip")
	return answer{state: model.LineKept, says: []engine.Phrase{say("house.slip-kept", "command", command, "in", int(span/time.Second))}}
}

// firstOf is the first of the alternatives that could be played now, else why the first
// cannot.
func firstOf(d *desk, group []command.Line) (string, *engine.Refusal) {
	var first *engine.Refusal
	for _, line := range group {
		move, no := d.table.Match.State().Parse(d.seat.Name, line.Folded, places(d))
		if no == nil {
			return move.Command, nil
		}
		if first == nil {
			first = no
		}
	}
	return "", first
}

// ofThisTurn are the moves that directly follow in the letter.
func ofThisTurn(d *desk, rest []command.Line) []command.Line {
	for i, line := range rest {
		if line.Match != 0 && line.Match != d.table.Row.ID || line.Block || command.Read(line.Folded, d.game()).Kind != command.GameLine {
			return rest[:i]
		}
	}
	return rest
}

// Undo takes back the moves that wait.
func Undo(d *desk, _ command.Line, _ string) answer {
	if a, ok := mayMove(d); !ok {
		return a
	}
	if d.table.Row.Terms.Slips == 0 {
		return refuse("house.undo-off")
	}
	ask := waiting(d)
	if ask == nil {
		return refuse("house.undo-none")
	}
	var s slip
	if err := json.Unmarshal(ask.Params, &s); err != nil {
		panic(world.Fault{Err: err})
	}
	ask.Answer = model.AnswerNo
	d.w.SaveAsk(*ask)
	d.w.DropDue(model.Due{Owner: model.DueOfMatch, ID: d.table.Row.ID, Seat: d.seat.No, What: model.DueSlip, Of: itoa(ask.ID)})
	startClock(d.w, d.table, d.seat.No, "slip")
	return done(say("house.undone", "words", quoteLines(s.Lines)))
}

// playSlip plays the moves that were not taken back, and answers as if their letter had just
// come.
func playSlip(w *world.Tx, t *model.Table, number string) {
	id, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		panic(world.Fault{Err: fmt.Errorf("what is due: %w", err)})
	}
	ask := world.Get(w, world.Ask{ID: id})
	if err != nil || ask == nil || ask.Answer != "" {
		if err != nil {
			panic(world.Fault{Err: err})
		}
		return
	}
	if t.Row.Phase == model.PhasePaused { // nothing is played now, and nothing is lost
		w.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: ask.Seat, What: model.DueSlip, Of: number, At: w.Now().Add(t.Row.Terms.Slips)})
		return
	}
	ask.Answer = model.AnswerYes
	w.SaveAsk(*ask)
	var s slip
	if err := json.Unmarshal(ask.Params, &s); err != nil {
		panic(world.Fault{Err: err})
	}
	p := w.Player(ask.Player)
	if err != nil || p == nil {
		if err != nil {
			panic(world.Fault{Err: err})
		}
		return
	}
	d := &desk{house: w.Rules(), w: w, player: p, from: ask.Address, ref: s.Ref, lang: p.Lang, settled: true, proof: Matching,
		letter:  &Letter{From: ask.Address, Lines: s.Lines, Now: w.Now(), Hash: sha256.Sum256([]byte("slip:" + number))},
		receipt: notice.Receipt{Subject: s.Subject, InReplyTo: s.InReplyTo}}
	d.at(t.Row.ID)
	if d.seat == nil || d.seat.No != ask.Seat || d.seat.State != model.SeatJoined {
		return // somebody else sits there now
	}
	startClock(w, d.table, d.seat.No, "slip")
	run(d, s.Lines)
	for _, t := range d.touched {
		settle(w, t)
	}
	queueReceipt(d)
}
