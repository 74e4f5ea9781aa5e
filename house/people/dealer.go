package people

import (
	"reflect"
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/model"
	"pitpost.example/speech"
)

// newsMost is the most lines of what happened, and longAnswer the most of any answer.
const newsMost, longAnswer = 8, 10

// questionMost is how many bytes a question may have.
const questionMost = 600

// AnswerQuestion answers a line that is a question: about the rules, the cards and the position, from what the sender may
// know, about whose turn it is, what happened, what they wrote, and about the house. It returns the zero Result
// for a line that asks nothing, or that it has no answer to. It changes nothing.
func AnswerQuestion(d *desk.Desk, line speech.Line, reading speech.Reading) desk.Result {
	if d.ByKey() || line.Quoted || line.Block || len(line.Raw) > questionMost || !maybeAsks(d, line, reading) {
		return desk.Result{}
	}
	g, setup := gameAsked(d, line.Raw)
	at := speech.Place{Game: g}
	if d.Table != nil {
		at.Seats = d.Table.Match.Names()
	}
	if d.Seat != nil {
		at.Me = d.Seat.Name
	}
	a := dealt{d: d, game: g, setup: setup}
	var told *engine.Told
	unsure := false
	for _, lang := range slices.Compact([]string{d.Lang, "en"}) { // people of all languages ask in English too
		asked, ok := speech.ReadQuestion(line.Raw, lang, at)
		if ok && (wishes(line, asked) || commands(line, reading, asked)) {
			return desk.Result{}
		}
		if ok && told == nil {
			told = a.whole(asked)
			unsure = unsure || reading.Kind == speech.Aside && len(line.Maybe) == 0 && line.Meant == "" && a.aboutUs(line.Raw, asked.Whole)
		}
	}
	if told == nil && unsure {
		return desk.AnswerInfo(engine.Say("house.dealer-unknown")).Offering("rules", "help")
	}
	if told == nil {
		return desk.Result{}
	}
	if !d.May(speech.ToRead) {
		return desk.AskForProof()
	}
	answer := desk.AnswerInfo(told.Says[:min(longAnswer, len(told.Says))]...)
	if told.Section != "" && g != nil {
		answer.Chips = []string{a.readOn(told.Section)}
	}
	return answer
}

// maybeAsks reports whether a line may be a question: it is no move and no command, or a sentence that was read as
// a command which only shows something.
func maybeAsks(d *desk.Desk, line speech.Line, reading speech.Reading) bool {
	switch reading.Kind {
	case speech.Aside, speech.Failed:
		return true
	case speech.HouseWord:
		sentence := len(strings.Fields(line.Raw)) > 1 && d.House.Fold(line.Raw) != line.Folded
		return sentence && reading.Word != "say"
	}
	return false
}

// wishes reports whether a line is closer to a move or a wish, about which its writer is asked, than to a question:
// "Can I put card 2 on C9?", "should I pass 1?", "can I undo?" are answered where those are.
func wishes(line speech.Line, asked speech.Asking) bool {
	q := asked.Whole
	if q.Fits([]string{"why|wrote|howto"}) {
		return false
	}
	if q.Fits([]string{"number", "cards", "does|mean"}) || q.Fits([]string{"number", "place"}) {
		return true // "what does card 3 do?": the list of cards says so; "3 on C5?" is a move
	}
	named := q.Fits([]string{"may|question|advice", "number", "!what", "!howmany"})
	asksAlone := asked.Begins && q.Fits([]string{"what|who|where|howmany"})
	moves := len(line.Maybe) > 0 && q.Fits([]string{"number|place|seat"}) && !asksAlone
	wished := line.Meant != "" && !q.Fits([]string{"how"}) && !asksOfTime(line, asked)
	return wished || moves || line.Touches && named
}

// commands reports whether a line is a command that changes something, and asks neither how nor when.
func commands(line speech.Line, reading speech.Reading, asked speech.Asking) bool {
	changes := reading.Kind == speech.HouseWord && reading.Need() != speech.ToRead
	return changes && !asked.Whole.Fits([]string{"howto|how"}) && !asksOfTime(line, asked)
}

// asksOfTime reports whether a line asks whose turn it is, until when, or what happens if somebody is late. A word of it may look
// like a wish: "¿Hasta qué hora tengo para contestar?" asks for no pause.
func asksOfTime(line speech.Line, asked speech.Asking) bool {
	return strings.Contains(line.Raw, "?") && slices.ContainsFunc(asked.Parts, func(part engine.Question) bool {
		return part.Fits([]string{"turn|until|late"})
	})
}

// aboutUs reports whether a question is surely one to the house: about the match or its rules, and to nobody at the table.
func (dealt) aboutUs(raw string, q engine.Question) bool {
	marked := strings.ContainsAny(raw, "?？") || q.Fits([]string{"howmany|howto|mean"})
	return marked && q.Fits([]string{"what|howmany|who|why|where|when|how|howto|may|must|mean|does|happens", "!toyou"}) && len(q.Words) > q.Loose && q.Loose <= unknownMost
}

// unknownMost is how many words that no table knows a question may have to be one to the house.
const unknownMost = 2

// gameAsked returns the game that a question names, otherwise that of the match at hand; nil without either.
func gameAsked(d *desk.Desk, raw string) (engine.Game, engine.Setup) {
	if d.Table != nil {
		return d.Table.Match.Game, d.Table.Match.SetupNow()
	}
	for _, word := range engine.QuestionWords(raw) {
		for _, name := range d.House.Names {
			if engine.EditDistance(word, name) <= 1 || len(word) > 7 && strings.HasPrefix(word, name[:5]) {
				g, edition := gameOrNamed(d, name)
				return g, engine.Setup{Edition: edition, Rules: engine.NewestRules}
			}
		}
	}
	return nil, engine.Setup{}
}

// dealt is a question that is being answered.
type dealt struct {
	d     *desk.Desk
	game  engine.Game
	setup engine.Setup
}

func (a dealt) readOn(section string) string {
	if a.d.Table == nil {
		return "rules " + a.game.Name() + " " + engine.PrintSectionWord(a.game, section, a.d.Lang)
	}
	return "rules " + engine.PrintSectionWord(a.game, section, a.d.Lang)
}

// whole answers a line part by part if each part is a question of its own, otherwise as one.
func (a dealt) whole(asked speech.Asking) *engine.Told {
	var parts []*engine.Told
	all := &engine.Told{}
	for _, q := range asked.Parts {
		told := a.one(q)
		if told == nil {
			continue
		}
		parts = append(parts, told)
		if all.Section == "" {
			all.Section = told.Section
		}
		for _, p := range told.Says {
			if !slices.ContainsFunc(all.Says, func(said engine.Phrase) bool { return reflect.DeepEqual(said, p) }) {
				all.Says = append(all.Says, p)
			}
		}
	}
	whole := a.one(asked.Whole)
	if len(parts) > 1 || whole == nil && len(parts) == 1 {
		return all
	}
	return whole
}

// one answers one question.
func (a dealt) one(q engine.Question) *engine.Told {
	rows := speech.QuestionRows()
	first := engine.FilterList(rows, func(r engine.AnswerRow) bool { return !strings.HasPrefix(r.Tells, "after ") })
	if told := a.told(reply(engine.FirstAnswer(first, q)), q); told != nil {
		return told
	}
	if told := a.ofHouse(q); told != nil {
		return told
	}
	if told := a.ofGame(q); told != nil {
		return told
	}
	after := engine.FilterList(rows, func(r engine.AnswerRow) bool { return strings.HasPrefix(r.Tells, "after ") })
	return a.told(reply(strings.TrimPrefix(engine.FirstAnswer(after, q), "after ")), q)
}

// ofHouse answers what people ask of the house itself, all of it at once.
func (a dealt) ofHouse(q engine.Question) *engine.Told {
	var says []engine.Phrase
	if q.Fits([]string{"robot"}) || q.Fits([]string{"cost", "!seat", "!place"}) {
		says = append(says, engine.Say("house.help-pitpost"))
	}
	if q.Fits([]string{"phone"}) {
		says = append(says, engine.Say("house.dealer-phone"))
	}
	if q.Fits([]string{"reads|stored"}) {
		says = append(says, engine.Say("house.dealer-letters"))
	}
	if q.Fits([]string{"address"}) {
		says = append(says, engine.Say("house.help-address"))
	}
	if len(says) == 0 {
		return nil
	}
	return &engine.Told{Says: says}
}

// ofGame has the game answer.
func (a dealt) ofGame(q engine.Question) *engine.Told {
	game, ok := a.game.(engine.Asked)
	if !ok {
		return nil
	}
	var state engine.State
	seat := ""
	if a.d.Table != nil && a.d.Table.Match.State() != nil {
		state = a.d.Table.Match.State()
	}
	if a.d.Seat != nil && a.d.Seat.Played() {
		seat = a.d.Seat.Name
	}
	told := game.Answer(a.setup, state, seat, q)
	if told == nil || len(told.Events) == 0 {
		return told
	}
	if state == nil {
		return nil
	}
	told.Says = a.events(told.Events, q.Seats, seat)
	switch {
	case len(told.Says) > 0:
	case told.None != nil && len(q.Seats) == 0:
		told.Says = []engine.Phrase{*told.None}
	default:
		told.Says = []engine.Phrase{engine.Say("house.dealer-quiet")}
	}
	return told
}

// events tells what a seat heard of events of some kinds, and of the seats that are named.
func (a dealt) events(kinds, seats []string, seat string) (says []engine.Phrase) {
	for _, h := range a.d.Table.Match.Heard(seat, 0) {
		if !slices.Contains(kinds, h.Kind) {
			continue
		}
		for _, p := range h.Lines {
			if len(seats) == 0 || slices.ContainsFunc(seats, func(name string) bool { return names(p, name) }) {
				says = append(says, p)
			}
		}
	}
	return says[max(0, len(says)-newsMost):]
}

// names reports whether a phrase names a seat.
func names(p engine.Phrase, seat string) bool {
	for _, v := range p.Args {
		if v == seat {
			return true
		}
	}
	return false
}

// reply is a word of the house's table of answers.
type reply string

// The words of the table.
const (
	tellMine     reply = "mine"
	tellGames    reply = "games"
	tellAdvice   reply = "advice"
	tellUndo     reply = "undo"
	tellPausing  reply = "pausing"
	tellInvite   reply = "invite"
	tellBegin    reply = "begin"
	tellTurn     reply = "turn"
	tellOrder    reply = "order"
	tellLate     reply = "late"
	tellDid      reply = "did"
	tellBefore   reply = "before"
	tellHappened reply = "happened"
)

// told tells what a row of the house's table says.
func (a dealt) told(what reply, q engine.Question) *engine.Told {
	if topic, ok := strings.CutPrefix(string(what), "help "); ok {
		return &engine.Told{Says: []engine.Phrase{a.d.WithExample("house.help-" + topic)}}
	}
	var says []engine.Phrase
	switch what {
	case tellMine:
		says = a.mine()
	case tellGames:
		says = a.games()
	case tellAdvice:
		says = a.advice()
	case tellUndo:
		says = []engine.Phrase{engine.Say("house.dealer-undo")}
	case tellPausing:
		says = []engine.Phrase{engine.Say("house.dealer-pause")}
	case tellInvite, tellBegin:
		says = []engine.Phrase{a.d.WithExample("house.dealer-invite")}
	case tellTurn:
		says = a.turn(q)
	case tellOrder:
		says = a.order()
	case tellLate:
		says = a.late()
	case tellDid:
		says = a.did(q.Seats)
	case tellBefore:
		says = a.did([]string{a.me()})
	case tellHappened:
		says = a.happened()
	}
	if len(says) == 0 {
		return nil
	}
	return &engine.Told{Says: says}
}

func (a dealt) me() string {
	if a.d.Seat == nil {
		return ""
	}
	return a.d.Seat.Name
}

func (a dealt) running() bool { return a.d.Table != nil && a.d.Table.Row.Phase.InPlay() }

// turn says whose turn it is, and until when.
func (a dealt) turn(q engine.Question) (says []engine.Phrase) {
	d := a.d
	if d.Table != nil && d.Table.Row.Phase == model.PhaseLobby {
		return ShowStatus(d, speech.Line{}, "").Says // who has a seat, and who is still asked
	}
	if !a.running() {
		return append([]engine.Phrase{engine.Say("house.dealer-nobody")}, desk.ExplainOpening(d, "house.no-match-yet")...)
	}
	for _, name := range d.Table.Match.ToMove() {
		s := d.Table.SeatBegins(name)
		if s == nil {
			continue
		}
		c := d.Table.Clock(s.No)
		switch {
		case c == nil && d.HasMoved(): // its clock is set when the letter is done
			return nil
		case c == nil || c.StoppedAt != nil:
			says = append(says, engine.Say("house.dealer-turn-open", "name", s.Name))
		case d.Seat != nil && d.Seat.No == s.No:
			says = append(says, engine.Say("house.dealer-turn-yours", "until", engine.FormatMoment(c.Soft)))
		default:
			says = append(says, engine.Say("house.dealer-turn", "name", s.Name, "until", engine.FormatMoment(c.Soft)))
		}
	}
	if q.About["pausing"] {
		says = append(says, engine.Say("house.dealer-pause"))
	}
	return says
}

// order names the seats in the order in which they play, from whoever is next.
func (a dealt) order() []engine.Phrase {
	if a.d.Table == nil {
		return nil
	}
	m := a.d.Table.Match
	first := m.Names()[0]
	if due := m.ToMove(); len(due) > 0 {
		first = due[0]
	}
	return []engine.Phrase{engine.Say("house.dealer-order", "names", m.MovingFrom(first))}
}

// late says what happens when the sender's time runs out.
func (a dealt) late() []engine.Phrase {
	d := a.d
	if !a.running() || d.Seat == nil {
		return nil
	}
	spare := int(d.Seat.Bank / time.Second)
	says := []engine.Phrase{engine.Say("mail.then-"+string(d.Table.Row.Terms.Timeout), "spare_in", spare, "spare", spare > 0, "runs", false)}
	return append(says, a.turn(engine.Question{})...)
}

// games lists the games of this house with their numbers of players.
func (a dealt) games() (says []engine.Phrase) {
	for _, name := range a.d.House.Names {
		if g := a.d.House.Games(name); g != nil {
			least, most := g.Seats()
			says = append(says, engine.Say("house.dealer-game", "game", engine.Say(name+".title"), "least", least, "most", most))
		}
	}
	return says
}

// advice says what the match's bot would play from what the sender can see.
func (a dealt) advice() []engine.Phrase {
	d := a.d
	if !a.running() || d.Seat == nil {
		return nil
	}
	switch {
	case !d.Table.Row.Terms.Advises():
		return []engine.Phrase{engine.Say("house.dealer-advice-off")}
	case d.Player != nil && d.Player.Settings.NoHints:
		return []engine.Phrase{engine.Say("house.dealer-advice-own")}
	}
	command := d.Table.Advice(d.Seat)
	if command == "" {
		return append([]engine.Phrase{engine.Say("house.dealer-advice-none")}, a.turn(engine.Question{})...)
	}
	for _, c := range d.Table.Match.State().View(d.Seat.Name).Choices {
		if c.Command == command {
			return []engine.Phrase{engine.Say("house.dealer-advice", "command", command, "does", c.Says)}
		}
	}
	return nil
}

// did tells the last turns of some seats in this match, as the sender saw them.
func (a dealt) did(seats []string) (says []engine.Phrase) {
	if !a.running() && (a.d.Table == nil || !a.d.Table.Row.Phase.Ended()) {
		return nil
	}
	m := a.d.Table.Match
	facts := m.Facts()
	for _, name := range seats {
		last := -1
		for i, f := range facts {
			if f.Seat == name {
				last = i
			}
		}
		if last < 0 {
			continue
		}
		first := last
		for first > 0 && facts[first-1].Seat == name {
			first--
		}
		for _, h := range m.Heard(a.me(), facts[first].Seq-1) {
			if h.Seq <= facts[last].Seq {
				says = append(says, h.Lines...)
			}
		}
	}
	if len(says) == 0 {
		return []engine.Phrase{engine.Say("house.dealer-quiet")}
	}
	return says[max(0, len(says)-newsMost):]
}

// happened tells what happened since the sender's last turn.
func (a dealt) happened() (says []engine.Phrase) {
	if a.d.Table == nil || a.d.Table.Match.State() == nil {
		return nil
	}
	m, since := a.d.Table.Match, 0
	for past, f := range m.Replay(m.Facts()) {
		if f.Seat == a.me() && f.Seat != "" && past.Chooses(f) {
			since = f.Seq
		}
	}
	for _, h := range m.Heard(a.me(), since) {
		says = append(says, h.Lines...)
	}
	if len(says) == 0 {
		return []engine.Phrase{engine.Say("house.dealer-quiet")}
	}
	return says[max(0, len(says)-newsMost):]
}

// mine quotes the sender's last letter about this match and says how it was read.
func (a dealt) mine() []engine.Phrase {
	d := a.d
	if d.Table == nil || d.Seat == nil {
		return []engine.Phrase{engine.Say("house.dealer-mine-none")}
	}
	last := d.W.LastLetter(d.Table.Row.ID, d.Seat.No, d.Player.Number())
	if last.Words == "" {
		return []engine.Phrase{engine.Say("house.dealer-mine-none")}
	}
	says := []engine.Phrase{engine.Say("house.dealer-mine", "at", engine.FormatMoment(last.At), "words", engine.ClipText(last.Words))}
	var commands []string
	for _, line := range d.Lines(last.Words) {
		if kind := d.Read(line.Folded).Kind; kind == speech.GameLine || kind == speech.HouseWord {
			commands = append(commands, line.Folded)
		}
	}
	if len(commands) > 0 {
		says = append(says, engine.Say("house.dealer-mine-read", "commands", commands))
	}
	return append(says, engine.Say("house.dealer-undo"))
}
