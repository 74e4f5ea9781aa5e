package engine

import "time"

// Phrase is the key of a text in the catalogues with its arguments, in no language yet: it is
// printed at the very end, in the reader's language. An argument is a string, a number, a bool,
// another Phrase, or a list of strings or Phrases.
type Phrase struct {
	Key  string         `json:"key"`
	Args map[string]any `json:"args,omitempty"`
}

// FormatMoment returns a point in time as an argument of a Phrase: RFC 3339, in UTC.
func FormatMoment(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// Say returns the Phrase of a key with alternating argument names and values.
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

// Refusal tells a player that a move or word cannot be carried out. It changes nothing and is
// mailed to the player. Nearest lists the canonical commands that come closest to what they may
// have meant and that would be accepted.
type Refusal struct {
	Phrase
	Nearest []string    `json:"nearest,omitempty"`
	Kind    RefusalKind `json:"-"`
}

// RefusalKind says whether a line was refused because of what it says.
type RefusalKind int

// The kinds of refusals.
const (
	ByRules     RefusalKind = iota // it was understood
	Unreadable                     // it has a word that the game does not know, is too long or says nothing
	OtherCard                      // the place that it names holds another card than the one it names
	UnknownSeat                    // it names somebody who is not at the table
)

// OfKind returns the refusal with its kind set.
func (r *Refusal) OfKind(kind RefusalKind) *Refusal {
	r.Kind = kind
	return r
}

// Refuse returns a Refusal, with arguments like Say.
func Refuse(key string, pairs ...any) *Refusal {
	return &Refusal{Phrase: Say(key, pairs...)}
}

// Error returns the catalogue key. It makes a Refusal an error for code that is not about players;
// no player ever sees it.
func (r *Refusal) Error() string { return "refused: " + r.Key }
