package letter

import (
	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/model"
)

// wished keeps the first sentence that asks for something which a word of the house changes, until it
// is known whether the letter does anything else.
func wished(d *desk.Desk, line command.Line) {
	if d.Wished == nil && !line.Quoted && !d.ByKey() && !d.Page && d.Player != nil {
		d.Wished, d.WishAt = &line, len(d.Receipt.Lines)
	}
}

// askWished asks about it, where the letter did nothing and asks nothing else: "Did you mean
// “resign”?" Only an answer to the letter that asks counts as one.
func askWished(d *desk.Desk) {
	if d.Wished == nil || d.Hinted != nil || len(d.Moved) > 0 || d.Receipt.Ask != 0 || d.Table == nil || !d.May(d.Read(d.Wished.Meant).Need()) {
		return
	}
	if at := d.WishAt; at < len(d.Receipt.Lines) && d.Receipt.Lines[at].State == model.LineAside {
		meant, text := d.Wished.Meant, d.Receipt.Lines[at].Text
		d.Receipt.Ask = d.Asked(d.Player.ID, d.From, model.AskDeed, desk.HeldFor, desk.Confirm{Line: command.Line{Raw: meant, Folded: meant}, Step: d.Step(), Wish: true})
		d.Receipt.Lines[at] = notice.Answered{Text: text, State: model.LineTold, Nearest: []string{meant},
			Says: []engine.Phrase{engine.Say("house.wished", "line", text, "command", meant)}}
		d.Acted = true
	}
}
