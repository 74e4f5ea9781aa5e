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

// The kinds of cold letters that are counted apart.
const (
	coldInvite model.ColdKind = "invite"
	coldRemind model.ColdKind = "remind"
	coldKnown  model.ColdKind = "known"
	coldAnswer model.ColdKind = "answer"
)

// Cold counts what bears on one more cold letter of a host to an address; either may be empty.
// What this transaction has noted counts too, and no other counts until it ends.
func (x *Tx) Cold(host int64, address string) model.ColdCounts {
	return value(x, ColdLetters{host, address}, func() model.ColdCounts { return x.sight.cold(host, address, x.Now()) })
}

// NoteCold counts a letter from here on.
func (x *Tx) NoteCold(c model.Cold) {
	x.do(NoteCold{c})
}

// Unwanted says whether the mailbox behind an address wants no invitations, or is barred.
func (x *Tx) Unwanted(address string) bool {
	return value(x, Unwanted{address}, func() bool { return x.sight.unwanted(address) })
}

// DailyTold is the last fact of a match that a seat was told of before the notice id; 0 for
// none.
func (x *Tx) DailyTold(match int64, seat int, player, id int64) int {
	return value(x, DailyTold{match, seat, player, id}, func() int { return x.sight.dailyTold(match, seat, player, id) })
}

// DailyLetter is to whom a letter of the day went and what it asked about; player 0 where
// the notice is none.
func (x *Tx) DailyLetter(id int64) (int64, []byte) {
	d := value(x, DailyLetter{id}, func() DailyLetterAnswer { return x.sight.dailyLetter(id) })
	return d.Player, d.Params
}

// WroteTo says whether letters about a seat were queued for a player, who so held it once or
// was offered it; who left it for good is known for ever.
func (x *Tx) WroteTo(match int64, seat int, player int64) bool {
	return value(x, WroteTo{match, seat, player}, func() bool { return x.sight.wroteTo(match, seat, player) })
}

// RefusedThisHour counts the letters of a sender in which nothing was carried
// out, in an hour.
func (x *Tx) RefusedThisHour(sender string) int {
	return value(x, RefusedThisHour{sender}, func() int { return x.sight.refusedThisHour(sender, x.Now()) })
}

// AnswersThisHour counts the receipts and questions queued to an address in an
// hour.
func (x *Tx) AnswersThisHour(address string) int {
	return value(x, AnswersThisHour{address}, func() int { return x.sight.queued(address, x.Now(), model.PurposeReceipt, model.PurposeAsk) })
}

// AsksThisHour counts the questions queued to an address in an hour.
func (x *Tx) AsksThisHour(address string) int {
	return value(x, AsksThisHour{address}, func() int { return x.sight.queued(address, x.Now(), model.PurposeAsk) })
}

// StepSeen says whether a letter with the same words was taken for a step. One
// that was held is none: a stranger may have sent it.
func (x *Tx) StepSeen(match int64, seat, step int, words [32]byte) bool {
	return value(x, StepSeen{match, seat, step, words}, func() bool { return x.sight.stepSeen(match, seat, step, words) })
}

// Queue makes a notice a duty: told once under its key, however often it is
// queued. Its Message-ID is fixed here.
func (x *Tx) Queue(n model.Notice) {
	x.do(Queue{Notice: n})
}

// LetterTimes are the times at which the letters about a match came in, by seat, the last
// of them first and so many at most of all together.
func (x *Tx) LetterTimes(match int64, most int) map[int][]time.Time {
	return value(x, LetterTimes{match, most}, func() map[int][]time.Time { return x.sight.letterTimes(match, most) })
}

func (c Queue) apply(w *World, now time.Time) any {
	n := c.Notice
	n.Key = fit(n.Key)
	if slices.ContainsFunc(w.Notices, func(o model.Notice) bool { return o.Key == n.Key }) {
		return nil
	}
	n.ID, n.Address, n.Params = w.number("outbox", 0), Folded(n.Address), engine.TidyJSON(n.Params)
	n.State, n.QueuedAt, n.NextAt = model.MailQueued, now, now
	w.Notices = append(w.Notices, n)
	return nil
}

func (c NoteLetter) apply(w *World, now time.Time) any {
	c.Sender = fit(c.Sender)
	w.Letters = append(w.Letters, Letter{c.Letter, now})
	return nil
}

func (c NoteCold) apply(w *World, now time.Time) any {
	w.Cold = append(w.Cold, Cold{c.Cold, mailbox(Folded(c.Address)), now})
	return nil
}

func (w *World) unwanted(address string) bool {
	box := mailbox(Folded(address))
	for _, a := range w.Addresses {
		if (a.Blocked || a.Barred) && mailbox(a.Address.Address) == box {
			return true
		}
	}
	return false
}

func (w *World) cold(host int64, address string, now time.Time) (n model.ColdCounts) {
	box := mailbox(Folded(address))
	open := map[[2]int64]bool{}
	for _, c := range w.Cold {
		theirs, invite := c.Mailbox == box, c.Kind == coldInvite
		m := w.Matches[c.Match]
		s := m.seat(c.Seat)
		waits := s != nil && s.State == model.SeatInvited && m.Row.Phase == model.PhaseLobby || s == nil && c.At.Equal(now) // of this letter, and not written yet
		if invite && theirs && c.Host == host && waits {
			open[[2]int64{c.Match, int64(c.Seat)}] = true
		}
		if !c.At.After(now.Add(-day)) {
			continue
		}
		count(&n.Host, invite && c.Host == host)
		count(&n.Pair, invite && theirs && c.Host == host)
		count(&n.Guest, theirs && (invite || c.Kind == coldRemind))
		count(&n.All, invite)
		count(&n.Hour, theirs && c.At.After(now.Add(-time.Hour)))
		count(&n.Day, theirs)
		count(&n.KnownHour, theirs && c.Kind == coldKnown && c.At.After(now.Add(-time.Hour)))
		count(&n.KnownDay, theirs && c.Kind == coldKnown)
		count(&n.Strangers, c.Kind == coldAnswer)
	}
	n.Open = len(open)
	return n
}

func count(n *int, yes bool) {
	if yes {
		*n++
	}
}

// queued counts the notices to an address within an hour.
func (w *World) queued(address string, now time.Time, purposes ...model.Purpose) (n int) {
	for _, o := range w.Notices {
		count(&n, o.Address == Folded(address) && slices.Contains(purposes, o.Purpose) && o.QueuedAt.After(now.Add(-time.Hour)))
	}
	return n
}

func (w *World) stepSeen(match int64, seat, step int, words [32]byte) bool {
	return slices.ContainsFunc(w.Letters, func(l Letter) bool {
		return l.Match == match && l.Seat == seat && l.Step == step && l.WordsHash == words && l.taken()
	})
}

// taken says whether a letter was carried out, or refused.
func (l *Letter) taken() bool { return l.State == model.LetterApply || l.State == model.LetterRefuse }

func (w *World) refusedThisHour(sender string, now time.Time) (n int) {
	for _, l := range w.Letters {
		count(&n, l.Sender == fit(sender) && l.State == model.LetterRefuse && l.TakenAt.After(now.Add(-time.Hour)))
	}
	return n
}

func (w *World) letterTimes(match int64, most int) map[int][]time.Time {
	letters := slices.DeleteFunc(slices.Clone(w.Letters), func(l Letter) bool { return l.Match != match || !l.taken() })
	slices.SortStableFunc(letters, func(a, b Letter) int { return b.ReceivedAt.Compare(a.ReceivedAt) })
	out := map[int][]time.Time{}
	for _, l := range letters[:min(most, len(letters))] {
		out[l.Seat] = append(out[l.Seat], l.ReceivedAt)
	}
	return out
}

func (w *World) wroteTo(match int64, seat int, player int64) bool {
	return slices.ContainsFunc(w.Notices, func(n model.Notice) bool { return n.Match == match && n.Seat == seat && n.Player == player }) ||
		slices.ContainsFunc(w.Changes, func(c model.SeatChange) bool { return c.Match == match && c.Seat == seat && c.Player == player })
}

func (w *World) dailyTold(match int64, seat int, player, id int64) (seq int) {
	daily := "daily:" + strconv.FormatInt(player, 10) + ":"
	for _, n := range w.Notices {
		written := n.State == model.MailWritten || n.State == model.MailSent
		switch {
		case n.ID >= id:
		case n.Match == match && n.Seat == seat && written && isDigest(n.Purpose):
			seq = max(seq, n.Seq)
		case strings.HasPrefix(n.Key, daily) && (written || n.State == model.MailQueued):
			var p struct {
				Matches []struct {
					Match int64 `json:"match"`
					Seq   int   `json:"seq"`
				} `json:"matches"`
			}
			if json.Unmarshal(n.Params, &p) == nil {
				for _, m := range p.Matches {
					if m.Match == match {
						seq = max(seq, m.Seq)
					}
				}
			}
		}
	}
	return seq
}

// isDigest says whether a letter tells all that happened before it.
func isDigest(p model.Purpose) bool {
	return p == model.PurposeTurn || p == model.PurposeRound || p == model.PurposeEach || p == model.PurposeEnd
}

func (w *World) dailyLetter(id int64) (d DailyLetterAnswer) {
	for _, n := range w.Notices {
		if n.ID == id && n.Purpose == model.PurposeDaily {
			d = DailyLetterAnswer{n.Player, n.Params}
		}
	}
	return d
}
