package server_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/speech"
)

// Whole matches in sentences as people write them, for each game and language, from the first letter to the
// end. The transcripts show only what was added to the log, in memory and in Postgres. With -update they are
// generated from those lines of lab/phrases that fit the positions.
func TestNaturalMatches(t *testing.T) {
	for _, l := range speech.Languages() {
		lang := l.Code
		for _, g := range catalog.AllGames() {
			if _, is := g.(engine.Spoken); !is {
				continue
			}
			file := filepath.Join("testdata", "natural", g.Name()+"-"+lang+".txt")
			if *update {
				if err := os.WriteFile(file, []byte(speak(t, g, lang)), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			t.Run("in memory/"+g.Name()+" "+lang, func(t *testing.T) {
				t.Parallel()
				s := stageOf(t, newMemory)
				compare(t, string(text), playing(s, string(text), s.ofLog))
			})
			t.Run("in Postgres/"+g.Name()+" "+lang, func(t *testing.T) {
				t.Parallel()
				s := stageOf(t, newPostgres)
				compare(t, string(text), playing(s, string(text), s.ofLog))
			})
		}
	}
}

// ofLog lists what the last step added to the match's log.
func (s *stage) ofLog() []string {
	return slices.DeleteFunc(s.happened(), func(line string) bool { return !strings.HasPrefix(line, "#1 ") })
}

// spoken translates the command words of a line.
func spoken(line, lang string) string {
	words := strings.Split(line, " ")
	for i, word := range words {
		if local := speech.Tongues()[lang].For(word); len(local) > 0 {
			words[i] = local[0]
		}
	}
	return strings.Join(words, " ")
}

// speak plays a match in a language and returns the transcript.
func speak(t *testing.T, g engine.Game, lang string) string {
	s := stageOf(t, newMemory)
	var out strings.Builder
	say := func(format string, args ...any) {
		row := fmt.Sprintf(format, args...)
		fmt.Fprintln(&out, row)
		s.step(0, row)
		for _, line := range s.ofLog() {
			fmt.Fprintln(&out, "  "+line)
		}
	}
	set := " remind=off"
	if g.Name() == "saboteur" {
		set += " rounds=1"
	}
	say("Ana> lang %s", lang)
	say("Ana> %s%s", spoken("new "+g.Name()+" with bo@example.org, cy@example.org", lang), set)
	for _, name := range []string{"Bo", "Cy"} {
		say("%s(invite)> lang %s", name, lang)
		say("%s(invite)> %s", name, spoken("yes", lang))
	}
	phrases := phrasesOf(t, g.Name(), lang)
	for turn := 0; s.holds.fold(1).Phase != engine.Over; turn++ {
		match := s.holds.fold(1)
		name := match.Awaited()[0]
		text := phrases.fitting(g, match, name, lang, turn)
		if text == "" {
			t.Fatalf("%s, %s: nothing says one of %q", g.Name(), lang, match.State().Legal(name))
		}
		purpose := "turn"
		for _, n := range s.sent {
			if s.reader(&n) == name && (n.Purpose == "turn" || n.Purpose == "receipt") {
				purpose = string(n.Purpose)
			}
		}
		before := match.Seq
		say("%s(%s)> %s", name, purpose, text)
		if before == s.holds.fold(1).Seq {
			t.Fatalf("%s, %s: %q does nothing:\n%s", g.Name(), lang, text, out.String())
		}
	}
	return out.String()
}

// phrase is a way to say a command. Variable parts are in braces.
type phrase struct{ text, means string }

type phraseList []phrase

// places says what may replace a name in braces.
var places = map[string]*regexp.Regexp{"n": regexp.MustCompile(`^\d+$`), "cell": regexp.MustCompile(`^[A-Z]-?\d+$`), "goal": regexp.MustCompile(`^I\d$`), "name": regexp.MustCompile(`^(Ana|Bo|Cy)$`),
	"h": regexp.MustCompile(`^h\d$`), "s": regexp.MustCompile(`^s\d$`)}

func phrasesOf(t *testing.T, game, lang string) (all phraseList) {
	text, err := os.ReadFile("../lab/phrases/testdata/" + lang + ".tsv")
	if err != nil {
		t.Fatal(err)
	}
	for row := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSpace(row), "\t")
		if len(cells) != 3 || cells[0] != game || cells[2] == "talk" || strings.ContainsAny(cells[1], "[\\") {
			continue
		}
		for _, means := range strings.Split(cells[2], " | ") {
			all = append(all, phrase{cells[1], means})
		}
	}
	return all
}

// fitting returns a phrase for one of the legal commands, a different one for each turn.
func (l phraseList) fitting(g engine.Game, match *engine.Match, name, lang string, turn int) string {
	ear := speech.Ear{Lang: lang, Fold: plainFold, Games: catalog.AllGames(), At: func(int64) speech.Place { return speech.Place{Game: g, Seats: match.Names(), Me: name} }}
	legal, dice := match.State().Legal(name), rand.New(rand.NewPCG(uint64(turn), 1))
	for _, i := range dice.Perm(len(legal)) {
		wanted := legal[i]
		for _, j := range dice.Perm(len(l)) {
			text := l[j].fill(wanted)
			if text == "" {
				continue
			}
			lines := ear.Lines(text, nil)
			if move, no := match.State().Parse(name, lines[0].Folded, nil); no == nil && len(lines) == 1 && move.Command == wanted {
				return text
			}
		}
	}
	return ""
}

// fill fills a command's values into a phrase; "" if the phrase means something else.
func (p phrase) fill(wanted string) string {
	text, want, have := p.text, strings.Fields(p.means), strings.Fields(wanted)
	if len(want) != len(have) {
		return ""
	}
	for i, word := range want {
		_, brace, _ := strings.Cut(strings.TrimSuffix(word, "}"), "{")
		place := places[brace]
		switch {
		case place == nil && word != have[i], place != nil && !place.MatchString(have[i]):
			return ""
		case place != nil:
			value := have[i]
			if word[0] != '{' {
				value = value[1:]
			}
			text = strings.ReplaceAll(text, "{"+brace+"}", value)
		}
	}
	if strings.Contains(text, "{") {
		return ""
	}
	return text
}
