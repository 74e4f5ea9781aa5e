package letter

import (
	"cmp"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
)

// heldAnHour is how many questions about held letters a player gets in an hour. Letters that answer one of
// ours are counted apart from those that do not. The limit keeps somebody who writes in another's name from
// filling that person's mailbox.
const heldAnHour = 3

// held is the Params of an ask of kind "held": a letter whose sender was not proved well enough. It keeps the
// proof it came with, so a yes from its owner carries it out but answers no question inside it.
type held struct {
	From    string        `json:"from"`
	Display string        `json:"display"`
	Vouched bool          `json:"vouched,omitempty"` // From's server vouched for it
	Letter  string        `json:"letter,omitempty"`  // see HeldLetterKey
	Lines   []speech.Line `json:"lines"`
	Ref     *model.Ref    `json:"ref,omitempty"`
	Step    int           `json:"step,omitempty"` // the step at which it stopped the seat's clock, 0 if it did not
}

// hold keeps a foreign letter and asks the address on file about it. Nothing is carried out and the sender
// hears nothing; the seat's clock stops for a while.
func hold(d *desk.Desk, owner int64) {
	yes, no := BeginsWithYes(d, d.Letter.Lines)
	switch address := onFile(d, owner); {
	case d.Ref.Purpose == model.ForAsk && (yes || no):
		answeredElsewhere(d, owner, address)
	case engine.ReplaceLookalikes(d.Letter.From) != d.Letter.From && strings.EqualFold(engine.ReplaceLookalikes(d.Letter.From), engine.ReplaceLookalikes(address)):
		d.End(model.LetterDrop, "the sender’s address only looks like the one on file") // asked about it, its owner would see their own address
	case heldThisHour(d, owner, true) >= heldAnHour:
		d.End(model.LetterHold, model.AskedTooOften)
	case askedOf(d, owner):
		d.End(model.LetterHold, model.AskedOfSender)
	case !d.ReserveQuestion(address):
		d.End(model.LetterHold, model.AskedTooOften)
	default:
		holdAsked(d, owner, address)
	}
}

// holdAsked keeps a foreign letter after asking the address on file about it.
func holdAsked(d *desk.Desk, owner int64, address string) {
	h := heldLetter(d, d.Letter.Lines)
	h.Step = stopsAt(d, owner)
	ask := askHeld(d, owner, address, h, false)
	if h.Step != 0 {
		d.Table.StopClock(d.Seat.No, "held")
		d.W.SetDue(model.Due{Owner: model.DueOfMatch, ID: d.Table.Row.ID, Seat: d.Seat.No, What: model.DueHeld, Of: strconv.FormatInt(ask, 10), At: d.Now().Add(desk.HeldStops)})
	}
	why := "the sender is not known here"
	switch {
	case d.Player.Number() == owner:
		why = "the token was another player's"
	case d.Player != nil:
		why = "the token is another player's"
		d.Letter.Intruder = d.Player.ID
	}
	d.End(model.LetterHold, why+"; the address on file was asked, question "+strconv.FormatInt(ask, 10))
}

// answeredElsewhere refuses an answer that came from another address than the one that was asked. No later
// yes can release it. The owner is told once for each question, and can answer it themselves.
func answeredElsewhere(d *desk.Desk, owner int64, address string) {
	d.W.Queue(model.Notice{Key: "elsewhere:" + strconv.FormatInt(d.Ref.Step, 10), Player: owner, Address: address, Purpose: model.PurposeNote,
		Params: notice.EncodeParams(notice.Note{Subject: engine.Say("house.elsewhere-subject"), Lines: []engine.Phrase{engine.Say("house.elsewhere")}})})
	d.End(model.LetterRefuse, "an answer from an address that was not asked")
}

// stopsAt returns the step at which a held letter stops the seat's clock. It is 0 if the clock stands still
// already, or if another letter has stopped it at that step.
func stopsAt(d *desk.Desk, owner int64) int {
	if d.Table == nil || d.Seat == nil {
		return 0
	}
	clock := d.Table.Clock(d.Seat.No)
	if clock == nil || clock.StoppedAt != nil || slices.ContainsFunc(d.W.Asks(model.AskFilter{Player: owner, Match: d.Table.Row.ID, Kind: model.AskHeld}), func(a model.Ask) bool {
		return heldIn(a).Step == clock.Step
	}) {
		return 0
	}
	return clock.Step
}

// heldIn returns the held letter that its owner is asked about.
func heldIn(a model.Ask) held { return world.DecodeJSON[held]("a held letter", a.Params) }

// heldThisHour counts the letters in a player's name that were held in the last hour: those that answered a
// letter of ours, or those that did not.
func heldThisHour(d *desk.Desk, player int64, answering bool) int {
	asks := d.W.Asks(model.AskFilter{Player: player, Kind: model.AskHeld, AskedAfter: d.Now().Add(-time.Hour)})
	return engine.CountWhere(asks, func(a model.Ask) bool { return (heldIn(a).Ref != nil) == answering })
}

// askedOf reports whether the owner has been asked about another letter of this sender within the last hour
// and has not answered.
func askedOf(d *desk.Desk, owner int64) bool {
	return slices.ContainsFunc(d.W.OpenAsks(owner), func(ask model.Ask) bool {
		return ask.Kind == model.AskHeld && d.Now().Sub(ask.AskedAt) < time.Hour &&
			strings.EqualFold(heldIn(ask).From, d.Letter.From)
	})
}

// holdLines keeps the rest of a bare letter, from the first line that needs more proof, and asks the address
// that the letter claims to come from.
func holdLines(d *desk.Desk, lines []speech.Line) {
	if d.HeldWhy = model.AskedTooOften; !d.ReserveQuestion(d.From) {
		return
	}
	player := d.Player
	if player == nil {
		player = d.W.NewPlayer(d.From, d.Letter.Display)
	}
	n := heldThisHour(d, player.ID, false)
	if n >= heldAnHour {
		return
	}
	d.HeldWhy = "nobody vouches for the sender; the address was asked"
	askHeld(d, player.ID, d.From, heldLetter(d, lines), n == heldAnHour-1)
}

// heldLetter returns what is kept of the current letter until its owner has answered.
func heldLetter(d *desk.Desk, lines []speech.Line) held {
	return held{From: d.Letter.From, Display: d.Letter.Display, Vouched: d.Letter.Trust == model.TrustProved, Letter: HeldLetterKey(d.Letter), Lines: showable(lines), Ref: d.Letter.Ref}
}

// shownMost is how many characters of a held letter the question about it shows.
const shownMost = 2000

// showable returns the lines that the question about a held letter shows. Only they are kept, so that a yes carries out
// nothing that its writer did not read; a line at the end stands for the others.
func showable(lines []speech.Line) []speech.Line {
	room := shownMost
	for i, l := range lines {
		if room -= utf8.RuneCountInString(l.Raw); room < 0 {
			return append(slices.Clone(lines[:i]), speech.Line{Raw: "…", Rest: i})
		}
	}
	return lines
}

// shown joins lines as a question shows them, with the match that a line names.
func shown(lines []speech.Line) string {
	return strings.Join(engine.MapList(lines, func(l speech.Line) string {
		switch {
		case l.Match != 0:
			return fmt.Sprintf("#%d %s", l.Match, l.Raw)
		case l.Or && !strings.HasPrefix(strings.ToLower(l.Raw), "or "):
			return "or " + l.Raw
		}
		return l.Raw
	}), " / ")
}

// HeldLetterKey is what the question about a held letter knows it by.
func HeldLetterKey(l *desk.Letter) string { return hex.EncodeToString(l.Hash[:]) }

// VouchedCopy returns a copy of a letter that was held because nobody vouched for it, as its sender's answer to the question
// about it: somebody vouches for this one, which came later by another door.
func VouchedCopy(l *desk.Letter, ask int64) *desk.Letter {
	yes := *l
	yes.Ref, yes.Text, yes.Quoted, yes.Trouble = &model.Ref{Purpose: model.ForAsk, Step: ask}, "", nil, nil
	yes.Lines = []speech.Line{{Raw: "yes", Folded: "yes"}}
	yes.Hash = desk.HashSecret("vouched " + HeldLetterKey(l))
	return &yes
}

// askHeld asks an address about a held letter and returns the number of the ask. last adds that this was the
// last such question for now.
func askHeld(d *desk.Desk, player int64, address string, h held, last bool) int64 {
	id := d.Asked(player, address, model.AskHeld, desk.HeldFor, h)
	n := notice.Note{Ask: id, Answers: []string{"yes", "no"}, Subject: engine.Say("house.held-subject")}
	how := engine.Say("house.held-how")
	if h.Ref == nil {
		how = engine.Say("house.held-how-self")
	}
	from := engine.Say("house.held", "words", shown(h.Lines), "from", d.Letter.From)
	if d.Player != nil && d.Player.ID != player {
		// A player must not see another player's address, even if a letter came in their name.
		from, how = engine.Say("house.held-other", "words", shown(h.Lines)), engine.Say("house.held-how-other")
	}
	n.Lines = []engine.Phrase{from, how}
	if h.Step != 0 {
		n.Lines = append(n.Lines, engine.Say("house.held-clock"))
	}
	if last {
		n.Lines = append(n.Lines, engine.Say("house.held-last"))
	}
	if table.NeverAnswered(d.W, address) {
		n = strangersNote(id, h.Lines)
	}
	out := model.Notice{Key: "held:" + strconv.FormatInt(id, 10), Player: player, Address: address, Purpose: model.PurposeAsk, Params: notice.EncodeParams(n)}
	if d.Table != nil && d.Seat != nil {
		out.Match, out.Seat = d.Table.Row.ID, d.Seat.No
	}
	d.W.Queue(out)
	return id
}

// onFile returns the address that a player's mail goes to.
func onFile(d *desk.Desk, player int64) string {
	if d.Seat != nil && d.Seat.Player == player && d.Seat.Address != "" {
		return d.Seat.Address
	}
	return cmp.Or(table.AddressOf(d.W, player), d.From)
}

// release carries out a held letter after its owner said yes, and starts to add its sender's address to the
// owner's.
func release(d *desk.Desk, ask *model.Ask) desk.Result {
	h := heldIn(*ask)
	first := addSecond(d, ask, h)
	restartClock(d, ask)
	d.Ref = h.Ref
	if d.Ref != nil && d.Ref.Purpose == model.ForAsk {
		goToOwner(d)
	}
	d.Receipt.Lines = append(d.Receipt.Lines, notice.Answered{Text: "yes", State: first.State, Says: first.Says})
	d.Acted, d.Released = true, true
	defer func() { d.Released = false }()
	run(d, h.Lines)
	return desk.Result{State: model.LineQuiet}
}

// restartClock lets the seat's clock run again when the question about the held letter is answered.
func restartClock(d *desk.Desk, ask *model.Ask) {
	if d.Table == nil || d.Seat == nil {
		return
	}
	d.W.DropDue(model.Due{Owner: model.DueOfMatch, ID: d.Table.Row.ID, Seat: d.Seat.No, What: model.DueHeld, Of: strconv.FormatInt(ask.ID, 10)})
	d.Table.StartClock(d.Seat.No, "held")
}

// addSecond starts to add the sender's address of a released letter to its owner. If its server vouched for the
// letter, it is added at once. Otherwise that address is asked too and added when it says yes, so that nobody
// can claim an address that is not theirs.
func addSecond(d *desk.Desk, ask *model.Ask, h held) desk.Result {
	known, _ := d.W.PlayerByAddress(h.From)
	switch {
	case known != nil || h.Ref == nil:
		return desk.AnswerDone(engine.Say("house.held-released-self"))
	case h.Vouched:
		d.W.SaveAddress(model.Address{Address: h.From, Player: ask.Player, Proved: true, Display: h.Display})
		return desk.AnswerDone(engine.Say("house.held-released"))
	}
	askSecond(d, ask.Player, h)
	return desk.AnswerDone(engine.Say("house.held-released-asked"))
}

// askSecond asks an address whether it belongs to the player, if no such question is open. The question names
// no match, because its reader may have nothing to do with one.
func askSecond(d *desk.Desk, player int64, h held) {
	if slices.ContainsFunc(d.W.OpenAsks(player), func(other model.Ask) bool {
		return other.Kind == model.AskAddress && strings.EqualFold(other.Address, h.From)
	}) {
		return
	}
	if d.W.Sender(h.From).Asked >= heldAnHour || !d.ReserveQuestion(h.From) {
		return
	}
	id := d.W.AddAsk(model.Ask{Player: player, Address: h.From, Kind: model.AskAddress, Params: notice.EncodeParams(h.Display), LapsesAt: d.Now().Add(desk.HeldFor)})
	d.W.Queue(model.Notice{Key: "address:" + strconv.FormatInt(id, 10), Player: player, Address: h.From, Purpose: model.PurposeAsk, Params: notice.EncodeParams(notice.Note{
		Ask: id, Answers: []string{"yes", "no"}, Subject: engine.Say("house.second-subject"), Lines: []engine.Phrase{engine.Say("house.second")}})})
}

// answersSecond handles a letter from an address that belongs to nobody yet, if it answers the question of
// askSecond; it returns false for any other letter. Nothing else in the letter is carried out in the player's
// name.
func answersSecond(d *desk.Desk) bool {
	ask := asked(d)
	if d.Player != nil || ask == nil || ask.Kind != model.AskAddress || !strings.EqualFold(ask.Address, d.From) {
		return false
	}
	yes, no := BeginsWithYes(d, d.Letter.Lines)
	if !yes && !no || d.Letter.Trouble != nil {
		byName(d, nil)
		return true
	}
	d.Proof = model.ProofMatching
	stopAt(d, d.Letter.Lines, answerAsk(d, ask, yes))
	conclude(d)
	return true
}

// keepSecond carries out a second address's answer.
func keepSecond(d *desk.Desk, ask *model.Ask, yes bool) desk.Result {
	known, _ := d.W.PlayerByAddress(ask.Address)
	var display string
	_ = json.Unmarshal(ask.Params, &display) // a name that cannot be read is no reason to refuse the address
	switch {
	case !yes:
		return desk.AnswerDone(engine.Say("house.second-dropped"))
	case known != nil && known.ID != ask.Player:
		return desk.Refuse("house.nothing-asked")
	case known == nil:
		d.W.SaveAddress(model.Address{Address: ask.Address, Player: ask.Player, Proved: true, Display: display})
	}
	return desk.AnswerDone(engine.Say("house.second-kept"))
}

// formerHadToken reports whether an earlier holder of the seat had this letter's token too, and nothing shows
// that it was the present player's letter that was answered. Then the earlier holder may have written it in
// the present player's name.
func formerHadToken(d *desk.Desk) bool {
	if d.Seat == nil || strings.EqualFold(d.Letter.SentTo, d.From) {
		return false
	}
	since := d.Seat.Standing.Since
	switch d.Ref.Purpose {
	case model.ForTurn:
		return since != 0 && int(d.Ref.Step) <= since
	case model.ForInvite:
		return since != 0
	case model.ForStop: // here Step is the player that the token was sent to
		return since != 0 && d.Ref.Step != d.Seat.Player
	}
	return false
}

// refuseFormer refuses a letter of somebody who once got letters about this seat but does not hold it any more.
// The present player is not asked about it.
func refuseFormer(d *desk.Desk) bool {
	if d.Table == nil || d.Seat == nil || d.Ref.Purpose == model.ForAsk ||
		!d.W.WroteTo(d.Table.Row.ID, d.Seat.No, d.Player.ID) {
		return false
	}
	gone := []engine.Phrase{engine.Say("house.not-seated", "match", int(d.Table.Row.ID))}
	for _, c := range d.W.SeatsLeft(d.Player.ID) {
		if c.Match == d.Table.Row.ID && c.Seat == d.Seat.No && c.Why == model.LeftGiven {
			gone = d.Table.ExplainLostSeat("house.back-given", d.Seat.Name)
		}
	}
	d.Table, d.Seat = nil, nil // so that the receipt tells nothing about the match
	note := d.W.Letter()
	note.Match, note.Seat, note.Step = 0, 0, 0
	refuse(d, "the seat is another player's now", gone...)
	return true
}
