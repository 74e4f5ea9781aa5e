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
func (t *Table) Deadline(d model.Due) {
	s := t.Seat(d.Seat)
	clock := t.Clock(d.Seat)
	if clock == nil || s == nil || t.Row.Phase != model.PhaseRunning || clock.StoppedAt != nil || clock.Due.After(t.Now()) {
		return
	}
	if !slices.Contains(t.Match.ToMove(), s.Name) || !t.HoldsUp(s.Name) {
		return
	}
	if t.Match.Choosing() {
		t.chooseFor(s)
		return
	}
	p := t.Player(s.Player)
	if t.Match.MidTurn(s.Name) { // finish a turn that was begun; that counts as no miss
		t.EndClock(s.No)
		t.FinishTurn(s.Name)
		t.Note(s, fmt.Sprintf("finished:%d", t.Match.Seq), t.News("house.finished-subject", engine.Say("house.finished")))
		t.Advance()
		return
	}
	away := p != nil && IsAbsent(p, t.Now())
	if away && t.BeginsAnew(s) && (t.People() == 1 || s.Standing.Waited < awayMost) {
		t.NewClock(s, clock.Step)
		return // the absence began while the clock ran, so wait for it
	}
	command, rest, outcome := t.ChooseForAbsent(s, away)
	t.Append(engine.Fact{Event: engine.Missed{Of: s.Name, Outcome: outcome}})
	if outcome == "wait" {
		if !t.hostIsAsked(s, clock) {
			return
		}
		t.missed(s)
		t.Advance()
		return
	}
	t.EndClock(s.No)
	t.PlayLegal(s.Name, command)
	played := []string{command}
	if _, ok := t.Match.State().(engine.LongTurn); ok {
		played = append(played, t.PlayDrafted(s.Name, rest)...)
		if outcome == "bot" {
			played = append(played, NewBotPlayers(t.Tx).turn(t, s)...)
		}
		played = append(played, t.FinishTurn(s.Name)...)
	}
	if away && outcome == "bot" {
		t.sitIn(s, "house.sits-in-away")
	}
	t.missed(s, engine.Say("house.missed", "command", engine.MapList(played, spelled)), engine.Say("house.missed-"+outcome))
	t.Advance()
}

// chooseFor makes the default choice for a seat that did not answer while all choose at once. That is no missed
// turn. The letter about the deal says so, or a note if others still have time.
func (t *Table) chooseFor(s *model.Seat) {
	t.EndClock(s.No)
	command := t.Match.State().Idle(s.Name)
	t.PlayLegal(s.Name, command)
	says := engine.Say("house.chosen-for", "command", spelled(command))
	stillTime := slices.ContainsFunc(t.Match.ToMove(), func(name string) bool {
		c := t.Clock(t.SeatNamed(name).No)
		return c != nil && c.Due.After(t.Now())
	})
	if t.Match.Choosing() && stillTime {
		t.Note(s, "chosen-for", t.News("house.missed-subject", says))
	} else {
		KeepSentences(s, says)
	}
	t.Advance()
}

// ChooseForAbsent chooses what to play for a seat that missed its time: its plan, its draft or the safe move. A match
// may have a bot choose, or wait, instead; for an absent player it is the plan, the draft or a bot's choice.
// rest holds the lines of a draft after command.
func (t *Table) ChooseForAbsent(s *model.Seat, away bool) (command string, rest []string, outcome string) {
	switch {
	case away:
	case t.Row.Terms.Timeout == model.TimeoutWait:
		return "", nil, "wait"
	case t.Row.Terms.Timeout == model.TimeoutBot:
		return NewBotPlayers(t.Tx).move(t, s), nil, "bot"
	}
	for _, kind := range []model.PlanKind{model.PlanNext, model.PlanDraft} {
		lines := t.PlanFor(s.No, kind)
		t.DropPlan(s.No, kind)
		switch command, kept := t.firstLegal(s.Name, lines); {
		case command != "" && kind == model.PlanDraft:
			return command, lines[slices.Index(lines, kept)+1:], "draft"
		case command != "":
			return command, nil, "plan"
		}
	}
	if away {
		return NewBotPlayers(t.Tx).move(t, s), nil, "bot"
	}
	return t.Match.State().Idle(s.Name), nil, "safe"
}

// hostIsAsked leaves the seat waiting and tells the host, again after each further pace. After two waits
// without a reaction the next person becomes host. When everybody has had their turn as host nobody is there
// to wait, and it returns true: a bot sits in.
func (t *Table) hostIsAsked(s *model.Seat, c *model.Clock) (sat bool) {
	waits := t.waitsFor(s.Name)
	if waits >= 2*t.People() {
		t.EndClock(s.No)
		return true
	}
	if waits%2 == 0 {
		t.nextHost(s)
	}
	t.NoteHost(s, fmt.Sprintf("waits:%d", t.Match.Seq), notice.Note{Subject: engine.Say("house.waits-subject", "match", int(t.Row.ID), "name", s.Name),
		Lines: []engine.Phrase{engine.Say("house.waits-host", "name", s.Name)}, Pressing: true})
	c.Due = t.Now().Add(t.Row.Terms.Pace)
	t.SetClock(*c)
	t.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: s.No, What: model.DueDeadline, At: c.Due})
	return false
}

// nextHost makes the next person after the host the new host, but never the seat that is waited for. Behind a host
// without a seat that is the first person.
func (t *Table) nextHost(waited *model.Seat) {
	n := len(t.Seats)
	at := slices.IndexFunc(t.Seats, func(s model.Seat) bool { return s.No == t.Row.Host })
	for i := 1; i <= n; i++ {
		s := &t.Seats[(at+i)%n]
		if s.State == model.SeatJoined && s.No != waited.No && s.No != t.Row.Host {
			t.GiveChair(s, fmt.Sprintf("host:%d", t.Match.Seq))
			return
		}
	}
}

// missed tells a player what was played for them. After two misses in a row a bot plays until the player is
// back.
func (t *Table) missed(s *model.Seat, played ...engine.Phrase) {
	twice := t.Match.Chair(s.Name).Missed >= 2 && s.State == model.SeatJoined
	if twice {
		t.sitIn(s, "house.sits-in")
	}
	if twice && t.People() > 0 {
		lines := append(played, engine.Say("house.sits-in-you", "name", s.Name))
		if t.Vacate(s, t.Now()) {
			lines = append(lines, engine.Say("house.sits-in-offered"))
		}
		t.Note(s, fmt.Sprintf("sits-in:%d", t.Match.Seq), notice.Note{Subject: engine.Say("house.sits-in-subject", "match", int(t.Row.ID)),
			Lines: lines, Answers: []string{"back"}})
		return
	}
	if len(played) > 0 {
		note := t.News("house.missed-subject", played...)
		if s.State == model.SeatBot && !twice { // whoever is away has a bot from now on
			note = t.News("house.sits-in-subject", append(played, engine.Say("house.sits-in-away-you", "name", s.Name))...)
			note.Answers = []string{"back"}
		}
		t.Note(s, fmt.Sprintf("missed:%d", t.Match.Seq), note)
	}
	if twice {
		t.NobodyLeft()
	}
}

// sitIn has a bot play a seat until its player is back, and tells the others.
func (t *Table) sitIn(s *model.Seat, key string) {
	s.State = model.SeatBot
	t.PassHost(s)
	t.Append(engine.Fact{Event: engine.Replaced{Of: s.Name, With: "bot", By: "house"}})
	t.TellAll(s, fmt.Sprintf("sits-in:%d", t.Match.Seq), notice.Note{Subject: engine.Say("house.left-subject", "match", int(t.Row.ID), "name", s.Name),
		Lines: []engine.Phrase{engine.Say(key, "name", s.Name)}, Logged: true})
}

// HasOperatorLooked reports whether the operator has seen the secrets of the present position.
func HasOperatorLooked(m *engine.Match) bool {
	for _, f := range slices.Backward(m.Facts()) {
		switch f.Event.(type) {
		case engine.Opened:
			return true
		case engine.Rewound:
			return false
		}
		if !engine.IsMatchWide(f.Event.Kind()) {
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

// NewBotPlayers returns the bots of one command.
func NewBotPlayers(w *world.Tx) bots {
	return bots{usual: cmp.Or(w.Rules().Bot, usualBot), think: bot.Budget{Playouts: thinkChoice, Shared: thinkCommand, Spent: &w.Thought}}
}

// Of names the bot that plays a seat: the one chosen for the seat, otherwise for the match, otherwise the
// house's.
func (b bots) Of(t *Table, s *model.Seat) string {
	for _, name := range []string{s.Standing.Bot, t.Row.Terms.Bots} {
		if bot.CheckName(name, t.Match.Game) == nil {
			return name
		}
	}
	return b.usual
}

// move returns what the bot of a seat plays. Its random numbers are a stream of their own, which reveals
// nothing about any shuffle.
func (b bots) move(t *Table, s *model.Seat) string {
	player := bot.FindBot(b.Of(t, s), b.think)
	state := t.Match.State()
	dice := t.Match.Dice().For(fmt.Sprintf("bot %s %d", s.Name, t.Match.Chair(s.Name).Steps))
	return player(bot.SightOfSeat(state, s.Name, state.Legal(s.Name)), dice)
}

// turn plays a seat to the end of its turn and returns what it played.
func (b bots) turn(t *Table, s *model.Seat) []string {
	return t.playWhile(s.Name, func() bool { return t.Match.MidTurn(s.Name) }, func() string { return b.move(t, s) })
}
