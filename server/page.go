package server

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	dbpeople "pitpost.example/db/people"
	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/letter"
	"pitpost.example/house/people"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
)

// How many codes a player is mailed in an hour, and how long a session lasts.
const (
	codesAnHour = 5
	SessionLife = 12 * time.Hour
)

// pageMost is how many bytes a page may send at once.
const pageMost = 4000

// ErrManyCodes means that a player has been mailed all the codes that they may get in an hour.
var ErrManyCodes = errors.New("too many codes in an hour")

// MailCode mails a player a code that opens a session, but only in the browser that keeps nonce. The error is
// ErrManyCodes if they have had too many.
func (h *House) MailCode(ctx context.Context, player int64, now time.Time) (nonce string, err error) {
	nonce = h.randomWord()
	code := fmt.Sprintf("%08d", binary.BigEndian.Uint64(h.Rules.Draw(8))%100_000_000)
	err = h.tryTo(ctx, model.Cause{Kind: model.CausePage, Now: now}, 0, func(w *world.Tx) error {
		if w.CodesSince(player, now.Add(-time.Hour)) >= codesAnHour {
			return ErrManyCodes
		}
		w.AddCode(player, desk.HashSecret(nonce), codeHash(nonce, code))
		w.Queue(model.Notice{Key: "code:" + nonce, Player: player, Purpose: model.PurposeNote, Rank: 1, Params: notice.EncodeParams(notice.Note{Subject: engine.Say("page.code-subject"),
			Lines: []engine.Phrase{engine.Say("page.code-mail"), engine.Say("page.code-is", "code", code), engine.Say("page.code-not")}})})
		return nil
	})
	return nonce, err
}

// randomWord returns an unguessable word.
func (h *House) randomWord() string { return hex.EncodeToString(h.Rules.Draw(32)) }

// EnterCode opens a session with a mailed code, in the browser that has its nonce. It returns the session's
// word, "" if the code is wrong, used or expired.
func (h *House) EnterCode(ctx context.Context, nonce, code string, now time.Time) (session string, err error) {
	session = h.randomWord()
	digits := strings.Join(strings.FieldsFunc(code, func(r rune) bool { return r < '0' || r > '9' }), "")
	player, err := dbpeople.TryCode(ctx, h.DB, desk.HashSecret(nonce), codeHash(nonce, digits), desk.HashSecret(session), now, now.Add(SessionLife))
	if err != nil || player == 0 {
		return "", err
	}
	return session, nil
}

// SessionOf returns the player of an open session, 0 if there is none.
func (h *House) SessionOf(ctx context.Context, session string, now time.Time) (int64, error) {
	if session == "" {
		return 0, nil
	}
	return dbpeople.PlayerOfSession(ctx, h.DB, desk.HashSecret(session), now)
}

// EndSession closes a session. Closing it twice is no error.
func (h *House) EndSession(ctx context.Context, session string) error {
	return dbpeople.EndSession(ctx, h.DB, desk.HashSecret(session))
}

func codeHash(nonce, code string) [32]byte { return sha256.Sum256([]byte(nonce + " " + code)) }

// PageWords are the lines that a player wrote on a seat's page.
type PageWords struct {
	Player, Match int64
	Seat, Step    int
	// Once is the form's number; a form counts only once with the same words. A browser may show it again to be
	// filled in with others.
	Once  string
	Words string
	Now   time.Time
}

// TakePage carries out what a player in a session wrote on their seat's page, as if it were a letter that
// answers the step shown there. It returns the key of the receipt.
func (h *House) TakePage(ctx context.Context, p PageWords) (receipt string, err error) {
	words := strings.ReplaceAll(p.Words, "\r\n", "\n")
	if len(words) > pageMost {
		words = strings.ToValidUTF8(words[:pageMost], "")
	}
	once := fmt.Sprintf("page %d %d %s %s", p.Player, p.Match, p.Once, words)
	l, err := h.asLetter(ctx, model.DoorPage, model.SeatKey{Match: p.Match, Seat: p.Seat, Player: p.Player}, p.Step, words, once, p.Now)
	if err != nil {
		return "", err
	}
	_, _, err = h.Take(ctx, l)
	return fmt.Sprintf("receipt:%x", l.Hash), err
}

// asLetter returns what a page or a program sent as a letter of the player's that answers a step. The same
// once gives the same letter, which is carried out only once.
func (h *House) asLetter(ctx context.Context, by model.Door, at model.SeatKey, step int, words, once string, now time.Time) (*desk.Letter, error) {
	from, err := dbpeople.FirstAddress(ctx, h.DB, at.Player)
	return &desk.Letter{From: from, Trust: model.TrustProved, Door: by, Text: words, Kept: words, Lines: speech.SplitLines(words, h.Rules.Fold),
		Ref:       &model.Ref{Match: at.Match, Seat: at.Seat, Purpose: model.ForTurn, Step: int64(step)},
		WordsHash: h.wordsHash(words), Hash: desk.HashSecret(once), ReceivedAt: now, Now: now}, err
}

// wordsHash returns what the words of a letter are known by, however they are written, so that the same words by page
// and by mail count once.
func (h *House) wordsHash(words string) [32]byte {
	rows := slices.DeleteFunc(engine.MapList(strings.Split(words, "\n"), h.Rules.Fold), func(row string) bool { return row == "" })
	return desk.HashSecret(strings.Join(rows, "\n"))
}

// HostWords are what a host asked for on a page.
type HostWords struct {
	Player, Match int64
	Line          string // as in a letter: "kick Bo"
	// Sure means that the host has confirmed the line.
	Sure bool
	// Once is the form's number; a form counts only once.
	Once string
	Now  time.Time
}

// HostAct carries out what a host asked for on a page, as it would in a letter. If that cannot be undone,
// Said.Asks is the line to send again with Sure. The same form is carried out only once.
func (h *House) HostAct(ctx context.Context, p HostWords) (*letter.Said, error) {
	from, err := dbpeople.FirstAddress(ctx, h.DB, p.Player)
	if err != nil {
		return nil, err
	}
	noted := &model.Letter{Hash: desk.HashSecret(fmt.Sprintf("host %d %d %s %t %s", p.Player, p.Match, p.Once, p.Sure, p.Line)), Door: model.DoorPage, Sender: from, Kept: p.Line,
		Match: p.Match, Step: desk.ByNameStep, WordsHash: desk.HashSecret(p.Line), State: model.LetterRefuse, ReceivedAt: p.Now}
	out := &letter.Said{Match: p.Match}
	err = h.play(ctx, model.Cause{Kind: model.CausePage, Now: p.Now, Letter: noted}, p.Match, func(w *world.Tx) {
		player := w.Player(p.Player)
		d := desk.ForPlayer(w, player, from, model.ProofVouched)
		d.Lang, d.Page, d.Sure = "", true, p.Sure
		d.TurnToMatch(p.Match)
		if !d.Host() {
			*out = letter.Said{Match: p.Match, Lines: []engine.Phrase{engine.Say("acts.not-host")}}
			return
		}
		if noted.Seat = model.NoSeat; d.Seat != nil {
			noted.Seat = d.Seat.No
		}
		letter.RunLine(d, p.Line, out)
		if out.Done {
			noted.State = model.LetterApply
		}
	})
	if errors.Is(err, model.ErrSeen) {
		return &letter.Said{Done: true, Match: p.Match, Lines: []engine.Phrase{engine.Say("acts.done-before")}}, nil
	}
	return out, err
}

// KeyOf returns what a key opens. It is nil if the key is invalid or its player has lost the seat.
func (h *House) KeyOf(ctx context.Context, word string) (*model.SeatKey, error) {
	if !strings.HasPrefix(word, people.KeyPrefix) || len(word) != len(people.KeyPrefix)+43 {
		return nil, nil
	}
	return dbpeople.FindSeatKey(ctx, h.DB, desk.HashSecret(word))
}

// KeyWords are lines that a program sent with a seat's key.
type KeyWords struct {
	Key model.SeatKey
	// Step is the choice that the lines are for. If another one is awaited, nothing is done.
	Step int
	// Once names the lines, so that a retry is carried out only once; "" if the program never retries.
	Once  string
	Lines []string
	Now   time.Time
}

// TakeKey carries out what a program wrote with a seat's key, as if it were a letter that answers that step,
// and returns the receipt. state is "apply" or "refuse". For KeyAgain, KeyStep and KeyGone nothing was done
// and the receipt is nil.
func (h *House) TakeKey(ctx context.Context, k KeyWords) (state model.LetterState, r *notice.Receipt, err error) {
	once := k.Once
	if once == "" {
		once = h.randomWord()
	}
	once = fmt.Sprintf("key %d %d %d %q", k.Key.Match, k.Key.Seat, k.Key.Player, once)
	l, err := h.asLetter(ctx, model.DoorKey, k.Key, k.Step, strings.Join(k.Lines, "\n"), once, k.Now)
	if err != nil {
		return "", nil, err
	}
	state, why, err := h.Take(ctx, l)
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
