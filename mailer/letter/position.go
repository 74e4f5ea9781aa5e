package letter

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/table"
	"pitpost.example/mailer/picture"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
)

// position prints board, hand, ledger, choices and time as the seat sees them.
func (s *builder) position() {
	v := s.view()
	if s.table.Match.Phase.Ended() {
		v.You, v.Choices = nil, nil
	}
	due := len(v.Choices) > 0
	positionShown(s, v, due)
	memo(s)
	afterDeadline(s, due)
	footLines(s)
}

// positionShown prints a position without its time.
func positionShown(s *builder, v engine.View, due bool) {
	s.sections = append(s.sections, s.board(v))
	privateNews(s)
	if due {
		s.teach()
	}
	s.hand(v, due)
	if s.begins {
		meanwhile(s)
	}
	s.ledger(v)
}

// summary begins a letter with what the reader is asked for, until when, and how the match stands. Lock screens show
// this, so it must not contain secrets.
func (s *builder) summary() {
	lines := append(graceLines(s), until(s, s.due())...)
	if state, ok := s.table.Match.State().(engine.Glancing); ok {
		if parts := engine.MapList(state.Glance(), s.print); len(parts) > 0 {
			lines = append(lines, render.Line{Text: engine.CapitaliseFirst(strings.Join(parts, " · ")),
				Kind: render.Faint})
		}
	}
	s.tell("", lines...)
}

// repeats has the first lines of letters that repeat another one.
var repeats = map[model.Purpose]string{model.PurposeRemind: "mail.reminder", model.PurposeNudge: "mail.nudge"}

// until returns lines about how much time there is.
func until(s *builder, due bool) []render.Line {
	if s.choosing() {
		return choosingUntil(s, due)
	}
	names := s.table.Match.Awaited()
	switch {
	case due && !s.table.Match.HoldsUp(s.seat.Name) && repeats[s.n.Purpose] == "":
		return []render.Line{s.weighed(render.Strong, "mail.before-first")}
	case due:
		var lines []render.Line
		if key := repeats[s.n.Purpose]; key != "" {
			lines = append(lines, s.weighed(render.Strong, key))
		}
		if clock := s.table.Clock(s.seat.No); clock != nil {
			lines = append(lines, untilLine(s, clock))
		}
		if until, ok := table.RallyDeadline(s.table, s.seat, s.now); ok {
			lines = append(lines, s.weighed(render.Strong, "rally.until", "until", engine.FormatMoment(until)))
		}
		return lines
	case s.begins && len(names) > 0:
		return nextLines(s, names)
	case len(names) > 0:
		return []render.Line{s.line("mail.next-is", "names", names)}
	}
	return nil
}

// graceLines says what the reader has sent and can still take back. A receipt says so in its first line.
func graceLines(s *builder) []render.Line {
	g := graceOf(s)
	if g == nil || s.n.Purpose == model.PurposeReceipt {
		return nil
	}
	can := "house.grace-can"
	if _, long := s.table.Match.State().(engine.LongTurn); long {
		can = "house.grace-can-long"
	}
	if g.Left > 0 {
		return []render.Line{s.weighed(render.Strong, "mail.grace-paused", "command", g.Commands, "in", int(g.Left/time.Second)), s.line(can)}
	}
	return []render.Line{s.weighed(render.Strong, "mail.grace", "command", g.Commands, "until", engine.FormatMoment(g.At)), s.line(can)}
}

// graceOf returns what the reader has sent and can still take back, nil if there is nothing.
func graceOf(s *builder) *model.Grace {
	if s.seat == nil || s.player == nil || s.seat.Player != s.player.ID {
		return nil
	}
	return table.OpenGrace(s.table, s.seat)
}

// nextLines returns whose turn it is, and how much time a move has.
func nextLines(s *builder, names []string) []render.Line {
	lines := []render.Line{s.line("mail.next-is", "names", names)}
	if pace := s.table.Row.Terms.Pace; pace > 0 {
		// The exact deadline would show the other player's quiet hours.
		lines = append(lines, s.line("mail.next-has", "in", int(pace/time.Second)))
	}
	return lines
}

// untilLine returns the deadline in the reader's time zone. When the time for the move is over, it is the end
// of the reserve.
func untilLine(s *builder, clock *model.Clock) render.Line {
	if clock.StoppedWhy == "paused" {
		return s.weighed(render.Strong, "mail.until-paused")
	}
	if !s.now.Before(clock.Soft) && clock.Due.After(s.now) {
		return s.weighed(render.Strong, "mail.until-reserve", "until", engine.FormatMoment(clock.Due))
	}
	if at := today(s, clock.Soft); at != "" {
		return s.weighed(render.Strong, "mail.until-today", "clock", at)
	}
	return s.weighed(render.Strong, "mail.until", "until", engine.FormatMoment(clock.Soft))
}

// today returns the time of day of a moment in the reader's time zone, "" if it is not today.
func today(s *builder, at time.Time) string {
	at, now := at.In(s.zone), s.now.In(s.zone)
	switch {
	case at.YearDay() != now.YearDay() || at.Year() != now.Year():
		return ""
	case s.zone == time.UTC:
		return at.Format("15:04 UTC")
	}
	return at.Format("15:04")
}

// pictured reports whether the reader wants pictures.
func (s *builder) pictured() bool {
	if s.player == nil {
		return true
	}
	set := s.player.Settings
	return !set.NoPictures && set.Format != model.FormatText && set.Format != model.FormatReader
}

// hand prints the cards in their places, each with its commands.
func (s *builder) hand(v engine.View, due bool) {
	by := map[string][]render.Command{}
	for _, c := range v.Choices {
		command := s.command(c.Command)
		command.Says = s.print(c.Says)
		by[c.Place] = append(by[c.Place], command)
	}
	chips := by
	if s.n.Purpose != model.PurposePage {
		chips = onePerCard(s, by, len(v.Choices))
	}
	title := "mail.hand"
	if s.choosing() {
		title = "mail.alone"
	}
	hand := render.Section{Title: s.say(title), Lines: plain(engine.MapList(v.You, s.print)...), Table: s.cards(v.Hand, chips)}
	if state, ok := s.table.Match.State().(engine.Handed); ok && len(v.You) > 0 && s.pictured() {
		names := engine.MapList(v.Hand, func(h engine.HandCard) string { return h.Place + " " + s.print(h.Name) })
		hand.Alt = strings.Join(names, ", ")
		hand.Picture = s.draw(drawing{name: handPicture, scene: state.HandScene(v.Seat)})
	}
	s.add(hand)
	s.add(render.Section{Title: s.say("mail.open"), Table: s.cards(v.Open, chips)})
	if due {
		s.choices(v, by)
	}
}

// chipsMost is the number of ready answers from which on each card gets only one.
const chipsMost = 30

// onePerCard replaces the answers of a card by one with their common beginning, if there are too many in all. The
// reader writes the rest.
func onePerCard(s *builder, by map[string][]render.Command, all int) map[string][]render.Command {
	if all < chipsMost {
		return by
	}
	few := map[string][]render.Command{}
	for place, commands := range by {
		words := strings.Fields(commands[0].Text)
		for _, c := range commands[1:] {
			for i, w := range strings.Fields(c.Text) {
				if i < len(words) && words[i] != w {
					words = words[:i]
				}
			}
		}
		begin := strings.Join(words, " ")
		if few[place] = commands; place != "" && len(commands) > 2 && begin != "" {
			few[place] = []render.Command{s.unfinished(begin)}
		}
	}
	return few
}

func (s *builder) cards(cards []engine.HandCard, by map[string][]render.Command) []render.Row {
	return engine.MapList(cards, func(h engine.HandCard) render.Row {
		row := render.Row{Head: h.Place, Name: s.print(h.Name), Text: s.print(h.Short), Commands: by[h.Place]}
		if h.Idle != nil {
			row.Text += " · " + s.print(*h.Idle)
		}
		return row
	})
}

// choices lists all choices by card, and last those that need no card.
func (s *builder) choices(v engine.View, by map[string][]render.Command) {
	title := s.say("mail.can")
	cards := render.Section{TextOnly: true, Title: title, Lines: []render.Line{s.line("mail.how")}}
	for _, h := range slices.Concat(v.Open, v.Hand) {
		if len(by[h.Place]) > 0 {
			cards.Choices = append(cards.Choices, render.Choices{Head: s.say("mail.card", "place", h.Place), Commands: by[h.Place]})
		}
	}
	_, long := s.table.Match.State().(engine.LongTurn)
	if long && len(cards.Choices) > 0 {
		// Each link answers a single choice, so HTML too must say that one letter can hold a whole turn.
		how := []render.Line{s.line(s.table.Row.Game + ".how-turn")}
		if s.table.Row.Terms.Slips == 0 {
			how = append(how, s.line("mail.final"))
		}
		s.tell(title, how...)
		cards.Title, cards.Lines = "", nil
	}
	other := render.Section{Title: title}
	if len(cards.Choices) > 0 {
		s.add(cards)
		other = render.Section{Lines: []render.Line{s.weighed(render.Strong, "mail.also")}}
	}
	switch {
	case by[""] == nil:
		return
	case len(by[""]) > explainedMost:
		other.Choices = []render.Choices{{Commands: by[""]}}
	default:
		other.Table = engine.MapList(by[""], func(c render.Command) render.Row {
			return render.Row{Head: c.Text, Text: c.Says, Commands: []render.Command{c}}
		})
	}
	s.add(other)
}

// explainedMost is the number of choices without a card up to which each is explained.
const explainedMost = 4

// handOnly ends a receipt with the hand as it is now, for the next turn.
func handOnly(s *builder) {
	s.add(render.Section{Title: s.say("mail.hand"), Table: engine.MapList(s.view().Hand,
		func(h engine.HandCard) render.Row {
			return render.Row{Head: h.Place, Name: s.print(h.Name)}
		})})
}

// board prints the position, as a drawing in characters or a list of facts, and with a picture if the reader
// wants one.
func (s *builder) board(v engine.View) render.Section {
	alt := engine.MapList(v.Alt, s.print)
	title := "mail.board"
	if s.closed > 0 && !s.table.Match.Phase.Ended() { // the news above are about a board that is gone
		title = "mail.board-new"
	}
	board := render.Section{Title: s.say(title)}
	if s.player != nil && s.player.Settings.Format == model.FormatReader {
		board.Lines = plain(alt...)
	} else {
		board.Board, board.Alt = render.BoardLines(v, s.print), strings.Join(alt, " ")
	}
	if s.pictured() {
		s.paint(v, &board)
	}
	if len(v.Table) > 0 {
		beside := strings.Join(engine.MapList(v.Table, s.print), " ")
		board.Lines = append(board.Lines, render.Line{Text: beside, Kind: render.Faint})
	}
	return board
}

// The names of the two pictures of a letter.
const (
	boardPicture = "board"
	handPicture  = "hand"
)

// drawing is a picture of a letter: a scene, and what only its reader sees over it.
type drawing struct {
	name  string
	scene engine.Scene
	over  []engine.Sprite
}

// draw adds a picture to the letter. It returns nil if there is nothing to see.
func (s *builder) draw(d drawing) *render.Picture {
	if d.scene.Width == 0 {
		return nil
	}
	s.pictures = append(s.pictures, d)
	width, height := picture.ShownSize(d.scene)
	return &render.Picture{Name: d.name, Width: width, Height: height}
}

// paint draws the board with the reader's own marks on it, and lists who laid the cards that have a number
// there.
func (s *builder) paint(v engine.View, board *render.Section) {
	d := drawing{name: boardPicture, scene: v.Scene}
	var laid []engine.Laid
	if state, ok := s.table.Match.State().(engine.Marking); ok && v.Seat != "" && !s.table.Match.Phase.Ended() {
		d.over, laid = state.Marks(v.Seat, s.since)
	}
	if board.Picture = s.draw(d); len(laid) > 0 {
		board.Lines = append(board.Lines, s.weighed(render.Faint, "mail.laid", "cards", byName(laid)))
	}
}

// byName lists numbered cards, grouped by player. Numbers go before the name and places after it, because a
// number before a place could be read as a move.
func byName(laid []engine.Laid) string {
	var names []string
	numbers, places := map[string]string{}, map[string][]string{}
	for start := 0; start < len(laid); {
		by, end := laid[start].By, start
		for ; end < len(laid) && laid[end].By == by; end++ {
			if place := laid[end].Place; place != by && !slices.Contains(places[by], place) { // a card may lie in front of the player who laid it
				places[by] = append(places[by], place)
			}
		}
		if numbers[by] == "" {
			names = append(names, by)
		}
		numbers[by] += fmt.Sprintf("(%d)", start+1)
		if end > start+1 {
			numbers[by] += fmt.Sprintf("–(%d)", end)
		}
		numbers[by] += " "
		start = end
	}
	return strings.Join(engine.MapList(names, func(name string) string {
		return strings.TrimSpace(numbers[name] + name + " " + strings.Join(places[name], ", "))
	}), " · ")
}

// saidMost is how many characters of somebody's words the ledger repeats.
const saidMost = 60

// ledger prints what is known about each seat: what lies in front of it, what it did in this round, and what
// it last said.
func (s *builder) ledger(v engine.View) {
	said := map[string]string{} // by seat: its last words in this round that this seat heard
	s.saidToAll(lastFact(s.table.Match, engine.DealsRound), math.MaxInt, func(by, words string) { said[by] = words })
	rows := engine.MapList(inOrderOfPlay(s.table.Match, v.Seats), func(l engine.Ledger) render.Row {
		phrases := slices.Concat(played(s, l.Seat), l.Now, l.Did)
		if words := said[l.Seat]; words != "" {
			phrases = append(phrases, engine.Say("mail.said", "words", words))
		}
		return render.Row{Head: l.Seat, Text: s.inARow(phrases)}
	})
	s.sections = append(s.sections, render.Section{Title: tableTitle(s), Table: rows})
}

// inOrderOfPlay lists the accounts of seats, given clockwise, in the order in which the seats move.
func inOrderOfPlay(m *engine.Match, clockwise []engine.Ledger) []engine.Ledger {
	of := map[string]engine.Ledger{}
	for _, l := range clockwise {
		of[l.Seat] = l
	}
	names := engine.MapList(clockwise, func(l engine.Ledger) string { return l.Seat })
	return engine.MapList(m.InOrderOfPlay(names), func(seat string) engine.Ledger { return of[seat] })
}

// tableTitle is the title of the seats. It says which way play goes if that is not clockwise.
func tableTitle(s *builder) string {
	if s.table.Match.CounterClockwise() {
		return s.say("mail.table-counter")
	}
	return s.say("mail.table")
}

// played returns a phrase that says that a bot plays the seat, if one does.
func played(s *builder, seat string) []engine.Phrase {
	if c := s.table.Match.Chair(seat); c != nil && c.Bot {
		return []engine.Phrase{engine.Say("house.seat-bot")}
	}
	return nil
}

// lastFact returns the number of the last fact for which is returns true, or 0.
func lastFact(m *engine.Match, is func(engine.Fact) bool) int {
	for _, f := range slices.Backward(m.Facts()) {
		if is(f) {
			return f.Seq
		}
	}
	return 0
}

// saidToAll calls each with all words between two facts that were said to everybody, shortened to fit a row.
func (s *builder) saidToAll(after, before int, each func(by, words string)) {
	var talk []engine.Said
	for _, f := range s.table.Match.Facts() {
		if e, ok := f.Event.(engine.Said); ok && e.To == nil && f.Seq > after && f.Seq < before && !s.muted(e) {
			talk = append(talk, e)
		}
	}
	words := s.wordsOf(engine.MapList(talk, func(e engine.Said) int64 { return e.Ref })...)
	for _, e := range talk {
		each(e.By, render.ShortenText(inOneRow(words[e.Ref]), saidMost))
	}
}

// afterDeadline prints what happens when the time is over.
func afterDeadline(s *builder, due bool) {
	var lines []render.Line
	if due && s.table.Match.HoldsUp(s.seat.Name) {
		clock := s.table.Clock(s.seat.No)
		switch {
		case s.choosing():
			lines = append(lines, choosingDefault(s))
		case clock != nil:
			spare := int(clock.Due.Sub(clock.Soft) / time.Second)
			lines = append(lines, s.line("mail.then-"+string(s.table.Row.Terms.Timeout), "spare_in", spare, "spare", spare > 0, "runs", spare > 0 && !s.now.Before(clock.Soft)))
			if s.now.Sub(clock.Began) > 72*time.Hour {
				lines = append(lines, s.line("mail.waited-for", "name", s.seat.Name))
			}
		}
		lines = append(lines, drafts(s)...)
	}
	lines = append(lines, seatLink(s)...)
	if s.opening {
		lines = append(lines, beginLinks(s)...)
	}
	s.tell("", lines...)
}

// footLines sets the lines of the foot: the reader's other matches, where to get help, and how to get fewer
// letters.
func footLines(s *builder) {
	if s.player != nil {
		if also := s.src.AlsoDue(s.player.ID, s.n.Match); len(also) > 0 {
			matches := engine.MapList(also, func(id int64) string { return fmt.Sprintf("#%d", id) })
			s.foot = append(s.foot, s.say("mail.also-due", "matches", matches))
		}
	}
	less := s.quotes(engine.MapList([]string{"daily", "quiet 22-07", "away", "stop"}, s.spell))
	s.foot = append(s.foot, s.say("mail.lost"), s.say("mail.less", "answers", strings.Join(less, " · ")), s.say("mail.own-seat"))
	if s.opening {
		s.foot = append(s.foot, s.say("mail.edition", "edition", s.table.Row.Edition, "book", engine.EditionTitle(s.table.Row.Game, s.table.Row.Edition)),
			s.say("mail.sealed", "commitment", engine.Dice{Seed: s.table.Row.Seed}.Commitment()))
	}
}

// drafts offers a move that was sent out of turn.
func drafts(s *builder) []render.Line {
	lines := s.table.PlanFor(s.seat.No, model.PlanDraft)
	if lines == nil {
		return nil
	}
	if _, ok := s.table.Match.State().(engine.LongTurn); ok {
		return []render.Line{s.weighed(render.Strong, "mail.draft-turn", "lines", s.quotes(lines))}
	}
	for _, l := range lines {
		if move, no := s.table.Match.State().Parse(s.seat.Name, strings.ToLower(l), nil); no == nil {
			return []render.Line{s.weighed(render.Strong, "mail.draft", "command", move.Command, "words", l)}
		}
	}
	return []render.Line{s.line("mail.draft-gone", "words", lines[0])}
}

// whoIsNext prints whose turn it is, and when the reader's comes.
func whoIsNext(s *builder) {
	names := s.table.Match.Awaited()
	if len(names) == 0 || slices.Contains(names, s.seat.Name) {
		return // this seat has its own letter about that
	}
	if s.choosing() {
		s.tell("", choosingWaits(s)...)
		return
	}
	lines := nextLines(s, names)
	if in := turnIn(s, names); in > 0 {
		lines = append(lines, s.line("mail.your-turn-in", "in", in))
	}
	s.tell("", lines...)
}

// meanwhile tells somebody who waits for their first turn when it comes, and what they can do until then.
func meanwhile(s *builder) {
	wait := render.Section{Title: s.say("mail.meanwhile"), Lines: []render.Line{s.line("mail.meanwhile-turn", "in", turnIn(s, s.table.Match.Awaited()))}}
	row := func(c render.Command, does string) {
		wait.Table = append(wait.Table, render.Row{Head: c.Text, Text: s.say(does), Commands: []render.Command{c}})
	}
	row(s.unfinished(s.command("next").Text), "house.help-does-next")
	row(s.unfinished(s.command("say").Text), "house.help-does-say")
	row(s.command("status"), "mail.meanwhile-status")
	row(s.command("rules"), "house.help-does-rules")
	s.add(wait)
}
