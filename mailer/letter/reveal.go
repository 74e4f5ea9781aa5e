package letter

import (
	"strings"

	"pitpost.example/engine"
	"pitpost.example/mailer/render"
)

// reveal makes the letter that opens a round's roles one of its own: a line about the
// reader, what each did in that round, and what was said.
func (s *builder) reveal(since int) error {
	s.portrait(since)
	s.accounts(since)
	return s.roundTalk(since)
}

// roundTalk adds to the letter that opens a round's roles what was said while
// they were hidden, so that it can be read once more by who says it.
func (s *builder) roundTalk(since int) error {
	ended, from := 0, 0
	for _, f := range s.table.Match.Facts() {
		kind := f.Event.Kind()
		if f.Seq > since && strings.HasSuffix(kind, ".ended") && kind != "match.ended" {
			ended = f.Seq
		}
	}
	for _, f := range s.table.Match.Facts() {
		if f.Seq < ended && strings.HasSuffix(f.Event.Kind(), ".dealt") {
			from = f.Seq
		}
	}
	talk := s.saidToAll(from, ended)
	if len(talk) == 0 {
		return nil
	}
	words, err := s.wordsOf(talk)
	if err != nil {
		return err
	}
	sec := render.Section{Title: s.say("mail.round-talk")}
	for _, e := range talk {
		sec.Lines = append(sec.Lines, render.Plain(s.say("match.said", "name", engine.Speaker(e.By), "words", clipped(strings.ReplaceAll(words[e.Ref], "\n", " / ")))))
	}
	s.sections = append(s.sections, sec)
	return nil
}
