package letter

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/play"
	"pitpost.example/house/table"
	"pitpost.example/model"
)

// force plays for a seat that the table waits for: "force Bo". It is what their time would
// have brought had it run out, their plan, their draft or the safe move, and no miss. The
// host never names the move, and the answer is the same whatever it was: only the seat is
// told. The operator may name one, "force Bo pass 2", once they have looked at the secrets.
func force(d *desk.Desk, line command.Line, rest string) desk.Answer {
	name, command, step := readForce(rest)
	s := table.SeatBegins(d.Table, name)
	if s == nil {
		return desk.NobodyCalled(d, "force", name)
	}
	if no := mayForce(d, s, command); no != nil {
		return desk.Answer{State: model.LineRefused, Says: no}
	}
	now := d.Table.Match.Chair(s.Name).Steps + 1
	if !d.Sure && !d.Operator {
		line.Folded = fmt.Sprintf("force %s before %d", engine.Normalise(s.Name), now) // a yes is for this choice and no later one
		return d.SureFirst(line, engine.Say("acts.force-sure", "name", s.Name))
	}
	if step != 0 && step != now {
		return desk.Refuse("acts.force-moved", "name", s.Name)
	}
	if no := playForced(d, s, command); no != nil {
		return desk.Answer{State: model.LineRefused, Says: no}
	}
	return desk.Done(engine.Say("acts.forced", "name", s.Name))
}

// readForce parts a name, a command, and the step that the question was about; 0 for none.
func readForce(rest string) (name, command string, step int) {
	name, command, _ = strings.Cut(rest, " ")
	if before, at, ok := strings.Cut(" "+command, " before "); ok {
		if n, err := fmt.Sscanf(at, "%d", &step); n == 1 && err == nil {
			command = strings.TrimSpace(before)
		}
	}
	return name, command, step
}

// mayForce says why a seat cannot be played for now; nil for nothing.
func mayForce(d *desk.Desk, s *model.Seat, command string) []engine.Phrase {
	no := func(key string) []engine.Phrase { return []engine.Phrase{engine.Say(key, "name", s.Name)} }
	switch {
	case s.State != model.SeatJoined:
		return no("acts.force-bot")
	case !slices.Contains(d.Table.Match.ToMove(), s.Name) || !d.Table.Match.HoldsUp(s.Name):
		return no("acts.force-not-due")
	case command != "" && !d.Operator:
		return no("acts.force-safe-only")
	case command != "" && !table.Looked(d.Table.Match):
		return no("acts.force-look")
	}
	return nil
}

// playWaiting ends the second thoughts of a seat that has moved and may still take it back:
// what it sent is what its time would have brought, and so nobody hears that it had.
func playWaiting(d *desk.Desk, s *model.Seat) bool {
	w, t := d.W, d.Table
	waits := play.SlipOf(d, s.No)
	if waits == nil {
		return false
	}
	number := strconv.FormatInt(waits.ID, 10)
	w.DropDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: s.No, What: model.DueSlip, Of: number})
	w.Append(t, engine.Fact{Event: engine.Missed{Of: s.Name, Outcome: "draft", By: d.By()}})
	steps := t.Match.Chair(s.Name).Steps
	PlaySlip(w, t, number)
	if t.Match.Chair(s.Name).Steps == steps { // it cannot be played any more
		table.PlayLegal(w, t, s.Name, t.Match.State().Idle(s.Name))
	}
	if t.Match.MidTurn(s.Name) {
		table.FinishTurn(w, t, s.Name)
	}
	table.Note(w, t, s, model.PurposeNote, fmt.Sprintf("forced:%d", t.Match.Seq), notice.Note{Subject: engine.Say("acts.forced-subject", "match", int(t.Row.ID)),
		Lines: []engine.Phrase{engine.Say("acts.forced-you", "by", d.By(), "match", int(t.Row.ID))}})
	return true
}

// playForced plays for a seat, says so in the log, and tells its player what it was.
func playForced(d *desk.Desk, s *model.Seat, command string) []engine.Phrase {
	w, t := d.W, d.Table
	if playWaiting(d, s) {
		return nil
	}
	rest, outcome := []string(nil), "bot"
	midTurn := t.Match.MidTurn(s.Name)
	switch {
	case command != "":
		move, no := t.Match.State().Parse(s.Name, command, nil)
		if no != nil {
			return []engine.Phrase{no.Phrase}
		}
		command = move.Command
	case midTurn:
		command, outcome = t.Match.State().Idle(s.Name), "safe"
	default:
		asPlanned := *t // however this match treats misses, nobody else's hand is played
		asPlanned.Row.Terms.Timeout = model.TimeoutPlan
		command, rest, outcome = table.Instead(w, &asPlanned, s, false)
	}
	named := outcome == "bot"
	w.Append(t, engine.Fact{Event: engine.Missed{Of: s.Name, Outcome: outcome, By: d.By()}})
	table.DropClock(w, t, s.No)
	table.PlayLegal(w, t, s.Name, command)
	lines := []engine.Phrase{engine.Say("acts.forced-you", "by", d.By(), "match", int(t.Row.ID)), engine.Say("acts.forced-what", "command", command)}
	if _, long := t.Match.State().(engine.LongTurn); long && !named {
		table.PlayDrafted(w, t, s.Name, rest)
		table.FinishTurn(w, t, s.Name)
		lines = append(lines, engine.Say("acts.forced-turn"))
	}
	table.Note(w, t, s, model.PurposeNote, fmt.Sprintf("forced:%d", t.Match.Seq), notice.Note{Subject: engine.Say("acts.forced-subject", "match", int(t.Row.ID)), Lines: lines})
	return nil
}
