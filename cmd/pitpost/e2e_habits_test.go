package main

import (
	"fmt"
	"html"
	"mime"
	"strings"
	"time"
)

// habit writes a reply as one mail program would: all headers except From, To, Subject and those of the thread,
// a blank line, and the body.
type habit struct {
	name  string
	write func(words string, l *received) string
}

const quotedAt = "Sat, 21 Nov 2026 at 10:15"

// habits lists the habits of the most common mail programs.
func habits() []habit {
	return []habit{
		{"Gmail, above the quote", gmail},
		{"Outlook, above a header block", outlook},
		{"Apple Mail, with its signature", apple},
		{"below the quote", below},
		{"HTML alone", htmlAlone},
		{"format=flowed", flowed},
		{"quoted-printable with soft breaks", softBreaks},
		{"a signature", signed},
		{"between the quoted lines", inline},
		{"base64 in another charset", base64Latin},
	}
}

func quoteOf(text string) string {
	return "> " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n> ")
}

func plain(body string) string {
	return "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n" + body
}

func gmail(words string, l *received) string {
	who := fmt.Sprintf("On %s %s wrote:", quotedAt, l.from)
	text := words + "\n\n" + who + "\n\n" + quoteOf(l.text)
	rich := "<div dir=\"ltr\">" + strings.ReplaceAll(html.EscapeString(words), "\n", "<br>") + "</div><br>" +
		"<div class=\"gmail_quote\"><div dir=\"ltr\" class=\"gmail_attr\">" + html.EscapeString(who) +
		"<br></div><blockquote class=\"gmail_quote\" style=\"margin:0 0 0 .8ex;border-left:1px solid\">" + l.html + "</blockquote></div>"
	return alternatives(text, rich)
}

func alternatives(text, rich string) string {
	return "Content-Type: multipart/alternative; boundary=\"=_two\"\n\n--=_two\n" + plain(text) +
		"\n--=_two\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n" + softBroken(rich) + "\n--=_two--\n"
}

func outlook(words string, l *received) string {
	return plain(words + "\n\n________________________________\nFrom: " + l.from + "\nSent: Saturday, 21 November 2026 10:15\nTo: " +
		l.to + "\nSubject: " + l.subject + "\n\n" + l.text)
}

func apple(words string, l *received) string {
	return plain(words + "\n\nSent from my iPhone\n\n> On 21 Nov 2026, at 10:15, " + l.from + " wrote:\n> \n" + quoteOf(l.text))
}

func below(words string, l *received) string {
	return plain("On " + quotedAt + ", " + l.from + " wrote:\n" + quoteOf(l.text) + "\n\n" + words + "\n")
}

func htmlAlone(words string, l *received) string {
	return "Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n" +
		softBroken("<html><body><p>"+strings.ReplaceAll(html.EscapeString(words), "\n", "</p><p>")+
			"</p><blockquote type=\"cite\">"+l.html+"</blockquote></body></html>")
}

func flowed(words string, l *received) string {
	var quoted []string
	for _, row := range strings.Split(l.text, "\n") {
		quoted = append(quoted, "> "+strings.TrimRight(row, " "))
	}
	return "Content-Type: text/plain; charset=UTF-8; format=flowed\nContent-Transfer-Encoding: 8bit\n\n" +
		words + "\n\nOn 21.11.2026 10:15, " + l.from + " wrote:\n" + strings.Join(quoted, "\n") + "\n"
}

func softBreaks(words string, l *received) string {
	cut := max(1, len(words)/2)
	return "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n" +
		words[:cut] + "=\n" + words[cut:] + "\n\n" + softBroken("On "+quotedAt+", "+l.from+" wrote:\n"+quoteOf(l.text)) + "\n"
}

func signed(words string, l *received) string {
	return plain(words + "\n\n-- \nwith love from the mine\n1 Shaft Road\npass 1\n\nOn " + quotedAt + ", " + l.from + " wrote:\n" + quoteOf(l.text))
}

func inline(words string, l *received) string {
	rows := strings.Split(quoteOf(l.text), "\n")
	half := len(rows) / 2
	return plain("On " + quotedAt + ", " + l.from + " wrote:\n" + strings.Join(rows[:half], "\n") + "\n\n" + words + "\n\n" +
		strings.Join(rows[half:], "\n") + "\n")
}

func base64Latin(words string, _ *received) string {
	body := base64Lines([]byte(words + "\n\nGr\xfc\xdfe\n"))
	return "Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: base64\n\n" + body
}

// softBroken encodes a text in quoted-printable with lines of 70 columns.
func softBroken(s string) string {
	var b strings.Builder
	column := 0
	for i := range len(s) {
		c := s[i]
		piece := string(c)
		switch {
		case c == '\n':
			b.WriteString("\n")
			column = 0
			continue
		case c == '=' || c >= 0x7f || c < 0x20 || c == ' ' && i+1 < len(s) && s[i+1] == '\n':
			piece = fmt.Sprintf("=%02X", c)
		}
		if column+len(piece) > 70 {
			b.WriteString("=\n")
			column = 0
		}
		b.WriteString(piece)
		column += len(piece)
	}
	return b.String()
}

// letterTo returns a whole letter: the headers that every program writes, those of the thread if it is an
// answer, and the body of a habit.
func letterTo(id, from, to, subject string, l *received, body string) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "From: %s\nTo: %s\nSubject: %s\nMessage-ID: %s\nDate: %s\nMIME-Version: 1.0\n", from, to, mime.QEncoding.Encode("utf-8", subject), id, time.Now().Format(time.RFC1123Z))
	if l != nil {
		fmt.Fprintf(&b, "In-Reply-To: %s\nReferences: %s\n", l.id, l.id)
	}
	b.WriteString(body)
	return []byte(strings.ReplaceAll(b.String(), "\n", "\r\n"))
}
