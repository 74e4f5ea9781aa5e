package house

import (
	"embed"
	"slices"
	"strings"
	"sync"

	"pitpost.example/engine"
	"pitpost.example/house/reading"
	"pitpost.example/model"
)

// language is one in which the house can be talked with.
type language struct {
	code  string
	names []string // folded, as people call it
	// small words that letters in it hold and others rarely do, folded.
	small []string
	// prefixes that its mail programs put before the subject of an answer.
	prefixes []string
}

// languages are all of them, English first.
func languages() []language {
	return []language{
		{code: "en", names: []string{"english", "englisch", "anglais", "engels", "ingles", "inglese", "anglaise", "inglesa"},
			small: []string{"the", "and", "you", "is", "my", "this", "with", "it", "for", "please", "thanks", "hello", "hi", "would", "like", "let's", "i'm"}},
		{code: "de", names: []string{"deutsch", "german", "allemand", "duits", "aleman", "tedesco", "alemao", "allemande", "alemana", "tedesca", "alema"}, prefixes: []string{"aw:"},
			small: []string{"ich", "und", "der", "das", "die", "ist", "nicht", "mit", "bitte", "danke", "hallo", "gerne", "ein", "eine", "auf", "ja", "nein", "liebe", "lieber", "grusse", "noch"}},
		{code: "fr", names: []string{"francais", "french", "franzosisch", "frans", "frances", "francese", "francaise", "francesa"},
			small: []string{"je", "et", "le", "les", "une", "est", "pas", "avec", "merci", "bonjour", "salut", "oui", "non", "des", "pour", "s'il", "d'accord", "moi", "tu", "vous"}},
		{code: "nl", names: []string{"nederlands", "dutch", "niederlandisch", "neerlandais", "neerlandes", "holandes", "olandese", "neerlandaise", "neerlandesa", "holandesa", "neerlandese"}, prefixes: []string{"antw:", "antwoord:"},
			small: []string{"ik", "en", "het", "een", "niet", "met", "graag", "dank", "bedankt", "hallo", "ja", "nee", "voor", "mijn", "alsjeblieft", "groetjes", "jij", "wil"}},
		{code: "es", names: []string{"espanol", "castellano", "spanish", "spanisch", "espagnol", "spaans", "spagnolo", "espanola", "castellana", "espanhol", "espanhola", "espagnole", "spagnola"},
			small: []string{"yo", "y", "el", "los", "una", "es", "con", "por", "gracias", "hola", "si", "para", "muy", "quiero", "saludos", "que", "juego", "claro"}},
		{code: "it", names: []string{"italiano", "italian", "italienisch", "italien", "italiaans", "italiana", "italienne"}, prefixes: []string{"r:", "rif:", "i:"},
			small: []string{"io", "e", "il", "gli", "una", "non", "con", "per", "grazie", "ciao", "si", "sono", "voglio", "saluti", "che", "gioco", "va", "bene"}},
		{code: "pt", names: []string{"portugues", "portuguese", "portugiesisch", "portugais", "portugees", "portoghese", "portuguesa", "portugaise"}, prefixes: []string{"res:", "enc:"},
			small: []string{"eu", "e", "os", "uma", "nao", "com", "obrigado", "obrigada", "ola", "oi", "sim", "para", "muito", "quero", "abraco", "que", "jogo", "voce"}},
	}
}

// languageNamed is the code of a language by its code or by what people call it, "" for
// one the house does not speak.
func languageNamed(word string) string {
	for _, l := range languages() {
		if word == l.code || slices.Contains(l.names, word) {
			return l.code
		}
	}
	return ""
}

// guessLanguage says which language a letter is most likely written in: by the words of
// command, the small words and the mark of an answer in its subject; "" without a sign, or
// where two are as likely.
func (h *House) guessLanguage(text, subject string) string {
	text = engine.Fold(text)
	best, most, tie := "", 0, false
	for _, l := range languages() {
		score := 0
		for _, p := range l.prefixes {
			if strings.HasPrefix(strings.ToLower(subject), p) {
				score += 2
			}
		}
		tongue := h.tongue(l.code, nil)
		for row := range strings.Lines(text) {
			words := strings.FieldsFunc(row, func(r rune) bool { return strings.ContainsRune(" \n\r\t.,;:!?()", r) })
			for i, word := range words {
				if slices.Contains(l.small, word) {
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
			best, most, tie = l.code, score, false
		}
	}
	if tie {
		return ""
	}
	return best
}

//go:embed words/*.txt
var wordFiles embed.FS

// houseTongues are the house's words in each language.
var houseTongues = sync.OnceValue(func() map[string]engine.Tongue { return engine.Tongues(wordFiles) })

// tongue is what words of command mean in a language: the house's, and those of the game at
// hand, or of every game where none is.
func (h *House) tongue(lang string, game engine.Game) engine.Tongue {
	if game != nil {
		return withOrders(tongue(lang, game), lang, h.all())
	}
	return tongue(lang, h.all()...)
}

// all lists the games of the house.
func (h *House) all() []engine.Game { return allGames(h.Games, h.Names) }

// withOrders adds the standing orders of other games, for a line may be meant for another match.
func withOrders(t engine.Tongue, lang string, games []engine.Game) engine.Tongue {
	for _, g := range games {
		if spoken, ok := g.(engine.Spoken); ok {
			if orders := spoken.Tongue(lang).Whole(); !orders.Empty() {
				t = t.With(orders)
			}
		}
	}
	return t
}

func allGames(games func(string) engine.Game, names []string) []engine.Game {
	var all []engine.Game
	for _, name := range names {
		if g := games(name); g != nil {
			all = append(all, g)
		}
	}
	return all
}

func tongue(lang string, games ...engine.Game) engine.Tongue {
	t := houseTongues()[lang]
	for _, g := range games {
		if spoken, ok := g.(engine.Spoken); ok {
			t = t.With(spoken.Tongue(lang))
		}
	}
	return t
}

// hear cuts the letter's words into lines, put into English where its sender plays in
// another language.
func (d *desk) hear() {
	l := d.letter
	d.lang = "en"
	if d.player != nil {
		d.lang = d.player.Lang
	}
	if d.player == nil || d.player.Settings.LangGuessed {
		if guess := d.guessLanguage(l.Text, l.Subject); guess != "" {
			d.lang = guess
		}
	}
	if d.lang == "en" || l.Text == "" {
		return
	}
	var table *model.Table
	if id := l.match(); id != 0 {
		table = d.w.FindTable(id)
	}
	var game engine.Game
	if table != nil {
		game = table.Match.Game
	}
	d.listen(game, table)
}

// listen cuts the letter's words into lines in the language it is read in.
func (d *desk) listen(game engine.Game, table *model.Table) {
	l := d.letter
	d.spoken = d.tongue(d.lang, game)
	ear := ear(game)
	ear.Kept = func(word string) bool { return table != nil && seatNamed(table, word) != nil }
	l.Lines = LinesOf(l.Text, l.Quoted, func(line string) string { return intoEnglish(d.spoken, d.Fold(line), ear) }, d.all()...)
}

// intoEnglish puts a folded line into English. What follows "lang" stays as it is: there "en"
// is a language, and not the Dutch "and".
func intoEnglish(t engine.Tongue, line string, ear engine.Ear) string {
	first, rest, more := strings.Cut(line, " ")
	if word := strings.TrimRight(t.English(first, ear), ",:"); more && len(word) >= 3 && strings.HasPrefix("lang", word) {
		return word + " " + rest
	}
	return t.English(line, ear)
}

// ear says what is English already, and what is never cut short.
func ear(game engine.Game) engine.Ear {
	var gameWords []string
	if game != nil {
		gameWords = game.Words()
	}
	return engine.Ear{
		Known: func(word string) bool { return Find(word) != nil || slices.Contains(gameWords, word) },
		Full: func(word string) bool {
			w := Find(word)
			return w == nil && !slices.Contains(gameWords, word) || w != nil && w.Full
		},
		Kept: func(string) bool { return false },
	}
}

// InEnglish folds lines and puts them into English as the reader of letters does for a
// player of that language. Whoever writes to them must know what they could be read as. Of the
// other games the standing orders alone are known.
func InEnglish(lang string, game engine.Game, fold func(string) string, others ...engine.Game) func(line string) string {
	t := withOrders(tongue(lang, game), lang, others)
	if t.Empty() {
		return fold
	}
	ear := ear(game)
	return func(line string) string { return intoEnglish(t, fold(line), ear) }
}

// inEnglish puts the words between names and addresses into English.
func (d *desk) inEnglish(raw string) string {
	if d.spoken.Empty() {
		return raw
	}
	words := strings.Split(raw, " ")
	for i, word := range words {
		if e := d.spoken.Means(engine.Fold(word)); e != "" {
			words[i] = e
		}
	}
	return strings.Join(words, " ")
}

// slip offers the nearest words of the sender's own language for a line that is none of the
// house's. Talk in another language begins with words that look like slips all the time, so
// one counts only where the rest of the line could belong to a command.
func (d *desk) slip(line Line, r Reading) Reading {
	first, rest, _ := strings.Cut(line.Folded, " ")
	if d.spoken.Empty() {
		return r
	}
	ear := ear(d.game())
	talk := slices.ContainsFunc(strings.Fields(rest), func(word string) bool {
		return !ear.Known(word) && !d.spoken.Knows(word) && !strings.ContainsAny(word, "0123456789@") && (d.table == nil || seatNamed(d.table, word) == nil)
	})
	talk = talk || rest == "" && len(d.letter.Lines) > 1 // a greeting above a move
	if r.Kind == Failed && r.Why.Key == "house.word-slip" && (talk || rest == "") {
		r = Reading{Kind: Aside}
	}
	if r.Kind == GameLine && talk && d.cutShort(line.Raw, ear) {
		r = Reading{Kind: Aside} // "pas de souci" begins like "pass"
	}
	near := slices.DeleteFunc(d.spoken.Slips(first), func(word string) bool { return !ear.Known(d.spoken.Means(word)) })
	if r.Kind != Aside || talk || len(near) == 0 {
		return r
	}
	for i := range near {
		near[i] = strings.TrimSpace(near[i] + " " + rest)
	}
	return Reading{Kind: Failed, Why: say("house.word-slip", "word", first), Nearest: near}
}

// cutShort says that a line begins with neither a number nor a whole word of command.
func (d *desk) cutShort(raw string, ear engine.Ear) bool {
	first, _, _ := strings.Cut(d.Fold(raw), " ")
	return first != "" && !strings.ContainsAny(first, "0123456789") && !ear.Known(first) && !d.spoken.Knows(first)
}

// keepLanguage remembers what the first letter of somebody was written in.
func (d *desk) keepLanguage() {
	if d.player == nil || !d.player.Settings.LangGuessed || d.letter.Text == "" {
		return
	}
	d.player.Lang, d.player.Settings.LangGuessed = d.lang, false
	d.w.SavePlayer(d.player)
}

// newcomer makes a player of somebody whom the sender asks to the table: they are written to
// in the sender's language until a letter of their own shows another.
func (d *desk) newcomer(g reading.Guest) *model.Player {
	p := d.w.NewPlayer(g.Address, g.Name)
	if d.player != nil {
		p.Lang = d.player.Lang
	}
	p.Settings.LangGuessed = true
	d.w.SavePlayer(p)
	return p
}
