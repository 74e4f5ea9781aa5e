package desk

import (
	"testing"

	"pitpost.example/engine"
	"pitpost.example/model"
	"pitpost.example/model/notice"
)

// What is kept of a receipt for refusals may be used up by them. What is done after that is counted and not shown.
func TestAReceiptFullOfRefusals(t *testing.T) {
	d := &Desk{}
	for range receiptMost + 3 {
		d.addLine(notice.Answered{State: model.LineRefused, Says: []engine.Phrase{engine.Say("house.unread")}})
	}
	d.addLine(notice.Answered{State: model.LineDone, Says: []engine.Phrase{engine.Say("house.unread"), engine.Say("house.unread")}})
	if r := d.Receipt; len(r.Lines) != receiptMost || r.More != 3+2 {
		t.Errorf("%d lines are shown, and %d more are counted", len(r.Lines), r.More)
	}
}
