package letter

import (
	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/model"
)

// Said is what an operator's words came to.
type Said struct {
	Done  bool // false: refused
	Match int64
	Lines []engine.Phrase
	Near  []string
	// Asks is what to say again, surely, to have done what cannot be undone; "" for
	// nothing.
	Asks string
}

// HostDoes says whether a page offers a word to the host of a match.
func HostDoes(name string) bool {
	w := command.Find(name)
	return w != nil && (w.Host || w.Page)
}

// OneLine carries out one line at the match at hand and says in out what came of it.
func OneLine(d *desk.Desk, text string, out *Said) {
	line := command.Line{Raw: text, Folded: d.House.Fold(text)}
	r := command.Read(line.Folded, nil, table.All(d.House)...)
	if r.Kind != command.HouseWord || d.Page && !HostDoes(r.Word) {
		out.Lines, out.Near = []engine.Phrase{engine.Say("house.word-slip", "word", engine.Clip(text))}, r.Nearest
		return
	}
	a := houseWord(d, line, r)
	out.Done, out.Lines, out.Near = a.State != model.LineRefused, a.Says, a.Nearest
	for _, page := range a.Pages {
		out.Lines = append(append(out.Lines, page.Title), page.Lines...)
	}
	if d.Unsure != nil {
		out.Done, out.Asks = false, d.Unsure.Folded
		if r.Word != "rewind" && r.Word != "force" { // those name the move they were asked about
			out.Asks = text
		}
	}
	for _, t := range d.Touched {
		table.Advance(d.W, t)
	}
}
