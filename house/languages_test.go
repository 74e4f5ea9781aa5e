package house_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/model"
)

// speaker writes letters in one language.
type speaker struct {
	*stage
	lang   string
	game   engine.Game
	sentNo int
}

// spoken puts each word of the house that the language has into it, in turn each of those that mean it.
func (s *speaker) spoken(line string) string {
	tongue := command.Tongues()[s.lang]
	words := strings.Split(line, " ")
	for i, word := range words {
		if local := tongue.For(word); len(local) > 0 {
			words[i] = local[s.sentNo%len(local)]
		}
	}
	return strings.Join(words, " ")
}

// write sends a letter and gives its state and why.
func (s *speaker) write(who, text string, ref *desk.Ref) (state model.LetterState, why string) {
	s.t.Helper()
	s.sentNo++
	s.now = s.now.Add(time.Minute)
	l := &desk.Letter{From: strings.ToLower(who) + "@example.org", Display: who, Trust: desk.Proved, Door: "test", Text: text, Kept: text,
		Lines: command.Lines(text, plainFold, catalog.Games()...), MessageID: fmt.Sprintf("<%d@example.org>", s.sentNo), Subject: "Re: letter", ReceivedAt: s.now, Now: s.now, Ref: ref}
	l.Hash = sha256.Sum256([]byte(l.MessageID))
	l.WordsHash = l.Hash
	state, why, err := s.house.Take(s.t.Context(), l)
	if err != nil {
		s.t.Fatal(err)
	}
	return state, why
}

func (s *speaker) table() *model.Table {
	s.t.Helper()
	table, err := s.house.DB.Fold(s.t.Context(), 1, 0)
	if err != nil {
		s.t.Fatal(err)
	}
	return table
}

// A match is opened, joined and played to its end with the words of each language, and
// whoever writes in one is written to in it.
func TestMatchInEachLanguage(t *testing.T) {
	files, err := os.ReadDir("command/words")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		lang := strings.TrimSuffix(file.Name(), ".txt")
		for _, g := range catalog.Games() {
			t.Run(lang+" "+g.Name(), func(t *testing.T) {
				t.Parallel()
				s := &speaker{stage: newStage(t), lang: lang, game: g}
				s.play(g)
			})
		}
	}
}

func (s *speaker) play(g engine.Game) {
	t := s.t
	option := ""
	if g.Name() == "saboteur" {
		option = " rounds=1"
	}
	guests := []string{"bo@example.org", "cy@example.org"}
	if state, why := s.write("Ana", s.spoken("new "+g.Name()+" with "+strings.Join(guests, ", "))+option, nil); state != "apply" {
		t.Fatalf("not opened: %s %s", state, why)
	}
	for i, who := range []string{"Bo", "Cy"} {
		if state, why := s.write(who, s.spoken("yes"), &desk.Ref{Match: 1, Seat: i + 1, Purpose: desk.ForInvite}); state != "apply" {
			t.Fatalf("%s is not in: %s %s", who, state, why)
		}
	}
	heard := map[string]bool{}
	for turn := range 1200 {
		table := s.table()
		if table.Match.Phase == engine.Over {
			break
		}
		name := table.Match.ToMove()[0]
		legal := table.Match.State().Legal(name)
		command := legal[turn*7%len(legal)]
		text := engine.SpellIn(g, command, s.lang)
		heard[text] = heard[text] || text != command
		seat := 0
		for _, other := range table.Seats {
			if other.Name == name {
				seat = other.No
			}
		}
		before := table.Match.Seq
		state, why := s.write(name, text, &desk.Ref{Match: 1, Seat: seat, Purpose: desk.ForTurn, Step: int64(table.Match.Chair(name).Steps + 1)})
		if state != "apply" {
			t.Fatalf("%q for %q: %s %s", text, command, state, why)
		}
		if played := s.table().Match.Facts()[before:]; len(played) == 0 {
			t.Fatalf("%q did nothing", text)
		}
	}
	if s.table().Match.Phase != engine.Over {
		t.Error("the match did not end")
	}
	other := 0
	for _, local := range heard {
		if local {
			other++
		}
	}
	if other < 5 {
		t.Errorf("only %d commands were written in the language", other)
	}
	var langs []string
	rows, err := s.house.DB.Pool().Query(t.Context(), "select distinct lang from players")
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var lang string
		if err := rows.Scan(&lang); err != nil {
			t.Fatal(err)
		}
		langs = append(langs, lang)
	}
	if len(langs) != 1 || langs[0] != s.lang {
		t.Errorf("players are written to in %q", langs)
	}
}
