package memory

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/model"
)

func (x people) Player(id int64) (*model.Player, error) { return row(x.w.Players, id), nil }

func (x people) NewPlayer(address, display string) (*model.Player, error) {
	id := x.w.number("players")
	x.w.Players[id] = model.Player{ID: id, Lang: "en", Zone: "UTC"}
	address = model.FoldAddress(address)
	x.w.Addresses[address] = Address{Address: model.Address{Address: address, Player: id, First: true, Display: engine.TidyText(display)}}
	return row(x.w.Players, id), nil
}

func (x people) NewKeptPlayer(keeper int64, called string) (*model.Player, error) {
	id := x.w.number("players")
	x.w.Players[id] = model.Player{ID: id, Lang: "en", Zone: "UTC", Keeper: keeper, Called: engine.TidyText(called)}
	return row(x.w.Players, id), nil
}

func (x people) KeptPlayers(keeper int64) ([]model.Player, error) {
	return list(x.w.Players, func(_ int64, p model.Player) bool { return p.Keeper == keeper && keeper != 0 },
		func(a, b model.Player) int { return cmp.Compare(a.ID, b.ID) }), nil
}

func (x people) SavePlayer(p model.Player) error {
	x.w.Players[p.ID] = p
	return nil
}

func (x people) Addresses(player int64) ([]model.Address, error) {
	return x.w.addressesOf(player), nil
}

func (x people) SaveAddress(c model.Address) error {
	address := model.FoldAddress(c.Address)
	a, known := x.w.Addresses[address]
	switch {
	case !known:
		a.Address = model.Address{Address: address, Player: c.Player, Display: engine.TidyText(c.Display)}
	case a.Player != c.Player:
		return nil
	}
	if c.Blocked && !a.Blocked {
		a.BlockedAt = x.now
	}
	a.Proved, a.Blocked, a.Failing = c.Proved, c.Blocked, engine.TidyText(c.Failing)
	x.w.Addresses[address] = a
	return nil
}

func (x people) Unwanted(address string) (bool, error) {
	box := model.MailboxBehind(model.FoldAddress(address))
	for _, a := range x.w.Addresses {
		if (a.Blocked || a.Barred) && model.MailboxBehind(a.Address.Address) == box {
			return true, nil
		}
	}
	return false, nil
}

func (x people) Bar(player int64, off bool) (bool, error) {
	changed := false
	for k, a := range x.w.Addresses {
		if a.Player == player && a.Barred == off {
			a.Barred, changed = !off, true
			x.w.Addresses[k] = a
		}
	}
	if !off {
		maps.DeleteFunc(x.w.Watches, func(k [2]int64, _ model.Watcher) bool { return k[1] == player })
	}
	return changed, nil
}

func (x people) HostBlocked(b model.Block) (bool, error) { return x.blocked(b), nil }

func (x *state) blocked(q model.Block) bool {
	boxes := map[string]bool{model.MailboxBehind(model.FoldAddress(q.Address)): q.Address != ""}
	if q.Player != 0 {
		for _, a := range x.w.addressesOf(q.Player) {
			boxes[model.MailboxBehind(a.Address)] = true
		}
	}
	for b := range x.w.Blocks {
		if b.Host == q.Host && (b.Player != 0 && b.Player == q.Player || b.Address != "" && boxes[model.MailboxBehind(b.Address)]) {
			return true
		}
	}
	return false
}

func (x people) SetBlock(b model.Block, off bool) (bool, error) {
	b.Address = model.FoldAddress(b.Address)
	if b.Address != "" {
		b.Player = 0
	}
	if !off {
		was := x.w.Blocks[b]
		x.w.Blocks[b] = true
		return !was, nil
	}
	were := len(x.w.Blocks)
	maps.DeleteFunc(x.w.Blocks, func(o model.Block, _ bool) bool {
		return o.Host == b.Host && o.Player == b.Player &&
			model.MailboxBehind(o.Address) == model.MailboxBehind(b.Address)
	})
	return len(x.w.Blocks) < were, nil
}

func (x people) Signs(players []int64) (map[int64][]model.Sign, error) {
	out := map[int64][]model.Sign{}
	for k, s := range x.w.Signs {
		if slices.Contains(players, k.Player) && !x.expired(s) {
			out[k.Player] = append(out[k.Player], model.Sign{Kind: k.Kind, Hash: []byte(k.Hash), Shared: x.sharedBy(k.Hash)})
		}
	}
	for _, all := range out {
		slices.SortFunc(all, func(a, b model.Sign) int {
			return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(string(a.Hash), string(b.Hash)))
		})
	}
	return out, nil
}

func (x people) AddSigns(player int64, signs []model.Sign) error {
	x.later(func() {
		for _, s := range signs {
			k := SignKey{player, s.Kind, string(s.Hash)}
			x.w.Signs[k] = Sign{x.w.Signs[k].Letters + 1, x.now}
		}
	})
	return nil
}

// sharedBy counts the players who have a sign with this hash.
func (x *state) sharedBy(hash string) int {
	players := map[int64]bool{} // one may have it under two kinds
	for k, s := range x.w.Signs {
		if k.Hash == hash && !x.expired(s) {
			players[k.Player] = true
		}
	}
	return len(players)
}

// expired reports whether a sign was last seen too long ago.
func (x *state) expired(s Sign) bool { return s.LastAt.Before(x.now.Add(-model.SignLife)) }

// Of codes, links and keys a World holds nothing.

func (x people) CodesSince(int64, time.Time) (int, error) { return 0, nil }
func (x people) AddCode(int64, [32]byte, [32]byte) error  { return nil }
func (x people) StopLinks(model.SeatKey, bool) error      { return nil }
func (x people) KeepKey(model.SeatKey, [32]byte) error    { return nil }
func (x people) DropKey(model.SeatKey) error              { return nil }

func (w *World) addressesOf(player int64) []model.Address {
	player = cmp.Or(w.Players[player].Keeper, player)
	all := list(w.Addresses, func(_ string, a Address) bool { return a.Player == player }, func(a, b Address) int {
		return cmp.Or(falseFirst(!a.First, !b.First), cmp.Compare(a.Address.Address, b.Address.Address))
	})
	return engine.MapList(all, func(a Address) model.Address { return a.Address })
}

// firstAddress returns the address that a player's mail goes to, nil if there is none.
func (w *World) firstAddress(player int64) *Address {
	player = cmp.Or(w.Players[player].Keeper, player)
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
