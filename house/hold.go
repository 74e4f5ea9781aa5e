package house

import (
	"encoding/json"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// heldFor is how long a held letter waits for its yes, and heldStops how long it stops the
// clock of its seat, once a step: somebody else's letter must not buy anybody time.
const (
	heldFor   = 72 * time.Hour
	heldStops = time.Hour
)

// heldAnHour is how many questions about held letters a player gets in an hour, those that
// answer letters of ours and those that do not each for themselves: whoever writes in
// another's name must not fill their mailbox.
const heldAnHour = 3

const tooOften = "asked too often this hour"

// held is the params of an ask of kind "held": a letter that was not proved well enough. It
// keeps its own proof: its owner's yes carries it out, and answers no question in it.
type held struct {
	From    string         `json:"from"`
	Display string         `json:"display"`
	Vouched bool           `json:"vouched,omitempty"` // for From, by its server
	Lines   []command.Line `json:"lines"`
	Ref     *Ref           `json:"ref,omitempty"`
	Step    int            `json:"step,omitempty"` // at which it stopped the clock of its seat
}

// hold keeps a foreign letter: nothing is done, the seat's clock stops for a while, and the
// address on file is asked. Whoever sent it hears nothing.
func hold(d *desk, owner int64) {
	address := onFile(d, owner)
	if d.ref.Purpose == ForAsk && answersOnly(d) {
		answeredElsewhere(d, owner, address)
		return
	}
	if n := world.Get(d.w, world.HeldThisHour{Player: owner, Answering: true}); n >= heldAnHour {
		unasked(d)
		return
	}
	if askedOf(d, owner) {
		d.end(model.LetterHold, "a letter of the same sender was asked about this hour")
		return
	}
	if !d.mayAsk(address) {
		unasked(d)
		return
	}
	h := heldLetter(d, d.letter.Lines)
	h.Step = stopsAt(d, owner)
	ask := askHeld(d, owner, address, h, false)
	if h.Step != 0 {
		stopClock(d.w, d.table, d.seat.No, "held")
		d.w.SetDue(model.Due{Owner: model.DueOfMatch, ID: d.table.Row.ID, Seat: d.seat.No, What: model.DueHeld, Of: itoa(ask), At: d.now().Add(heldStops)})
	}
	why := "the sender is not known here"
	if d.player != nil && d.player.ID != owner {
		why = "the token is another player's"
		d.letter.Intruder = d.player.ID
	}
	d.end(model.LetterHold, why+"; the address on file was asked, question "+itoa(ask))
}

// answersOnly says that the letter begins with a yes or a no.
func answersOnly(d *desk) bool {
	if len(d.letter.Lines) == 0 {
		return false
	}
	yes, no := command.YesNo(d.letter.Lines[0].Folded)
	return yes || no
}

// answeredElsewhere ends the answer to a question that came from an address the question was
// not put to. It answers nothing, whatever its owner says of it later: they are told, once a
// question, and can answer it themselves.
func answeredElsewhere(d *desk, owner int64, address string) {
	d.w.Queue(model.Notice{Key: "elsewhere:" + itoa(d.ref.Step), Player: owner, Address: address, Purpose: model.PurposeNote,
		Params: notice.Params(notice.Note{Subject: say("house.elsewhere-subject"), Lines: []engine.Phrase{say("house.elsewhere")}})})
	d.end(model.LetterRefuse, "an answer from an address that was not asked")
}

// stopsAt is the step at which a letter held now stops the clock of its seat; 0 where it
// does not, for it stands still or another has stopped it at that step before.
func stopsAt(d *desk, owner int64) int {
	if d.table == nil || d.seat == nil {
		return 0
	}
	clock := clockOf(d.w, d.table, d.seat.No)
	if clock == nil || clock.StoppedAt != nil {
		return 0
	}
	stopped := world.Get(d.w, world.HeldAtStep{Player: owner, Match: d.table.Row.ID, Step: clock.Step})
	if stopped {
		return 0
	}
	return clock.Step
}

// askedOf says whether a question about another letter of the same sender waits for its
// answer, put less than an hour ago.
func askedOf(d *desk, owner int64) bool {
	open := world.Get(d.w, world.OpenAsks{Player: owner})
	for _, ask := range open {
		var h held
		if ask.Kind != model.AskHeld || d.now().Sub(ask.AskedAt) >= time.Hour || json.Unmarshal(ask.Params, &h) != nil {
			continue
		}
		if strings.EqualFold(h.From, d.letter.From) {
			return true
		}
	}
	return false
}

// holdLines keeps the rest of a bare letter, from the first line on that needs more proof,
// and asks the address it claims to come from.
func holdLines(d *desk, lines []command.Line) {
	if !d.mayAsk(d.from) {
		d.heldWhy = tooOften
		return
	}
	player := d.player
	if player == nil {
		player = d.w.NewPlayer(d.from, d.letter.Display)
	}
	n := world.Get(d.w, world.HeldThisHour{Player: player.ID, Answering: false})
	if d.heldWhy = tooOften; n >= heldAnHour {
		d.w.Letter().Raw = nil // nothing will release it
		return
	}
	d.heldWhy = "nobody vouches for the sender; the address was asked"
	askHeld(d, player.ID, d.from, heldLetter(d, lines), n == heldAnHour-1)
}

// heldLetter is what is kept of the letter at hand until its owner has answered.
func heldLetter(d *desk, lines []command.Line) held {
	return held{From: d.letter.From, Display: d.letter.Display, Vouched: d.letter.Trust == Proved, Lines: lines, Ref: d.letter.Ref}
}

// askHeld asks an address about a held letter; last says that none will be asked about for
// a while, and what is read all the same.
func askHeld(d *desk, player int64, address string, h held, last bool) int64 {
	id := d.asked(player, address, model.AskHeld, heldFor, h)
	n := notice.Note{Ask: id, Answers: []string{"yes", "no"}, Subject: say("house.held-subject"), InReplyTo: ""}
	how := say("house.held-how")
	if h.Ref == nil {
		how = say("house.held-how-self")
	}
	from := say("house.held", "words", quoteLines(h.Lines), "from", d.letter.From)
	if d.player != nil && d.player.ID != player {
		// No player is shown the address of another, whoever wrote in its name.
		from, how = say("house.held-other", "words", quoteLines(h.Lines)), say("house.held-how-other")
	}
	n.Lines = []engine.Phrase{from, how}
	if h.Step != 0 {
		n.Lines = append(n.Lines, say("house.held-clock"))
	}
	if last {
		n.Lines = append(n.Lines, say("house.held-last"))
	}
	stranger := neverAnswered(d.w, address)
	if stranger {
		n = strangersNote(id, h.Lines)
	}
	out := model.Notice{Key: "held:" + itoa(id), Player: player, Address: address, Purpose: model.PurposeAsk, Params: notice.Params(n)}
	if d.table != nil && d.seat != nil {
		out.Match, out.Seat = d.table.Row.ID, d.seat.No
	}
	d.w.Queue(out)
	return id
}

// unasked ends a letter about which its owner has had enough questions for now.
// Nothing will release it, so its bytes are not kept: a flood must not fill the disk.
func unasked(d *desk) {
	d.end(model.LetterHold, tooOften)
	d.w.Letter().Raw = nil
}

// onFile is the address a player's mail goes to.
func onFile(d *desk, player int64) string {
	if d.seat != nil && d.seat.Player == player && d.seat.Address != "" {
		return d.seat.Address
	}
	all := world.Get(d.w, world.Addresses{Player: player})
	for _, a := range all {
		if a.First {
			return a.Address
		}
	}
	return d.from
}

func quoteLines(lines []command.Line) string {
	var rows []string
	for _, l := range lines {
		rows = append(rows, l.Raw)
	}
	text := strings.Join(rows, " / ")
	if r := []rune(text); len(r) > 200 {
		text = string(r[:200]) + "…"
	}
	return text
}

// release carries out a held letter whose owner said yes, and begins to take
// the address it came from for theirs.
func release(d *desk, ask *model.Ask) answer {
	var h held
	if err := json.Unmarshal(ask.Params, &h); err != nil {
		panic(world.Fault{Err: err})
	}
	first := second(d, ask, h)
	unhold(d, ask)
	d.ref = h.Ref
	if d.ref != nil && d.ref.Purpose == ForAsk {
		ownerOf(d)
	}
	d.receipt.Lines = append(d.receipt.Lines, notice.Answered{Text: "yes", State: first.state, Says: first.says})
	d.acted, d.released = true, true
	defer func() { d.released = false }()
	run(d, h.Lines)
	return answer{state: model.LineQuiet}
}

// unhold lets the seat's clock run on once the question about its letter is answered.
func unhold(d *desk, ask *model.Ask) {
	if d.table == nil || d.seat == nil {
		return
	}
	d.w.DropDue(model.Due{Owner: model.DueOfMatch, ID: d.table.Row.ID, Seat: d.seat.No, What: model.DueHeld, Of: itoa(ask.ID)})
	startClock(d.w, d.table, d.seat.No, "held")
}
