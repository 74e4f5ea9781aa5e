package table

import (
	"cmp"
	"fmt"
	"slices"

	"pitpost.example/engine"
	"pitpost.example/engine/bot"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
)

// Deadline plays for a seat whose time has run out.
func Deadline(w *world.Tx, t *model.Table, d model.Due) {
	s := t.Seat(d.Seat)
	clock := t.Clock(d.Seat)
	if clock == nil || s == nil || t.Row.Phase != model.PhaseRunning || clock.StoppedAt != nil || clock.Due.After(w.Now()) {
		return
	}
	if !slices.Contains(t.Match.ToMove(), s.Name) || !t.HoldsUp(s.Name) {
		return
	}
	if t.Match.Choosing() {
		chooseFor(w, t, s)
		return
	}
	p := w.Player(s.Player)
	if t.Match.MidTurn(s.Name) { // finish a turn that was begun; that counts as no miss
		DropClock(w, t, s.No)
		FinishTurn(w, t, s.Name)
		Note(w, t, s, fmt.Sprintf("finished:%d", t.Match.Seq), News(t, "house.finished-subject", engine.Say("house.finished")))
		Advance(w, t)
		return
	}
	away := p != nil && Absent(p, w.Now())
	if away && BeginsAnew(t, s) && (People(t) == 1 || s.Standing.Waited < awayMost) {
		NewClock(w, t, s, clock.Step)
		return // the absence began while the clock ran, so wait for it
	}
	command, rest, outcome := Instead(w, t, s, away)
	w.Append(t, engine.Fact{Event: engine.Missed{Of: s.Name, Outcome: outcome}})
	if outcome == "wait" {
		if !hostIsAsked(w, t, s, clock) {
			return
		}
		missed(w, t, s)
		Advance(w, t)
		return
	}
	DropClock(w, t, s.No)
	PlayLegal(w, t, s.Name, command)
	played := []string{command}
	if _, ok := t.Match.State().(engine.LongTurn); ok {
		played = append(played, PlayDrafted(w, t, s.Name, rest)...)
		if outcome == "bot" {
			played = append(played, NewBots(w).turn(w, t, s)...)
		}
		played = append(played, FinishTurn(w, t, s.Name)...)
	}
	if away && outcome == "bot" {
		sitIn(w, t, s, "house.sits-in-away")
	}
	missed(w, t, s, engine.Say("house.missed", "command", engine.Each(played, spelled)), engine.Say("house.missed-"+outcome))
	Advance(w, t)
}

// chooseFor makes the default choice for a seat that did not answer while all choose at once. That is no missed
// turn. The letter about the deal says so, or a note if others still have time.
func chooseFor(w *world.Tx, t *model.Table, s *model.Seat) {
	DropClock(w, t, s.No)
	command := t.Match.State().Idle(s.Name)
	PlayLegal(w, t, s.Name, command)
	says := engine.Say("house.chosen-for", "command", spelled(command))
	stillTime := slices.ContainsFunc(t.Match.ToMove(), func(name string) bool {
		c := t.Clock(SeatNamed(t, name).No)
		return c != nil && c.Due.After(w.Now())
	})
	if t.Match.Choosing() && stillTime {
		Note(w, t, s, "chosen-for", News(t, "house.missed-subject", says))
	} else {
		Later(s, says)
	}
	Advance(w, t)
}

// Instead chooses what to play for a seat that missed its time: its plan, its draft or the safe move. A match
// may have a bot choose, or wait, instead; for an absent player it is the plan, the draft or a bot's choice.
// rest holds the lines of a draft after command.
func Instead(w *world.Tx, t *model.Table, s *model.Seat, away bool) (command string, rest []string, outcome string) {
	switch {
	case away:
	case t.Row.Terms.Timeout == model.TimeoutWait:
		return "", nil, "wait"
	case t.Row.Terms.Timeout == model.TimeoutBot:
		return NewBots(w).move(t, s), nil, "bot"
	}
	for _, kind := range []model.PlanKind{model.PlanNext, model.PlanDraft} {
		lines := t.PlanFor(s.No, kind)
		t.DropPlan(s.No, kind)
		switch command, kept := firstLegal(t, s.Name, lines); {
		case command != "" && kind == model.PlanDraft:
			return command, lines[slices.Index(lines, kept)+1:], "draft"
		case command != "":
			return command, nil, "plan"
		}
	}
	if away {
		return NewBots(w).move(t, s), nil, "bot"
	}
	return t.Match.State().Idle(s.Name), nil, "safe"
}

// hostIsAsked leaves the seat waiting and tells the host, again after each further pace. After two waits
// without a reaction the next person becomes host. When everybody has had their turn as host nobody is there
// to wait, and it returns true: a bot sits in.
func hostIsAsked(w *world.Tx, t *model.Table, s *model.Seat, c *model.Clock) (sat bool) {
	waits := waitsFor(t, s.Name)
	if waits >= 2*People(t) {
		DropClock(w, t, s.No)
		return true
	}
	if waits%2 == 0 {
		nextHost(w, t, s)
	}
	NoteHost(w, t, s, fmt.Sprintf("waits:%d", t.Match.Seq), notice.Note{Subject: engine.Say("house.waits-subject", "match", int(t.Row.ID), "name", s.Name),
		Lines: []engine.Phrase{engine.Say("house.waits-host", "name", s.Name)}, Pressing: true})
	c.Due = w.Now().Add(t.Row.Terms.Pace)
	t.SetClock(*c)
	w.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: s.No, What: model.DueDeadline, At: c.Due})
	return false
}

// waitsFor counts how often in a row the match has waited for a seat without a move by anybody or a decision
// about the time.
func waitsFor(t *model.Table, seat string) int {
	n := 0
	for _, f := range slices.Backward(t.Match.Facts()) {
		switch e := f.Event.(type) {
		case engine.Missed:
			if e.Of != seat || e.Outcome != "wait" {
				return n
			}
			n++
		case engine.Said, engine.Planned, engine.Reminded, engine.Opened:
		default:
			return n
		}
	}
	return n
}

// nextHost makes the next person after the host the new host, but never the seat that is waited for. Behind a host
// without a seat that is the first person.
func nextHost(w *world.Tx, t *model.Table, waited *model.Seat) {
	n := len(t.Seats)
	at := slices.IndexFunc(t.Seats, func(s model.Seat) bool { return s.No == t.Row.Host })
	for i := 1; i <= n; i++ {
		s := &t.Seats[(at+i)%n]
		if s.State == model.SeatJoined && s.No != waited.No && s.No != t.Row.Host {
			GiveChair(w, t, s, fmt.Sprintf("host:%d", t.Match.Seq))
			return
		}
	}
}

// missed tells a player what was played for them. After two misses in a row a bot plays until the player is
// back.
func missed(w *world.Tx, t *model.Table, s *model.Seat, played ...engine.Phrase) {
	twice := t.Match.Chair(s.Name).Missed >= 2 && s.State == model.SeatJoined
	if twice {
		sitIn(w, t, s, "house.sits-in")
	}
	if twice && People(t) > 0 {
		lines := append(played, engine.Say("house.sits-in-you", "name", s.Name))
		if Vacate(w, t, s, w.Now()) {
			lines = append(lines, engine.Say("house.sits-in-offered"))
		}
		Note(w, t, s, fmt.Sprintf("sits-in:%d", t.Match.Seq), notice.Note{Subject: engine.Say("house.sits-in-subject", "match", int(t.Row.ID)),
			Lines: lines, Answers: []string{"back"}})
		return
	}
	if len(played) > 0 {
		note := News(t, "house.missed-subject", played...)
		if s.State == model.SeatBot && !twice { // whoever is away has a bot from now on
			note = News(t, "house.sits-in-subject", append(played, engine.Say("house.sits-in-away-you", "name", s.Name))...)
			note.Answers = []string{"back"}
		}
		Note(w, t, s, fmt.Sprintf("missed:%d", t.Match.Seq), note)
	}
	if twice {
		NobodyLeft(w, t)
	}
}

// sitIn has a bot play a seat until its player is back, and tells the others.
func sitIn(w *world.Tx, t *model.Table, s *model.Seat, key string) {
	s.State = model.SeatBot
	PassHost(w, t, s)
	w.Append(t, engine.Fact{Event: engine.Replaced{Of: s.Name, With: "bot", By: "house"}})
	TellAll(w, t, s, fmt.Sprintf("sits-in:%d", t.Match.Seq), notice.Note{Subject: engine.Say("house.left-subject", "match", int(t.Row.ID), "name", s.Name),
		Lines: []engine.Phrase{engine.Say(key, "name", s.Name)}, Logged: true})
}

// Looked reports whether the operator has seen the secrets of the present position.
func Looked(m *engine.Match) bool {
	for _, f := range slices.Backward(m.Facts()) {
		switch f.Event.(type) {
		case engine.Opened:
			return true
		case engine.Rewound:
			return false
		}
		if !engine.MatchWide(f.Event.Kind()) {
			return false
		}
	}
	return false
}

// BotNames returns the names for seats of bots.
func BotNames() []string {
	return []string{"Ana", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo"}
}

// usualBot plays if nobody has named a bot.
const usualBot = "careful"

// Limits on how far bots think, for one choice and for all bots of one command together. They count positions
// and not time, so that a retried command comes to the same result. thinkCommand takes about a second in the
// slowest game on a slow core (BenchmarkPositions in engine/bot); after that bots play by simple sense. A
// match in memory is not locked meanwhile; one read from the database is, but no other match.
const (
	thinkChoice  = 150
	thinkCommand = 1000
)

// bots are the bots of one command, which share a budget.
type bots struct {
	usual string
	think bot.Budget
}

// NewBots returns the bots of one command.
func NewBots(w *world.Tx) bots {
	return bots{usual: cmp.Or(w.Rules().Bot, usualBot), think: bot.Budget{Playouts: thinkChoice, Shared: thinkCommand, Spent: &w.Thought}}
}

// Of names the bot that plays a seat: the one chosen for the seat, otherwise for the match, otherwise the
// house's.
func (b bots) Of(t *model.Table, s *model.Seat) string {
	for _, name := range []string{s.Standing.Bot, t.Row.Terms.Bots} {
		if bot.Check(name, t.Match.Game) == nil {
			return name
		}
	}
	return b.usual
}

// move returns what the bot of a seat plays. Its random numbers are a stream of their own, which reveals
// nothing about any shuffle.
func (b bots) move(t *model.Table, s *model.Seat) string {
	player := bot.Find(b.Of(t, s), b.think)
	state := t.Match.State()
	dice := t.Match.Dice().For(fmt.Sprintf("bot %s %d", s.Name, t.Match.Chair(s.Name).Steps))
	return player(bot.Look(state, s.Name, state.Legal(s.Name)), dice)
}

// turn plays a seat to the end of its turn and returns what it played.
func (b bots) turn(w *world.Tx, t *model.Table, s *model.Seat) []string {
	return playWhile(w, t, s.Name, func() bool { return t.Match.MidTurn(s.Name) }, func() string { return b.move(t, s) })
}
