package world

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"pitpost.example/model"
)

const day = 24 * time.Hour

func byID(a, b model.Ask) int { return cmp.Compare(a.ID, b.ID) }

func (w *World) openAsks(player int64, now time.Time) []model.Ask {
	return list(w.Asks, func(a model.Ask) bool { return a.Player == player && a.Answer == "" && a.LapsesAt.After(now) }, byID)
}

func (w *World) matchAsks(match int64, kind model.AskKind) []model.Ask {
	return list(w.Asks, func(a model.Ask) bool { return a.Match == match && a.Kind == kind && a.Answer == "" }, byID)
}

func (w *World) voteAsks(match int64, round string) []model.Ask {
	return list(w.Asks, func(a model.Ask) bool {
		return a.Match == match && a.Kind == model.AskVote && text(param(a.Params, "round")) == round
	}, byID)
}

func (w *World) held(player int64, also func(model.Ask) bool) int {
	return len(list(w.Asks, func(a model.Ask) bool { return a.Player == player && a.Kind == model.AskHeld && also(a) }, byID))
}

func (w *World) heldThisHour(player int64, answering bool, now time.Time) int {
	return w.held(player, func(a model.Ask) bool {
		return a.AskedAt.After(now.Add(-time.Hour)) && (param(a.Params, "ref") != nil) == answering
	})
}

func (w *World) heldAtStep(player, match int64, step int) bool {
	return w.held(player, func(a model.Ask) bool { return a.Match == match && text(param(a.Params, "step")) == strconv.Itoa(step) }) > 0
}

func (w *World) asksSince(match int64, kind string, since time.Time) int {
	times := map[time.Time]bool{}
	for _, a := range w.Asks {
		if a.Match == match && string(a.Kind) == kind && a.AskedAt.After(since) {
			times[a.AskedAt.UTC()] = true
		}
	}
	return len(times)
}

func (w *World) addressesOf(player int64) []model.Address {
	out := []model.Address{}
	for _, a := range w.Addresses {
		if a.Player == player {
			out = append(out, a.Address)
		}
	}
	slices.SortFunc(out, func(a, b model.Address) int {
		if a.First != b.First {
			return map[bool]int{true: -1, false: 1}[a.First]
		}
		return cmp.Compare(a.Address, b.Address)
	})
	return out
}

// firstAddress is where a player's mail goes; nil for nowhere.
func (w *World) firstAddress(player int64) *Address {
	for _, a := range w.Addresses {
		if a.Player == player && a.First {
			return &a
		}
	}
	return nil
}

// FirstAddress is where a player's mail goes, "" if they have no address.
func (w *World) FirstAddress(player int64) string {
	if a := w.firstAddress(player); a != nil {
		return a.Address.Address
	}
	return ""
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

func (w *World) hostBlocked(host, player int64, address string) bool {
	boxes := map[string]bool{mailbox(Folded(address)): address != ""}
	for _, a := range w.addressesOf(player) {
		boxes[mailbox(a.Address)] = player != 0 || boxes[mailbox(a.Address)]
	}
	for b := range w.Blocks {
		if b.Host == host && (b.Player != 0 && b.Player == player || b.Address != "" && boxes[mailbox(b.Address)]) {
			return true
		}
	}
	return false
}

// matches lists, by number, the matches that are wanted.
func (w *World) matches(wanted func(*Match) bool) []int64 {
	ids := []int64{}
	for id, m := range w.Matches {
		if wanted(m) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

func (m *Match) open() bool {
	return m.Row.Phase == model.PhaseLobby || m.Row.Phase == model.PhaseRunning || m.Row.Phase == model.PhasePaused
}

func (m *Match) played() bool {
	return m.Row.Phase == model.PhaseRunning || m.Row.Phase == model.PhasePaused
}

// seat finds a seat by its number; nil for none.
func (m *Match) seat(no int) *model.Seat {
	if m == nil {
		return nil
	}
	return (&model.Table{Seats: m.Seats}).Seat(no)
}

// sits says whether a player has a seat in one of some states.
func (m *Match) sits(player int64, states ...model.SeatState) bool {
	return slices.ContainsFunc(m.Seats, func(s model.Seat) bool { return s.Player == player && slices.Contains(states, s.State) })
}

// holds says whether a player holds a seat, or is to.
func (m *Match) holds(player int64) bool {
	return m.sits(player, model.SeatInvited, model.SeatJoined, model.SeatBot)
}

// hostedBy says whether a player has the host's chair.
func (m *Match) hostedBy(player int64) bool {
	s := m.seat(m.Row.Host)
	return s != nil && s.Player == player
}

func (w *World) matchesOf(player int64, now time.Time) []int64 {
	return w.matches(func(m *Match) bool {
		late := m.Row.EndedAt != nil && m.Row.EndedAt.After(now.Add(-30*day)) && m.Row.StartedAt != nil
		return m.holds(player) && (m.open() || late)
	})
}

func (w *World) hosts(all bool) []int64 {
	who := map[int64]bool{}
	for _, a := range w.Addresses {
		if all && a.Proved {
			who[a.Player] = true
		}
	}
	for _, m := range w.Matches {
		if s := m.seat(m.Row.Host); !all && m.open() && s != nil && s.Player != 0 && s.State == model.SeatJoined {
			who[s.Player] = true
		}
	}
	return keys(who)
}

// keys are those of a set, in order.
func keys[K cmp.Ordered](set map[K]bool) []K {
	out := []K{}
	for k := range set {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

func (w *World) saidYes(player, host int64) bool {
	return len(w.matches(func(m *Match) bool {
		return m.hostedBy(host) && m.sits(player, model.SeatJoined, model.SeatBot, model.SeatLeft)
	})) > 0
}

func (w *World) openedBy(player int64, rematches bool) int {
	return len(w.matches(func(m *Match) bool {
		s := m.seat(0)
		return s != nil && s.Player == player && m.open() && m.Row.Terms.Rematch == rematches && m.Row.Terms.League == 0
	}))
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

// The kinds of cold letters that are counted apart.
const (
	coldInvite model.ColdKind = "invite"
	coldRemind model.ColdKind = "remind"
	coldKnown  model.ColdKind = "known"
	coldAnswer model.ColdKind = "answer"
)

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

func (w *World) codesSince(player int64, since time.Time) (n int) {
	for _, c := range w.Codes {
		count(&n, c.Player == player && c.At.After(since))
	}
	return n
}

func (w *World) watchers(match int64) []model.Watcher {
	out := []model.Watcher{}
	for k, v := range w.Watches {
		if k[0] == match {
			out = append(out, v)
		}
	}
	slices.SortFunc(out, func(a, b model.Watcher) int { return cmp.Compare(a.Player, b.Player) })
	return out
}

func (w *World) watched(player int64) []int64 {
	return w.matches(func(m *Match) bool {
		_, yes := w.Watches[[2]int64{m.Row.ID, player}]
		return yes && m.open()
	})
}

func (w *World) matchHooks(match int64) []model.Hook {
	return list(w.Hooks, func(h model.Hook) bool { return h.Match == match }, func(a, b model.Hook) int { return cmp.Compare(a.ID, b.ID) })
}

func (w *World) signsOf(players []int64, now time.Time) map[int64][]model.Sign {
	out := map[int64][]model.Sign{}
	for k, s := range w.Signs {
		if slices.Contains(players, k.Player) && !s.LastAt.Before(now.Add(-signLife)) {
			out[k.Player] = append(out[k.Player], model.Sign{Kind: k.Kind, Hash: []byte(k.Hash), Letters: s.Letters})
		}
	}
	for _, all := range out {
		slices.SortFunc(all, func(a, b model.Sign) int {
			return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(string(a.Hash), string(b.Hash)))
		})
	}
	return out
}

// signLife is how long a sign is kept after it was last seen.
const signLife = 60 * day

func (w *World) sharedBy(hashes [][]byte, now time.Time) map[string]int {
	who := map[string]map[int64]bool{}
	for k, s := range w.Signs {
		if !slices.ContainsFunc(hashes, func(h []byte) bool { return string(h) == k.Hash }) || s.LastAt.Before(now.Add(-signLife)) {
			continue
		}
		if who[k.Hash] == nil {
			who[k.Hash] = map[int64]bool{}
		}
		who[k.Hash][k.Player] = true
	}
	out := map[string]int{}
	for h, players := range who {
		out[h] = len(players)
	}
	return out
}
