package letter

import (
	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/model"
)

// wished remembers the first sentence that seems to ask for a command that changes something. askWished asks
// about it when the letter turns out to do nothing else.
func wished(d *desk.Desk, line command.Line) {
	if d.Wished == nil && !line.Quoted && !d.ByKey() && !d.Page {
		d.Wished, d.WishAt = &line, len(d.Receipt.Lines)
	}
}

// askWished asks about the remembered sentence if the letter did nothing and asks nothing else.
func askWished(d *desk.Desk) {
	if d.Wished == nil || d.Player == nil || d.Hinted != nil || len(d.Moved) > 0 || d.Receipt.Ask != 0 {
		return
	}
	wish := d.Read(d.Wished.Meant)
	if d.Table == nil && !command.Find(wish.Word).Anywhere || !d.May(wish.Need()) {
		return
	}
	if at := d.WishAt; at < len(d.Receipt.Lines) && d.Receipt.Lines[at].State == model.LineAside {
		d.Receipt.Lines[at] = meantIs(d, d.Receipt.Lines[at].Text)
		d.Acted = true
	}
}

// opensMatch reports whether the letter seems to ask for a new match.
func opensMatch(d *desk.Desk) bool { return d.Wished != nil && d.Read(d.Wished.Meant).Word == "new" }

// meantIs asks "Did you mean “resign”?". Only a reply to that very letter can answer it.
func meantIs(d *desk.Desk, text string) notice.Answered {
	meant, step := d.Wished.Meant, desk.StepAt(d)
	d.Receipt.Ask = d.Asked(d.Player.ID, d.From, model.AskDeed, desk.HeldFor, desk.Confirm{Line: command.Line{Raw: meant, Folded: meant}, Step: step, Wish: true})
	return notice.Answered{Text: text, State: model.LineTold, Nearest: []string{meant}, Says: []engine.Phrase{engine.Say("house.wished", "line", text, "command", meant)}}
}
