package letter

import (
	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/leagues"
	"pitpost.example/house/play"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
)

// wished remembers the first sentence that seems to ask for a command that changes something. askWished asks
// about it when the letter turns out to do nothing else.
func wished(d *desk.Desk, line speech.Line) {
	if d.Wished == nil && !line.Quoted && !d.ByKey() && !d.Page {
		d.Wished = &desk.NearMiss{Line: line, At: len(d.Receipt.Lines)}
	}
}

// askWished asks about the remembered sentence if the letter did nothing and asks nothing else.
func askWished(d *desk.Desk) {
	if d.Wished == nil || d.Player == nil || d.Hinted != nil || len(d.Moved) > 0 || d.Receipt.Ask != 0 {
		return
	}
	leavesLeague(d)
	wish := d.Read(d.Wished.Meant)
	word := speech.FindCommand(wish.Word)
	if word == nil || d.Table == nil && !word.Anywhere || !d.May(wish.Need()) {
		return
	}
	at := d.Wished.At
	if at >= len(d.Receipt.Lines) || d.Receipt.Lines[at].State != model.LineAside {
		return
	}
	if a := inVain(d, word); a.Refuses() {
		d.Receipt.Lines[at] = notice.Answered{Text: d.Receipt.Lines[at].Text, State: a.State, Says: a.Says, Nearest: a.Nearest}
		return
	}
	d.Receipt.Lines[at] = meantIs(d, d.Receipt.Lines[at].Text)
	d.AskedBack = true
}

// inVain refuses if a yes to "did you mean “undo”?" would only be refused. Then the writer is told why at once.
func inVain(d *desk.Desk, wish *speech.Word) desk.Result {
	d.Organiser = d.MayMendAsOrganiser(d.Table, wish.Name)
	a := barred(d, wish)
	if !a.Refuses() && wish.Name == "undo" {
		a = play.RefuseUnlessUndoable(d)
	}
	return a
}

// leavesLeague takes a wish to leave for one about the league if its writer plays in one, and in no match.
func leavesLeague(d *desk.Desk) {
	if d.Wished.Meant != "resign" || d.Table != nil {
		return
	}
	if l := leagues.OnlyLeagueOf(d); l != nil {
		d.Wished.Meant = "league leave " + engine.NormaliseText(l.Name)
	}
}

// opensMatch reports whether the letter seems to ask for a new match.
func opensMatch(d *desk.Desk) bool { return d.Wished != nil && d.Read(d.Wished.Meant).Word == "new" }

// meantIs asks "Did you mean “resign”?". Only a reply to that very letter can answer it.
func meantIs(d *desk.Desk, text string) notice.Answered {
	meant := d.Wished.Meant
	ask := desk.KeepForConfirming(d, speech.Line{Raw: meant, Folded: meant})
	ask.Wish = true
	d.Receipt.Ask = d.Asked(d.Player.ID, d.From, model.AskDeed, desk.HeldFor, ask)
	return notice.Answered{Text: text, State: model.LineShown, Nearest: []string{meant}, Says: []engine.Phrase{engine.Say("house.wished", "line", text, "command", meant)}}
}
