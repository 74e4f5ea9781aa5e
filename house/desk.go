package house

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// desk is where one letter, or one word of the operator, is worked through
// inside one transaction.
type desk struct {
	house  *world.Rules
	w      *world.Tx
	letter *Letter
	ref    *Ref
	day    *notice.Daily // the letter of the day that is answered; nil for any other
	player *model.Player
	// lang is what the letter is read in, and spoken its words of command.
	lang   string
	spoken engine.Tongue
	from   string // the sender's address
	// proof is how far the letter is proved, released that its owner confirmed it, after it
	// was held, by a letter of their own.
	proof    Proof
	released bool
	// heldWhy says why the rest of the letter is held; "" where all was carried out.
	heldWhy string
	// operator says that the words come from the command line: they count as
	// the host's.
	operator bool
	// organiser says that the word at hand is one that who runs the match's league may
	// say as a host.
	organiser bool

	table *model.Table // the match at hand; nil for none
	seat  *model.Seat  // the sender's seat in it; nil for none
	// moved lists the matches in which the letter has moved, and since is the last
	// fact before it of the match at hand.
	moved []int64
	// ended lists those in which the sender's turn has ended by it, printed the
	// hands as the letter answered shows them, and drafted those kept a draft in.
	ended   []int64
	printed map[int64][]string
	drafted []int64
	first   map[int64]int // since, by match
	since   int
	// page says that a host acts on a page: unsure is the line then that they are to be
	// asked about, nil for none.
	page   bool
	unsure *command.Line
	// sure says that the sender confirmed a deed that cannot be undone.
	sure bool
	// unanswered says that the letter answers a question with neither yes nor no.
	unanswered bool
	// invited counts the invitations of this letter that are limited, opened and rematched the
	// matches it opened.
	invited, opened, rematched int
	// stranger says that nobody vouches for the letter and its sender never answered one of
	// ours, hushed that such letters were answered often enough.
	stranger, hushed bool
	// tables touched, to be settled at the end.
	touched []*model.Table
	receipt notice.Receipt
	// told and asides count the lines of the receipt, paged are the pages that it tells.
	told, asides int
	paged        []string
	// slipped says that moves of this letter wait for second thoughts, settled that
	// those of another letter have waited.
	slipped, settled bool
	// hidden are addresses that no table may keep, in what was written.
	hidden []string
	// acted says that at least one line stands; changed that something was
	// changed by it.
	acted bool
}

// at sets the match at hand and the sender's seat in it.
func (d *desk) at(id int64) {
	if d.table != nil && d.table.Row.ID == id {
		return
	}
	t := d.w.Table(id)
	if _, ok := d.first[id]; !ok {
		if d.first == nil {
			d.first = map[int64]int{}
		}
		d.first[id] = t.Match.Seq
	}
	d.table, d.seat, d.since = t, nil, d.first[id]
	if d.player != nil {
		d.seat = seatOf(t, d.player.ID)
	}
}

// find is at, false where there is no such match.
func (d *desk) find(id int64) bool {
	t := d.w.FindTable(id)
	if t == nil {
		return false
	}
	d.at(id)
	return true
}

// hasMoved says whether the letter has moved in the match at hand.
func (d *desk) hasMoved() bool { return d.table != nil && slices.Contains(d.moved, d.table.Row.ID) }

func (d *desk) touch() {
	if !slices.Contains(d.touched, d.table) {
		d.touched = append(d.touched, d.table)
	}
}

// seatOf finds a player's seat in a match: the one they hold, else one they
// are invited to or left.
func seatOf(t *model.Table, player int64) *model.Seat {
	var other *model.Seat
	for i := range t.Seats {
		s := &t.Seats[i]
		if s.Player != player || player == 0 {
			continue
		}
		if s.State == model.SeatJoined || s.State == model.SeatBot {
			return s
		}
		if s.State != model.SeatUninvited {
			other = s
		}
	}
	return other
}

// seatNamed finds a seat by its name: as it is spelled, else without regard to
// case and accents.
func seatNamed(t *model.Table, name string) *model.Seat {
	var found *model.Seat
	for i := range t.Seats {
		s := &t.Seats[i]
		if s.State == model.SeatUninvited || s.State == model.SeatDeclined {
			continue
		}
		if s.Name == name {
			return s
		}
		if found == nil && engine.Normalise(s.Name) == engine.Normalise(name) {
			found = s
		}
	}
	return found
}

// seatBegins finds a seat by its name, then by a unique beginning.
func seatBegins(t *model.Table, word string) *model.Seat {
	if s := seatNamed(t, word); s != nil {
		return s
	}
	var found *model.Seat
	for i := range t.Seats {
		s := &t.Seats[i]
		if s.State == model.SeatUninvited || s.State == model.SeatDeclined || word == "" {
			continue
		}
		if strings.HasPrefix(engine.Normalise(s.Name), engine.Normalise(word)) {
			if found != nil {
				return nil
			}
			found = s
		}
	}
	return found
}

// host says whether the words at hand are the host's: from the host's chair, from
// the operator, or from who runs the league.
func (d *desk) host() bool {
	return d.operator || d.organiser || d.seat != nil && d.table != nil && d.seat.No == d.table.Row.Host
}

// by names who acts, as records spell it.
func (d *desk) by() string {
	switch {
	case d.operator:
		return "operator"
	case d.host():
		return "host"
	case d.seat != nil:
		return d.seat.Name
	}
	return "house"
}

func (d *desk) now() time.Time { return d.w.Now() }

// note queues a letter of the house to a seat's player. key makes it a duty
// that is told once.
func note(w *world.Tx, t *model.Table, s *model.Seat, purpose model.Purpose, key string, n notice.Note) {
	if s.Stopped != nil || s.Player == 0 {
		return
	}
	step := 0
	if c := t.Match.Chair(s.Name); c != nil {
		step = c.Steps + 1 // a move may answer any letter
	}
	w.Queue(model.Notice{
		Key: fmt.Sprintf("%s:%d:%d:%s", purpose, t.Row.ID, s.No, key), Match: t.Row.ID, Seat: s.No, Player: s.Player,
		Address: s.Address, Purpose: purpose, Step: step, Seq: t.Match.Seq, Params: notice.Params(n),
	})
}

// tellAll writes the same note to every person at the table but one.
func tellAll(w *world.Tx, t *model.Table, but *model.Seat, key string, n notice.Note) {
	for i := range t.Seats {
		s := &t.Seats[i]
		if s.State == model.SeatJoined && (but == nil || s.No != but.No) {
			note(w, t, s, model.PurposeNote, key, n)
		}
	}
}

// asked records a question and returns its number.
func (d *desk) asked(player int64, address string, kind model.AskKind, lapse time.Duration, what any) int64 {
	a := model.Ask{Player: player, Address: address, Kind: kind, Params: notice.Params(what), AskedAt: d.now(), LapsesAt: d.now().Add(lapse)}
	if d.table != nil {
		a.Match = d.table.Row.ID
	}
	if d.seat != nil {
		a.Seat = d.seat.No
	}
	return d.w.NewAsk(a)
}

func say(key string, pairs ...any) engine.Phrase { return engine.Say(key, pairs...) }
