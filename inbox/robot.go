package inbox

import (
	"regexp"
	"strings"
)

// robot says why a letter was sent by no person, "" when it may have been.
// Precedence: bulk or X-Auto-Response-Suppress alone say nothing: gateways
// put them on people's letters.
func robot(h header, m *mime) string {
	switch {
	case h.has("x-pitpost"):
		return "our own letter come back"
	case len(h.all("received")) > 50:
		return "a loop: more than 50 servers"
	}
	if reason := reportReason(m); reason != "" {
		return reason
	}
	if value := word(h.get("auto-submitted")); value != "" && value != "no" {
		return "Auto-Submitted: " + value
	}
	for _, name := range []string{"precedence", "x-precedence"} {
		switch value := word(h.get(name)); value {
		case "list", "junk", "auto_reply", "auto-reply":
			return "Precedence: " + value
		}
	}
	if reason := robotHeader(h); reason != "" {
		return reason
	}
	for _, value := range h.all("return-path") {
		if strings.ReplaceAll(value, " ", "") == "<>" {
			return "a bounce: no return address"
		}
	}
	if robotAddress.MatchString(m.letter.From) {
		return "sent from a robot's address"
	}
	if vacation.MatchString(Fold(m.letter.Subject)) {
		return "an answer in absence"
	}
	return ""
}

func reportReason(m *mime) string {
	switch m.report {
	case "":
	case "delivery-status":
		return "a delivery report"
	case "disposition-notification":
		return "a read receipt"
	case "feedback-report":
		return "a complaint"
	default:
		return "a report"
	}
	if m.calendar {
		return "a calendar answer"
	}
	return ""
}

// robotHeader knows the headers that only answering machines write.
func robotHeader(h header) string {
	for _, name := range []string{"x-autoreply", "x-autorespond", "x-autoresponder", "x-auto-reply", "x-auto-reply-from",
		"x-mail-autoreply", "x-failed-recipients", "x-vacation"} {
		if value := word(h.get(name)); h.has(name) && value != "no" && value != "false" {
			return name
		}
	}
	exchange := h.has("x-ms-exchange-inbox-rules-loop") || h.has("x-ms-exchange-generated-message-source")
	if h.has("x-auto-response-suppress") && exchange {
		return "x-auto-response-suppress"
	}
	return ""
}

// word is the first word of a header value, without its parameters and comments.
func word(value string) string {
	value = strings.TrimSpace(value)
	for strings.HasPrefix(value, "(") {
		_, rest, ok := strings.Cut(value, ")")
		if !ok {
			return ""
		}
		value = strings.TrimSpace(rest)
	}
	if i := strings.IndexAny(value, " \t;(,"); i >= 0 {
		value = value[:i]
	}
	return strings.ToLower(oneLine(value))
}

var robotAddress = regexp.MustCompile(`(?i)^(mailer-daemon|postmaster|no-?reply|do-?not-?reply|donotreply|bounces?|auto-?reply)([+-][^@]*)?@`)

// vacation is the start of a subject that answering machines write, folded, in
// the seven languages; a person's answer to one begins with Re.
var vacation = regexp.MustCompile(`^\W*(` + strings.Join([]string{
	`auto(matic|mated)?[ -]?(reply|response|reply to)\b`, `auto: `, `out of (the )?office`, `i am (currently )?(away|out of)`, `on vacation\b`, `vacation (reply|response)`, `away from (my|the) office`,
	`automatische (antwort|ruckantwort)`, `abwesenheit`, `abwesend`, `nicht im (buro|hause)`, `automatische ruckmeldung`,
	`reponse automatique`, `absence du bureau`, `absent du bureau`, `absent(e)? d`, `message d'absence`,
	`respuesta automatica`, `fuera de (la )?oficina`, `ausente`, `mensaje de ausencia`, `estoy de vacaciones`,
	`risposta automatica`, `fuori (sede|ufficio)`, `assenza dall'ufficio`, `assente`,
	`automatisch (antwoord|bericht)`, `afwezig`, `niet aanwezig`, `buiten kantoor`,
	`resposta automatica`, `fora do escritorio`, `ausencia temporaria`, `estou de ferias`,
}, "|") + `)`)
