package house

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"
	"time"

	dbpeople "pitpost.example/db/people"
	"pitpost.example/house/command"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// KeyPrefix begins each key of a seat.
const KeyPrefix = "pit_"

// Key gives a program the key to the seat, once, in place of the one before; "key off" makes
// it open nothing.
func Key(d *desk, _ command.Line, rest string) answer {
	if d.operator || d.seat == nil || d.player == nil || d.seat.Player != d.player.ID {
		return refuse("house.links-seat")
	}
	match := d.table.Row.ID
	if rest == "off" {
		d.w.Do(world.DropKey{Match: match, Seat: d.seat.No})
		return done(say("house.key-off", "match", int(match)))
	}
	if d.house.Seal == nil {
		return refuse("house.hook-none-here")
	}
	var b [32]byte
	d.house.Draw(b[:])
	word := KeyPrefix + base64.RawURLEncoding.EncodeToString(b[:])
	d.w.Do(world.KeepKey{SeatKey: model.SeatKey{Match: match, Seat: d.seat.No, Player: d.player.ID}, Hash: hashed(word)})
	d.tellOnce(model.SecretKey, word)
	return done(say("house.key-on", "match", int(match)))
}

// KeyOf is what a key opens; nil for a word that is none, and one whose player's seat it is
// no more.
func (h *House) KeyOf(ctx context.Context, word string) (*model.SeatKey, error) {
	if !strings.HasPrefix(word, KeyPrefix) || len(word) != len(KeyPrefix)+43 {
		return nil, nil
	}
	return dbpeople.KeyOf(ctx, h.DB, hashed(word))
}

// keyMay says which house words a program's key is for: those of the seat at its table. What
// concerns the player, the other seats or the match whole needs a letter.
func keyMay(name string) bool {
	switch name {
	case "rules", "cards", "story", "status", "matches", "check", "next", "plan", "clear", "undo", "say", "tell", "suspect", "nudge", "salt":
		return true
	}
	return false
}

func (d *desk) byKey() bool { return d.letter != nil && d.letter.Door == model.DoorKey }

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
	l := Letter{From: from, Trust: Proved, Door: model.DoorKey, Kept: words, Lines: command.Lines(words, h.Rules.Fold, all(&h.Rules)...),
		Ref:        &Ref{Match: k.Key.Match, Seat: k.Key.Seat, Purpose: ForTurn, Step: int64(k.Step)},
		WordsHash:  hashed(words),
		Hash:       hashed(fmt.Sprintf("key %d %d %d %q", k.Key.Match, k.Key.Seat, k.Key.Player, once)),
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
func keyFits(d *desk, owner int64) bool {
	if !d.byKey() {
		return false
	}
	if d.player == nil || owner != d.player.ID || d.table == nil || SeatHeld(d.table, owner) != d.seat {
		d.end(model.LetterRefuse, string(KeyGone))
		return true
	}
	if seenBefore(d) {
		return true
	}
	if int(d.ref.Step) != d.step() {
		d.end(model.LetterRefuse, string(KeyStep))
		return true
	}
	return false
}
