package table

import (
	"fmt"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/bot"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// usualBot plays where nobody named a bot.
const usualBot = "careful"

// A bot thinks no longer than this on one choice, and all bots together no longer
// than this in one deed: then they play with plain sense alone. A match taken from
// memory is not locked meanwhile; another is, but no other match is.
const (
	thinkChoice = 150 * time.Millisecond
	thinkDeed   = time.Second
	// thinkPlayouts is what an idle machine comes to well within that time.
	thinkPlayouts = 1000
)

// bots are those that play in one deed.
type bots struct {
	usual string
	until time.Time
}

func NewBots(w *world.Tx) bots {
	b := bots{usual: usualBot, until: time.Now().Add(thinkDeed)}
	if bot := w.Rules().Bot; bot != "" {
		b.usual = bot
	}
	return b
}

// of names the bot that plays a seat: the one it was filled with, or the one the
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
	end := time.Now().Add(thinkChoice)
	if end.After(b.until) {
		end = b.until
	}
	player := bot.Find(b.Of(t, s), bot.Budget{Playouts: thinkPlayouts, Stop: func() bool { return time.Now().After(end) }})
	state := t.Match.State()
	dice := t.Match.Dice().For(fmt.Sprintf("bot %s %d", s.Name, t.Match.Chair(s.Name).Steps))
	return player(bot.Look(state, s.Name, state.Legal(s.Name)), dice)
}

// turn plays a seat on to the end of its turn.
func (b bots) turn(w *world.Tx, t *model.Table, s *model.Seat) {
	for range longestTurn {
		if !t.Match.MidTurn(s.Name) {
			return
		}
		PlayLegal(w, t, s.Name, b.move(t, s))
	}
	panic(world.Fault{Err: fmt.Errorf("match %d: the turn of %s has no end", t.Row.ID, s.Name)})
}

// toldOfBots says in an invitation which seats nobody plays.
func toldOfBots(t *model.Table) []engine.Phrase {
	var names []string
	for _, s := range t.Seats {
		if s.State == model.SeatBot {
			names = append(names, s.Name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return []engine.Phrase{Say("house.invite-bots", "names", names)}
}
