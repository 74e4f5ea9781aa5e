package natural

import "embed"

// common are the words of seven languages that every game needs; a game adds its own.
//
//go:embed words/*.txt
var common embed.FS
