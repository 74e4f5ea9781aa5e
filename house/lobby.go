package house

import (
	"fmt"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/reading"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// lobbyLapse is how long a match may wait for its players.
const lobbyLapse = 14 * 24 * time.Hour

// remindInvite is when an invitation is repeated, once.
const remindInvite = 3 * 24 * time.Hour

// NewMatch opens a match: "new saboteur with ana@x.org, bo@y.org edition=it".
func NewMatch(d *desk, line command.Line, _ string) answer {
	order, no := reading.New(d.inEnglish(line.Raw), d.house.Games, d.house.Names)
	if no != nil {
		return refused(no)
	}
	return open(d, order)
}

// open makes the match that was asked for and invites its guests.
func open(d *desk, order *reading.Order) answer {
	d.needPlayer()
	if a := d.mayOpen(order); a.state == model.LineRefused {
		return a
	}
	row := model.Match{Game: order.Game.Name(), Edition: order.Edition, Options: order.Options, Terms: order.Terms,
		Phase: model.PhaseLobby, CreatedAt: d.now()}
	host := model.Seat{No: 0, Name: freeName(nil, nameOf(d.display(), d.from, d.house.Games, d.house.Names)), Player: d.player.ID, State: model.SeatJoined}
	t := openTable(d.w, row, []model.Seat{host})
	d.table, d.seat, d.ref, d.since = t, &t.Seats[0], nil, 0
	d.w.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: -1, What: model.DueLapse, At: d.now().Add(lobbyLapse)})
	if order.Practice {
		return practice(d, order)
	}
	says := []engine.Phrase{say("house.opened", "match", int(t.Row.ID), "game", say(order.Game.Name()+".title"), "commitment", commitment(t)),
		lasts(t, len(order.Guests)+1)}
	a := inviteAll(d, order.Guests)
	says = append(says, a.says...)
	if len(order.Guests) == 0 {
		says = append(says, say("house.opened-alone", "match", int(t.Row.ID), "word", t.Row.Word))
	}
	d.w.Save(t)
	return done(says...)
}

// practice seats bots at once and starts.
func practice(d *desk, order *reading.Order) answer {
	least, _ := order.Game.Seats()
	seats := max(least, 4)
	if order.Seats > 0 {
		seats = order.Seats
	}
	seatBots(d, seats, "")
	if a := beginMatch(d); a.state == model.LineRefused {
		return a
	}
	return done(say("house.practice", "match", int(d.table.Row.ID), "seats", seats))
}

// lasts says how long such a match takes, and offers a shorter one where there
// is one. People answer in about a sixth of the time they have.
func lasts(t *model.Table, seats int) engine.Phrase {
	days, shorter := length(t, seats)
	if shorter == "" {
		return say("house.lasts-short", "count", days)
	}
	return say("house.lasts", "count", days, "shorter", shorter)
}

func length(t *model.Table, seats int) (days int, shorter string) {
	turns := 10 * seats
	if game, ok := t.Match.Game.(engine.Lasting); ok {
		turns, shorter = game.Turns(t.Match.Setup, seats)
	}
	return int(paceFor(t.Row.Terms.Pace, seats)/6*time.Duration(turns)/(24*time.Hour)) + 1, shorter
}

func (d *desk) display() string {
	if d.letter == nil {
		return ""
	}
	return d.letter.Display
}

// needPlayer makes the sender a player if they were none.
func (d *desk) needPlayer() {
	if d.player != nil {
		return
	}
	if d.from == "" {
		panic(world.Fault{Err: fmt.Errorf("no player to act for")})
	}
	p := d.w.NewPlayer(d.from, d.display())
	d.player = p
	if d.lang != "" && d.lang != p.Lang {
		p.Lang = d.lang
		d.w.Do(world.SavePlayer{Player: *p})
	}
	if d.letter != nil && d.letter.Trust == Proved {
		d.w.Do(world.SaveAddress{Address: model.Address{Address: d.from, Player: p.ID, First: true, Proved: true, Display: d.display()}})
	}
}

func (d *desk) inLobby() (answer, bool) {
	if d.table.Row.Phase != model.PhaseLobby {
		return refuse("house.started-already", "match", int(d.table.Row.ID)), false
	}
	return answer{}, true
}

// taken counts the seats that are held or offered.
func taken(t *model.Table) int {
	n := 0
	for _, s := range t.Seats {
		if s.State == model.SeatInvited || s.State == model.SeatJoined || s.State == model.SeatBot {
			n++
		}
	}
	return n
}

func nextNo(t *model.Table) int {
	n := 0
	for _, s := range t.Seats {
		n = max(n, s.No+1)
	}
	return n
}

func commitment(t *model.Table) string { return engine.Dice{Seed: t.Row.Seed}.Commitment() }
