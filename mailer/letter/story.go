package letter

import (
	"fmt"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/mailer/render"
)

// remark adds a dry line of the house's about what happened since a fact, one at
// most; of one fact everybody is told the same. Those who asked for silence get
// none, and how to ask stands below it in the first time round the table.
func remark(s *builder, since int) {
	if s.player != nil && s.player.Settings.NoVoice {
		return
	}
	p := s.learnedSince(since).remark
	if p == nil {
		return
	}
	lines := []render.Line{{Text: s.print(*p), Kind: render.Faint}}
	if public := s.table.Match.State().View(""); public.Turn <= len(public.Seats) {
		lines = append(lines, s.weighed(render.Faint, "mail.voice-how"))
	}
	s.tell("", lines...)
}

// learned is what the seat heard since a fact, and what the house remarks on it.
type learned struct {
	since  int
	heard  []engine.Heard
	remark *engine.Phrase
}

// learnedSince folds the log once for all that a letter tells of since a fact.
func (s *builder) learnedSince(since int) *learned {
	if s.learned == nil || s.learned.since != since {
		l := learned{since: since}
		l.heard, l.remark = s.table.Match.HeardAndRemark(s.seat.Name, s.table.Row.ID, since)
		s.learned = &l
	}
	return s.learned
}

// portrait adds the reader's own line about the round or match that was closed
// since a fact.
func portrait(s *builder, since int) {
	p := s.table.Match.Portrait(s.seat.Name, since)
	if p == nil {
		return
	}
	title := s.say("mail.own-round")
	if _, whole := s.table.Match.Closed(since); whole {
		title = s.say("mail.own-match")
	}
	s.tell(title, render.Line{Text: s.print(*p), Kind: render.Strong})
}

// accounts adds what each seat did in the round that was closed since a fact: by
// now the board shows another.
func accounts(s *builder, since int) {
	sec := render.Section{Title: s.say("mail.accounts-title")}
	for _, l := range s.table.Match.Accounts(s.seat.Name, since) {
		sec.Table = append(sec.Table, render.Row{Head: l.Seat, Text: s.inARow(l.Did)})
	}
	s.add(sec)
}

// inARow prints phrases side by side; what would stand there twice stands once, with
// how often.
func (s *builder) inARow(phrases []engine.Phrase) string {
	var parts []string
	times := map[string]int{}
	for _, text := range printed(phrases, s.print) {
		if times[text]++; times[text] == 1 {
			parts = append(parts, text)
		}
	}
	for i, text := range parts {
		if n := times[text]; n > 1 {
			parts[i] = fmt.Sprintf("%s ×%d", text, n)
		}
	}
	return strings.Join(parts, ", ")
}

// roundTalk adds to the letter that opens a round's roles what was said while
// they were hidden, so that it can be read once more by who says it.
func roundTalk(s *builder, since int) {
	ended := lastFact(s.table.Match, func(f engine.Fact) bool {
		kind := f.Event.Kind()
		return f.Seq > since && strings.HasSuffix(kind, ".ended") && kind != "match.ended"
	})
	from := lastFact(s.table.Match, func(f engine.Fact) bool { return f.Seq < ended && strings.HasSuffix(f.Event.Kind(), ".dealt") })
	var lines []render.Line
	s.saidToAll(from, ended, func(by, words string) {
		lines = append(lines, s.line("match.said", "name", engine.Speaker(by), "words", words))
	})
	s.tell(s.say("mail.round-talk"), lines...)
}
