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
	page
	*postoffice.Letter
	Address, Back, Delete string
	Show                  string // html, text or source
	Views                 []view
	Frame, Plain, Source  string
	Aligned               bool // the text is made for a fixed-width font
	Files                 []file
	Reply                 *form
}

type view struct {
	Label, Link string
	Chosen      bool
}

type file struct{ Name, Size, Link string }

// letter shows a letter as its reader would see it, as plain text, or as it came.
func (d *desk) letter(w http.ResponseWriter, r *http.Request) error {
	address, l, err := d.found(r)
	if err != nil {
		return err
	}
	folder := folderOf(r)
	if err := d.office.MarkSeen(address, folder, l.UID); err != nil {
		return d.refuse(http.StatusInternalServerError, "post.fails")
	}
	p := letterPage{page: page{Title: cmp.Or(l.Subject, d.say("post.no-subject"))}, Letter: l, Address: address, Back: folderLink(address, folder),
		Delete: letterLink(address, folder, l.UID, "/delete", "")}
	for i, a := range l.Attachments {
		p.Files = append(p.Files, file{a.Name, size(len(a.Data)), letterLink(address, folder, l.UID, "/attachment/"+strconv.Itoa(i), "")})
	}
	if folder != postoffice.Sent {
		p.Reply = replyTo(address, folder, l)
		p.Reply.Body = r.FormValue("answer")
	}
	p.choose(d, r.FormValue("show"), folder)
	return d.show(w, http.StatusOK, "letter.html", p)
}

func uidText(uid uint32) string { return strconv.FormatUint(uint64(uid), 10) }

// choose picks the view: the one asked for, else the richest there is.
func (p *letterPage) choose(d *desk, show, folder string) {
	address := p.Address
	kinds := []string{"html", "text", "source"}
	labels := map[string]string{"html": d.say("post.letter"), "text": d.say("post.plain"), "source": d.say("post.source")}
	if p.HTML == "" {
		kinds = kinds[1:]
	}
	if !slices.Contains(kinds, show) {
		show = kinds[0]
	}
	for _, kind := range kinds {
		p.Views = append(p.Views, view{labels[kind], letterLink(address, folder, p.UID, "", kind), kind == show})
	}
	if p.HTML != "" {
		p.Frame = browser.Frame(p.HTML, func(mailto string) string { return p.begin(folder, begun(mailto)) })
	}
	switch p.Show = show; show {
	case "text":
		p.Plain, p.Aligned = p.Text, !slices.ContainsFunc(strings.Split(p.Text, "\n"), func(line string) bool { return utf8.RuneCountInString(line) > 90 })
		if p.Plain == "" {
			p.Plain = d.say("post.no-plain")
		}
	case "source":
		p.Source = strings.ToValidUTF8(string(p.Raw[:min(len(p.Raw), maxSource)]), "\uFFFD")
	}
}

// begin is where a link in the letter leads that begins another: an answer begins in the box beside
// the letter, anything else on a page of its own.
func (p *letterPage) begin(folder string, mail url.Values) string {
	body := mail.Get("body")
	if p.Reply == nil || body == "" || !strings.Contains(p.Reply.To, mail.Get("to")) {
		return mailboxLink(p.Address) + "/compose?" + mail.Encode()
	}
	p.Reply.Such = cmp.Or(p.Reply.Such, strings.Split(body, "\n")[0])
	query := url.Values{"folder": {folder}, "answer": {body}}
	return mailboxLink(p.Address) + "/letter/" + uidText(p.UID) + "?" + query.Encode() + "#reply"
}

// found reads the letter that the page is about.
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

// remove deletes a letter.
func (d *desk) remove(w http.ResponseWriter, r *http.Request) error {
	address, l, err := d.found(r)
	if err != nil {
		return err
	}
	if err := d.office.Delete(address, folderOf(r), l.UID); err != nil {
		return d.refuse(http.StatusInternalServerError, "post.fails")
	}
	http.Redirect(w, r, folderLink(address, folderOf(r)), http.StatusSeeOther)
	return nil
}

// attachment hands out one attachment to be saved, never to be shown: what it is, only its
// sender says.
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

func size(n int) string {
	if n < 1<<10 {
		return fmt.Sprintf("%d B", n)
	}
	return fmt.Sprintf("%d kB", (n+1023)>>10)
}
