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

func (x mail) Ask(id int64) (*model.Ask, error) { return row(x.w.Asks, id), nil }

func (x mail) Asks(f model.AskFilter) ([]model.Ask, error) {
	return list(x.w.Asks, func(_ int64, a model.Ask) bool {
		closed := f.Open && a.Answer != "" || !a.AskedAt.After(f.AskedAfter) || !a.LapsesAt.After(f.LapseAfter)
		return !closed && fits(f.Player, a.Player) && fits(f.Match, a.Match) && fits(f.Kind, a.Kind)
	}, func(a, b model.Ask) int { return cmp.Compare(a.ID, b.ID) }), nil
}

func (x mail) AddAsk(a model.Ask) (int64, error) {
	a.ID = x.w.number("asks")
	a.Address, a.Params = model.FoldAddress(a.Address), engine.TidyJSON(a.Params)
	if a.Match == 0 {
		a.Seat = 0
	}
	x.w.Asks[a.ID] = a
	return a.ID, nil
}

func (x mail) AnswerAsk(id int64, answer model.Answer) error {
	alter(x.w.Asks, id, func(a *model.Ask) { a.Answer = answer })
	return nil
}

func (x mail) ColdLetters(host int64, address string) (model.ColdCounts, error) {
	var n model.ColdCounts
	box := model.MailboxBehind(model.FoldAddress(address))
	open := map[[2]int64]bool{}
	for _, c := range x.w.Cold {
		theirs, invite := c.Mailbox == box, c.Kind == model.ColdInvite
		m := x.w.Matches[c.Match]
		var s *model.Seat
		if m != nil {
			s = m.Seat(c.Seat)
		}
		waits := s != nil && s.State == model.SeatInvited && m.Row.Phase == model.PhaseLobby || s == nil && c.At.Equal(x.now) // or this command's own, whose seat is not saved yet
		if invite && theirs && c.Host == host && waits {
			open[[2]int64{c.Match, int64(c.Seat)}] = true
		}
		count(&n.Welcomed, theirs && c.Kind == model.ColdWelcome && c.At.After(x.now.Add(-7*day)))
		if !c.At.After(x.now.Add(-day)) {
			continue
		}
		count(&n.Host, invite && c.Host == host)
		count(&n.Pair, invite && theirs && c.Host == host)
		count(&n.Guest, theirs && (invite || c.Kind == model.ColdRemind))
		count(&n.All, invite)
		count(&n.Hour, theirs && c.At.After(x.now.Add(-time.Hour)))
		count(&n.Day, theirs)
		count(&n.KnownHour, theirs && c.Kind == model.ColdKnown && c.At.After(x.now.Add(-time.Hour)))
		count(&n.KnownDay, theirs && c.Kind == model.ColdKnown)
		count(&n.Strangers, c.Kind == model.ColdAnswer)
		count(&n.Welcomes, c.Kind == model.ColdWelcome)
	}
	n.Open = len(open)
	return n, nil
}

func (x mail) AddCold(c model.Cold) error {
	x.w.Cold = append(x.w.Cold, Cold{c, model.MailboxBehind(model.FoldAddress(c.Address)), x.now})
	return nil
}

func (x mail) Replies(address string) ([]model.Reply, error) {
	return x.replies(func(n model.Notice) bool { return n.Address == model.FoldAddress(address) }), nil
}

func (x mail) IdleReplies() (int, error) {
	return engine.CountWhere(x.replies(func(model.Notice) bool { return true }), func(r model.Reply) bool { return r.Idle }), nil
}

// replies returns the answers and questions of the last day to those whom to wants, newest first.
func (x *state) replies(to func(model.Notice) bool) (all []model.Reply) {
	for _, n := range slices.Backward(x.w.Notices) {
		if n.Purpose != model.PurposeReceipt && n.Purpose != model.PurposeAsk || !n.QueuedAt.After(x.now.Add(-day)) || !to(n) {
			continue
		}
		said := world.DecodeJSON[struct {
			Idle, Moved bool
			Same        string
		}]("an answer", n.Params)
		all = append(all, model.Reply{At: n.QueuedAt, Idle: said.Idle, Moved: said.Moved, Same: said.Same})
	}
	return all
}

func (x mail) Sender(address string) (model.Sender, error) {
	address = model.FoldAddress(address)
	a := x.w.Addresses[address]
	of := model.Sender{Address: a.Address, Player: x.w.Players[a.Player]}
	for _, p := range x.w.Players {
		of.Keeps = of.Keeps || a.Player != 0 && p.Keeper == a.Player
	}
	for _, n := range x.w.Notices {
		if n.Address != address || !n.QueuedAt.After(x.now.Add(-time.Hour)) {
			continue
		}
		switch n.Purpose {
		case model.PurposeReceipt:
			of.Answered, of.Last = of.Answered+1, string(n.Params)
		case model.PurposeAsk:
			of.Answered, of.Asked = of.Answered+1, of.Asked+1
		}
	}
	return of, nil
}

func (x mail) StepSeen(match int64, seat, step int, words [32]byte) (bool, error) {
	return slices.ContainsFunc(x.w.Letters, func(l Letter) bool {
		return l.Match == match && l.Seat == seat && l.Step == step && l.WordsHash == words && l.taken()
	}), nil
}

func (x mail) LetterTimes(match int64, most int) (map[int][]time.Time, error) {
	letters := slices.DeleteFunc(slices.Clone(x.w.Letters), func(l Letter) bool { return l.Match != match || !l.taken() })
	slices.SortStableFunc(letters, func(a, b Letter) int { return b.ReceivedAt.Compare(a.ReceivedAt) })
	out := map[int][]time.Time{}
	for _, l := range letters[:min(most, len(letters))] {
		out[l.Seat] = append(out[l.Seat], l.ReceivedAt)
	}
	return out, nil
}

func (x mail) LastLetter(match int64, seat int, player int64) (last model.LastLetter, err error) {
	for _, l := range x.w.Letters {
		if x.w.Addresses[l.Sender].Player == player && l.Match == match && l.Seat == seat && l.taken() && !l.ReceivedAt.Before(last.At) {
			last = model.LastLetter{Words: l.Kept, At: l.ReceivedAt}
		}
	}
	return last, nil
}

func (x mail) WroteTo(match int64, seat int, player int64) (bool, error) {
	return slices.ContainsFunc(x.w.Notices, func(n model.Notice) bool { return n.Match == match && n.Seat == seat && n.Player == player }) ||
		slices.ContainsFunc(x.w.Changes, func(c model.SeatChange) bool { return c.Match == match && c.Seat == seat && c.Player == player }), nil
}

func (x mail) LastDigested(match int64, seat int, player int64) (int, error) {
	seq := 0
	daily := "daily:" + strconv.FormatInt(player, 10) + ":"
	for _, n := range x.w.Notices {
		written := n.State == model.MailWritten || n.State == model.MailSent
		switch {
		case n.Match == match && n.Seat == seat && written && isDigest(n.Purpose):
			seq = max(seq, n.Seq)
		case strings.HasPrefix(n.Key, daily) && (written || n.State == model.MailQueued):
			type reached struct{ Match, Seq int64 }
			for _, m := range world.DecodeJSON[struct{ Matches []reached }]("a letter of the day", n.Params).Matches {
				if m.Match == match {
					seq = max(seq, int(m.Seq))
				}
			}
		}
	}
	return seq, nil
}

func (x mail) DailyLetter(id int64) (model.Notice, error) {
	for _, n := range x.w.Notices {
		if n.ID == id && n.Purpose == model.PurposeDaily {
			return n, nil
		}
	}
	return model.Notice{}, nil
}

func (x mail) MatchHooks(match int64) ([]model.Hook, error) {
	return list(x.w.Hooks, func(_ int64, h model.Hook) bool { return h.Match == match }, func(a, b model.Hook) int { return cmp.Compare(a.ID, b.ID) }), nil
}

func (x mail) AddHook(h model.Hook) (int64, error) {
	h.ID, h.MadeAt = x.w.number("webhooks"), x.now
	x.w.Hooks[h.ID] = h
	return h.ID, nil
}

func (x mail) DropHook(id int64) (bool, error) { return take(x.w.Hooks, id), nil }

func (x mail) TurnHook(id int64, secret []byte, until time.Time) (bool, error) {
	h := x.w.Hooks[id]
	if h.Secret == nil {
		return false, nil
	}
	h.OldSecret, h.OldUntil, h.Secret = h.Secret, &until, secret
	x.w.Hooks[id] = h
	return true, nil
}

func (x mail) TurnOffHook(id int64, why string) (*model.Hook, error) {
	h, there := x.w.Hooks[id]
	if !there || h.Off != "" {
		return nil, nil
	}
	h.Off = engine.TidyText(why)
	x.w.Hooks[id] = h
	return &h, nil
}

// ReplayFailed finds none: a World holds no calls.
func (x mail) ReplayFailed(int64) (int, error) { return 0, nil }
func (x mail) SetDue(d model.Due)              { x.later(func() { x.w.setDue(d) }) }

func (x mail) DropDue(d model.Due) {
	x.later(func() {
		maps.DeleteFunc(x.w.Due, func(k DueKey, _ Due) bool {
			return k == keyOf(&d) || d.What == "" && k.Owner == d.Owner && k.ID == d.ID
		})
	})
}

func (x mail) TakeDue(d model.Due) (bool, error) {
	k := keyOf(&d)
	return x.w.Due[k].At.Equal(d.At) && take(x.w.Due, k), nil
}

func (x mail) Queue(n model.Notice) {
	x.later(func() {
		n.Key = model.FitKey(n.Key)
		if slices.ContainsFunc(x.w.Notices, func(o model.Notice) bool { return o.Key == n.Key }) {
			return
		}
		n.ID, n.Address, n.Params = x.w.number("outbox"), model.FoldAddress(n.Address), engine.TidyJSON(n.Params)
		n.State, n.QueuedAt, n.NextAt = model.MailQueued, x.now, x.now
		x.w.Notices = append(x.w.Notices, n)
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
