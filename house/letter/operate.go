package letter

import (
	"fmt"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/acts"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
)

// Said is the result of a line that a host or the operator entered.
type Said struct {
	Done  bool // false if it was refused
	Match int64
	Lines []engine.Phrase
	Near  []string
	// Asks is the line to repeat to confirm what cannot be undone; "" if nothing needs confirming.
	Asks string
}

// IsHostWord reports whether the host's page offers a word.
func IsHostWord(name string) bool {
	w := speech.FindCommand(name)
	return w != nil && (w.Host || w.Page)
}

// RunLine carries out one line at d's match and puts the result into out.
func RunLine(d *desk.Desk, text string, out *Said) {
	line := speech.Line{Raw: text, Folded: d.House.Fold(text)}
	r := speech.ReadCommand(line.Folded, nil, table.AllGames(d.House)...)
	// Here nobody chats, so what follows a word is meant, and the word says what is wrong with it: "extend a bit".
	first, rest, _ := strings.Cut(line.Folded, " ")
	if w := speech.FindCommand(first); r.Kind == speech.Aside && w != nil && !w.Bare {
		r = speech.Reading{Kind: speech.HouseWord, Word: first, Rest: rest}
	} else if r.Kind == speech.Aside && w != nil {
		r.Nearest = []string{first}
	}
	if r.Kind != speech.HouseWord || d.Page && !IsHostWord(r.Word) {
		out.Lines, out.Near = []engine.Phrase{engine.Say("house.word-slip", "word", engine.ClipText(text))}, r.Nearest
		return
	}
	a := houseWord(d, line, r)
	out.Done, out.Lines, out.Near = !a.Refuses(), a.Says, a.Nearest
	for _, page := range a.Pages {
		out.Lines = append(append(out.Lines, page.Title), page.Lines...)
	}
	if d.Unsure != nil {
		out.Done, out.Asks = false, d.Unsure.Folded
		if r.Word != "rewind" && r.Word != "force" { // those come with the move they were asked about
			out.Asks = text
		}
	}
	advance(d)
}

// force plays for a seat that holds up the table: "force Bo". It plays what the seat's time-out would have
// played (its plan, its draft or the safe move) and counts no miss. Nobody chooses the move and everybody gets
// the same answer whatever it was; only the player is told. The operator may choose one ("force Bo pass 2"),
// but only after looking at the secrets, which is on record.
func force(d *desk.Desk, line speech.Line, rest string) desk.Result {
	name, command, step := readForce(rest)
	s := d.Table.SeatBegins(name)
	if s == nil {
		return desk.RefuseUnknownName(d, "force", name)
	}
	if a := mayForce(d, s, command); a.Refuses() {
		return a
	}
	now := d.Table.Match.Chair(s.Name).Steps + 1
	if step != 0 && step != now {
		return desk.Refuse("acts.force-moved", "name", s.Name)
	}
	if !d.Operator {
		line.Folded = fmt.Sprintf("force %s before %d", engine.NormaliseText(s.Name), now) // so that a yes counts for this choice and for no later one
	}
	g, no := acts.PermitAct(d, acts.Act{What: model.ActForce, Line: line, Whom: s, Sure: new(engine.Say("acts.force-sure", "name", s.Name))})
	if !g.Given() {
		return no
	}
	done := acts.AnnounceAct(d, g, "", notice.Note{}, engine.Say("acts.did-force", "by", desk.NameActor(d),
		"name", s.Name))
	if no := playForced(d, s, command); no != nil {
		return desk.Result{State: model.LineRefused, Says: no}
	}
	return desk.AnswerDone(done, engine.Say("acts.forced", "name", s.Name))
}

// carryPassed carries out a vote that has passed by the line at hand, in the name of whoever asked for it, and returns
// the answer to whoever voted last: said, and why it came to nothing, if it did.
func carryPassed(d *desk.Desk, said desk.Result) desk.Result {
	p := d.Passed
	if p == nil {
		return said
	}
	d.Passed = nil
	asker := d.Table.SeatNamed(p.By)
	if asker == nil {
		return desk.Refuse("house.vote-past")
	}
	n := desk.ForPlayer(d.W, d.W.Player(asker.Player), asker.Address, model.ProofVouched)
	n.Session = desk.Session{Table: d.Table, Seat: asker, Sure: true, Voted: &p.Votes}
	if n.Lang = d.Lang; n.Player != nil {
		n.Lang = n.Player.Lang
	}
	d.NoteChanged(d.Table)
	if a := houseWord(n, p.Line, n.Read(p.Line.Folded)); a.Refuses() {
		said.Says = append(said.Says, a.Says...)
	}
	return said
}

// readForce splits "force" into a name, a command and the step that its confirmation was about, 0 if none.
func readForce(rest string) (name, command string, step int) {
	name, command, _ = strings.Cut(rest, " ")
	if before, at, ok := strings.Cut(" "+command, " before "); ok {
		if n, err := fmt.Sscanf(at, "%d", &step); n == 1 && err == nil {
			command = strings.TrimSpace(before)
		}
	}
	return name, command, step
}

// mayForce refuses if a seat cannot be forced now.
func mayForce(d *desk.Desk, s *model.Seat, command string) desk.Result {
	switch {
	case s.State != model.SeatJoined:
		return desk.Refuse("acts.force-bot", "name", s.Name)
	case !slices.Contains(d.Table.Match.ToMove(), s.Name) || !d.Table.HoldsUp(s.Name):
		return desk.Refuse("acts.force-not-due", "name", s.Name)
	case command != "" && !d.Operator:
		return desk.Refuse("acts.force-safe-only", "name", s.Name)
	}
	return desk.RefuseUnless(command == "" || table.HasOperatorLooked(d.Table.Match), "acts.force-look", "name", s.Name)
}

// playWaiting carries out a move that can still be taken back, because the time-out would play it too; nobody
// learns that it had been sent. It returns false if the seat has no such move.
func playWaiting(d *desk.Desk, s *model.Seat) bool {
	t := d.Table
	if table.OpenGrace(t.Table, s) == nil {
		return false
	}
	t.Append(engine.Fact{Event: engine.Missed{Of: s.Name, Outcome: "draft", By: d.ActorInFacts()}})
	steps := t.Match.Chair(s.Name).Steps
	playGraced(t, s)
	if t.Match.Chair(s.Name).Steps == steps { // the move is no longer legal
		t.PlayLegal(s.Name, t.Match.State().Idle(s.Name))
	}
	if t.Match.MidTurn(s.Name) {
		t.FinishTurn(s.Name)
	}
	t.Note(s, fmt.Sprintf("forced:%d", t.Match.Seq), t.News("acts.forced-subject", engine.Say("acts.forced-you", "by", d.ActorInFacts(), "match", int(t.Row.ID))))
	return true
}

// playForced plays for a seat, records who forced it, and tells the player what was played. It returns why it
// could not, nil if it could.
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
		asPlanned := *t.Table // whatever this match does on a time-out, play this seat's own plan and never a bot's choice
		asPlanned.Row.Terms.Timeout = model.TimeoutPlan
		command, rest, outcome = table.New(w, &asPlanned).ChooseForAbsent(s, false)
		t.Plans = asPlanned.Plans // without the plans that were played
	}
	named := outcome == "bot"
	t.Append(engine.Fact{Event: engine.Missed{Of: s.Name, Outcome: outcome, By: d.ActorInFacts()}})
	t.EndClock(s.No)
	t.PlayLegal(s.Name, command)
	lines := []engine.Phrase{engine.Say("acts.forced-you", "by", d.ActorInFacts(), "match", int(t.Row.ID)), engine.Say("acts.forced-what", "command", command)}
	if _, long := t.Match.State().(engine.LongTurn); long && !named {
		t.PlayDrafted(s.Name, rest)
		t.FinishTurn(s.Name)
		lines = append(lines, engine.Say("acts.forced-turn"))
	}
	t.Note(s, fmt.Sprintf("forced:%d", t.Match.Seq), t.News("acts.forced-subject", lines...))
	return nil
}

// CloseLapsedVote closes a vote whose time is over.
func CloseLapsedVote(t *table.Table, due model.Due) { acts.LetVoteLapse(t, model.ActKind(due.Of)) }
