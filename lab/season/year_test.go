package season

import (
	"container/heap"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/bot"
	"pitpost.example/engine/catalog"
	"pitpost.example/engine/league"
	"pitpost.example/house/desk"
	"pitpost.example/house/forecast"
	"pitpost.example/house/leagues"
	"pitpost.example/house/memory"
	"pitpost.example/house/season"
	"pitpost.example/house/world"
	"pitpost.example/inbox/reply"
	"pitpost.example/inbox/spelling"
	"pitpost.example/lab"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/server"
	"pitpost.example/speech"
)

const day = 24 * time.Hour

// Contest is a league in the year.
type Contest struct {
	Name  string
	Rules map[string]any // as in docs/leagues.md, without terms
	// Of is how many people enter it, after the first Skip.
	Skip, Of int
}

// Plan says what a year consists of.
type Plan struct {
	People, Days int
	Seed         uint64
	Contests     []Contest
	// Terms are the terms of all matches, such as bank: 0.
	Terms map[string]string
	// Without leaves out something that people do by themselves: "plans", "orders" or "stand-ins". With AllPlan
	// everybody plans ahead, instead of a third of the people.
	Without string
	AllPlan bool
}

// player is a person in the year.
type player struct {
	forecast.Person
	name, address string
	id            int64 // player number in the house
	left          bool  // has resigned and left by letter
}

// posted is something that a person will do at a time.
type posted struct {
	at   time.Time
	no   int // keeps the order of actions at the same time
	does func()
}

type post []posted

func (p post) Len() int { return len(p) }
func (p post) Less(i, j int) bool {
	return p[i].at.Before(p[j].at) || p[i].at.Equal(p[j].at) && p[i].no < p[j].no
}
func (p post) Swap(i, j int) { p[i], p[j] = p[j], p[i] }
func (p *post) Push(x any)   { *p = append(*p, x.(posted)) }
func (p *post) Pop() any {
	last := (*p)[len(*p)-1]
	*p = (*p)[:len(*p)-1]
	return last
}

// asked identifies a choice that somebody was asked for.
type asked struct {
	match int64
	seat  int
	step  int
}

// intent is what somebody will answer, and when.
type intent struct {
	asked time.Time
	at    time.Time
	words string
	ref   model.Ref
}

// year is a year that is being played.
type year struct {
	plan   Plan
	house  *server.House
	world  *memory.World
	from   time.Time
	now    time.Time
	odds   *rand.Rand
	people []*player
	byID   map[int64]*player
	post   post
	wrote  int   // number of letters and planned actions, for unique ids and their order
	read   int64 // id of the last notice that was read
	minds  map[asked]*intent
	orders map[asked]bool // rounds for which somebody gave a standing order
	count  *Count
}

// Write receives the house's log of errors. A year must have none.
func (y *year) Write(line []byte) (int, error) { panic("season: the house says: " + string(line)) }

// Play plays a year and returns its counts.
func Play(plan Plan) (*Count, error) {
	y := &year{plan: plan, from: time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC), odds: rand.New(rand.NewPCG(plan.Seed, 3)),
		byID: map[int64]*player{}, minds: map[asked]*intent{}, orders: map[asked]bool{}, count: newCount()}
	y.now = y.from
	y.world = memory.New(catalog.FindGame)
	y.house = &server.House{Store: y.world, Log: slog.New(slog.NewTextHandler(y, &slog.HandlerOptions{Level: slog.LevelError})), Rules: world.Rules{Games: catalog.FindGame, Names: catalog.GameNames(), Address: "play@example.org",
		Fold: spelling.NormaliseLine, Clean: spelling.CleanLine, Random: lab.Seeded{Rand: rand.New(rand.NewPCG(plan.Seed, 4))}}}
	if err := y.gather(); err != nil {
		return nil, err
	}
	end := y.from.Add(time.Duration(plan.Days) * day)
	for y.now.Before(end) {
		if err := y.next(end); err != nil {
			return nil, err
		}
	}
	y.sumUp()
	return y.count, nil
}

// gather creates people and leagues.
func (y *year) gather() error {
	names := []string{"Ana", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo"}
	for i, person := range forecast.SimulatePeople(y.plan.People, y.plan.Seed, y.from) {
		person.Plans = person.Plans || y.plan.AllPlan
		switch y.plan.Without {
		case "plans":
			person.Plans = false
		case "orders":
			person.Orders = false
		case "stand-ins":
			person.StandsIn = false
		}
		y.people = append(y.people, &player{Person: person, name: names[i%len(names)], address: fmt.Sprintf("p%d@example.org", i)})
	}
	for i, c := range y.plan.Contests {
		rules := maps.Clone(c.Rules)
		rules["terms"] = y.plan.Terms
		written, err := json.Marshal(rules)
		if err != nil {
			return err
		}
		order := leagues.Order{Name: c.Name, Organiser: fmt.Sprintf("organiser%d@example.org", i), Rules: written}
		if _, err := y.house.NewLeague(context.Background(), order, y.now); err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
		if y.count.Expected[c.Name], err = season.ForecastSeason(&y.house.Rules, c.Name, y.rulesOf(c.Name), c.Of, y.from); err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
		var in []season.SignUp
		for _, p := range y.people[c.Skip : c.Skip+c.Of] {
			in = append(in, season.SignUp{Name: p.name, Address: p.address})
		}
		if _, err := y.house.ImportLeague(context.Background(), c.Name, in, y.now); err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
	}
	for id := range y.world.Players {
		for _, mine := range y.people {
			if y.world.FirstAddress(id) == mine.address {
				mine.id, y.byID[id] = id, mine
			}
		}
	}
	for _, p := range y.people {
		y.habits(p)
	}
	return nil
}

// rulesOf returns the rules of a league, with defaults for what was left out.
func (y *year) rulesOf(name string) (rules league.Rules) {
	for _, l := range y.world.Leagues {
		if l.Name == name {
			rules = l.Rules
		}
	}
	return rules
}

// habits plans what a person does in the year without being asked.
func (y *year) habits(p *player) {
	if p.StandsIn {
		y.does(y.from.Add(20*day), func() { y.write(p, "standin", nil) })
	}
	for i, h := range p.Holidays {
		if p.Announced[i] && h.From.After(y.from) {
			here := func(at time.Time) string { return at.Add(p.East).Format("2 January") }
			y.does(h.From.Add(-12*time.Hour), func() { y.write(p, "away "+here(h.From)+" to "+here(h.To), nil) })
		}
	}
	if !p.Leaves.IsZero() && !p.Silent {
		y.does(p.Leaves, func() { y.leave(p) })
	}
	if p.Bounces.To.After(p.Bounces.From) {
		y.does(p.Bounces.From, func() { y.failing(p, "mailbox full") })
		y.does(p.Bounces.To, func() { y.write(p, "matches", nil) }) // and asks which matches there are
	}
}

func (y *year) failing(p *player, why string) {
	a := y.world.Addresses[p.address]
	a.Failing = why
	y.world.Addresses[p.address] = a
}

// leave lets a person resign from all matches and leave all leagues.
func (y *year) leave(p *player) {
	p.left = true
	for id, m := range y.world.Matches {
		for _, s := range m.Seats {
			if s.Player == p.id && s.State == model.SeatJoined && !m.Row.Phase.Ended() {
				y.write(p, "resign", &model.Ref{Match: id, Seat: s.No, Purpose: model.ForTurn, Step: int64(m.Match.Chair(s.Name).Steps + 1)})
			}
		}
	}
	for _, c := range y.plan.Contests {
		y.write(p, "league leave "+c.Name, nil)
	}
}

func (y *year) does(at time.Time, what func()) {
	y.wrote++
	heap.Push(&y.post, posted{at.Truncate(time.Second), y.wrote, what})
}

// next moves the clock to the next event, carries it out, and delivers the letters that the house writes.
func (y *year) next(end time.Time) error {
	at := end
	for _, d := range y.world.Due {
		if d.At.Before(at) {
			at = d.At
		}
	}
	if len(y.post) > 0 && y.post[0].at.Before(at) {
		p := heap.Pop(&y.post).(posted)
		if p.at.After(y.now) {
			y.now = p.at
		}
		p.does()
		y.bring()
		return nil
	}
	if at.After(y.now) {
		y.now = at.UTC()
	}
	if _, err := y.house.Sweep(context.Background(), y.now); err != nil {
		return err
	}
	y.bring()
	return nil
}

// write sends a letter as a mail program does: the words above a quotation.
func (y *year) write(p *player, words string, ref *model.Ref) {
	y.wrote++
	raw := fmt.Sprintf("From: %s <%s>\r\nTo: play@example.org\r\nSubject: Re: Your turn\r\nMessage-ID: <%d@example.org>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n%s\r\n\r\nOn Mon, 3 Aug 2026 at 09:00, Pitpost <play@example.org> wrote:\r\n> It is your turn.\r\n",
		p.name, p.address, y.wrote, strings.ReplaceAll(words, "\n", "\r\n"))
	read, err := reply.Reader{}.Read([]byte(raw))
	if err != nil {
		panic("season: " + err.Error())
	}
	text := strings.Join(read.Words(), "\n")
	l := &desk.Letter{From: p.address, Display: p.name, Trust: model.TrustProved, Ref: ref, Lines: speech.SplitLines(text, spelling.NormaliseLine, catalog.AllGames()...), Text: text, Kept: text,
		Doubts: desk.Doubts{Confusable: spelling.FindConfusable}, MessageID: fmt.Sprintf("<%d@example.org>", y.wrote), Subject: "Re: Your turn", Door: model.DoorIMAP, ReceivedAt: y.now, Now: y.now,
		Headers: desk.Headers{East: int(p.East / time.Second)}, Hash: sha256.Sum256([]byte(raw)), WordsHash: sha256.Sum256([]byte(text))}
	state, why, err := y.house.Take(context.Background(), l)
	if err != nil {
		panic(fmt.Sprintf("season: %q: %v", words, err))
	}
	y.count.letterIn(p.id, y.now, string(state)+" "+why)
}

// bring lets people read what the house has written since the last call.
func (y *year) bring() {
	for _, n := range y.world.Notices {
		if n.ID <= y.read {
			continue
		}
		y.read = n.ID
		p := y.byID[n.Player]
		if p == nil || n.Purpose == model.PurposePage || n.Purpose == model.PurposePing {
			continue
		}
		y.count.letterOut(p.address, n.Purpose, y.now.Add(p.East))
		if p.Bounces.Holds(y.now) || p.Gone(y.now) && !p.left {
			continue
		}
		y.opens(p, &n)
	}
	y.forget()
}

// forget deletes what is not needed any more, because a world in memory is copied for each letter.
func (y *year) forget() {
	w := y.world
	if len(w.Notices) < 2000 {
		return
	}
	w.Notices, w.Letters = slices.Clone(w.Notices[1500:]), slices.Clone(w.Letters[max(0, len(w.Letters)-400):])
	w.Cold = slices.DeleteFunc(slices.Clone(w.Cold), func(c memory.Cold) bool { return y.now.Sub(c.At) > 30*day })
	maps.DeleteFunc(w.Signs, func(_ memory.SignKey, s memory.Sign) bool { return y.now.Sub(s.LastAt) > 7*day })
	maps.DeleteFunc(w.Asks, func(_ int64, a model.Ask) bool { return y.now.Sub(a.LapsesAt) > 30*day })
	maps.DeleteFunc(w.Words, func(_ int64, said memory.Words) bool { return y.now.Sub(said.At) > 30*day })
}

// opens lets a person react to a letter.
func (y *year) opens(p *player, n *model.Notice) {
	switch n.Purpose {
	case model.PurposeAsk, model.PurposeOffer:
		y.asks(p, n)
	case model.PurposeReceipt:
		if notice.RefOf(n).Purpose == model.ForAsk {
			y.asks(p, n)
			return
		}
		y.turn(p, n)
	case model.PurposeTurn, model.PurposeRemind, model.PurposeNudge, model.PurposeRound, model.PurposeEach:
		y.turn(p, n)
	}
}

// volunteer is the share of those who accept an offered seat; our guess.
const volunteer = 0.50

// asks decides on the answer to a question.
func (y *year) asks(p *player, n *model.Notice) {
	ref := notice.RefOf(n)
	answer := "yes"
	switch ask := y.world.Asks[ref.Step]; {
	case ask.Answer != "":
		return
	case ask.Kind == model.AskSeat && y.odds.Float64() >= volunteer:
		answer = "no"
	case ask.Kind == model.AskMeant, ask.Kind == model.AskRally:
		return
	}
	at := p.Answers(y.now, y.odds)
	if p.left {
		at = y.now.Add(time.Minute)
	}
	y.does(at, func() { y.write(p, answer, &ref) })
}

// turn decides on a move, if a letter asks for one, and when to send it.
func (y *year) turn(p *player, n *model.Notice) {
	m := y.world.Matches[n.Match]
	if m == nil || m.Row.Phase != model.PhaseRunning || p.Gone(y.now) {
		return
	}
	seat := m.Seats[n.Seat]
	if seat.Player != p.id || !slices.Contains(m.Match.ToMove(), seat.Name) {
		return
	}
	chair := m.Match.Chair(seat.Name)
	key := asked{n.Match, n.Seat, chair.Steps + 1}
	mind := y.minds[key]
	if mind == nil {
		mind = &intent{asked: y.now, ref: model.Ref{Match: n.Match, Seat: n.Seat, Purpose: model.ForTurn, Step: int64(key.step)}, words: y.chooses(p, m, seat.Name)}
		mind.at = p.Answers(y.now, y.odds).Truncate(time.Second)
		if n.Purpose == model.PurposeReceipt { // the rest of a turn, which follows soon
			mind.at = y.now.Add(time.Duration(5+y.odds.IntN(40)) * time.Minute)
		}
		y.minds[key] = mind
		y.given(p, m, n.Seat)
		y.does(mind.at, func() { y.answers(p, key, mind) })
		return
	}
	if n.Purpose != model.PurposeRemind && n.Purpose != model.PurposeNudge {
		return
	}
	if early := p.Reminded(y.now, mind.at, y.odds).Truncate(time.Second); early.Before(mind.at) {
		mind.at = early
		y.does(early, func() { y.answers(p, key, mind) })
	}
}

// given records the time that a person has for a turn.
func (y *year) given(p *player, m *memory.Match, seat int) {
	at := slices.IndexFunc(m.Clocks, func(c model.Clock) bool { return c.Seat == seat })
	if at < 0 {
		return
	}
	where := "Europe"
	switch {
	case p.East < 0:
		where = "the Americas"
	case p.East >= 5*time.Hour:
		where = "Asia"
	}
	y.count.Given[where] = append(y.count.Given[where], m.Clocks[at].Due.Sub(y.now))
}

// answers sends the answer that a person had in mind, if they are still there and have not sent it before.
func (y *year) answers(p *player, key asked, mind *intent) {
	if y.minds[key] != mind || y.now.Before(mind.at) || p.Gone(y.now) {
		return
	}
	delete(y.minds, key)
	y.count.Waited[p.address] += y.now.Sub(mind.asked)
	y.write(p, mind.words, &mind.ref)
}

// chooses returns what a person answers: a sensible move, sometimes with a plan for the next turn and a standing order.
func (y *year) chooses(p *player, m *memory.Match, name string) string {
	state := m.Match.State()
	dice := engine.Dice{Seed: sha256.Sum256(fmt.Append(nil, p.address, m.Row.ID, m.Match.Seq))}
	words := bot.PlayCarefully(bot.SightOfSeat(state, name, state.Legal(name)), dice.For("season"))
	if guess, ok := state.(engine.Guessing); ok && p.PlansNow(y.odds) {
		used, _, _ := strings.Cut(words, " ")
		for _, other := range guess.Worth(name) {
			if card, _, _ := strings.Cut(other, " "); card != used {
				words += "\nnext " + other
				break
			}
		}
	}
	key := asked{m.Row.ID, m.Match.Deals, int(p.id)}
	if orders := engine.StandingOrdersOf(m.Match.Game); p.Orders && len(orders) > 0 && !y.orders[key] {
		y.orders[key] = true
		words += "\n" + orders[0]
	}
	return words
}
