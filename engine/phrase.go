package engine

import "time"

// Phrase is a key of a catalogue and its arguments, in no language yet. An
// argument is a string, a number, a bool, another Phrase, or a list of
// strings or Phrases; whoever prints it picks the language.
type Phrase struct {
	Key  string         `json:"key"`
	Args map[string]any `json:"args,omitempty"`
}

// Moment is a point of time as the argument of a phrase: RFC 3339, in UTC.
func Moment(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// Say makes a Phrase of a key and alternating argument names and values.
func Say(key string, pairs ...any) Phrase {
	p := Phrase{Key: key}
	for i := 0; i+1 < len(pairs); i += 2 {
		if p.Args == nil {
			p.Args = make(map[string]any, len(pairs)/2)
		}
		p.Args[pairs[i].(string)] = pairs[i+1]
	}
	return p
}

// Refusal is an answer to a player whose move or word cannot be carried out.
// It changes nothing and is mailed back; Nearest lists commands, in canonical
// form, that come closest to what was meant and would be accepted.
type Refusal struct {
	Phrase
	Nearest []string `json:"nearest,omitempty"`
}

// Refuse makes a Refusal as Say makes a Phrase.
func Refuse(key string, pairs ...any) *Refusal {
	return &Refusal{Phrase: Say(key, pairs...)}
}

// Error gives the catalogue key, so that a Refusal can travel as an error
// through code that is not the player's; it is never shown to a player.
func (r *Refusal) Error() string { return "refused: " + r.Key }
