package leagues

import (
	"regexp"
)

// LeagueOrder is what an operator asks a new league to be.
type LeagueOrder struct {
	Name      string
	Organiser string // an address
	// Rules are a whole JSON object of them; nil takes Options, key=value each.
	Rules   []byte
	Options []string
}

var LeagueNameForm = regexp.MustCompile(`^[a-z][a-z0-9-]{1,19}$`)
