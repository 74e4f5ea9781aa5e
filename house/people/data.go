package people

import (
	"fmt"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/model"
	"pitpost.example/speech"
)

// SendOwnData has all that is kept of the sender mailed to their address on file, wherever the letter came from, once a day.
func SendOwnData(d *desk.Desk, _ speech.Line, _ string) desk.Result {
	if d.Player == nil {
		return desk.AnswerInfo(engine.Say("own.data-none"))
	}
	d.W.Queue(model.Notice{Key: fmt.Sprintf("data:%d:%s", d.Player.ID, d.Now().UTC().Format("2006-01-02")), Player: d.Player.ID, Seat: model.NoSeat,
		Purpose: model.PurposeData, Rank: 2, Params: []byte("{}")})
	return desk.AnswerDone(engine.Say("own.data-sent"))
}
