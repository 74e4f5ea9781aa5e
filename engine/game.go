// Package engine holds what a match by mail is made of: rule books and their
// positions, facts, dice, clocks, scenes and phrases. It is pure: no clock, no
// dice of its own, no files and no network, and nothing but the standard
// library.
package engine

import (
	"errors"
	"io/fs"
)

// Game is a rule book. Its values are shared by all matches and never change.
type Game interface {
	// Name is the word a player types, such as "saboteur".
	Name() string
	// Seats gives the least and the greatest number of players.
	Seats() (least, most int)
	// Editions lists the editions' names, the default first.
	Editions() []string
	// Options checks an edition and the options set beside it (names and
	// values in lower case) and returns only those that differ from the
	// edition, or a Refusal that names the choices.
	Options(edition string, set map[string]string) (map[string]string, *Refusal)
	// Blank is the state before anything was dealt.
	Blank(Setup) State
	// Decode reads an event of this game, match.ended among them, back from
	// the log, strictly: an unknown kind or field is an error.
	Decode(kind string, version int, data []byte) (Event, error)
	// Words lists, normalised, the first words by which a line is
	// known to be a command or to name a card of this game ("pass",
	// "lantern", "path-ne", …), without regard to any position.
	Words() []string
	// Strings holds the game's catalogues as <language>.toml files.
	Strings() fs.FS
}

// Tabled is a Game that can be dealt from a card table of the operator's.
type Tabled interface {
	// Cards names the table new matches are dealt from: the hex SHA-256 of its
	// file; "" for the game's own.
	Cards() string
	// HasCards is an error that says what to do if the table of that name is not
	// at hand, so that a match dealt from it cannot be folded.
	HasCards(name string) error
}

// HasCards says whether matches of a game dealt from a card table can be folded
// here; "" is the game's own, which always is.
func HasCards(g Game, name string) error {
	if name == "" {
		return nil
	}
	if t, ok := g.(Tabled); ok {
		return t.HasCards(name)
	}
	return errors.New("a match of " + g.Name() + " is never dealt from a card table")
}

// Lasting is a Game that can say how long a match of it is.
type Lasting interface {
	// Turns is about how many turns of all seats together a match takes, and
	// shorter an option that would make it less, such as "rounds=1"; "" for none.
	Turns(s Setup, seats int) (turns int, shorter string)
}

// Setup is what a match was opened with and what never changes in it.
type Setup struct {
	Edition string
	Options map[string]string // only what differs from the edition
	Seats   []string          // names, clockwise
	First   string            // the seat to start, if the host named one
	// Cards names an operator's card table that the match is dealt from: the hex
	// SHA-256 of its file; "" for the game's own cards.
	Cards string
}

// State is one position of a match. Only its own game looks inside. Facts are
// folded into it by Apply, which runs no rules and cannot fail; everything
// else leaves it as it is.
type State interface {
	// Apply folds one fact made by Start or Play.
	Apply(Fact)
	// Start deals: the first facts of the match.
	Start(Dice) []Fact
	// ToMove lists the seats whose choice is awaited, in the order in which they
	// are asked; none when the game is over.
	ToMove() []string
	// Legal lists all that a seat could do now, in canonical command form,
	// sorted by bytes, without duplicates; empty when it is not its turn.
	Legal(seat string) []string
	// Parse reads one line, which the reader has normalised to lower case and single
	// spaces, as a move of that seat. A number names the card printed at that
	// place: places are the codes of the hand as printed in the letter that is
	// answered, nil for the hand as it is now. On the seat's turn it answers a
	// legal Move or a Refusal; out of turn a Move whose card is held and whose
	// target exists, or a Refusal. It is a pure function of what the seat may
	// know.
	Parse(seat, line string, places []string) (Move, *Refusal)
	// Play carries out a canonical command of a seat and all that follows by
	// itself (draws, automatic passes, the round's end, the next deal), or
	// refuses it. The first fact is the choice itself, or what the house had to
	// choose before it for seats that were asked and did not answer. State is
	// unchanged.
	Play(seat, command string, d Dice) ([]Fact, *Refusal)
	// Chosen says whether a fact, about to be applied to this state, is a
	// choice of its seat and not something the house does by itself.
	Chosen(Fact) bool
	// Concede ends the round as if its aim could no longer be reached.
	Concede(Dice) []Fact
	// Idle is the safe move of a seat that is due, canonical.
	Idle(seat string) string
	// Check says in a line or two what a legal command of this seat would do
	// as far as the seat's own view tells ("turns up I3", "draws 2").
	Check(seat, command string) []Phrase
	// View is all that a seat may know, built from nothing; "" is the public.
	View(seat string) View
	// Tell says what a seat ("" for the public) learns from a fact that is
	// about to be applied to this state; nil when it learns nothing.
	Tell(f Fact, seat string) *News
	// Result is the outcome once the game is over, nil before.
	Result() *Result
}

// Move is what a seat asks for: read from its words, not yet played.
type Move struct {
	// Command is the canonical command, cards by their place in the hand now.
	Command string
	// Bound is the same with the card's code in place of its number, so that it
	// still means that card when the hand has changed; Parse reads it too.
	Bound string
	// Notes say what the reader decided for the player ("laid turned, the only
	// way it fits").
	Notes []Phrase
}

// News is what one seat learns from one fact.
type News struct {
	// Lines tell it in words, usually one.
	Lines []Phrase
	// Data is the event as a record spells it without what the seat may not
	// know, for programs; nil when there is nothing to give.
	Data Event
}

// Result is the outcome of a game.
type Result struct {
	Scores  map[string]int
	Winners []string // in seat order
}

// View is all that one seat may know of a position, ready to print.
type View struct {
	Seat  string
	Round int
	// Turn counts the public turns of the match from 1, never log entries.
	Turn int
	// Data is the game's own part of turn.json's "view".
	Data any
	// Scene is the board as a picture, Board the same in characters that line
	// up in a fixed-width font, Alt the position in words.
	// A board of cards has its words in Grid instead: rows of cells, the first
	// row and the first cell of each row being headings.
	Scene Scene
	Board []string
	Grid  [][]Phrase
	Alt   []Phrase
	// You says what only this seat knows of itself (its role, its gold).
	You []Phrase
	// Hand lists the cards in their places, Open those on the table that can be
	// taken, in theirs.
	Hand []Held
	Open []Held
	// Seats is a ledger: who sits where, what lies before them, what they did.
	Seats []Ledger
	// Table says what is public and has no other place (cards left, …).
	Table []Phrase
	// Choices are the legal commands with what each means, when it is the
	// seat's turn.
	Choices []Choice
}

// Held is a card in a hand, or one that lies open.
type Held struct {
	Place string // as a command names it: "1", or "h1"
	Card  string // its code
	Name  Phrase // in a few words
	Short Phrase // what it does, in one line
	// Idle is why it cannot be played now, nil where it can.
	Idle *Phrase
}

// Ledger is the public account of one seat.
type Ledger struct {
	Seat string
	// Now is what lies before the seat; Did what it did this round.
	Now, Did []Phrase
}

// Choice is one legal command and what it means, grouped by the card it uses.
type Choice struct {
	Command string
	Place   string // of the card, in Hand or Open; "" for none
	Says    Phrase
}
