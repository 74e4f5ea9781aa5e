package memory

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// lookAtMail answers what came in, what is to go out, what people are asked, and which webhooks there are.
func (w *command) lookAtMail(question any) any {
	switch q := question.(type) {
	case world.Ask:
		return row(w.Asks, q.ID)
	case world.Asks:
		return list(w.Asks, func(_ int64, a model.Ask) bool {
			return fits(q.Player, a.Player) && fits(q.Match, a.Match) && fits(q.Kind, a.Kind) && !(q.Open && a.Answer != "") &&
				a.AskedAt.After(q.AskedAfter) && a.LapsesAt.After(q.LapseAfter)
		}, func(a, b model.Ask) int { return cmp.Compare(a.ID, b.ID) })
	case world.ColdLetters:
		return w.coldLetters(q)
	case world.DailyTold:
		return w.dailyTold(q)
	case world.DailyLetter:
		for _, n := range w.Notices {
			if n.ID == q.ID && n.Purpose == model.PurposeDaily {
				return n
			}
		}
		return model.Notice{}
	case world.WroteTo:
		return slices.ContainsFunc(w.Notices, func(n model.Notice) bool { return n.Match == q.Match && n.Seat == q.Seat && n.Player == q.Player }) ||
			slices.ContainsFunc(w.Changes, func(c model.SeatChange) bool { return c.Match == q.Match && c.Seat == q.Seat && c.Player == q.Player })
	case world.Replies:
		return w.replies(func(n model.Notice) bool { return n.Address == model.Folded(q.Address) })
	case world.IdleReplies:
		return engine.Count(w.replies(func(model.Notice) bool { return true }), func(r model.Reply) bool { return r.Idle })
	case world.StepSeen:
		return slices.ContainsFunc(w.Letters, func(l Letter) bool {
			return l.Match == q.Match && l.Seat == q.Seat && l.Step == q.Step && l.WordsHash == q.Words && l.taken()
		})
	case world.LetterTimes:
		return w.letterTimes(q)
	case world.MatchHooks:
		return list(w.Hooks, func(_ int64, h model.Hook) bool { return h.Match == q.Match }, func(a, b model.Hook) int { return cmp.Compare(a.ID, b.ID) })
	}
	return nil
}

// changeMail changes what comes in, what is to go out, what people are asked, and webhooks.
func (w *command) changeMail(change any) any {
	switch c := change.(type) {
	case model.Notice:
		w.queue(c)
	case model.Letter:
		c.Sender = model.Fit(c.Sender)
		w.Letters = append(w.Letters, Letter{c, w.now})
	case *model.Ask:
		c.ID = w.number("asks", c.ID)
		c.Address, c.Params = model.Folded(c.Address), engine.TidyJSON(c.Params)
		if c.Match == 0 {
			c.Seat = 0
		}
		w.Asks[c.ID] = *c
		return row(w.Asks, c.ID)
	case model.Ask:
		alter(w.Asks, c.ID, func(a *model.Ask) { a.Answer = c.Answer })
	case model.Cold:
		w.Cold = append(w.Cold, Cold{c, model.Mailbox(model.Folded(c.Address)), w.now})
	case *model.Hook:
		c.ID, c.MadeAt = w.number("webhooks", c.ID), w.now
		w.Hooks[c.ID] = *c
		return row(w.Hooks, c.ID)
	case *world.DropHook:
		return take(w.Hooks, c.ID)
	case *world.TurnHook:
		h := w.Hooks[c.ID]
		if h.Secret == nil {
			return false
		}
		h.OldSecret, h.OldUntil, h.Secret = h.Secret, &c.Until, c.Secret
		w.Hooks[c.ID] = h
		return true
	case *world.HookOff:
		h, there := w.Hooks[c.ID]
		if !there || h.Off != "" {
			return (*model.Hook)(nil)
		}
		h.Off = engine.Tidy(c.Why)
		w.Hooks[c.ID] = h
		return &h
	case *world.ReplayFailed: // a World holds no calls
		return 0
	default:
		return w.changeSeats(change)
	}
	return nil
}

func (w *command) coldLetters(q world.ColdLetters) (n model.ColdCounts) {
	box := model.Mailbox(model.Folded(q.Address))
	open := map[[2]int64]bool{}
	for _, c := range w.Cold {
		theirs, invite := c.Mailbox == box, c.Kind == model.ColdInvite
		m := w.Matches[c.Match]
		var s *model.Seat
		if m != nil {
			s = m.Seat(c.Seat)
		}
		waits := s != nil && s.State == model.SeatInvited && m.Row.Phase == model.PhaseLobby || s == nil && c.At.Equal(w.now) // or this command's own, whose seat is not saved yet
		if invite && theirs && c.Host == q.Host && waits {
			open[[2]int64{c.Match, int64(c.Seat)}] = true
		}
		count(&n.Welcomed, theirs && c.Kind == model.ColdWelcome && c.At.After(w.now.Add(-7*day)))
		if !c.At.After(w.now.Add(-day)) {
			continue
		}
		count(&n.Host, invite && c.Host == q.Host)
		count(&n.Pair, invite && theirs && c.Host == q.Host)
		count(&n.Guest, theirs && (invite || c.Kind == model.ColdRemind))
		count(&n.All, invite)
		count(&n.Hour, theirs && c.At.After(w.now.Add(-time.Hour)))
		count(&n.Day, theirs)
		count(&n.KnownHour, theirs && c.Kind == model.ColdKnown && c.At.After(w.now.Add(-time.Hour)))
		count(&n.KnownDay, theirs && c.Kind == model.ColdKnown)
		count(&n.Strangers, c.Kind == model.ColdAnswer)
		count(&n.Welcomes, c.Kind == model.ColdWelcome)
	}
	n.Open = len(open)
	return n
}

func (w *command) dailyTold(q world.DailyTold) (seq int) {
	daily := "daily:" + strconv.FormatInt(q.Player, 10) + ":"
	for _, n := range w.Notices {
		written := n.State == model.MailWritten || n.State == model.MailSent
		switch {
		case n.Match == q.Match && n.Seat == q.Seat && written && isDigest(n.Purpose):
			seq = max(seq, n.Seq)
		case strings.HasPrefix(n.Key, daily) && (written || n.State == model.MailQueued):
			type told struct{ Match, Seq int64 }
			for _, m := range world.Read[struct{ Matches []told }]("a letter of the day", n.Params).Matches {
				if m.Match == q.Match {
					seq = max(seq, int(m.Seq))
				}
			}
		}
	}
	return seq
}

// replies returns the answers and questions of the last day to those whom to wants, newest first.
func (w *command) replies(to func(model.Notice) bool) (all []model.Reply) {
	for _, n := range slices.Backward(w.Notices) {
		if n.Purpose != model.PurposeReceipt && n.Purpose != model.PurposeAsk || !n.QueuedAt.After(w.now.Add(-day)) || !to(n) {
			continue
		}
		said := world.Read[struct {
			Idle, Moved bool
			Same        string
		}]("an answer", n.Params)
		all = append(all, model.Reply{At: n.QueuedAt, Idle: said.Idle, Moved: said.Moved, Same: said.Same})
	}
	return all
}

func (w *command) sender(address string) model.Sender {
	a := w.Addresses[address]
	of := model.Sender{Address: a.Address, Player: w.Players[a.Player]}
	for _, n := range w.Notices {
		if n.Address != address || !n.QueuedAt.After(w.now.Add(-time.Hour)) {
			continue
		}
		switch n.Purpose {
		case model.PurposeReceipt:
			of.Answered, of.Last = of.Answered+1, string(n.Params)
		case model.PurposeAsk:
			of.Answered, of.Asked = of.Answered+1, of.Asked+1
		}
	}
	return of
}

func (w *command) letterTimes(q world.LetterTimes) map[int][]time.Time {
	letters := slices.DeleteFunc(slices.Clone(w.Letters), func(l Letter) bool { return l.Match != q.Match || !l.taken() })
	slices.SortStableFunc(letters, func(a, b Letter) int { return b.ReceivedAt.Compare(a.ReceivedAt) })
	out := map[int][]time.Time{}
	for _, l := range letters[:min(q.Most, len(letters))] {
		out[l.Seat] = append(out[l.Seat], l.ReceivedAt)
	}
	return out
}

func (w *command) queue(n model.Notice) {
	n.Key = model.Fit(n.Key)
	if slices.ContainsFunc(w.Notices, func(o model.Notice) bool { return o.Key == n.Key }) {
		return
	}
	n.ID, n.Address, n.Params = w.number("outbox", 0), model.Folded(n.Address), engine.TidyJSON(n.Params)
	n.State, n.QueuedAt, n.NextAt = model.MailQueued, w.now, w.now
	w.Notices = append(w.Notices, n)
}

func (w *command) dropDue(d *model.Due) {
	maps.DeleteFunc(w.Due, func(k DueKey, _ Due) bool {
		return k == keyOf(d) || d.What == "" && k.Owner == d.Owner && k.ID == d.ID
	})
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
