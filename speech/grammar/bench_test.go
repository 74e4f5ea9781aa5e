package grammar_test

import (
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/speech/grammar"
)

func BenchmarkHear(b *testing.B) {
	for name, text := range map[string]string{
		"plain": "3 C5", "natural": "ich lege Karte 3 auf C5", "talk": "I have no idea what you are all up to, but the gold must be somewhere near the top",
		"hostile": strings.Repeat("a ", 190), "preps": strings.Repeat("la de a ", 45), "verbs": strings.Repeat("pon la 3 y ", 30), "numbers": strings.Repeat("3 c5, ", 28),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				grammar.HearSentences(catalog.FindGame("saboteur"), engine.Speech{Text: text, Lang: "es", Seats: []string{"Ana", "Bo", "Cy"}, Me: "Ana"})
			}
		})
	}
}
