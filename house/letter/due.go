package letter

import (
	"crypto/sha256"
	"fmt"
	"strconv"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/play"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// PlaySlip plays the moves that were not taken back, and answers as if their letter had just
// come.
func PlaySlip(w *world.Tx, t *model.Table, number string) {
	id, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		panic(world.Fault{Err: fmt.Errorf("what is due: %w", err)})
	}
	ask := world.Get(w, world.Ask{ID: id})
	if ask == nil || ask.Answer != "" {
		return
	}
	if t.Row.Phase == model.PhasePaused { // nothing is played now, and nothing is lost
		w.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: ask.Seat, What: model.DueSlip, Of: number, At: w.Now().Add(t.Row.Terms.Slips)})
		return
	}
	w.Answer(ask, model.AnswerYes)
	s := world.Read[play.Slip]("moves that wait", ask.Params)
	p := w.Player(ask.Player)
	if p == nil {
		return
	}
	d := &desk.Desk{House: w.Rules(), W: w, Player: p, From: ask.Address, Ref: s.Ref, Lang: engine.Tongue(p.Lang), Settled: true, Proof: desk.Matching,
		Letter:  &desk.Letter{From: ask.Address, Lines: s.Lines, Now: w.Now(), Hash: sha256.Sum256([]byte("slip:" + number))},
		Receipt: notice.Receipt{Subject: s.Subject, InReplyTo: s.InReplyTo}}
	d.At(t.Row.ID)
	if d.Seat == nil || d.Seat.No != ask.Seat || d.Seat.State != model.SeatJoined {
		return // somebody else sits there now
	}
	table.StartClock(w, d.Table, d.Seat.No, "slip")
	run(d, s.Lines)
	for _, t := range d.Touched {
		table.Advance(w, t)
	}
	QueueReceipt(d)
}

// VoteLapsed ends a vote whose time is out: silence is no, but to a concession
// it is yes.
func VoteLapsed(w *world.Tx, t *model.Table, what model.VoteKind) {
	open := world.Get(w, world.MatchAsks{Match: t.Row.ID, Kind: model.AskVote})
	d := &desk.Desk{House: w.Rules(), W: w, Table: t}
	for _, a := range open {
		b, ok := table.BallotOf(a)
		if !ok || b.What != what {
			continue
		}
		play.CloseVote(d, b)
		if !b.Matters(t) {
			return
		}
		if what != model.VoteConcede {
			table.TellAll(w, t, nil, "vote-failed:"+b.Round, notice.Note{Subject: engine.Say("house.vote-failed-subject", "match", int(t.Row.ID)),
				Lines: []engine.Phrase{engine.Say("house.vote-failed", "name", b.By, "what", b.About())}})
			return
		}
		play.CarryVote(d, b, b.By)
		table.Advance(w, t)
		return
	}
}
