package reply

import (
	"regexp"
	"strings"
	"unicode"

	"pitpost.example/inbox/mime"
	"pitpost.example/inbox/spelling"
)

// trim cuts what the walk found to the kept text. The text part is read; the
// HTML part is read where there is no text, and compared where there is.
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

// said is all that a mail says, before anything is cut.
type said struct {
	text     string
	page     rendered
	both     bool // each part of it has both forms
	onlyPage bool // there is no text
}

// join sets the texts of the bodies below each other, and their HTML forms.
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

// page is the HTML of a body as text.
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

// compare notes where the HTML keeps other words than the text. A signature
// that only one of them marks as one is no difference and is not read; a text
// part of which nothing is left, since its program marks no quotes, gives way.
// Where the HTML keeps the same, its tags tell what is quoted, and nothing is unsure.
func (l *Letter) compare(known func() corpus) {
	page := l.page
	html, cut := trim(page.lines, known, page.quotes, l.command)
	signed, struck := strings.Join(page.signed, "\n"), piecesOf(cut, WhyStruck)
	switch {
	case agree(l.Kept, html.text):
		if page.quotes && html.unsure == nil {
			l.Unsure = nil
		}
	case l.Kept != "" && agree(l.Kept+piecesOf(l.Cut, WhySignature), html.text):
	case l.Kept == "":
		l.Kept, l.Unsure, l.Cut = html.text, html.unsure, append(cut, page.hidden...)
	case signed != "" && agree(l.Kept, html.text+"\n"+signed):
		l.Kept, l.Unsure = html.text, html.unsure
		l.Cut = append(l.Cut, Cut{WhySignature, signed})
	case struck != "" && holds(keeping{l.Kept, l.Unsure}, html.text, func(line string) bool {
		return l.command(line) && !strings.Contains(essence(struck), essence(line))
	}):
		l.Kept, l.Unsure = html.text, html.unsure // programs leave the stroke out of their text
	case page.quotes && html.unsure == nil && holds(keeping{l.Kept, l.Unsure}, html.text, l.command):
		l.Kept, l.Unsure = html.text, nil // where the tags have a quote, so it is
	case page.quotes && l.Unsure == nil && l.Kept != "" && holds(html, l.Kept, l.command):
	case html.text == "":
		l.Disagree = "(nothing)"
	default:
		l.Disagree = html.text
	}
}

const remainsMost = 200 // lines that one part may have and the other not

// holds reports that one part of a letter says what the other says, and beside it nothing that could
// be a command: a line that its program took for a head of the quote, or pieces of a quote that was
// wrapped so that they lost their marks. A command counts where it may be quoted all the same.
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

// piecesOf is what was cut for a reason.
func piecesOf(cut []Cut, why Why) string {
	text := ""
	for _, c := range cut {
		if c.Why == why {
			text += "\n" + c.Text
		}
	}
	return text
}

// agree compares letters and digits alone: clients wrap lines, star bold words
// and write out links when they make text of their HTML.
func agree(text, html string) bool {
	return strings.TrimSpace(text) == strings.TrimSpace(html) || essence(text) == essence(html)
}

// imageWord is what programs write where their HTML has a picture.
var imageWord = regexp.MustCompile(`\[(image|cid|bild|imagen|immagine|afbeelding|imagem|inline image)[: ][^\]\n]{0,200}\]`)

func essence(s string) string {
	var b strings.Builder
	if strings.Contains(s, "[") {
		s = imageWord.ReplaceAllString(s, " ")
	}
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
	}, spelling.Clean(strings.ToLower(b.String())))
}

// noHTMLNotice tells a text part that only says one must look at the other.
func noHTMLNotice(text string) bool {
	if len(text) > 400 {
		return false
	}
	text = strings.ToLower(text)
	return strings.Contains(text, "html") && holdsAny(text, "client", "viewer", "programm", "reader", "lecteur", "cliente")
}

// Forms are what a mail says as text and what it says as HTML, with nothing cut; page is "" where
// it does not have both.
func Forms(raw []byte) (text, page string, err error) {
	all, err := everything(raw)
	if all.both {
		page = all.page.text()
	}
	return all.text, page, err
}

// Text is what Forms gives in one, "" when it cannot be read: what a program quotes when it answers.
func Text(raw []byte) string {
	text, page, _ := Forms(raw)
	if page != "" {
		text += "\n" + page
	}
	return text
}

// everything reads a mail and cuts nothing.
func everything(raw []byte) (said, error) {
	top, content, err := mime.Open(raw)
	if err != nil {
		return said{}, err
	}
	bodies, err := new(walker).walk(mime.NewPart(top, content, 0))
	if err != nil {
		return said{}, err
	}
	return join(bodies)
}
