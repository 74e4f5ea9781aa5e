package peak

import (
	_ "embed"
	"sync"

	"pitpost.example/engine"
	"pitpost.example/engine/kit"
)

//go:embed answers.txt
var answerTable string

// Subjects makes the game engine.Asked: the words for what a question about it can be about.
func (Game) Subjects() map[string]engine.Subjects { return subjects() }

var subjects = sync.OnceValue(func() map[string]engine.Subjects { return kit.ReadSubjects(Game{}.Strings()) })

var answers = sync.OnceValue(func() *kit.Answers {
	return kit.NewAnswers(answerTable, Game{}.Strings(), subjects())
})

// Answer answers a question from the rule book, or from what a seat may know of the position.
func (g Game) Answer(setup engine.Setup, at engine.State, seat string, q engine.Question) *engine.Told {
	s, _ := at.(*State)
	return answers().Answer(g.RuleBook(setup), q, func(what string) []engine.Phrase {
		if what == "secret" {
			return []engine.Phrase{engine.Say("peak.asked.secret")}
		}
		if s == nil || s.hike == 0 {
			return nil // before the first deal only the rules can be told
		}
		return s.tell(what, q)
	})
}

// tell returns what a word of the table of answers tells of a position. Everybody may know all of it.
func (s *State) tell(what string, q engine.Question) (says []engine.Phrase) {
	switch what {
	case "deck":
		says = append(says, engine.Say("peak.table.deck", "count", len(s.deck)))
	case "path":
		says = append(says, engine.Say("peak.alt", "count", len(s.path), "top", s.top()))
	}
	for i, name := range s.setup.Seats {
		if len(q.Seats) > 0 && q.Seats[0] != name {
			continue
		}
		switch what {
		case "scores":
			says = append(says, engine.Say("peak.news.score", "seat", name, "count", s.players[i].points))
		case "hands":
			says = append(says, engine.Say("peak.asked.hand", "seat", name, "count", len(s.players[i].hand)))
		}
	}
	return says
}
