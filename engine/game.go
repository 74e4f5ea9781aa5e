// Package engine defines what a match by mail consists of: games and their positions (State),
// facts, dice, clocks, scenes and phrases.
//
// A game implements Game and State; each other interface here adds one feature that a game may
// have. The house asks for it by a type assertion, so a game leaves out what it does not need.
// Match folds a log of facts into a match that any game can be played in.
//
// The package is pure: it reads no clock, draws no random numbers of its own, uses neither files
// nor the network, and imports only the standard library.
package engine

import (
	"errors"
	"io/fs"
)

// Game is a game's rules. All matches share one value, which never changes.
type Game interface {
	// Name returns the word that a player types for the game, such as "saboteur".
	Name() string
	// Seats returns the smallest and the largest number of players.
	Seats() (least, most int)
	// Editions lists the names of the editions, the default first.
	Editions() []string
	// Options checks an edition and the options that were set with it (names and values in lower
	// case). It returns only the options that differ from the edition by these rules (see
	// Setup.Rules), or a Refusal that lists the choices.
	Options(edition string, rules int, set map[string]string) (map[string]string, *Refusal)
	// Blank returns the position before anything is dealt.
	Blank(Setup) State
	// Decode reads an event of this game from the log, including match.ended. It is strict: an
	// unknown kind or field is an error.
	Decode(kind string, version int, data []byte) (Event, error)
	// Words lists, normalised, the first words that mark a line as a command or as the name of a
	// card of this game ("pass", "lantern", "path-ne", …), whatever the position.
	Words() []string
	// Strings holds the texts of the game, one catalogue <language>.toml per language.
	Strings() fs.FS
	// Ruled has the book of the game's rules.
	Ruled
}

// Tabled is a Game that can also be dealt from a card table that the operator supplies.
type Tabled interface {
	// Cards names the card table for new matches: the hex SHA-256 of its file, or "" for the game's
	// own cards.
	Cards() string
	// HasCards returns nil if the table with that name is at hand. Otherwise a match dealt from it
	// cannot be folded, and the error says what the operator can do.
	HasCards(name string) error
}

// HasCards returns nil if this program can fold matches of g that were dealt from the named card
// table. The game's own cards, "", are always there.
func HasCards(g Game, name string) error {
	if name == "" {
		return nil
	}
	if t, ok := g.(Tabled); ok {
		return t.HasCards(name)
	}
	return errors.New("a match of " + g.Name() + " is never dealt from a card table")
}

// Lasting is a Game that can estimate how long a match takes.
type Lasting interface {
	// Turns returns about how many turns a match takes, all seats together, and an option that
	// would shorten it, such as "rounds=1", or "" if there is none.
	Turns(s Setup, seats int) (turns int, shorter string)
}

// Setup is what a match was opened with. It never changes, except that the start sets Seats.
type Setup struct {
	Edition string
	// Rules is the number of the rules that the match is played by: 0 and 1 are those that editions
	// began with, NewestRules those of matches that are opened now.
	Rules   int
	Options map[string]string // only those that differ from the edition
	Seats   []string          // names, clockwise
	First   string            // the seat that starts, if the host named one
	// Cards names the operator's card table that the match is dealt from: the hex SHA-256 of its
	// file, or "" for the game's own cards.
	Cards string
}

// State is one position of a match. Only its own game looks inside. Apply folds a fact into it,
// runs no rules and cannot fail; no other method changes it. A seat is named as in Setup.Seats.
type State interface {
	// Apply folds in one fact that Start, Play, Concede or an optional interface returned. It is also
	// given match.conceded, which comes right before what Concede returned.
	Apply(Fact)
	// Start deals and returns the first facts of the match.
	Start(Dice) []Fact
	// ToMove lists the seats that have a choice to make, in the order in which they are asked; it
	// is empty when the game is over.
	ToMove() []string
	// Legal lists all commands that a seat could play now, in canonical form, sorted by bytes and
	// without duplicates. It is empty if the seat is not to move.
	Legal(seat string) []string
	// Parse reads a line as a move of the seat. The caller has normalised it to lower case and
	// single spaces. A number in it means the card printed at that place: places holds the codes of
	// the hand as the answered letter printed it, or is nil for the hand as it is now.
	//
	// On the seat's turn Parse returns a legal Move or a Refusal. Out of turn it returns a Move
	// whose card the seat holds and whose target exists, or a Refusal. It depends only on what the
	// seat may know.
	Parse(seat, line string, places []string) (Move, *Refusal)
	// Play carries out a seat's canonical command and everything that follows by itself (draws,
	// automatic passes, the end of the round, the next deal), or refuses it. The first fact is the
	// choice itself, unless the house first had to choose for seats that were asked and did not
	// answer. The state is unchanged.
	Play(seat, command string, d Dice) ([]Fact, *Refusal)
	// Chosen reports whether a fact that is about to be applied is a choice of its seat, and not
	// something that follows by itself.
	Chosen(Fact) bool
	// Concede returns the facts that end the round because all gave it up, or a Refusal that says why
	// it cannot be given up now. By rules 1 it ended as if its goal were out of reach. The state is
	// unchanged.
	Concede(Dice) ([]Fact, *Refusal)
	// Idle returns the safe move, in canonical form, of a seat that is to move.
	Idle(seat string) string
	// Check describes in a line or two what a legal command of the seat would do, as far as the
	// seat's own view tells ("turns up I3", "draws 2").
	Check(seat, command string) []Phrase
	// View returns all that a seat may know, or the public for "". It is built from nothing, never
	// copied from the state.
	View(seat string) View
	// Tell returns what a seat ("" for the public) learns from a fact that is about to be applied,
	// or nil if it learns nothing.
	Tell(f Fact, seat string) *News
	// Result returns the outcome once the game is over, and nil before.
	Result() *Result
}

// Move is a command that was read from a player's words and has not been played yet.
type Move struct {
	// Command is the canonical command, with cards by their place in the hand as it is now.
	Command string
	// Bound is the same command with the card's code instead of its place, so that it still means
	// that card after the hand has changed. Parse reads it too.
	Bound string
	// Notes tell the player what Parse decided for them ("laid turned, the only way it fits").
	Notes []Phrase
}

// News is what one seat learns from one fact.
type News struct {
	// Lines tell it in words, usually in one line.
	Lines []Phrase
	// Data is the event without what the seat may not know, for records and programs; nil if
	// nothing is left.
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
	Round int // from 1; 0 before the first deal
	// Turn counts the public turns of the match from 1. It never counts log entries, whose number
	// could tell something hidden.
	Turn int
	// Data is the game's own part of "view" in turn.json.
	Data any
	// Scene is the board as a picture, Board the same in characters that line up in a fixed-width
	// font, and Alt describes the position in words. A board whose cells are cards with words has
	// Grid instead of Board: rows of cells, where the first row and the first cell of each row are
	// headings.
	Scene Scene
	Board []string
	Grid  [][]Phrase
	Alt   []Phrase
	// You says what only this seat knows about itself (its role, its gold).
	You []Phrase
	// Hand lists the cards in hand, Open the cards on the table that can be taken, both in the
	// order of their places.
	Hand []HandCard
	Open []HandCard
	// Seats has an account of each seat: what lies in front of it and what it did.
	Seats []Ledger
	// Table says what is public and fits nowhere else (how many cards are left, …).
	Table []Phrase
	// Choices lists the legal commands with their meaning when it is the seat's turn.
	Choices []Choice
}

// HandCard is a card in a hand, or one that lies open on the table.
type HandCard struct {
	Place string // as a command names it: "1" or "h1"
	Card  string // its code
	Name  Phrase // in a few words
	Short Phrase // what it does, in one line
	// Idle says why the card cannot be played now; nil if it can.
	Idle *Phrase
}

// Ledger is the public account of one seat.
type Ledger struct {
	Seat string
	// Now says what lies in front of the seat, Did what it did in this round or in its last turn.
	Now, Did []Phrase
}

// Choice is a legal command and what it means. Letters group choices by the card they use.
type Choice struct {
	Command string
	Place   string // of the card in Hand or Open; "" if it uses none
	Says    Phrase
}
