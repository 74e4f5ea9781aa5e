package seats

import (
	"fmt"

	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// cameBack ends an absence whose last day is over.
func CameBack(w *world.Tx, player int64) {
	p := w.Player(player)
	if p == nil || p.AwayUntil == nil || p.AwayUntil.After(w.Now()) {
		return
	}
	until := *p.AwayUntil
	d := &desk.Desk{House: w.Rules(), W: w, Player: p}
	a := Back(d, command.Line{}, "")
	w.Queue(model.Notice{Key: fmt.Sprintf("back:%d:%d", player, until.Unix()), Player: player, Purpose: model.PurposeNote,
		Params: notice.Params(notice.Note{Subject: table.Say("house.back-subject"), Lines: a.Says})})
}
