// Package report recognises letters that were not written by a person. It parses what mail servers and mail
// programs report: bounces (RFC 3464, or what servers write instead) and complaints (RFC 5965). What follows
// from them is decided in inbox.
package report

import (
	"cmp"
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
	switch {
	case r.bounce || r.Complaint != "":
	case daemon.MatchString(head.From), top.Has("x-failed-recipients"), begins(spelling.NormaliseLine(head.Subject), phrases["returned"]) && automatic != "":
		r.bounce = true
		r.Verdicts = []verdict{parsePlain(top, head.Subject+"\n"+text.String())}
	default:
		return nil
	}
	for _, found := range markLine.FindAllStringSubmatch(text.String(), mime.MaxPeople) {
		r.Marks = append(r.Marks, found[1]) // some servers put the returned letter into the text
	}
	return r
}

// walk goes through the parts. It collects the text for people in text.
func (r *Report) walk(p mime.Part, text *strings.Builder) {
	if p.Multipart() && p.Depth < maxReport {
		parts, err := p.Parts()
		if err != nil {
			return
		}
		for _, part := range parts {
			r.walk(part, text)
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
	case "text/plain", "text/html":
		words, err := p.Text()
		if err != nil || text.Len() >= maxWords {
			return
		}
		if words = mime.PlainLines(words); p.Kind == "text/html" {
			words = withoutTags(words)
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
	for range mime.MaxPeople {
		h, rest, err := mime.SplitHeader(raw)
		if err != nil {
			return
		}
		if action := word(h.Get("action")); action != "" || h.Has("final-recipient") {
			_, address, _ := strings.Cut(h.Get("final-recipient"), ";")
			if _, original, ok := strings.Cut(h.Get("original-recipient"), ";"); ok {
				address = original
			}
			_, said, _ := strings.Cut(h.Get("diagnostic-code"), ";")
			status := enhanced.FindString(h.Get("status"))
			if precise := enhanced.FindString(said); strings.HasSuffix(status, ".0.0") && precise != "" {
				status = precise // the server that gave the diagnosis knew more than the one that reports it
			}
			r.Verdicts = append(r.Verdicts, verdict{Address: strings.ToLower(strings.TrimSpace(address)), Action: action, Status: status, Said: mime.OneLine(said)})
		}
		if raw = rest; len(raw) == 0 {
			return
		}
	}
}

// copied matches where the returned letter begins in the text.
var copied = regexp.MustCompile(`(?i)below this line is a copy|original message|copy of the message|message headers`)

// parsePlain parses a bounce that was written for people.
func parsePlain(h mime.Header, text string) verdict {
	if at := copied.FindStringIndex(text); at != nil && at[0] > 0 {
		text = text[:at[0]] // the server did not write the returned letter
	}
	v := verdict{Address: strings.ToLower(word(h.Get("x-failed-recipients"))), Action: "failed", Status: enhanced.FindString(text)}
	if v.Status == "" {
		if code := replyCode.FindStringSubmatch(text); code != nil {
			v.Status = code[1] + ".0.0"
		}
	}
	if late.MatchString(text) {
		v.Action = "delayed"
	}
	if found := nobodyThere.FindString(text); found != "" {
		v.Said = mime.OneLine(found)
	}
	return v
}

// Kind returns hard if the address is dead, and "" if the letter arrived. It returns soft if the address
// takes no mail at present, if the reason is ours, or if no reason is known.
func (v verdict) Kind() model.BounceKind {
	switch v.Action {
	case "delivered", "relayed", "expanded":
		return ""
	case "delayed":
		return model.BounceSoft
	}
	class, detail, _ := strings.Cut(v.Status, ".")
	switch {
	case class == "4" || class == "2":
		return model.BounceSoft
	case detail == "1.7" || detail == "1.8" || detail == "2.2" || detail == "2.3":
		return model.BounceSoft // our address is refused, the mailbox is full, or the letter is too large
	case strings.HasPrefix(detail, "1.") || detail == "2.1":
		return model.BounceHard
	case strings.HasPrefix(detail, "7."):
		return model.BounceSoft // a policy, which the operator must deal with; the address works
	case nobodyThere.MatchString(v.Said):
		return model.BounceHard
	}
	return model.BounceSoft
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

var (
	markLine  = regexp.MustCompile(`(?im)^[> \t]*X-Pitpost:[ \t]*(\w+)`)
	enhanced  = regexp.MustCompile(`\b[245]\.\d{1,3}\.\d{1,3}\b`)
	replyCode = regexp.MustCompile(`\b([45])\d\d[ -]`)
	late      = regexp.MustCompile(`(?i)(has been delayed|delivery.{0,20}delayed|will (be retried|keep trying|continue to try)|not yet been delivered|warning only)`)
	// nobodyThere matches how servers say that an address is dead.
	nobodyThere = regexp.MustCompile(`(?i)(user unknown|unknown user|no such (user|recipient|mailbox|address|person)|(user|recipient|mailbox|address|account|domain).{0,40}(not found|does ?n[o']t exist|not exist|unknown|disabled|inactive)|` +
		`does ?n[o']t (exist|have an? .{0,40}account)|no mailbox here|invalid (recipient|mailbox)|account (is|has been) (disabled|closed)|could ?n[o']t be found|null mx|no longer (valid|in use|available))`)
)

// Unwanted reports whether the user wants no more such mail. Reports that a letter was not spam or had a
// broken signature do not say that.
func (r *Report) Unwanted() bool {
	return slices.Contains([]string{"abuse", "fraud", "opt-out", "opt-out-list", "miscategorized", "other"}, r.Complaint)
}
