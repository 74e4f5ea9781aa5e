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
func (s *builder) ledger(v engine.View) error {
	sec := render.Section{Title: s.say("mail.table")}
	said, err := s.lastSaid()
	if err != nil {
		return err
	}
	for _, l := range v.Seats {
		phrases := slices.Concat(s.played(l.Seat), l.Now, l.Did)
		if words := said[l.Seat]; words != "" {
			phrases = append(phrases, engine.Say("mail.said", "words", words))
		}
		sec.Table = append(sec.Table, render.Row{Head: l.Seat, Text: s.inARow(phrases)})
	}
	s.sections = append(s.sections, sec)
	return nil
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
func (s *builder) lastSaid() (map[string]string, error) {
	since := 0
	for _, f := range s.table.Match.Facts() {
		if strings.HasSuffix(f.Event.Kind(), ".dealt") {
			since = f.Seq
		}
	}
	talk := s.saidToAll(since, math.MaxInt)
	words, err := s.wordsOf(talk)
	out := make(map[string]string, len(talk))
	for _, e := range talk {
		out[e.By] = clipped(strings.ReplaceAll(words[e.Ref], "\n", " / "))
	}
	return out, err
}

// saidToAll is what all at the table heard between two facts.
func (s *builder) saidToAll(after, before int) []engine.Said {
	var talk []engine.Said
	for _, f := range s.table.Match.Facts() {
		if e, ok := f.Event.(engine.Said); ok && e.To == nil && f.Seq > after && f.Seq < before {
			talk = append(talk, e)
		}
	}
	return talk
}

func clipped(words string) string { return render.Shorten(words, saidMost) }
