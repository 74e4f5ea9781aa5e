package command

import (
	"slices"
	"strings"
	"unicode"

	"pitpost.example/engine"
)

// unsubscribes has what mail programs and people write to get no more mail, in seven languages, folded.
var unsubscribes = []string{"unsubscribe", "unsubscribe me", "unsub", "opt out", "remove me", "remove me from this list", "remove me from the list", "remove me from your list", "cancel my subscription",
	"stop mail", "stop email", "stop emails", "stop sending me mail", "stop sending me emails", "no more mail", "no more emails",
	"abmelden", "mich abmelden", "ich mochte mich abmelden", "abbestellen", "abmeldung", "abbestellung", "austragen", "keine mails mehr", "keine e mails mehr", "stopp",
	"desabonner", "me desabonner", "se desabonner", "desabonnement", "desabonnez moi", "desabonne moi", "desinscrire", "me desinscrire", "se desinscrire", "desinscription", "desinscrivez moi", "plus de mails",
	"afmelden", "meld mij af", "meld me af", "afmelding", "uitschrijven", "schrijf mij uit", "schrijf me uit", "uitschrijving", "geen mail meer", "geen mails meer",
	"darme de baja", "darse de baja", "dar de baja", "dame de baja", "baja", "desuscribir", "desuscribirme", "desuscribirse", "cancelar suscripcion", "cancelar la suscripcion", "cancelar mi suscripcion", "anular suscripcion", "no mas correos",
	"disiscrivi", "disiscrivimi", "disiscriviti", "disiscriversi", "disiscrivermi", "disiscrizione", "annulla iscrizione", "annullare iscrizione", "annulla l'iscrizione", "cancellami", "cancella iscrizione", "cancellami dalla lista", "basta mail",
	"cancelar inscricao", "cancelar a inscricao", "cancelar minha inscricao", "descadastrar", "descadastre me", "cancelar assinatura", "cancelar subscricao", "cancelar a subscricao", "anular subscricao", "remover inscricao", "chega de e mails"}

// unsubscribesMost is the most bytes of a text that only asks for no more mail, with blanks around it.
const unsubscribesMost = 1000

// Unsubscribes reports whether a text asks for no more mail and says nothing else.
func Unsubscribes(text string) bool {
	if len(text) > unsubscribesMost {
		return false
	}
	words := strings.FieldsFunc(engine.Normalise(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' })
	plain := strings.Join(slices.DeleteFunc(words, func(w string) bool {
		return slices.Contains([]string{"please", "bitte", "pls", "merci", "alsjeblieft", "graag", "favor", "por", "per", "favore", "prego"}, w)
	}), " ")
	return slices.Contains(unsubscribes, plain)
}
