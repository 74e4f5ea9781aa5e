package letter

import (
	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/table"
	"pitpost.example/model"
)

// astray ends a letter to an address that was never ours, or is no more. Nothing in it is
// carried out, for which seat it was meant for nobody can know, and the answer names no match.
func astray(d *desk.Desk) {
	if d.Letter.Trust != desk.Proved && d.Player == nil {
		d.End(model.LetterDrop, "a stranger's letter to a token that is none of ours")
		return
	}
	d.Receipt.Lines = append(d.Receipt.Lines, notice.Answered{Text: desk.QuoteLines(d.Letter.Lines), State: model.LineRefused,
		Says: []engine.Phrase{table.Say("letter.token-altered")}})
	QueueReceipt(d)
	d.End(model.LetterRefuse, "its token is none of ours")
}
