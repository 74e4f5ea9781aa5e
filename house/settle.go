package house

import (
	"fmt"
	"slices"
	"strings"

	"pitpost.example/db"
	"pitpost.example/engine"
	"pitpost.example/house/notice"
	"pitpost.example/house/score"
	"pitpost.example/house/season"
	"pitpost.example/model"
)

// settle brings a table to rest after a deed: seats that need nobody's letter
// play on, the match starts or ends, each seat that is due has a clock and a
// digest, and the others hear what they should.
func settle(h *House, w *db.Work, t *model.Table) error {
	if t.Row.Phase == model.PhaseLobby {
		return settleLobby(h, w, t)
	}
	if t.Row.Phase == model.PhaseRunning {
		if err := playOn(h.bots(), w, t); err != nil {
			return err
		}
	}
	if t.Match.Phase == engine.Over && t.Row.Phase != model.PhaseOver {
		now := w.Now()
		t.Row.Phase, t.Row.EndedAt = model.PhaseOver, &now
		w.Save(t)
	}
	if t.Row.Phase == model.PhaseOver || t.Row.Phase == model.PhaseAborted {
		return settleEnd(w, t)
	}
	if t.Row.Phase != model.PhaseRunning {
		return nil
	}
	return settleTurn(w, t)
}

// settleTurn sets the clocks of the seats to move and queues their digests,
// and tells the others when a round ended.
func settleTurn(w *db.Work, t *model.Table) error {
	due := t.Match.ToMove()
	clocks := w.Clocks(t)
	running := map[int]model.Clock{}
	for _, c := range clocks {
		running[c.Seat] = c
	}
	ended := lastRoundEnd(w, t)
	for i := range t.Seats {
		s := &t.Seats[i]
		if s.State != model.SeatJoined {
			dropClock(w, t, s.No)
			continue
		}
		step := t.Match.Chair(s.Name).Steps + 1
		isDue := slices.Contains(due, s.Name)
		clock, ticks := running[s.No]
		if ticks && isDue && clock.Step != step && t.Match.MidTurn(s.Name) {
			// One deadline for the whole turn. The receipt that is about to go out
			// shows the rest of it.
			clock.Step = step
			w.SetClock(t, clock)
			continue
		}
		if ticks && (!isDue || clock.Step != step) {
			dropClock(w, t, s.No)
		}
		switch {
		case isDue && !t.Match.HoldsUp(s.Name):
			askAside(w, t, s, step)
		case isDue && clock.Step != step:
			if err := newClock(w, t, s, step); err != nil {
				return err
			}
			digest(w, t, s, model.PurposeTurn, fmt.Sprintf("%d", step))
		case !isDue && ended > 0:
			digest(w, t, s, model.PurposeRound, fmt.Sprintf("%d", ended))
		case !isDue && turnsEnded(t) && notifyEach(w, s):
			digest(w, t, s, model.PurposeEach, fmt.Sprintf("%d", t.Match.Seq))
		}
	}
	return tellWatchers(w, t, ended > 0)
}

// askAside asks a seat for something that nobody waits for: its clock stands
// for the question and never runs out.
func askAside(w *db.Work, t *model.Table, s *model.Seat, step int) {
	never := w.Now().AddDate(100, 0, 0)
	w.SetClock(t, model.Clock{Seat: s.No, Step: step, Began: w.Now(), Soft: never, Due: never})
	digest(w, t, s, model.PurposeTurn, fmt.Sprintf("%d", step))
}

// turnsEnded says that nobody is in the middle of a turn.
func turnsEnded(t *model.Table) bool {
	return !slices.ContainsFunc(t.Match.ToMove(), t.Match.MidTurn)
}

func notifyEach(w *db.Work, s *model.Seat) bool {
	p, err := w.Player(s.Player)
	return err == nil && p != nil && p.Settings.Notify == model.NotifyEach
}

// lastRoundEnd is the number of the last fact of this deed that ended a round;
// 0 for none.
func lastRoundEnd(w *db.Work, t *model.Table) int {
	seq := 0
	for _, f := range w.Appended(t) {
		if f.Seat == "" && strings.HasSuffix(f.Event.Kind(), ".ended") {
			seq = f.Seq
		}
	}
	return seq
}

// settleEnd writes to everybody and stops all clocks.
func settleEnd(w *db.Work, t *model.Table) error {
	w.DropAllDue(t.Row.ID)
	season.Ended(w, t)
	score.Later(w, t)
	for i := range t.Seats {
		s := &t.Seats[i]
		dropClock(w, t, s.No)
		w.DropPlan(t, s.No, model.PlanDraft)
		w.DropPlan(t, s.No, model.PlanNext)
		if s.State == model.SeatJoined || s.State == model.SeatBot && s.Player != 0 {
			digest(w, t, s, model.PurposeEnd, "end")
		}
	}
	return tellWatchers(w, t, true)
}

// digest queues the seat's digest as a duty told once.
func digest(w *db.Work, t *model.Table, s *model.Seat, purpose model.Purpose, key string) {
	if purpose == model.PurposeTurn {
		pingTurn(w, t, s, key)
	}
	if s.Stopped != nil || s.Player == 0 || waitsForDaily(w, t, s, purpose) {
		return
	}
	step := 0
	if c := t.Match.Chair(s.Name); c != nil {
		step = c.Steps + 1
	}
	if taken := t.Match.TakenOver(s.Name); taken > 0 { // what was told to another does not count
		key += fmt.Sprintf(":%d", taken)
	}
	w.Queue(model.Notice{Key: fmt.Sprintf("%s:%d:%d:%s", purpose, t.Row.ID, s.No, key), Match: t.Row.ID, Seat: s.No,
		Player: s.Player, Address: s.Address, Purpose: purpose, Step: step, Seq: t.Match.Seq, Params: notice.Params(struct{}{})})
}

// playOn plays for seats whose next choice needs no letter: a bot's, and a
// plan kept by its player.
func playOn(b bots, w *db.Work, t *model.Table) error {
	for range 2000 {
		played := false
		for _, name := range t.Match.ToMove() {
			s := seatNamed(t, name)
			if s == nil {
				return fmt.Errorf("match %d: no seat %s", t.Row.ID, name)
			}
			var err error
			if played, err = playFor(b, w, t, s); err != nil {
				return err
			}
			if played {
				break
			}
		}
		if !played {
			return nil
		}
	}
	return fmt.Errorf("match %d: bots play without end", t.Row.ID)
}

func playFor(b bots, w *db.Work, t *model.Table, s *model.Seat) (bool, error) {
	if s.State == model.SeatBot {
		return true, playLegal(w, t, s.Name, b.move(t, s))
	}
	command, kept, err := planned(w, t, s)
	if err != nil || command == "" {
		return false, err
	}
	if err := playLegal(w, t, s.Name, command); err != nil {
		return false, err
	}
	note(w, t, s, model.PurposeNote, fmt.Sprintf("plan:%d", t.Match.Seq), notice.Note{
		Subject: say("house.plan-played-subject", "match", int(t.Row.ID)),
		Lines:   []engine.Phrase{say("house.plan-played", "command", command, "words", kept)}})
	return true, nil
}

// playLegal plays a command that must be legal.
func playLegal(w *db.Work, t *model.Table, seat, command string) error {
	facts, no := t.Match.Play(seat, command)
	if no != nil {
		return fmt.Errorf("match %d: %s for %s: %w", t.Row.ID, command, seat, no)
	}
	w.Append(t, facts...)
	return nil
}

// planned finds the move a seat left for this turn: its plan if one of the
// alternatives can be played, else what stands till dropped. A plan that can
// no longer be played is dropped.
func planned(w *db.Work, t *model.Table, s *model.Seat) (command, kept string, err error) {
	plans := w.Plans(t, s.No)
	for _, p := range plans {
		if p.Kind != model.PlanNext {
			continue
		}
		w.DropPlan(t, s.No, model.PlanNext)
		if command, kept := firstLegal(t, s.Name, p.Lines); command != "" {
			return command, kept, nil
		}
	}
	return standingMove(t, s)
}

func firstLegal(t *model.Table, seat string, lines []string) (command, kept string) {
	for _, line := range lines {
		move, no := t.Match.State().Parse(seat, strings.ToLower(line), nil)
		if no == nil {
			return move.Command, line
		}
	}
	return "", ""
}

// standingMove is what the standing orders of a seat play.
func standingMove(t *model.Table, s *model.Seat) (command, kept string, err error) {
	game, ok := t.Match.State().(engine.Obedient)
	if !ok {
		return "", "", nil
	}
	for _, order := range ordersOf(t, s) {
		if command := game.Standing(s.Name, order); command != "" {
			return command, order, nil
		}
	}
	return "", "", nil
}
