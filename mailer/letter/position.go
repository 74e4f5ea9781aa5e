package letter

import (
	"math"
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/table"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
)

// position prints board, hand, ledger, choices and time as the seat sees them.
func (s *builder) position() {
	v := s.view()
	if over(s.table.Match) {
		v.You, v.Choices = nil, nil
	}
	s.sections = append(s.sections, s.board(v))
	due := len(v.Choices) > 0
	s.hand(v, due)
	s.ledger(v)
	s.until(due)
	if due {
		s.rally()
	}
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
		by[c.Place] = append(by[c.Place], s.command(c.Command))
	}
	s.add(render.Section{Title: s.say("mail.hand"), Lines: plain(printed(v.You, s.print)...), Table: s.cards(v.Hand, by)})
	s.add(render.Section{Title: s.say("mail.open"), Table: s.cards(v.Open, by)})
	if due {
		s.can(v, by)
	}
}

func (s *builder) cards(held []engine.Held, by map[string][]render.Command) []render.Row {
	var rows []render.Row
	for _, h := range held {
		rows = append(rows, render.Row{Head: h.Place, Name: s.print(h.Name), Text: s.print(h.Short), Commands: by[h.Place]})
	}
	return rows
}

// can lists what can be done, by card, what needs no card at the end.
func (s *builder) can(v engine.View, by map[string][]render.Command) {
	can := render.Section{TextOnly: true, Title: s.say("mail.can"), Lines: []render.Line{s.line("mail.how")}}
	if _, ok := s.table.Match.State().(engine.LongTurn); ok {
		// Links answer one choice each, so the page too must say that a turn fits
		// in one letter.
		s.tell(can.Title, s.line("mail.how-turn"))
		can = render.Section{TextOnly: true}
	}
	for _, h := range slices.Concat(v.Open, v.Hand) {
		if len(by[h.Place]) > 0 {
			can.Choices = append(can.Choices, render.Choices{Head: s.say("mail.card", "place", h.Place), Commands: by[h.Place]})
		}
	}
	head := "mail.also"
	if len(can.Choices) == 0 {
		head = "mail.answer-with"
	}
	s.add(can)
	s.offer(head, by[""])
}

// handOnly ends a receipt: the hand as it is now, for "next".
func handOnly(s *builder) {
	sec := render.Section{Title: s.say("mail.hand")}
	for _, h := range s.view().Hand {
		sec.Table = append(sec.Table, render.Row{Head: h.Place, Name: s.print(h.Name)})
	}
	s.add(sec)
}

// board prints the position: drawn in characters, or as a list of facts, with its picture
// where the reader wants one.
func (s *builder) board(v engine.View) render.Section {
	alt := printed(v.Alt, s.print)
	board := render.Section{Title: s.say("mail.board", "round", v.Round, "turn", v.Turn)}
	if s.player != nil && s.player.Settings.Format == model.FormatReader {
		board.Lines = plain(alt...)
	} else {
		board.Board, board.Alt = render.Board(v, s.print), strings.Join(alt, " ")
	}
	if s.pictured() {
		board.Picture = true
		s.picture = &v.Scene
	}
	for _, p := range v.Table {
		board.Lines = append(board.Lines, render.Line{Text: s.print(p), Kind: render.Faint})
	}
	return board
}

// saidMost is how many characters of somebody's words the ledger repeats.
const saidMost = 60

// ledger prints what is known of each seat: what lies before it, what it did
// in this round, and what it said last.
func (s *builder) ledger(v engine.View) {
	sec := render.Section{Title: s.say("mail.table")}
	said := s.lastSaid()
	for _, l := range v.Seats {
		phrases := slices.Concat(s.played(l.Seat), l.Now, l.Did)
		if words := said[l.Seat]; words != "" {
			phrases = append(phrases, engine.Say("mail.said", "words", words))
		}
		sec.Table = append(sec.Table, render.Row{Head: l.Seat, Text: s.inARow(phrases)})
	}
	s.sections = append(s.sections, sec)
}

// played names a bot as a bot.
func (s *builder) played(seat string) []engine.Phrase {
	if c := s.table.Match.Chair(seat); c != nil && c.Bot {
		return []engine.Phrase{engine.Say("house.seat-bot")}
	}
	return nil
}

// lastSaid is what each seat said last in this round, as far as this one heard
// it.
func (s *builder) lastSaid() map[string]string {
	out := map[string]string{}
	s.saidToAll(lastFact(s.table.Match, func(f engine.Fact) bool { return strings.HasSuffix(f.Event.Kind(), ".dealt") }), math.MaxInt, func(by, words string) { out[by] = words })
	return out
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

// until says how long there is, and what happens then.
func (s *builder) until(due bool) {
	var lines []render.Line
	if due && !s.table.Match.HoldsUp(s.seat.Name) {
		lines = append(lines, s.line("mail.no-hurry"))
	} else if due {
		if clock := s.clock(); clock != nil {
			spare := int(clock.Due.Sub(clock.Soft) / time.Second)
			lines = append(lines, s.weighed(render.Strong, "mail.until", "until", clock.Soft.UTC().Format(time.RFC3339), "in", int(clock.Soft.Sub(s.now)/time.Second)),
				s.line("mail.then-"+string(s.table.Row.Terms.Timeout), "spare_in", spare, "in", spare))
			if s.now.Sub(clock.Began) > 72*time.Hour {
				lines = append(lines, s.line("mail.waited-for", "name", s.seat.Name))
			}
		}
		lines = append(lines, s.drafts()...)
	} else if names := s.table.Match.Awaited(); len(names) > 0 {
		lines = append(lines, s.line("mail.next-is", "names", names))
	}
	s.sections = append(s.sections, render.Section{Lines: append(lines, s.pageLink()...)})
	s.foot = append(s.foot, s.say("mail.lost"), s.say("mail.words"))
}

// rally says until when a seat that plays along in an evening of fast clocks is asked to
// move; its own time, which stands above, goes on behind it.
func (s *builder) rally() {
	if until, ok := table.RallyDue(s.table, s.seat, s.clock(), s.now); ok {
		s.top("rally.until", "until", until.UTC().Format(time.RFC3339))
	}
}

// drafts offers the move that was sent out of turn.
func (s *builder) drafts() []render.Line {
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
	lines := []render.Line{s.line("mail.next-is", "names", names)}
	if pace := s.table.Row.Terms.Pace; pace > 0 && !slices.Contains(names, s.seat.Name) {
		// The deadline itself would tell of the other's quiet hours.
		lines = append(lines, s.line("mail.next-has", "in", int(pace/time.Second)))
	}
	if away > 0 {
		lines = append(lines, s.line("mail.your-turn-in", "in", int(in/time.Second)))
	}
	s.tell("", lines...)
}
