package letter

import (
	"fmt"
	"reflect"
	"slices"

	"pitpost.example/engine"
	"pitpost.example/mailer/render"
)

// newsMost is how many lines of news a letter has. Talk and what a round revealed are never left out; if they
// fill the lines, there are still newsLeast lines of other news.
const (
	newsMost  = 8
	newsLeast = 4
)

// piece is one thing that happened or was said.
type piece struct {
	phrase engine.Phrase
	said   []render.Line // talk, possibly of several rows; nil for other news
	times  int           // how many more times the same was said
	before bool          // it was in a round that has ended
}

// happened lists the news: first what the end of a round revealed, then the rest in order, with similar news
// in one sentence. What only this seat was told is kept for below the board, because lock screens show the
// beginning of a letter.
func (s *builder) happened(title string) {
	heard := s.learned().heard
	closed := lastFact(s.table.Match, func(f engine.Fact) bool { return f.Seq > s.since && engine.ClosesRound(f) })
	dealt := lastFact(s.table.Match, func(f engine.Fact) bool { return f.Seq > closed && engine.DealsRound(f) })
	s.closed = closed
	words := s.said(heard)
	var lines []render.Line
	var pieces []piece
	for _, h := range heard {
		for _, p := range h.Lines {
			own := slices.ContainsFunc(h.Alone, func(alone engine.Phrase) bool { return reflect.DeepEqual(alone, p) })
			switch {
			case own && h.Seq < closed && p.Key != "match.said": // about a hand and a board that are gone
			case own:
				s.private = append(s.private, p)
			case p.Key == "match.said":
				pieces = append(pieces, piece{said: saidLines(s, p, words), before: h.Seq < closed})
			case closed > 0 && h.Seq >= closed && h.Seq < dealt:
				lines = append(lines, render.PlainLine(s.print(p)))
			default:
				pieces = append(pieces, piece{phrase: p, before: h.Seq < closed})
			}
		}
	}
	pieces = gathered(s, pieces)
	untold := engine.CountWhere(pieces, func(p piece) bool { return p.said == nil })
	earlier := min(untold, max(0, min(len(lines)+len(pieces)-newsMost, untold-newsLeast)))
	left := earlier
	for _, p := range pieces {
		switch {
		case p.said == nil && left > 0:
			left--
		case p.said == nil:
			lines = append(lines, render.PlainLine(s.print(p.phrase)))
		default:
			if p.times > 0 {
				p.said[len(p.said)-1].Text += fmt.Sprintf(" ×%d", p.times+1)
			}
			lines = append(lines, p.said...)
		}
	}
	if earlier > 0 {
		lines = append(lines, s.weighed(render.Faint, "mail.earlier", "count", earlier, "command", "story"))
	}
	s.tell(title, lines...)
}

// gathered joins similar pieces of the same round into one, in the place of the first.
func gathered(s *builder, pieces []piece) []piece {
	game, _ := s.table.Match.Game.(engine.Gathering)
	var out []piece
	for _, p := range pieces {
		alike := slices.IndexFunc(out, func(first piece) bool {
			switch {
			case first.before != p.before || (first.said == nil) != (p.said == nil):
				return false
			case p.said != nil:
				return slices.Equal(first.said, p.said)
			}
			return together(game, first.phrase, p.phrase) != nil
		})
		switch {
		case alike < 0:
			out = append(out, p)
		case p.said != nil:
			out[alike].times++
		default:
			out[alike].phrase = *together(game, out[alike].phrase, p.phrase)
		}
	}
	return out
}

// together returns one phrase for two, or nil if they do not belong together. The game decides about its own
// phrases, and bots that sit in are joined here.
func together(game engine.Gathering, first, next engine.Phrase) *engine.Phrase {
	if next.Key == "match.bot-sits" && first.Key == next.Key {
		names, many := first.Args["name"].([]any)
		if !many {
			names = []any{first.Args["name"]}
		}
		joined := engine.Say(next.Key, "name", append(slices.Clip(names), next.Args["name"]))
		return &joined
	}
	if game == nil {
		return nil
	}
	return game.Gathered(first, next)
}

// privateNews prints what only the reader was told, except for what is with the hand.
func privateNews(s *builder) {
	if s.private == nil {
		return
	}
	var lines []render.Line
	words := s.said(s.learned().heard)
	for _, p := range s.private {
		if !slices.ContainsFunc(s.view().You, func(you engine.Phrase) bool { return reflect.DeepEqual(you, p) }) {
			if p.Key == "match.said" {
				lines = append(lines, saidLines(s, p, words)...)
			} else {
				lines = append(lines, render.PlainLine(s.print(p)))
			}
		}
	}
	s.private = nil
	s.tell(s.say("mail.alone"), lines...)
}
