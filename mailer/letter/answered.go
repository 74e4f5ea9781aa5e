package letter

import (
	"strings"

	"pitpost.example/house/notice"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
)

// quotedMost is how many letters of a line a receipt repeats.
const quotedMost = 200

// receiptLines say of each line of a letter what became of it.
func receiptLines(s *builder, r notice.Receipt) {
	sec := render.Section{}
	var asides []string
	for _, a := range r.Lines {
		if a.State == model.LineAside {
			asides = append(asides, a.Text)
			continue
		}
		a.Text = render.Shorten(a.Text, quotedMost)
		says := make([]string, len(a.Says))
		for i, p := range a.Says {
			says[i] = s.print(p)
		}
		text := strings.Join(says, " ")
		switch a.State {
		case model.LineUnread:
			if text == "" { // else it says why
				text = s.say("mail.unread", "line", a.Text)
			}
		case model.LineRefused:
			text = s.say("mail.refused", "line", a.Text, "why", text)
			if len(a.Nearest) > 0 {
				text += " " + s.say("mail.nearest", "commands", s.quotes(a.Nearest))
			}
		}
		kind := map[model.LineState]render.Weight{model.LineDone: render.Done, model.LineKept: render.Done, model.LineRefused: render.Refused, model.LineUnread: render.Faint}[a.State]
		if kind == render.Done || a.State == model.LineTold {
			sec.Lines = append(sec.Lines, render.Line{Text: says0(says), Kind: kind})
			for _, more := range says[min(1, len(says)):] {
				sec.Lines = append(sec.Lines, render.Plain(more))
			}
			continue
		}
		sec.Lines = append(sec.Lines, render.Line{Text: text, Kind: kind})
	}
	if r.More > 0 {
		sec.Lines = append(sec.Lines, render.Line{Text: s.say("mail.more-lines", "count", r.More), Kind: render.Faint})
	}
	if len(asides) > 0 { // in one line below what was done: a greeting needs no answer of its own
		aside := render.Shorten(strings.Join(asides, " / "), quotedMost)
		sec.Lines = append(sec.Lines, render.Line{Text: s.say("mail.aside", "line", aside), Kind: render.Faint})
	}
	for _, p := range r.Says {
		sec.Lines = append(sec.Lines, render.Plain(s.print(p)))
	}
	if len(sec.Lines) == 0 {
		sec.Lines = append(sec.Lines, render.Plain(s.say("mail.nothing-read")))
	}
	s.add(sec)
}

func says0(says []string) string {
	if len(says) == 0 {
		return ""
	}
	return says[0]
}

func (s *builder) quotes(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = s.say("mail.quotes", "words", w)
	}
	return out
}
