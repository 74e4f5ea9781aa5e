package letter

import (
	"fmt"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/lobby"
	"pitpost.example/house/people"
	"pitpost.example/house/play"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
)

// run carries out lines in order. A refused line stops those after it, which the receipt lists as not read.
// If nothing was played, run asks about a line that is close to a move. What waits and can still be taken back is told first.
func run(d *desk.Desk, lines []speech.Line) {
	runLines(d, lines)
	play.AskIfMeant(d)
	askWished(d)
	keepOpen(d)
	play.HoldMovesInDoubt(d)
	play.TellWaitingMoves(d)
}

func runLines(d *desk.Desk, lines []speech.Line) {
	if _, why := FindConfusable(d, lines[:min(1, len(lines))]); why != nil { // before yesOrNo takes the line for a yes
		stopAt(d, lines, desk.RefuseWith(&engine.Refusal{Phrase: *why}))
		return
	}
	lines = cutSignature(d, yesOrNo(d, chosen(d, lines)))
	sound := 0 // lines before this index have been checked by FindConfusable
	var end signature
	var unclear *speech.Line // one that may be a part of the turn, and was not understood
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		d.W.GivenUp()
		if line.Ends() {
			d.Record(line, desk.Result{State: model.LineUnread, Says: []engine.Phrase{ExplainNotRead(line)}})
			return
		}
		if line.Match != 0 && !d.TurnTo(line.Match, line.Folded) {
			a := desk.Refuse("house.no-such-match", "match", int(line.Match))
			a.Nearest = play.ReadNumberedMove(d, line)
			stopAt(d, lines[i:], a)
			return
		}
		if i >= sound { // check a group of alternatives once
			group := alternativesFrom(lines, i)
			if at, why := FindConfusable(d, group); why != nil {
				stopAt(d, lines[i+at:], desk.RefuseWith(&engine.Refusal{Phrase: *why}))
				return
			}
			sound = i + len(group)
		}
		at := i
		if unclear != nil && waitsFor(d, unclear, line) {
			d.Record(line, unclearAbove(unclear, line))
			continue
		}
		line, a, used := carryLine(d, lines[at:], &end)
		if a.State == model.LineAside && line.Touches {
			unclear = &line
		}
		i += used - 1
		if a.State == model.LineHeld {
			holdLines(d, lines[at:])
			return
		}
		d.Record(line, a)
		if a.Refuses() && !a.GoOn {
			unread(d, lines[i+1:])
			return
		}
	}
}

// waitsFor reports whether a line must not be done because one above it, which may be a part of the same turn, was not
// understood: it is meant only if that one is refused, or ends the turn, or goes on with a turn of several moves.
func waitsFor(d *desk.Desk, unclear *speech.Line, line speech.Line) bool {
	if d.Table == nil || line.Block || ReadLine(d, line).Kind != speech.GameLine {
		return false
	}
	if line.Or || d.Table.Match.State() == nil {
		return line.Or
	}
	_, long := d.Table.Match.State().(engine.LongTurn)
	return long && (len(unclear.Maybe) > 0 || !strings.Contains(line.Folded, " "))
}

// unclearAbove refuses a line that waits for one above it.
func unclearAbove(unclear *speech.Line, line speech.Line) desk.Result {
	a := desk.Refuse("letter.unclear-above", "line", engine.ClipText(unclear.Raw)).Offering(strings.TrimPrefix(line.Folded, "or "))
	a.GoOn = true
	return a
}

// ExplainNotRead says why the rest of a letter, for which a line stands, was not read.
func ExplainNotRead(line speech.Line) engine.Phrase {
	if line.Tangled {
		return engine.Say("letter.tangled")
	}
	return engine.Say("letter.long", "count", line.Rest)
}

// stopAt records a as the answer to the first line and the others as not read. It returns nil: no lines are
// left.
func stopAt(d *desk.Desk, lines []speech.Line, a desk.Result) []speech.Line {
	d.Record(lines[0], a)
	unread(d, lines[1:])
	return nil
}

// unread records lines as not read, except greetings and names, which needed no reading, and the rest of a
// refused sentence.
func unread(d *desk.Desk, lines []speech.Line) {
	end, before := signature{}, ""
	if n := len(d.Receipt.Lines); n > 0 {
		before = d.Receipt.Lines[n-1].Text
	}
	for i, line := range lines {
		if line.Raw != before && !end.holds(d, line, ReadLine(d, line)) && !isCourtesy(d, lines[i:]) {
			d.RecordUnread(line)
		}
		before = line.Raw
	}
}

// carryLine carries out the first line together with the alternatives that follow it. It returns the line as
// the receipt quotes it, the answer, and how many lines were used.
func carryLine(d *desk.Desk, lines []speech.Line, end *signature) (line speech.Line, a desk.Result, used int) {
	line, used = lines[0], 1
	d.Line = line
	reading := ReadLine(d, line)
	if line.Quoted && ChangesSomething(reading) {
		return line, RefuseMaybeQuoted(line), used
	}
	signs := end.holds(d, line, reading) && (d.Acted || reading.Kind == speech.Failed && speech.IsSignature(line.Raw))
	courteous := reading.Kind == speech.Aside && len(line.Maybe) == 0 && isCourtesy(d, lines)
	if signs || courteous {
		return line, desk.Result{State: model.LineQuiet}, used
	}
	reading = askedAtInvite(d, line, reading)
	if told := people.AnswerQuestion(d, line, reading); told.State != "" {
		return line, told, used
	}
	switch reading.Kind {
	case speech.Aside:
		if thought := afterthought(d, line); thought.State != "" {
			return line, thought, used
		}
		a = ownWords(d, line)
	case speech.Failed:
		a = desk.Result{State: model.LineRefused, Says: []engine.Phrase{reading.Why}, Nearest: reading.Nearest}
	case speech.HouseWord:
		d.Commanded = true
		if asked := ofTwo(d, line, reading); asked.State != "" {
			return line, asked, used
		}
		if reading.Word == "next" || reading.Word == "check" {
			group := alternativesFrom(lines, 0)
			used = len(group)
			line.Raw = play.QuoteAlternatives(group)
			others := engine.MapList(group[1:], func(l speech.Line) string { return l.Folded })
			reading.Rest = strings.Join(append([]string{reading.Rest}, others...), " or ")
		}
		a = houseWord(d, line, reading)
	case speech.GameLine:
		d.Commanded = true
		group := alternativesFrom(lines, 0)
		used = len(group)
		if desk.IsRefereeWriting(d) {
			line.Raw = play.QuoteAlternatives(group)
			return line, desk.Refuse("house.referee-no-seat", "match", int(d.Table.Row.ID)), used
		}
		if a = askWhose(d, group); a.State == "" {
			a = play.PlayLine(d, group, lines[used:])
		}
		line.Raw = play.QuoteAlternatives(group)
	}
	return line, a, used
}

// afterthought answers a line about a move that was sent before it. A wish to take back what waits is carried out at once: it
// costs nothing, and time runs.
func afterthought(d *desk.Desk, line speech.Line) desk.Result {
	if line.Meant == "undo" && !line.Quoted && play.WaitingMoves(d) != nil && d.May(speech.ToChange) {
		d.NoteChanged(d.Table)
		return play.UndoWaitingMoves(d, line, "")
	}
	return play.TakeAfterthought(d, line)
}

// ofTwo asks about a word that is one of the house and also, on this turn, one of the game: "Pause" ends the turn in
// Clonk!, or stops the clocks of the match. It asks nothing about other words, or if the number of the match stands before
// it.
func ofTwo(d *desk.Desk, line speech.Line, r speech.Reading) desk.Result {
	if r.Need() == speech.ToRead || !alsoAct(d, line) {
		return desk.Result{}
	}
	both := []string{line.Maybe[0], fmt.Sprintf("#%d %s", d.Table.Row.ID, r.Word)}
	desk.KeepAskedBack(d, line.Raw, both)
	d.AskedBack = true
	return desk.AnswerInfo(engine.Say("house.meant-one-of", "line", line.Raw, "commands", both)).Offering(both...)
}

// alsoAct reports whether a command of the house is also an act of the game that the sender can do now.
func alsoAct(d *desk.Desk, line speech.Line) bool {
	mine := len(line.Maybe) == 1 && line.Match == 0 && !line.Heard && speech.FindCommand(line.Folded) != nil &&
		!d.ByKey()
	if !mine || play.RefuseUnlessPlaying(d).Refuses() || !slices.Contains(d.Table.Match.ToMove(), d.Seat.Name) {
		return false
	}
	_, no := d.Table.Match.State().Parse(d.Seat.Name, line.Maybe[0], nil)
	return no == nil
}

// pointless reports whether a sentence cannot ask for a command now, and is talk: "let's begin" when the match has begun,
// "let's go on" when it is not paused.
func pointless(d *desk.Desk, meant string) bool {
	switch meant {
	case "start":
		return d.Table == nil || d.Table.Row.Phase != model.PhaseLobby
	case "resume":
		return d.Table == nil || d.Table.Row.Phase != model.PhasePaused
	}
	return false
}

// cutSignature cuts off the lines at the end that are the writer's name. They are no commands whatever they
// mean: Celeste signs with a word that is a colour in Italian.
func cutSignature(d *desk.Desk, lines []speech.Line) []speech.Line {
	at := len(lines)
	for at > 1 && speech.IsSignedBy(lines[at-1].Raw, ownNames(d), d.Lang) {
		at--
	}
	return lines[:at]
}

// ownNames returns the names that the writer is known by.
func ownNames(d *desk.Desk) string {
	if d.Seat == nil {
		return d.Display()
	}
	return d.Display() + " " + d.Seat.Name
}

// isCourtesy reports whether the first line is a greeting, thanks, a farewell, the writer's name or, at the end of
// a letter, any name. Such a line does nothing and needs no remark.
func isCourtesy(d *desk.Desk, lines []speech.Line) bool {
	if speech.IsGreeting(lines[0].Raw, d.Lang) || speech.IsNameOrPart(lines[0].Raw, ownNames(d)) {
		return true
	}
	return len(lines) < len(d.Letter.Lines) && !slices.ContainsFunc(lines, func(l speech.Line) bool {
		return !speech.IsGreeting(l.Raw, d.Lang) && !speech.IsSignature(l.Raw)
	})
}

// signature follows the lines of a letter to find its signature block: a name below the farewell, and then
// whatever the mail program adds, such as a job title, an address and a telephone number.
type signature struct{ farewell, name bool }

// holds reports whether line, the next one, belongs to the signature block and is no command.
func (f *signature) holds(d *desk.Desk, line speech.Line, r speech.Reading) bool {
	switch greets := speech.IsGreeting(line.Raw, d.Lang); {
	case greets:
		*f = signature{farewell: true}
		return false
	case r.Kind != speech.Aside && r.Kind != speech.Failed, f.name && line.Gap:
		*f = signature{}
	case f.farewell && (speech.IsSignature(line.Raw) || speech.IsNameOrPart(line.Raw, ownNames(d))):
		f.name = true
	}
	return f.name
}

// ownWords answers somebody's own words: it offers what they come close to.
func ownWords(d *desk.Desk, line speech.Line) desk.Result {
	a := people.ReadLineWithoutNumber(d, line)
	if a.State == model.LineAside {
		a.Chips = sayable(d, line)
		if line.Meant != "" && !pointless(d, line.Meant) {
			a.Nearest, a.Chips = []string{line.Meant}, append(a.Chips, line.Meant)
			wished(d, line)
		}
	}
	play.RememberHint(d, line)
	return a
}

// askedAtInvite reads a guest's wish to be told something as the command for it. A question back, "did you mean …?", would
// seem to be about the invitation.
func askedAtInvite(d *desk.Desk, line speech.Line, reading speech.Reading) speech.Reading {
	if reading.Kind != speech.Aside || line.Meant == "" || line.Quoted || !atInvite(d) {
		return reading
	}
	if asked := d.Read(line.Meant); asked.Kind == speech.HouseWord &&
		(!ChangesSomething(asked) || asked.Word == "lang") {
		return asked
	}
	return reading
}

// sayable returns the command that would say at the table what was no command. Consecutive lines are combined
// into one.
func sayable(d *desk.Desk, line speech.Line) []string {
	if d.ByKey() || line.Quoted || speech.Reports(line.Raw) || !play.MayTalk(d, line.Raw) {
		return nil
	}
	if n := len(d.Receipt.Lines); n > 0 && d.Receipt.Lines[n-1].State == model.LineAside && (d.Hinted == nil || d.Hinted.At != n-1) {
		if before := &d.Receipt.Lines[n-1]; len(before.Chips) > 0 {
			together := before.Chips[0] + "\n" + line.Raw
			if play.MayTalk(d, strings.TrimPrefix(together, "say: ")) {
				before.Chips = nil
				return []string{together}
			}
		}
	}
	return []string{"say: " + line.Raw}
}

// ReadLine returns how a line is read in this letter.
func ReadLine(d *desk.Desk, line speech.Line) speech.Reading {
	if line.Block {
		return speech.Reading{Kind: speech.HouseWord, Word: "say"}
	}
	r := d.OfferNearestWords(line, d.Read(line.Folded))
	if r.Kind == speech.HouseWord && (r.Word == "new" || r.Word == "rematch") && namesUsAlone(d, line.Raw) {
		return speech.Reading{Kind: speech.Aside}
	}
	if r.Kind == speech.Failed && (line.Meant != "" || speech.IsGreeting(line.Raw, d.Lang)) {
		return speech.Reading{Kind: speech.Aside} // "Text only" and "Best," are no misspelt "next" and "rest"
	}
	if r.Kind == speech.GameLine && !line.Heard && (line.Unsaid || len(line.Maybe) > 0 || !d.HasOnlyGameWords(line)) {
		return speech.Reading{Kind: speech.Aside} // such as "3 beers on me"
	}
	if r.Kind == speech.Aside && line.Heard && d.Table != nil {
		return speech.Reading{Kind: speech.GameLine}
	}
	return r
}

// namesUsAlone reports whether a line has addresses and all of them are the house's own.
func namesUsAlone(d *desk.Desk, raw string) bool {
	us := false
	for word := range strings.FieldsFuncSeq(raw, func(r rune) bool { return strings.ContainsRune(" \t,;<>()[]\"", r) }) {
		if !strings.Contains(word, "@") {
			continue
		}
		if us = table.IsHouseAddress(d.House, strings.TrimPrefix(word, "mailto:")); !us {
			return false
		}
	}
	return us
}

// ChangesSomething reports whether a line would change something.
func ChangesSomething(r speech.Reading) bool {
	return r.Kind == speech.GameLine || r.Kind == speech.HouseWord && r.Need() != speech.ToRead
}

// RefuseMaybeQuoted refuses a line that the mail program may have broken out of a quote, and offers it to be sent
// again.
func RefuseMaybeQuoted(line speech.Line) desk.Result {
	return desk.Result{State: model.LineRefused, Says: []engine.Phrase{engine.Say("house.quoted-line")}, Nearest: []string{line.Raw}}
}

func houseWord(d *desk.Desk, line speech.Line, r speech.Reading) desk.Result {
	if !d.May(r.Need()) {
		return desk.AskForProof()
	}
	if r.Order && desk.IsRefereeWriting(d) {
		return desk.Refuse("house.referee-no-seat", "match", int(d.Table.Row.ID))
	}
	if r.Order {
		return standing(d, line, r.Word)
	}
	w := speech.FindCommand(r.Word)
	if d.ByKey() && !w.Key {
		return desk.Refuse("house.key-not", "command", w.Name)
	}
	d.Organiser = d.MayMendAsOrganiser(d.Table, w.Name)
	if a := barred(d, w); a.Refuses() {
		return a
	}
	a := actOf(w.Name)(d, line, r.Rest)
	if d.Passed != nil {
		a = carryPassed(d, a)
	}
	if r.Need() != speech.ToRead && !a.Refuses() && d.Table != nil {
		d.NoteChanged(d.Table)
	}
	return a
}

// barred refuses if the sender cannot use a word here.
func barred(d *desk.Desk, w *speech.Word) desk.Result {
	if !w.Anywhere && d.Table == nil {
		return d.WhichMatch()
	}
	if !w.Anywhere && outside(d, w) && !d.Referee() {
		return desk.Refuse("house.not-seated", "match", int(d.Table.Row.ID))
	}
	if d.Table != nil && lobby.RefuseToReferee(d, w).Refuses() {
		return lobby.RefuseToReferee(d, w)
	}
	return desk.RefuseUnless(!w.Host || d.Host(), "house.host-only", "command", w.Name)
}

// outside reports whether the sender has no seat that a word could be about. A seat that was declined or withdrawn is
// none once the match has begun, when another may be played under its name: all it can do is stop its mail.
func outside(d *desk.Desk, w *speech.Word) bool {
	return d.Seat == nil || d.Table.Row.Phase != model.PhaseLobby && !d.Seat.Played() && w.Name != "stop"
}

func alternativesFrom(lines []speech.Line, i int) []speech.Line {
	end := i + 1
	for end < len(lines) && lines[end].Or {
		end++
	}
	return lines[i:end]
}

// FindConfusable finds the first line that does not read as what it is, for example because of look-alike letters, and
// is or resembles a command. It returns its index and what to say; nil if there is none.
func FindConfusable(d *desk.Desk, lines []speech.Line) (at int, why *engine.Phrase) {
	if d.Letter == nil || d.Letter.Confusable == nil {
		return 0, nil
	}
	commands := func(words string) bool {
		return slices.ContainsFunc(d.Lines(words), func(l speech.Line) bool {
			yes, no := speech.ReadYesNo(l.Raw, d.Lang)
			return yes || no || l.Tangled || d.Read(l.Folded).Kind != speech.Aside // what cannot be read any more may be one
		})
	}
	for i, line := range lines {
		raw := line.Commanding()
		looks, why := d.Letter.Confusable(raw)
		if why != nil && (line.Or || line.Plain != "" || commands(raw) || commands(looks)) {
			return i, why
		}
	}
	return 0, nil
}

// standsBelow points out a command that stands below the end of a letter in which nothing else was a command.
func standsBelow(d *desk.Desk) {
	if d.Letter.Trouble != nil || slices.ContainsFunc(d.Receipt.Lines, func(l notice.Answered) bool { return l.State != model.LineAside }) {
		return
	}
	for _, row := range d.Letter.Below {
		for _, line := range d.Lines(row) {
			if d.Read(line.Folded).Kind != speech.Aside {
				d.Receipt.Lines = append(d.Receipt.Lines, notice.Answered{Text: engine.ClipText(line.Raw), State: model.LineRefused,
					Says: []engine.Phrase{engine.Say("letter.signed-move")}})
				return
			}
		}
	}
}

// Seen is how the house reads one line of a letter without a match to try it on.
type Seen struct {
	Line speech.Line
	// Says is "yes" or "no" if the line is such an answer, otherwise "".
	Says string
	speech.Reading
}

// ExplainLines reads the lines of a letter as TakeLetter does, in a language, and stops as runLines does at a line that is refused.
// It carries out none.
func ExplainLines(w *world.Tx, l *desk.Letter, lang string) (read []Seen) {
	d := desk.ForLetter(w, l)
	d.Lang, d.Table = lang, table.LoadTable(w, l.Match())
	d.Listen()
	lines := l.Lines
	if BeginsWithGreeting(lines) {
		read, lines = append(read, Seen{Line: lines[0]}), lines[1:]
	}
	answers := len(lines) == 1 || l.Ref != nil && (l.Ref.Purpose == model.ForAsk || l.Ref.Purpose == model.ForInvite)
	for i := range lines {
		one := explainLine(d, lines[i:], answers && i == 0)
		if read = append(read, one); one.Kind == speech.Failed {
			break
		}
	}
	return read
}

// explainLine reads the first of the lines. answers says that it may be a yes or a no.
func explainLine(d *desk.Desk, lines []speech.Line, answers bool) Seen {
	line := lines[0]
	failed := func(why engine.Phrase, nearest ...string) Seen {
		return Seen{Line: line, Reading: speech.Reading{Kind: speech.Failed, Why: why, Nearest: nearest}}
	}
	if line.Ends() {
		return failed(ExplainNotRead(line))
	}
	if _, why := FindConfusable(d, lines[:1]); why != nil {
		return failed(*why)
	}
	read := Seen{Line: line}
	switch yes, no := BeginsWithYes(d, lines); {
	case answers && yes:
		read.Says = "yes"
	case answers && no:
		read.Says = "no"
	default:
		read.Reading = ReadLine(d, line)
	}
	if line.Quoted && (read.Says != "" || ChangesSomething(read.Reading)) {
		quoted := RefuseMaybeQuoted(line)
		return failed(quoted.Says[0], quoted.Nearest...)
	}
	return read
}
