package house

import (
	"strconv"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// run works through the lines in order. A refused line stops those after it;
// they are named in the receipt as unread.
func run(d *desk, lines []command.Line) {
	if len(lines) > 0 {
		if _, why := odd(d, lines[:1]); why != nil { // before a yes is taken for one
			d.record(lines[0], answer{state: model.LineRefused, says: []engine.Phrase{*why}})
			d.unread(lines[1:])
			return
		}
	}
	lines = yesOrNo(d, lines)
	sound := 0 // up to which line none reads other than it is
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		d.w.GivenUp()
		if line.Rest != 0 {
			d.record(line, answer{state: model.LineUnread, says: []engine.Phrase{say("letter.long", "count", line.Rest)}})
			return
		}
		if line.Match != 0 {
			if !d.turnTo(line.Match, line.Folded) {
				d.record(line, refuse("house.no-such-match", "match", int(line.Match)))
				d.unread(lines[i+1:])
				return
			}
		}
		if i >= sound { // a group of alternatives is looked at once
			group := alternativesFrom(lines, i)
			if at, why := odd(d, group); why != nil {
				d.record(lines[i+at], answer{state: model.LineRefused, says: []engine.Phrase{*why}})
				d.unread(lines[i+at+1:])
				return
			}
			sound = i + len(group)
		}
		at := i
		line, a, used := carryLine(d, lines[at:])
		i += used - 1
		if a.state == model.LineHeld {
			holdLines(d, lines[at:])
			return
		}
		d.record(line, a)
		if a.state == model.LineRefused && !a.goOn {
			d.unread(lines[i+1:])
			return
		}
	}
}

// carryLine carries out the first of some lines, with the alternatives that follow it: the line
// as a receipt quotes it, what became of it, and how many lines that took.
func carryLine(d *desk, lines []command.Line) (line command.Line, a answer, used int) {
	line, used = lines[0], 1
	reading := readLine(d, line)
	if line.Quoted && changing(reading) {
		return line, nobodys(line), used
	}
	switch reading.Kind {
	case command.Aside:
		a = numberless(d, line)
	case command.Failed:
		a = answer{state: model.LineRefused, says: []engine.Phrase{reading.Why}, nearest: reading.Nearest}
	case command.HouseWord:
		if reading.Word == "next" || reading.Word == "check" {
			group := alternativesFrom(lines, 0)
			used = len(group)
			line.Raw = joinRaw(group)
			parts := []string{reading.Rest}
			for _, other := range group[1:] {
				parts = append(parts, other.Folded)
			}
			reading.Rest = strings.Join(parts, " or ")
		}
		a = houseWord(d, line, reading)
	case command.GameLine:
		group := alternativesFrom(lines, 0)
		used = len(group)
		a = PlayLine(d, group, lines[used:])
		line.Raw = joinRaw(group)
	}
	return line, a, used
}

// readLine is what a line is called for.
func readLine(d *desk, line command.Line) command.Reading {
	if line.Block {
		return command.Reading{Kind: command.HouseWord, Word: "say"}
	}
	return d.slip(line, d.read(line.Folded))
}

// read reads a folded line of the letter at hand.
func (d *desk) read(line string) command.Reading {
	if g := d.game(); g != nil {
		return command.Read(line, g)
	}
	return command.Read(line, nil, all(d.house)...)
}

// changing says that a line would change something.
func changing(r command.Reading) bool {
	return r.Kind == command.GameLine || r.Kind == command.HouseWord && needOf(r) != toRead
}

// nobodys asks back a line that its writer's program may have broken out of a quote.
func nobodys(line command.Line) answer {
	return answer{state: model.LineRefused, says: []engine.Phrase{engine.Say("house.quoted-line")}, nearest: []string{line.Raw}}
}

func houseWord(d *desk, line command.Line, r command.Reading) answer {
	if !d.may(needOf(r)) {
		return heldBack()
	}
	if r.Order {
		return standing(d, r.Word)
	}
	w := command.Find(r.Word)
	if d.byKey() && !keyMay(w.Name) {
		return refuse("house.key-not", "word", w.Name)
	}
	if !w.Anywhere && d.table == nil {
		return d.whichMatch()
	}
	d.organiser = d.mends(d.table, w.Name)
	if !w.Anywhere && d.seat == nil && !d.operator && !d.organiser {
		return refuse("house.not-seated", "match", int(d.table.Row.ID))
	}
	if w.Host && !d.host() {
		return refuse("house.host-only", "word", w.Name)
	}
	a := does(w.Name)(d, line, r.Rest)
	if needOf(r) != toRead && a.state != model.LineRefused && d.table != nil {
		d.touch()
	}
	return a
}

// turnTo makes another match of the sender the one at hand.
func (d *desk) turnTo(id int64, line string) bool {
	if d.table != nil && d.table.Row.ID == id {
		return true
	}
	if d.byKey() {
		return false // a key opens one seat
	}
	t := d.w.FindTable(id)
	if t == nil {
		return false
	}
	if !d.reaches(t, line) {
		return false
	}
	d.ref = d.refIn(id)
	d.at(id)
	return true
}

// reaches says whether a number may choose this match for the sender: their
// own, an open lobby, one they join by its word, or one of a league they run.
func (d *desk) reaches(t *model.Table, line string) bool {
	if d.operator || d.player != nil && seatOf(t, d.player.ID) != nil {
		return true
	}
	if t.Row.Phase == model.PhaseLobby && (t.Row.Listed || line == "join" || strings.HasPrefix(line, "join ")) {
		return true
	}
	word, _, _ := strings.Cut(line, " ")
	return d.mends(t, word)
}

// whichMatch asks for the number of a match where none is at hand.
func (d *desk) whichMatch() answer {
	if d.player == nil {
		return refuse("house.unknown-here")
	}
	ids := world.Get(d.w, world.MatchesOf{Player: d.player.ID})
	if len(ids) == 0 {
		return refuse("house.no-match-yet")
	}
	var names []string
	for _, id := range ids {
		names = append(names, "#"+itoa(id))
	}
	return refuse("house.which-match", "matches", names, "first", names[0])
}

func (d *desk) game() engine.Game {
	if d.table == nil {
		return nil
	}
	return d.table.Match.Game
}

func alternativesFrom(lines []command.Line, i int) []command.Line {
	end := i + 1
	for end < len(lines) && lines[end].Or {
		end++
	}
	return lines[i:end]
}

func joinRaw(group []command.Line) string {
	rows := make([]string, len(group))
	for i, l := range group {
		rows[i] = l.Raw
		if i > 0 && !strings.HasPrefix(strings.ToLower(l.Raw), "or ") {
			rows[i] = "or " + l.Raw
		}
	}
	return strings.Join(rows, " / ")
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }
