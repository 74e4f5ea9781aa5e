package server

import (
	"context"
	"errors"
	"slices"
	"time"

	"pitpost.example/db/mail"
	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/letter"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
)

// Take carries out a letter in one transaction and returns its final state and why. The state is "drop" if
// the letter was noted before. An error is the house's fault, and the letter should be tried again.
func (h *House) Take(ctx context.Context, l *desk.Letter) (state model.LetterState, why string, err error) {
	for try := 0; ; try++ {
		state, why, err = h.takeNow(ctx, l)
		if err == nil && state == model.LetterDrop && why == seenBefore && l.Trust == model.TrustProved && l.Raw != nil {
			return h.vouch(ctx, l)
		}
		if !errors.Is(err, errJumped) || try == 2 {
			return state, why, err
		}
		l.Now = h.Clock()
	}
}

// seenBefore is why a letter is dropped that was noted before.
const seenBefore = "the same letter came before"

// vouch takes a letter that came before. If that copy is held because nobody vouched for it, this one, which came by a
// better door, carries it out; otherwise it is dropped.
func (h *House) vouch(ctx context.Context, l *desk.Letter) (model.LetterState, string, error) {
	ask, err := mail.AskAboutHeldLetter(ctx, h.DB, l.From, letter.HeldLetterKey(l), l.Now)
	if err != nil || ask == 0 {
		return model.LetterDrop, seenBefore, err
	}
	return h.takeNow(ctx, letter.VouchedCopy(l, ask))
}

// errJumped means that the clock jumped while a letter waited for its match, so the next clock would start at
// a wrong time.
var errJumped = errors.New("the clock jumped while the letter was decided")

// takeNow is one attempt of Take, at the time l.Now.
func (h *House) takeNow(ctx context.Context, l *desk.Letter) (state model.LetterState, why string, err error) {
	begun := lifeSign{l.Now, time.Now()}
	if err := h.noteJump(ctx, l.Now); err != nil {
		return "", "", err
	}
	note := letter.NewLetterNote(l)
	cause := model.Cause{Kind: model.CauseLetter, Now: l.Now, Letter: note}
	var tried desk.Letter // each try has the letter as it came
	decide := func(w *world.Tx) {
		if h.Clock != nil && h.jumped(begun, h.Clock()) {
			panic(world.Fault{Err: errJumped})
		}
		tried = *l
		letter.TakeLetter(w, &tried)
	}
	if l.Raw == nil { // it came from a page or a program
		h.DB.Meter().Bytes(string(l.Door), len(l.Kept))
	}
	err = h.play(ctx, cause, l.Match(), decide)
	if errors.Is(err, model.ErrNoMatch) {
		err = h.play(ctx, cause, 0, decide)
	}
	if errors.Is(err, model.ErrSeen) {
		return model.LetterDrop, seenBefore, nil
	}
	l.Receipt = tried.Receipt
	if tried.Intruder != 0 && err == nil {
		h.Log.Warn("a player wrote with the token of another", "match", note.Match, "seat", note.Seat, "sender is player", tried.Intruder)
	}
	return note.State, note.Why, err
}

// PutLetterAside notes a letter that took too long or cannot be read and does nothing it says. Its sender is told what says
// says, but only if somebody vouches for them, or if they are the one whom the answered letter was sent to.
func (h *House) PutLetterAside(ctx context.Context, l *desk.Letter, why string, says engine.Phrase) error {
	err := h.play(ctx, model.Cause{Kind: model.CauseLetter, Now: l.Now, Letter: letter.NewLetterNote(l)}, 0, func(w *world.Tx) {
		d := desk.ForLetter(w, l)
		if letter.MayTellSender(d) {
			d.Receipt.Lines = []notice.Answered{{State: model.LineShown, Says: []engine.Phrase{says}}}
			letter.QueueReceipt(d)
		}
		d.End(model.LetterSetAside, why)
	})
	if errors.Is(err, model.ErrSeen) {
		return nil
	}
	return err
}

// Explain reads the lines of a letter as Take does, with the words of a game and a language. It does so in a house in
// which there is nothing but the matches that the letter names. It needs only Games, Names, Fold and Clean of h.Rules.
func (h *House) Explain(l *desk.Letter, lang string, g engine.Game) (read []letter.Seen) {
	named := append(engine.MapList(l.Lines, func(line speech.Line) int64 { return line.Match }), l.Match())
	cause := model.Cause{Kind: model.CauseLetter, Now: l.Now, Letter: letter.NewLetterNote(l)}
	err := world.Decide(&h.Rules, cause, explained{game: g, matches: named}, func(w *world.Tx) { read = letter.ExplainLines(w, l, lang) })
	if err != nil {
		panic(err) // nothing here fails
	}
	return read
}

// explained is the house of a letter that is only explained. It is asked for matches alone, each of which is of one game
// and without a position; whoever reads lines by anything else must say here what there is of it.
type explained struct {
	world.Port
	game    engine.Game
	matches []int64
}

func (e explained) Table(match int64) (*model.Table, error) {
	if !slices.Contains(e.matches, match) {
		return nil, model.ErrNoMatch
	}
	return &model.Table{Row: model.Match{ID: match, Game: e.game.Name()}, Match: &engine.Match{Game: e.game}}, nil
}
