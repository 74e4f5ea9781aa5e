package house

import (
	"context"
	"errors"
	"fmt"
	"time"

	"pitpost.example/db"
	dbpeople "pitpost.example/db/people"
	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/letter"
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

// HostAct does what a host asked for on a page, as it would for the same words in a letter.
// Said.Asks is the line to send again, Sure, where it cannot be undone. The same form twice
// is done once.
func (h *House) HostAct(ctx context.Context, p HostWords) (*letter.Said, error) {
	from, err := dbpeople.FirstAddress(ctx, h.DB, p.Player)
	if err != nil {
		return nil, err
	}
	noted := &model.Letter{Hash: desk.Hashed(fmt.Sprintf("host %d %d %s %t %s", p.Player, p.Match, p.Once, p.Sure, p.Line)), Door: model.DoorPage, Sender: from, Kept: p.Line,
		Match: p.Match, Step: desk.ByNameStep, WordsHash: desk.Hashed(p.Line), State: model.LetterRefuse, ReceivedAt: p.Now}
	out := &letter.Said{Match: p.Match}
	err = h.play(ctx, model.Cause{Kind: model.CausePage, Now: p.Now, Letter: noted}, p.Match, func(w *world.Tx) error {
		player := w.Player(p.Player)
		d := &desk.Desk{House: w.Rules(), W: w, Player: player, From: from, Page: true, Proof: desk.Vouched, Sure: p.Sure}
		d.At(p.Match)
		if d.Seat == nil || !d.Host() {
			*out = letter.Said{Match: p.Match, Lines: []engine.Phrase{table.Say("acts.not-host")}}
			return nil
		}
		noted.Seat = d.Seat.No
		letter.OneLine(d, p.Line, out)
		if out.Done {
			noted.State = model.LetterApply
		}
		return nil
	})
	if errors.Is(err, db.ErrSeen) {
		return &letter.Said{Done: true, Match: p.Match, Lines: []engine.Phrase{table.Say("acts.done-before")}}, nil
	}
	return out, err
}
