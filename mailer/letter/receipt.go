package letter

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
	"pitpost.example/model/notice"
)

// receipt answers one letter.
func receipt(s *builder, r notice.Receipt) error {
	s.answers, s.chain = r.InReplyTo, r.References
	s.subject = replySubject(s, r.Subject)
	if s.seat != nil && s.seat.Player != s.n.Player {
		s.seat = nil // the seat was theirs, but they must not see what it has had since they left
	}
	switch {
	case r.Ask != 0:
		s.reply(model.ForAsk, r.Ask)
	case s.table != nil && s.seat != nil:
		s.reply(model.ForTurn, int64(s.n.Step))
	default:
		replySeatless(s)
	}
	receiptLines(s, r)
	behindFirst(s, r.Acts)
	goesOn := r.GoesOn && running(s) && s.table.Match.MidTurn(s.seat.Name)
	if s.since = r.Since; r.Moved && s.seat != nil {
		s.happened("")
		if !goesOn {
			whoIsNext(s)
		}
	}
	for _, p := range r.Pages {
		rows := strings.Split(strings.Join(engine.MapList(p.Lines, s.printSaid), "\n"), "\n")
		s.sections = append(s.sections, render.Section{Title: s.print(p.Title), Lines: plain(rows...)})
	}
	if r.Calendar {
		calendar(s)
	}
	secrets(s, r)
	if r.Ask != 0 {
		s.answerRow([]string{"yes", "no"})
	}
	chips(s, r)
	if r.Home {
		s.tell("", s.link("page.home", "/")...)
	}
	switch {
	case goesOn || r.Digest && running(s):
		if goesOn { // this is the digest for the rest of the turn, which already shows what was revealed
			s.subject = s.digestSubject(s.view(), s.n.Purpose)
			s.thread(s.view())
		}
		s.summary()
		s.position()
		s.json(s.view())
	case running(s):
		privateNews(s)
		receiptTurn(s, r)
		memo(s)
	}
	return nil
}

// receiptTurn tells a player that a further letter asks for their turn, or shows their hand if none does.
func receiptTurn(s *builder, r notice.Receipt) {
	begins := lastFact(s.table.Match, func(f engine.Fact) bool { return f.Seq <= r.Since && engine.DealsRound(f) }) == 0
	switch {
	case s.table.Match.Phase.Ended(): // there is nothing left to play
	case s.due() && (r.Moved || begins): // a letter tells of the turn
		key := "mail.next-you"
		switch {
		case s.choosing():
			key = "mail.next-choosing"
		case !s.table.Match.HoldsUp(s.seat.Name):
			key = "mail.next-choice"
		}
		s.tell("", s.line(key))
	case !begins: // otherwise a letter tells that the match begins
		handOnly(s)
	}
}

// running reports whether the reader's seat is played in a match that has begun. A seat that was declined is not, even
// if another has its name.
func running(s *builder) bool {
	return s.table != nil && s.seat.Played() && s.table.Match.State() != nil && s.table.Match.Chair(s.seat.Name) != nil
}

// replySubject keeps a receipt in the thread of the letter that it answers. A subject of the player's own
// gets the number of the match, so that an empty answer to the receipt does not say it again.
func replySubject(s *builder, subject string) string {
	subject = strings.TrimSpace(subject)
	if subject == "" {
		return s.say("mail.receipt-subject")
	}
	own := ""
	if s.table != nil {
		own = fmt.Sprintf("[#%d] ", s.table.Row.ID)
	}
	for answered.MatchString(subject) { // otherwise prefixes would pile up at the front
		subject = answered.ReplaceAllString(subject, "")
	}
	if named := seatPrefix(s); named != "" {
		subject = strings.TrimPrefix(subject, named+" ")
	}
	if !strings.HasPrefix(subject, "[#") {
		subject = own + subject
	}
	return "Re: " + subject
}

// answered matches what mail programs put before the subject of an answer, and also after a number of ours.
var answered = regexp.MustCompile(`^(\[#\d+\] )?(?i:re|aw|antw|antwoord|rép|réf|res|rif|ref|r|sv)[ \x{a0}\x{202f}]*:\s*`)

// secrets prints the secrets that are only in this letter.
func secrets(s *builder, r notice.Receipt) {
	for _, secret := range r.Sealed {
		word, ok := s.w.Keys.Unseal(desk.SealShown, secret.Box)
		if !ok {
			continue // sealed with a key that is gone; it is easy to ask for a new secret
		}
		shown := []render.Line{s.line("mail.told-"+string(secret.What), "word", string(word))}
		if secret.What == model.SecretKey && s.table != nil {
			shown = append(shown, s.line("mail.told-where", "path", s.page(fmt.Sprintf("/api/seat/%d", s.n.Match))))
		}
		s.tell("", shown...)
	}
}

// chips offers the answers that the letter and its lines suggest, one tap away.
func chips(s *builder, r notice.Receipt) {
	all := slices.Concat(r.Chips, slices.Concat(engine.MapList(r.Lines, func(a notice.Answered) []string { return a.Chips })...))
	s.offer("mail.answer-with", engine.MapList(all, func(chip string) render.Command {
		words, said := strings.CutPrefix(chip, "say:")
		text := s.prefix + strings.Join(engine.MapList(strings.Split(chip, "; "), s.spell), "; ")
		body := engine.StripAccents(text)
		if said { // as it was written, with accents
			text = s.prefix + s.spell("say") + ":" + words
			body = text
		}
		text = strings.Join(strings.Fields(text), " ")
		shown := render.ShortenText(text, chipMost)
		if said && shown != text { // whoever types it after the letter is asked for the rest
			shown = strings.TrimSuffix(shown, "…") + " " + notice.Cut
		}
		return render.Command{Text: shown, Link: s.ready(body)}
	}))
}

// chipMost is how many characters of a ready answer are shown.
const chipMost = 30

// quotedMost is how many characters of a line a receipt repeats.
const quotedMost = 200

// weights says how the result of a line stands out.
var weights = map[model.LineState]render.Weight{model.LineDone: render.Done, model.LineKept: render.Done, model.LineRefused: render.Refused, model.LineUnread: render.Faint}

// receiptLines prints the result of each line of a letter.
func receiptLines(s *builder, r notice.Receipt) {
	var shown []render.Line
	var asides, meant []string
	last := ""
	for _, a := range r.Lines {
		if a.State == model.LineAside {
			asides, meant = append(asides, a.Text), append(meant, a.Nearest...)
			continue
		}
		a.Text = render.ShortenText(a.Text, quotedMost)
		says := engine.MapList(a.Says, s.print)
		text := strings.Join(says, " ")
		if a.State == model.LineShown && text == last {
			continue // two questions with one answer: "You'll find it below."
		}
		last = text
		switch a.State {
		case model.LineUnread:
			if text == "" { // otherwise it says why
				text = s.say("mail.unread", "line", a.Text)
			}
		case model.LineRefused:
			if a.Text != "" { // what was an attachment alone has no line
				text = s.say("mail.refused", "line", a.Text, "why", text)
			}
			if len(a.Nearest) > 0 {
				text += " " + s.say("mail.nearest", "commands", a.Nearest)
			}
		}
		lines := plain(text)
		if done := a.State == model.LineDone || a.State == model.LineKept || a.State == model.LineShown; done && len(says) > 0 {
			lines = plain(says...)
		}
		lines[0].Kind = weights[a.State]
		shown = append(shown, lines...)
	}
	if r.More > 0 {
		shown = append(shown, s.weighed(render.Faint, "mail.more-lines", "count", r.More))
	}
	if len(asides) > 0 { // in one line below the results, because a greeting needs no answer of its own
		aside, key := render.ShortenText(strings.Join(asides, " / "), quotedMost), "mail.aside"
		if s.table == nil { // there is nobody whom it could be said to
			key = "mail.aside-alone"
		}
		shown = append(shown, s.weighed(render.Faint, key, "line", aside))
		if len(meant) > 0 {
			shown = append(shown, s.line("mail.nearest", "commands", meant))
		}
	}
	shown = append(shown, plain(engine.MapList(r.Says, s.print)...)...)
	if len(shown) == 0 {
		shown = append(shown, s.line("mail.nothing-read"))
	}
	s.tell("", shown...)
}

func (s *builder) quotes(words []string) []string {
	return engine.MapList(words, func(w string) string { return s.say("mail.quotes", "words", w) })
}
