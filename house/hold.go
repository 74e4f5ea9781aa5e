package house

import (
	"encoding/json"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// heldAnHour is how many questions about held letters a player gets in an hour, those that
// answer letters of ours and those that do not each for themselves: whoever writes in
// another's name must not fill their mailbox.
const heldAnHour = 3

// held is the params of an ask of kind "held": a letter that was not proved well enough. It
// keeps its own proof: its owner's yes carries it out, and answers no question in it.
type held struct {
	From    string         `json:"from"`
	Display string         `json:"display"`
	Vouched bool           `json:"vouched,omitempty"` // for From, by its server
	Lines   []command.Line `json:"lines"`
	Ref     *desk.Ref      `json:"ref,omitempty"`
	Step    int            `json:"step,omitempty"` // at which it stopped the clock of its seat
}

// hold keeps a foreign letter: nothing is done, the seat's clock stops for a while, and the
// address on file is asked. Whoever sent it hears nothing.
func hold(d *desk.Desk, owner int64) {
	address := onFile(d, owner)
	if d.Ref.Purpose == desk.ForAsk && answersOnly(d) {
		answeredElsewhere(d, owner, address)
		return
	}
	if n := world.Get(d.W, world.HeldThisHour{Player: owner, Answering: true}); n >= heldAnHour {
		unasked(d)
		return
	}
	if askedOf(d, owner) {
		d.End(model.LetterHold, "a letter of the same sender was asked about this hour")
		return
	}
	if !d.MayAsk(address) {
		unasked(d)
		return
	}
	h := heldLetter(d, d.Letter.Lines)
	h.Step = stopsAt(d, owner)
	ask := askHeld(d, owner, address, h, false)
	if h.Step != 0 {
		table.StopClock(d.W, d.Table, d.Seat.No, "held")
		d.W.SetDue(model.Due{Owner: model.DueOfMatch, ID: d.Table.Row.ID, Seat: d.Seat.No, What: model.DueHeld, Of: table.Itoa(ask), At: d.Now().Add(desk.HeldStops)})
	}
	why := "the sender is not known here"
	if d.Player != nil && d.Player.ID != owner {
		why = "the token is another player's"
		d.Letter.Intruder = d.Player.ID
	}
	d.End(model.LetterHold, why+"; the address on file was asked, question "+table.Itoa(ask))
}

// answersOnly says that the letter begins with a yes or a no.
func answersOnly(d *desk.Desk) bool {
	if len(d.Letter.Lines) == 0 {
		return false
	}
	yes, no := command.YesNo(d.Letter.Lines[0].Folded)
	return yes || no
}

// answeredElsewhere ends the answer to a question that came from an address the question was
// not put to. It answers nothing, whatever its owner says of it later: they are told, once a
// question, and can answer it themselves.
func answeredElsewhere(d *desk.Desk, owner int64, address string) {
	d.W.Queue(model.Notice{Key: "elsewhere:" + table.Itoa(d.Ref.Step), Player: owner, Address: address, Purpose: model.PurposeNote,
		Params: notice.Params(notice.Note{Subject: table.Say("house.elsewhere-subject"), Lines: []engine.Phrase{table.Say("house.elsewhere")}})})
	d.End(model.LetterRefuse, "an answer from an address that was not asked")
}

// stopsAt is the step at which a letter held now stops the clock of its seat; 0 where it
// does not, for it stands still or another has stopped it at that step before.
func stopsAt(d *desk.Desk, owner int64) int {
	if d.Table == nil || d.Seat == nil {
		return 0
	}
	clock := table.ClockOf(d.W, d.Table, d.Seat.No)
	if clock == nil || clock.StoppedAt != nil {
		return 0
	}
	stopped := world.Get(d.W, world.HeldAtStep{Player: owner, Match: d.Table.Row.ID, Step: clock.Step})
	if stopped {
		return 0
	}
	return clock.Step
}

// askedOf says whether a question about another letter of the same sender waits for its
// answer, put less than an hour ago.
func askedOf(d *desk.Desk, owner int64) bool {
	open := world.Get(d.W, world.OpenAsks{Player: owner})
	for _, ask := range open {
		var h held
		if ask.Kind != model.AskHeld || d.Now().Sub(ask.AskedAt) >= time.Hour || json.Unmarshal(ask.Params, &h) != nil {
			continue
		}
		if strings.EqualFold(h.From, d.Letter.From) {
			return true
		}
	}
	return false
}

// holdLines keeps the rest of a bare letter, from the first line on that needs more proof,
// and asks the address it claims to come from.
func holdLines(d *desk.Desk, lines []command.Line) {
	if !d.MayAsk(d.From) {
		d.HeldWhy = desk.TooOften
		return
	}
	player := d.Player
	if player == nil {
		player = d.W.NewPlayer(d.From, d.Letter.Display)
	}
	n := world.Get(d.W, world.HeldThisHour{Player: player.ID, Answering: false})
	if d.HeldWhy = desk.TooOften; n >= heldAnHour {
		d.W.Letter().Raw = nil // nothing will release it
		return
	}
	d.HeldWhy = "nobody vouches for the sender; the address was asked"
	askHeld(d, player.ID, d.From, heldLetter(d, lines), n == heldAnHour-1)
}

// heldLetter is what is kept of the letter at hand until its owner has answered.
func heldLetter(d *desk.Desk, lines []command.Line) held {
	return held{From: d.Letter.From, Display: d.Letter.Display, Vouched: d.Letter.Trust == desk.Proved, Lines: lines, Ref: d.Letter.Ref}
}

// askHeld asks an address about a held letter; last says that none will be asked about for
// a while, and what is read all the same.
func askHeld(d *desk.Desk, player int64, address string, h held, last bool) int64 {
	id := d.Asked(player, address, model.AskHeld, desk.HeldFor, h)
	n := notice.Note{Ask: id, Answers: []string{"yes", "no"}, Subject: table.Say("house.held-subject"), InReplyTo: ""}
	how := table.Say("house.held-how")
	if h.Ref == nil {
		how = table.Say("house.held-how-self")
	}
	from := table.Say("house.held", "words", desk.QuoteLines(h.Lines), "from", d.Letter.From)
	if d.Player != nil && d.Player.ID != player {
		// No player is shown the address of another, whoever wrote in its name.
		from, how = table.Say("house.held-other", "words", desk.QuoteLines(h.Lines)), table.Say("house.held-how-other")
	}
	n.Lines = []engine.Phrase{from, how}
	if h.Step != 0 {
		n.Lines = append(n.Lines, table.Say("house.held-clock"))
	}
	if last {
		n.Lines = append(n.Lines, table.Say("house.held-last"))
	}
	stranger := table.NeverAnswered(d.W, address)
	if stranger {
		n = strangersNote(id, h.Lines)
	}
	out := model.Notice{Key: "held:" + table.Itoa(id), Player: player, Address: address, Purpose: model.PurposeAsk, Params: notice.Params(n)}
	if d.Table != nil && d.Seat != nil {
		out.Match, out.Seat = d.Table.Row.ID, d.Seat.No
	}
	d.W.Queue(out)
	return id
}

// unasked ends a letter about which its owner has had enough questions for now.
// Nothing will release it, so its bytes are not kept: a flood must not fill the disk.
func unasked(d *desk.Desk) {
	d.End(model.LetterHold, desk.TooOften)
	d.W.Letter().Raw = nil
}

// onFile is the address a player's mail goes to.
func onFile(d *desk.Desk, player int64) string {
	if d.Seat != nil && d.Seat.Player == player && d.Seat.Address != "" {
		return d.Seat.Address
	}
	all := world.Get(d.W, world.Addresses{Player: player})
	for _, a := range all {
		if a.First {
			return a.Address
		}
	}
	return d.From
}

// release carries out a held letter whose owner said yes, and begins to take
// the address it came from for theirs.
func release(d *desk.Desk, ask *model.Ask) desk.Answer {
	var h held
	if err := json.Unmarshal(ask.Params, &h); err != nil {
		panic(world.Fault{Err: err})
	}
	first := second(d, ask, h)
	unhold(d, ask)
	d.Ref = h.Ref
	if d.Ref != nil && d.Ref.Purpose == desk.ForAsk {
		ownerOf(d)
	}
	d.Receipt.Lines = append(d.Receipt.Lines, notice.Answered{Text: "yes", State: first.State, Says: first.Says})
	d.Acted, d.Released = true, true
	defer func() { d.Released = false }()
	run(d, h.Lines)
	return desk.Answer{State: model.LineQuiet}
}

// unhold lets the seat's clock run on once the question about its letter is answered.
func unhold(d *desk.Desk, ask *model.Ask) {
	if d.Table == nil || d.Seat == nil {
		return
	}
	d.W.DropDue(model.Due{Owner: model.DueOfMatch, ID: d.Table.Row.ID, Seat: d.Seat.No, What: model.DueHeld, Of: table.Itoa(ask.ID)})
	table.StartClock(d.W, d.Table, d.Seat.No, "held")
}
