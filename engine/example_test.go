package engine_test

import (
	"fmt"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
)

// A shuffle depends only on the seed, the salts and its purpose, so anybody who is told the seed
// after the match can repeat it. Until then they have only the commitment.
func ExampleDice() {
	dice := engine.Dice{Seed: [32]byte{1}, Salts: []engine.Salt{{By: "Ana", Words: "blue moon"}}}
	cards := []string{"a", "b", "c", "d", "e"}
	engine.ShuffleList(dice.For("deal 1"), cards)
	fmt.Println(dice.Commitment()[:16])
	fmt.Println(strings.Join(cards, " "))
	// Output:
	// 01d0fabd251fcbbe
	// e b c a d
}

// Commands become facts, and the match is made of facts alone: folding the log again gives the same
// match without asking any rule.
func ExampleMatch() {
	var log []engine.Fact
	match := engine.OpenMatch(catalog.FindGame("saboteur"), engine.Setup{Edition: "pt"}, [32]byte{7})
	add := func(facts ...engine.Fact) {
		for _, f := range facts {
			f.Seq = len(log) + 1
			log = append(log, f)
			match.Apply(f)
		}
	}
	for _, name := range []string{"Ana", "Bo", "Cy"} {
		add(engine.Fact{Event: engine.Joined{Name: name}})
	}
	add(match.Start()...)
	seat := match.ToMove()[0]
	fmt.Println(seat, "is to move")
	if _, refusal := match.Play(seat, "fly away"); refusal != nil {
		fmt.Println("refused:", refusal.Phrase.Key)
	}
	facts, refusal := match.Play(seat, match.State().Legal(seat)[0])
	if refusal != nil {
		fmt.Println(refusal.Phrase.Key)
	}
	add(facts...)

	again := engine.OpenMatch(catalog.FindGame("saboteur"), engine.Setup{Edition: "pt"}, [32]byte{7})
	for _, f := range log {
		again.Apply(f)
	}
	fmt.Println(len(log) == again.Seq, again.ToMove())
	// Output:
	// Cy is to move
	// refused: saboteur.unreadable
	// true [Ana]
}

// Names and words are compared in their normalised form, and a word that is one slip away is
// suggested to its writer.
func ExampleNormaliseText() {
	fmt.Println(engine.NormaliseText("  José   BO "))
	fmt.Println(engine.EditDistance(engine.NormaliseText("Jsoé"), engine.NormaliseText("José")))
	// Output:
	// jose bo
	// 1
}
