package world

import (
	"slices"

	"pitpost.example/engine"
	"pitpost.example/model"
)

// Sender returns what is known of who writes from an address. It is read once, and again after addresses have changed.
func (x *Tx) Sender(address string) model.Sender {
	address = model.FoldAddress(address)
	of, known := x.senders[address]
	if !known {
		of = Must(x.port.Sender(address))
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
	if _, met := x.players[id]; !met {
		x.meet(id, &of.Player)
	}
	return x.players[id], &of.Address
}

// Player returns the player of that number, nil if there is none. Each player is read once, and changes made
// through the pointer are saved when the command ends.
func (x *Tx) Player(id int64) *model.Player {
	if _, met := x.players[id]; !met {
		x.meet(id, Must(x.port.Player(id)))
	}
	return x.players[id]
}

// meet notes who has a number; nil for nobody.
func (x *Tx) meet(id int64, p *model.Player) {
	if x.players[id] = p; p != nil {
		x.before[id] = *p
	}
}

// NewPlayer creates a player with a first address.
func (x *Tx) NewPlayer(address, display string) *model.Player {
	p := Must(x.change().NewPlayer(address, display))
	delete(x.senders, model.FoldAddress(address))
	x.meet(p.ID, p)
	return p
}

// NewKeptPlayer creates a player who writes from the mailbox of another.
func (x *Tx) NewKeptPlayer(keeper int64, called string) *model.Player {
	p := Must(x.change().NewKeptPlayer(keeper, called))
	x.meet(p.ID, p)
	return p
}

// Unwanted reports whether the mailbox behind an address wants no invitations or is barred, also if its player was forgotten.
func (x *Tx) Unwanted(address string) bool {
	was := x.Forgotten(x.rules.Hash(address))
	return was.Blocked || was.Barred || Must(x.port.Unwanted(address))
}

// HostBlocked reports whether a host keeps a player or an address out (see Port), also one whose player was forgotten since.
func (x *Tx) HostBlocked(b model.Block) bool {
	if Must(x.port.HostBlocked(b)) {
		return true
	}
	addresses := []string{b.Address}
	if b.Player != 0 {
		addresses = engine.MapList(x.Addresses(b.Player), func(a model.Address) string { return a.Address })
	}
	return slices.ContainsFunc(addresses, func(a string) bool {
		return a != "" && Must(x.port.HostBlocked(model.Block{Host: b.Host, Address: model.HashedBlock(x.rules.Hash(a))}))
	})
}

// SaveAddress keeps an address, new or of the same player, and whether it is proved, blocked or failing.
func (x *Tx) SaveAddress(a model.Address) {
	clear(x.senders)
	StopOnError(x.change().SaveAddress(a))
}

// Bar turns a player's letters away, or with off lets them in again. It returns whether that changed anything.
func (x *Tx) Bar(player int64, off bool) bool {
	clear(x.senders)
	return Must(x.change().Bar(player, off))
}

// AddAsk keeps a question, asked now, and returns its number.
func (x *Tx) AddAsk(a model.Ask) int64 {
	a.AskedAt = x.Now()
	return Must(x.change().AddAsk(a))
}

// OpenAsks lists the questions that a player has not answered and that have not lapsed.
func (x *Tx) OpenAsks(player int64) []model.Ask {
	return x.Asks(model.AskFilter{Player: player, Open: true, LapseAfter: x.Now()})
}

// Answer sets a's answer and keeps it.
func (x *Tx) Answer(a *model.Ask, answer model.Answer) {
	a.Answer = answer
	StopOnError(x.change().AnswerAsk(a.ID, answer))
}

// Group finds the group of a season with a number, nil if there is none.
func (x *Tx) Group(season int64, no int) *model.LeagueMatch {
	return first(x.Groups(model.GroupFilter{Season: season, No: no}))
}

// GroupOf finds the group that is played as a match, nil if it belongs to no league.
func (x *Tx) GroupOf(match int64) *model.LeagueMatch {
	return first(x.Groups(model.GroupFilter{Match: match}))
}

func first[V any](all []V) *V {
	if len(all) == 0 {
		return nil
	}
	return &all[0]
}
