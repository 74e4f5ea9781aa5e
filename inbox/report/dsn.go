// Package report recognises letters that were not written by a person. It parses what mail servers and mail
// programs report: bounces (RFC 3464, or what servers write instead) and complaints (RFC 5965). What follows
// from them is decided in inbox.
package report

import (
	"cmp"
	"html"
	"regexp"
	"slices"
	"strings"

	"pitpost.example/inbox/mime"
	"pitpost.example/inbox/spelling"
	"pitpost.example/model"
)

// Report is what a mail server says became of a letter of ours, or what a mail program says its user thinks
// of it.
type Report struct {
	bounce    bool // it is about a delivery; the verdicts say how that went
	Verdicts  []verdict
	Complaint string   // the type of a feedback report, "" if it is none
	SentFrom  []string // return addresses of the returned letter
	Marks     []string // values in the returned letter's field for our mark
}

// verdict is what became of a letter for one recipient.
type verdict struct {
	Address string // "" if the report names none
	Action  string // failed, delayed, delivered, relayed, expanded
	Status  string // such as 5.1.1, "" if there is none
	Said    string // the diagnosis, on one line

	text    string // what the report says to people, without the returned letter
	servers string // the names of the servers that took part
}

const (
	maxReport = 4         // how deep parts may be nested
	partMost  = 512 << 10 // bytes read of each part
	maxWords  = 1 << 20   // bytes of text for people after which no more text is read
)

// ParseReport parses a bounce (RFC 3464, or what servers write instead) or a feedback report (RFC 5965). It returns
// nil for any other letter.
func ParseReport(raw []byte, automatic string) *Report {
	top, body, _ := mime.SplitMail(raw) // what cannot be read reports nothing
	head := mime.ReadHead(top)
	r, text := &Report{}, new(strings.Builder)
	r.walk(mime.NewPart(top, body, 0), text)
	said := text.String()
	if at := fieldsBegin.FindStringIndex(said); at != nil && !r.bounce && r.Complaint == "" {
		r.bounce = true // a program has made text of the report
		r.deliveries([]byte(said[at[0]:]))
	}
	if r.Complaint == "" && complains(head) {
		r.Complaint = "abuse"
	}
	r.ofService(said)
	said, returned := cutReturned(said)
	if !r.bounce && r.Complaint == "" && !isBounce(top, head, automatic, said) {
		return nil
	}
	if len(r.Verdicts) == 0 && r.Complaint == "" {
		r.Verdicts = []verdict{parsePlain(top, head.Subject+"\n"+said)}
	}
	for i := range r.Verdicts {
		if v := &r.Verdicts[i]; len(r.Verdicts) == 1 {
			v.text = head.Subject + "\n" + said // nobody says which of several people it is about
		}
		r.Verdicts[i].servers += " " + strings.ToLower(head.From)
	}
	for _, found := range markLine.FindAllStringSubmatch(returned, mime.MaxPeople) {
		r.Marks = append(r.Marks, found[1]) // some servers put the returned letter into the text
	}
	return r
}

// isBounce reports whether a letter without the parts of a report tells of a letter that came back.
func isBounce(top mime.Header, head mime.Head, automatic, said string) bool {
	switch {
	case daemon.MatchString(head.From), top.Has("x-failed-recipients"):
		return true
	case automatic == "":
		return false
	case begins(spelling.NormaliseLine(head.Subject), phrases["returned"]):
		return true
	}
	// Not every server signs as one. A note of absence has no word of delivery.
	return automatic == NullPath && notDelivered.MatchString(said) && (verdict{text: said}).Reason() != model.BackUnknown
}

// complains reports whether a letter is a complaint in a form of its own: the mail that is complained of is in it.
func complains(head mime.Head) bool {
	return begins(spelling.NormaliseLine(head.Subject), phrases["complaints"])
}

// walk goes through the parts, each for itself: one that cannot be read hides no other. It collects the text for people in
// text.
func (r *Report) walk(p mime.Part, text *strings.Builder) {
	if p.Multipart() && p.Depth < maxReport {
		parts, err := p.Parts()
		for _, part := range parts {
			r.walk(part, text)
		}
		if err != nil && len(parts) == 0 { // the boundary is lost: its parts are read as one text
			text.WriteString(mime.PlainLines(mime.DecodeGuess(p.Raw[:min(len(p.Raw), partMost)])) + "\n")
		}
		return
	}
	p.Raw = p.Raw[:min(len(p.Raw), partMost)]
	switch p.Kind {
	case "message/delivery-status", "message/global-delivery-status":
		r.bounce = true
		r.deliveries(p.Data())
	case "message/feedback-report":
		if h, _, err := mime.SplitHeader(p.Data()); err == nil { // RFC 5965
			r.Complaint = cmp.Or(word(h.Get("feedback-type")), "other")
			r.SentFrom = append(r.SentFrom, h.All("original-mail-from")...)
		}
	case "message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers":
		if inside, _, err := mime.SplitHeader(p.Data()); err == nil {
			// These fields identify the returned letter.
			r.SentFrom = append(r.SentFrom, inside.All("return-path")...)
			r.Marks = append(r.Marks, inside.All("x-pitpost")...)
		}
	case "text/plain", "text/html", "application/json":
		if text.Len() >= maxWords {
			return
		}
		words, err := p.Text()
		if err != nil {
			words = mime.DecodeGuess(p.Data()) // most of UTF-7 is plain
		}
		if words = mime.PlainLines(words); p.Kind == "text/html" {
			words = html.UnescapeString(withoutTags(words))
		}
		text.WriteString(words + "\n")
	}
}

// withoutTags puts a blank in place of each tag of a page. A regular expression is slow on a page of many tags.
func withoutTags(page string) string {
	var words strings.Builder
	for {
		before, after, _ := strings.Cut(page, "<")
		_, rest, closed := strings.Cut(after, ">")
		if !closed {
			return words.String() + page
		}
		words.WriteString(before + " ")
		page = rest
	}
}

// deliveries parses the groups of fields of a delivery report. The first is about the letter, each of the
// others about a recipient.
func (r *Report) deliveries(raw []byte) {
	servers := ""
	for range mime.MaxPeople {
		h, rest, err := mime.SplitHeader(raw)
		if err != nil {
			return
		}
		servers += " " + strings.ToLower(h.Get("reporting-mta"))
		if action := word(h.Get("action")); action != "" || h.Has("final-recipient") {
			_, address, _ := strings.Cut(h.Get("final-recipient"), ";")
			if _, original, ok := strings.Cut(h.Get("original-recipient"), ";"); ok {
				address = original
			}
			_, said, typed := strings.Cut(h.Get("diagnostic-code"), ";")
			if !typed {
				said = h.Get("diagnostic-code")
			}
			said = mime.OneLine(said)
			r.Verdicts = append(r.Verdicts, verdict{Address: strings.ToLower(strings.Trim(address, " <>")), Action: action,
				Status: preciseCode(findCode(h.Get("status")), said), Said: said, servers: servers + " " + strings.ToLower(h.Get("remote-mta"))})
		}
		if raw = rest; len(raw) == 0 {
			return
		}
	}
}

var (
	markLine = regexp.MustCompile(`(?im)^[> \t]*X-Pitpost:[ \t]*(\w+)`)
	// fieldsBegin matches the first field of a delivery report within a text.
	fieldsBegin = regexp.MustCompile(`(?im)^(Reporting-MTA|Original-Recipient|Final-Recipient)[ \t]*:.*;`)
	// copied matches the row at which the returned letter begins in the text.
	copied = regexp.MustCompile(`(?im)^[ \t>*#=_-]*(below this line is a copy|this is a copy of|(a )?copy of (the|your) (original )?message|(the )?headers? of the|message headers?\b|` +
		`(the |your )?original[ -]message( headers)?( follows)?[ .:*#=_-]*$|(the )?(unsent|returned|undelivered) message|no message was collected|begin original|message text follows|` +
		`(return-path|received|x-pitpost|dkim-signature)[ \t]*:)`)
	late = regexp.MustCompile(`(?i)(has been delayed|delivery.{0,20}delayed|will (be retried|keep trying|continue to try)|not yet been delivered|warning only|` +
		`no action is required|delivery attempts will continue|do not need to resend|will be attempted again|is still being tried|could not be delivered within .{0,20}hours?.{0,80}retr)`)
	notDelivered = regexp.MustCompile(`(?i)(deliver|zugestellt|zustell|remis |remettre|acheminé|entreg|consegn|recapit|bezorg|afgeleverd|доставл)`)
)

// cutReturned parts what a server says to people from the returned letter, which it did not write.
func cutReturned(text string) (said, returned string) {
	if at := copied.FindStringIndex(text); at != nil && strings.TrimSpace(text[:at[0]]) != "" {
		return text[:at[0]], text[at[0]:]
	}
	return text, text
}

// parsePlain parses a bounce that was written for people.
func parsePlain(h mime.Header, text string) verdict {
	v := verdict{Address: strings.ToLower(word(h.Get("x-failed-recipients"))), Action: "failed", Status: findCode(text)}
	if late.MatchString(text) {
		v.Action = "delayed"
	}
	return v
}

// Kind returns hard if the address is dead, and "" if the letter arrived. It returns soft if the address
// takes no mail at present, if the reason is ours, or if no reason is known.
func (v verdict) Kind() model.BounceKind {
	class, _, _ := strings.Cut(v.Status, ".")
	switch {
	case v.Action == "delivered", v.Action == "relayed", v.Action == "expanded", v.Action == "" && class == "2":
		return ""
	case v.Failed() && v.Reason().IsDead():
		return model.BounceHard
	}
	return model.BounceSoft
}

// Failed reports whether the server tries no more. It then said so, whatever its code.
func (v verdict) Failed() bool {
	return v.Action == "failed" || v.Action != "delayed" && !strings.HasPrefix(v.Status, "4.")
}

// VerdictFor returns the verdict for an address. If there is none, it returns the mildest, because an alias
// for several people is not dead if one of them is.
func (r *Report) VerdictFor(address string) verdict {
	if i := slices.IndexFunc(r.Verdicts, func(v verdict) bool { return strings.EqualFold(v.Address, address) }); i >= 0 {
		return r.Verdicts[i]
	}
	mild := verdict{Action: "delayed"}
	for i, v := range r.Verdicts {
		if i == 0 || mild.Kind() == model.BounceHard || v.Kind() == "" {
			mild = v
		}
	}
	return mild
}

// Unwanted reports whether the user wants no more such mail. Reports that a letter was not spam or had a
// broken signature do not say that.
func (r *Report) Unwanted() bool {
	return slices.Contains([]string{"abuse", "fraud", "opt-out", "opt-out-list", "miscategorized", "other"}, r.Complaint)
}
