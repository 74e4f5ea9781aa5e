package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/smtp"
	"slices"
	"strings"
	"testing"

	"pitpost.example/engine/saboteur"
	"pitpost.example/server"
)

// guest is a player with a mail program.
type guest struct {
	name, address string
	boxes         []*mailbox // one for each address
	second        string     // another address of theirs, unknown to the house at first; "" for none
	letters       []*received
	digest        *received // the last letter that asked for a move
	played        map[int]bool
	instead       map[string]string // Message-ID of a letter with a mistake: what was meant
	mood          int               // index of the next habit
	tries         []string          // acts of a host that they try, one beside each move
}

// look returns the letters since the last look.
func (g *guest) look(t *testing.T) (new []*received) {
	t.Helper()
	for _, box := range g.boxes {
		new = append(new, box.look(t)...)
	}
	return new
}

// post is what all players share: the mail server and the letters that were sent.
type post struct {
	letters int // fresh ones, see write
	t       *testing.T
	smtp    string
	play    string
	house   *server.House
	game    pastime
	sent    []*sent
}

// sent is a letter to the house, with the states in which it may end.
type sent struct {
	id, from string
	raw      []byte
	to       string
	want     []string
	answered bool // the house must send a receipt
}

// put sends a letter to the mail server.
func (p *post) put(s *sent) {
	p.t.Helper()
	address := s.to
	if i := strings.IndexByte(address, '<'); i >= 0 {
		address = strings.Trim(address[i:], "<>")
	}
	if err := p.hand(s.from, address, s.raw); err != nil {
		p.t.Fatalf("sending to %s: %v", address, err)
	}
}

// hand uses a new connection for each letter, as different people's programs do.
func (p *post) hand(from, to string, raw []byte) error {
	c, err := smtp.Dial(p.smtp)
	if err != nil {
		return err
	}
	defer c.Close()
	if err := errors.Join(c.Mail(from), c.Rcpt(to)); err != nil {
		return err
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	if _, err := w.Write(raw); err != nil {
		return err
	}
	return errors.Join(w.Close(), c.Quit())
}

// send writes a letter, as an answer to l or, if that is nil, a new one, and records the states in which it may
// end; the default is "apply".
func (p *post) send(g *guest, from string, words string, l *received, h habit, want ...string) *sent {
	p.t.Helper()
	if len(want) == 0 {
		want = []string{"apply"}
	}
	id := fmt.Sprintf("<%s-%d@%s>", strings.ToLower(g.name), len(p.sent)+1, strings.SplitN(from, "@", 2)[1])
	s := &sent{id: id, from: from, to: p.play, want: want, answered: slices.Contains(want, "apply") || slices.Contains(want, "refuse")}
	subject, body := "", plain(words)
	if l != nil {
		s.to, subject, body = l.reply, "Re: "+strings.TrimPrefix(l.subject, "Re: "), h.write(words, l)
	}
	s.raw = letterTo(id, g.name+" <"+from+">", s.to, subject, l, body)
	p.sent = append(p.sent, s)
	p.put(s)
	return s
}

func (g *guest) habit() habit {
	all := habits()
	g.mood++
	return all[g.mood%len(all)]
}

// react does what the player does with a letter.
func (g *guest) react(p *post, l *received) {
	switch {
	case l.turn != nil && len(l.turn.Legal) > 0 && !g.played[l.turn.Step]:
		g.digest, g.played[l.turn.Step] = l, true
		p.game.move(g, p, l)
	case g.instead[l.answers] != "":
		words := g.instead[l.answers]
		delete(g.instead, l.answers)
		p.send(g, g.address, words, l, g.habit())
	case strings.HasPrefix(l.subject, "[#1] A vote: ") && g.name != "Bo" && strings.Contains(l.text, "everybody asked"):
		// Bo's no is enough; a no to a vote that is over would be refused, and so many of them silence the house
	case strings.HasPrefix(l.subject, "[#1] A vote: "):
		p.send(g, g.address, "no", l, g.habit(), "apply", "refuse") // it may be over by then
	case l.turn == nil && strings.Contains(l.text, "“yes”") && l.auto == "auto-generated":
		p.send(g, g.address, "yes\nattach json", l, g.habit())
	}
}

// move answers a digest: usually with a single move, and sometimes as people do who make mistakes, give
// alternatives, send twice or use another address.
func (g *guest) move(p *post, l *received) {
	words := p.choose(l.turn, g.name)
	n := len(g.played)
	switch {
	case n%9 == 2: // a mistake, and then the corrected letter
		s := p.send(g, g.address, "9 Q9", l, g.habit(), "refuse")
		g.instead[s.id] = words
	case n%9 == 3:
		p.send(g, g.address, "9 B2\nor "+words, l, g.habit())
	case n%9 == 4: // delivered twice by the mail server
		s := p.send(g, g.address, words, l, g.habit())
		p.put(s)
	case n%9 == 5 && g.second != "":
		want := "hold"
		if slices.ContainsFunc(p.sent, func(s *sent) bool { return s.from == g.second }) {
			want = "apply" // by now the address has been confirmed
		}
		s := p.send(g, g.second, words, l, g.habit(), want)
		s.answered = want == "apply"
	case n%9 == 6: // only a subject
		s := &sent{id: fmt.Sprintf("<subject-%d@%s>", len(p.sent), g.name), from: g.address, to: l.reply, want: []string{"apply"}, answered: true}
		s.raw = letterTo(s.id, g.address, s.to, words, l, plain("\n"))
		p.sent = append(p.sent, s)
		p.put(s)
	case n%9 == 7:
		p.send(g, g.address, "Hello all of you!\nsay I dig where it is dark, "+strings.ToLower(g.name)+"\n"+words, l, g.habit())
	default:
		p.send(g, g.address, words, l, g.habit())
	}
	if len(g.tries) > 0 { // what a host who plays may not decide alone
		p.send(g, g.address, g.tries[0], l, g.habit(), "apply", "refuse")
		g.tries = g.tries[1:]
	}
	if n%2 == 1 { // a question besides the move
		p.send(g, g.address, []string{"status", "cards", "story", "check " + words}[n/2%4], l, g.habit())
	}
}

// draft writes a move while other players are due.
func (g *guest) draft(p *post, l *received) {
	p.send(g, g.address, map[string]string{"saboteur": "pass 2", "clonk": "rest\ndone"}[p.game.name], l, g.habit())
}

// robot sends the automatic reply of a player who is away.
func (g *guest) robot(p *post, l *received) {
	s := &sent{id: "<robot@" + g.name + ">", from: g.address, to: l.reply, want: []string{"drop"}}
	raw := letterTo(s.id, g.address, s.to, "Out of office: "+l.subject, l, plain("pass 1\n"))
	s.raw = bytes.Replace(raw, []byte("MIME-Version"), []byte("Auto-Submitted: auto-replied\r\nMIME-Version"), 1)
	p.sent = append(p.sent, s)
	p.put(s)
}

// choose returns a move that digs if the seat sees a use in it, and otherwise the last legal command that is no pass.
func (p *post) choose(turn *turnPart, name string) string {
	table, err := p.house.DB.Fold(context.Background(), int64(turn.Match), 0)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, command := range table.Match.State().(*saboteur.State).Dig(name) {
		if slices.Contains(turn.Legal, command) {
			return command
		}
	}
	for _, command := range slices.Backward(turn.Legal) {
		if !strings.HasPrefix(command, "pass") {
			return command
		}
	}
	return turn.Legal[0]
}
