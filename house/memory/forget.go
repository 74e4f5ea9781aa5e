package memory

import (
	"maps"
	"slices"

	"pitpost.example/model"
)

func (x people) Forgotten(hash string) (model.Forgotten, error) { return x.w.Gone[hash], nil }

func (x people) EverSat(player, after int64) ([]int64, error) {
	return x.w.matches(func(m *Match) bool {
		sat := slices.ContainsFunc(m.Seats, func(s model.Seat) bool { return s.Player == player }) ||
			slices.ContainsFunc(x.w.Changes, func(c model.SeatChange) bool { return c.Match == m.Row.ID && c.Player == player })
		return m.Row.ID > after && (sat || m.Row.Refereed(player))
	}), nil
}

// HasUnsent says yes: no letter leaves a World.
func (x people) HasUnsent(int64) (bool, error) { return true, nil }

func (x people) Forget(f model.Forgetting) error {
	x.later(func() { x.forget(f) })
	return nil
}

// forget deletes what is kept of a player.
func (x people) forget(f model.Forgetting) {
	w := x.w
	theirs := func(address string) bool { _, own := f.Hashes[model.FoldAddress(address)]; return own }
	for address, hash := range f.Hashes {
		a, was := w.Addresses[address], w.Gone[hash]
		w.Gone[hash] = model.Forgotten{Blocked: was.Blocked || a.Blocked, Barred: was.Barred || a.Barred}
		for b := range maps.Clone(w.Blocks) {
			if b.Player == f.Player || b.Address != "" && model.MailboxBehind(b.Address) == model.MailboxBehind(address) {
				w.Blocks[model.Block{Host: b.Host, Address: model.HashedBlock(hash)}] = true
			}
		}
	}
	maps.DeleteFunc(w.Blocks, func(b model.Block, _ bool) bool {
		return b.Host == f.Player || b.Player == f.Player || theirs(b.Address)
	})
	x.forgetInMatches(f.Player)
	for i, l := range w.Letters {
		if theirs(l.Sender) {
			l.Sender, l.Subject, l.MessageID, l.Kept, l.Why, l.Raw = "", "", "", "", "", nil
			w.Letters[i] = l
		}
	}
	for id, a := range w.Asks {
		if a.Player == f.Player {
			a.Address, a.Params = "", []byte("{}")
			if a.Answer == "" {
				a.Answer = model.AnswerLapsed
			}
			w.Asks[id] = a
		}
	}
	w.Notices = slices.DeleteFunc(slices.Clone(w.Notices), func(n model.Notice) bool { return n.Player == f.Player || theirs(n.Address) })
	maps.DeleteFunc(w.Standins, func(id int64, _ model.Standin) bool { return id == f.Player })
	maps.DeleteFunc(w.Watches, func(k [2]int64, _ model.Watcher) bool { return k[1] == f.Player })
	maps.DeleteFunc(w.Signs, func(k SignKey, _ Sign) bool { return k.Player == f.Player })
	maps.DeleteFunc(w.Organisers, func(k [2]int64, _ bool) bool { return k[1] == f.Player })
	x.forgetEntrant(f.Player)
	w.Players[f.Player] = model.Player{ID: f.Player, Lang: "en", Zone: "UTC"}
	maps.DeleteFunc(w.Addresses, func(address string, _ Address) bool { return theirs(address) })
}

// forgetInMatches deletes a player's addresses, memos and words from matches.
func (x people) forgetInMatches(player int64) {
	w := x.w
	for id, m := range w.Matches {
		for i, s := range m.Seats {
			if s.Player == player {
				m.Seats[i].Address = ""
				m.Seats[i].Standing.Memo, m.Seats[i].Standing.Deaf = "", nil
			}
			for ref, said := range w.Words {
				if said.Match == id && (said.By == s.Name || m.named[said.By] == s.Name) && x.heldWhenSaid(m, &s, player, said) {
					w.Words[ref] = Words{Match: id, By: s.Name, At: said.At}
				}
			}
		}
	}
}

// forgetEntrant takes a player's name from seasons: from the list of those that are not drawn, and from what is shown of the others.
func (x people) forgetEntrant(player int64) {
	w := x.w
	for k, e := range w.Entrants {
		if e.Player == player {
			e.Address, e.Shown = "", "Former"
			if n := len(list(w.Entrants, func(_ [2]int64, o model.Entrant) bool { return o.Season == e.Season && o.Shown != "" }, func(model.Entrant, model.Entrant) int { return 0 })); n > 0 {
				e.Shown += "-" + string(rune('a'+n))
			}
			if w.Entrants[k] = e; w.Seasons[e.Season].DrawnAt == nil {
				delete(w.Entrants, k)
			}
		}
	}
}

// heldWhenSaid reports whether a player held a seat when words were said there.
func (x people) heldWhenSaid(m *Match, s *model.Seat, player int64, said Words) bool {
	holder := s.Player
	for _, c := range slices.Backward(x.w.Changes) {
		if c.Match != m.Row.ID || c.Seat != s.No || c.At.Before(said.At) {
			continue
		}
		if holder = 0; c.What == model.ChangeLeft {
			holder = c.Player
		}
	}
	return holder == player
}
