package house

import (
	"context"
	"errors"
	"time"

	"pitpost.example/db"
	"pitpost.example/house/desk"
	"pitpost.example/house/letter"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Take carries a letter out, in one transaction: noted, done, answered. It
// returns the letter's end state and why; a letter noted before is "drop". An
// error is the house's, and the letter is to be tried again.
func (h *House) Take(ctx context.Context, l *desk.Letter) (state model.LetterState, why string, err error) {
	for try := 0; ; try++ {
		state, why, err = h.takeNow(ctx, l)
		if !errors.Is(err, errJumped) || try == 2 {
			return state, why, err
		}
		l.Now = h.Clock()
	}
}

// errJumped says that the clock jumped while a letter waited for its match: whoever moves next
// would be waited for since a time that never was.
var errJumped = errors.New("the clock jumped while the letter was decided")

// takeNow is Take at one time.
func (h *House) takeNow(ctx context.Context, l *desk.Letter) (state model.LetterState, why string, err error) {
	begun := lifeSign{l.Now, time.Now()}
	if err := h.lives(ctx, l.Now); err != nil {
		return "", "", err
	}
	note := letter.NoteOf(l)
	cause := model.Cause{Kind: model.CauseLetter, Now: l.Now, Letter: note, Expect: &model.Expected{}}
	if l.Ref != nil && l.Ref.Purpose == desk.ForTurn {
		*cause.Expect = model.Expected{Match: l.Ref.Match, Seat: l.Ref.Seat, Step: int(l.Ref.Step)}
	}
	decide := func(w *world.Tx) error {
		if h.Clock != nil && h.jumped(begun, h.Clock()) {
			return errJumped
		}
		letter.Take(w, l)
		return nil
	}
	if l.Raw == nil { // it came by a page or a key
		h.kept().Meter().Bytes(string(l.Door), len(l.Kept))
	}
	err = h.play(ctx, cause, l.Match(), decide)
	if errors.Is(err, db.ErrNoMatch) {
		err = h.play(ctx, cause, 0, decide)
	}
	if errors.Is(err, db.ErrSeen) {
		return model.LetterDrop, "the same letter came before", nil
	}
	if l.Intruder != 0 && err == nil {
		h.Log.Warn("a player wrote with the token of another", "match", note.Match, "seat", note.Seat, "sender is player", l.Intruder)
	}
	return note.State, note.Why, err
}
