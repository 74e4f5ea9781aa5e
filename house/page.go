package house

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"pitpost.example/db"
	dbpeople "pitpost.example/db/people"
	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/letter"
	"pitpost.example/house/notice"
	"pitpost.example/house/people"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Most codes that one player is mailed in an hour, and how long a session lasts.
const (
	codesAnHour = 5
	SessionLife = 12 * time.Hour
)

// Most words that a page may bring at once, in bytes.
const pageMost = 4000

// ErrManyCodes says that a player was mailed as many codes as an hour may bring.
var ErrManyCodes = errors.New("too many codes in an hour")

// MailCode mails a player a code that opens a session of the pages for the one browser that
// keeps nonce. ErrManyCodes where there were many.
func (h *House) MailCode(ctx context.Context, player int64, now time.Time) (nonce string, err error) {
	nonce = h.drawn()
	var seed [8]byte
	h.Rules.Draw(seed[:])
	code := fmt.Sprintf("%08d", binary.BigEndian.Uint64(seed[:])%100_000_000)
	err = h.play(ctx, model.Cause{Kind: model.CausePage, Now: now}, 0, func(w *world.Tx) {
		if world.Get(w, world.CodesSince{Player: player, Since: now.Add(-time.Hour)}) >= codesAnHour {
			panic(world.Fault{Err: ErrManyCodes})
		}
		w.Do(world.AddCode{Nonce: desk.Hashed(nonce), Player: player, Code: codeHash(nonce, code)})
		w.Queue(model.Notice{Key: "code:" + nonce, Player: player, Purpose: model.PurposeNote, Rank: 1, Params: notice.Params(notice.Note{Subject: engine.Say("page.code-subject"),
			Lines: []engine.Phrase{engine.Say("page.code-mail"), engine.Say("page.code-is", "code", code), engine.Say("page.code-not")}})})
	})
	return nonce, err
}

// drawn is a word that nobody can guess.
func (h *House) drawn() string {
	var b [32]byte
	h.Rules.Draw(b[:])
	return hex.EncodeToString(b[:])
}

// EnterCode opens a session with the code that was mailed at the wish of the browser with
// that nonce. It gives the word of the session, "" where the code is wrong, spent or old.
func (h *House) EnterCode(ctx context.Context, nonce, code string, now time.Time) (session string, err error) {
	session = h.drawn()
	digits := strings.Join(strings.FieldsFunc(code, func(r rune) bool { return r < '0' || r > '9' }), "")
	player, err := dbpeople.TryCode(ctx, h.DB, desk.Hashed(nonce), codeHash(nonce, digits), desk.Hashed(session), now, now.Add(SessionLife))
	if err != nil || player == 0 {
		return "", err
	}
	return session, nil
}

// SessionOf is the player of an open session; 0 for none.
func (h *House) SessionOf(ctx context.Context, session string, now time.Time) (int64, error) {
	if session == "" {
		return 0, nil
	}
	return dbpeople.Session(ctx, h.DB, desk.Hashed(session), now)
}

// EndSession closes a session; one that is closed stays so.
func (h *House) EndSession(ctx context.Context, session string) error {
	return dbpeople.EndSession(ctx, h.DB, desk.Hashed(session))
}

func codeHash(nonce, code string) [32]byte { return sha256.Sum256([]byte(nonce + " " + code)) }

// PageWords are the lines that a player wrote on the page of a seat.
type PageWords struct {
	Player, Match int64
	Seat, Step    int
	// Once is the number of the form: the same one counts once.
	Once  string
	Words string
	Now   time.Time
}

// TakePage does what a player in a session wrote on the page of their seat, as it would a
// letter of theirs that answers the step shown. It gives the key of the receipt.
func (h *House) TakePage(ctx context.Context, p PageWords) (receipt string, err error) {
	words := strings.ReplaceAll(p.Words, "\r\n", "\n")
	if len(words) > pageMost {
		words = strings.ToValidUTF8(words[:pageMost], "")
	}
	once := fmt.Sprintf("page %d %d %s", p.Player, p.Match, p.Once)
	l, err := h.brought(ctx, model.DoorPage, model.SeatKey{Match: p.Match, Seat: p.Seat, Player: p.Player}, p.Step, words, once, p.Now)
	if err != nil {
		return "", err
	}
	_, _, err = h.Take(ctx, l)
	return fmt.Sprintf("receipt:%x", l.Hash), err
}

// brought is what a page or a program brought as a letter of the player's that answers a step of their
// seat; what is brought under the same name once more is the same letter.
func (h *House) brought(ctx context.Context, by model.Door, at model.SeatKey, step int, words, once string, now time.Time) (*desk.Letter, error) {
	from, err := dbpeople.FirstAddress(ctx, h.DB, at.Player)
	return &desk.Letter{From: from, Trust: desk.Proved, Door: by, Text: words, Kept: words, Lines: command.Lines(words, h.Rules.Fold),
		Ref:       &desk.Ref{Match: at.Match, Seat: at.Seat, Purpose: desk.ForTurn, Step: int64(step)},
		WordsHash: desk.Hashed(words), Hash: desk.Hashed(once), ReceivedAt: now, Now: now}, err
}

// Public says whether anybody may look at a match: its host opened it to all.
func Public(t *model.Table) bool { return table.Public(t) }

// HostWords are what a host asked for on a page.
type HostWords struct {
	Player, Match int64
	Line          string // as a letter would have it: "kick Bo"
	// Sure says that the host was asked and said yes.
	Sure bool
	// Once is the number of the form: the same one counts once.
	Once string
	Now  time.Time
}

// HostAct does what a host asked for on a page, as it would for the same words in a letter.
// Said.Asks is the line to send again, Sure, where it cannot be undone. The same form twice
// is done once.
func (h *House) HostAct(ctx context.Context, p HostWords) (*letter.Said, error) {
	from, err := dbpeople.FirstAddress(ctx, h.DB, p.Player)
	if err != nil {
		return nil, err
	}
	noted := &model.Letter{Hash: desk.Hashed(fmt.Sprintf("host %d %d %s %t %s", p.Player, p.Match, p.Once, p.Sure, p.Line)), Door: model.DoorPage, Sender: from, Kept: p.Line,
		Match: p.Match, Step: desk.ByNameStep, WordsHash: desk.Hashed(p.Line), State: model.LetterRefuse, ReceivedAt: p.Now}
	out := &letter.Said{Match: p.Match}
	err = h.play(ctx, model.Cause{Kind: model.CausePage, Now: p.Now, Letter: noted}, p.Match, func(w *world.Tx) {
		player := w.Player(p.Player)
		d := &desk.Desk{House: w.Rules(), W: w, Player: player, From: from, Page: true, Proof: desk.Vouched, Sure: p.Sure}
		d.At(p.Match)
		if d.Seat == nil || !d.Host() {
			*out = letter.Said{Match: p.Match, Lines: []engine.Phrase{engine.Say("acts.not-host")}}
			return
		}
		noted.Seat = d.Seat.No
		letter.OneLine(d, p.Line, out)
		if out.Done {
			noted.State = model.LetterApply
		}
	})
	if errors.Is(err, db.ErrSeen) {
		return &letter.Said{Done: true, Match: p.Match, Lines: []engine.Phrase{engine.Say("acts.done-before")}}, nil
	}
	return out, err
}

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
	once := k.Once
	if once == "" {
		once = h.drawn()
	}
	once = fmt.Sprintf("key %d %d %d %q", k.Key.Match, k.Key.Seat, k.Key.Player, once)
	l, err := h.brought(ctx, model.DoorKey, k.Key, k.Step, strings.Join(k.Lines, "\n"), once, k.Now)
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
