package world

import (
	"cmp"
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/model"
)

// Changes of people.

type (
	// NewPlayer makes a player with a first address and gives their number.
	NewPlayer struct {
		ID               int64
		Address, Display string
	}
	// SavePlayer keeps what a player changed.
	SavePlayer struct{ model.Player }
	// AddAddress gives a player one more; one that is somebody's stays theirs.
	AddAddress struct{ model.Address }
	// SaveAddress keeps whether an address is proved, blocked or failing.
	SaveAddress struct{ model.Address }
	// Bar turns the letters of a player away, or lets them in again; it answers whether that
	// changed anything.
	Bar struct {
		Player int64
		Off    bool
	}
	// HostBlocks does so for the matches of one host.
	HostBlocks struct {
		Block
		Off bool
	}
	// KeepSigns notes the signs of a player's letter.
	KeepSigns struct {
		atEnd
		Player int64
		Signs  []model.Sign
	}
	// ForgetSigns forgets a player's old ones.
	ForgetSigns struct {
		atEnd
		Player int64
	}
	// AddCode keeps a code that opens a session.
	AddCode struct {
		atEnd
		Nonce  [32]byte
		Player int64
		Code   [32]byte
		At     time.Time
	}
	// StopLinks kills the links in letters to a seat, and the codes of its player; off keeps
	// new letters without links.
	StopLinks struct {
		atEnd
		Match  int64
		Seat   int
		Player int64
		Off    bool
	}
	// KeepKey lets a key open a seat in place of the one before.
	KeepKey struct {
		atEnd
		model.SeatKey
		Hash [32]byte
	}
	// DropKey lets no key open a seat.
	DropKey struct {
		atEnd
		Match int64
		Seat  int
	}
)

// signLife is how long a sign is kept after it was last seen.
const signLife = 60 * day

// HostBlocks keeps an address, or with none a player, from the matches of a host, or lets
// them in again. It says whether that changed anything.
func (x *Tx) HostBlocks(host, player int64, address string, off bool) bool {
	return tell[bool](x, &HostBlocks{Block{host, address, player}, off})
}

// HostBlocked says whether a host keeps an address, or with a player given that one or any
// address of theirs, from their matches. An address that is kept away stands for its mailbox.
type HostBlocked struct {
	Host, Player int64
	Address      string
}

func (q HostBlocked) In(w *World, _ time.Time) bool {
	return w.hostBlocked(q.Host, q.Player, q.Address)
}

// Bar turns all letters from a player's addresses away, and keeps closes their sessions, follows
// no match for them and keeps all mail from them; off ends that. It says whether that changed anything.
func (x *Tx) Bar(player int64, off bool) bool {
	return tell[bool](x, &Bar{player, off})
}

// CodesSince counts the codes a player was mailed since a time.
type CodesSince struct {
	Player int64
	Since  time.Time
}

func (q CodesSince) In(w *World, _ time.Time) (n int) {
	for _, c := range w.Codes {
		count(&n, c.Player == q.Player && c.At.After(q.Since))
	}
	return n
}

// PlayerByAddress finds who writes from an address; nil, nil if nobody does.
func (x *Tx) PlayerByAddress(address string) (*model.Player, *model.Address) {
	x.rows(PlayerByAddress{address})
	a, there := x.sight.Addresses[Folded(address)]
	if !there {
		return nil, nil
	}
	found := a.Address
	return x.Player(found.Player), &found
}

// Player reads a player once; nil if there is none of that number.
func (x *Tx) Player(id int64) *model.Player {
	if p, known := x.people[id]; known {
		return p
	}
	x.rows(Player{id})
	p := row(x.sight.Players, id)
	if p != nil {
		x.people[id] = p
	}
	return p
}

// Addresses are all addresses of a player, the first one first.
type Addresses struct {
	inSight
	Player int64
}

func (q Addresses) In(w *World, _ time.Time) []model.Address {
	return w.addressesOf(q.Player)
}

// NewPlayer makes a player with a first address.
func (x *Tx) NewPlayer(address, display string) *model.Player {
	return x.Player(tell[int64](x, &NewPlayer{Address: address, Display: display}))
}

// Signs lists the signs of some players that are young enough, by number of player.
type Signs struct{ Players []int64 }

func (q Signs) In(w *World, now time.Time) map[int64][]model.Sign {
	out := map[int64][]model.Sign{}
	for k, s := range w.Signs {
		if slices.Contains(q.Players, k.Player) && !s.LastAt.Before(now.Add(-signLife)) {
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

// SharedBy counts, for each hash of a kind, how many players bear it: what many share says
// nothing about two.
type SharedBy struct{ Hashes [][]byte }

func (q SharedBy) In(w *World, now time.Time) map[string]int {
	who := map[string]map[int64]bool{}
	for k, s := range w.Signs {
		if !slices.ContainsFunc(q.Hashes, func(h []byte) bool { return string(h) == k.Hash }) || s.LastAt.Before(now.Add(-signLife)) {
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

func (c *NewPlayer) apply(w *World, _ time.Time) any {
	c.ID = w.number("players", c.ID)
	w.Players[c.ID] = model.Player{ID: c.ID, Lang: "en", Zone: "UTC"}
	address := Folded(c.Address)
	w.Addresses[address] = Address{Address: model.Address{Address: address, Player: c.ID, First: true, Display: engine.Tidy(c.Display)}}
	return c.ID
}

func (c SavePlayer) apply(w *World, _ time.Time) any {
	w.Players[c.ID] = c.Player
	return nil
}

func (c AddAddress) apply(w *World, _ time.Time) any {
	a := c.Address
	a.Address, a.Display, a.First = Folded(a.Address), engine.Tidy(a.Display), false
	a.Blocked, a.Barred, a.Failing = false, false, ""
	if _, there := w.Addresses[a.Address]; !there {
		w.Addresses[a.Address] = Address{Address: a}
	}
	return nil
}

func (c SaveAddress) apply(w *World, now time.Time) any {
	a, there := w.Addresses[Folded(c.Address.Address)]
	if !there {
		return nil
	}
	if c.Blocked && !a.Blocked {
		a.BlockedAt = now
	}
	a.Proved, a.Blocked, a.Failing = c.Proved, c.Blocked, engine.Tidy(c.Failing)
	w.Addresses[a.Address.Address] = a
	return nil
}

func (c *Bar) apply(w *World, _ time.Time) any {
	changed := false
	for k, a := range w.Addresses {
		if a.Player == c.Player && a.Barred == c.Off {
			a.Barred, changed = !c.Off, true
			w.Addresses[k] = a
		}
	}
	if !c.Off {
		w.dropCodes(c.Player)
		for k := range w.Watches {
			if k[1] == c.Player {
				delete(w.Watches, k)
			}
		}
	}
	return changed
}

func (c *HostBlocks) apply(w *World, _ time.Time) any {
	b := c.Block
	b.Address = Folded(b.Address)
	if b.Address != "" {
		b.Player = 0
	}
	if !c.Off {
		was := w.Blocks[b]
		w.Blocks[b] = true
		return !was
	}
	changed := false
	for o := range w.Blocks {
		if o.Host == b.Host && o.Player == b.Player && mailbox(o.Address) == mailbox(b.Address) {
			delete(w.Blocks, o)
			changed = true
		}
	}
	return changed
}

func (c KeepSigns) apply(w *World, now time.Time) any {
	for _, s := range c.Signs {
		k := SignKey{c.Player, s.Kind, string(s.Hash)}
		w.Signs[k] = Sign{w.Signs[k].Letters + 1, now}
	}
	w.dueSigns(c.Player, now)
	return nil
}

func (c ForgetSigns) apply(w *World, now time.Time) any {
	left := false
	for k, s := range w.Signs {
		if old := s.LastAt.Before(now.Add(-signLife)); k.Player == c.Player && old {
			delete(w.Signs, k)
		} else if k.Player == c.Player {
			left = true
		}
	}
	if left {
		w.dueSigns(c.Player, now)
	}
	return nil
}

func (c AddCode) apply(w *World, now time.Time) any {
	c.At = now
	w.Codes = append(slices.DeleteFunc(slices.Clone(w.Codes), func(o AddCode) bool { return o.At.Before(now.Add(-day)) }), c)
	return nil
}

func (c StopLinks) apply(w *World, now time.Time) any {
	k := [2]int64{c.Match, int64(c.Seat)}
	s, there := w.Stops[k]
	if c.Off {
		w.Stops[k] = Stop{now, true}
		w.dropCodes(c.Player)
	} else if there {
		w.Stops[k] = Stop{s.At, false}
	}
	return nil
}

func (c KeepKey) apply(w *World, _ time.Time) any {
	w.Keys[[2]int64{c.Match, int64(c.Seat)}] = c
	return nil
}

func (c DropKey) apply(w *World, _ time.Time) any {
	delete(w.Keys, [2]int64{c.Match, int64(c.Seat)})
	return nil
}

func (w *World) dropCodes(player int64) {
	w.Codes = slices.DeleteFunc(slices.Clone(w.Codes), func(o AddCode) bool { return o.Player == player })
}

// dueSigns looks at a player's signs again when the week is over.
func (w *World) dueSigns(player int64, now time.Time) {
	w.setDue(model.Due{Owner: model.DueOfPlayer, ID: player, What: model.DueSigns, At: now.UTC().Truncate(7 * day).Add(7 * day)})
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
