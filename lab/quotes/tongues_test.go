package quotes

// tongue is what programs and people write in a language. In attributions {n} stands for a name and {a} for an address.
type tongue struct {
	gmail, apple, thunderbird, yahoo, k9, proton, writes string
	from, sent, date, to, subject                        string // labels, with their colons
	day                                                  string // date in the header block of a quoted letter
	original                                             string
	iphone, android, outlook                             string // signatures that programs add
	thanks, prose, close                                 []string
	disclaimer                                           []string
}

var tongues = map[string]*tongue{
	"en": {
		gmail: "On Sun, Nov 22, 2026 at 10:03 AM {n} <{a}> wrote:", apple: "On 22 Nov 2026, at 10:03, {n} <{a}> wrote:",
		thunderbird: "On 22.11.26 10:03, {n} wrote:", yahoo: "On Sunday, November 22, 2026 at 10:03:12 AM GMT+1, {n} <{a}> wrote:",
		k9: "On 22 November 2026 10:03:12 CET, {n} <{a}> wrote:", proton: "On Sunday, November 22nd, 2026 at 10:03 AM, {n} <{a}> wrote:",
		writes: "{n} <{a}> writes:",
		from:   "From:", sent: "Sent:", date: "Date:", to: "To:", subject: "Subject:", day: "Sunday, November 22, 2026 10:03 AM", original: "Original Message",
		iphone: "Sent from my iPhone", android: "Sent from my Galaxy", outlook: "Get Outlook for iOS",
		thanks: []string{"thanks!", "Thank you, that was fun.", "Ha, well dug!"}, prose: []string{"Good morning everybody,", "what a mean trick yesterday!", "I am on the train all day."},
		close:      []string{"Cheers", "See you soon", "Ana"},
		disclaimer: []string{"This e-mail and its attachments are confidential. If you are not the", "intended recipient, delete it at once; do not copy it or pass it on."},
	},
	"de": {
		gmail: "Am So., 22. Nov. 2026 um 10:03 Uhr schrieb {n} <{a}>:", apple: "Am 22.11.2026 um 10:03 schrieb {n} <{a}>:",
		thunderbird: "Am 22.11.26 um 10:03 schrieb {n}:", yahoo: "Am Sonntag, 22. November 2026 um 10:03:12 MEZ hat {n} <{a}> Folgendes geschrieben:",
		k9: "Am 22. November 2026 10:03:12 MEZ schrieb {n} <{a}>:", proton: "{n} <{a}> schrieb am Sonntag, 22. November 2026 um 10:03:",
		writes: "{n} <{a}> schrieb:",
		from:   "Von:", sent: "Gesendet:", date: "Datum:", to: "An:", subject: "Betreff:", day: "Sonntag, 22. November 2026 10:03", original: "Ursprüngliche Nachricht",
		iphone: "Von meinem iPhone gesendet", android: "Von meinem Galaxy gesendet", outlook: "Outlook für iOS beziehen",
		thanks: []string{"danke!", "Vielen Dank, das war lustig.", "Na, gut gegraben!"}, prose: []string{"Guten Morgen zusammen,", "was für ein fieser Zug gestern!", "ich sitze den ganzen Tag im Zug."},
		close:      []string{"Viele Grüße", "Bis bald", "Ana"},
		disclaimer: []string{"Diese E-Mail enthält vertrauliche Informationen. Wenn Sie nicht der", "richtige Adressat sind, löschen Sie sie bitte und geben Sie sie nicht weiter."},
	},
	"fr": {
		gmail: "Le dim. 22 nov. 2026 à 10:03, {n} <{a}> a écrit :", apple: "Le 22 nov. 2026 à 10:03, {n} <{a}> a écrit :",
		thunderbird: "Le 22/11/2026 à 10:03, {n} a écrit :", yahoo: "Le dimanche 22 novembre 2026 à 10:03:12 UTC+1, {n} <{a}> a écrit :",
		k9: "Le 22 novembre 2026 10:03:12 GMT+01:00, {n} <{a}> a écrit :", proton: "Le dimanche 22 novembre 2026 à 10:03, {n} <{a}> a écrit :",
		writes: "{n} <{a}> a écrit :",
		from:   "De :", sent: "Envoyé :", date: "Date :", to: "À :", subject: "Objet :", day: "dimanche 22 novembre 2026 10:03", original: "Message d'origine",
		iphone: "Envoyé de mon iPhone", android: "Envoyé de mon Galaxy", outlook: "Télécharger Outlook pour iOS",
		thanks: []string{"merci !", "Merci, c'était amusant.", "Ah, bien creusé !"}, prose: []string{"Bonjour à tous,", "quel coup bas hier soir !", "je suis en voyage toute la journée."},
		close:      []string{"Amicalement", "À bientôt", "Ana"},
		disclaimer: []string{"Ce message est confidentiel. Si vous n'en êtes pas le destinataire, merci", "de le détruire et de ne pas le transmettre."},
	},
	"nl": {
		gmail: "Op zo 22 nov 2026 om 10:03 schreef {n} <{a}>:", apple: "Op 22 nov 2026, om 10:03 heeft {n} <{a}> het volgende geschreven:",
		thunderbird: "Op 22-11-2026 om 10:03 schreef {n}:", yahoo: "Op zondag 22 november 2026 om 10:03:12 CET schreef {n} <{a}>:",
		k9: "Op 22 november 2026 10:03:12 CET schreef {n} <{a}>:", proton: "Op zondag 22 november 2026 om 10:03, schreef {n} <{a}>:",
		writes: "{n} <{a}> schreef:",
		from:   "Van:", sent: "Verzonden:", date: "Datum:", to: "Aan:", subject: "Onderwerp:", day: "zondag 22 november 2026 10:03", original: "Oorspronkelijk bericht",
		iphone: "Verstuurd vanaf mijn iPhone", android: "Verzonden vanaf mijn Galaxy", outlook: "Outlook voor iOS downloaden",
		thanks: []string{"dank je!", "Bedankt, dat was leuk.", "Nou, goed gegraven!"}, prose: []string{"Goedemorgen allemaal,", "wat gemeen gisteren!", "ik zit de hele dag in de trein."},
		close:      []string{"Groetjes", "Tot gauw", "Ana"},
		disclaimer: []string{"Dit bericht is vertrouwelijk. Bent u niet de geadresseerde, verwijder het", "dan en stuur het niet door."},
	},
	"es": {
		gmail: "El dom, 22 nov 2026 a las 10:03, {n} (<{a}>) escribió:", apple: "El 22 nov 2026, a las 10:03, {n} <{a}> escribió:",
		thunderbird: "El 22/11/2026 a las 10:03, {n} escribió:", yahoo: "El domingo, 22 de noviembre de 2026, 10:03:12 CET, {n} <{a}> escribió:",
		k9: "El 22 de noviembre de 2026 10:03:12 CET, {n} <{a}> escribió:", proton: "El domingo, 22 de noviembre de 2026 a las 10:03, {n} <{a}> escribió:",
		writes: "{n} <{a}> escribió:",
		from:   "De:", sent: "Enviado:", date: "Fecha:", to: "Para:", subject: "Asunto:", day: "domingo, 22 de noviembre de 2026 10:03", original: "Mensaje original",
		iphone: "Enviado desde mi iPhone", android: "Enviado desde mi Galaxy", outlook: "Obtener Outlook para iOS",
		thanks: []string{"¡gracias!", "Gracias, fue divertido.", "¡Vaya, bien cavado!"}, prose: []string{"Buenos días a todos,", "¡qué faena la de ayer!", "estoy de viaje todo el día."},
		close:      []string{"Un abrazo", "Hasta pronto", "Ana"},
		disclaimer: []string{"Este mensaje es confidencial. Si usted no es su destinatario, bórrelo y no", "lo reenvíe a nadie."},
	},
	"it": {
		gmail: "Il giorno dom 22 nov 2026 alle ore 10:03 {n} <{a}> ha scritto:", apple: "Il giorno 22 nov 2026, alle ore 10:03, {n} <{a}> ha scritto:",
		thunderbird: "Il 22/11/2026 10:03, {n} ha scritto:", yahoo: "Il domenica 22 novembre 2026 alle ore 10:03:12 CET, {n} <{a}> ha scritto:",
		k9: "Il 22 novembre 2026 10:03:12 CET, {n} <{a}> ha scritto:", proton: "Il domenica 22 novembre 2026 alle 10:03, {n} <{a}> ha scritto:",
		writes: "{n} <{a}> ha scritto:",
		from:   "Da:", sent: "Inviato:", date: "Data:", to: "A:", subject: "Oggetto:", day: "domenica 22 novembre 2026 10:03", original: "Messaggio originale",
		iphone: "Inviato da iPhone", android: "Inviato dal mio Galaxy", outlook: "Ottieni Outlook per iOS",
		thanks: []string{"grazie!", "Grazie, è stato divertente.", "Beh, ben scavato!"}, prose: []string{"Buongiorno a tutti,", "che brutto scherzo ieri sera!", "sono in viaggio tutto il giorno."},
		close:      []string{"Un saluto", "A presto", "Ana"},
		disclaimer: []string{"Questo messaggio è riservato. Se non ne siete il destinatario, vi preghiamo", "di cancellarlo e di non inoltrarlo."},
	},
	"pt": {
		gmail: "Em dom., 22 de nov. de 2026 às 10:03, {n} <{a}> escreveu:", apple: "Em 22 de nov. de 2026, à(s) 10:03, {n} <{a}> escreveu:",
		thunderbird: "Em 22/11/2026 10:03, {n} escreveu:", yahoo: "Em domingo, 22 de novembro de 2026 10:03:12 BRT, {n} <{a}> escreveu:",
		k9: "Em 22 de novembro de 2026 10:03:12 BRT, {n} <{a}> escreveu:", proton: "Em domingo, 22 de novembro de 2026 às 10:03, {n} <{a}> escreveu:",
		writes: "{n} <{a}> escreveu:",
		from:   "De:", sent: "Enviado:", date: "Data:", to: "Para:", subject: "Assunto:", day: "domingo, 22 de novembro de 2026 10:03", original: "Mensagem original",
		iphone: "Enviado do meu iPhone", android: "Enviado do meu Galaxy", outlook: "Obter o Outlook para iOS",
		thanks: []string{"obrigada!", "Obrigada, foi divertido.", "Olha, bem cavado!"}, prose: []string{"Bom dia a todos,", "que maldade a de ontem!", "estou em viagem o dia todo."},
		close:      []string{"Um abraço", "Até breve", "Ana"},
		disclaimer: []string{"Esta mensagem é confidencial. Se não for o seu destinatário, apague-a e não", "a encaminhe a ninguém."},
	},
}

// elsewhere lists Gmail's attributions in languages that the house does not have, because users of those
// languages often read one of ours.
var elsewhere = []string{
	"{n} <{a}> 於 2026年11月22日週日 上午10:03寫道：",
	"{n} <{a}> 于2026年11月22日周日 10:03写道：",
	"{n} <{a}> ezt írta (időpont: 2026. nov. 22., V, 10:03):",
	"{n} <{a}>, 22 Kas 2026 Paz, 10:03 tarihinde şunu yazdı:",
	"{n} <{a}> escreveu (domingo, 22/11/2026 à(s) 10:03):",
	"Missatge de {n} <{a}> del dia dg., 22 de nov. 2026 a les 10:03:",
	"вс, 22 нояб. 2026 г. в 10:03, {n} <{a}>:",
	"niedz., 22 lis 2026 o 10:03 {n} <{a}> napisał(a):",
	"2026年11月22日(日) 10:03 {n} <{a}>:",
	"2026년 11월 22일 (일) 오전 10:03, {n} <{a}>님이 작성:",
	"ne 22. 11. 2026 v 10:03 odesílatel {n} <{a}> napsal:",
	"Den sön 22 nov. 2026 kl 10:03 skrev {n} <{a}>:",
	"On dim., 22 nov. 2026 la 10:03, {n} <{a}> a scris:",
	"בתאריך יום א׳, 22 בנוב׳ 2026 ב-10:03 מאת {n} <{a}>:",
}
