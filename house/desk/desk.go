// Package desk holds Desk, the state of one letter (or of one command by the operator) while it is handled: the request
// (who wrote it, how far that is proved), the session (the current match and seat) and the answer (the receipt as it fills
// up). The packages that carry out commands all work on a Desk.
package desk

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
	"pitpost.example/speech/dates"
)

// Desk is one letter, or one command of the operator, while it is handled inside a transaction: what is asked, the match at
// hand, and what is said back.
type Desk struct {
	Request
	Session
	Answer
}

// Request is what somebody asks of the house: who they are, how far that is proved, and their letter. It is known before the
// first line is read.
type Request struct {
	House  *world.Rules
	W      *world.Tx
	Letter *Letter // nil for the operator and for what happens by itself
	Ref    *model.Ref
	Day    *notice.Daily // the daily letter that is answered; nil for any other
	Player *model.Player
	From   string         // the sender's address
	Lang   string         // the language the letter is read in
	effort *engine.Effort // what all reading of the letter and of its parts may still cost; nil before the first
	// Proof is how far the letter is proved. Released means that it was held and its owner has confirmed it
	// by a letter of their own.
	Proof    model.Proof
	Released bool
	// Operator means that the command line is speaking. It has the host's rights.
	Operator bool
	// Page means that a host acts on a page.
	Page bool
	// Stranger means that nobody vouches for the letter and its sender never answered one of ours, Hushed
	// that such letters have been answered often enough.
	Stranger, Hushed bool
	Lost             bool // the letter answers something a restore lost
	// Settled means that the moves at hand have waited, or need not wait.
	Settled bool
	// Open is what was asked back about a line and not answered before the letter; nil for nothing.
	Open *model.Ask
	// other means that the letter is read in another language than its player is written to in.
	other bool
	// hidden lists web addresses in the letter that must not be stored in plain text.
	hidden []string
}

// Session is the match at hand, and what the letter has done in each match so far.
type Session struct {
	Table *table.Table // nil if there is none
	Seat  *model.Seat  // the sender's seat in it; nil if they have none
	Since int          // the last fact of the match before this letter
	// Organiser means that the current command is one that an organiser of the match's league may use as if
	// they were the host.
	Organiser bool
	// Sure means that the sender has confirmed a command that cannot be undone.
	Sure bool
	// Line is the line at hand.
	Line speech.Line
	// Voted is the vote by which this desk acts, nil if there was none. Passed is a vote that passed by the line at hand
	// and still has to be carried out.
	Voted  *Votes
	Passed *Passed
	// Moved lists the matches in which the letter has moved, Ended those in which the sender's turn has ended, Drafted those
	// in which a draft was kept. Printed holds the hands as the answered letter showed them, by match.
	Moved, Ended, Drafted []int64
	Printed               map[int64][]string
	first                 map[int64]int // the last fact of each match before this letter
	// Begun means that the letter made the current match begin, in which the sender's seat must wait for its turn:
	// its first letter is the answer.
	Begun bool
	// Touched lists the tables that were changed and must be advanced at the end.
	Touched []*table.Table
	// The invitations of this letter that count against the caps, and the matches and rematches it opened.
	invited, opened, rematched int
}

// Answer is what is said back.
type Answer struct {
	Receipt notice.Receipt
	// shown and asides count the receipt's lines; paged lists the pages in it.
	shown, asides int
	paged         []string
	// Acted means that at least one line was carried out or answered.
	Acted bool
	// AskedBack means that the letter did nothing, and was answered with a question. Commanded means that it holds a plain
	// command, even one that was refused.
	AskedBack, Commanded bool
	// HeldWhy says why the rest of the letter is held; "" if it is not.
	HeldWhy string
	// Unheard means that nothing in it was carried out or asked about, and that a copy with more proof may yet be.
	Unheard bool
	// Unsure is the line that a host must confirm on a page, nil if there is none.
	Unsure *speech.Line
	// Unanswered means that the letter answers a question, but with neither yes nor no.
	Unanswered bool
	// StillOpen is that question, if it is known and open; the receipt may be answered in place of its letter.
	StillOpen *model.Ask
	AskedOf   []engine.Phrase // what it answers, if that is a league's invitation
	// Hinted is the line that is close to a move and may be asked about (see play.RememberHint); Wished is the first line that asks
	// for a command in other words. Nil if there is none.
	Hinted, Wished *NearMiss
	// Graced lists the matches in which moves wait that the answer must tell of: those of this letter, or of an earlier one.
	Graced []int64
}

// NearMiss is a line that comes close to a command, with its index in the receipt.
type NearMiss struct {
	speech.Line
	At int
}

// ForLetter returns the desk for a letter, before anything is known of its sender.
func ForLetter(w *world.Tx, l *Letter) *Desk {
	return &Desk{Request: Request{House: w.Rules(), W: w, Letter: l, Ref: l.Ref, From: l.From},
		Answer: Answer{Receipt: notice.Receipt{Subject: l.Subject, InReplyTo: l.MessageID, References: l.References}}}
}

// ForPlayer returns the desk for what a player does without a letter of theirs: on a page, by a vote, or by waiting.
func ForPlayer(w *world.Tx, p *model.Player, from string, proof model.Proof) *Desk {
	d := &Desk{Request: Request{House: w.Rules(), W: w, Player: p, From: from, Proof: proof}}
	if p != nil {
		d.Lang = engine.BaseLanguage(p.Lang)
	}
	return d
}

// ForOperator returns the desk for the operator, who is sure of what they say, at a match or, with nil, at none.
func ForOperator(w *world.Tx, t *table.Table) *Desk {
	return &Desk{Request: Request{House: w.Rules(), W: w, Operator: true, Proof: model.ProofVouched}, Session: Session{Table: t, Sure: true}}
}

// Votes is who voted for what a desk does, as a sentence, and who voted last, whose receipt tells them.
type Votes struct {
	Why  engine.Phrase
	Last *model.Seat
}

// Passed is a vote that passed: the line to carry out for whoever asked for it, by name.
type Passed struct {
	Line speech.Line
	By   string
	Votes
}

// TurnToMatch makes a match the current one and finds the sender's seat in it.
func (d *Desk) TurnToMatch(id int64) {
	if d.Table != nil && d.Table.Row.ID == id {
		return
	}
	t := table.LoadTable(d.W, id)
	if _, ok := d.first[id]; !ok {
		if d.first == nil {
			d.first = map[int64]int{}
		}
		d.first[id] = t.Match.Seq
	}
	d.Table, d.Seat, d.Since = t, nil, d.first[id]
	if d.Player != nil {
		d.Seat = t.SeatOf(d.Player.ID)
	}
}

// FindMatch is like TurnToMatch, but returns false if there is no such match.
func (d *Desk) FindMatch(id int64) bool {
	t := d.W.FindTable(id)
	if t == nil {
		return false
	}
	d.TurnToMatch(id)
	return true
}

// HasMoved reports whether the letter has moved in the current match.
func (d *Desk) HasMoved() bool { return d.Table != nil && slices.Contains(d.Moved, d.Table.Row.ID) }

// NoteChanged notes that a table was changed, so that it is advanced at the end.
func (d *Desk) NoteChanged(t *table.Table) {
	if !slices.ContainsFunc(d.Touched, func(other *table.Table) bool { return other.Table == t.Table }) {
		d.Touched = append(d.Touched, t)
	}
}

// KnowsAddress reports whether the sender knows that a seat's mail goes to an address: it is their own seat, they invited
// it by this address, or they are the operator. People who joined an open lobby or were asked to a rematch have shown
// their address to nobody.
func KnowsAddress(d *Desk, s *model.Seat, address string) bool {
	invited := s.Invited != nil && strings.EqualFold(s.Address, address) && !d.Table.Row.Terms.Rematch
	opener := d.Seat != nil && d.Seat.No == 0 || IsRefereeWriting(d) && d.Table.Row.Terms.Refereed == nil && d.Table.Seat(0) == nil
	return d.Operator || s.Player == d.Player.Number() || invited && opener
}

// Host reports whether the sender has the host's rights: as the host, as the operator or as an organiser of
// the league, with a seat or without one.
func (d *Desk) Host() bool {
	seated := d.Seat != nil && d.Table != nil && d.Seat.No == d.Table.Row.Host
	return d.Operator || d.Organiser || seatlessHost(d) || seated
}

// ActorInFacts names who acts, as facts spell it.
func (d *Desk) ActorInFacts() string {
	switch {
	case d.Operator:
		return "operator"
	case d.Voted != nil:
		return d.Seat.Name
	case d.Host():
		return "host"
	case d.Seat != nil:
		return d.Seat.Name
	}
	return "house"
}

// Now returns the time of the command.
func (d *Desk) Now() time.Time { return d.W.Now() }

// Asked keeps a question and returns its number.
func (d *Desk) Asked(player int64, address string, kind model.AskKind, lapse time.Duration, what any) int64 {
	a := model.Ask{Player: player, Address: address, Match: d.MatchID(), Kind: kind, Params: notice.EncodeParams(what), LapsesAt: d.Now().Add(lapse)}
	switch {
	case d.Seat != nil:
		a.Seat = d.Seat.No
	case d.Table != nil:
		a.Seat = model.NoSeat
	}
	return d.W.AddAsk(a)
}

// Display returns the display name from the sender's mail program, "" if there is none.
func (d *Desk) Display() string {
	switch {
	case d.Letter == nil:
		return ""
	case d.Player != nil && d.Player.Keeper != 0: // the mail program has its owner's name
		return d.Player.Called
	}
	return d.Letter.Display
}

// NeedPlayer makes the sender a player if they are none yet.
func (d *Desk) NeedPlayer() {
	if d.Player != nil {
		return
	}
	if d.From == "" {
		panic(world.Fault{Err: fmt.Errorf("no player to act for")})
	}
	p := d.W.NewPlayer(d.From, d.Display())
	d.Player = p
	if lang := d.writtenIn(); lang != "" && lang != engine.BaseLanguage(p.Lang) {
		p.Lang = lang
	}
	if d.Letter.Trust == model.TrustProved {
		d.W.SaveAddress(model.Address{Address: d.From, Player: p.ID, First: true, Proved: true, Display: d.Display()})
	}
}

// PlayerFor returns p, or if that is nil makes a player of somebody whom the sender invites. They are written to in the
// sender's language until a letter of their own shows another one.
func (d *Desk) PlayerFor(p *model.Player, g dates.Guest) *model.Player {
	if p != nil {
		return p
	}
	if keeper, _ := d.W.PlayerByAddress(g.Address); keeper != nil { // see FindGuest
		p = d.W.NewKeptPlayer(keeper.ID, g.Name)
		p.Lang, p.Settings.LangGuessed = keeper.Lang, keeper.Settings.LangGuessed
		return p
	}
	p = d.W.NewPlayer(g.Address, g.Name)
	if d.Player != nil {
		p.Lang = d.Player.Lang
	}
	p.Settings.LangGuessed = true
	return p
}

// FindGuest returns the player whom somebody invites, nil if there is none yet: "Fay at ana@example.org" is whoever is called
// Fay at that mailbox. It is the owner of the address if they are called so, and otherwise somebody who plays from their
// mailbox, a child of theirs.
func FindGuest(d *Desk, g dates.Guest) *model.Player {
	owner, address := d.W.PlayerByAddress(g.Address)
	if owner == nil || !g.At {
		return owner
	}
	called := table.Naming{}.NameOf(address.Display, address.Address)
	if engine.NormaliseText(called) == engine.NormaliseText(g.Name) {
		return owner
	}
	for _, kept := range d.W.KeptPlayers(owner.ID) {
		if engine.NormaliseText(kept.Called) == engine.NormaliseText(g.Name) {
			return d.W.Player(kept.ID)
		}
	}
	return nil
}

// Others lists the names of the other people at the table.
func (d *Desk) Others() []string { return othersAt(d, model.SeatJoined) }

// othersAt lists the names of seats in these states but the sender's.
func othersAt(d *Desk, states ...model.SeatState) []string {
	return d.Table.NamesThat(func(s *model.Seat) bool { return d.Seat == nil || s.No != d.Seat.No }, states...)
}

// Game returns the game of the current match, nil if there is none.
func (d *Desk) Game() engine.Game {
	if d.Table == nil {
		return nil
	}
	return d.Table.Match.Game
}

// MatchID returns the number of the current match, 0 if there is none.
func (d *Desk) MatchID() int64 {
	if d.Table == nil {
		return 0
	}
	return d.Table.Row.ID
}

// NextStep returns the number of the choice that the seat's next letter asks for, 0 without a seat.
func (d *Desk) NextStep() int {
	if d.Table == nil || d.Seat == nil {
		return 0
	}
	return max(1, d.Table.StepOf(d.Seat))
}

// LatestSeason reads and locks the latest season of a league. Every league has one.
func LatestSeason(w *world.Tx, l *model.League) *model.Season {
	s := w.SeasonOf(l.ID, 0)
	return w.LockSeason(s.ID)
}

// Organises reports whether the sender runs a league.
func (d *Desk) Organises(l *model.League) bool {
	return d.Operator || d.Player != nil && slices.Contains(d.W.Organisers(l.ID), d.Player.ID)
}

// NameActor returns the name of whoever does something, and for the operator what stands for them.
func NameActor(d *Desk) any {
	switch name := d.Table.HostName(); {
	case d.Seat != nil && !d.Operator:
		return d.Seat.Name
	case d.ActorInFacts() == "host" && name != "":
		return name
	}
	return engine.SpeakerName(d.ActorInFacts())
}

// TidyWords returns words as they are stored. Callers check the result, so that words with nothing visible in them
// count as none.
func TidyWords(words string) string { return strings.TrimSpace(engine.TidyText(words)) }
