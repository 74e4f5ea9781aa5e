package house

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"pitpost.example/db"
	dbpeople "pitpost.example/db/people"
	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// HostWords are what a host asked for on a page.
type HostWords struct {
	Player, Match int64
	Line          string // as a letter would have it: "kick Bo"
	// Sure says that the host was asked and said yes.
	Sure bool
	// Once is the number of the form: the same one counts once.
	Once string
	Now  time.Time
}

// hostDoes says whether a page offers a word to the host of a match.
func hostDoes(name string) bool {
	w := command.Find(name)
	return w != nil && (w.Host || slices.Contains([]string{"pause", "resume", "extend", "block"}, name))
}

// HostAct does what a host asked for on a page, as it would for the same words in a letter.
// Said.Asks is the line to send again, Sure, where it cannot be undone. The same form twice
// is done once.
func (h *House) HostAct(ctx context.Context, p HostWords) (*Said, error) {
	from, err := dbpeople.FirstAddress(ctx, h.DB, p.Player)
	if err != nil {
		return nil, err
	}
	noted := &model.Letter{Hash: desk.Hashed(fmt.Sprintf("host %d %d %s %t %s", p.Player, p.Match, p.Once, p.Sure, p.Line)), Door: model.DoorPage, Sender: from, Kept: p.Line,
		Match: p.Match, Step: desk.ByNameStep, WordsHash: desk.Hashed(p.Line), State: model.LetterRefuse, ReceivedAt: p.Now}
	out := &Said{Match: p.Match}
	err = h.play(ctx, model.Cause{Kind: model.CausePage, Now: p.Now, Letter: noted}, p.Match, func(w *world.Tx) error {
		player := w.Player(p.Player)
		d := &desk.Desk{House: w.Rules(), W: w, Player: player, From: from, Page: true, Proof: desk.Vouched, Sure: p.Sure}
		d.At(p.Match)
		if d.Seat == nil || !d.Host() {
			*out = Said{Match: p.Match, Lines: []engine.Phrase{table.Say("acts.not-host")}}
			return nil
		}
		noted.Seat = d.Seat.No
		oneLine(d, p.Line, out)
		if out.Done {
			noted.State = model.LetterApply
		}
		return nil
	})
	if errors.Is(err, db.ErrSeen) {
		return &Said{Done: true, Match: p.Match, Lines: []engine.Phrase{table.Say("acts.done-before")}}, nil
	}
	return out, err
}

// oneLine carries out one line at the match at hand and says in out what came of it.
func oneLine(d *desk.Desk, text string, out *Said) {
	line := command.Line{Raw: text, Folded: d.House.Fold(text)}
	r := command.Read(line.Folded, nil, table.All(d.House)...)
	if r.Kind != command.HouseWord || d.Page && !hostDoes(r.Word) {
		out.Lines, out.Near = []engine.Phrase{table.Say("house.word-slip", "word", engine.Clip(text))}, r.Nearest
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
