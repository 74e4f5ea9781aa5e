package saboteur

import (
	"embed"
	"sync"

	"pitpost.example/engine"
)

//go:embed words/*.txt
var wordFiles embed.FS

var tongues = sync.OnceValue(func() map[string]engine.Tongue { return engine.Tongues(wordFiles) })

// Tongue gives the words of command and of cards in a language.
func (Game) Tongue(lang string) engine.Tongue { return tongues()[lang] }
