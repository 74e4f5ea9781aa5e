package memory_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/house/memory"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

var noon = time.Date(2026, 8, 3, 12, 0, 0, 0, time.UTC)

// clock is the cause of something done at noon.
var clock = model.Cause{Kind: model.CauseClock, Now: noon}

// lobby returns a world in which Ana hosts a match that has not begun.
func lobby(t *testing.T) (w *memory.World, match int64) {
	t.Helper()
	w = memory.New(catalog.FindGame)
	err := w.Play(t.Context(), &world.Rules{}, clock, 0, func(x *world.Tx) {
		ana := x.NewPlayer("Ana@example.org", "Ana")
		table := x.OpenTable(model.Match{Game: "saboteur", Phase: model.PhaseLobby, CreatedAt: noon},
			[]model.Seat{{Name: "Ana", Player: ana.ID, State: model.SeatJoined}})
		match = table.Row.ID
	})
	if err != nil {
		t.Fatal(err)
	}
	return w, match
}

// sit seats Bo and changes one thing of each kind.
func sit(match int64) func(*world.Tx) {
	return func(x *world.Tx) {
		bo := x.NewPlayer("bo@example.org", "Bo")
		table := x.Table(match)
		x.Append(table, engine.Fact{Event: engine.Joined{Name: "Ana"}}, engine.Fact{Event: engine.Joined{Name: "Bo"}})
		table.Seats = append(table.Seats, model.Seat{No: 1, Name: "Bo", Player: bo.ID, State: model.SeatJoined})
		table.SetClock(model.Clock{Seat: 1, Step: 1, Began: noon, Soft: noon, Due: noon})
		x.SetDue(model.Due{Owner: model.DueOfMatch, ID: match, Seat: 1, What: model.DueDeadline, At: noon})
		x.AddAsk(model.Ask{Player: bo.ID, Match: match, Seat: 1, Kind: model.AskVote, Params: []byte("{}"), AskedAt: noon, LapsesAt: noon.Add(time.Hour)})
		x.Queue(model.Notice{Key: "one", Player: bo.ID, Purpose: model.PurposeNote, Params: []byte("{}")})
	}
}

func TestWhatACommandChangedIsSeen(t *testing.T) {
	w, match := lobby(t)
	err := w.Play(t.Context(), &world.Rules{}, clock, match, func(x *world.Tx) {
		sit(match)(x)
		bo, address := x.PlayerByAddress("BO@example.org ")
		if bo == nil || address == nil || bo != x.Player(bo.ID) {
			t.Fatalf("Bo is %v at %v", bo, address)
		}
		if asks := x.OpenAsks(bo.ID); len(asks) != 1 || asks[0].Match != match {
			t.Errorf("asked is %v", asks)
		}
		if n := x.Sender("bo@example.org").Asked; n != 0 {
			t.Errorf("%d questions were mailed", n)
		}
		if table := x.Table(match); len(x.Appended(table)) != 2 || table.Match.Seq != 2 || len(table.Clocks) != 1 {
			t.Errorf("the table is %v", table)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	m := w.Matches[match]
	if m.Row.Seq != 2 || m.Match.Chair("Bo") == nil || len(m.Seats) != 2 || len(w.Due) != 1 || len(w.Notices) != 1 {
		t.Errorf("the world is %+v", m)
	}
}

func TestACommandThatFailsChangesNothing(t *testing.T) {
	w, match := lobby(t)
	before, fault := holds(w), errors.New("the cable is cut")
	err := w.Play(t.Context(), &world.Rules{}, clock, match, func(x *world.Tx) {
		sit(match)(x)
		panic(world.Fault{Err: fault})
	})
	if !errors.Is(err, fault) {
		t.Fatalf("it ended with %v", err)
	}
	if now := holds(w); !reflect.DeepEqual(before, now) || w.Matches[match].Match.Seq != 0 {
		t.Errorf("the world was %+v and is %+v, its match at fact %d", before, now, w.Matches[match].Match.Seq)
	}
	if err := w.Play(t.Context(), &world.Rules{}, clock, match, sit(match)); err != nil || w.Matches[match].Match.Seq != 2 {
		t.Errorf("after that: %v, fact %d", err, w.Matches[match].Match.Seq)
	}
}

func TestALetterIsDecidedOnce(t *testing.T) {
	w, match := lobby(t)
	letter := model.Cause{Kind: model.CauseLetter, Now: noon, Letter: &model.Letter{Hash: [32]byte{7}, Sender: "ana@example.org", State: model.LetterRefuse}}
	if err := w.Play(t.Context(), &world.Rules{}, letter, match, func(*world.Tx) {}); err != nil {
		t.Fatal(err)
	}
	if err := w.Play(t.Context(), &world.Rules{}, letter, match, func(*world.Tx) { t.Error("decided twice") }); !errors.Is(err, model.ErrSeen) {
		t.Errorf("the letter again: %v", err)
	}
	if err := w.Play(t.Context(), &world.Rules{}, clock, match+1, func(*world.Tx) {}); !errors.Is(err, model.ErrNoMatch) {
		t.Errorf("no such match: %v", err)
	}
	answer := model.Notice{Key: "receipt:7", Address: "ana@example.org", Purpose: model.PurposeReceipt, Params: json.RawMessage(`{"idle":true,"same":"x"}`)}
	if err := w.Play(t.Context(), &world.Rules{}, clock, 0, func(x *world.Tx) { x.Queue(answer) }); err != nil {
		t.Fatal(err)
	}
	err := w.Play(t.Context(), &world.Rules{}, clock, 0, func(x *world.Tx) {
		all, idle := x.Replies("Ana@example.org"), x.IdleReplies()
		if want := (model.Reply{At: noon, Idle: true, Same: "x"}); len(all) != 1 || all[0] != want || idle != 1 {
			t.Errorf("the answers of a day: %v, idle %d", all, idle)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

// holds returns a copy of a world without games and matches, so that it can be compared.
func holds(w *memory.World) memory.World {
	c := *w
	c.Games, c.Matches = nil, nil
	c.Due, c.Asks, c.Players = copied(w.Due), copied(w.Asks), copied(w.Players)
	c.Addresses, c.Last = copied(w.Addresses), copied(w.Last)
	return c
}

func copied[K comparable, V any](m map[K]V) map[K]V {
	out := map[K]V{}
	for k, v := range m {
		out[k] = v
	}
	return out
}
