package table

import (
	"cmp"
	"fmt"

	"pitpost.example/engine"
	"pitpost.example/engine/bot"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// BotNames are what seats of bots are called.
func BotNames() []string {
	return []string{"Ana", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo"}
}

// usualBot plays where nobody named a bot.
const usualBot = "careful"

// What bots think is counted in positions and not in time, so that a command tried again comes
// to the same. All bots of one command together play on so many: about a second of the slowest
// game on one slow core (BenchmarkPositions in engine/bot); then they play with plain sense
// alone. A match taken from memory is not locked meanwhile; another is, but no other match is.
const (
	thinkChoice  = 150
	thinkCommand = 1000
)

// bots are those that play in one command.
type bots struct {
	usual string
	think bot.Budget
}

// NewBots are the bots of one command.
func NewBots(w *world.Tx) bots {
	return bots{usual: cmp.Or(w.Rules().Bot, usualBot), think: bot.Budget{Playouts: thinkChoice, Shared: thinkCommand, Spent: &w.Thought}}
}

// Of names the bot that plays a seat: the one it was filled with, or the one the
// host set for the match.
func (b bots) Of(t *model.Table, s *model.Seat) string {
	for _, name := range []string{s.Standing.Bot, t.Row.Terms.Bots} {
		if bot.Check(name, t.Match.Game) == nil {
			return name
		}
	}
	return b.usual
}

// move is what the bot of a seat plays. Its chance is a stream of its own, which
// says nothing of any shuffle.
func (b bots) move(t *model.Table, s *model.Seat) string {
	player := bot.Find(b.Of(t, s), b.think)
	state := t.Match.State()
	dice := t.Match.Dice().For(fmt.Sprintf("bot %s %d", s.Name, t.Match.Chair(s.Name).Steps))
	return player(bot.Look(state, s.Name, state.Legal(s.Name)), dice)
}

// turn plays a seat on to the end of its turn, and gives what was played.
func (b bots) turn(w *world.Tx, t *model.Table, s *model.Seat) []string {
	return playWhile(w, t, s.Name, func() bool { return t.Match.MidTurn(s.Name) }, func() string { return b.move(t, s) })
}

// toldOfBots says in an invitation which seats nobody plays.
func toldOfBots(t *model.Table) []engine.Phrase {
	names := t.NamesOf(model.SeatBot)
	if len(names) == 0 {
		return nil
	}
	return []engine.Phrase{engine.Say("house.invite-bots", "names", names)}
}
