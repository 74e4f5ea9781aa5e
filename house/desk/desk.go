// Package desk is where one letter, or one word of the operator, is worked through inside one
// transaction: who wrote it, how far it is proved, the match and the seat at hand, and the receipt
// that fills up. What each word does stands in the rooms beside, which all work at a Desk.
package desk

import (
	"fmt"
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/notice"
	"pitpost.example/house/reading"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Desk is where one letter, or one word of the operator, is worked through
// inside one transaction.
type Desk struct {
	House  *world.Rules
	W      *world.Tx
	Letter *Letter
	Ref    *Ref
	Day    *notice.Daily // the letter of the day that is answered; nil for any other
	Player *model.Player
	Lang   string // what the letter is read in
	From   string // the sender's address
	// proof is how far the letter is proved, released that its owner confirmed it, after it
	// was held, by a letter of their own.
	Proof    Proof
	Released bool
	// heldWhy says why the rest of the letter is held; "" where all was carried out.
	HeldWhy string
	// operator says that the words come from the command line: they count as
	// the host's.
	Operator bool
	// organiser says that the word at hand is one that who runs the match's league may
	// say as a host.
	Organiser bool

	Table *model.Table // the match at hand; nil for none
	Seat  *model.Seat  // the sender's seat in it; nil for none
	// moved lists the matches in which the letter has moved, and since is the last
	// fact before it of the match at hand.
	Moved []int64
	// ended lists those in which the sender's turn has ended by it, printed the
	// hands as the letter answered shows them, and drafted those kept a draft in.
	Ended   []int64
	Printed map[int64][]string
	Drafted []int64
	first   map[int64]int // since, by match
	Since   int
	// page says that a host acts on a page: unsure is the line then that they are to be
	// asked about, nil for none.
	Page   bool
	Unsure *command.Line
	// sure says that the sender confirmed a command that cannot be undone.
	Sure bool
	// unanswered says that the letter answers a question with neither yes nor no.
	Unanswered bool
	// invited counts the invitations of this letter that are limited, opened and rematched the
	// matches it opened.
	invited, opened, rematched int
	// stranger says that nobody vouches for the letter and its sender never answered one of
	// ours, hushed that such letters were answered often enough.
	Stranger, Hushed bool
	Lost             bool // the letter answers what a restore lost
	// tables touched, to be settled at the end.
	Touched []*model.Table
	Receipt notice.Receipt
	// told and asides count the lines of the receipt, paged are the pages that it tells.
	told, asides int
	paged        []string
	// Hinted is the first line that comes close to a move, and the match it is about; HintAt its
	// place in the receipt.
	Hinted *command.Line
	HintAt int
	// Wished is the first line that asks for something a word of the house changes, WishAt its place.
	Wished *command.Line
	WishAt int
	// slipped says that moves of this letter wait for second thoughts, settled that
	// those of another letter have waited.
	Slipped, Settled bool
	// hidden are addresses that no table may keep, in what was written.
	hidden []string
	// acted says that at least one line stands; changed that something was
	// changed by it.
	Acted bool
}

// At sets the match at hand and the sender's seat in it.
func (d *Desk) At(id int64) {
	if d.Table != nil && d.Table.Row.ID == id {
		return
	}
	t := d.W.Table(id)
	if _, ok := d.first[id]; !ok {
		if d.first == nil {
			d.first = map[int64]int{}
		}
		d.first[id] = t.Match.Seq
	}
	d.Table, d.Seat, d.Since = t, nil, d.first[id]
	if d.Player != nil {
		d.Seat = table.SeatOf(t, d.Player.ID)
	}
}

// Find is at, false where there is no such match.
func (d *Desk) Find(id int64) bool {
	t := d.W.FindTable(id)
	if t == nil {
		return false
	}
	d.At(id)
	return true
}

// HasMoved says whether the letter has moved in the match at hand.
func (d *Desk) HasMoved() bool { return d.Table != nil && slices.Contains(d.Moved, d.Table.Row.ID) }

// Touch notes that a table was changed.
func (d *Desk) Touch(t *model.Table) {
	if !slices.Contains(d.Touched, t) {
		d.Touched = append(d.Touched, t)
	}
}

// Host says whether the words at hand are the host's: from the host's chair, from
// the operator, or from who runs the league.
func (d *Desk) Host() bool {
	return d.Operator || d.Organiser || d.Seat != nil && d.Table != nil && d.Seat.No == d.Table.Row.Host
}

// By names who acts, as records spell it.
func (d *Desk) By() string {
	switch {
	case d.Operator:
		return "operator"
	case d.Host():
		return "host"
	case d.Seat != nil:
		return d.Seat.Name
	}
	return "house"
}

// Now is the time of the letter.
func (d *Desk) Now() time.Time { return d.W.Now() }

// Asked records a question and returns its number.
func (d *Desk) Asked(player int64, address string, kind model.AskKind, lapse time.Duration, what any) int64 {
	a := model.Ask{Player: player, Address: address, Match: d.MatchID(), Kind: kind, Params: notice.Params(what), AskedAt: d.Now(), LapsesAt: d.Now().Add(lapse)}
	if d.Seat != nil {
		a.Seat = d.Seat.No
	}
	return d.W.NewAsk(a)
}

// Display is the name that the sender's program wrote, "" for none.
func (d *Desk) Display() string {
	if d.Letter == nil {
		return ""
	}
	return d.Letter.Display
}

// NeedPlayer makes the sender a player if they were none.
func (d *Desk) NeedPlayer() {
	if d.Player != nil {
		return
	}
	if d.From == "" {
		panic(world.Fault{Err: fmt.Errorf("no player to act for")})
	}
	p := d.W.NewPlayer(d.From, d.Display())
	d.Player = p
	if lang := d.writtenIn(); lang != "" && lang != engine.Tongue(p.Lang) {
		p.Lang = lang
	}
	if d.Letter != nil && d.Letter.Trust == Proved {
		d.W.Do(world.SaveAddress{Address: model.Address{Address: d.From, Player: p.ID, First: true, Proved: true, Display: d.Display()}})
	}
}

// Newcomer makes a player of somebody whom the sender asks to the table: they are written to
// in the sender's language until a letter of their own shows another.
func (d *Desk) Newcomer(g reading.Guest) *model.Player {
	p := d.W.NewPlayer(g.Address, g.Name)
	if d.Player != nil {
		p.Lang = d.Player.Lang
	}
	p.Settings.LangGuessed = true
	return p
}

// Others are the names of the people at the table beside the sender.
func (d *Desk) Others() (names []string) {
	for _, s := range d.Table.Seats {
		if s.State == model.SeatJoined && (d.Seat == nil || s.No != d.Seat.No) {
			names = append(names, s.Name)
		}
	}
	return names
}

// Game is that of the match at hand, nil where there is none.
func (d *Desk) Game() engine.Game {
	if d.Table == nil {
		return nil
	}
	return d.Table.Match.Game
}

// MatchID is the number of the match at hand, 0 where there is none.
func (d *Desk) MatchID() int64 {
	if d.Table == nil {
		return 0
	}
	return d.Table.Row.ID
}

// Step is the number of the choice the seat's next letter asks for.
func (d *Desk) Step() int { return max(1, table.StepOf(d.Table, d.Seat)) }

// LatestSeason reads the season of a league that is under way and holds it. There is always one.
func LatestSeason(w *world.Tx, l *model.League) *model.Season {
	s := world.Get(w, world.SeasonOf{League: l.ID, No: 0})
	return world.Get(w, world.LockSeason{ID: s.ID})
}

// Organises says whether the words at hand are those of who runs a league.
func (d *Desk) Organises(l *model.League) bool {
	return d.Operator || d.Player != nil && slices.Contains(world.Get(d.W, world.Organisers{League: l.ID}), d.Player.ID)
}
