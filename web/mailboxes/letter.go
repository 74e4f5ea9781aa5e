package mailboxes

import (
	"cmp"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"pitpost.example/inbox/postoffice"
	"pitpost.example/web/browser"
)

// maxSource is how much of a letter's source a page shows, in bytes.
const maxSource = 1 << 20

// letterPage shows one letter.
type letterPage struct {
	*postoffice.Letter
	Address, Folder string
	Reply           *form // nil in the Sent folder
}

// views lists the ways to show a letter: as its reader sees it, as plain text, and as its source.
var views = []string{"html", "text", "source"}

// letter shows a letter in one of the views, and marks it as read.
func (d *desk) letter(w http.ResponseWriter, r *http.Request) error {
	address, l, err := d.found(r)
	if err != nil {
		return err
	}
	folder := folderOf(r)
	if err := d.office.MarkSeen(address, folder, l.UID); err != nil {
		return d.refuse(http.StatusInternalServerError, "post.fails")
	}
	p := letterPage{Letter: l, Address: address, Folder: folder}
	if folder != postoffice.Sent {
		p.Reply = replyTo(address, folder, l)
		p.Reply.Body = r.FormValue("answer")
	}
	kinds, show, document := views, r.FormValue("show"), ""
	if l.HTML == "" {
		kinds = kinds[1:]
	} else {
		document = browser.FrameLetter(l.HTML, func(mailto string) string { return p.begin(begun(mailto)) })
	}
	if !slices.Contains(kinds, show) {
		show = kinds[0]
	}
	return d.show(w, http.StatusOK, "letter.html", page{"Title": cmp.Or(l.Subject, d.say("post.no-subject")),
		"Letter": p, "Views": kinds, "Show": show, "Frame": document})
}

// Aligned reports whether the text may be laid out for a fixed-width font: no line is longer than 90 characters.
func (p letterPage) Aligned() bool {
	return !slices.ContainsFunc(strings.Split(p.Text, "\n"), func(line string) bool { return utf8.RuneCountInString(line) > 90 })
}

// Source returns the letter's source, of which at most maxSource bytes are shown.
func (p letterPage) Source() string {
	return strings.ToValidUTF8(string(p.Raw[:min(len(p.Raw), maxSource)]), "\uFFFD")
}

// begin returns the address for a mailto: link in the letter: an answer to this letter begins in the box beside
// it, any other letter on a page of its own.
func (p *letterPage) begin(mail url.Values) string {
	body := mail.Get("body")
	if p.Reply == nil || body == "" || !strings.Contains(p.Reply.To, mail.Get("to")) {
		return mailboxLink(p.Address) + "/compose?" + mail.Encode()
	}
	p.Reply.Such = cmp.Or(p.Reply.Such, strings.Split(body, "\n")[0])
	query := url.Values{"folder": {p.Folder}, "answer": {body}}
	return letterLink(p.Address, postoffice.Inbox, p.UID, "?"+query.Encode()+"#reply", "")
}

// found returns the mailbox and the letter of the page.
func (d *desk) found(r *http.Request) (string, *postoffice.Letter, error) {
	address, err := d.addressed(r)
	if err != nil {
		return "", nil, err
	}
	uid, err := strconv.ParseUint(r.PathValue("uid"), 10, 32)
	if err != nil {
		return "", nil, d.refuse(http.StatusNotFound, "post.no-letter")
	}
	l, err := d.office.Read(address, folderOf(r), uint32(uid))
	if err != nil {
		return "", nil, d.refuse(http.StatusNotFound, "post.letter-gone")
	}
	return address, l, nil
}

// attachment sends one attachment as a download. It is never shown in
// the page, since only its sender says what type it is.
func (d *desk) attachment(w http.ResponseWriter, r *http.Request) error {
	_, l, err := d.found(r)
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(r.PathValue("n"))
	if err != nil || n < 0 || n >= len(l.Attachments) {
		return d.refuse(http.StatusNotFound, "post.no-file")
	}
	a := l.Attachments[n]
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": a.Name}))
	_, _ = w.Write(a.Data)
	return nil
}

func size(data []byte) string {
	if len(data) < 1<<10 {
		return fmt.Sprintf("%d B", len(data))
	}
	return fmt.Sprintf("%d kB", (len(data)+1023)>>10)
}
