package bench

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"time"

	"pitpost.example/model"
)

// letter is a letter from the house, as far as a bot reads it.
type letter struct {
	to, subject, id, replyTo string
	purpose                  model.Purpose // "" if the subject does not show it
	match                    string        // number of the match, likewise
	text, html               []byte        // still encoded in quoted-printable
	turn                     []byte
}

func readLetter(to string, raw []byte) *letter {
	l := &letter{to: to}
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return l
	}
	l.subject, l.id = m.Header.Get("Subject"), m.Header.Get("Message-Id")
	if to, err := mail.ParseAddress(m.Header.Get("Reply-To")); err == nil {
		l.replyTo = to.Address
	}
	l.purpose = purposeOf(l.subject)
	if _, rest, ok := strings.Cut(l.subject, "[#"); ok {
		l.match = rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
	}
	l.text, l.html = partOf(raw, "text/plain"), partOf(raw, "text/html")
	l.turn = partOf(raw, "turn.json")
	if l.purpose == "" && len(l.legal()) > 0 { // the receipt in the middle of a long turn
		l.purpose = model.PurposeTurn
	}
	return l
}

// purposeOf recognises letters that bots wait for by their subject; it returns "" for all others.
func purposeOf(subject string) model.Purpose {
	_, said, ours := strings.Cut(subject, "] ")
	switch {
	case !ours || !strings.HasPrefix(subject, "[#"): // a receipt begins with "Re:"
	case strings.HasPrefix(said, "Your turn, "):
		return model.PurposeTurn
	case strings.HasPrefix(said, "News: "), strings.HasPrefix(said, "Round "):
		return model.PurposeRound
	case strings.HasPrefix(said, "The match is over"), strings.Contains(said, " wins, "), strings.Contains(said, " share the win, "):
		return model.PurposeEnd
	case strings.Contains(said, " invites you to play "), strings.Contains(said, " asks: a match of "): // the wording until November 2026
		return model.PurposeInvite
	}
	return ""
}

// asks reports whether the letter asks for a move or tells of the end of a round or match.
func (l *letter) asks() bool {
	return l.purpose == model.PurposeTurn || l.purpose == model.PurposeRound || l.purpose == model.PurposeEnd
}

// partOf returns the body of the first part whose header contains words. That is enough, because the house's
// letters have no nested parts of one type.
func partOf(raw []byte, words string) []byte {
	at := bytes.Index(raw, []byte(words))
	if at < 0 {
		return nil
	}
	_, body, _ := bytes.Cut(raw[at:], []byte("\r\n\r\n"))
	body, _, _ = bytes.Cut(body, []byte("\r\n--=_"))
	return body
}

// inner returns the content of a page's body, which is what a mail program quotes.
func inner(page []byte) []byte {
	if _, rest, ok := bytes.Cut(page, []byte("<body")); ok {
		_, page, _ = bytes.Cut(rest, []byte(">"))
	}
	page, _, _ = bytes.Cut(page, []byte("</body>"))
	return page
}

// legal returns the legal moves in the letter's turn.json.
func (l *letter) legal() []string {
	var turn struct {
		Legal []string `json:"legal"`
	}
	data, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(string(l.turn), "\r\n", ""))
	if err != nil || json.Unmarshal(data, &turn) != nil {
		return nil
	}
	return turn.Legal
}

// reply is a bot's letter before it is encoded.
type reply struct {
	from, to, subject, words, match string
	answers                         *letter
}

func (l *letter) reply(words string) *reply {
	return &reply{from: l.to, to: l.replyTo, subject: "Re: " + l.subject, words: words, match: l.match, answers: l}
}

// raw encodes the letter as a webmail program does: with the words above
// the whole digest, which is quoted in text and in HTML.
func (r *reply) raw(id string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "Authentication-Results: %s; spf=pass smtp.mailfrom=%s; dmarc=pass header.from=%s\r\nFrom: %s\r\nTo: %s\r\nSubject: %s\r\nMessage-ID: %s\r\nDate: %s\r\nMIME-Version: 1.0\r\n",
		domain, r.from, domain, r.from, r.to, r.subject, id, time.Now().UTC().Format(time.RFC1123Z))
	words := strings.ReplaceAll(r.words, "\n", "\r\n")
	if r.answers == nil {
		b.WriteString("Content-Type: text/plain; charset=utf-8\r\n\r\n" + words + "\r\n")
		return b.Bytes()
	}
	fmt.Fprintf(&b, "In-Reply-To: %s\r\nReferences: %s\r\nContent-Type: multipart/alternative; boundary=\"==two==\"\r\n\r\n", r.answers.id, r.answers.id)
	b.WriteString("--==two==\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n")
	text, _ := io.ReadAll(quotedprintable.NewReader(bytes.NewReader(r.answers.text)))
	w := quotedprintable.NewWriter(&b)
	fmt.Fprintf(w, "%s\r\n\r\nOn Sat, 21 Nov 2026 at 10:15 Pitpost <%s> wrote:\r\n\r\n> %s\r\n", words, r.to, strings.ReplaceAll(string(text), "\n", "\n> "))
	_ = w.Close()
	b.WriteString("\r\n--==two==\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n")
	fmt.Fprintf(&b, "<div dir=3D\"ltr\">%s</div><br><div class=3D\"gmail_quote\"><div dir=3D\"ltr\" class=3D\"gmail_attr\">=\r\nOn Sat, 21 Nov 2026 at 10:15 Pitpost &lt;%s&gt; wrote:<br></div><blockquote class=3D\"gmail_quote\">\r\n",
		strings.ReplaceAll(words, "\r\n", "<br>\r\n"), r.to)
	b.Write(inner(r.answers.html))
	b.WriteString("\r\n</blockquote></div>\r\n--==two==--\r\n")
	return b.Bytes()
}
