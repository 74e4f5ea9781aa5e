package world

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/model"
)

const day = 24 * time.Hour

// ColdLetters counts the letters that limit how many more a host may send to an address that did not ask for
// them; Host and Address may be empty. The counts include what this transaction has noted. Postgres locks: no
// other transaction counts until this one ends.
type ColdLetters struct {
	Host    int64
	Address string
}

func (q ColdLetters) In(w *World, now time.Time) (n model.ColdCounts) {
	box := model.Mailbox(model.Folded(q.Address))
	open := map[[2]int64]bool{}
	for _, c := range w.Cold {
		theirs, invite := c.Mailbox == box, c.Kind == model.ColdInvite
		m := w.Matches[c.Match]
		var s *model.Seat
		if m != nil {
			s = m.Seat(c.Seat)
		}
		waits := s != nil && s.State == model.SeatInvited && m.Row.Phase == model.PhaseLobby || s == nil && c.At.Equal(now) // or this command's own, whose seat is not saved yet
		if invite && theirs && c.Host == q.Host && waits {
			open[[2]int64{c.Match, int64(c.Seat)}] = true
		}
		count(&n.Welcomed, theirs && c.Kind == model.ColdWelcome && c.At.After(now.Add(-7*day)))
		if !c.At.After(now.Add(-day)) {
			continue
		}
		count(&n.Host, invite && c.Host == q.Host)
		count(&n.Pair, invite && theirs && c.Host == q.Host)
		count(&n.Guest, theirs && (invite || c.Kind == model.ColdRemind))
		count(&n.All, invite)
		count(&n.Hour, theirs && c.At.After(now.Add(-time.Hour)))
		count(&n.Day, theirs)
		count(&n.KnownHour, theirs && c.Kind == model.ColdKnown && c.At.After(now.Add(-time.Hour)))
		count(&n.KnownDay, theirs && c.Kind == model.ColdKnown)
		count(&n.Strangers, c.Kind == model.ColdAnswer)
		count(&n.Welcomes, c.Kind == model.ColdWelcome)
	}
	n.Open = len(open)
	return n
}

// Unwanted reports whether the mailbox behind an address wants no invitations or is barred.
type Unwanted struct{ Address string }

func (q Unwanted) In(w *World, _ time.Time) bool {
	box := model.Mailbox(model.Folded(q.Address))
	for _, a := range w.Addresses {
		if (a.Blocked || a.Barred) && model.Mailbox(a.Address.Address) == box {
			return true
		}
	}
	return false
}

// Uninvitable reports whether nobody is invited at an address: its mailbox wants no invitations, is barred, or is
// the house's own, which answers no house.
func (x *Tx) Uninvitable(address string) bool {
	box := model.Mailbox(model.Folded(address))
	ours := func(own string) bool { return model.Mailbox(model.Folded(own)) == box }
	return ours(x.rules.Address) || slices.ContainsFunc(x.rules.Also, ours) || Get(x, Unwanted{Address: address})
}

// DailyTold returns the last fact of a match that a seat was told of in a notice before ID, 0 if none.
type DailyTold struct {
	Match      int64
	Seat       int
	Player, ID int64
}

func (q DailyTold) In(w *World, _ time.Time) (seq int) {
	daily := "daily:" + strconv.FormatInt(q.Player, 10) + ":"
	for _, n := range w.Notices {
		written := n.State == model.MailWritten || n.State == model.MailSent
		switch {
		case n.ID >= q.ID:
		case n.Match == q.Match && n.Seat == q.Seat && written && isDigest(n.Purpose):
			seq = max(seq, n.Seq)
		case strings.HasPrefix(n.Key, daily) && (written || n.State == model.MailQueued):
			type told struct{ Match, Seq int64 }
			for _, m := range Read[struct{ Matches []told }]("a letter of the day", n.Params).Matches {
				if m.Match == q.Match {
					seq = max(seq, int(m.Seq))
				}
			}
		}
	}
	return seq
}

// DailyLetter asks who got a daily letter and what it asked about.
type DailyLetter struct{ ID int64 }

// DayLetter is the answer to DailyLetter. Player is 0 if the notice is no daily letter.
type DayLetter struct {
	Player int64
	Params json.RawMessage
}

func (q DailyLetter) In(w *World, _ time.Time) (d DayLetter) {
	for _, n := range w.Notices {
		if n.ID == q.ID && n.Purpose == model.PurposeDaily {
			d = DayLetter{n.Player, n.Params}
		}
	}
	return d
}

// WroteTo reports whether a player was ever written to about a seat or had a part in its changes of hands:
// who held it or was offered it. It stays true after they have left.
type WroteTo struct {
	Match  int64
	Seat   int
	Player int64
}

func (q WroteTo) In(w *World, _ time.Time) bool {
	return slices.ContainsFunc(w.Notices, func(n model.Notice) bool { return n.Match == q.Match && n.Seat == q.Seat && n.Player == q.Player }) ||
		slices.ContainsFunc(w.Changes, func(c model.SeatChange) bool { return c.Match == q.Match && c.Seat == q.Seat && c.Player == q.Player })
}

// LettersThisHour lists the letters of a sender in the last hour, newest first. The list is short, because
// senders may only send so many.
type LettersThisHour struct{ Sender string }

func (q LettersThisHour) In(w *World, now time.Time) (all []model.Taken) {
	for _, l := range w.Letters {
		if l.Sender == model.Fit(q.Sender) && l.TakenAt.After(now.Add(-time.Hour)) {
			all = append(all, model.Taken{Words: l.WordsHash, Refused: l.State == model.LetterRefuse, At: l.TakenAt})
		}
	}
	slices.Reverse(all)
	return all
}

// Answered counts the receipts and questions queued to an address in the last hour.
type Answered struct{ Address string }

func (q Answered) In(w *World, now time.Time) (a model.Answered) {
	for _, n := range w.Notices {
		if n.Address != model.Folded(q.Address) || !n.QueuedAt.After(now.Add(-time.Hour)) {
			continue
		}
		switch n.Purpose {
		case model.PurposeReceipt:
			a.All, a.Last = a.All+1, string(n.Params)
		case model.PurposeAsk:
			a.All, a.Asks = a.All+1, a.Asks+1
		}
	}
	return a
}

// StepSeen reports whether a letter with the same words was taken for a step. Held letters do not count,
// because a stranger may have sent them.
type StepSeen struct {
	Match      int64
	Seat, Step int
	Words      [32]byte
}

func (q StepSeen) In(w *World, _ time.Time) bool {
	return slices.ContainsFunc(w.Letters, func(l Letter) bool {
		return l.Match == q.Match && l.Seat == q.Seat && l.Step == q.Step && l.WordsHash == q.Words && l.taken()
	})
}

// Queue makes writing a notice a duty. It is written once, however often its key is queued.
func (x *Tx) Queue(n model.Notice) { x.Do(Queue{n}) }

// LetterTimes returns when letters about a match came in, by seat, newest first: the last Most letters of all
// seats together.
type LetterTimes struct {
	Match int64
	Most  int
}

func (q LetterTimes) In(w *World, _ time.Time) map[int][]time.Time {
	letters := slices.DeleteFunc(slices.Clone(w.Letters), func(l Letter) bool { return l.Match != q.Match || !l.taken() })
	slices.SortStableFunc(letters, func(a, b Letter) int { return b.ReceivedAt.Compare(a.ReceivedAt) })
	out := map[int][]time.Time{}
	for _, l := range letters[:min(q.Most, len(letters))] {
		out[l.Seat] = append(out[l.Seat], l.ReceivedAt)
	}
	return out
}

func (c Queue) apply(w *World, now time.Time) {
	n := c.Notice
	n.Key = model.Fit(n.Key)
	if slices.ContainsFunc(w.Notices, func(o model.Notice) bool { return o.Key == n.Key }) {
		return
	}
	n.ID, n.Address, n.Params = w.number("outbox", 0), model.Folded(n.Address), engine.TidyJSON(n.Params)
	n.State, n.QueuedAt, n.NextAt = model.MailQueued, now, now
	w.Notices = append(w.Notices, n)
}

func (c NoteLetter) apply(w *World, now time.Time) {
	c.Sender = model.Fit(c.Sender)
	w.Letters = append(w.Letters, Letter{c.Letter, now})
}

func (c NoteCold) apply(w *World, now time.Time) {
	w.Cold = append(w.Cold, Cold{c.Cold, model.Mailbox(model.Folded(c.Address)), now})
}

func count(n *int, yes bool) {
	if yes {
		*n++
	}
}

// taken reports whether a letter was carried out or refused, and not held.
func (l *Letter) taken() bool { return l.State == model.LetterApply || l.State == model.LetterRefuse }

// isDigest reports whether letters of this purpose tell everything that happened before them.
func isDigest(p model.Purpose) bool {
	return p == model.PurposeTurn || p == model.PurposeRound || p == model.PurposeEach || p == model.PurposeEnd
}
