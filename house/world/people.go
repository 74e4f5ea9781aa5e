package world

import (
	"time"

	"pitpost.example/model"
)

// Changes to people and what belongs to them.

type (
	// NewPlayer creates a player with a first address and answers with them.
	NewPlayer struct {
		ID               int64
		Address, Display string
	}
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
	// AddCode keeps a code that opens a session.
	AddCode struct {
		Nonce  [32]byte
		Player int64
		Code   [32]byte
	}
	// StopLinks kills the links in letters to a seat and the codes of its player. Off keeps new letters
	// without links.
	StopLinks struct {
		Match  int64
		Seat   int
		Player int64
		Off    bool
	}
	// KeepKey sets the key that opens a seat to programs, in place of the one before.
	KeepKey struct {
		model.SeatKey
		Hash [32]byte
	}
	// DropKey deletes the key of a seat.
	DropKey struct{ model.SeatKey }
)

func (*NewPlayer) tells(*model.Player) {}
func (*Bar) tells(bool)                {}
func (*HostBlocks) tells(bool)         {}

// Block keeps an address, or a player if Address is "", out of a host's matches.
type Block struct {
	Host    int64
	Address string
	Player  int64
}

// HostBlocked reports whether a host keeps an address out of their matches or, if Player is set, that player
// or any of their addresses. A blocked address blocks its whole mailbox.
type HostBlocked Block

func (HostBlocked) answers(bool) {}

// CodesSince counts the codes mailed to a player since a time.
type CodesSince struct {
	Player int64
	Since  time.Time
}

func (CodesSince) answers(int) {}

// Player asks for the row of a player; nil if there is none.
type Player struct{ ID int64 }

func (Player) answers(*model.Player) {}

// Sender asks what is known of who writes from an address.
type Sender struct{ Address string }

func (Sender) answers(model.Sender) {}

// Sender returns what is known of who writes from an address. It is read once, and again after addresses have changed.
func (x *Tx) Sender(address string) model.Sender {
	address = model.Folded(address)
	of, known := x.senders[address]
	if !known {
		of = Get(x, Sender{address})
		x.senders[address] = of
	}
	return of
}

// PlayerByAddress finds the player who owns an address; nil, nil if nobody does.
func (x *Tx) PlayerByAddress(address string) (*model.Player, *model.Address) {
	of := x.Sender(address)
	id := of.Address.Player
	if id == 0 {
		return nil, nil
	}
	if _, met := x.people[id]; !met {
		x.meet(id, &of.Player)
	}
	return x.people[id], &of.Address
}

// Player returns the player of that number, nil if there is none. Each player is read once, and changes made
// through the pointer are saved when the command ends.
func (x *Tx) Player(id int64) *model.Player {
	if _, met := x.people[id]; !met {
		x.meet(id, Get(x, Player{id}))
	}
	return x.people[id]
}

// meet notes who has a number; nil for nobody.
func (x *Tx) meet(id int64, p *model.Player) {
	if x.people[id] = p; p != nil {
		x.before[id] = *p
	}
}

// NewPlayer creates a player with a first address.
func (x *Tx) NewPlayer(address, display string) *model.Player {
	p := Tell(x, &NewPlayer{Address: address, Display: display})
	x.meet(p.ID, p)
	return p
}

// Addresses lists a player's addresses, the first address first.
type Addresses struct{ Player int64 }

func (Addresses) answers([]model.Address) {}

// Signs lists the signs of some players that have not expired, by player number.
type Signs struct{ Players []int64 }

func (Signs) answers(map[int64][]model.Sign) {}
