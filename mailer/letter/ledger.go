package letter

import (
	"math"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/mailer/render"
)

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
