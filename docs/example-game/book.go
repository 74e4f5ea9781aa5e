package peak

import (
	"io/fs"

	"pitpost.example/engine"
	"pitpost.example/engine/kit"
)

// RuleBook returns the rules as a match plays them, for letters, pages and the terminal. Each number is
// taken from what the code plays by, so that the book cannot say anything else.
func (Game) RuleBook(s engine.Setup) engine.RuleBook { return book.Fill(s) }

// SectionWords returns the words by which people ask for a section: "rules points".
func (Game) SectionWords() map[string]map[string][]string {
	words, _ := fs.Sub(locale, "locale/sections") // cannot fail: the folder is embedded
	return kit.ReadSectionWords(words)
}

// book has a section for each thing that people ask about. Its texts are in locale/book.en.toml.
var book = kit.RuleBook[engine.Setup]{Game: "peak", Chapters: []kit.Chapter[engine.Setup]{
	{ID: "aim", Rules: []kit.Rule[engine.Setup]{
		{Key: "aim", Marks: engine.Answering | engine.Short},
		{Key: "hikes", Args: func(s engine.Setup) []any { return []any{"count", hikes(s)} }, Marks: engine.Short | engine.Differing},
	}},
	{ID: "turn", Rules: []kit.Rule[engine.Setup]{
		{Key: "lay", Args: numbers, Marks: engine.Answering | engine.Short},
		{Key: "rest", Marks: engine.Answering | engine.Short},
		{Key: "draw", Args: numbers, Marks: engine.Short},
	}},
	{ID: "points", Rules: []kit.Rule[engine.Setup]{
		{Key: "step", Args: numbers, Marks: engine.Answering},
		{Key: "peak", Args: numbers, Marks: engine.Answering | engine.Short},
		{Key: "next"},
		{Key: "tie"},
	}},
	{ID: "edition", Rules: []kit.Rule[engine.Setup]{
		{Key: "option", Marks: engine.Answering},
	}},
}}

func numbers(engine.Setup) []any {
	return []any{"cards", cards, "hand", handful, "step", stepPays, "peak", peakPays}
}
