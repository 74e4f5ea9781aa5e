package reply

import (
	"regexp"
	"strings"

	"pitpost.example/inbox/mime"
)

// deviceLine is what a program adds by itself, folded, in the languages it
// speaks; the whole line.
var deviceLine = regexp.MustCompile(`^(` + strings.Join([]string{
	`(sent|send) (from|with|via|using) \[?[^.!?]{2,60}`,
	`get (outlook|bluemail|the .{2,20} app) .{0,30}`,
	`(von meinem|von unterwegs|mit der|mit dem) .{2,40} (gesendet|geschickt|app gesendet)`,
	`(gesendet|diese nachricht wurde) (von|mit|vom|uber) .{2,60}`,
	`(envoye|expedie) (de|depuis|a partir de|avec|via) .{2,60}`,
	`enviad[oa] (desde|do|de|con|com|a partir d[oe]|via) .{2,60}`,
	`(inviato|inviata|spedito) (da|dal|dall'|con|tramite) ?.{2,60}`,
	`(verzonden|verstuurd) (vanaf|vanaf mijn|met|via|van) .{2,60}`,
	`(obtenga|obtener|holen sie sich|telecharger|obtenez|scarica|ottieni|download|outlook) outlook .{0,30}`,
	`skickat fran .{2,60}`, `sendt fra .{2,60}`, `lahetetty .{2,60}`, `wyslan[oe] z .{2,60}`, `odeslano z .{2,60}`, `отправлено с .{2,60}`,
	`надіслано (з|із|через) .{2,60}`, `trimis (de pe|din|prin) .{2,60}`, `az .{2,40}(rol|bol) kuldve`, `da gui tu .{2,60}`,
	`στάλθηκε από .{2,60}`, `נשלח (מה|מ)-?.{2,60}`, `تم الإرسال من .{2,60}`, `मर .{2,40} स भजा गया`, `สงจาก .{2,60}`, `(나의|내) .{2,40}에서 보냄`,
	`yahoo mail: .{2,60}`, `从我的.{2,20}发送`, `发自我的.{2,20}`,
}, "|") + `)$`)

// isDeviceLine reports "Sent from my phone" and its like. A sentence of a
// player may begin so, but then it goes on past a full stop.
func isDeviceLine(folded string) bool {
	if len(folded) < 8 || len(folded) > 160 {
		return false
	}
	if strings.Contains(folded, "http") {
		folded = linkBehind.ReplaceAllString(folded, "")
	}
	folded = strings.Trim(folded, "[]")
	for _, end := range deviceEnds {
		if device, ok := strings.CutSuffix(folded, end); ok && len(device) <= 120 {
			return true
		}
	}
	return deviceLine.MatchString(folded)
}

// deviceEnds are what follows the name of the device, in languages where that comes first.
var deviceEnds = []string{"dan gonderildi", "den gonderildi", "tan gonderildi", "ten gonderildi", "から送信"}

// linkBehind is the target that a program writes behind a linked word.
var linkBehind = regexp.MustCompile(`\]? ?(\( ?https?://[^)\s]* ?\)|<https?://[^>\s]*>)`)

// footerLine opens what lists, virus scanners and providers put below a letter.
var footerLine = regexp.MustCompile(`^(virus-free|virenfrei|sans virus|libre de virus|sem virus|privo di virus|virusvrij|` +
	`this (e-?mail|message) has been (checked|scanned) |diese e-?mail wurde (von|auf) .*vir|cet e-?mail a ete verifie|` +
	`este (correo|mensaje|e-?mail) .*(virus|avast)|questa e-?mail .*(virus|avast)|deze e-?mail is gecontroleerd|` +
	`you received this message because you are subscribed|to unsubscribe from this (group|list)|unsubscribe: |` +
	`gesendet mit der .*app|do you yahoo)`)

// footer cuts a scanner's or a list's lines, to the end of their paragraph; a
// list's rule of underscores with its name below, to the end.
func (t *trimmer) footer() bool {
	line := t.bare[t.at]
	if len(line) >= 30 && strings.Trim(line, "_") == "" && t.at+1 < len(t.bare) && strings.Contains(strings.ToLower(t.bare[t.at+1]), "mailing list") {
		t.rest(WhyFooter)
		return true
	}
	if len(line) < 10 || !footerLine.MatchString(t.folded(t.at)) {
		return false
	}
	t.take(WhyFooter, t.run(func(t *trimmer, i int) bool { return t.bare[i] != "" && !mime.IsQuoted(t.bare[i]) }))
	return true
}

// bannerLine opens a warning that a mail gateway puts above a letter from
// outside, folded.
var bannerLine = regexp.MustCompile(`^[\[*<!\s]*(` + strings.Join([]string{
	`(caution|warning|attention|notice|alert|security notice|be careful)[\]*!: -].*(external|outside|links|attachments|sender|organi[sz]ation)`,
	`(external|extern|externe|esterno|externo)( e-?mail| sender| message|\]|:|!|$)`,
	`you don't often get e-?mail from `, `some people who received this message don't often get email`,
	`this (e-?mail|message) (originated|came|was sent|is) from (outside|an external|someone outside)`,
	`(achtung|vorsicht|warnung)[!: -].*(extern|ausserhalb|links|anhang)`, `diese (e-?mail|nachricht) (stammt|kommt|wurde) von (einem )?(extern|ausserhalb)`, `sie erhalten nicht (haufig|oft) e-?mails? von`,
	`(attention|avertissement|mefiez-vous)[!: -].*(extern|exterieur|liens|pieces)`, `ce (message|courriel|mail) (provient|vient) (de l'exterieur|d'un expediteur externe)`, `vous (n'obtenez|ne recevez) pas souvent`,
	`(precaucion|atencion|cuidado|advertencia|aviso)[!: -].*(extern|fuera|enlaces|adjuntos)`, `este (correo|mensaje) (proviene|procede|se origino|viene) (de |en )?(un remitente externo|fuera)`, `no suele recibir correo`,
	`(attenzione|avviso|cautela)[!: -].*(estern|fuori|link|allegati)`, `questo messaggio (proviene|arriva) (dall'esterno|da un mittente esterno)`,
	`(let op|waarschuwing|opgelet)[!: -].*(extern|buiten|links|bijlagen)`, `deze e-?mail (is afkomstig|komt) van (buiten|een externe)`, `u ontvangt niet vaak`,
	`(atencao|cuidado|aviso|cautela)[!: -].*(extern|fora|links|anexos)`, `este e-?mail (foi enviado|veio|tem origem) (de fora|fora|por um remetente externo)`,
}, "|") + `)`)

// banner cuts a gateway's warning above the first word of the sender: its
// line, and the sentences of its paragraph that follow.
func (t *trimmer) banner() bool {
	if t.words > 0 || len(t.bare[t.at]) < 8 || !bannerLine.MatchString(t.folded(t.at)) {
		return false
	}
	n := t.run(func(t *trimmer, i int) bool {
		line := t.bare[i]
		return !mime.IsQuoted(line) && (len(line) > 40 || strings.HasSuffix(line, "]") && len(line) > 10)
	})
	t.take(WhyBanner, n)
	return true
}

// disclaimerLine opens a notice of a company's lawyers, folded.
var disclaimerLine = regexp.MustCompile(`^[*_\s]*(` + strings.Join([]string{
	`(legal |confidentiality |privacy )?(disclaimer|confidentiality notice|privileged and confidential|confidential)( |:|$)`,
	`(the|this) (information|e-?mail|message|communication|transmission)[^.]{0,80}(confidential|intended|privileged|property)`,
	`(the )?(information|contents?) (contained )?(in|of) this (e-?mail|message)`, `if you are not the intended recipient`, `(please )?consider the environment`,
	`(diese|die in dieser) (e-?mail|nachricht|information)[^.]{0,80}(vertraulich|bestimmt)`, `vertraulichkeitshinweis`, `haftungsausschluss`,
	`(ce (message|courriel|mail|courrier)|les informations contenues)[^.]{0,120}(confidentiel|destine|usage exclusif)`, `avis de confidentialite`,
	`(este|el presente) (mensaje|correo)[^.]{0,120}(confidencial|dirig|destina)`, `aviso (legal|de confidencialidad)`, `la informacion contenida en este`,
	`(questo|il presente) (messaggio|documento)[^.]{0,120}(riservat|confidenzial|destinat)`, `(questa|la presente) (e-?mail|comunicazione)[^.]{0,120}(riservat|confidenzial|destinat)`, `le informazioni contenute in quest`, `avviso di riservatezza`,
	`(dit|deze|de informatie in dit) (bericht|e-?mail)[^.]{0,120}(vertrouwelijk|bestemd|bedoeld)`,
	`(esta mensagem|este e-?mail|a informacao contida)[^.]{0,120}(confidencia|destina)`, `aviso de confidencialidade`,
}, "|") + `)`)

// disclaimer cuts from a lawyers' notice to the next quoted line or the end;
// above the sender's first word, only its paragraph.
func (t *trimmer) disclaimer() bool {
	line := t.bare[t.at]
	if len(line) < 10 || !disclaimerLine.MatchString(t.folded(t.at)+" "+t.after(t.at)) {
		return false
	}
	top := t.words == 0
	n := t.run(func(t *trimmer, i int) bool {
		line := t.bare[i]
		if top && line == "" || mime.IsQuoted(line) || dashedWords(line) != "" || isRule(line) {
			return false
		}
		return line == "" || t.headers(i) == 0 && t.opens[i] == 0
	})
	t.take(WhyDisclaimer, n)
	return true
}

// after is the start of the line below i, so that a wrapped sentence is seen.
func (t *trimmer) after(i int) string {
	if i+1 >= len(t.bare) || mime.IsQuoted(t.bare[i+1]) {
		return ""
	}
	return t.folded(i + 1)
}
