package main

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"html"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/inbox"
	"pitpost.example/inbox/spelling"
	"pitpost.example/speech"
)

// known is what a fact told a seat.
type known struct {
	seq   int
	lines []string
}

// checkSecrets searches every mailbox for what its owner may not know: other seats' addresses, tokens and private news,
// what is only told later, the seed before the end of the match, and data of other seats in turn.json.
func (g *gathering) checkSecrets() {
	table, err := g.station.Stores.DB.Fold(context.Background(), 1, 0)
	if err != nil {
		g.t.Fatal(err)
	}
	seed := hex.EncodeToString(table.Row.Seed[:])
	told := map[string][]known{}
	print := g.station.Stores.Words.Printer("en", time.UTC).Print
	for _, p := range g.guests {
		for _, h := range table.Match.Heard(p.name, 0) {
			told[p.name] = append(told[p.name], known{h.Seq, printed(h.Lines, print)})
		}
	}
	upto := g.upto()
	owner := map[string]string{} // of each token
	for _, p := range g.guests {
		for i, l := range p.letters {
			all := strings.Join([]string{l.subject, l.text, l.html, string(l.source)}, "\n") + header(l.raw)
			for _, other := range g.guests {
				if other != p && strings.Contains(all, other.address) && !(p.name == "Ana" && !running(p.letters[:i+1])) {
					g.t.Errorf("%s reads %s's address in %q", p.name, other.name, l.subject)
				}
			}
			for _, token := range tokens.FindAllString(all, -1) {
				if by, ok := owner[token]; ok && by != p.name {
					g.t.Errorf("%s reads a token of %s in %q", p.name, by, l.subject)
				}
				owner[token] = p.name
			}
			if strings.Contains(all, seed) != (l.record != nil) {
				g.t.Errorf("%s's letter %q: the seed belongs into the last letter and no other", p.name, l.subject)
			}
			g.checkNews(p, l, told, upto[l.id])
			g.checkTurn(p, l, upto[l.id])
			g.checkHand(p, l, upto[l.id])
		}
	}
}

var tokens = regexp.MustCompile(`play\+[a-z0-9]+@`)

// header returns the headers of a raw letter, unfolded.
func header(raw []byte) string {
	head, _, _ := strings.Cut(string(raw), "\r\n\r\n")
	return strings.ReplaceAll(head, "\r\n ", " ")
}

func running(letters []*received) bool {
	return slices.ContainsFunc(letters, func(l *received) bool { return l.turn != nil })
}

func printed(lines []engine.Phrase, print func(engine.Phrase) string) []string {
	var out []string
	for _, p := range lines {
		if p.Key != "match.said" { // players' words are also outside the log
			out = append(out, plainWords(print(p)))
		}
	}
	return out
}

// plainWords removes tags and line breaks, so that text and HTML can be compared with a line of the log.
func plainWords(s string) string {
	s = tags.ReplaceAllString(s, " ")
	return strings.Join(strings.Fields(html.UnescapeString(s)), " ")
}

var tags = regexp.MustCompile(`<[^>]*>`)

// upto returns for each outgoing letter the last fact that it may tell about.
func (g *gathering) upto() map[string]int {
	rows, err := g.connect().Query(context.Background(), "select message_id, seq from outbox")
	if err != nil {
		g.t.Fatal(err)
	}
	out := map[string]int{}
	for rows.Next() {
		var id string
		var seq int
		if err := rows.Scan(&id, &seq); err != nil {
			g.t.Fatal(err)
		}
		out["<"+strings.Trim(id, "<>")+">"] = seq
	}
	return out
}

// checkNews searches a letter for lines of the log that its owner had not been told yet, or never is.
func (g *gathering) checkNews(p *guest, l *received, told map[string][]known, upto int) {
	var may []string
	for _, k := range told[p.name] {
		if k.seq <= upto {
			may = append(may, k.lines...)
		}
	}
	all := strings.Join(may, "\n")
	for _, body := range []string{plainWords(l.text), plainWords(l.html)} {
		for name, list := range told {
			for _, k := range list {
				for _, line := range k.lines {
					if !strings.Contains(all, line) && strings.Contains(body, line) && !standing(line) {
						g.t.Errorf("%s reads in %q what %s is told in fact %d: %s", p.name, l.subject, name, k.seq, line)
					}
				}
			}
		}
	}
}

// standing reports whether a line also describes a position, so that it may be in letters before and after its fact.
func standing(line string) bool { return strings.HasPrefix(line, "You are a ") }

// checkTurn searches turn.json for data of other seats.
func (g *gathering) checkTurn(p *guest, l *received, upto int) {
	if l.turn == nil {
		return
	}
	if l.turn.Seat != p.name || l.turn.Match != 1 {
		g.t.Errorf("%s holds a turn.json of %s, match %d", p.name, l.turn.Seat, l.turn.Match)
	}
	g.game.checkTurn(g, p, l, upto)
}

// checkRoles searches the turn.json of a Saboteur match for others' roles and cards.
func (g *gathering) checkRoles(p *guest, l *received, _ int) {
	if n := strings.Count(string(l.source), `"role":`); n != 1 {
		g.t.Errorf("%s's turn.json tells %d roles", p.name, n)
	}
	for _, n := range l.turn.News {
		for key, value := range n.Data {
			mine := n.Seat == p.name
			switch held, _ := value.(map[string]any); {
			case key == "roles" || key == "hands":
				if _, own := held[p.name]; len(held) != 1 || !own {
					g.t.Errorf("%s is told %s of others: %v", p.name, key, value)
				}
			case key == "deck", key == "goals", key == "spare", key == "gold" && n.Kind == "saboteur.dealt",
				key == "saw" && !mine, key == "card" && !mine && (n.Kind == "saboteur.passed" || n.Kind == "saboteur.drew"):
				g.t.Errorf("%s is told %s of %s: %v", p.name, key, n.Kind, value)
			}
		}
	}
}

// checkHand compares the hand and the goals in turn.json with the log.
func (g *gathering) checkHand(p *guest, l *received, upto int) {
	if l.turn == nil {
		return
	}
	table, err := g.station.Stores.DB.Fold(context.Background(), 1, upto)
	if err != nil {
		g.t.Fatal(err)
	}
	b, err := json.Marshal(table.Match.State().View(p.name).Data)
	if err != nil {
		g.t.Fatal(err)
	}
	want := l.turn.View
	want.Hand, want.Goals, want.Seen = nil, nil, nil
	if err := json.Unmarshal(b, &want); err != nil {
		g.t.Fatal(err)
	}
	if want.Role != l.turn.View.Role || !slices.Equal(want.Hand, l.turn.View.Hand) || len(want.Seen) != len(l.turn.View.Seen) {
		g.t.Errorf("%s's turn.json: %+v, the log says %+v", p.name, l.turn.View, want)
	}
	for goal, face := range l.turn.View.Goals {
		if face != nil && want.Goals[goal] == nil {
			g.t.Errorf("%s's turn.json shows goal %s, which lies face down", p.name, goal)
		}
	}
}

// checkQuoted sends every letter of the house back to it, with quote marks, as mail programs do
// below an answer. No line of it may be taken for a command.
func (g *gathering) checkQuoted() {
	game := catalog.FindGame(g.game.name)
	for _, p := range g.guests {
		for _, l := range p.letters {
			for _, body := range []string{quoteOf(l.text)} {
				raw := letterTo("<again@example.org>", p.address, l.reply, "Re: "+l.subject, l, plain(body))
				back, err := inbox.ReadLetter(raw)
				if err != nil {
					g.t.Fatal(err)
				}
				for _, line := range speech.SplitLines(strings.Join(back.Words(), "\n"), spelling.NormaliseLine) {
					if r := speech.ReadCommand(line.Folded, game); r.Kind != speech.Aside || line.Block {
						g.t.Errorf("%q of the letter %q would be taken for a command", line.Raw, l.subject)
					}
				}
			}
		}
	}
}

// checkShape checks that every letter suits mail: its size, its width, both
// text and HTML, and a reply address that leads to the seat.
func (g *gathering) checkShape() {
	for _, p := range g.guests {
		for _, l := range p.letters {
			if len(l.raw) > 150_000 {
				g.t.Errorf("%q has %d bytes", l.subject, len(l.raw))
			}
			for _, row := range strings.Split(l.text, "\n") {
				if utf8.RuneCountInString(row) > 78 {
					g.t.Errorf("%q has a line of %d columns: %s", l.subject, utf8.RuneCountInString(row), row)
				}
			}
			if l.text == "" || l.html == "" || !strings.HasPrefix(l.reply, "play+") || l.auto == "" {
				g.t.Errorf("%q lacks a form, an address for answers, or the mark of a program:\n%s", l.subject, header(l.raw))
			}
			digest := strings.Contains(l.subject, "Your turn") && l.auto == "auto-generated"
			timed := strings.Contains(l.text, "You have until") || strings.Contains(l.text, "The match is paused, and so is your time.")
			if digest && (l.picture == nil || l.turn == nil || !strings.Contains(l.text, g.game.board) || !timed) {
				g.t.Errorf("%q lacks the picture, turn.json, the board or the deadline:\n%s", l.subject, l.text)
			}
			if digest {
				g.checkChoices(l)
			}
		}
	}
}

// checkChoices checks that text and HTML both offer every legal command.
func (g *gathering) checkChoices(l *received) {
	flat, rich := strings.Join(strings.Fields(strings.ReplaceAll(l.text, "|", " ")), " "), plainWords(l.html)
	for _, command := range l.turn.Legal {
		if !strings.Contains(flat, command) || !strings.Contains(rich, command) {
			g.t.Errorf("%q does not offer %q", l.subject, command)
		}
	}
}
