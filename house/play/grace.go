package play

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
)

// Limits on what waits for a grace: how often for one choice of a seat, whose clock stands meanwhile, and how many lines of
// a long turn.
const (
	gracesMost = 3
	keptMost   = 50
)

// kept is what is kept of letters whose moves wait: the Moves of a model.Grace.
type kept struct {
	Lines     []speech.Line `json:"lines"` // in order, alternatives behind the first
	Ref       *model.Ref    `json:"ref,omitempty"`
	From      string        `json:"from,omitempty"`
	Lang      string        `json:"lang,omitempty"`
	Subject   string        `json:"subject,omitempty"`
	InReplyTo string        `json:"in_reply_to,omitempty"`
	Words     []string      `json:"words,omitempty"` // hashes of the letters' words, so that a copy adds nothing
}

func keptIn(g *model.Grace) kept { return world.DecodeJSON[kept]("moves that wait", g.Moves) }

// WaitingMoves returns the sender's moves that can still be taken back, nil if there are none.
func WaitingMoves(d *desk.Desk) *model.Grace {
	if d.Table == nil || d.Seat == nil || d.Operator {
		return nil
	}
	return table.OpenGrace(d.Table.Table, d.Seat)
}

// keptHere reports whether moves of this very letter wait.
func keptHere(d *desk.Desk) bool {
	g := WaitingMoves(d)
	return g != nil && d.Letter != nil && g.Letter == traceOf(d)
}

// traceOf names the letter at hand as the operator's list of letters does.
func traceOf(d *desk.Desk) string { return fmt.Sprintf("%x", d.Letter.Hash[:6]) }

// wordsOf returns what the words of the letter at hand are known by.
func wordsOf(d *desk.Desk) string { return fmt.Sprintf("%x", d.Letter.WordsHash[:8]) }

// straightaway reports whether the moves of the letter never wait: those of programs and pages, which show what was
// understood.
func straightaway(d *desk.Desk) bool {
	return d.Settled || d.Letter == nil || d.ByKey() || d.Letter.Door == model.DoorPage
}

// keepInGrace keeps a move for a grace if it must wait, together with all that the letter says for this turn, or deals with
// it as one that comes while others wait. It returns false if the move is to be played at once.
func keepInGrace(d *desk.Desk, group, rest []speech.Line) (desk.Result, bool) {
	g := WaitingMoves(d)
	_, isLong := d.Table.Match.State().(engine.LongTurn)
	if replaces := group[0].Corrects || speech.SaysInstead(group[0].Raw, d.Lang); g != nil && isLong && !replaces {
		if straightaway(d) && !d.Settled {
			playKept(d)
			return PlayLine(d, group, rest), true
		}
		return goOn(d, g, group), true
	}
	if g != nil && saysWhat(g, group) { // sent twice
		mustTell(d)
		d.Ended = append(d.Ended, d.Table.Row.ID)
		return desk.Result{State: model.LineQuiet}, true
	}
	command, no := firstOf(d, group)
	if no != nil && g != nil {
		holdOnce(d, g)
		return desk.RefuseWith(no), true
	}
	span := graceFor(d, append(slices.Clip(group), ofThisTurn(d, rest)...))
	if g != nil {
		d.Table.DropGrace(d.Seat)
	}
	if no != nil || span == 0 {
		return desk.Result{}, false
	}
	begin(d, group, command, span)
	return desk.Result{State: model.LineQuiet}, true
}

// graceFor returns how long these lines wait before they are played, 0 if they do not wait.
func graceFor(d *desk.Desk, lines []speech.Line) time.Duration {
	if straightaway(d) {
		return 0
	}
	unsure := slices.ContainsFunc(lines, func(l speech.Line) bool { return l.Graced })
	span := table.GraceLength(d.Table.Table, d.Seat, unsure, d.Player.Settings.Slips, d.Now())
	if span > 0 && d.Seat.Standing.Graces == (model.Graces{Step: d.NextStep(), Times: gracesMost}) {
		d.Receipt.Says = append(d.Receipt.Says, engine.Say("house.grace-often", "count", gracesMost))
		return 0
	}
	return span
}

// begin keeps the first move of a letter for a grace. command is what it would be now.
func begin(d *desk.Desk, group []speech.Line, command string, span time.Duration) {
	if _, isLong := d.Table.Match.State().(engine.LongTurn); !isLong { // in a long turn the lines that follow belong to it
		d.Ended = append(d.Ended, d.Table.Row.ID)
	}
	k := kept{Lines: group, Ref: d.Ref, From: d.From, Lang: d.Lang, Subject: d.Receipt.Subject, InReplyTo: d.Receipt.InReplyTo, Words: []string{wordsOf(d)}}
	countGrace(d)
	mustTell(d)
	d.Table.SetGrace(d.Seat, model.Grace{Step: d.NextStep(), Player: d.Player.ID, Letter: traceOf(d), At: d.Now().Add(span), Span: span,
		Commands: []string{command}, Moves: notice.EncodeParams(k)})
}

func countGrace(d *desk.Desk) {
	c := &d.Seat.Standing.Graces
	if c.Step != d.NextStep() {
		*c = model.Graces{Step: d.NextStep()}
	}
	c.Times++
}

// goOn adds a line to a long turn that waits. If its letter is another one and must wait too, all wait as long as that.
func goOn(d *desk.Desk, g *model.Grace, group []speech.Line) desk.Result {
	k, state := keptIn(g), d.Table.Match.State()
	long, _ := state.(engine.LongTurn)
	mustTell(d)
	if g.Letter != traceOf(d) && slices.Contains(k.Words, wordsOf(d)) { // sent twice
		return desk.Result{State: model.LineQuiet}
	}
	if len(k.Lines) >= keptMost || long.Finishes(k.Lines[len(k.Lines)-1].Folded) {
		return desk.Refuse("house.grace-full")
	}
	command := group[0].Folded
	if !long.Finishes(command) {
		switch move, no := state.Parse(d.Seat.Name, command, places(d)); { // what comes before it may make it legal, or another move
		case no == nil:
			command = move.Command
		case unreadable(no):
			return desk.RefuseWith(no)
		}
	}
	k.Lines = append(slices.Clip(k.Lines), group...)
	if g.Letter != traceOf(d) {
		k.Words = append(k.Words, wordsOf(d))
	}
	more := *g
	more.Commands, more.Moves = append(slices.Clip(g.Commands), command), notice.EncodeParams(k)
	if g.Letter != traceOf(d) {
		if span := graceFor(d, group); span > 0 {
			countGrace(d)
			more.Span, more.At = span, d.Now().Add(span)
		}
		more.Letter = traceOf(d)
	}
	if g.At.After(more.At) {
		more.At = g.At
	}
	d.Table.SetGrace(d.Seat, more)
	return desk.Result{State: model.LineQuiet}
}

// saysWhat reports whether a move is the one that waits already.
func saysWhat(g *model.Grace, group []speech.Line) bool {
	return slices.EqualFunc(group, keptIn(g).Lines, func(a, b speech.Line) bool { return a.Folded == b.Folded })
}

// firstOf returns the first of the alternatives that is legal now. If none is, it returns the refusal of the first. A line
// that skips a choice before it is what it says, and nobody can tell yet whether it is legal.
func firstOf(d *desk.Desk, group []speech.Line) (string, *engine.Refusal) {
	state := d.Table.Match.State()
	if p, ok := state.(engine.Patient); ok && p.Skipped(d.Seat.Name, group[0].Folded) != "" {
		return group[0].Folded, nil
	}
	if long, ok := state.(engine.LongTurn); ok && long.Finishes(group[0].Folded) {
		return group[0].Folded, nil
	}
	var first *engine.Refusal
	for _, line := range group {
		move, no := state.Parse(d.Seat.Name, line.Folded, places(d))
		if no == nil {
			return move.Command, nil
		}
		first = cmp.Or(first, no)
		if unreadable(no) {
			break
		}
	}
	return "", first
}

// ofThisTurn returns the lines of rest that may be moves of the same turn: none in a game whose turn is one move.
func ofThisTurn(d *desk.Desk, rest []speech.Line) (lines []speech.Line) {
	if _, isLong := d.Table.Match.State().(engine.LongTurn); !isLong {
		return nil
	}
	for _, line := range rest {
		if line.Match != 0 && line.Match != d.Table.Row.ID {
			break
		}
		lines = append(lines, line)
	}
	return lines
}

// playKept plays the moves that wait, as lines of the letter at hand. If one is refused, those behind it are not read.
func playKept(d *desk.Desk) {
	k := keptIn(WaitingMoves(d))
	d.Table.DropGrace(d.Seat)
	d.NoteChanged(d.Table)
	was := d.Request
	d.Ref, d.Lang, d.Settled = k.Ref, cmp.Or(k.Lang, d.Lang), true
	defer func() { d.Ref, d.Lang, d.Settled = was.Ref, was.Lang, was.Settled }()
	for i := 0; i < len(k.Lines); {
		end := i + 1
		for end < len(k.Lines) && k.Lines[end].Or {
			end++
		}
		group, rest := k.Lines[i:end], k.Lines[end:]
		a := PlayLine(d, group, rest)
		line := group[0]
		line.Raw = QuoteAlternatives(group)
		d.Record(line, a)
		if a.Refuses() && !a.GoOn {
			for _, line := range rest {
				d.RecordUnread(line)
			}
			return
		}
		i = end
	}
}

// QuoteAlternatives quotes a line with its alternatives.
func QuoteAlternatives(group []speech.Line) string {
	rows := make([]string, len(group))
	for i, l := range group {
		rows[i] = l.Raw
		if i > 0 && !strings.HasPrefix(strings.ToLower(l.Raw), "or ") {
			rows[i] = "or " + l.Raw
		}
	}
	return strings.Join(rows, " / ")
}

// PlayAfterGrace plays the moves that wait on a desk of its own, which answers the letter that they came with.
func PlayAfterGrace(d *desk.Desk) {
	k := keptIn(WaitingMoves(d))
	d.From = cmp.Or(k.From, d.From)
	d.Receipt.Subject, d.Receipt.InReplyTo = k.Subject, k.InReplyTo
	playKept(d)
}

// PlayWaitingMoves plays the moves that wait at once.
func PlayWaitingMoves(d *desk.Desk, _ speech.Line, _ string) desk.Result {
	if WaitingMoves(d) == nil {
		return desk.Refuse("house.grace-none")
	}
	playKept(d)
	return desk.Result{State: model.LineQuiet}
}

// LetMovesWaitLonger lets the moves that wait do so once more, as long again.
func LetMovesWaitLonger(d *desk.Desk, _ speech.Line, _ string) desk.Result {
	g := WaitingMoves(d)
	switch {
	case g == nil:
		return desk.Refuse("house.grace-none")
	case g.Prolonged:
		mustTell(d)
		return desk.Refuse("house.grace-held-already")
	}
	holdOnce(d, g)
	return desk.Result{State: model.LineQuiet}
}

// ProlongWait lets the moves that wait do so as long again, once.
func ProlongWait(d *desk.Desk) { holdOnce(d, WaitingMoves(d)) }

// holdOnce lets moves wait as long again, if they have not waited so before, and says what waits.
func holdOnce(d *desk.Desk, g *model.Grace) {
	mustTell(d)
	if g.Prolonged {
		return
	}
	longer := *g
	longer.Prolonged, longer.At = true, g.At.Add(g.Span)
	if g.Left > 0 {
		longer.At = d.Now().Add(g.Left + g.Span)
	}
	d.Table.SetGrace(d.Seat, longer)
}

// RefuseUnlessUndoable refuses if the seat has no move that can be taken back.
func RefuseUnlessUndoable(d *desk.Desk) desk.Result {
	switch {
	case WaitingMoves(d) != nil:
		return desk.Result{}
	case d.Table.Row.Terms.Slips > 0 || d.Player != nil && d.Player.Settings.Slips > 0:
		return desk.Refuse("house.undo-none")
	}
	return desk.Refuse("house.undo-off")
}

// UndoWaitingMoves takes back the seat's waiting moves.
func UndoWaitingMoves(d *desk.Desk, _ speech.Line, _ string) desk.Result {
	if a := RefuseUnlessUndoable(d); a.Refuses() {
		return a
	}
	k := keptIn(WaitingMoves(d))
	d.Table.DropGrace(d.Seat)
	d.Graced = slices.DeleteFunc(d.Graced, func(id int64) bool { return id == d.Table.Row.ID })
	d.Ended = slices.DeleteFunc(d.Ended, func(id int64) bool { return id == d.Table.Row.ID })
	return desk.AnswerDone(engine.Say("house.undone", "words", desk.QuoteLines(k.Lines)))
}

// SettleWaiting carries out an answer to the letter that says what waits: a yes, or a reaction, plays it, a no takes it
// back.
func SettleWaiting(d *desk.Desk, line speech.Line, yes bool) desk.Result {
	d.NoteChanged(d.Table)
	if yes {
		return PlayWaitingMoves(d, line, "")
	}
	return UndoWaitingMoves(d, line, "")
}

// HoldMovesInDoubt lets moves of an earlier letter wait as long again if this letter asks about them.
func HoldMovesInDoubt(d *desk.Desk) {
	g := WaitingMoves(d)
	if g == nil || keptHere(d) || straightaway(d) || !d.May(speech.ToChange) {
		return
	}
	if slices.ContainsFunc(d.Letter.Lines, func(line speech.Line) bool { return doubts(line, d.Lang) }) {
		holdOnce(d, g)
	}
}

// doubts reports whether a line asks about a move, seems to correct one, or begins with "wait", as a language has it.
func doubts(line speech.Line, lang string) bool {
	first, _, _ := strings.Cut(line.Folded, " ")
	if others := line.Quoted || line.Block || first == "say" || first == "tell"; others { // the house is not asked
		return false
	}
	first = strings.Trim(first, ",.!")
	asks := strings.HasSuffix(strings.TrimSpace(line.Raw), "?") || first == "check"
	waits := first == "wait" || speech.Tongues()[lang].Means(first) == "wait"
	return asks || waits || line.Corrects || len(line.Maybe) > 0
}

// mustTell notes that the answer must tell what waits in the current match.
func mustTell(d *desk.Desk) {
	if !slices.Contains(d.Graced, d.Table.Row.ID) {
		d.Graced = append(d.Graced, d.Table.Row.ID)
	}
}

// TellWaitingMoves begins the receipt with what waits, until when, and what can be done about it.
func TellWaitingMoves(d *desk.Desk) {
	if WaitingMoves(d) != nil && d.Receipt.Digest {
		mustTell(d)
	}
	for _, match := range slices.Backward(d.Graced) {
		prefix := ""
		if len(d.Graced) > 1 {
			prefix = fmt.Sprintf("#%d ", match)
		}
		t := table.LoadTable(d.W, match)
		if s := t.SeatOf(d.Player.ID); s != nil && table.OpenGrace(t.Table, s) != nil {
			tellFirst(d, describeWaiting(d, t, table.OpenGrace(t.Table, s), prefix))
		}
	}
}

// tellFirst puts a line in front of the receipt, in place of the same told by a letter within this one, which was held.
func tellFirst(d *desk.Desk, line notice.Answered) {
	same := func(l notice.Answered) bool {
		return l.State == line.State && len(l.Says) > 0 && l.Says[0].Key == line.Says[0].Key && l.Text == line.Text
	}
	d.Receipt.Lines = slices.Insert(slices.DeleteFunc(d.Receipt.Lines, same), 0, line)
	d.Acted = true
}

// describeWaiting says what waits in a match, until when, and what can be done about it. prefix names the match in
// commands.
func describeWaiting(d *desk.Desk, t *table.Table, g *model.Grace, prefix string) notice.Answered {
	commands := engine.MapList(g.Commands, func(command string) string { return prefix + command })
	says := engine.Say("house.grace-kept", "command", commands, "in", max(1, int(g.At.Sub(d.Now())/time.Second)), "until", engine.FormatMoment(g.At))
	if g.Left > 0 {
		says = engine.Say("house.grace-paused", "command", commands, "in", int(g.Left/time.Second))
	}
	can := engine.Say("house.grace-can")
	if _, isLong := t.Match.State().(engine.LongTurn); isLong {
		can = engine.Say("house.grace-can-long")
	}
	line := notice.Answered{Text: desk.QuoteLines(keptIn(g).Lines), State: model.LineKept, Says: []engine.Phrase{says, can}, Chips: []string{prefix + "now", prefix + "undo"}}
	if !g.Prolonged {
		line.Says, line.Chips = append(line.Says, engine.Say("house.grace-wait")), append(line.Chips, prefix+"wait")
	}
	return line
}

// TakeAfterthought answers a line that comes close to a move, or to a part of one, and was written after the move, which waits
// or counts: "no wait, 2 A4 instead", "no wait, A4". If what it means is clear, that waits in place of what waited. It
// refuses no other line.
func TakeAfterthought(d *desk.Desk, line speech.Line) desk.Result {
	if len(line.Maybe) == 0 && !line.Corrects || line.Quoted || len(d.Moved) > 0 || RefuseUnlessPlaying(d).Refuses() {
		return desk.Result{}
	}
	if g := WaitingMoves(d); g != nil {
		return correct(d, g, line)
	}
	past, _ := pastPlaces(d)
	if past == nil {
		return desk.Result{}
	}
	why := "house.undo-none"
	if RefuseUnlessUndoable(d).Refuses() {
		why = RefuseUnlessUndoable(d).Says[0].Key
	}
	return desk.Result{State: model.LineRefused, GoOn: true, Says: []engine.Phrase{engine.Say(why)}}
}

// correct puts what a line corrects in place of the move that waits. If the line only comes close to a move, that waits
// longer, and the house asks.
func correct(d *desk.Desk, g *model.Grace, line speech.Line) desk.Result {
	meant := corrected(d, g, line)
	if !line.Corrects || len(meant) != 1 || straightaway(d) || !d.May(speech.ToChange) {
		return desk.Result{}
	}
	line.Folded, line.Heard, line.Graced, line.Corrects = meant[0], true, true, true
	return PlayLine(d, []speech.Line{line}, nil)
}

// corrected lists the legal moves that a line may make of the one that waits: those that it comes close to, or the one that
// waits with one of its words in place of another.
func corrected(d *desk.Desk, g *model.Grace, line speech.Line) (moves []string) {
	add := func(text string) {
		move, no := d.Table.Match.State().Parse(d.Seat.Name, text, places(d))
		if no == nil && !slices.Contains(moves, move.Command) && !slices.Contains(g.Commands, move.Command) {
			moves = append(moves, move.Command)
		}
	}
	for _, text := range line.Maybe {
		add(text)
	}
	said := engine.SplitWords(line.Folded)
	if len(moves) > 0 || len(said) == 0 || len(g.Commands) != 1 {
		return moves
	}
	words := strings.Fields(g.Commands[0])
	for i := range words {
		one := slices.Clone(words)
		one[i] = said[len(said)-1]
		add(strings.Join(one, " "))
	}
	return moves
}
