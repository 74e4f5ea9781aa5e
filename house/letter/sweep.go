package letter

import (
	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/play"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// voteLapsed ends a vote whose time is out: silence is no, but to a concession
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
		if what != model.VoteConcede {
			table.TellAll(w, t, nil, "vote-failed:"+b.Round, notice.Note{Subject: table.Say("house.vote-failed-subject", "match", int(t.Row.ID)),
				Lines: []engine.Phrase{table.Say("house.vote-failed", "name", b.By, "what", table.Say("house.vote-"+string(b.What)))}})
			return
		}
		if t.Row.Phase != model.PhaseRunning {
			return
		}
		play.CarryVote(d, b, b.By)
		table.Advance(w, t)
		return
	}
}
