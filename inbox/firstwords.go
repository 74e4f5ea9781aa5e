package inbox

import "strings"

// firstWords are the beginnings of the lines that an expression can match, by their first
// letter. An expression of many words is slow to say no, and nearly every line is a no.
type firstWords [256][]string

func firstWordsOf(words string) *firstWords {
	table := firstWords(byByte(strings.Fields(words), func(word string) byte { return word[0] }))
	return &table
}

// begin reports a folded line that, without marks before it, begins with one of them, or with
// a letter that is not ASCII.
func (f *firstWords) begin(folded string) bool {
	folded = strings.TrimLeft(folded, "[*<!_ \t\r\n\f")
	if folded == "" {
		return false
	}
	if folded[0] >= 0x80 {
		return true
	}
	for _, word := range f[folded[0]] {
		if strings.HasPrefix(folded, word) {
			return true
		}
	}
	return false
}

// What deviceLine, footerLine, bannerLine and disclaimerLine begin with.
var (
	deviceWords = firstWordsOf(`sent send get von mit gesendet diese envoye expedie enviad inviat spedito verzonden verstuurd obten
		holen telecharger scarica ottieni download outlook skickat lahetetty wyslan odeslano trimis az da yahoo`)
	footerWords     = firstWordsOf(`vir sans libre sem privo this diese cet este questa deze you to unsubscribe gesendet do`)
	bannerWords     = firstWordsOf(`caution warning attention notice alert security be extern esterno you some this achtung vorsicht warnung diese sie avertissement mefiez ce vous precaucion atencion cuidado advertencia aviso este no attenzione avviso cautela questo let waarschuwing opgelet deze u atencao`)
	disclaimerWords = firstWordsOf(`legal confiden privacy disclaimer privileged the this information content if please di vertraulichkeitshinweis haftungsausschluss ce les avis este el la questo il questa le avviso de esta a`)
)
