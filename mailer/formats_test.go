package mailer_test

import (
	"bytes"
	"fmt"
	"html"
	"net/mail"
	"slices"
	"strings"
	"testing"
	"time"

	"pitpost.example/engine/catalog"
	"pitpost.example/lab/friends"
	"pitpost.example/model"
)

// Every letter of some turns keeps the limits of size in every format. It has a picture only if one is
// wanted, otherwise the position in words, and is in the reader's language.
func TestEachFormatInTwoLanguages(t *testing.T) {
	formats := map[string]string{"text": "format text", "html": "format html", "no pictures": "pictures off", "reader": "format reader"}
	for _, game := range catalog.AllGames() {
		for format, words := range formats {
			for _, lang := range []string{"de", "pt"} {
				t.Run(fmt.Sprint(game.Name(), " ", format, " ", lang), func(t *testing.T) {
					t.Parallel()
					g := newTable(t, game.Name(), "bo", "cy", "di")
					for _, s := range g.table().Seats {
						g.write(strings.ToLower(s.Name), "lang "+lang+"\n"+words, model.Ref{Match: 1, Seat: s.No, Purpose: model.ForTurn, Step: 1})
					}
					for range 6 {
						no, step, name := g.due()
						purpose := "turn"
						if g.table().Match.MidTurn(name) {
							purpose, step = "receipt", 0
						}
						g.checkFormat(format, lang, name, g.letter(purpose, no, step))
						g.move()
					}
				})
			}
		}
	}
}

// checkFormat checks one letter to a seat.
func (g *match) checkFormat(format, lang, seat string, raw []byte) {
	g.t.Helper()
	msg, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		g.t.Fatal(err)
	}
	text := textPart(g.t, msg.Header.Get, msg.Body)
	page, pictures := pageOf(g.t, raw)
	if len(raw) > 150_000 || len(text)+len(page) > 80_000 {
		g.t.Errorf("%d bytes, %d of them text and %d HTML", len(raw), len(text), len(page))
	}
	if wanted := format == "html"; wanted != (len(pictures) > 0) || wanted != strings.Contains(page, "cid:") || strings.Contains(string(raw), "image/png") != wanted {
		g.t.Errorf("%d pictures", len(pictures))
	}
	if (page == "") != (format == "text") || page != "" && !strings.Contains(page, `lang="`+lang+`"`) {
		g.t.Errorf("HTML of %d bytes", len(page))
	}
	if n := strings.Count(page, "<h1"); page != "" && n != 1 || strings.Contains(page, "display:none") {
		g.t.Errorf("%d headings of the whole, or something hidden", n)
	}
	words := friends.Words(g.t)
	print := words.Printer(lang, time.UTC).Print
	view := g.table().Match.State().View(seat)
	var alt []string
	for _, p := range view.Alt {
		alt = append(alt, print(p))
	}
	if len(alt) == 0 {
		g.t.Fatal("a position without words")
	}
	switch one := strings.Join(strings.Fields(text), " "); format {
	case "html":
		if said := html.UnescapeString(page); !strings.Contains(said, `alt="`+strings.Join(alt, " ")) {
			g.t.Errorf("the picture does not say %q", alt)
		}
	case "reader":
		for _, fact := range alt {
			if !strings.Contains(one, fact) && !strings.Contains(strings.ReplaceAll(one, " | ", " "), fact) {
				g.t.Errorf("no %q in\n%s", fact, text)
			}
		}
		if slices.ContainsFunc(strings.Split(text, "\n"), func(row string) bool { return strings.Contains(row, "[") && strings.Contains(row, "--") }) {
			g.t.Errorf("a drawing for a screen reader:\n%s", text)
		}
	default:
		drawn := 0
		for row := range strings.Lines(text) {
			if strings.Contains(row, "[") || strings.Contains(row, "   ") {
				drawn++
			}
		}
		if drawn < 5 {
			g.t.Errorf("no board in\n%s", text)
		}
	}
}
