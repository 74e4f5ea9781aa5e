package report

import "pitpost.example/inbox/spelling"

// folded folds phrases as subjects are folded.
func folded(phrases ...string) []string {
	for i, p := range phrases {
		phrases[i] = spelling.Normalise(p)
	}
	return phrases
}

// absences begin the subjects that answering machines write.
var absences = folded(
	// English
	"auto reply", "auto-reply", "autoreply", "auto response", "auto-response", "automatic reply", "automatic response", "automated reply", "automated response", "auto: ",
	"out of office", "out of the office", "i am out of", "i am away", "i am currently away", "i am currently out of", "on vacation", "vacation reply", "vacation response",
	"away from the office", "away from my office", "annual leave",
	// German
	"automatische antwort", "automatische rückantwort", "automatische rückmeldung", "abwesenheit", "abwesend", "nicht im büro", "nicht im hause", "ich bin im urlaub",
	// French
	"réponse automatique", "absence du bureau", "absent du bureau", "absente du bureau", "absent d", "absente d", "message d'absence", "en congé",
	// Spanish
	"respuesta automática", "fuera de oficina", "fuera de la oficina", "ausente", "mensaje de ausencia", "estoy de vacaciones", "ausencia de la oficina",
	// Italian
	"risposta automatica", "fuori sede", "fuori ufficio", "assenza dall'ufficio", "assente", "sono in ferie",
	// Dutch
	"automatisch antwoord", "automatisch bericht", "afwezig", "niet aanwezig", "buiten kantoor", "op vakantie",
	// Portuguese
	"resposta automática", "fora do escritório", "ausência temporária", "estou de férias", "ausência do escritório",
	// Polish
	"automatyczna odpowiedź", "odpowiedź automatyczna", "autoodpowiedź", "poza biurem", "nieobecność w biurze", "jestem na urlopie",
	// Swedish, Danish, Norwegian
	"autosvar", "automatiskt svar", "automatisk svar", "frånvaro", "ej på kontoret", "fravær", "ikke på kontoret", "jag är på semester", "jeg er på ferie",
	// Czech, Slovak
	"automatická odpověď", "mimo kancelář", "nejsem v kanceláři", "neprítomnosť",
	// Finnish
	"automaattinen vastaus", "poissa toimistosta",
	// Turkish
	"otomatik yanıt", "ofis dışında",
	// Russian, Ukrainian
	"автоматический ответ", "автоответ", "вне офиса", "отсутствую в офисе", "я в отпуске", "автоматична відповідь",
	// Japanese, Chinese, Korean
	"自動返信", "自動応答", "不在通知", "自动回复", "自動回覆", "外出", "자동 회신", "부재중",
)

// returned begin the subjects of bounces that are no reports.
var returned = folded(
	"undeliverable", "undelivered mail returned", "delivery status notification", "delivery failure", "delivery notification", "returned mail", "failure notice",
	"mail delivery failed", "mail delivery failure", "mail delivery system", "mail system error", "message undeliverable", "warning: message", "delivery delayed",
	"unzustellbar", "nicht zustellbar", "non remis", "échec de la remise", "no se puede entregar", "no entregado", "non recapitabile", "mancato recapito",
	"onbestelbaar", "não entregue", "não é possível entregar", "niedostarczon", "не удается доставить", "недоставленное",
)

// challenges begin the subjects of machines that want proof of a person.
var challenges = folded(
	"please confirm your message", "please confirm (conf", "please verify your email to", "confirm your message to", "your email requires verification",
	"email address verification required", "action required: confirm your message", "message confirmation required", "verify you are human", "[boxbe]",
)
