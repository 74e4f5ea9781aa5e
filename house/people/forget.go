package people

import (
	"fmt"
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
)

// ForgetMe asks whether the sender wants to be forgotten, by a letter to the address on file. Only the answer to that one does
// it (see package letter), whatever else was confirmed.
func ForgetMe(d *desk.Desk, _ speech.Line, _ string) desk.Result {
	switch {
	case d.Player == nil:
		return desk.AnswerInfo(engine.Say("own.data-none"))
	case d.Operator || d.Page:
		return desk.Refuse("house.operator-plays-not")
	}
	return askToForget(d)
}

// askToForget asks the address on file whether its player wants to be forgotten, once a day.
func askToForget(d *desk.Desk) desk.Result {
	address := table.AddressOf(d.W, d.Player.ID)
	if asked := slices.ContainsFunc(d.W.OpenAsks(d.Player.ID), func(a model.Ask) bool {
		return a.Kind == model.AskForget && d.Now().Sub(a.AskedAt) < 24*time.Hour
	}); !asked {
		id := d.W.AddAsk(model.Ask{Player: d.Player.ID, Address: address, Kind: model.AskForget, Params: []byte("{}"), LapsesAt: d.Now().Add(desk.HeldFor)})
		d.W.Queue(model.Notice{Key: fmt.Sprintf("forget:%d", id), Player: d.Player.ID, Address: address, Purpose: model.PurposeAsk, Rank: 1, Params: notice.EncodeParams(notice.Note{
			Ask: id, Answers: []string{"yes", "no"}, Subject: engine.Say("own.forget-subject"),
			Lines: []engine.Phrase{engine.Say("own.forget-sure"), engine.Say("own.forget-stays"), engine.Say("own.forget-data")}})})
	}
	return desk.AnswerDone(engine.Say("own.forget-asked"))
}
