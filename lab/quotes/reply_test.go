package quotes

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"pitpost.example/inbox"
	reader "pitpost.example/inbox/reply"
)

// placement says where the words of a letter are, and what they are.
type placement uint8

const (
	nothing placement = iota
	thanks
	above
	wordsAbove // a move below a line or two of prose
	under
	inline
	turnAbove // several lines
	turnUnder
	placements
	around = placements // a word of thanks above and a move below, only in a letter that is quoted
)

func (p placement) String() string {
	return [...]string{"nothing", "thanks", "above", "words above", "below", "inline", "turn above", "turn below", "around"}[p]
}

// reply is a generated letter.
type reply struct {
	number  int
	form    *form
	width   int
	place   placement
	before  placement // placement of the words in the writer's own letter that is answered
	depth   int       // 2 if its writer answers their own letter that quotes ours
	ours    *ours
	known   reader.Known // what the house stores of the thread; ours is the last letter
	tongue  *tongue      // language of the program
	odds    *rand.Rand
	written []string // the commands by its writer, in order
	own     []string // every line by its writer
	raw     []byte
}

func (r *reply) String() string {
	return fmt.Sprintf("letter %d: %s, column %d, %s, depth %d, answers %s", r.number, r.form.name, r.width, r.place, r.depth, r.ours.name)
}

// newReply generates letter n of a seed. Successive letters go through all forms, and through all columns and
// placements for each form.
func newReply(seed uint64, n int, all []*ours) *reply {
	r := &reply{number: n, odds: rand.New(rand.NewPCG(seed, uint64(n))), depth: 1}
	r.form = forms[n%len(forms)]
	round := n / len(forms)
	r.width = 40 + (round*17+n%len(forms))%61
	r.place = placement((round + n%len(forms)) % int(placements))
	at := r.odds.IntN(len(all))
	r.ours = all[at]
	for _, o := range all[max(0, at-2*len(languages)):at] {
		if o.lang == r.ours.lang && o.game == r.ours.game {
			r.known.Ours = append(r.known.Ours, o.raw)
		}
	}
	r.known.Ours = append(r.known.Ours, r.ours.raw)
	r.tongue = tongues[r.ours.lang]
	if r.odds.IntN(8) == 0 {
		r.tongue = tongues["en"] // a program in English, whatever its user speaks
	}
	if r.odds.IntN(4) == 0 && r.place != inline && !r.form.once {
		r.depth = 2
	}
	r.compose()
	return r
}

// people is what a person wrote, and where it is in relation to the quotation.
type people struct{ top, middle, low []string }

func (r *reply) pick(list []string) string { return list[r.odds.IntN(len(list))] }

// says invents what is written, and where.
func (r *reply) says(place placement) (p people, written []string) {
	t := tongues[r.ours.lang]
	move := r.pick(r.ours.suggestions)
	turn := []string{move}
	if r.ours.game.Name() == "clonk" {
		turn = nil
		for range 1 + r.odds.IntN(3) {
			turn = append(turn, "dig s"+strconv.Itoa(1+r.odds.IntN(5)))
		}
		turn = append(turn, "rest")
		if r.odds.IntN(2) == 0 {
			turn = append(turn, fmt.Sprintf("shore h%d s%d", 1+r.odds.IntN(5), 1+r.odds.IntN(5)))
		}
	} else {
		turn = append(turn, "or pass "+strconv.Itoa(1+r.odds.IntN(6)), "say well dug")
	}
	switch place {
	case thanks:
		p.top = []string{r.pick(t.thanks)}
	case above:
		p.top, written = []string{move}, []string{move}
	case wordsAbove:
		p.top, written = []string{r.pick(t.prose), "", move}, []string{move}
	case around:
		p.top, p.low = []string{r.pick(t.thanks)}, []string{move}
	case under:
		p.low, written = []string{move}, []string{move}
	case inline:
		p.middle, written = []string{move}, []string{move}
		if r.odds.IntN(2) == 0 {
			p.middle = []string{"", move, ""}
		}
	case turnAbove:
		p.top, written = turn, turn
	case turnUnder:
		p.low, written = turn, turn
	}
	if r.odds.IntN(4) == 0 && len(p.top)+len(p.low) > 0 {
		closing := []string{"", r.pick(t.close)}
		if r.odds.IntN(2) == 0 {
			closing = []string{"-- ", "Ana"}
		}
		if len(p.low) > 0 {
			p.low = slices.Concat(p.low, closing)
		} else {
			p.top = slices.Concat(p.top, closing)
		}
	}
	return p, slices.Clone(written)
}

// compose writes the letter.
func (r *reply) compose() {
	o := r.ours
	q := quotation{name: o.from, address: o.address, to: "ana@example.com", subject: o.subject, text: plain(o.text...), page: o.page}
	switch {
	case r.place == inline || r.odds.IntN(4) == 0:
		q.page = rows(o.text) // a letter of ours that has only text
	case r.form.sees != nil:
		q.text = plain(r.form.sees.text(o.page)...)
	}
	id := o.id
	head := []string{"From: Ana <ana@example.com>", "To: " + named(o.from, o.address), "Date: Sun, 22 Nov 2026 11:00:00 +0100", fmt.Sprintf("Message-ID: <%d@mail.example.com>", r.number)}
	if r.depth == 2 {
		r.before = []placement{thanks, above, above, turnAbove, under, inline, around}[r.odds.IntN(7)]
		before, _ := r.says(r.before)
		text, page := r.quote(before, q)
		if r.odds.IntN(8) > 0 { // otherwise the house has deleted it
			r.known.Theirs = []string{r.keeps(mail(r.odds, head, r.parts(text, page)))}
		}
		if body := inBody.FindStringSubmatch(page); body != nil {
			page = body[1]
		}
		q = quotation{name: "Ana", address: "ana@example.com", to: named(o.from, o.address), subject: "Re: " + o.subject, text: text, page: page}
		id = "<before@mail.example.com>"
	}
	head = append(head, "Subject: Re: "+header(o.subject), "In-Reply-To: "+id, "References: "+o.id+" "+id)
	p, written := r.says(r.place)
	r.written = written
	r.own = slices.Concat(p.top, p.middle, p.low)
	text, page := r.quote(p, q)
	if r.odds.IntN(10) == 0 {
		text = append(text, plain(slices.Concat([]string{""}, r.tongue.disclaimer)...)...)
		page += "<p>" + strings.Join(r.tongue.disclaimer, " ") + "</p>"
	}
	if n := r.odds.IntN(8); n < len(harms) {
		for i := range text {
			text[i].words = harms[n](text[i].words)
		}
		page = harms[n](page)
		for _, lines := range [][]string{r.own, r.written} {
			for i := range lines {
				lines[i] = harms[n](lines[i])
			}
		}
	}
	r.raw = mail(r.odds, head, r.parts(text, page))
}

// harms lists what happens to letters on their way: accents are lost, or UTF-8 is read as Latin-1.
var harms = []func(string) string{
	func(s string) string {
		bare, _, _ := transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC), s)
		return bare
	},
	func(s string) string {
		read, _ := charmap.ISO8859_1.NewDecoder().String(s) // each byte becomes a character
		return read
	},
}

// keeps returns the text that the house keeps of a letter.
func (r *reply) keeps(raw []byte) string {
	l, err := inbox.OpenLetter(raw)
	if err != nil {
		return ""
	}
	l.Trim(func() reader.Known { return r.known })
	return l.Kept
}

// quote puts what a person wrote around the quotation, as text and as HTML.
func (r *reply) quote(p people, q quotation) ([]line, string) {
	f := r.form
	head, body := f.head(r, q), slices.Clone(q.text)
	if f.wrap == below {
		body = wrapBelow(body, r.width-len(f.mark))
	}
	at := len(body)
	if len(p.middle) > 0 {
		at = r.gap(body)
	}
	page := q.page
	if len(p.middle) > 0 {
		page = rows(texts(body[:at])) + f.close + f.rows(p.middle) + f.open + rows(texts(body[at:]))
	}
	if f.inside {
		body = append(plain(append(slices.Clone(head), "")...), body...)
		at += len(head) + 1
	}
	first, second := mark(body[:at], f.mark), mark(body[at:], f.mark)
	signed := ""
	if f.device != nil {
		signed = f.device(r.tongue)
	}
	var text []line
	if len(p.top) > 0 {
		text = append(plain(p.top...), plain(make([]string, r.odds.IntN(3))...)...)
	}
	if signed != "" {
		text = append(text, plain("", signed, "")...)
	}
	if !f.inside {
		over := plain(head...)
		if f.glued && len(first) > 0 && len(over) > 0 {
			over[len(over)-1].words += "   " + first[0].words
			first = first[1:]
		} else if f.mark == "" && len(over) > 0 {
			over = append(over, line{})
		}
		text = append(text, over...)
	}
	text = slices.Concat(text, first, plain(p.middle...), second)
	if len(p.low) > 0 {
		blanks := 1 + r.odds.IntN(2)
		if f.mark != "" && r.odds.IntN(5) == 0 {
			blanks = 0
		}
		text = slices.Concat(text, plain(make([]string, blanks)...), plain(p.low...))
	}
	if f.dots {
		for i := range text {
			text[i].words = " " + text[i].words
		}
	}
	if f.wrap == behind || f.wrap == never && r.number%2 == 1 {
		text = wrapBehind(text, r.width)
	}
	top := f.rows(p.top)
	if signed != "" {
		top += "<br>" + f.rows([]string{signed})
	}
	var over []string
	for _, h := range head {
		over = append(over, html.EscapeString(h))
	}
	return text, strings.NewReplacer("{top}", top, "{head}", strings.Join(over, "<br>"), "{open}", f.open, "{quote}", page, "{close}", f.close, "{low}", f.rows(p.low)).Replace(f.html)
}

// gap returns the line in a quotation below which a move is written, somewhere after the offered moves.
func (r *reply) gap(body []line) int {
	from := len(body) / 2
	for i, l := range body {
		if strings.Contains(l.words, r.ours.suggestions[0]+",") {
			from = i + 1
			break
		}
	}
	return from + r.odds.IntN(len(body)-from+1)
}

// parts returns the bodies of the letter.
func (r *reply) parts(text []line, page string) []part {
	plainPart := part{"text/plain", strings.Join(texts(text), "\n")}
	switch r.form.wrap {
	case flow:
		plainPart = part{"text/plain; format=flowed", strings.Join(flowed(text, r.width, false), "\n")}
	case delsp:
		plainPart = part{"text/plain; format=flowed; delsp=yes", strings.Join(flowed(text, r.width, true), "\n")}
	}
	htmlPart := part{"text/html", page}
	switch r.form.parts {
	case "text":
		return []part{plainPart}
	case "html":
		return []part{htmlPart}
	}
	return []part{plainPart, htmlPart}
}
