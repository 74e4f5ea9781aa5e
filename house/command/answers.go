package command

import (
	"strings"
)

// yes and no are known in seven languages: en de fr nl es it pt.
var (
	YesWords = []string{"yes", "y", "ok", "okay", "sure", "yep", "yeah", "ja", "jawohl", "oui", "d'accord", "si", "claro", "vale", "va bene", "certo", "sim",
		"count me in", "i'm in", "ich bin dabei", "bin dabei", "je suis partant", "je suis partante", "ik doe mee", "me apunto", "ci sto", "alinho"}
	NoWords = []string{"no", "n", "nope", "nein", "non", "nee", "nao", "no thanks", "no thank you", "nein danke", "non merci"}
)

// politeWords may follow a yes.
var politeWords = []string{"please", "thanks", "thank you", "of course", "gladly", "with pleasure", "bitte", "danke", "gerne", "gern", "naturlich",
	"merci", "volontiers", "avec plaisir", "bien sur", "s'il te plait", "graag", "bedankt", "dank je", "natuurlijk", "gracias", "con gusto",
	"por supuesto", "por favor", "grazie", "volentieri", "con piacere", "per favore", "obrigado", "obrigada", "com prazer", "com gosto"}

// unpointed takes the points out of a line.
var unpointed = strings.NewReplacer(",", " ", "!", " ", ".", " ")

// YesNo reads a folded line as an answer: every word of it after a greeting must
// be one.
func YesNo(folded string) (yes, no bool) {
	if folded != "" && folded[0] >= '0' && folded[0] <= '9' {
		return false, false // a move
	}
	folded = Ungreeted(folded)
	folded = strings.Join(strings.Fields(unpointed.Replace(folded)), " ")
	for _, w := range YesWords {
		if rest, ok := strings.CutPrefix(folded, w); ok && (rest == "" || rest[0] == ' ' && allYes(rest[1:])) {
			return true, false
		}
	}
	for _, w := range NoWords {
		if folded == w {
			return false, true
		}
	}
	return false, false
}

func allYes(rest string) bool {
	for _, polite := range politeWords {
		if rest == polite {
			return true
		}
		rest = strings.TrimSuffix(rest, " "+polite)
	}
	yes, _ := YesNo(rest)
	return yes
}
