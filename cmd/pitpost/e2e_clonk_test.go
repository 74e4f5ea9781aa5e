package main

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/clonk"
)

// Four people choose their tiles at once and play Clonk! to its end by mail, with whole turns in one letter and turns in
// several letters.
func TestClonkByRealMail(t *testing.T) {
	t.Parallel()
	g := gather(t, "ana@example.org", "bo@example.com", "cy@example.org", "di@example.com")
	g.game = pastime{name: "clonk", board: "\ns1  ", moved: "Played: rest", move: (*guest).moveLong, checkTurn: (*gathering).checkCards}
	g.playWhole("new clonk with bo@example.com, cy@example.org, di@example.com edition=es last=extra", 40)
	g.checkThreads()
}

// moveLong answers a digest of a game in which a turn has several choices.
func (g *guest) moveLong(p *post, l *received) {
	if strings.HasPrefix(l.turn.Legal[0], "open ") { // another player's first turn may come first
		p.send(g, g.address, "open kind\nsay which tile was that?", l, g.habit(), "apply", "refuse")
		return
	}
	turn := p.wholeTurn(l.turn, g.name)
	all := strings.Join(turn, "\n")
	n := len(g.played)
	switch n % 7 {
	case 1: // in pieces: one choice per letter
		p.send(g, g.address, turn[0], l, g.habit())
	case 2: // a mistake, and then the corrected letter
		s := p.send(g, g.address, "dig s9\n"+all, l, g.habit(), "refuse")
		g.instead[s.id] = all
	case 3: // a check first, and the end of the turn left to the house
		p.send(g, g.address, "check "+turn[0]+"\ndig h9\nor "+turn[0]+"\ndone", l, g.habit())
	case 4: // the same letter twice, as mail servers sometimes deliver it
		s := p.send(g, g.address, all, l, g.habit())
		p.put(s)
	case 5: // half a turn, a refused line, and lines that are then ignored
		p.send(g, g.address, turn[0]+"\nshore h9 s9\n"+turn[0], l, g.habit())
	case 6:
		p.send(g, g.address, "Hello!\nsay greed is good, says "+g.name+"\n"+all+"\nBest wishes", l, g.habit())
	default:
		p.send(g, g.address, all, l, g.habit())
	}
	if n%5 == 1 {
		p.send(g, g.address, []string{"status", "cards", "story", "check rest"}[n/5%4], l, g.habit())
	}
}

// wholeTurn plays a turn on a copy of the table: everything that can be dug, and otherwise what the house would
// play. It names cards instead of their places, so that lines stay right when cards move.
func (p *post) wholeTurn(turn *turnPart, name string) []string {
	table, err := p.house.DB.Fold(context.Background(), turn.Match, 0)
	if err != nil {
		p.t.Fatal(err)
	}
	match, lines := table.Match, []string(nil)
	for round := match.Names(); slices.Contains(match.ToMove(), name) && len(lines) < 12; {
		command := match.State().Idle(name)
		for _, c := range match.State().Legal(name) {
			if strings.HasPrefix(c, "dig ") || strings.HasPrefix(c, "give ") && len(lines)%2 == len(round)%2 {
				command = c
				break
			}
		}
		move, no := match.State().Parse(name, command, nil)
		if no != nil {
			p.t.Fatalf("%s may %q and may not: %s", name, command, no.Phrase.Key)
		}
		lines = append(lines, strings.ToLower(move.Bound))
		facts, no := match.Play(name, command)
		if no != nil {
			p.t.Fatalf("%s may %q and may not: %s", name, command, no.Phrase.Key)
		}
		for _, f := range facts {
			match.Apply(f)
		}
		if strings.HasPrefix(command, "drop") && !match.MidTurn(name) {
			break
		}
	}
	if len(lines) == 0 { // the turn had ended before this letter was read
		return []string{turn.Legal[0]}
	}
	return lines
}

var cardCode = regexp.MustCompile(`\b(red|green|white|pink|blue|yellow)-(hammer|necklace|statue|crown|sword|goblet)-[123]\b`)

// checkCards checks that a turn.json names no card that its owner has not
// seen: none of other hands, face-down piles or the draw pile.
func (g *gathering) checkCards(p *guest, l *received, upto int) {
	seen := map[string]bool{}
	table, err := g.station.Stores.DB.Fold(context.Background(), 1, upto)
	if err != nil {
		g.t.Fatal(err)
	}
	for _, f := range table.Match.Facts() {
		for _, code := range shown(f, p.name) {
			seen[code] = true
		}
	}
	for _, code := range cardCode.FindAllString(string(l.source), -1) {
		if !seen[code] {
			g.t.Errorf("%s's turn.json of %q names %s, which %s never saw", p.name, l.subject, code, p.name)
		}
	}
}

// shown returns the cards that a fact shows to a seat, by the rules of the game.
func shown(f engine.Fact, seat string) []string {
	switch e := f.Event.(type) {
	case clonk.Dealt:
		list := slices.Clone(e.Hands[seat])
		for _, pile := range e.Shafts {
			list = append(list, faces(pile)...)
		}
		return list
	case clonk.Rebuilt:
		return faces(e.Cards)
	case clonk.Rested:
		if f.Seat == seat {
			return e.Drew
		}
		return nil
	case clonk.Dropped:
		if f.Seat != seat {
			return nil
		}
	}
	return cardCode.FindAllString(fmt.Sprint(f.Event), -1)
}

func faces(pile []clonk.Lying) (up []string) {
	for _, l := range pile {
		if l.Up {
			up = append(up, l.Card)
		}
	}
	return up
}

// checkThreads checks that letters about a turn that goes on say so in the subject.
func (g *gathering) checkThreads() {
	goesOn := 0
	for _, p := range g.guests {
		for _, l := range p.letters {
			if strings.Contains(l.subject, "Your turn goes on") && l.turn != nil && len(l.turn.Legal) > 0 && l.picture != nil {
				goesOn++
			}
		}
	}
	if goesOn < 5 {
		g.t.Errorf("only %d turns went on in a second letter", goesOn)
	}
}
