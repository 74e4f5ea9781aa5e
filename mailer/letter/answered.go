package letter

import (
	"strings"

	"pitpost.example/house/notice"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
)

// quotedMost is how many letters of a line a receipt repeats.
const quotedMost = 200

// weights are how what became of a line stands out.
var weights = map[model.LineState]render.Weight{model.LineDone: render.Done, model.LineKept: render.Done, model.LineRefused: render.Refused, model.LineUnread: render.Faint}

// receiptLines say of each line of a letter what became of it.
func receiptLines(s *builder, r notice.Receipt) {
	var told []render.Line
	var asides []string
	for _, a := range r.Lines {
		if a.State == model.LineAside {
			asides = append(asides, a.Text)
			continue
		}
		a.Text = render.Shorten(a.Text, quotedMost)
		says := printed(a.Says, s.print)
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
		lines := plain(text)
		if done := a.State == model.LineDone || a.State == model.LineKept || a.State == model.LineTold; done && len(says) > 0 {
			lines = plain(says...)
		}
		lines[0].Kind = weights[a.State]
		told = append(told, lines...)
	}
	if r.More > 0 {
		told = append(told, s.weighed(render.Faint, "mail.more-lines", "count", r.More))
	}
	if len(asides) > 0 { // in one line below what was done: a greeting needs no answer of its own
		aside := render.Shorten(strings.Join(asides, " / "), quotedMost)
		told = append(told, s.weighed(render.Faint, "mail.aside", "line", aside))
	}
	told = append(told, plain(printed(r.Says, s.print)...)...)
	if len(told) == 0 {
		told = append(told, s.line("mail.nothing-read"))
	}
	s.tell("", told...)
}

func (s *builder) quotes(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = s.say("mail.quotes", "words", w)
	}
	return out
}
