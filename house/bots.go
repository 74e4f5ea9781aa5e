package house

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/bot"
	"pitpost.example/house/command"
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

func newBots(w *world.Tx) bots {
	b := bots{usual: usualBot, until: time.Now().Add(thinkDeed)}
	if bot := w.Rules().Bot; bot != "" {
		b.usual = bot
	}
	return b
}

// of names the bot that plays a seat: the one it was filled with, or the one the
// host set for the match.
func (b bots) of(t *model.Table, s *model.Seat) string {
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
	player := bot.Find(b.of(t, s), bot.Budget{Playouts: thinkPlayouts, Stop: func() bool { return time.Now().After(end) }})
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
		playLegal(w, t, s.Name, b.move(t, s))
	}
	panic(world.Fault{Err: fmt.Errorf("match %d: the turn of %s has no end", t.Row.ID, s.Name)})
}

// Fill seats bots: as many as asked, else up to the game's minimum; a name says
// which.
func Fill(d *desk, _ command.Line, rest string) answer {
	if a, ok := d.inLobby(); !ok {
		return a
	}
	n, name := 0, ""
	for _, word := range strings.Fields(rest) {
		number, err := strconv.Atoi(word)
		switch {
		case err == nil && n == 0 && number > 0:
			n = number
		case name == "" && bot.Check(word, d.game()) == nil:
			name = word
		default:
			return refuse("house.fill-form", "bots", bot.Names(d.game()))
		}
	}
	least, most := d.game().Seats()
	want := taken(d.table) + n
	if n == 0 {
		want = max(least, want+1)
	}
	switch room := most - taken(d.table); {
	case room == 0:
		return refuse("house.full", "count", most)
	case want > most || n > most:
		return refuse("house.fill-room", "count", room)
	}
	names := seatBots(d, want, name)
	how := newBots(d.w).of(d.table, &model.Seat{Standing: model.Standing{Bot: name}})
	return done(say("house.filled", "names", names, "how", say("house.bot-how-"+how)))
}

// seatBots adds bots of a name, "" for the match's own, until so many seats are
// taken, and returns what they are called.
func seatBots(d *desk, want int, name string) []string {
	names := []string{"Ana", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo"}
	var added []string
	no := hostSeat(d)
	for _, called := range names {
		if taken(d.table) >= want {
			break
		}
		if seatNamed(d.table, called) == nil {
			d.table.Seats = append(d.table.Seats, model.Seat{No: nextNo(d.table), Name: called, State: model.SeatBot, Standing: model.Standing{Bot: name}})
			added = append(added, called)
		}
	}
	if d.seat != nil {
		d.seat = d.table.Seat(no)
	}
	d.w.Save(d.table)
	return added
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
	return []engine.Phrase{say("house.invite-bots", "names", names)}
}
