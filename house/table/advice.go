package table

import (
	"pitpost.example/engine"
	"pitpost.example/engine/bot"
	"pitpost.example/model"
)

// Advice returns what the bot of a match would play for a seat, from what that seat may know, or "" if the seat has
// nothing to choose. Its stream has no seed, so that it tells nothing of any shuffle, and what it advises is the
// same as often as it is asked.
func (t *Table) Advice(s *model.Seat) string {
	b, state := NewBotPlayers(t.Tx), t.Match.State()
	legal := state.Legal(s.Name)
	if len(legal) == 0 {
		return ""
	}
	return bot.FindBot(b.Of(t, s), b.think)(bot.SightOfSeat(state, s.Name, legal), engine.Dice{}.For("advice"))
}
