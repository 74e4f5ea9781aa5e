package house

import (
	"context"
	"fmt"
	"strings"
	"time"

	dbpeople "pitpost.example/db/people"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/people"
	"pitpost.example/house/table"
	"pitpost.example/model"
)

// KeyOf is what a key opens; nil for a word that is none, and one whose player's seat it is
// no more.
func (h *House) KeyOf(ctx context.Context, word string) (*model.SeatKey, error) {
	if !strings.HasPrefix(word, people.KeyPrefix) || len(word) != len(people.KeyPrefix)+43 {
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
		return people.KeyAgain, nil, nil
	case l.Receipt == nil:
		return model.LetterState(why), nil, nil
	}
	return state, l.Receipt, nil
}
