package letter

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/notice"
	"pitpost.example/model"
)

// NewsAfter says which news a program wants.
type NewsAfter struct {
	// Heard is how many events it knows already; -1 for what happened since its seat's last
	// choice.
	Heard int
	// Fact, if not 0, is the last fact it knows in place of that.
	Fact int
}

// Turn is turn.json of a seat as it is now.
func (w *Writer) Turn(ctx context.Context, match int64, seat *model.Seat, after NewsAfter, now time.Time) ([]byte, error) {
	s := &builder{Writer: w, src: w.DB, ctx: ctx, n: &model.Notice{Match: match, Seat: seat.No, Player: seat.Player, Purpose: model.PurposePage}, now: now}
	if err := s.load(); err != nil {
		return nil, fmt.Errorf("turn of match %d: %w", match, err)
	}
	t := turnJSON{Match: match, Seat: seat.Name, Step: 1, Game: s.table.Row.Game, Edition: s.table.Row.Edition, Legal: []string{}, News: []newsJSON{}}
	if s.running() {
		heard := slices.DeleteFunc(s.table.Match.Heard(s.seat.Name, 0), func(h engine.Heard) bool { return h.Data == nil })
		var err error
		if t, err = s.turn(s.table.Match.State().View(s.seat.Name), after.of(s.table.Match, s.seat.Name, heard)); err != nil {
			return nil, fmt.Errorf("turn of match %d: %w", match, err)
		}
		t.Heard = len(heard)
	}
	if t.Phase = model.PhaseOf(s.table.Match); s.table.Row.Phase == model.PhasePaused {
		t.Phase = model.PhasePaused
	}
	return json.Marshal(t)
}

// of picks the news out of all that a seat has heard.
func (a NewsAfter) of(m *engine.Match, seat string, heard []engine.Heard) []engine.Heard {
	if a.Heard >= 0 {
		return heard[min(a.Heard, len(heard)):]
	}
	last := a.Fact
	if last == 0 {
		for _, f := range m.Facts() {
			if f.Seat == seat {
				last = f.Seq
			}
		}
	}
	at := slices.IndexFunc(heard, func(h engine.Heard) bool { return h.Seq > last })
	if at < 0 {
		return nil
	}
	return heard[at:]
}

// KeyLine is what became of a line that a program brought.
type KeyLine struct {
	Line    string          `json:"line"`
	State   model.LineState `json:"state"`
	Says    []string        `json:"says,omitempty"`
	Nearest []string        `json:"nearest,omitempty"`
}

// KeyLines prints a receipt for a program, in its player's language.
func (w *Writer) KeyLines(ctx context.Context, k model.SeatKey, r *notice.Receipt, now time.Time) ([]KeyLine, error) {
	s := &builder{Writer: w, src: w.DB, ctx: ctx, n: &model.Notice{Match: k.Match, Seat: k.Seat, Player: k.Player, Purpose: model.PurposePage}, now: now}
	if err := s.load(); err != nil {
		return nil, fmt.Errorf("receipt of match %d: %w", k.Match, err)
	}
	out := []KeyLine{}
	add := func(l KeyLine, says []engine.Phrase) error {
		for _, p := range says {
			text, err := s.printSaid(p)
			if err != nil {
				return fmt.Errorf("receipt of match %d: %w", k.Match, err)
			}
			l.Says = append(l.Says, text)
		}
		out = append(out, l)
		return nil
	}
	for _, a := range r.Lines {
		if err := add(KeyLine{Line: a.Text, State: a.State, Nearest: a.Nearest}, a.Says); err != nil {
			return nil, err
		}
	}
	for _, page := range r.Pages {
		if err := add(KeyLine{Line: s.print(page.Title), State: model.LineTold}, page.Lines); err != nil {
			return nil, err
		}
	}
	return out, nil
}
