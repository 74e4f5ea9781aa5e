package desk

import (
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/notice"
	"pitpost.example/house/table"
	"pitpost.example/model"
)

// Answer is what a word did with its line.
type Answer struct {
	State   model.LineState
	Says    []engine.Phrase
	Nearest []string
	Chips   []string
	Pages   []notice.Page
	// goOn lets the lines after a refused one be read: a late move stops no word.
	GoOn bool
	// spent refuses all further invitations of the letter, whoever is invited.
	Spent bool
}

// PlainDone says that all the letter asked for was done: it put no question, was
// put none, and nothing in it was refused or left unread.
func (d *Desk) PlainDone() bool {
	r := d.Receipt
	return d.Acted && len(r.Pages) == 0 && r.Ask == 0 && !r.Digest && !r.GoesOn && !slices.ContainsFunc(r.Lines, func(l notice.Answered) bool {
		return l.State != model.LineDone && l.State != model.LineKept && l.State != model.LineAside
	})
}

// Done answers a line that was carried out.
func Done(says ...engine.Phrase) Answer { return Answer{State: model.LineDone, Says: says} }

// Told answers a line that asked for something.
func Told(says ...engine.Phrase) Answer { return Answer{State: model.LineTold, Says: says} }

// Refuse answers a line that cannot be, with the reason.
func Refuse(key string, pairs ...any) Answer {
	return Answer{State: model.LineRefused, Says: []engine.Phrase{engine.Say(key, pairs...)}}
}

// Refused answers a line that cannot be with a refusal, and what it may have been meant for.
func Refused(r *engine.Refusal) Answer {
	return Answer{State: model.LineRefused, Says: []engine.Phrase{r.Phrase}, Nearest: r.Nearest}
}

// NobodyCalled refuses a word about somebody who is not at the table, with those who are.
func NobodyCalled(d *Desk, word, name string) Answer {
	refused := &engine.Refusal{Phrase: engine.Say("house.no-such-seat", "name", engine.Clip(name))}
	for s := range d.Table.In(model.SeatInvited, model.SeatJoined, model.SeatBot) {
		if d.Seat == nil || s.No != d.Seat.No {
			refused.Nearest = append(refused.Nearest, word+" "+s.Name)
		}
	}
	return Refused(refused)
}

// Confirm is the params of an ask of kind "deed": a word that cannot be undone.
type Confirm struct {
	Line command.Line `json:"line"`
	Step int          `json:"step"`
	Wish bool         `json:"wish,omitempty"` // a sentence asked for it: only an answer to the letter that asks is one
}

// SureFirst asks before a command that cannot be undone; the yes runs the same
// line again with d.sure set.
func (d *Desk) SureFirst(line command.Line, what engine.Phrase) Answer {
	if d.Page {
		d.Unsure = &line
		return Told(what)
	}
	if d.Player == nil {
		return Refuse("house.not-seated", "match", int(d.Table.Row.ID))
	}
	ask := Confirm{Line: line}
	if d.Seat != nil && d.Table != nil {
		ask.Step = d.Step()
	}
	d.Receipt.Ask = d.Asked(d.Player.ID, d.From, model.AskDeed, HeldFor, ask)
	return Told(what, engine.Say("house.say-yes"))
}

// WithExample is a line that shows how to write a move and how to open a match: of the game at hand, else
// of the usual one.
func (d *Desk) WithExample(key string) engine.Phrase {
	name := d.House.Usual()
	if g := d.Game(); g != nil {
		name = g.Name()
	}
	return engine.Say(key, "example", engine.Say(name+".example"), "other", engine.Say(name+".example-other"), "game", name, "options", d.optionsOf(name))
}

// Welcome tells who knows nothing yet what this is, and three lines to answer with.
func Welcome(d *Desk) (says []engine.Phrase, chips []string) {
	return []engine.Phrase{d.WithExample("house.welcome"), d.WithExample("house.welcome-how")}, []string{"new practice", "new " + d.House.Usual() + " with", "help"}
}

// optionsOf are some that can be set for a match of a game, as they are written behind it.
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

// Readable prints kept moves with the names of their cards, in the place of the codes by
// which they are bound.
func (d *Desk) Readable(lines []string) []engine.Phrase {
	view := d.Table.Match.State().View(d.Seat.Name)
	names := map[string]engine.Phrase{}
	for _, h := range append(view.Hand, view.Open...) {
		names[h.Card] = h.Name
	}
	out := make([]engine.Phrase, len(lines))
	for i, line := range lines {
		out[i] = engine.Say("house.bound", "before", line, "card", "", "after", "")
		words := strings.Split(line, " ")
		if n := slices.IndexFunc(words, func(word string) bool { _, ok := names[word]; return ok }); n >= 0 {
			before, after := strings.Join(words[:n], " ")+" ", " "+strings.Join(words[n+1:], " ")
			out[i] = engine.Say("house.bound", "before", strings.TrimLeft(before, " "), "card", names[words[n]], "after", strings.TrimRight(after, " "))
		}
	}
	return out
}

// InPlay refuses what needs a match that runs or stands paused.
func (d *Desk) InPlay() (Answer, bool) {
	if p := d.Table.Row.Phase; p != model.PhaseRunning && p != model.PhasePaused {
		return Refuse("house.not-running"), false
	}
	return Answer{}, true
}

// InLobby wants the match at hand not to have begun; else the answer says so.
func (d *Desk) InLobby() (Answer, bool) {
	if d.Table.Row.Phase != model.PhaseLobby {
		return Refuse("house.started-already", "match", int(d.Table.Row.ID)), false
	}
	return Answer{}, true
}

// LateMove is the params of asks of kind "late" and "draft".
type LateMove struct {
	Bound string `json:"bound"`
	Step  int    `json:"step"`
}

// LostStep says whether the letter at hand answers one in which the seat was
// asked for a move in a time that is lost, and to when the house was restored.
func (d *Desk) LostStep() (of time.Time, lost bool) {
	if d.Ref == nil || d.Ref.Purpose != ForTurn || d.Table == nil || d.Seat == nil {
		return of, false
	}
	step := int(d.Ref.Step)
	if begun := d.Table.Row.Terms.Restored; begun != nil && step > 1 && step <= table.Skipped {
		return *begun, true
	}
	if step >= d.Step() {
		return of, false
	}
	return d.Table.Match.Lost(d.Seat.Name, step)
}

// LateLost answers a move asked for in a time that is lost: what the seat held
// then is not known, so nothing is offered in its place.
func (d *Desk) LateLost(of time.Time) Answer {
	if d.Receipt.Digest {
		return Answer{State: model.LineUnread}
	}
	d.Receipt.Digest, d.Receipt.Data = true, true
	return Answer{State: model.LineRefused, GoOn: true, Says: []engine.Phrase{engine.Say("restored.late", "at", engine.Moment(of))}}
}
