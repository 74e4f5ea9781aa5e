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

	dbpeople "pitpost.example/db/people"
	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
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
	var b [32]byte
	h.Rules.Draw(b[:])
	var seed [8]byte
	h.Rules.Draw(seed[:])
	nonce = hex.EncodeToString(b[:])
	code := fmt.Sprintf("%08d", binary.BigEndian.Uint64(seed[:])%100_000_000)
	err = h.play(ctx, model.Cause{Kind: model.CausePage, Now: now}, 0, func(w *world.Tx) error {
		n := world.Get(w, world.CodesSince{Player: player, Since: now.Add(-time.Hour)})
		if n >= codesAnHour {
			return ErrManyCodes
		}
		w.Do(world.AddCode{Nonce: desk.Hashed(nonce), Player: player, Code: codeHash(nonce, code)})
		w.Queue(model.Notice{Key: "code:" + nonce, Player: player, Purpose: model.PurposeNote, Rank: 1, Params: notice.Params(notice.Note{Subject: table.Say("page.code-subject"),
			Lines: []engine.Phrase{table.Say("page.code-mail"), table.Say("page.code-is", "code", code), table.Say("page.code-not")}})})
		return nil
	})
	return nonce, err
}

// EnterCode opens a session with the code that was mailed at the wish of the browser with
// that nonce. It gives the word of the session, "" where the code is wrong, spent or old.
func (h *House) EnterCode(ctx context.Context, nonce, code string, now time.Time) (session string, err error) {
	var b [32]byte
	h.Rules.Draw(b[:])
	session = hex.EncodeToString(b[:])
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, code)
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
	from, err := dbpeople.FirstAddress(ctx, h.DB, p.Player)
	if err != nil {
		return "", err
	}
	words := strings.ReplaceAll(p.Words, "\r\n", "\n")
	if len(words) > pageMost {
		words = strings.ToValidUTF8(words[:pageMost], "")
	}
	l := desk.Letter{From: from, Trust: desk.Proved, Door: model.DoorPage, Text: words, Kept: words, Lines: command.Lines(words, h.Rules.Fold, table.All(&h.Rules)...),
		Ref:        &desk.Ref{Match: p.Match, Seat: p.Seat, Purpose: desk.ForTurn, Step: int64(p.Step)},
		WordsHash:  desk.Hashed(words),
		Hash:       desk.Hashed(fmt.Sprintf("page %d %d %s", p.Player, p.Match, p.Once)),
		ReceivedAt: p.Now, Now: p.Now}
	_, _, err = h.Take(ctx, &l)
	return fmt.Sprintf("receipt:%x", l.Hash), err
}

// Public says whether anybody may look at a match: its host opened it to all.
func Public(t *model.Table) bool { return table.Public(t) }
