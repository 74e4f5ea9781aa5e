package quotes

import (
	"strings"

	"golang.org/x/net/html"
)

// wrapping says what happens to long lines of an answer.
type wrapping uint8

const (
	below  wrapping = iota // wrapped, then marked
	behind                 // marked, then wrapped, so that continuation lines have no mark
	flow                   // format=flowed
	delsp                  // format=flowed with DelSp=yes
	never                  // not by the program, but for every second letter by a gateway, after marking
)

// form is the way in which a mail program answers.
type form struct {
	name    string
	parts   string // "text", "both" or "html"
	mark    string // put before each quoted line, "" for none
	head    func(r *reply, q quotation) []string
	inside  bool // the head is inside the marks
	glued   bool // the head is in the same line as the first quoted one
	wrap    wrapping
	sees    *rendering // how it converts our HTML to text; nil if it quotes our text
	html    string     // its HTML: {top} {head} {open} {quote} {close} {low}
	open    string     // beginning of the quotation in HTML
	close   string
	row     string // template of a line by the writer in HTML
	device  func(*tongue) string
	dots    bool     // lines are indented by one blank
	once    bool     // nothing marks the beginning of the writer's own letter in a nested quotation
	foreign []string // attributions that it uses instead of those in the player's language
}

// marked reports whether the form alone shows which lines are quoted.
func (f *form) marked() bool {
	return strings.TrimSpace(f.mark) != "" || f.parts == "html" && strings.Contains(f.open, "<blockquote")
}

// quotation is a letter that is quoted.
type quotation struct {
	name, address, to, subject string
	text                       []line
	page                       string
}

func (q quotation) fill(s string) string {
	return strings.NewReplacer("{n}", q.name, "{a}", q.address).Replace(s)
}

// says returns a head of one sentence, wrapped at a column.
func says(column int, words func(*tongue) string) func(*reply, quotation) []string {
	return func(r *reply, q quotation) []string { return breaks(q.fill(words(r.tongue)), column) }
}

// gmails returns Gmail's head, which is broken before the address.
func gmails(r *reply, q quotation) []string {
	words := r.tongue.gmail
	if r.form.foreign != nil {
		words = r.form.foreign[r.odds.IntN(len(r.form.foreign))]
	}
	whole := q.fill(words)
	before, address, found := strings.Cut(whole, "<")
	if len(whole) <= 76 || !found {
		return []string{whole}
	}
	address, behind, _ := strings.Cut("<"+address, ">")
	switch r.odds.IntN(3) {
	case 0:
		return []string{before + "<", address[1:] + ">" + behind}
	case 1:
		return []string{strings.TrimSpace(before), address + ">" + behind}
	}
	return []string{before + address + ">", strings.TrimSpace(behind)}
}

func line1(words string) func(*reply, quotation) []string {
	return func(r *reply, q quotation) []string { return strings.Split(q.fill(words), "\n") }
}

// headers returns a block of header lines; keys has the letters f, s, d, t, u for From, Sent, Date, To and Subject.
func headers(keys string, above ...string) func(*reply, quotation) []string {
	return func(r *reply, q quotation) []string {
		t := r.tongue
		var out []string
		for _, a := range above {
			out = append(out, strings.Replace(a, "{o}", t.original, 1))
		}
		star := func(label string) string { return label + " " }
		if strings.HasPrefix(keys, "*") {
			star = func(label string) string { return "*" + label + "* " }
		}
		for _, key := range strings.TrimPrefix(keys, "*") {
			switch key {
			case 'f':
				out = append(out, star(t.from)+q.name+" <"+q.address+">")
			case 'F':
				out = append(out, star(t.from)+"\""+q.name+"\" <"+q.address+">")
			case 'a':
				out = append(out, star(t.from)+q.address)
			case 's':
				out = append(out, star(t.sent)+t.day)
			case 'd':
				out = append(out, star(t.date)+t.day)
			case 't':
				out = append(out, star(t.to)+q.to)
			case 'u':
				out = append(out, star(t.subject)+q.subject)
			}
		}
		return out
	}
}

func nothingSaid(*reply, quotation) []string { return nil }

const (
	div       = "<div>%s</div>"
	gmailHTML = `<div dir="ltr">{top}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">{head}<br></div>{open}{quote}{close}</div>{low}`
	gmailOpen = `<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">`
	cite      = `<blockquote type="cite">`
	uncite    = "</blockquote>"
	appleHTML = `<html><head></head><body style="word-wrap: break-word;">{top}<br><div><br>{open}<div>{head}</div><br><div>{quote}</div>{close}</div><br>{low}</body></html>`
	wordHTML  = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0cm} --></style></head><body lang=EN><div class=WordSection1>{top}<p class=MsoNormal><o:p>&nbsp;</o:p></p><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal>{head}<o:p></o:p></p></div><p class=MsoNormal><o:p>&nbsp;</o:p></p>{open}{quote}{close}{low}</div></body></html>`
	wordRow   = "<p class=MsoNormal>%s<o:p></o:p></p>"
	owaHTML   = `<html><head></head><body dir="ltr">{top}<div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif">{head}</font><div>&nbsp;</div></div>{open}{quote}{close}{low}</body></html>`
	bareHTML  = `<html><body>{top}<br><div>{head}</div>{open}{quote}{close}{low}</body></html>`
)

func iphone(t *tongue) string  { return t.iphone }
func android(t *tongue) string { return t.android }
func outlook(t *tongue) string { return t.outlook }

func gmail(t *tongue) string       { return t.gmail }
func apple(t *tongue) string       { return t.apple }
func thunderbird(t *tongue) string { return t.thunderbird }
func yahoo(t *tongue) string       { return t.yahoo }
func k9(t *tongue) string          { return t.k9 }
func proton(t *tongue) string      { return t.proton }
func writes(t *tongue) string      { return t.writes }

var underscores = strings.Repeat("_", 32)

// forms lists the programs, each as its letters were observed.
var forms = []*form{
	{name: "gmail", parts: "both", mark: "> ", head: gmails, wrap: below, sees: &asGmail, html: gmailHTML, open: gmailOpen, close: uncite},
	{name: "gmail of our text", parts: "both", mark: "> ", head: gmails, wrap: below, html: gmailHTML, open: gmailOpen, close: uncite},
	{name: "gmail plain", parts: "text", mark: "> ", head: gmails, wrap: behind, sees: &asGmail},
	{name: "gmail android", parts: "both", mark: "> ", head: says(78, gmail), wrap: never, sees: &asGmail, html: gmailHTML, open: gmailOpen, close: uncite},
	{name: "gmail html only", parts: "html", head: gmails, html: gmailHTML, open: gmailOpen, close: uncite},
	{name: "gmail elsewhere", parts: "both", mark: "> ", head: gmails, foreign: elsewhere, wrap: below, sees: &asGmail, html: gmailHTML, open: gmailOpen, close: uncite},
	{name: "gmail elsewhere plain", parts: "text", mark: "> ", head: gmails, foreign: elsewhere, wrap: behind},
	{name: "apple mail", parts: "both", mark: "> ", head: says(1000, apple), inside: true, wrap: never, sees: &asApple, html: appleHTML, open: cite, close: uncite},
	{name: "apple mail plain", parts: "text", mark: "> ", head: says(1000, apple), wrap: delsp},
	{name: "ios mail", parts: "both", mark: "> ", head: says(1000, apple), inside: true, wrap: never, sees: &asApple, html: appleHTML, open: cite, close: uncite, device: iphone},
	{name: "ios html only", parts: "html", head: says(1000, apple), html: appleHTML, open: cite, close: uncite, device: iphone},
	{name: "ios bare", parts: "text", head: says(1000, apple), wrap: never, sees: &asApple, device: iphone},
	{name: "thunderbird", parts: "text", mark: "> ", head: says(72, thunderbird), wrap: flow},
	{name: "thunderbird delsp", parts: "text", mark: "> ", head: says(72, thunderbird), wrap: delsp},
	{name: "thunderbird fixed", parts: "text", mark: "> ", head: says(72, thunderbird), wrap: below, sees: &asLynx},
	{name: "thunderbird html", parts: "both", mark: "> ", head: says(72, thunderbird), wrap: below, sees: &asApple, html: `<html><body>{top}<div class="moz-cite-prefix">{head}<br></div>{open}{quote}{close}{low}</body></html>`, open: `<blockquote type="cite" cite="mid:turn@example.org">`, close: uncite, row: "<p>%s<br></p>"},
	{name: "thunderbird html only", parts: "html", head: says(72, thunderbird), html: `<html><body>{top}<div class="moz-cite-prefix">{head}<br></div>{open}{quote}{close}{low}</body></html>`, open: cite, close: uncite, row: "<p>%s</p>"},
	{name: "outlook", parts: "both", head: headers("fstu"), wrap: never, sees: &asOutlook, html: wordHTML, row: wordRow},
	{name: "outlook html only", parts: "html", head: headers("fstu"), html: wordHTML, row: wordRow},
	{name: "outlook stars", parts: "both", head: headers("*fstu"), wrap: never, sees: &asOutlook, html: wordHTML, row: wordRow},
	{name: "outlook plain marked", parts: "text", mark: "> ", head: headers("fstu", "-----{o}-----"), inside: true, wrap: behind, sees: &asOutlook},
	{name: "outlook plain of our text", parts: "text", mark: "> ", head: headers("fstu", "-----{o}-----"), wrap: behind},
	{name: "outlook plain bare", parts: "text", head: headers("fstu", "-----{o}-----"), wrap: behind, sees: &asOutlook},
	{name: "outlook plain bars", parts: "text", mark: "| ", head: headers("fstu", "-----{o}-----"), wrap: behind},
	{name: "outlook 2003", parts: "text", head: headers("fstu", "-----{o}-----", ""), wrap: behind},
	{name: "outlook web", parts: "both", head: headers("fstu", underscores), wrap: never, sees: &asOutlook, html: owaHTML, row: `<div class="elementToProof">%s</div>`},
	{name: "outlook web html only", parts: "html", head: headers("fstu"), html: owaHTML, row: `<div class="elementToProof">%s</div>`},
	{name: "outlook new", parts: "both", head: headers("fstu", underscores), wrap: never, sees: &asOutlook, row: div, html: `<html><body>{top}<div id="mail-editor-reference-message-container"><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg">{head}</div>{open}{quote}{close}</div>{low}</body></html>`},
	{name: "outlook ios", parts: "both", head: headers("fstu", underscores), wrap: never, sees: &asOutlook, html: owaHTML, device: outlook},
	{name: "outlook android", parts: "html", head: headers("fstu"), html: owaHTML, device: outlook},
	{name: "outlook mac", parts: "both", head: headers("fdtu"), wrap: never, sees: &asOutlook, html: `<html><body>{top}<br><span id="OLK_SRC_BODY_SECTION"><div>{head}</div>{open}{quote}{close}</span>{low}</body></html>`},
	{name: "windows mail", parts: "both", head: headers("fstu"), wrap: never, sees: &asWeb, html: `<html><body>{top}<div style="padding-top:5px;border-top-color:rgb(229,229,229);border-top-width:1px;border-top-style:solid"><div>{head}</div>{open}{quote}{close}</div>{low}</body></html>`},
	{name: "hotmail", parts: "both", head: headers("fdtu", "", "> "+underscores), wrap: never, sees: &asOutlook, html: `<html><body class="hmmessage"><div dir="ltr">{top}<hr id="stopSpelling">{head}<br><br>{open}{quote}{close}{low}</div></body></html>`},
	{name: "exchange phone", parts: "html", head: says(1000, apple), html: `<html><body><div name="messageBodySection">{top}</div><div name="messageReplySection">{head}<br>{open}{quote}{close}</div>{low}</body></html>`, open: cite, close: uncite},
	{name: "yahoo", parts: "both", head: says(1000, yahoo), dots: true, wrap: never, sees: &asWeb, html: `<html><body><div class="ydp-yahoo-style-wrap">{top}<div><br></div></div><div id="yahoo_quoted_1" class="yahoo_quoted"><div><div>{head}</div><div><br></div><div>{open}{quote}{close}</div></div></div>{low}</body></html>`},
	{name: "yahoo plain", parts: "text", mark: "> ", head: says(1000, yahoo), wrap: behind},
	{name: "yahoo android", parts: "both", mark: "", head: says(1000, yahoo), glued: true, wrap: never, sees: &asWeb, html: `<html><body>{top}<br><div id="yahoo_quoted_1"><p>{head}</p><blockquote><html><body>{open}{quote}{close}</body></html></blockquote></div>{low}</body></html>`},
	{name: "aol", parts: "text", head: headers("fstu", "-----{o}-----"), wrap: never, sees: &asWeb},
	{name: "gmx", parts: "html", head: headers("sftu"), html: `<html><body><div style="font-family: Verdana;font-size: 12.0px;">{top}<div>&nbsp;<div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5;"><div style="margin:0 0 10px 0;">{head}</div><div name="quoted-content">{open}{quote}{close}</div></div></div></div>{low}</body></html>`},
	{name: "gmx both", parts: "both", head: headers("sftu"), wrap: never, sees: &asWeb, html: `<html><body><div>{top}<div>&nbsp;<div name="quote"><div>{head}</div><div name="quoted-content">{open}{quote}{close}</div></div></div></div>{low}</body></html>`},
	{name: "web.de text", parts: "text", head: headers("sftu"), wrap: below, sees: &asWeb},
	{name: "t-online", parts: "text", head: headers("udft", "-----{o}-----"), wrap: behind},
	{name: "tuta", parts: "html", head: line1("22 Nov 2026, 10:03 by {a}:"), html: `<html><body>{top}<br><br>{head}<br>{open}{quote}{close}{low}</body></html>`, open: `<blockquote class="tutanota_quote" style="border-left: 1px solid #93A3B8; padding-left: 10px; margin-left: 5px;">`, close: uncite},
	{name: "tuta both", parts: "both", mark: "> ", head: line1("22 Nov 2026, 10:03 by {a}:\n"), wrap: never, sees: &asApple, html: bareHTML, open: `<blockquote class="tutanota_quote">`, close: uncite},
	{name: "proton", parts: "both", mark: "> ", head: says(1000, proton), wrap: below, sees: &asWeb, html: `{top}<div class="protonmail_quote">{head}<br>{open}{quote}{close}</div>{low}`, open: `<blockquote class="protonmail_quote" type="cite">`, close: uncite},
	{name: "proton dashes", parts: "text", mark: "> ", head: says(1000, func(t *tongue) string {
		return "‐‐‐‐‐‐‐ " + t.original + " ‐‐‐‐‐‐‐"
	}), wrap: behind, sees: &asApple},
	{name: "zoho", parts: "both", head: line1("---- On Sun, 22 Nov 2026 10:03:12 +0100 {n} <{a}> wrote ---\n"), wrap: never, sees: &asWeb, html: `<html><body><div style="font-family: Verdana;">{top}<div class="zmail_extra_hr"></div><div class="zmail_extra"><br>{head}<br>{open}{quote}{close}</div></div>{low}</body></html>`, open: `<blockquote style="margin: 0px;">`, close: uncite},
	{name: "fastmail", parts: "both", mark: "> ", head: says(72, apple), wrap: below, sees: &asApple, html: `<html><body>{top}<div><br></div><div>{head}</div>{open}{quote}{close}{low}</body></html>`, open: `<blockquote type="cite" id="qt">`, close: uncite},
	{name: "mail.ru", parts: "both", mark: ">", head: line1("Воскресенье, 22 ноября 2026, 10:03 +03:00 от {n} <{a}>:\n "), wrap: never, sees: &asWeb, html: `<HTML><BODY>{top}<br>{open}{head}<br> <br>{quote}{close}{low}</BODY></HTML>`, open: `<blockquote style="border-left:1px solid #0857A6;margin:10px;padding:0 0 0 10px;">`, close: uncite},
	{name: "yandex", parts: "html", head: line1("22.11.2026, 10:03, \"{n}\" <{a}>:"), html: `<div>{top}</div><div><br></div><div>{head}</div>{open}{quote}{close}{low}`, open: "<blockquote>", close: uncite},
	{name: "yandex text", parts: "text", mark: ">  ", head: line1("22.11.2026, 10:03, \"{n}\" <{a}>:"), wrap: never},
	{name: "qq", parts: "text", head: headers("Fdtu", "", "------------------ Original ------------------"), wrap: never, sees: &asWeb},
	{name: "netease", parts: "text", head: line1("\n在 2026-11-22 10:03:12，\"{n}\" <{a}> 写道："), wrap: never, sees: &asWeb},
	{name: "netease marked", parts: "text", mark: ">", head: line1("\nAt 2026-11-22 10:03:12, \"{n}\" <{a}> wrote:"), wrap: behind},
	{name: "zimbra", parts: "both", head: headers("ftsu"), wrap: never, sees: &asWeb, html: `<html><body><div>{top}</div><br><hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__">{head}</div><div data-marker="__QUOTED_TEXT__">{open}{quote}{close}</div>{low}</body></html>`},
	{name: "zimbra marked", parts: "text", mark: "> ", head: headers("ftsu", "----- {o} -----"), wrap: behind},
	{name: "zimbra bars", parts: "text", mark: "| ", head: headers("ftsu", "----- {o} -----"), wrap: behind},
	{name: "samsung", parts: "both", head: headers("fdtu", "-------- {o} --------"), wrap: never, sees: &asWeb, device: android, html: `<html><body>{top}<div style="font-size:100%;color:#000000"><div>{head}</div></div>{open}{quote}{close}{low}</body></html>`},
	{name: "android", parts: "text", head: line1("---- {n} wrote ----\n"), wrap: never, sees: &asPhone},
	{name: "k-9", parts: "text", mark: ">", head: says(1000, k9), wrap: below},
	{name: "k-9 both", parts: "both", mark: ">", head: says(1000, k9), wrap: below, html: `<html><body>{top}<br><br><div class="gmail_quote">{head}{open}{quote}{close}</div>{low}</body></html>`, open: gmailOpen, close: uncite},
	{name: "fairemail", parts: "both", mark: "> ", head: says(1000, k9), wrap: flow, sees: &asApple, html: `<html><body>{top}<br><div fairemail="reply"><p>{head}</p>{open}{quote}{close}</div>{low}</body></html>`, open: cite, close: uncite},
	{name: "bluemail", parts: "html", head: says(1000, k9), html: `<html><body><div dir="auto">{top}<br></div><div class="gmail_quote">{head}{open}{quote}{close}</div>{low}</body></html>`, open: gmailOpen, close: uncite},
	{name: "spark", parts: "both", mark: "> ", head: line1("On 22 Nov 2026, 10:03 +0100, {n} <{a}>, wrote:"), wrap: never, sees: &asApple, html: `<html><body><div name="messageBodySection">{top}</div><div name="messageReplySection">{head}<br>{open}{quote}{close}</div>{low}</body></html>`, open: cite, close: uncite},
	{name: "superhuman", parts: "text", mark: "> ", head: line1("On Sun, Nov 22, 2026 at 10:03 AM, {n} < {a} > wrote:\n"), wrap: behind, device: func(*tongue) string { return "Sent via Superhuman ( https://sprh.example/?vip=ana@example.com )" }},
	{name: "newton", parts: "html", head: line1("On Nov 22, 2026 at 10:03 AM, {n} <{a}> wrote:"), html: `<div class="cm_body">{top}</div><div class="cm_quote" style="color:#787878">{head}</div><br><div id="oldcontent">{open}{quote}{close}</div>{low}`, open: "<blockquote>", close: uncite},
	{name: "front", parts: "html", head: line1("On November 22, 2026 at 10:03 AM GMT+1 {a} wrote:"), html: `<div>{top}</div><br><div>{head}<br></div>{open}{quote}{close}{low}`, open: `<blockquote type="cite" class="front-blockquote">`, close: uncite},
	{name: "polymail", parts: "text", head: line1("On Sun, Nov 22, 2026 at 10:03 AM {n}\n<\nmailto:{n} <{a}>\n> wrote:\n"), wrap: never, sees: &asWeb},
	{name: "mutt", parts: "text", mark: "> ", head: line1("On Sun, Nov 22, 2026 at 10:03:12AM +0100, {n} wrote:"), wrap: never},
	{name: "mutt on a list", parts: "text", mark: "> ", head: line1("On Sun, Nov 22, 2026 at 10:03:12AM +0100, {n} wrote:"), wrap: behind, sees: &asLynx},
	{name: "alpine", parts: "text", mark: "> ", head: line1("On Sun, 22 Nov 2026, {n} wrote:\n"), wrap: behind},
	{name: "gnus", parts: "text", mark: "> ", head: says(72, writes), wrap: behind},
	{name: "supercite", parts: "text", mark: "Saboteur> ", head: says(72, writes), wrap: never},
	{name: "the bat", parts: "text", mark: "S> ", head: line1("Hello Saboteur,\n\nSunday, November 22, 2026, 10:03:12 AM, you wrote:\n"), wrap: never},
	{name: "the bat wrapped", parts: "text", mark: "S> ", head: line1("22 November 2026, 10:03:12, you wrote:\n"), wrap: behind},
	{name: "notes", parts: "text", head: headers("Ftdu", "", ""), wrap: below},
	{name: "evolution", parts: "text", mark: "> ", head: line1("On Sun, 2026-11-22 at 10:03 +0100, {n} wrote:"), wrap: below},
	{name: "kmail", parts: "text", mark: "> ", head: line1("On Sunday, 22 November 2026 10:03:12 CET {n} wrote:"), wrap: behind},
	{name: "claws", parts: "text", mark: "> ", head: line1("On Sun, 22 Nov 2026 10:03:12 +0000\n{n} <{a}> wrote:\n"), wrap: behind},
	{name: "geary", parts: "both", mark: "> ", head: says(1000, gmail), wrap: flow, sees: &asApple, html: bareHTML, open: `<blockquote type="cite">`, close: uncite},
	{name: "roundcube", parts: "text", mark: "> ", head: line1("On 2026-11-22 10:03, {n} wrote:"), wrap: below},
	{name: "roundcube html", parts: "both", mark: "> ", head: line1("On 2026-11-22 10:03, {n} wrote:"), wrap: below, sees: &asWeb, html: `<html><body><p>{top}</p><p id="reply-intro">{head}</p>{open}{quote}{close}{low}</body></html>`, open: cite, close: uncite},
	{name: "horde", parts: "text", mark: "> ", head: line1("Zitat von {n} <{a}>:\n"), wrap: behind},
	{name: "squirrelmail", parts: "text", mark: "> ", head: line1("On Sun, November 22, 2026 10:03 am, {n} wrote:"), wrap: behind},
	{name: "snappymail", parts: "both", mark: "> ", head: line1("November 22, 2026 10:03 AM, \"{n}\" <{a}> wrote:"), wrap: never, sees: &asWeb, html: bareHTML, open: "<blockquote>", close: uncite},
	{name: "em client", parts: "both", head: line1("------ Original Message ------\nFrom \"{n}\" <{a}>\nTo ana@example.com\nDate 22.11.2026 10:03:12\nSubject Re: your turn\n"), wrap: never, sees: &asWeb, html: `<html><body>{top}<br><div>{head}</div><br>{open}{quote}{close}{low}</body></html>`, open: `<blockquote cite="turn@example.org" type="cite" class="cite">`, close: uncite},
	{name: "em client plain", parts: "text", mark: "> ", head: line1("------ Original Message ------\nFrom \"{n}\" <{a}>\nTo ana@example.com\nDate 22.11.2026 10:03:12\nSubject Re: your turn\n"), wrap: behind},
	{name: "interia", parts: "html", head: line1("Temat: Re: Your turn\nData: 2026-11-22 10:03\nNadawca: \"{n}\" <{a}>\nAdresat: ana@example.com;"), html: `<div>{top}</div><hr>{head}<br>{open}{quote}{close}{low}`, open: "<blockquote>", close: uncite},
	{name: "orange", parts: "text", mark: "> ", head: line1("> Message du 22/11/26 10:03\n> De : \"{n}\" <{a}>\n> A : ana@example.com\n> Copie à : \n> Objet : Re: your turn\n> "), wrap: behind},
	{name: "libero", parts: "html", head: line1("Il 22/11/2026 10:03 {n} <{a}> ha scritto:"), html: `<html><body>{top}<br>{open}{head}<br><br>{quote}{close}{low}</body></html>`, open: `<blockquote type="cite">`, close: uncite},
	{name: "hey", parts: "html", head: line1("On November 22, 2026, {n} <{a}> wrote:"), html: `<div>{top}</div><br>{head}<br>{open}{quote}{close}{low}`, open: "<blockquote>", close: uncite},
	{name: "pegasus", parts: "text", mark: "> ", head: line1("On 22 Nov 2026 at 10:03, {n} wrote:\n"), wrap: behind},
	{name: "indented", parts: "text", mark: "    ", head: line1("{n} <{a}>, 22.11.2026 10:03:\n"), wrap: behind},
	{name: "marks without a head", once: true, parts: "text", mark: "> ", head: nothingSaid, wrap: behind},
	{name: "bare", once: true, parts: "text", head: nothingSaid, wrap: never},
	{name: "bare page", once: true, parts: "text", head: nothingSaid, wrap: never, sees: &asLynx},
	{name: "gateway", once: true, parts: "text", head: line1("{n} - 22/11 10:03"), wrap: never, sees: &asPhone},
}

// rows returns lines by a person as HTML.
func (f *form) rows(lines []string) string {
	row := f.row
	if row == "" {
		row = div
	}
	var b strings.Builder
	for _, l := range lines {
		words := html.EscapeString(l)
		if l == "" {
			words = "<br>"
		}
		b.WriteString(strings.Replace(row, "%s", words, 1))
	}
	return b.String()
}
