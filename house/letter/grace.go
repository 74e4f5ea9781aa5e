package letter

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/play"
	"pitpost.example/house/table"
	"pitpost.example/model"
	"pitpost.example/model/notice"
)

// PlayAfterGrace plays moves whose time to be taken back is over.
func PlayAfterGrace(t *table.Table, due model.Due) {
	s := t.Seat(due.Seat)
	if s == nil {
		return
	}
	switch g := table.OpenGrace(t.Table, s); {
	case g == nil:
		t.Advance() // which forgets what cannot be played any more
	case t.Row.Phase == model.PhaseRunning && !g.At.After(t.Now()):
		playGraced(t, s)
	}
}

// playGraced plays the moves of a seat that wait. What they came to stands in a letter that goes to their player now anyway,
// such as that of their next turn, otherwise in an answer to the letter that they came with.
func playGraced(t *table.Table, s *model.Seat) {
	g := table.OpenGrace(t.Table, s)
	d := desk.ForPlayer(t.Tx, t.Player(g.Player), s.Address, model.ProofMatching)
	d.Letter = &desk.Letter{Now: t.Now(), Hash: sha256.Sum256(fmt.Appendf(nil, "grace:%d:%d:%d:%d", t.Row.ID, s.No, g.Step, g.At.UnixNano()))}
	d.TurnToMatch(t.Row.ID)
	play.PlayAfterGrace(d)
	d.Letter.From = d.From
	var says []engine.Phrase
	for _, line := range d.Receipt.Lines {
		says = append(says, line.Says...)
	}
	done := !slices.ContainsFunc(d.Receipt.Lines, func(l notice.Answered) bool { return l.State != model.LineDone })
	if done {
		table.KeepSentences(d.Seat, says...)
	}
	advance(d)
	if done && t.Digested(t.Row.ID, s.No) {
		return
	}
	if !d.Player.Settings.NoReceipts { // otherwise the next letter says it
		d.Seat.Standing.Untold = slices.DeleteFunc(slices.Clone(d.Seat.Standing.Untold), func(u model.Untold) bool {
			return slices.ContainsFunc(says, func(p engine.Phrase) bool { return bytes.Equal(notice.EncodeParams(p), notice.EncodeParams(u.Says)) })
		})
	}
	QueueReceipt(d)
}
