package house

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"
	"time"

	dbpeople "pitpost.example/db/people"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// KeyPrefix begins each key of a seat.
const KeyPrefix = "pit_"

// Key gives a program the key to the seat, once, in place of the one before; "key off" makes
// it open nothing.
func Key(d *desk.Desk, _ command.Line, rest string) desk.Answer {
	if d.Operator || d.Seat == nil || d.Player == nil || d.Seat.Player != d.Player.ID {
		return desk.Refuse("house.links-seat")
	}
	match := d.Table.Row.ID
	if rest == "off" {
		d.W.Do(world.DropKey{Match: match, Seat: d.Seat.No})
		return desk.Done(table.Say("house.key-off", "match", int(match)))
	}
	if d.House.Seal == nil {
		return desk.Refuse("house.hook-none-here")
	}
	var b [32]byte
	d.House.Draw(b[:])
	word := KeyPrefix + base64.RawURLEncoding.EncodeToString(b[:])
	d.W.Do(world.KeepKey{SeatKey: model.SeatKey{Match: match, Seat: d.Seat.No, Player: d.Player.ID}, Hash: desk.Hashed(word)})
	d.TellOnce(model.SecretKey, word)
	return desk.Done(table.Say("house.key-on", "match", int(match)))
}

// KeyOf is what a key opens; nil for a word that is none, and one whose player's seat it is
// no more.
func (h *House) KeyOf(ctx context.Context, word string) (*model.SeatKey, error) {
	if !strings.HasPrefix(word, KeyPrefix) || len(word) != len(KeyPrefix)+43 {
		return nil, nil
	}
	return dbpeople.KeyOf(ctx, h.DB, desk.Hashed(word))
}

// KeyWords are lines that a program brought with a seat's key.
type KeyWords struct {
	Key model.SeatKey
	// Step is the choice they are for: with another one nothing is done.
	Step int
	// Once names them: the same name counts once. "" for lines that no retry repeats.
	Once  string
	Lines []string
	Now   time.Time
}

// The ends of a program's lines that no letter has.
const (
	KeyAgain model.LetterState = "again" // they came before
	KeyStep  model.LetterState = "step"  // the step is not the one that is awaited
	KeyGone  model.LetterState = "gone"  // the seat is another player's
)

// TakeKey does what a program wrote with a seat's key as it would a letter of the player's
// that answers that step, and gives what a receipt would say. state is "apply", "refuse", or
// one of KeyAgain, KeyStep and KeyGone, and then nothing was done and there is no receipt.
func (h *House) TakeKey(ctx context.Context, k KeyWords) (state model.LetterState, r *notice.Receipt, err error) {
	from, err := dbpeople.FirstAddress(ctx, h.DB, k.Key.Player)
	if err != nil {
		return "", nil, err
	}
	words := strings.Join(k.Lines, "\n")
	once := k.Once
	if once == "" {
		var b [16]byte
		h.Rules.Draw(b[:])
		once = string(b[:])
	}
	l := desk.Letter{From: from, Trust: desk.Proved, Door: model.DoorKey, Kept: words, Lines: command.Lines(words, h.Rules.Fold, table.All(&h.Rules)...),
		Ref:        &desk.Ref{Match: k.Key.Match, Seat: k.Key.Seat, Purpose: desk.ForTurn, Step: int64(k.Step)},
		WordsHash:  desk.Hashed(words),
		Hash:       desk.Hashed(fmt.Sprintf("key %d %d %d %q", k.Key.Match, k.Key.Seat, k.Key.Player, once)),
		ReceivedAt: k.Now, Now: k.Now}
	state, why, err := h.Take(ctx, &l)
	switch {
	case err != nil:
		return "", nil, err
	case state == model.LetterDrop:
		return KeyAgain, nil, nil
	case l.Receipt == nil:
		return model.LetterState(why), nil, nil
	}
	return state, l.Receipt, nil
}

// keyFits ends the lines of a program that came too late: whose seat is another's, which
// came before, or whose step is not the one awaited.
func keyFits(d *desk.Desk, owner int64) bool {
	if !d.ByKey() {
		return false
	}
	if d.Player == nil || owner != d.Player.ID || d.Table == nil || table.SeatHeld(d.Table, owner) != d.Seat {
		d.End(model.LetterRefuse, string(KeyGone))
		return true
	}
	if seenBefore(d) {
		return true
	}
	if int(d.Ref.Step) != d.Step() {
		d.End(model.LetterRefuse, string(KeyStep))
		return true
	}
	return false
}
