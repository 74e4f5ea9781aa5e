package bench

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"time"

	"pitpost.example/db"
	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/model"
)

// open makes a match that runs.
func (f *flatHouse) open(ctx context.Context) (id int64) {
	game := catalog.Find("saboteur")
	options, _ := game.Options(game.Editions()[0], nil) // those of an edition are never refused
	now := time.Now()
	must(f.db.Play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, 0, func(tx *db.Tx) error {
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
	}))
	return id
}

// extend lengthens the log of a match.
func extend(tx *db.Tx, t *model.Table, facts ...engine.Fact) {
	for _, f := range facts {
		f.Seq, f.At, f.Version = t.Row.Seq+1, tx.Now().UTC().Truncate(time.Microsecond), max(f.Version, 1)
		t.Match.Apply(f)
		tx.Append(t, f)
	}
}

// move does what the house does for a letter with a move, the safe one.
func (f *flatHouse) move(ctx context.Context, id int64) {
	f.letters++
	number, now := f.letters, time.Now()
	cause := model.Cause{Kind: model.CauseLetter, Now: now, Letter: &model.Letter{Hash: sha256.Sum256(fmt.Append(nil, "bench", number)), MessageID: fmt.Sprintf("<%d@bench.test>", number),
		Door: model.DoorIMAP, Sender: "ana@example.org", Kept: "pass 1", State: model.LetterApply, ReceivedAt: now}}
	must(f.db.Play(ctx, cause, id, func(tx *db.Tx) error {
		t, err := tx.Table(id)
		if err != nil {
			return err
		}
		seat := t.Match.ToMove()[0]
		facts, no := t.Match.Play(seat, t.Match.State().Idle(seat))
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
	}))
}
