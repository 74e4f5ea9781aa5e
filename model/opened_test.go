package model

import (
	"encoding/json"
	"testing"

	"pitpost.example/engine/catalog"
)

// A row of a match that was opened before there were rules 2 has no number, and the match keeps the first rules.
func TestOldRowsKeepTheFirstRules(t *testing.T) {
	for text, has := range map[string]bool{`{"talk":"table"}`: false, `{"talk":"table","rules":2}`: true} {
		var m Match
		if err := json.Unmarshal([]byte(text), &m.Terms); err != nil {
			t.Fatal(err)
		}
		if setup := m.Opened(catalog.FindGame("saboteur")).Setup; setup.HasRules(2) != has || !setup.HasRules(1) {
			t.Errorf("%s: rules %d", text, setup.Rules)
		}
	}
}
