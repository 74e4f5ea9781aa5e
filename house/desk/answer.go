package desk

import (
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
)

// Result is what became of one line.
type Result struct {
	State   model.LineState
	Says    []engine.Phrase
	Nearest []string
	Chips   []string
	Pages   []notice.Page
	// GoOn lets the lines after a refused one be read. A move that comes too late does not stop commands.
	GoOn bool
	// Spent means that the sender can invite nobody else for now, whoever it is.
	Spent bool
}

// PlainDone reports whether everything in the letter was carried out: nothing was asked by either side,
// refused or left unread.
func (d *Desk) PlainDone() bool {
	r := d.Receipt
	more := len(r.Pages) > 0 || r.Ask != 0 || r.Digest || r.GoesOn || len(d.Graced) > 0
	return d.Acted && !more && !slices.ContainsFunc(r.Lines, leftOpen)
}

// leftOpen reports whether a line was neither carried out nor kept, and asks for something.
func leftOpen(l notice.Answered) bool {
	return l.State != model.LineDone && l.State != model.LineKept && l.State != model.LineAside
}

// AnswerDone answers a line that was carried out.
func AnswerDone(says ...engine.Phrase) Result { return Result{State: model.LineDone, Says: says} }

// AnswerInfo answers a line that asked for information.
func AnswerInfo(says ...engine.Phrase) Result { return Result{State: model.LineShown, Says: says} }

// Refuse answers a line that cannot be carried out, with the reason.
func Refuse(key string, pairs ...any) Result {
	return Result{State: model.LineRefused, Says: []engine.Phrase{engine.Say(key, pairs...)}}
}

// RefuseUnless is Refuse if something does not hold. Otherwise it returns the zero Result, which refuses nothing.
func RefuseUnless(holds bool, key string, pairs ...any) Result {
	if holds {
		return Result{}
	}
	return Refuse(key, pairs...)
}

// Refuses reports whether the line is not carried out. What asks whether a command may be used here answers the same way.
func (a Result) Refuses() bool { return a.State == model.LineRefused }

// AnswerPage answers a line that asked for a page.
func AnswerPage(page notice.Page) Result {
	return Result{State: model.LineShown, Says: []engine.Phrase{engine.Say("house.page-follows")}, Pages: []notice.Page{page}}
}

// Offering returns the answer with lines that its sender may have meant.
func (a Result) Offering(lines ...string) Result {
	a.Nearest = lines
	return a
}

// RefuseWith is Refuse for an engine.Refusal, which may name lines that were meant.
func RefuseWith(r *engine.Refusal) Result {
	return Result{State: model.LineRefused, Says: []engine.Phrase{r.Phrase}, Nearest: r.Nearest}
}

// RefuseUnknownName refuses a command about somebody who is not at the table, and offers it with the names of
// those who are.
func RefuseUnknownName(d *Desk, word, name string) Result {
	others := othersAt(d, model.SeatInvited, model.SeatJoined, model.SeatBot)
	return Refuse("house.no-such-seat", "name", engine.ClipText(name)).Offering(engine.MapList(others, func(other string) string { return word + " " + other })...)
}

// Confirm is the Params of an ask of kind "deed": a command that needs a yes because it cannot be undone.
type Confirm struct {
	Line speech.Line `json:"line"`
	Deal int         `json:"deal,omitempty"` // the last deal of the match when it was asked
	Wish bool        `json:"wish,omitempty"` // the house guessed the command from a sentence, so only a reply to that very question counts
}

// AskIfSure asks before a command that cannot be undone. A yes runs the same line again with d.Sure set. A letter is
// asked one question only: the "yes" that answers its receipt could mean no other.
func (d *Desk) AskIfSure(line speech.Line, what engine.Phrase) Result {
	if d.Page {
		d.Unsure = &line
		return AnswerInfo(what)
	}
	if d.Player == nil {
		return Refuse("house.not-seated", "match", int(d.Table.Row.ID))
	}
	if d.Receipt.Ask != 0 {
		return Result{State: model.LineUnread}
	}
	d.Receipt.Ask = d.Asked(d.Player.ID, d.From, model.AskDeed, HeldFor, KeepForConfirming(d, line))
	return AnswerInfo(what, engine.Say("house.say-yes"))
}

// KeepForConfirming returns what is kept of a line until its sender has confirmed it.
func KeepForConfirming(d *Desk, line speech.Line) Confirm {
	c := Confirm{Line: line}
	if d.Table != nil {
		c.Deal = d.Table.Match.Deals
	}
	return c
}

// Open is the params of an ask of kind "open": a line that was refused or could mean several commands, the
// commands that were offered in its place, the step, and how far the letter with the line was proved.
type Open struct {
	Line    string      `json:"line"`
	Options []string    `json:"options,omitempty"`
	Step    int         `json:"step,omitempty"`
	Proof   model.Proof `json:"proof"`
}

// KeepAskedBack keeps what the house asked back about a line. It replaces what was open in this match before.
func KeepAskedBack(d *Desk, line string, options []string) {
	if d.Player == nil || d.ByKey() || d.Page || d.Operator || !d.May(speech.ToChange) {
		return
	}
	for _, ask := range d.W.OpenAsks(d.Player.ID) {
		if ask.Kind == model.AskOpen && ask.Match == d.MatchID() {
			d.W.Answer(&ask, model.AnswerLapsed)
		}
	}
	d.Asked(d.Player.ID, d.From, model.AskOpen, HeldFor, Open{Line: line, Options: options, Step: d.NextStep(), Proof: d.Proof})
}

// WithExample returns a phrase that shows how to write a move and how to open a match, with examples from the game at
// hand.
func (d *Desk) WithExample(key string) engine.Phrase {
	name := d.gameAtHand()
	return engine.Say(key, "example", engine.Say(name+".example"), "other", engine.Say(name+".example-other"), "game", engine.CapitaliseFirst(name), "options", d.optionsOf(name))
}

// gameAtHand returns the name of the current match's game, or else of the first game that the letter names, or else of
// the usual one.
func (d *Desk) gameAtHand() string {
	if g := d.Game(); g != nil {
		return g.Name()
	}
	if d.Letter != nil {
		for word := range strings.FieldsSeq(engine.NormaliseText(d.Letter.Text)) {
			if word = strings.Trim(word, ",.;:!?¿¡()"); slices.Contains(d.House.Names, word) {
				return word
			}
		}
	}
	return d.House.Usual()
}

// ExplainOpening says how a match is opened, in the words of a key, and where first letters go if that is not the house's address.
func ExplainOpening(d *Desk, key string) []engine.Phrase {
	return append([]engine.Phrase{engine.Say(key, "game", d.House.Example())}, DescribeDoor(d.House)...)
}

// DescribeDoor says where first letters go if the house shares its mailbox with a person.
func DescribeDoor(house *world.Rules) []engine.Phrase {
	if house.Begin == "" || house.Begin == house.Address {
		return nil
	}
	return []engine.Phrase{engine.Say("house.begin-at", "address", house.Begin)}
}

// WelcomeNewcomer explains Pitpost to somebody new and offers three lines to answer with.
func WelcomeNewcomer(d *Desk) (says []engine.Phrase, chips []string) {
	game := engine.CapitaliseFirst(d.gameAtHand())
	says = append([]engine.Phrase{d.WithExample("house.welcome"), d.WithExample("house.welcome-how")}, DescribeDoor(d.House)...)
	return says, []string{"new practice " + game, "new " + game + " with", "help"}
}

// optionsOf returns some options for a match of a game, as they are written in "new".
func (d *Desk) optionsOf(name string) string {
	var set []string
	g := d.House.Games(name)
	if g == nil {
		return ""
	}
	if editions := g.Editions(); len(editions) > 1 {
		set = append(set, "edition="+editions[len(editions)-1])
	}
	if lasting, ok := g.(engine.Lasting); ok {
		if _, shorter := lasting.Turns(engine.Setup{Edition: g.Editions()[0]}, 3); shorter != "" {
			set = append(set, shorter)
		}
	}
	return strings.Join(append(set, "pace=24h"), " ")
}

// InPlay refuses unless the current match is running or paused.
func (d *Desk) InPlay() Result { return RefuseUnless(d.Table.Row.Phase.InPlay(), "house.not-running") }

// InLobby refuses unless the current match has not begun.
func (d *Desk) InLobby() Result {
	return RefuseUnless(d.Table.Row.Phase == model.PhaseLobby, "house.started-already", "match", int(d.Table.Row.ID))
}

// LateMove is the Params of asks of kind "late" and "draft".
type LateMove struct {
	Bound string `json:"bound"`
	Step  int    `json:"step"`
}

// LostStep reports whether the letter answers a request for a move that was lost when the house was restored
// from a backup, and to which time it was restored.
func (d *Desk) LostStep() (of time.Time, lost bool) {
	if d.Ref == nil || d.Ref.Purpose != model.ForTurn || d.Table == nil || d.Seat == nil {
		return of, false
	}
	step := int(d.Ref.Step)
	if begun := d.Table.Row.Terms.Restored; begun != nil && step > 1 && step <= table.Skipped {
		return *begun, true
	}
	if step >= d.NextStep() {
		return of, false
	}
	return d.Table.Match.Lost(d.Seat.Name, step)
}

// AnswerLostStep answers a move for a lost step. Nobody knows what the seat held then, so no similar move is
// offered.
func (d *Desk) AnswerLostStep(of time.Time) Result {
	if d.Receipt.Digest {
		return Result{State: model.LineUnread}
	}
	d.Receipt.Digest = true
	return Result{State: model.LineRefused, GoOn: true, Says: []engine.Phrase{engine.Say("restored.late", "at", engine.FormatMoment(of))}}
}
