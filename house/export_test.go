package house

import (
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
)

// What tests of the powers of letters look at.

// Needs says of a word, or a standing order, what it needs.
func Needs(line string) string {
	r := command.Read(line, nil)
	if r.Kind != command.HouseWord {
		return map[desk.Need]string{desk.ToRead: "read", desk.ToChange: "change", desk.ToEnd: "end"}[desk.Needs[desk.GameLine]]
	}
	return map[desk.Need]string{desk.ToRead: "read", desk.ToChange: "change", desk.ToEnd: "end"}[desk.NeedOf(r)]
}

// KeyMay says whether a program's key may say a house word.
func KeyMay(name string) bool { return desk.KeyMay(name) }

// Unlisted are the words in the table of needs that are none of the vocabulary, and those
// of the vocabulary that the table lacks.
func Unlisted() (extra, missing []string) {
	for name := range desk.Needs {
		if command.Find(name) == nil && name != desk.GameLine && name != desk.StandingOrder {
			extra = append(extra, name)
		}
	}
	for _, w := range command.Vocabulary {
		if _, ok := desk.Needs[w.Name]; !ok {
			missing = append(missing, w.Name)
		}
	}
	return extra, missing
}

// HostDoes says whether a page offers a word to the host of a match.
func HostDoes(name string) bool { return hostDoes(name) }
