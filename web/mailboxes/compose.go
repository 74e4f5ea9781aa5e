package mailboxes

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"pitpost.example/inbox/postoffice"
	"pitpost.example/inbox/reply"
)

// form is a letter that is being written.
type form struct {
	From, To, Subject, Body string
	Folder                  string // of the letter that it answers
	UID                     uint32 // the UID of the letter that it answers, 0 for none
	Quoted                  string // the quotation that is put below Body
	Quote                   bool
	Such                    string // a command that the answered letter offers
	Error                   string
}

// compose shows an empty letter, or one filled in from a link.
func (d *desk) compose(w http.ResponseWriter, r *http.Request) error {
	address, err := d.addressed(r)
	if err != nil {
		return err
	}
	return d.showForm(w, http.StatusOK, form{From: address, To: cmp.Or(r.FormValue("to"), d.house),
		Subject: r.FormValue("subject"), Body: r.FormValue("body")})
}

func (d *desk) showForm(w http.ResponseWriter, status int, f form) error {
	return d.show(w, status, "compose.html", page{"Title": d.say("post.write-letter"), "Reply": f})
}

// replyTo returns an answer to a letter, filled in as a mail program does it.
func replyTo(address, folder string, l *postoffice.Letter) *form {
	subject := l.Subject
	if len(subject) < 3 || !strings.EqualFold(subject[:3], "re:") {
		subject = "Re: " + subject
	}
	return &form{From: address, To: l.ReplyTo, Subject: strings.TrimSpace(subject), Folder: folder, UID: l.UID, Quoted: quote(l), Quote: true}
}

// quote returns the text of a letter as a quotation, below a line with its date and sender.
func quote(l *postoffice.Letter) string {
	at, text := cmp.Or(l.Date, l.Received), l.Text
	if strings.TrimSpace(text) == "" {
		text = reply.QuotableText(l.Raw)
	}
	var b strings.Builder
	b.WriteString("On " + at.Format("Mon, 2 Jan 2006 at 15:04") + ", " + l.From + " wrote:\n")
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		if line = strings.TrimRight(line, " \t"); strings.HasPrefix(line, ">") || line == "" {
			b.WriteString(">" + line + "\n")
		} else {
			b.WriteString("> " + line + "\n")
		}
	}
	return b.String()
}

// send sends a letter, or shows the form again with the error.
func (d *desk) send(w http.ResponseWriter, r *http.Request) error {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		return d.refuse(http.StatusRequestEntityTooLarge, "post.too-long")
	}
	address, err := d.addressed(r)
	if err != nil {
		return err
	}
	f := form{From: address, To: r.PostFormValue("to"), Subject: r.PostFormValue("subject"), Body: r.PostFormValue("body"),
		Folder: r.PostFormValue("folder"), Quote: r.PostFormValue("quote") != ""}
	draft := postoffice.Draft{From: address, To: f.To, Subject: f.Subject, Body: f.Body}
	if uid := r.PostFormValue("uid"); uid != "" {
		r.SetPathValue("uid", uid)
		_, l, err := d.found(r)
		if err != nil {
			return err
		}
		f.UID, f.Quoted = l.UID, quote(l)
		draft.InReplyTo, draft.References = l.MessageID, l.References
		if f.Quote {
			draft.Body = strings.TrimRight(f.Body, "\r\n ") + "\n\n" + f.Quoted
		}
	}
	err = d.office.Send(draft)
	var refused *postoffice.Refused
	switch {
	case errors.As(err, &refused):
		f.Error = refused.Why
		return d.showForm(w, http.StatusUnprocessableEntity, f)
	case err != nil:
		f.Error = d.say("post.not-taken")
		return d.showForm(w, http.StatusServiceUnavailable, f)
	}
	http.Redirect(w, r, mailboxLink(address)+"?sent=1", http.StatusSeeOther)
	return nil
}

// begun parses a mailto: address, without the scheme, into form values. A + is a plus sign everywhere in
// mailto:, also after the question mark.
func begun(mailto string) url.Values {
	to, query, _ := strings.Cut(mailto, "?")
	if plain, err := url.PathUnescape(to); err == nil {
		to = plain
	}
	values := url.Values{"to": {to}}
	for pair := range strings.SplitSeq(query, "&") {
		key, value, _ := strings.Cut(pair, "=")
		key = strings.ToLower(key)
		if plain, err := url.PathUnescape(value); err == nil && (key == "subject" || key == "body") {
			values.Set(key, plain)
		}
	}
	return values
}
