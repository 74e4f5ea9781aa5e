package desk

import (
	"cmp"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/table"
)

// guessLanguage says which language a letter is most likely written in: by the words of
// command, the small words and the mark of an answer in its subject; "" without a sign, or
// where two are as likely even by the words of wishes in it. was, "" for none, is the one that its
// sender is written to in.
func guessLanguage(text, subject, was string) string {
	raw := text
	text = engine.Normalise(text)
	var best []string
	most := 0
	for _, l := range command.Languages() {
		score := 0
		for _, p := range l.Prefixes {
			if strings.HasPrefix(strings.ToLower(subject), p) {
				score += 2
			}
		}
		tongue := command.Tongues()[l.Code]
		for row := range strings.Lines(text) {
			words := strings.FieldsFunc(row, func(r rune) bool { return strings.ContainsRune(" \n\r\t.,;:!?¡¿()", r) })
			for i, word := range words {
				switch {
				case i == 0 && tongue.Knows(word):
					score += 2
				case slices.Contains(l.Small, word):
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
	guess, leant := "", 1 // one word alone says nothing
	for _, lang := range best {
		switch leans := command.Leans(lang, raw); {
		case leans > leant:
			guess, leant = lang, leans
		case leans == leant:
			guess = ""
		}
	}
	return guess
}

// Hear cuts the letter's words into lines, as their sender's language and the match they are about
// have it.
func (d *Desk) Hear() {
	l := d.Letter
	d.Lang = "en"
	was := "" // nobody has been written to yet
	if d.Player != nil {
		d.Lang = engine.Tongue(d.Player.Lang)
		was = d.Lang
	}
	if d.Player == nil || d.Player.Settings.LangGuessed {
		if guess := guessLanguage(l.Text, l.Subject, was); guess != "" {
			d.Lang = guess
		}
	}
	d.Listen()
}

// Listen cuts the letter's words into lines in the language it is read in.
func (d *Desk) Listen() {
	if l := d.Letter; l.Text != "" {
		about := l.Match() // before its lines are cut anew
		l.Lines = d.ear(about).Lines(l.Text, l.Quoted)
	}
}

// Lines are the command lines of a text, heard as the letter is.
func (d *Desk) Lines(text string) []command.Line {
	return d.ear(d.MatchID()).Lines(text, nil)
}

// ear hears lines about a match, or about those that they name.
func (d *Desk) ear(about int64) command.Ear {
	return command.Ear{Lang: d.Lang, Fold: d.House.Fold, Clean: d.House.Clean, Games: table.All(d.House), At: func(match int64) command.Place {
		match = cmp.Or(match, about)
		t := d.Table
		if match != 0 && (t == nil || t.Row.ID != match) {
			t = d.W.FindTable(match)
		}
		if t == nil {
			return command.Place{}
		}
		at := command.Place{Game: t.Match.Game, Seats: t.Match.Names()}
		if d.Player != nil {
			if s := table.SeatOf(t, d.Player.ID); s != nil {
				at.Me = s.Name
			}
		}
		return at
	}}
}

// InEnglish puts the words between names and addresses into English.
func (d *Desk) InEnglish(raw string) string {
	tongue := command.Tongues()[d.Lang]
	words := strings.Split(raw, " ")
	for i, word := range words {
		if e := tongue.Means(engine.Normalise(word)); e != "" {
			words[i] = e
		}
	}
	return strings.Join(words, " ")
}

// Slip offers the nearest words of the sender's own language for a line that is none of the
// house's. Talk in another language begins with words that look like slips all the time, so
// one counts only where the rest of the line could belong to a command.
func (d *Desk) Slip(line command.Line, r command.Reading) command.Reading {
	tongue := command.Tongues()[d.Lang]
	if tongue.Empty() || r.Kind != command.Aside && (r.Kind != command.Failed || r.Why.Key != "house.word-slip") {
		return r
	}
	first, rest, _ := strings.Cut(line.Folded, " ")
	talk := slices.ContainsFunc(strings.Fields(rest), func(word string) bool {
		return command.Find(word) == nil && !tongue.Knows(word) && !strings.ContainsAny(word, "0123456789@") && (d.Table == nil || table.SeatNamed(d.Table, word) == nil)
	})
	if r.Kind == command.Failed && (talk || rest == "") {
		r = command.Reading{Kind: command.Aside}
	}
	talk = talk || rest == "" && len(d.Letter.Lines) > 1 // a greeting above a move
	near := slices.DeleteFunc(tongue.Slips(first), func(word string) bool { return command.Find(tongue.Means(word)) == nil })
	if r.Kind != command.Aside || talk || len(near) == 0 {
		return r
	}
	for i := range near {
		near[i] = strings.TrimSpace(near[i] + " " + rest)
	}
	return command.Reading{Kind: command.Failed, Why: engine.Say("house.word-slip", "word", first), Nearest: near}
}

// writtenIn is the language of the letter, with its region where that shows.
func (d *Desk) writtenIn() string {
	if d.Letter == nil {
		return d.Lang
	}
	return command.Region(d.Lang, d.Letter.Text)
}

// KeepLanguage remembers what the first letter of somebody was written in.
func (d *Desk) KeepLanguage() {
	if d.Player == nil || !d.Player.Settings.LangGuessed || d.Letter.Text == "" {
		return
	}
	if lang := d.writtenIn(); lang != engine.Tongue(d.Player.Lang) {
		d.Player.Lang = lang
	}
	d.Player.Settings.LangGuessed = false
}
