package engine_test

import (
	"reflect"
	"testing"

	"pitpost.example/engine"
)

// Only the seat itself is told whether the house played its plan or its draft; others are told the
// same in every case.
func TestOthersAreNotToldWhetherThereWasAPlan(t *testing.T) {
	for _, by := range []string{"", "host"} {
		var others []engine.News
		for _, outcome := range []string{"plan", "draft", "safe"} {
			m, add := begun(t)
			due := m.ToMove()[0]
			seq := m.Seq
			add(engine.Fact{Event: engine.Missed{Of: due, Outcome: outcome, By: by}})
			own := m.Heard(due, seq)[0].News
			if by == "" && own.Lines[0].Key != "match.missed-"+outcome || own.Data.(engine.Missed).Outcome != outcome {
				t.Errorf("%s is told %v", due, own)
			}
			for _, seat := range append(m.Names(), "") {
				if seat != due {
					others = append(others, m.Heard(seat, seq)[0].News)
				}
			}
		}
		for _, n := range others {
			if !reflect.DeepEqual(n, others[0]) || n.Data.(engine.Missed).Outcome != "" {
				t.Errorf("others are told %v or %v", others[0], n)
			}
		}
	}
}
