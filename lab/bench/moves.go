package bench

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"sync/atomic"
	"time"

	"pitpost.example/db"
	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/model"
)

// mover moves matches that all have the same cards, so that the moves of one are
// those of all.
type mover struct {
	db      *db.DB
	lines   []string
	letters atomic.Int64
}

func (d *mover) prepare(ctx context.Context) error {
	id, err := d.open(ctx)
	if err != nil {
		return err
	}
	t, err := d.db.Fold(ctx, id, 0)
	if err != nil {
		return err
	}
	for len(t.Match.ToMove()) > 0 {
		seat := t.Match.ToMove()[0]
		legal := t.Match.State().Legal(seat)
		line := legal[(len(d.lines)*7)%len(legal)]
		facts, no := t.Match.Play(seat, line)
		if no != nil {
			return fmt.Errorf("a legal move was refused: %s", no.Key)
		}
		for _, f := range facts {
			f.Seq = t.Match.Seq + 1
			t.Match.Apply(f)
		}
		d.lines = append(d.lines, line)
	}
	return nil
}

// open makes a match that runs.
func (d *mover) open(ctx context.Context) (id int64, err error) {
	game := catalog.Find("saboteur")
	options, no := game.Options(game.Editions()[0], nil)
	if no != nil {
		return 0, fmt.Errorf("no options: %s", no.Key)
	}
	now := time.Now()
	err = d.db.Play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, 0, func(tx *db.Tx) error {
		seats := []model.Seat{{No: 0, Name: "Ana", State: model.SeatJoined}, {No: 1, Name: "Bo", State: model.SeatJoined}, {No: 2, Name: "Cy", State: model.SeatJoined}}
		t, err := tx.OpenTable(model.Match{Game: game.Name(), Edition: game.Editions()[0], Options: options, Phase: model.PhaseRunning, Word: "gold", CreatedAt: now}, seats)
		if err != nil {
			return err
		}
		for _, s := range seats {
			extend(tx, t, engine.Fact{Event: engine.Joined{Name: s.Name}})
		}
		extend(tx, t, t.Match.Start()...)
		id = t.Row.ID
		return nil
	})
	return id, err
}

// extend lengthens the log of a match.
func extend(tx *db.Tx, t *model.Table, facts ...engine.Fact) {
	for _, f := range facts {
		f.Seq, f.At, f.Version = t.Row.Seq+1, tx.Now().UTC().Truncate(time.Microsecond), max(f.Version, 1)
		t.Match.Apply(f)
		tx.Append(t, f)
	}
}

// move does what the house does for a letter with a move.
func (d *mover) move(ctx context.Context, id int64, line string) error {
	number, now := d.letters.Add(1), time.Now()
	cause := model.Cause{Kind: model.CauseLetter, Now: now, Letter: &model.Letter{Hash: sha256.Sum256(fmt.Append(nil, "bench", number)), MessageID: fmt.Sprintf("<%d@bench.test>", number),
		Door: model.DoorIMAP, Sender: "ana@example.org", Kept: line, State: model.LetterApply, ReceivedAt: now}}
	return d.db.Play(ctx, cause, id, func(tx *db.Tx) error {
		t, err := tx.Table(id)
		if err != nil {
			return err
		}
		seat := t.Match.ToMove()[0]
		facts, no := t.Match.Play(seat, line)
		if no != nil {
			return fmt.Errorf("a legal move was refused: %s", no.Key)
		}
		extend(tx, t, facts...)
		note := tx.Letter()
		note.Match, note.Seat, note.Step = id, 1, t.Match.Chair(seat).Steps
		t.DropClock(0)
		t.SetClock(model.Clock{Seat: 1, Step: t.Match.Chair(seat).Steps, Began: now, Soft: now, Due: now})
		tx.SetDue(model.Due{Owner: model.DueOfMatch, ID: id, Seat: 1, What: model.DueDeadline, At: now})
		for _, purpose := range []model.Purpose{model.PurposeReceipt, model.PurposeTurn} {
			tx.Queue(model.Notice{Key: fmt.Sprintf("bench:%s:%d", purpose, number), Match: id, Seat: 1, Address: "ana@example.org", Purpose: purpose,
				Seq: t.Match.Seq, Params: json.RawMessage(`{"lines": [{"text": "pass 1", "state": "done"}]}`)})
		}
		return nil
	})
}
