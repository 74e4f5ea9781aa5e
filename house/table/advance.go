package table

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/score"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
)

// Advance plays a table on after a command until it waits for somebody's letter. Bots and kept plans play,
// the match starts or ends, every seat to move gets a clock and a digest, and the others are told what they
// should hear.
func (t *Table) Advance() { t.AdvanceBut(nil) }

// AdvanceBut is like Advance, but leaves the letter to one seat that the match begins to the caller, who
// answers its player anyway (see Waits and TellBegins).
func (t *Table) AdvanceBut(but *model.Seat) {
	t.LapseGraces()
	if t.Row.Phase == model.PhaseLobby && (!t.StartsItself() || t.Begin() != nil) {
		return
	}
	goesOn := t.Row.Phase == model.PhaseRunning || t.Row.Phase == model.PhasePaused && t.moved()
	if goesOn {
		t.playOn(NewBotPlayers(t.Tx))
	}
	if t.Match.Phase == engine.Over && t.Row.Phase != model.PhaseOver {
		t.Row.Phase, t.Row.EndedAt = model.PhaseOver, new(t.Now())
		t.LapseGraces()
	}
	switch {
	case t.Row.Phase.Ended():
		t.advanceEnd()
	case goesOn:
		t.advanceTurn(but)
		if t.Row.Phase == model.PhasePaused { // a pause stops clocks and keeps nobody from moving
			t.StopClock(-1, whyPaused)
		}
	}
}

// moved reports whether somebody has moved in this command.
func (t *Table) moved() bool {
	return slices.ContainsFunc(t.Appended(), func(f engine.Fact) bool { return f.Seat != "" })
}

// advanceTurn sets clocks and queues digests for the seats to move. If the match has begun, or a round or turn
// has ended, it tells the others.
func (t *Table) advanceTurn(but *model.Seat) {
	t.beginLater()
	due := t.Match.ToMove()
	ended := t.lastRoundEnd()
	for s := range t.In() {
		if s.State != model.SeatJoined {
			t.EndClock(s.No)
			continue
		}
		if OpenGrace(t.Table, s) != nil {
			continue // it was asked, and its answer waits
		}
		step := t.Match.Chair(s.Name).Steps + 1
		isDue := slices.Contains(due, s.Name)
		clock := t.Clock(s.No)
		if clock != nil && isDue && clock.Step != step && t.Match.MidTurn(s.Name) {
			// The whole turn has one deadline, and the receipt that is about to be sent shows how the turn
			// goes on.
			clock.Step = step
			t.SetClock(*clock)
			continue
		}
		if clock != nil && (!isDue || clock.Step != step) {
			t.EndClock(s.No)
		}
		switch {
		case isDue && !t.HoldsUp(s.Name):
			t.askOptional(s, step)
		case isDue && (clock == nil || clock.Step != step || optional(*clock)):
			t.NewClock(s, step)
			t.Digest(s, model.PurposeTurn, fmt.Sprintf("%d", step))
		case t.WaitsForFirstTurn(s):
			if s != but {
				t.TellBegins(s, nil)
			}
		case !isDue && ended > 0:
			t.Digest(s, model.PurposeRound, fmt.Sprintf("%d", ended))
		case !isDue && t.turnsEnded() && wantsEach(t.Tx, s.Player):
			t.Digest(s, model.PurposeEach, fmt.Sprintf("%d", t.Match.Seq))
		}
	}
	t.tellWatchers()
}

// WaitsForFirstTurn reports whether the cards of a match were dealt in this command and a seat must wait for its first
// turn.
func (t *Table) WaitsForFirstTurn(s *model.Seat) bool {
	return t.Row.Phase == model.PhaseRunning && s.State == model.SeatJoined && !slices.Contains(t.Match.ToMove(), s.Name) && t.began()
}

// began reports whether the first cards of a match were dealt in this command. If its seats choose at once before
// the deal, that is after its start.
func (t *Table) began() bool {
	return t.Match.Deals == 1 && slices.ContainsFunc(t.Appended(), engine.DealsRound)
}

// TellBegins queues the first letter of a match to a seat that must wait for its turn, unless it is left to the
// daily letter. answers is what became of its player's own letter; nil if this is no answer.
func (t *Table) TellBegins(s *model.Seat, answers *notice.Receipt) {
	if answers != nil || !t.waitsForDaily(s, model.PurposeRound) {
		t.queueDigest(s, model.PurposeRound, "begins", notice.Digest{Begins: true, Answers: answers})
	}
}

// askOptional asks a seat for a choice that nobody waits for. Its clock only keeps the step and never runs out.
func (t *Table) askOptional(s *model.Seat, step int) {
	never := t.Now().AddDate(100, 0, 0)
	t.SetClock(model.Clock{Seat: s.No, Step: step, Began: t.Now(), Soft: never, Due: never})
	t.Digest(s, model.PurposeTurn, fmt.Sprintf("%d", step))
}

// optional reports whether a clock is one of askOptional. It gives way to a real one if bots take all other seats.
func optional(c model.Clock) bool { return c.Soft.After(c.Began.AddDate(50, 0, 0)) }

// turnsEnded reports whether nobody is in the middle of a turn, or of a choice that all make at once.
func (t *Table) turnsEnded() bool {
	return !t.Match.Choosing() && !slices.ContainsFunc(t.Match.ToMove(), t.Match.MidTurn)
}

// lastRoundEnd returns the number of the last fact of this command that ended a round, 0 if none did.
func (t *Table) lastRoundEnd() int {
	for _, f := range slices.Backward(t.Appended()) {
		if engine.ClosesRoundOrMatch(f) {
			return f.Seq
		}
	}
	return 0
}

// advanceEnd stops all clocks and writes to everybody.
func (t *Table) advanceEnd() {
	t.DropDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID}) // all due rows of the match
	if in := t.Row.Terms.League; in != 0 {
		t.SetDue(model.Due{Owner: model.DueOfSeason, ID: in, What: model.DueEnded, Of: strconv.FormatInt(t.Row.ID, 10), At: t.Now()})
	}
	score.ScheduleScoring(t.Tx, t.Table)
	for s := range t.In() {
		t.EndClock(s.No)
		t.DropPlan(s.No, model.PlanDraft, model.PlanNext)
		if s.State == model.SeatJoined || s.State == model.SeatBot && s.Player != 0 {
			t.Digest(s, model.PurposeEnd, "end")
		}
	}
	t.tellWatchers()
}

// playOn plays for all seats that need no letter: those of bots, and those whose players have left a plan or
// standing orders. None is played while a move of somebody's waits that can still be taken back.
func (t *Table) playOn(b bots) {
	for range 2000 {
		if t.inGrace() {
			return
		}
		t.endOrders()
		played := false
		due := t.Match.ToMove()
		if i := slices.IndexFunc(due, t.Practises); i >= 0 {
			due = due[i : i+1] // bots wait for the only person
		}
		for _, name := range due {
			s := t.SeatNamed(name)
			if s == nil {
				panic(world.Fault{Err: fmt.Errorf("match %d: no seat %s", t.Row.ID, name)})
			}
			played = t.playFor(b, s)
			if played {
				break
			}
		}
		if !played {
			return
		}
	}
	panic(world.Fault{Err: fmt.Errorf("match %d: bots play without end", t.Row.ID)})
}

func (t *Table) playFor(b bots, s *model.Seat) bool {
	if s.State == model.SeatBot {
		t.PlayLegal(s.Name, b.move(t, s))
		return true
	}
	command, kept := t.planned(s)
	if command == "" {
		return false
	}
	words := t.PrintKeptMoves(s.Name, []string{kept})[0] // while the seat still holds the card
	t.PlayLegal(s.Name, command)
	if slices.Contains(s.Standing.Orders, kept) {
		KeepSentences(s, engine.Say("house.order-played", "command", kept, "count", 1))
		return true
	}
	t.Note(s, fmt.Sprintf("plan:%d", t.Match.Seq), t.News("house.plan-played-subject", engine.Say("house.plan-played", "command", command, "words", words)))
	return true
}

// PlayLegal plays a command that must be legal. If it is not, the world.Tx ends with a Fault.
func (t *Table) PlayLegal(seat, command string) {
	facts, no := t.Match.Play(seat, command)
	if no != nil {
		panic(world.Fault{Err: fmt.Errorf("match %d: %s for %s: %w", t.Row.ID, command, seat, no)})
	}
	t.Append(facts...)
}

// planned returns the move that a player left for this turn and the line it comes from: the first alternative
// of the plan that is legal, otherwise what a standing order plays. The plan is dropped, legal or not,
// but one made once the clock of this choice ran is for the next. The player's next letter says why a plan came to
// nothing.
func (t *Table) planned(s *model.Seat) (command, kept string) {
	if clock := t.Clock(s.No); clock == nil || clock.Step != t.StepOf(s) {
		plan := t.PlanFor(s.No, model.PlanNext)
		t.DropPlan(s.No, model.PlanNext)
		if command, kept = t.firstLegal(s.Name, plan); command != "" {
			return command, kept
		}
		if len(plan) > 0 {
			_, no := t.Match.State().Parse(s.Name, strings.ToLower(plan[0]), nil)
			KeepSentences(s, engine.Say("house.plan-dropped", "why", no.Phrase))
		}
	}
	return t.standingMove(s)
}

func (t *Table) firstLegal(seat string, lines []string) (command, kept string) {
	for _, line := range lines {
		if move, no := t.Match.State().Parse(seat, strings.ToLower(line), nil); no == nil {
			return move.Command, line
		}
	}
	return "", ""
}

// PrintKeptMoves returns kept moves of a seat with the names of cards instead of the codes that they are stored with. A
// card that is neither in the hand nor open keeps its code.
func (t *Table) PrintKeptMoves(seat string, lines []string) []engine.Phrase {
	view := t.Match.State().View(seat)
	names := map[string]engine.Phrase{}
	for _, h := range append(view.Hand, view.Open...) {
		names[h.Card] = h.Name
	}
	out := make([]engine.Phrase, len(lines))
	for i, line := range lines {
		out[i] = engine.Say("house.bound", "before", line, "card", "", "after", "")
		words := strings.Split(line, " ")
		if n := slices.IndexFunc(words, func(word string) bool { _, ok := names[word]; return ok }); n >= 0 {
			before, after := strings.Join(words[:n], " ")+" ", " "+strings.Join(words[n+1:], " ")
			out[i] = engine.Say("house.bound", "before", strings.TrimLeft(before, " "), "card", names[words[n]], "after", strings.TrimRight(after, " "))
		}
	}
	return out
}

// standingMove returns what the seat's standing orders play now and which of them does; "" if none does.
func (t *Table) standingMove(s *model.Seat) (command, kept string) {
	game, ok := t.Match.State().(engine.Obedient)
	if !ok {
		return "", ""
	}
	for _, order := range t.OrdersOf(s) {
		if command := game.Standing(s.Name, order); command != "" {
			return command, order
		}
	}
	return "", ""
}

// longestTurn is more choices than any turn has. A turn that is longer is a bug.
const longestTurn = 200

// FinishTurn plays safe moves for a seat until its turn is over and returns what it played. A choice that all make at
// once is over by itself, and the turn that may follow is another.
func (t *Table) FinishTurn(seat string) []string {
	choosing := t.Match.Choosing()
	goesOn := func() bool {
		return t.Match.Choosing() == choosing && slices.Contains(t.Match.ToMove(), seat)
	}
	return t.playWhile(seat, goesOn, func() string { return t.Match.State().Idle(seat) })
}

// playWhile plays choices for a seat while goesOn says so, and returns them.
func (t *Table) playWhile(seat string, goesOn func() bool, choose func() string) (played []string) {
	for range longestTurn {
		if !goesOn() {
			return played
		}
		command := choose()
		t.PlayLegal(seat, command)
		played = append(played, command)
	}
	panic(world.Fault{Err: fmt.Errorf("match %d: the turn of %s has no end", t.Row.ID, seat)})
}

// PlayDrafted plays the lines of a draft in order, until one is illegal or the turn is over, and returns what
// it played.
func (t *Table) PlayDrafted(seat string, lines []string) (played []string) {
	for _, line := range lines {
		command, _ := t.firstLegal(seat, []string{line})
		if command == "" || !slices.Contains(t.Match.ToMove(), seat) {
			break
		}
		t.PlayLegal(seat, command)
		played = append(played, command)
	}
	return played
}

// spelled wraps a command so that it is printed in the reader's language inside a sentence.
func spelled(command string) engine.Phrase {
	return engine.Say("house.bound", "before", command, "card", "", "after", "")
}

// endOrders ends standing orders that were given before the present deal: their authors did not know these
// cards or this role.
func (t *Table) endOrders() {
	for s := range t.In(model.SeatJoined, model.SeatBot) {
		if len(s.Standing.Orders) == 0 || s.Standing.Dealt == t.Match.Deals {
			continue
		}
		KeepSentences(s, engine.Say("house.order-ended", "lines", engine.MapList(t.OrdersOf(s), spelled)))
		s.Standing.Orders = nil
	}
}

// OrdersOf lists the standing orders of a seat in the order its game ranks them.
func (t *Table) OrdersOf(s *model.Seat) []string {
	return slices.DeleteFunc(slices.Clone(engine.StandingOrdersOf(t.Match.Game)), func(order string) bool { return !slices.Contains(s.Standing.Orders, order) })
}
