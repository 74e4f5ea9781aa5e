package natural

import "embed"

// Words are the words of seven languages that every game needs; a game adds its own.
//
//go:embed words/*.txt
var Words embed.FS
