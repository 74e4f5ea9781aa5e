package memory

import (
	"cmp"
	"maps"
	"slices"

	"pitpost.example/engine"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// lookAtPeople answers who players are, whom hosts keep out, and what letters of one person have in common.
func (w *command) lookAtPeople(question any) any {
	switch q := question.(type) {
	case world.Player:
		return row(w.Players, q.ID)
	case world.Sender:
		return w.sender(model.Folded(q.Address))
	case world.Addresses:
		return w.addressesOf(q.Player)
	case world.HostBlocked:
		return w.hostBlocked(q)
	case world.Unwanted:
		box := model.Mailbox(model.Folded(q.Address))
		for _, a := range w.Addresses {
			if (a.Blocked || a.Barred) && model.Mailbox(a.Address.Address) == box {
				return true
			}
		}
		return false
	case world.CodesSince: // a World holds none
		return 0
	case world.Signs:
		return w.signs(q)
	}
	return nil
}

// changePeople changes players, their addresses and signs.
func (w *command) changePeople(change any) any {
	switch c := change.(type) {
	case *world.NewPlayer:
		c.ID = w.number("players", c.ID)
		w.Players[c.ID] = model.Player{ID: c.ID, Lang: "en", Zone: "UTC"}
		address := model.Folded(c.Address)
		w.Addresses[address] = Address{Address: model.Address{Address: address, Player: c.ID, First: true, Display: engine.Tidy(c.Display)}}
		return row(w.Players, c.ID)
	case model.Player:
		w.Players[c.ID] = c
	case model.Address:
		w.saveAddress(c)
	case *world.Bar:
		return w.bar(c)
	case *world.HostBlocks:
		return w.hostBlocks(c)
	case world.KeepSigns:
		for _, s := range c.Signs {
			k := SignKey{c.Player, s.Kind, string(s.Hash)}
			w.Signs[k] = Sign{w.Signs[k].Letters + 1, w.now}
		}
	default:
		return w.changeLeagues(change)
	}
	return nil
}

func (w *command) saveAddress(c model.Address) {
	address := model.Folded(c.Address)
	a, known := w.Addresses[address]
	switch {
	case !known:
		a.Address = model.Address{Address: address, Player: c.Player, Display: engine.Tidy(c.Display)}
	case a.Player != c.Player:
		return
	}
	if c.Blocked && !a.Blocked {
		a.BlockedAt = w.now
	}
	a.Proved, a.Blocked, a.Failing = c.Proved, c.Blocked, engine.Tidy(c.Failing)
	w.Addresses[address] = a
}

func (w *command) hostBlocked(q world.HostBlocked) bool {
	boxes := map[string]bool{model.Mailbox(model.Folded(q.Address)): q.Address != ""}
	if q.Player != 0 {
		for _, a := range w.addressesOf(q.Player) {
			boxes[model.Mailbox(a.Address)] = true
		}
	}
	for b := range w.Blocks {
		if b.Host == q.Host && (b.Player != 0 && b.Player == q.Player || b.Address != "" && boxes[model.Mailbox(b.Address)]) {
			return true
		}
	}
	return false
}

func (w *command) signs(q world.Signs) map[int64][]model.Sign {
	out := map[int64][]model.Sign{}
	for k, s := range w.Signs {
		if slices.Contains(q.Players, k.Player) && !w.expired(s) {
			out[k.Player] = append(out[k.Player], model.Sign{Kind: k.Kind, Hash: []byte(k.Hash), Shared: w.sharedBy(k.Hash)})
		}
	}
	for _, all := range out {
		slices.SortFunc(all, func(a, b model.Sign) int {
			return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(string(a.Hash), string(b.Hash)))
		})
	}
	return out
}

// sharedBy counts the players who have a sign with this hash.
func (w *command) sharedBy(hash string) int {
	players := map[int64]bool{} // one may have it under two kinds
	for k, s := range w.Signs {
		if k.Hash == hash && !w.expired(s) {
			players[k.Player] = true
		}
	}
	return len(players)
}

// expired reports whether a sign was last seen too long ago.
func (w *command) expired(s Sign) bool { return s.LastAt.Before(w.now.Add(-model.SignLife)) }

func (w *command) bar(c *world.Bar) bool {
	changed := false
	for k, a := range w.Addresses {
		if a.Player == c.Player && a.Barred == c.Off {
			a.Barred, changed = !c.Off, true
			w.Addresses[k] = a
		}
	}
	if !c.Off {
		maps.DeleteFunc(w.Watches, func(k [2]int64, _ model.Watcher) bool { return k[1] == c.Player })
	}
	return changed
}

func (w *command) hostBlocks(c *world.HostBlocks) bool {
	b := c.Block
	b.Address = model.Folded(b.Address)
	if b.Address != "" {
		b.Player = 0
	}
	if !c.Off {
		was := w.Blocks[b]
		w.Blocks[b] = true
		return !was
	}
	were := len(w.Blocks)
	maps.DeleteFunc(w.Blocks, func(o world.Block, _ bool) bool {
		return o.Host == b.Host && o.Player == b.Player && model.Mailbox(o.Address) == model.Mailbox(b.Address)
	})
	return len(w.Blocks) < were
}

func (w *World) addressesOf(player int64) []model.Address {
	all := list(w.Addresses, func(_ string, a Address) bool { return a.Player == player }, func(a, b Address) int {
		return cmp.Or(falseFirst(!a.First, !b.First), cmp.Compare(a.Address.Address, b.Address.Address))
	})
	return engine.Each(all, func(a Address) model.Address { return a.Address })
}

// firstAddress returns the address that a player's mail goes to, nil if there is none.
func (w *World) firstAddress(player int64) *Address {
	for _, a := range w.Addresses {
		if a.Player == player && a.First {
			return &a
		}
	}
	return nil
}

// FirstAddress returns the address that a player's mail goes to, "" if there is none.
func (w *World) FirstAddress(player int64) string {
	if a := w.firstAddress(player); a != nil {
		return a.Address.Address
	}
	return ""
}
