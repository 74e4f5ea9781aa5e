package people_test

import (
	"strings"
	"testing"

	"pitpost.example/house/housetest"
	"pitpost.example/model"
)

// A report goes to the operator, who is not told what a referee could do; its writer hears when it was read, whom it is about
// never. The operator reads none about themselves, and a report about a playing host is theirs alone.
func TestAReportGoesToTheOperator(t *testing.T) {
	h := housetest.New(t)
	h.Rules.Operator = "jo@example.org"
	h.Open("saboteur", "rounds=1", "Bo", "Cy")
	h.Says("Cy> report Bo peeks at my cards", "apply; report Bo peeks at my cards: done own.reported")
	got := h.Mail("Jo", string(model.PurposeAsk))
	if got == nil || !strings.Contains(string(got.Params), "own.report-says") || strings.Contains(string(got.Params), "own.report-acts") {
		t.Fatalf("the operator got %+v", got)
	}
	if about := h.Mail("Bo", string(model.PurposeAsk)); about != nil {
		t.Errorf("whom it is about got %s", about.Params)
	}
	h.Says("Jo(ask)> yes", "apply; yes: done own.report-thanks")
	if note := h.Note("Cy"); note.Subject.Key != "own.report-read-subject" {
		t.Errorf("the writer got %v", note)
	}
	h.Says("Cy> report Ana decides everything alone", "apply; report Ana decides everything alone: done own.reported") // the host, who plays
	if again := h.Mail("Jo", string(model.PurposeAsk)); again.Key == got.Key {
		t.Error("of the host the operator hears nothing")
	}
}
