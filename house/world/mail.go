package world

import (
	"time"

	"pitpost.example/model"
)

// ColdLetters counts the letters that limit how many more a host may send to an address that did not ask for
// them; Host and Address may be empty. The counts include what this transaction has noted. Postgres locks: no
// other transaction counts until this one ends.
type ColdLetters struct {
	Host    int64
	Address string
}

func (ColdLetters) answers(model.ColdCounts) {}

// Unwanted reports whether the mailbox behind an address wants no invitations or is barred.
type Unwanted struct{ Address string }

func (Unwanted) answers(bool) {}

// DailyTold returns the last fact of a match that a seat was told of in a notice, 0 if none.
type DailyTold struct {
	Match  int64
	Seat   int
	Player int64
}

func (DailyTold) answers(int) {}

// DailyLetter asks whom a daily letter went to and what it asked about: the Player and the Params of its notice, 0
// if it is no daily letter.
type DailyLetter struct{ ID int64 }

func (DailyLetter) answers(model.Notice) {}

// WroteTo reports whether a player was ever written to about a seat or had a part in its changes of hands:
// who held it or was offered it. It stays true after they have left.
type WroteTo struct {
	Match  int64
	Seat   int
	Player int64
}

func (WroteTo) answers(bool) {}

// Replies lists the answers and questions that went to an address in the last day, newest first.
type Replies struct{ Address string }

func (Replies) answers([]model.Reply) {}

// IdleReplies counts the answers of the last day, to anybody, to letters that did nothing.
type IdleReplies struct{}

func (IdleReplies) answers(int) {}

// StepSeen reports whether a letter with the same words was taken for a step. Held letters do not count,
// because a stranger may have sent them.
type StepSeen struct {
	Match      int64
	Seat, Step int
	Words      [32]byte
}

func (StepSeen) answers(bool) {}

// LetterTimes returns when letters about a match came in, by seat, newest first: the last Most letters of all
// seats together.
type LetterTimes struct {
	Match int64
	Most  int
}

func (LetterTimes) answers(map[int][]time.Time) {}
