package desk

import (
	"cmp"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/table"
	"pitpost.example/model"
	"pitpost.example/speech"
)

// guessLanguage guesses the language a letter is written in from commands, small words, letters with accents, and the
// "Re:" of its subject. If several languages are equally likely, sentences that ask for something decide. It returns "" if
// that does not help either. was is the language its sender is written to in so far, "" if none; it counts a
// little.
func guessLanguage(text, subject, was string) string {
	text = withoutAddresses(text)
	raw, lower, folded := text, strings.ToLower(text), engine.NormaliseText(text)
	var best []string
	most := 0
	for _, l := range speech.Languages() {
		score := 0
		for _, p := range l.Words["prefixes"] {
			if strings.HasPrefix(strings.ToLower(subject), p) {
				score += 2
			}
		}
		if strings.ContainsAny(lower, strings.Join(l.Words["letters"], "")) {
			score++
		}
		tongue := speech.Tongues()[l.Code]
		for row := range strings.Lines(folded) {
			words := strings.FieldsFunc(row, func(r rune) bool { return strings.ContainsRune(" \n\r\t.,;:!?¡¿()'’-\"“”„«»`", r) })
			for i, word := range words {
				switch {
				case i == 0 && tongue.Knows(word):
					score += 2
				case l.Has(word):
					score++
				}
			}
		}
		if score > 0 && l.Code == was {
			score++
		}
		if score > most {
			best, most = nil, score
		}
		if score == most {
			best = append(best, l.Code)
		}
	}
	if len(best) == 1 {
		return best[0]
	}
	guess, leant := "", 1 // one word alone proves nothing
	for _, lang := range best {
		switch leans := speech.CountWishWords(lang, raw); {
		case leans > leant:
			guess, leant = lang, leans
		case leans == leant:
			guess = ""
		}
	}
	return guess
}

// withoutAddresses leaves out the addresses in a text, which say nothing of its language: "bo@example.com" is no Portuguese.
func withoutAddresses(text string) string {
	rows := strings.Split(text, "\n")
	for i, row := range rows {
		rows[i] = strings.Join(slices.DeleteFunc(strings.Fields(row), func(word string) bool { return strings.ContainsAny(word, "@/") }), " ")
	}
	return strings.Join(rows, "\n")
}

// secondMost is the most bytes of a letter that is read in a second language.
const secondMost = 2000

// Hear finds out the letter's language and cuts its text into lines. A letter that says nothing in its sender's language is
// read in the one it seems to be written in.
func (d *Desk) Hear() {
	l, own, guessed := d.Letter, "", true
	if d.Player != nil {
		own, guessed = engine.BaseLanguage(d.Player.Lang), d.Player.Settings.LangGuessed
	}
	d.Lang = cmp.Or(own, "en")
	if !guessed {
		if d.Listen(); len(l.Text) > secondMost || understands(d) {
			return
		}
	}
	lines := l.Lines
	d.Lang = cmp.Or(guessLanguage(l.Text, l.Subject, own), d.Lang)
	if d.Listen(); !guessed && !understands(d) {
		d.Lang, l.Lines = own, lines
	}
	d.other = !guessed && d.Lang != own
}

// understands reports whether a line of the letter, as it was cut, is more than talk. A wish for another language is not
// counted: the rest may be written in that one.
func understands(d *Desk) bool {
	return slices.ContainsFunc(d.Letter.Lines, func(line speech.Line) bool {
		yes, no := speech.ReadYesNo(line.Raw, d.Lang)
		heard := line.Heard || line.Plain != "" || len(line.Maybe) > 0
		wish := line.Meant != "" && !strings.HasPrefix(line.Meant, "lang ")
		if yes || no || heard || wish {
			return true
		}
		return line.Block || line.Tangled || d.Read(line.Folded).Kind != speech.Aside
	})
}

// Listen cuts the letter's text into lines, in the language it is read in.
func (d *Desk) Listen() {
	if l := d.Letter; l.Text != "" {
		about := l.Match() // before the lines are cut anew
		l.Lines = d.ear(about).Lines(l.Text, l.Quoted)
	}
}

// Lines cuts a text into lines as the letter's own text is cut.
func (d *Desk) Lines(text string) []speech.Line {
	return d.ear(d.MatchID()).Lines(text, nil)
}

// ear returns what cuts text into lines about a match, or about the matches that lines name.
func (d *Desk) ear(about int64) speech.Ear {
	if d.effort == nil {
		d.effort = speech.NewLetterEffort()
	}
	return speech.Ear{Lang: d.Lang, Fold: d.House.Fold, Clean: d.House.Clean, Games: table.AllGames(d.House), Effort: d.effort, Ours: func(address string) bool { return table.IsHouseAddress(d.House, address) }, At: func(match int64) speech.Place {
		match = cmp.Or(match, about)
		var t *model.Table
		if d.Table != nil {
			t = d.Table.Table
		}
		if match != 0 && (t == nil || t.Row.ID != match) {
			t = d.W.FindTable(match)
		}
		if t == nil {
			return speech.Place{}
		}
		at := speech.Place{Game: t.Match.Game, Seats: t.Match.Names(), Over: t.Row.Phase.Ended()}
		if d.Player != nil {
			if s := t.SeatOf(d.Player.ID); s != nil {
				at.Me = s.Name
				at.Hand = func() int { return t.Match.HandOf(s.Name) }
			}
		}
		return at
	}}
}

// InEnglish translates the command words in a line into English and leaves names and addresses alone.
func (d *Desk) InEnglish(raw string) string {
	tongue := speech.Tongues()[d.Lang]
	words := strings.Split(raw, " ")
	for i, word := range words {
		if e := tongue.Means(engine.NormaliseText(word)); e != "" {
			words[i] = e
		}
	}
	return strings.Join(words, " ")
}

// OfferNearestWords offers the nearest words of the sender's language for a line whose first word looks like a misspelt
// command. Talk in another language looks like that all the time, so it speaks up only if the rest of the
// line could belong to a command.
func (d *Desk) OfferNearestWords(line speech.Line, r speech.Reading) speech.Reading {
	tongue := speech.Tongues()[d.Lang]
	if tongue.Empty() || r.Kind != speech.Aside && !r.Slip {
		return r
	}
	first, rest, _ := strings.Cut(line.Folded, " ")
	talk := slices.ContainsFunc(strings.Fields(rest), func(word string) bool {
		return speech.FindCommand(word) == nil && !tongue.Knows(word) && !strings.ContainsAny(word, "0123456789@") && (d.Table == nil || d.Table.SeatNamed(word) == nil)
	})
	if r.Kind == speech.Failed && (talk || rest == "") {
		r = speech.Reading{Kind: speech.Aside}
	}
	talk = talk || rest == "" && len(d.Letter.Lines) > 1 // for example a greeting above a move
	near := slices.DeleteFunc(tongue.Slips(first), func(word string) bool { return speech.FindCommand(tongue.Means(word)) == nil })
	if r.Kind != speech.Aside || talk || len(near) == 0 {
		return r
	}
	return speech.RefuseSlip(first, rest, near)
}

// LanguageOf returns the language of a sender: the one they chose, else that of the letter.
func LanguageOf(d *Desk) string {
	switch {
	case d.Player == nil:
		return d.Lang
	case d.Player.Settings.LangGuessed:
		return cmp.Or(d.Lang, d.Player.Lang)
	}
	return d.Player.Lang
}

// writtenIn returns the language of the letter, with its region if the text shows one.
func (d *Desk) writtenIn() string {
	return speech.RegionOfText(d.Lang, d.Letter.Text)
}

// KeepLanguage saves the language of somebody's first letter as theirs.
func (d *Desk) KeepLanguage() {
	if d.Player == nil || !d.Player.Settings.LangGuessed || d.Letter.Text == "" {
		return
	}
	if lang := d.writtenIn(); lang != engine.BaseLanguage(d.Player.Lang) {
		d.Player.Lang = lang
	}
	d.Player.Settings.LangGuessed = false
}

// OfferLanguage says, once, how somebody who wrote in another language than they are written to in gets letters in it. A
// letter that was only asked back about may have been read in a wrong language.
func OfferLanguage(d *Desk) {
	sure := d.other && d.Acted && d.Hinted == nil && d.Wished == nil
	if !sure || d.Player.Settings.LangOffered || d.Lang == engine.BaseLanguage(d.Player.Lang) || d.ByKey() || !d.May(speech.ToChange) {
		return
	}
	d.Player.Settings.LangOffered = true
	d.Receipt.Says = append(d.Receipt.Says, engine.Say("house.lang-other", "command", "lang "+d.writtenIn()))
}
