package reply

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"pitpost.example/inbox/mime"
	"pitpost.example/inbox/spelling"
)

// trim cuts the text part down to what its sender wrote. If there is no text, the HTML is read instead;
// if there are both, the HTML is trimmed too and compared.
func (l *Letter) trim(known func() corpus) {
	if l.Sealed == "encrypted" {
		return
	}
	kept, cut := trim(strings.Split(l.text, "\n"), known, l.onlyPage && l.page.quotes, l.command)
	l.Kept, l.Unsure, l.Cut = kept.text, kept.unsure, append(cut, l.page.hidden...)
	if l.both {
		l.compare(known)
	}
}

// said is everything that a mail says, before anything is cut.
type said struct {
	text     string
	page     rendered
	both     bool // every body has both forms
	onlyPage bool // no body has a usable text
}

// join puts the bodies of a mail below each other, once as text and once as HTML.
func join(bodies []body) (said, error) {
	var texts []string
	all := said{both: len(bodies) > 0, onlyPage: true}
	for _, b := range bodies {
		plain := strings.Join(b.plain, "\n")
		useful := strings.TrimSpace(plain) != "" && (len(b.html) == 0 || !noHTMLNotice(plain))
		html, err := b.page()
		if err != nil && !useful {
			return said{}, err
		}
		all.both = all.both && err == nil && useful && len(b.html) > 0
		if !useful {
			plain = html.text()
		}
		all.onlyPage = all.onlyPage && !useful
		texts = append(texts, plain)
		all.page.append(html)
	}
	all.text = strings.Join(texts, "\n")
	return all, nil
}

// page renders the HTML of a body as text.
func (b *body) page() (rendered, error) {
	var html rendered
	for _, source := range b.html {
		if err := html.add(source); err != nil {
			return rendered{}, err
		}
	}
	return html, nil
}

const maxLines = 20000

// compare sets Disagree if the HTML says something else than the text. These do not count as differences: a signature
// that only one of them marks, which is not read; lines struck out in the HTML; what holds accepts; and a
// text part of which nothing is left because its program marks no quotes, in place of which the HTML is read.
// If both say the same and the HTML marks quotes by tags, no line is unsure.
func (l *Letter) compare(known func() corpus) {
	page := l.page
	html, cut := trim(page.lines, known, page.quotes, l.command)
	signed, struck := strings.Join(page.signed, "\n"), piecesOf(cut, WhyStruck)
	if page.smiles {
		l.Kept = loneSmile.ReplaceAllString(l.Kept, "$1\u263a$2")
	}
	switch {
	case agree(l.Kept, html.text):
		l.takeSurer(html)
	case l.Kept != "" && agree(l.Kept+piecesOf(l.Cut, WhySignature), html.text):
	case l.Kept == "":
		l.Kept, l.Unsure, l.Cut = html.text, html.unsure, append(cut, page.hidden...)
	case signed != "" && agree(l.Kept, html.text+"\n"+signed):
		l.Kept, l.Unsure = html.text, html.unsure
		l.Cut = append(l.Cut, Cut{WhySignature, signed})
	case struck != "" && holds(keeping{l.Kept, l.Unsure}, html.text, func(line string) bool {
		return l.command(line) && !strings.Contains(essence(struck), essence(line))
	}):
		l.Kept, l.Unsure = html.text, html.unsure // mail programs lose the strikethrough when they make text of HTML
	case page.quotes && html.unsure == nil && holds(keeping{l.Kept, l.Unsure}, html.text, l.command):
		l.Kept, l.Unsure = html.text, nil // the tags show what is quoted
	case page.quotes && l.Unsure == nil && l.Kept != "" && holds(html, l.Kept, l.command):
	case page.saysNothing(html.text) && struck == "": // a page with nothing in it says nothing else
	case l.differsByTalk(html):
		if len(essence(html.text)) > len(essence(l.Kept)) {
			l.Kept, l.Unsure = html.text, html.unsure // whatever speaks against the move is in the longer one
		}
	default:
		l.Disagree = cmp.Or(html.text, "(nothing)")
	}
}

// takeSurer takes of two parts that agree the one that says more surely what was written.
func (l *Letter) takeSurer(html keeping) {
	switch {
	case html.unsure != nil:
	case lostPictures(l.Kept, html.text):
		l.Kept, l.Unsure = html.text, nil
	case l.page.quotes:
		l.Unsure = nil
	}
}

// saysNothing reports whether nothing stands in a page, not even hidden, of which that text is kept.
func (r *rendered) saysNothing(text string) bool { return essence(text) == "" && len(r.hidden) == 0 }

// loneSmile matches a letter that is a smile in a font of pictures.
var loneSmile = regexp.MustCompile(`(?m)(^|[ \t.!,])[JL]([ \t]*[.!]?[ \t]*)$`)

// lostPictures reports whether a text has marks of question where its HTML has pictures, which its charset lacks.
func lostPictures(text, html string) bool {
	return strings.Count(text, "?") > strings.Count(html, "?") && strings.ContainsFunc(html, isPictureRune)
}

// differsByTalk reports whether the HTML names the same commands as the text, in the same order, and whatever only one of them
// says is surely talk.
func (l *Letter) differsByTalk(html keeping) bool {
	deedsOf := func(text string) (deeds []string, said map[string]bool) {
		said = map[string]bool{}
		for line := range strings.Lines(text) {
			key := essence(line)
			if said[key] = true; key != "" && l.command(strings.TrimSpace(line)) {
				deeds = append(deeds, key)
			}
		}
		return deeds, said
	}
	deeds, said := deedsOf(l.Kept)
	others, alsoSaid := deedsOf(html.text)
	if len(deeds) == 0 || !slices.Equal(deeds, others) {
		return false
	}
	extra := 0
	for _, c := range []struct {
		text string
		in   map[string]bool
	}{{l.Kept, alsoSaid}, {html.text, said}} {
		for line := range strings.Lines(c.text) {
			if line = strings.TrimSpace(line); c.in[essence(line)] {
				continue
			}
			if extra++; extra > talkMost || l.command(line) || isNoTalk(line) || l.mayAct != nil && l.mayAct(callNumber.ReplaceAllString(line, "")) {
				return false
			}
		}
	}
	return true
}

// talkMost is how many lines of talk only one of two parts may have.
const talkMost = 40

// isNoTalk reports whether a line that is no command has what commands have: a number that is none to call, or more words than
// a row of a signature.
func isNoTalk(line string) bool {
	return strings.ContainsFunc(callNumber.ReplaceAllString(line, ""), unicode.IsDigit) || len(strings.Fields(line)) > 12
}

// callNumber matches a telephone number, a house and its postal code, and a link.
var callNumber = regexp.MustCompile(`(\+|\b0)[\d ()/.-]{6,}\d|https?://\S+|\bwww\.\S+|\S+@\S+|\b\d{4,5} \p{Lu}\p{L}+`)

const remainsMost = 200 // lines that only one of the two parts may have

// holds reports whether one part of a letter says what the other says and, besides, nothing that could be
// a command. Such extra lines are lines that the program put above the quote, or pieces of a quote that
// lost their marks when it was wrapped. An extra command is allowed only if it is unsure anyway.
func holds(more keeping, less string, command func(string) bool) bool {
	rest, count := essence(less), 0
	for i, line := range strings.Split(more.text, "\n") {
		said := essence(line)
		if said == "" {
			continue
		}
		if after, found := strings.CutPrefix(rest, said); found {
			rest = after
			continue
		}
		count++
		if count > remainsMost || (more.unsure == nil || !more.unsure[i]) && command(line) {
			return false
		}
	}
	return rest == "" && count > 0
}

// piecesOf returns the pieces that were cut for that reason.
func piecesOf(cut []Cut, why Why) string {
	text := ""
	for _, c := range cut {
		if c.Why == why {
			text += "\n" + c.Text
		}
	}
	return text
}

// agree reports whether a text and an HTML part say the same. It compares only letters and digits,
// because programs that make text of their HTML wrap lines, put asterisks around bold words and write out
// links.
func agree(text, html string) bool {
	return strings.TrimSpace(text) == strings.TrimSpace(html) || essence(text) == essence(html)
}

// imageWord matches what programs write in their text in place of a picture.
var imageWord = regexp.MustCompile(`\[(image|cid|bild|imagen|immagine|afbeelding|imagem|inline image)[: ][^\]\n]{0,200}\]`)

func essence(s string) string {
	var b strings.Builder
	s = imageWord.ReplaceAllString(s, " ")
	for _, word := range strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r == '<' || r == '>' }) {
		if strings.Contains(word, "://") || strings.HasPrefix(word, "mailto:") {
			continue
		}
		b.WriteString(word)
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, spelling.CleanLine(strings.ToLower(b.String())))
}

// noHTMLNotice reports whether a text part only says that one should look at the HTML.
func noHTMLNotice(text string) bool {
	if len(text) > 400 {
		return false
	}
	text = strings.ToLower(text)
	return strings.Contains(text, "html") && holdsAny(text, "client", "viewer", "programm", "reader", "lecteur", "cliente")
}

// TextAndPage returns what a mail says as text and as HTML, with nothing cut. page is "" unless each part of
// the mail has both forms.
func TextAndPage(raw []byte) (text, page string, err error) {
	all, err := everything(raw)
	if all.both {
		page = all.page.text()
	}
	return all.text, page, err
}

// QuotableText returns the two of TextAndPage joined, or "" if the mail cannot be read. It is what a program may quote
// in an answer to the mail.
func QuotableText(raw []byte) string {
	text, page, _ := TextAndPage(raw)
	if page != "" {
		text += "\n" + page
	}
	return text
}

// everything reads a mail and cuts nothing.
func everything(raw []byte) (said, error) {
	top, content, err := mime.SplitMail(raw)
	if err != nil {
		return said{}, err
	}
	bodies, err := new(walker).walk(mime.NewPart(top, content, 0))
	if err != nil {
		return said{}, err
	}
	return join(bodies)
}
