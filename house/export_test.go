package house

import "pitpost.example/house/command"

// What tests of the powers of letters look at.

// Needs says of a word, or a standing order, what it needs.
func Needs(line string) string {
	r := command.Read(line, nil)
	if r.Kind != command.HouseWord {
		return map[need]string{toRead: "read", toChange: "change", toEnd: "end"}[needs[gameLine]]
	}
	return map[need]string{toRead: "read", toChange: "change", toEnd: "end"}[needOf(r)]
}

// KeyMay says whether a program's key may say a house word.
func KeyMay(name string) bool { return keyMay(name) }

// Unlisted are the words in the table of needs that are none of the vocabulary, and those
// of the vocabulary that the table lacks.
func Unlisted() (extra, missing []string) {
	for name := range needs {
		if command.Find(name) == nil && name != gameLine && name != standingOrder {
			extra = append(extra, name)
		}
	}
	for _, w := range command.Vocabulary {
		if _, ok := needs[w.Name]; !ok {
			missing = append(missing, w.Name)
		}
	}
	return extra, missing
}

// HostDoes says whether a page offers a word to the host of a match.
func HostDoes(name string) bool { return hostDoes(name) }
