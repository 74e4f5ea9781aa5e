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
	then(s, due)
	feet(s)
}

// positionShown prints all of a position but its time.
func positionShown(s *builder, v engine.View, due bool) {
	s.sections = append(s.sections, s.board(v))
	alone(s)
	if due {
		s.teach()
	}
	s.hand(v, due)
	s.ledger(v)
}

// asked begins a letter with what its reader is asked and until when, and how things stand at a
// glance: that much is seen on a lock screen, so it holds no secret.
func (s *builder) asked() {
	lines := until(s, s.due())
	if state, ok := s.table.Match.State().(engine.Glancing); ok {
		if parts := engine.Each(state.Glance(), s.print); len(parts) > 0 {
			lines = append(lines, render.Line{Text: render.Capital(strings.Join(parts, " · ")), Kind: render.Faint})
		}
	}
	s.tell("", lines...)
}

// repeats is what letters say that repeat another.
var repeats = map[model.Purpose]string{model.PurposeRemind: "mail.reminder", model.PurposeNudge: "mail.nudge"}

// until says how long there is.
func until(s *builder, due bool) []render.Line {
	names := s.table.Match.Awaited()
	switch {
	case due && !s.table.Match.HoldsUp(s.seat.Name):
		return []render.Line{s.weighed(render.Strong, "mail.no-hurry")}
	case due:
		var lines []render.Line
		if key := repeats[s.n.Purpose]; key != "" {
			lines = append(lines, s.weighed(render.Strong, key))
		}
		if clock := s.clock(); clock != nil {
			lines = append(lines, untilLine(s, clock))
		}
		if until, ok := table.RallyDue(s.table, s.seat, s.clock(), s.now); ok {
			lines = append(lines, s.weighed(render.Strong, "rally.until", "until", engine.Moment(until)))
		}
		return lines
	case len(names) > 0:
		return []render.Line{s.line("mail.next-is", "names", names)}
	}
	return nil
}

// untilLine names the moment as the reader's clock shows it, and what is left once the time for
// the move is over.
func untilLine(s *builder, clock *model.Clock) render.Line {
	if !s.now.Before(clock.Soft) && clock.Due.After(s.now) {
		return s.weighed(render.Strong, "mail.until-reserve", "until", engine.Moment(clock.Due))
	}
	zone := time.UTC
	if s.player != nil {
		zone = model.Location(s.player.Zone)
	}
	soft, now := clock.Soft.In(zone), s.now.In(zone)
	if soft.YearDay() == now.YearDay() && soft.Year() == now.Year() {
		at := soft.Format("15:04")
		if zone == time.UTC {
			at += " UTC"
		}
		return s.weighed(render.Strong, "mail.until-today", "clock", at)
	}
	return s.weighed(render.Strong, "mail.until", "until", engine.Moment(clock.Soft))
}

// pictured says whether the reader wants the board painted.
func (s *builder) pictured() bool {
	if s.player == nil {
		return true
	}
	set := s.player.Settings
	return !set.NoPictures && set.Format != model.FormatText && set.Format != model.FormatReader
}

// hand prints the cards in their places, each with what can be done with it.
func (s *builder) hand(v engine.View, due bool) {
	by := map[string][]render.Command{}
	for _, c := range v.Choices {
		command := s.command(c.Command)
		command.Says = s.print(c.Says)
		by[c.Place] = append(by[c.Place], command)
	}
	chips := by
	if s.n.Purpose != model.PurposePage {
		chips = fewer(s, by, len(v.Choices))
	}
	hand := render.Section{Title: s.say("mail.hand"), Lines: plain(engine.Each(v.You, s.print)...), Table: s.cards(v.Hand, chips)}
	if state, ok := s.table.Match.State().(engine.Handed); ok && len(v.You) > 0 && s.pictured() {
		names := engine.Each(v.Hand, func(h engine.Held) string { return h.Place + " " + s.print(h.Name) })
		hand.Alt = strings.Join(names, ", ")
		hand.Picture = s.draw(drawing{name: handPicture, scene: state.HandScene(v.Seat)})
	}
	s.add(hand)
	s.add(render.Section{Title: s.say("mail.open"), Table: s.cards(v.Open, chips)})
	if due {
		s.can(v, by)
	}
}

// chipsMost is how many ready answers stand in a letter before each card has one alone.
const chipsMost = 30

// fewer leaves one answer a card where too many would stand, with what all of the card have in
// common: its reader writes the rest.
func fewer(s *builder, by map[string][]render.Command, all int) map[string][]render.Command {
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
			few[place] = []render.Command{{Text: begin + " …", Link: s.ready.Link(s.replyTo, s.subject, engine.Unaccented(begin)+" ")}}
		}
	}
	return few
}

func (s *builder) cards(held []engine.Held, by map[string][]render.Command) []render.Row {
	return engine.Each(held, func(h engine.Held) render.Row {
		row := render.Row{Head: h.Place, Name: s.print(h.Name), Text: s.print(h.Short), Commands: by[h.Place]}
		if h.Idle != nil {
			row.Text += " · " + s.print(*h.Idle)
		}
		return row
	})
}

// can lists what can be done, by card, what needs no card at the end.
func (s *builder) can(v engine.View, by map[string][]render.Command) {
	title := s.say("mail.can")
	cards := render.Section{TextOnly: true, Title: title, Lines: []render.Line{s.line("mail.how")}}
	for _, h := range slices.Concat(v.Open, v.Hand) {
		if len(by[h.Place]) > 0 {
			cards.Choices = append(cards.Choices, render.Choices{Head: s.say("mail.card", "place", h.Place), Commands: by[h.Place]})
		}
	}
	_, long := s.table.Match.State().(engine.LongTurn)
	if long && len(cards.Choices) > 0 {
		// Links answer one choice each, so the page too must say that a turn fits
		// in one letter.
		s.tell(title, s.line(s.table.Row.Game+".how-turn"))
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
		other.Table = engine.Each(by[""], func(c render.Command) render.Row {
			return render.Row{Head: c.Text, Text: c.Says, Commands: []render.Command{c}}
		})
	}
	s.add(other)
}

// explainedMost is how many choices that no card explains stand with what they do.
const explainedMost = 4

// handOnly ends a receipt: the hand as it is now, for "next".
func handOnly(s *builder) {
	s.add(render.Section{Title: s.say("mail.hand"), Table: engine.Each(s.view().Hand, func(h engine.Held) render.Row {
		return render.Row{Head: h.Place, Name: s.print(h.Name)}
	})})
}

// board prints the position: drawn in characters, or as a list of facts, with its picture
// where the reader wants one.
func (s *builder) board(v engine.View) render.Section {
	alt := engine.Each(v.Alt, s.print)
	title := "mail.board"
	if s.closed > 0 && !s.table.Match.Phase.Ended() { // the news above are of a board that is gone
		title = "mail.board-new"
	}
	board := render.Section{Title: s.say(title)}
	if s.player != nil && s.player.Settings.Format == model.FormatReader {
		board.Lines = plain(alt...)
	} else {
		board.Board, board.Alt = render.Board(v, s.print), strings.Join(alt, " ")
	}
	if s.pictured() {
		s.paint(v, &board)
	}
	if len(v.Table) > 0 {
		beside := strings.Join(engine.Each(v.Table, s.print), " ")
		board.Lines = append(board.Lines, render.Line{Text: beside, Kind: render.Faint})
	}
	return board
}

// The names of the two pictures that stand in a letter.
const (
	boardPicture = "board"
	handPicture  = "hand"
)

// drawing is a picture of a letter: a scene, and what its reader alone sees over it.
type drawing struct {
	name  string
	scene engine.Scene
	over  []engine.Sprite
}

// draw puts a picture into the letter, nil where there is nothing to see.
func (s *builder) draw(d drawing) *render.Picture {
	if d.scene.Width == 0 {
		return nil
	}
	s.pictures = append(s.pictures, d)
	width, height := picture.Size(d.scene)
	return &render.Picture{Name: d.name, Width: width, Height: height}
}

// paint draws the board with what its reader alone sees on it, and says whose the cards are that
// bear a number there.
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

// byName lists numbered cards, those of one player together. Their numbers stand before the name, and
// places behind it: a number before a place could be read as a move.
func byName(laid []engine.Laid) string {
	var names []string
	numbers, places := map[string]string{}, map[string][]string{}
	for i := 0; i < len(laid); i++ {
		by, number := laid[i].By, fmt.Sprintf("(%d)", i+1)
		for first := i; i < len(laid) && laid[i].By == by; i++ {
			if i > first && (i+1 == len(laid) || laid[i+1].By != by) {
				number += fmt.Sprintf("–(%d)", i+1)
			}
			if place := laid[i].Place; place != by && !slices.Contains(places[by], place) { // a card may lie before whoever laid it
				places[by] = append(places[by], place)
			}
		}
		i--
		if numbers[by] == "" {
			names = append(names, by)
		}
		numbers[by] += number + " "
	}
	return strings.Join(engine.Each(names, func(name string) string {
		return strings.TrimSpace(numbers[name] + name + " " + strings.Join(places[name], ", "))
	}), " · ")
}

// saidMost is how many characters of somebody's words the ledger repeats.
const saidMost = 60

// ledger prints what is known of each seat: what lies before it, what it did
// in this round, and what it said last.
func (s *builder) ledger(v engine.View) {
	said := map[string]string{} // by each seat last in this round, as far as this one heard it
	s.saidToAll(lastFact(s.table.Match, engine.Deals), math.MaxInt, func(by, words string) { said[by] = words })
	rows := engine.Each(v.Seats, func(l engine.Ledger) render.Row {
		phrases := slices.Concat(played(s, l.Seat), l.Now, l.Did)
		if words := said[l.Seat]; words != "" {
			phrases = append(phrases, engine.Say("mail.said", "words", words))
		}
		return render.Row{Head: l.Seat, Text: s.inARow(phrases)}
	})
	s.sections = append(s.sections, render.Section{Title: s.say("mail.table"), Table: rows})
}

// played names a bot as a bot.
func played(s *builder, seat string) []engine.Phrase {
	if c := s.table.Match.Chair(seat); c != nil && c.Bot {
		return []engine.Phrase{engine.Say("house.seat-bot")}
	}
	return nil
}

// lastFact is the number of the last fact that is so, 0 for none.
func lastFact(m *engine.Match, is func(engine.Fact) bool) int {
	for _, f := range slices.Backward(m.Facts()) {
		if is(f) {
			return f.Seq
		}
	}
	return 0
}

// saidToAll gives what all at the table heard between two facts, each cut to what stands in a row.
func (s *builder) saidToAll(after, before int, each func(by, words string)) {
	var talk []engine.Said
	var refs []int64
	for _, f := range s.table.Match.Facts() {
		if e, ok := f.Event.(engine.Said); ok && e.To == nil && f.Seq > after && f.Seq < before {
			talk, refs = append(talk, e), append(refs, e.Ref)
		}
	}
	words := s.wordsOf(refs...)
	for _, e := range talk {
		each(e.By, render.Shorten(inOneRow(words[e.Ref]), saidMost))
	}
}

// then says what happens once the time is out.
func then(s *builder, due bool) {
	var lines []render.Line
	if due && s.table.Match.HoldsUp(s.seat.Name) {
		if clock := s.clock(); clock != nil {
			spare := int(clock.Due.Sub(clock.Soft) / time.Second)
			lines = append(lines, s.line("mail.then-"+string(s.table.Row.Terms.Timeout), "spare_in", spare, "in", spare))
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

// feet are the lines at the foot: the reader's other matches, where to turn, and how to get less.
func feet(s *builder) {
	if s.player != nil {
		also, err := s.src.AlsoDue(s.ctx, s.player.ID, s.n.Match)
		if s.keep(err); len(also) > 0 {
			matches := engine.Each(also, func(id int64) string { return fmt.Sprintf("#%d", id) })
			s.foot = append(s.foot, s.say("mail.also-due", "matches", matches))
		}
	}
	less := s.quotes(engine.Each([]string{"daily", "quiet 22-07", "away", "stop"}, s.spell))
	s.foot = append(s.foot, s.say("mail.lost"), s.say("mail.less", "answers", strings.Join(less, " · ")), s.say("mail.own-seat"))
	if s.opening {
		s.foot = append(s.foot, s.say("mail.edition", "edition", s.table.Row.Edition),
			s.say("mail.sealed", "commitment", engine.Dice{Seed: s.table.Row.Seed}.Commitment()))
	}
}

// drafts offers the move that was sent out of turn.
func drafts(s *builder) []render.Line {
	plans, err := s.src.PlansOf(s.ctx, s.n.Match, s.n.Seat)
	s.keep(err)
	i := slices.IndexFunc(plans, func(p model.Plan) bool { return p.Kind == model.PlanDraft })
	if i < 0 {
		return nil
	}
	lines := plans[i].Lines
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

// whoIsNext says whose turn it is and when one's own comes round.
func whoIsNext(s *builder) {
	names := s.table.Match.Awaited()
	if len(names) == 0 {
		return
	}
	chairs := s.table.Match.Names()
	away := 0
	if own := slices.Index(chairs, s.seat.Name); own >= 0 {
		away = (own - slices.Index(chairs, names[0]) + len(chairs)) % len(chairs)
	}
	in := time.Duration(away) * s.table.Row.Terms.Pace / 6 // people answer well before their time is out
	if slices.Contains(names, s.seat.Name) {
		return // a letter of its own says so
	}
	lines := []render.Line{s.line("mail.next-is", "names", names)}
	if pace := s.table.Row.Terms.Pace; pace > 0 {
		// The deadline itself would tell of the other's quiet hours.
		lines = append(lines, s.line("mail.next-has", "in", int(pace/time.Second)))
	}
	if away > 0 {
		lines = append(lines, s.line("mail.your-turn-in", "in", int(in/time.Second)))
	}
	s.tell("", lines...)
}
