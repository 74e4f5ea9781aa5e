package inbox

import "strings"

// firstWords are the beginnings of the lines that an expression can match, by their first
// letter; "_" stands for a blank in them. An expression of many words is slow to say no, and nearly every line is a no.
type firstWords [256][]string

func firstWordsOf(words string) *firstWords {
	phrases := strings.Fields(words)
	for i, phrase := range phrases {
		phrases[i] = strings.ReplaceAll(phrase, "_", " ")
	}
	table := firstWords(byByte(phrases, func(phrase string) byte { return phrase[0] }))
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
	for _, phrase := range f[folded[0]] {
		n := min(len(phrase), len(folded))
		if folded[:n] == phrase[:n] && (n == len(phrase) || phrase[n] == ' ') { // the line may be wrapped within the phrase
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
	disclaimerWords = firstWordsOf(`legal_ confiden privacy_ disclaimer privileged_and the_inf the_e the_message the_comm the_trans the_content
		this_inf this_e this_message this_comm this_trans information_ content if_you please_consider diese_e diese_n diese_i die_in_dieser
		vertraulichkeitshinweis haftungsausschluss ce_m ce_c les_inf avis_de este_m este_c este_e el_presente aviso_ la_inf la_pres
		questo_m questo_d il_pres questa_ le_inf avviso_ dit_ deze_ de_inf esta_m a_inf`)
)
