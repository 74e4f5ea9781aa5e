package house

import (
	"pitpost.example/engine"

	"pitpost.example/house/notice"
	"pitpost.example/model"
)

// astray ends a letter to an address that was never ours, or is no more. Nothing in it is
// carried out, for which seat it was meant for nobody can know, and the answer names no match.
func astray(d *desk) {
	if d.letter.Trust != Proved && d.player == nil {
		d.end(model.LetterDrop, "a stranger's letter to a token that is none of ours")
		return
	}
	d.receipt.Lines = append(d.receipt.Lines, notice.Answered{Text: quoteLines(d.letter.Lines), State: model.LineRefused,
		Says: []engine.Phrase{say("letter.token-altered")}})
	queueReceipt(d)
	d.end(model.LetterRefuse, "its token is none of ours")
}
