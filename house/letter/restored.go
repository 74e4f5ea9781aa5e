package letter

import (
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/table"
	"pitpost.example/model"
)

// gone ends a letter that answers what a restore lost: a match, a question, a
// letter of the day, or one of ours that is not known here. Nothing in it is
// carried out, and it is answered once; false for any other letter.
func gone(d *desk.Desk) bool {
	kind, number := isAbout(d)
	if kind == "" || d.Ref == nil && d.Player == nil && d.Letter.Trust != desk.Proved {
		return false
	}
	of, gone := d.W.Gone(kind, number)
	if !gone {
		return false
	}
	endLost(d, kind, number, of)
	return true
}

// isAbout is the row that a letter names and that was not found; 0 for a letter
// of ours.
func isAbout(d *desk.Desk) (kind string, number int64) {
	match := d.Letter.Match()
	switch {
	case d.Ref == nil && d.Letter.Unknown:
		return "outbox", 0
	case d.Ref != nil && d.Ref.Purpose == desk.ForAsk:
		return "asks", d.Ref.Step
	case d.Ref != nil && d.Ref.Purpose == desk.ForDaily:
		return "outbox", d.Ref.Step
	case match != 0:
		return "matches", match
	}
	return "", 0
}

func endLost(d *desk.Desk, kind string, number int64, of time.Time) {
	d.Table, d.Seat = nil, nil
	says := table.Say("restored.gone", "at", engine.Moment(of))
	if kind == "matches" {
		says = table.Say("restored.gone-match", "match", int(number), "at", engine.Moment(of))
	}
	d.Receipt.Lines = append(d.Receipt.Lines, notice.Answered{Text: desk.QuoteLines(d.Letter.Lines), State: model.LineRefused, Says: []engine.Phrase{says}})
	QueueReceipt(d)
	d.End(model.LetterRefuse, "it answers what a restore lost")
}
