package desk

import (
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// guessLanguage says which language a letter is most likely written in: by the words of
// command, the small words and the mark of an answer in its subject; "" without a sign, or
// where two are as likely.
func guessLanguage(r *world.Rules, text, subject string) string {
	text = engine.Normalise(text)
	best, most, tie := "", 0, false
	for _, l := range command.Languages() {
		score := 0
		for _, p := range l.Prefixes {
			if strings.HasPrefix(strings.ToLower(subject), p) {
				score += 2
			}
		}
		tongue := tongue(r, l.Code, nil)
		for row := range strings.Lines(text) {
			words := strings.FieldsFunc(row, func(r rune) bool { return strings.ContainsRune(" \n\r\t.,;:!?()", r) })
			for i, word := range words {
				if slices.Contains(l.Small, word) {
					score++
				}
				if i == 0 && tongue.Knows(word) {
					score += 2
				}
			}
		}
		if score > 0 && score == most {
			tie = true
		}
		if score > most {
			best, most, tie = l.Code, score, false
		}
	}
	if tie {
		return ""
	}
	return best
}

// tongue is what words of command mean in a language: the house's, and those of the game at
// hand, or of every game where none is.
func tongue(r *world.Rules, lang string, game engine.Game) engine.Tongue {
	if game != nil {
		return command.WithOrders(command.TongueOf(lang, game), lang, table.All(r))
	}
	return command.TongueOf(lang, table.All(r)...)
}

// Hear cuts the letter's words into lines, put into English where its sender plays in
// another language.
func (d *Desk) Hear() {
	l := d.Letter
	d.Lang = "en"
	if d.Player != nil {
		d.Lang = d.Player.Lang
	}
	if d.Player == nil || d.Player.Settings.LangGuessed {
		if guess := guessLanguage(d.House, l.Text, l.Subject); guess != "" {
			d.Lang = guess
		}
	}
	if d.Lang == "en" || l.Text == "" {
		return
	}
	var t *model.Table
	if id := l.Match(); id != 0 {
		t = d.W.FindTable(id)
	}
	var game engine.Game
	if t != nil {
		game = t.Match.Game
	}
	d.Listen(game, t)
}

// Listen cuts the letter's words into lines in the language it is read in.
func (d *Desk) Listen(game engine.Game, t *model.Table) {
	l := d.Letter
	d.spoken = tongue(d.House, d.Lang, game)
	ear := command.Ear(game)
	ear.Kept = func(word string) bool { return t != nil && table.SeatNamed(t, word) != nil }
	l.Lines = command.LinesOf(l.Text, l.Quoted, func(line string) string { return command.IntoEnglish(d.spoken, d.House.Fold(line), ear) }, table.All(d.House)...)
}

// InEnglish puts the words between names and addresses into English.
func (d *Desk) InEnglish(raw string) string {
	if d.spoken.Empty() {
		return raw
	}
	words := strings.Split(raw, " ")
	for i, word := range words {
		if e := d.spoken.Means(engine.Normalise(word)); e != "" {
			words[i] = e
		}
	}
	return strings.Join(words, " ")
}

// Slip offers the nearest words of the sender's own language for a line that is none of the
// house's. Talk in another language begins with words that look like slips all the time, so
// one counts only where the rest of the line could belong to a command.
func (d *Desk) Slip(line command.Line, r command.Reading) command.Reading {
	first, rest, _ := strings.Cut(line.Folded, " ")
	if d.spoken.Empty() {
		return r
	}
	ear := command.Ear(d.Game())
	talk := slices.ContainsFunc(strings.Fields(rest), func(word string) bool {
		return !ear.Known(word) && !d.spoken.Knows(word) && !strings.ContainsAny(word, "0123456789@") && (d.Table == nil || table.SeatNamed(d.Table, word) == nil)
	})
	talk = talk || rest == "" && len(d.Letter.Lines) > 1 // a greeting above a move
	if r.Kind == command.Failed && r.Why.Key == "house.word-slip" && (talk || rest == "") {
		r = command.Reading{Kind: command.Aside}
	}
	if r.Kind == command.GameLine && talk && d.cutShort(line.Raw, ear) {
		r = command.Reading{Kind: command.Aside} // "pas de souci" begins like "pass"
	}
	near := slices.DeleteFunc(d.spoken.Slips(first), func(word string) bool { return !ear.Known(d.spoken.Means(word)) })
	if r.Kind != command.Aside || talk || len(near) == 0 {
		return r
	}
	for i := range near {
		near[i] = strings.TrimSpace(near[i] + " " + rest)
	}
	return command.Reading{Kind: command.Failed, Why: engine.Say("house.word-slip", "word", first), Nearest: near}
}

// cutShort says that a line begins with neither a number nor a whole word of command.
func (d *Desk) cutShort(raw string, ear engine.Ear) bool {
	first, _, _ := strings.Cut(d.House.Fold(raw), " ")
	return first != "" && !strings.ContainsAny(first, "0123456789") && !ear.Known(first) && !d.spoken.Knows(first)
}

// KeepLanguage remembers what the first letter of somebody was written in.
func (d *Desk) KeepLanguage() {
	if d.Player == nil || !d.Player.Settings.LangGuessed || d.Letter.Text == "" {
		return
	}
	d.Player.Lang, d.Player.Settings.LangGuessed = d.Lang, false
	d.W.Do(world.SavePlayer{Player: *d.Player})
}

// Fold makes a line of the sender's comparable, in English.
func (d *Desk) Fold(line string) string {
	if d.spoken.Empty() {
		return d.House.Fold(line)
	}
	return command.InEnglish(d.Lang, d.Game(), d.House.Fold, table.All(d.House)...)(line)
}
