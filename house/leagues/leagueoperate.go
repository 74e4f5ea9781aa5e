package leagues

import (
	"io"

	"pitpost.example/house/command"
	"pitpost.example/house/reading"
	"pitpost.example/house/season"
)

// ReadSignUps reads a list of people for a league, as season.ReadSignUps says.
func ReadSignUps(from io.Reader) ([]season.SignUp, error) {
	return season.ReadSignUps(from, reading.Plain, command.LanguageNamed)
}
