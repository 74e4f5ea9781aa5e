package world

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/model"
)

// Changes to people and what belongs to them.

type (
	// NewPlayer creates a player with a first address and answers with their number.
	NewPlayer struct {
		ID               int64
		Address, Display string
	}
	// SavePlayer keeps a player's row.
	SavePlayer struct{ model.Player }
	// AddAddress gives a player another address. An address that belongs to somebody stays theirs.
	AddAddress struct{ model.Address }
	// SaveAddress keeps whether an address is proved, blocked or failing.
	SaveAddress struct{ model.Address }
	// Bar turns a player's letters away, or with Off lets them in again. It answers whether that changed
	// anything.
	Bar struct {
		Player int64
		Off    bool
	}
	// HostBlocks does the same for the matches of one host.
	HostBlocks struct {
		Block
		Off bool
	}
	// KeepSigns records the signs of a player's letter.
	KeepSigns struct {
		Player int64
		Signs  []model.Sign
	}
	// ForgetSigns deletes a player's old signs.
	ForgetSigns struct{ Player int64 }
	// AddCode keeps a code that opens a session.
	AddCode struct {
		Nonce  [32]byte
		Player int64
		Code   [32]byte
		unseen
	}
	// StopLinks kills the links in letters to a seat and the codes of its player. Off keeps new letters
	// without links.
	StopLinks struct {
		Match  int64
		Seat   int
		Player int64
		Off    bool
		unseen
	}
	// KeepKey sets the key that opens a seat to programs, in place of the one before.
	KeepKey struct {
		model.SeatKey
		Hash [32]byte
		unseen
	}
	// DropKey deletes the key of a seat.
	DropKey struct {
		Match int64
		Seat  int
		unseen
	}
)

// unseen is embedded in changes to what a World does not hold.
type unseen struct{}

func (unseen) apply(*World, time.Time) {}

// SignLife is how long a sign is kept after it was last seen.
const SignLife = 60 * day

// HostBlocked reports whether a host keeps an address out of their matches or, if Player is set, that player
// or any of their addresses. A blocked address blocks its whole mailbox.
type HostBlocked struct {
	Host, Player int64
	Address      string
}

func (q HostBlocked) In(w *World, _ time.Time) bool {
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

// CodesSince counts the codes mailed to a player since a time. A World holds none.
type CodesSince struct {
	Player int64
	Since  time.Time
}

func (CodesSince) In(*World, time.Time) int { return 0 }

// PlayerByAddress finds the player who owns an address; nil, nil if nobody does.
func (x *Tx) PlayerByAddress(address string) (*model.Player, *model.Address) {
	x.look(PlayerByAddress{address})
	a, there := x.sight.Addresses[model.Folded(address)]
	if !there {
		return nil, nil
	}
	found := a.Address
	return x.Player(found.Player), &found
}

// Player returns the player of that number, nil if there is none. Each player is read once, and changes made
// through the pointer are saved when the command ends.
func (x *Tx) Player(id int64) *model.Player {
	if p, known := x.people[id]; known {
		return p
	}
	x.look(Player{id})
	p := row(x.sight.Players, id)
	if p != nil {
		x.people[id] = p
	}
	return p
}

// Addresses lists a player's addresses, the first address first.
type Addresses struct{ Player int64 }

func (q Addresses) In(w *World, _ time.Time) []model.Address { return w.addressesOf(q.Player) }

// NewPlayer creates a player with a first address.
func (x *Tx) NewPlayer(address, display string) *model.Player {
	return x.Player(Tell(x, &NewPlayer{Address: address, Display: display}))
}

// Signs lists the signs of some players that have not expired, by player number.
type Signs struct{ Players []int64 }

func (q Signs) In(w *World, now time.Time) map[int64][]model.Sign {
	out := map[int64][]model.Sign{}
	for k, s := range w.Signs {
		if slices.Contains(q.Players, k.Player) && !s.LastAt.Before(now.Add(-SignLife)) {
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

// SharedBy counts for each hash how many players have a sign with it. A sign that many people share says
// nothing about two of them.
type SharedBy struct{ Hashes [][]byte }

func (q SharedBy) In(w *World, now time.Time) map[string]int {
	type bearer struct {
		hash   string
		player int64
	}
	counted, out := map[bearer]bool{}, map[string]int{} // a player may have one hash under two kinds
	for k, s := range w.Signs {
		asked := slices.ContainsFunc(q.Hashes, func(h []byte) bool { return string(h) == k.Hash })
		if b := (bearer{k.Hash, k.Player}); asked && !counted[b] && !s.LastAt.Before(now.Add(-SignLife)) {
			counted[b] = true
			out[k.Hash]++
		}
	}
	return out
}

// KeepSigns records the signs of a player's letter and makes sure that old ones are deleted later.
func (x *Tx) KeepSigns(player int64, signs []model.Sign) {
	x.Do(KeepSigns{player, signs})
	x.dueSigns(player)
}

// ForgetSigns deletes a player's expired signs and looks again in a week if any are left.
func (x *Tx) ForgetSigns(player int64) {
	x.Do(ForgetSigns{player})
	if len(Get(x, Signs{[]int64{player}})) > 0 {
		x.dueSigns(player)
	}
}

// dueSigns has a player's signs looked at when the week ends, once for all letters of that week.
func (x *Tx) dueSigns(player int64) {
	x.SetDue(model.Due{Owner: model.DueOfPlayer, ID: player, What: model.DueSigns, At: x.Now().UTC().Truncate(7 * day).Add(7 * day)})
}

func (c *NewPlayer) tell(w *World, _ time.Time) int64 {
	c.ID = w.number("players", c.ID)
	w.Players[c.ID] = model.Player{ID: c.ID, Lang: "en", Zone: "UTC"}
	address := model.Folded(c.Address)
	w.Addresses[address] = Address{Address: model.Address{Address: address, Player: c.ID, First: true, Display: engine.Tidy(c.Display)}}
	return c.ID
}

func (c SavePlayer) apply(w *World, _ time.Time) { w.Players[c.ID] = c.Player }

func (c AddAddress) apply(w *World, _ time.Time) {
	a := c.Address
	a.Address, a.Display, a.First = model.Folded(a.Address), engine.Tidy(a.Display), false
	a.Blocked, a.Barred, a.Failing = false, false, ""
	if _, there := w.Addresses[a.Address]; !there {
		w.Addresses[a.Address] = Address{Address: a}
	}
}

func (c SaveAddress) apply(w *World, now time.Time) {
	a, there := w.Addresses[model.Folded(c.Address.Address)]
	if !there {
		return
	}
	if c.Blocked && !a.Blocked {
		a.BlockedAt = now
	}
	a.Proved, a.Blocked, a.Failing = c.Proved, c.Blocked, engine.Tidy(c.Failing)
	w.Addresses[a.Address.Address] = a
}

func (c *Bar) tell(w *World, _ time.Time) bool {
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

func (c *HostBlocks) tell(w *World, _ time.Time) bool {
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
	maps.DeleteFunc(w.Blocks, func(o Block, _ bool) bool {
		return o.Host == b.Host && o.Player == b.Player && model.Mailbox(o.Address) == model.Mailbox(b.Address)
	})
	return len(w.Blocks) < were
}

func (c KeepSigns) apply(w *World, now time.Time) {
	for _, s := range c.Signs {
		k := SignKey{c.Player, s.Kind, string(s.Hash)}
		w.Signs[k] = Sign{w.Signs[k].Letters + 1, now}
	}
}

func (c ForgetSigns) apply(w *World, now time.Time) {
	maps.DeleteFunc(w.Signs, func(k SignKey, s Sign) bool { return k.Player == c.Player && s.LastAt.Before(now.Add(-SignLife)) })
}

func (w *World) addressesOf(player int64) []model.Address {
	all := list(w.Addresses, func(a Address) bool { return a.Player == player }, func(a, b Address) int {
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
