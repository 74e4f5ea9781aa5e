package house

import (
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
)

// ownMost is how many words of a language the help names for one of English.
const ownMost = 2

// ownWords lists the house words of the sender's language beside the English ones, which
// hold in every language; nothing where English is spoken.
func ownWords(d *desk.Desk) []engine.Phrase {
	tongue := command.HouseTongues()[d.Lang]
	if tongue.Empty() {
		return nil
	}
	var pairs []string
	for _, w := range command.Vocabulary {
		own := tongue.For(w.Name)
		if len(own) > 0 {
			pairs = append(pairs, "“"+w.Name+"”: "+strings.Join(own[:min(ownMost, len(own))], ", "))
		}
	}
	return []engine.Phrase{table.Say("house.help-own", "words", strings.Join(pairs, "; "))}
}
