package letter

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
)

// QueueReceipt queues the answer to the letter. A program gets it at once instead, and some letters get none:
// see silent. If the match begins, the answer is in its first letter.
func QueueReceipt(d *desk.Desk) {
	d.Receipt.GoesOn = d.HasMoved() && d.Seat != nil && d.Table.Match.MidTurn(d.Seat.Name)
	d.Receipt.Since, d.Receipt.Moved = d.Since, d.HasMoved()
	if d.ByKey() {
		d.Letter.Receipt = new(d.Receipt)
		return
	}
	if d.Player != nil && d.Player.Settings.NoReceipts && d.PlainDone() || silent(d) {
		if d.Begun {
			d.Table.TellBegins(d.Seat, nil)
		}
		return
	}
	if d.Player == nil {
		d.Receipt.Lang = d.Lang
	}
	if d.Seat != nil && d.Player != nil && d.Seat.Player == d.Player.ID && !d.Stranger {
		d.Receipt.Says = append(d.Receipt.Says, table.TakeKeptSentences(d.Seat)...)
		d.Receipt.Acts = table.TakeActsUntold(d.Seat)
	}
	receipt := d.Receipt
	if d.Begun {
		d.Table.TellBegins(d.Seat, &receipt)
		return
	}
	if d.Stranger {
		receipt = forStranger(receipt)
	}
	out := model.Notice{Key: fmt.Sprintf("receipt:%x", answers(d)), Player: d.Player.Number(), Address: d.From, Purpose: model.PurposeReceipt, Params: notice.EncodeParams(receipt)}
	if d.Table != nil && d.Seat != nil {
		out.Match, out.Seat, out.Step, out.Seq = d.Table.Row.ID, d.Seat.No, d.NextStep(), d.Table.Match.Seq
	} else if desk.IsRefereeWriting(d) && !d.Stranger {
		out.Match, out.Seat, out.Seq = d.Table.Row.ID, model.NoSeat, d.Table.Match.Seq
	}
	d.W.Queue(out)
}

// answers returns what the answer to the letter is known by. A better copy of one that was not heard is still to be answered.
func answers(d *desk.Desk) [32]byte {
	if d.Unheard {
		return model.HashUnheard(d.Letter.Hash, "answered")
	}
	return d.Letter.Hash
}

// unheard reports whether nothing came of the letter, not even a question, and a copy that somebody vouches for may be worth
// more: nobody was asked about its rest, or it was refused as it stands.
func unheard(d *desk.Desk) bool {
	if d.HeldWhy != "" {
		return model.LetterHold.Unheard(d.HeldWhy)
	}
	return bare(d) && !d.Acted && !d.AskedBack && d.Receipt.Ask == 0
}

// Limits on answers to letters that made no move. A robot that answers every letter (a challenge, a "no such ticket", an
// absence note without its header) falls silent at them long before a person would.
const (
	RefusalsAnHour = 6   // to letters that did nothing and held no command
	atOnce         = 3   // of these in a row to somebody without a seat, each at most soon after the one before
	repliesADay    = 100 // to one address, beside answers to moves
	soon           = time.Minute
)

// silent reports whether the letter gets no answer because its sender had enough of them. The last answer
// before that says how long the silence lasts. Letters that nobody vouches for have limits of their own, so
// that forged letters do not use up the answers of the person they imitate.
func silent(d *desk.Desk) bool {
	if bare(d) {
		return bareSilent(d)
	}
	if onlyReacts(d) {
		return true
	}
	n := d.W.Sender(d.From).Answered
	if n >= AnswersAnHour {
		return true
	}
	if n == AnswersAnHour-1 {
		untilThen(d, time.Hour)
	}
	if d.Lost || d.House.Patient || len(d.Moved) > 0 {
		return false
	}
	if d.Receipt.Idle = !d.Acted; d.Receipt.Idle && idleSpent(d) {
		return true
	}
	if d.Receipt.Idle && !d.Commanded {
		d.Receipt.Same = sameness(d)
	}
	replies := d.W.Replies(d.From)
	if d.Receipt.Same == noteSame && slices.ContainsFunc(replies, func(r model.Reply) bool { return r.Same == noteSame }) {
		return true // the same machine, whatever day or number it writes
	}
	if n == 0 {
		return false
	}
	if engine.CountWhere(replies, func(r model.Reply) bool { return !r.Moved }) >= repliesADay {
		return true
	}
	return d.Receipt.Same != "" && idleSilent(d, replies)
}

// onlyReacts reports whether the letter is a reaction that answers nothing: a picture, or not even that.
func onlyReacts(d *desk.Desk) bool {
	words := func(l speech.Line) bool { return !speech.IsPicturesOnly(l.Raw) }
	pictures := d.Letter.Reaction || len(d.Letter.Lines) > 0 && !slices.ContainsFunc(d.Letter.Lines, words)
	asked := d.AskedBack || d.Receipt.Ask != 0 || d.Ref != nil && d.Ref.Purpose == model.ForAsk
	refused := slices.ContainsFunc(d.Receipt.Lines, func(l notice.Answered) bool { return l.State == model.LineRefused })
	return pictures && !d.Acted && !asked && !refused
}

// idleSpent reports whether answers to letters that did nothing have had their part of the letters that may leave in a
// day, a quarter.
func idleSpent(d *desk.Desk) bool {
	return d.House.SendLimit > 0 && d.W.IdleReplies() >= d.House.SendLimit/4
}

// idleSilent is silent for a letter that did nothing and holds no command, to whose sender these answers went within a day,
// newest first.
func idleSilent(d *desk.Desk, replies []model.Reply) bool {
	idle, quick, last := 0, 0, d.Now()
	for i, r := range replies {
		if d.Now().Sub(r.At) >= time.Hour || !r.Idle || r.Same == "" {
			continue
		}
		if r.Same == d.Receipt.Same {
			return true
		}
		if idle++; quick == i && last.Sub(r.At) <= soon {
			quick, last = quick+1, r.At
		}
	}
	silence := time.Hour
	switch {
	case idle >= RefusalsAnHour-1:
	case d.Seat == nil && quick >= atOnce-1:
		silence = 2 * soon
	default:
		return false
	}
	if strings.Contains(d.W.Sender(d.From).Last, `"`+silentKey+`"`) {
		return true
	}
	untilThen(d, silence)
	return false
}

// sameness returns what the letter has in common with one that says the same, about the same step, and is answered the same:
// its words without digits, since responders count, and without the subject, which they repeat and lengthen.
func sameness(d *desk.Desk) string {
	if d.Letter.Note {
		return noteSame
	}
	words := strings.FieldsFunc(engine.NormaliseText(d.Letter.Kept), noLetter)
	text := " " + strings.Join(words, " ") + " "
	subject := strings.FieldsFunc(engine.NormaliseText(d.Letter.Subject), noLetter)
	for from := range subject {
		if end := " " + strings.Join(subject[from:], " ") + " "; strings.Contains(text, end) {
			text = strings.ReplaceAll(text, end, " ")
			break
		}
	}
	answer := engine.MapList(d.Receipt.Lines, func(l notice.Answered) string {
		says := engine.MapList(l.Says, func(p engine.Phrase) string { return p.Key })
		return fmt.Sprint(l.State, says, l.Nearest)
	})
	sum := sha256.Sum256(fmt.Appendln(nil, text, d.MatchID(), d.NextStep(), slices.Compact(answer)))
	return hex.EncodeToString(sum[:8])
}

// noteSame is what all notes of an absence have in common. One is answered a day.
const noteSame = "a note of absence"

func noLetter(r rune) bool { return !unicode.IsLetter(r) }

const silentKey = "letter.silent"

// untilThen adds to the last answer how long the silence after it lasts.
func untilThen(d *desk.Desk, silence time.Duration) {
	d.Receipt.Says = append(d.Receipt.Says, engine.Say(silentKey, "until", engine.FormatMoment(d.Now().Add(silence))))
}

// bare reports whether nothing but the letter's own word says who wrote it.
func bare(d *desk.Desk) bool {
	return d.Proof < model.ProofMatching && d.Letter.Trust != model.TrustProved
}

// bareSilent is silent for a letter that nobody vouches for. It also counts the answer.
func bareSilent(d *desk.Desk) bool {
	stranger := table.NeverAnswered(d.W, d.From)
	enough, silence := d.BareAnswers(d.From, stranger)
	if d.Hushed = enough; enough {
		return true
	}
	d.Stranger = stranger
	if silence > 0 {
		untilThen(d, silence)
	}
	kind := model.ColdKnown
	if stranger {
		kind = model.ColdAnswer
	}
	d.W.AddCold(model.Cold{Kind: kind, Address: d.From})
	return false
}

// An answer to an address that has never answered us contains no word, name or address from the letter.
// Otherwise a forger could send their own words to somebody through the house.

// forStranger returns a receipt that such an address may get: the pages it asked for and fixed sentences of
// ours, nothing that the letter said.
func forStranger(r notice.Receipt) notice.Receipt {
	out := notice.Receipt{Pages: r.Pages, Lang: r.Lang}
	if len(r.Pages) > 0 {
		out.Says = []engine.Phrase{engine.Say("house.stranger-asked")}
	} else {
		out.Says = append([]engine.Phrase{engine.Say("house.stranger-nothing")}, wordless(r.Lines)...)
	}
	for _, p := range r.Says {
		if p.Key == silentKey { // its only argument is a time
			out.Says = append(out.Says, p)
		}
	}
	return out
}

// wordless returns, each once, the sentences about lines that repeat no word of them.
func wordless(lines []notice.Answered) (says []engine.Phrase) {
	for _, line := range lines {
		for _, p := range line.Says {
			ours := len(p.Args) == 0 || p.Key == "house.unknown-here" || p.Key == "house.no-match-yet" || p.Key == "house.begin-at" // these name a game on offer and our own address
			if ours && !slices.ContainsFunc(says, func(o engine.Phrase) bool { return o.Key == p.Key }) {
				says = append(says, p)
			}
		}
	}
	return says
}

// strangersNote asks such an address about a held letter and tells no more than what kind of thing it wants.
func strangersNote(ask int64, lines []speech.Line) notice.Note {
	return notice.Note{Ask: ask, Answers: []string{"yes", "no"}, Subject: engine.Say("house.stranger-subject"),
		Lines: []engine.Phrase{kindOf(lines), engine.Say("house.stranger-how")}}
}

// kindOf says what a letter wants, going by its first command.
func kindOf(lines []speech.Line) engine.Phrase {
	for _, line := range lines {
		r := speech.ReadCommand(line.Folded, nil)
		if r.Kind != speech.HouseWord || line.Block {
			continue
		}
		switch r.Word {
		case "new", "rematch":
			return engine.Say("house.wants-open")
		case "join", "league":
			return engine.Say("house.wants-join")
		case "invite", "replace":
			return engine.Say("house.wants-invite")
		}
		break
	}
	return engine.Say("house.wants-something")
}

// MayTellSender looks up the sender and reports whether they may be told what became of the letter.
func MayTellSender(d *desk.Desk) bool {
	player, address := d.W.PlayerByAddress(d.From)
	if d.Letter.Trust == model.TrustForged || address != nil && address.Barred || d.From == "" {
		return false
	}
	d.Player = player
	d.Hear()
	owner := int64(0)
	if d.Ref != nil {
		owner = goToOwner(d)
	}
	matching := player != nil && owner == player.ID
	if !matching {
		d.Table, d.Seat = nil, nil // the match is none of their business
	}
	return matching || d.Letter.Trust == model.TrustProved
}

// NewLetterNote returns the row that a letter is noted with.
func NewLetterNote(l *desk.Letter) *model.Letter {
	return &model.Letter{Hash: l.Hash, Signed: l.Signed, MessageID: l.MessageID, Door: l.Door, Sender: l.From, Subject: l.Subject,
		WordsHash: l.WordsHash, Kept: l.Kept, ReceivedAt: l.ReceivedAt}
}
