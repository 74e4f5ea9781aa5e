package terminal

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/engine/bot"
	"pitpost.example/inbox/spelling"
	"pitpost.example/mailer/render"
	"pitpost.example/speech"
)

// sitting is a match that is played in the terminal.
type sitting struct {
	match *engine.Match
	you   string
	bots  map[string]bot.Bot // by seat
	print func(engine.Phrase) string
	out   io.Writer
	shown int
	meant string // the move that was proposed to the player; "" for none
}

// PlayMatch plays a match until it ends or the player quits. The player has the
// first seat; the other seats get the bots named, in rotation.
func PlayMatch(m *engine.Match, bots []string, print func(engine.Phrase) string, in io.Reader, out io.Writer) {
	s := &sitting{match: m, you: m.Names()[0], bots: map[string]bot.Bot{}, print: print, out: out}
	for i, name := range m.Names()[1:] {
		s.bots[name] = bot.FindBot(bots[i%len(bots)], bot.Budget{})
	}
	fmt.Fprintf(out, "You play as %s. “help” says what you can write.\n\n", s.you)
	s.tell()
	lines := bufio.NewScanner(in)
	for m.Phase == engine.Running {
		if !slices.Contains(m.ToMove(), s.you) {
			s.playBot()
			continue
		}
		s.show()
		if !s.ask(lines) {
			return
		}
	}
	s.tell()
}

func (s *sitting) play(seat, command string) *engine.Refusal {
	facts, no := s.match.Play(seat, command)
	for _, f := range facts {
		s.match.Apply(f)
	}
	return no
}

// playBot plays one choice of a bot. Each choice has its own random stream.
func (s *sitting) playBot() {
	name := s.match.ToMove()[0]
	state := s.match.State()
	stream := s.match.Dice().For(fmt.Sprintf("bot %s %d", name, s.match.Chair(name).Steps))
	if no := s.play(name, s.bots[name](bot.SightOfSeat(state, name, state.Legal(name)), stream)); no != nil {
		panic("a legal move was refused: " + no.Key)
	}
	s.tell()
}

// width is the usual width of a terminal.
const width = 80

// say prints words and breaks lines between them, because a terminal would break them anywhere.
func (s *sitting) say(indent string, words ...string) {
	for _, line := range render.WrapText(strings.TrimRight(strings.Join(words, " "), " \n"), width, indent) {
		fmt.Fprintln(s.out, line)
	}
}

// tell prints what the player has learned since the last call.
func (s *sitting) tell() {
	for _, h := range s.match.Heard(s.you, s.shown) {
		for _, p := range h.Lines {
			s.say("", s.print(p))
		}
	}
	s.shown = s.match.Seq
}

func (s *sitting) show() {
	v := s.match.State().View(s.you)
	PrintBoard(s.out, v, s.print)
	s.say("", JoinPhrases(v.Table, s.print), JoinPhrases(v.You, s.print))
	for _, l := range v.Seats {
		if len(l.Now)+len(l.Did) > 0 {
			s.say("  ", l.Seat+":", join(append(slices.Clone(l.Now), l.Did...), ", ", s.print))
		}
	}
	for _, h := range v.Hand {
		fmt.Fprintf(s.out, "%3s  %s\n", h.Place, s.print(h.Name))
	}
	fmt.Fprintln(s.out, "You can write:")
	for _, line := range legalLines(v) {
		for _, part := range render.WrapText(line, width-3, "    ") {
			fmt.Fprintln(s.out, "  ", part)
		}
	}
}

// legalLines returns the legal commands, with those of one card on one line, as many as fit.
func legalLines(v engine.View) []string {
	var lines []string
	last := ""
	for i, c := range v.Choices {
		switch n := len(lines) - 1; {
		case i == 0 || c.Place != last:
			lines = append(lines, c.Command)
		case len(lines[n])+len(c.Command) < 96:
			lines[n] += ", " + c.Command
		case !strings.HasSuffix(lines[n], "…"):
			lines[n] += " …"
		}
		last = c.Place
	}
	return lines
}

// ask reads lines of input until one of them is a move. It returns false if the player quits or the input ends.
func (s *sitting) ask(rows *bufio.Scanner) (moved bool) {
	for !moved {
		fmt.Fprint(s.out, "> ")
		if !rows.Scan() {
			fmt.Fprintln(s.out)
			return false
		}
		meant := s.meant
		s.meant = ""
		row := spelling.NormaliseLine(rows.Text())
		yes, _ := speech.ReadYesNo(row)
		switch {
		case row == "quit" || row == "stop" || row == "end":
			return false
		case row == "board":
			s.show()
		case meant != "" && yes:
			moved = s.move(meant)
		default:
			moved = s.hear(rows.Text())
		}
	}
	return true
}

// hear carries out the commands in a line of input, which is read like a letter. moved is true if one was a move.
func (s *sitting) hear(row string) (moved bool) {
	place := speech.Place{Game: s.match.Game, Seats: s.match.Names(), Me: s.you, Hand: func() int { return s.match.HandOf(s.you) }}
	ear := speech.Ear{Lang: "en", Fold: spelling.NormaliseLine, Clean: spelling.CleanLine, Games: []engine.Game{place.Game}, At: func(int64) speech.Place { return place }}
	for _, line := range ear.Lines(row, nil) {
		if line.Or && moved {
			continue
		}
		if moved && (s.match.Phase != engine.Running || !slices.Contains(s.match.ToMove(), s.you)) {
			break
		}
		moved = s.line(line) || moved
	}
	return moved
}

// line carries out one command; moved is true if it was a move.
func (s *sitting) line(line speech.Line) (moved bool) {
	first, rest, _ := strings.Cut(line.Folded, " ")
	r := speech.ReadCommand(line.Folded, s.match.Game)
	switch {
	case line.Heard && first != "check" && first != "next", r.Kind == speech.GameLine && !line.Unsaid && len(line.Maybe) == 0:
		return s.move(line.Folded)
	case len(line.Maybe) > 0:
		s.offer(line)
	case line.Meant != "":
		s.say("", fmt.Sprintf("“%s” is for matches by mail; “quit” leaves this one.", line.Meant))
	case r.Kind == speech.Failed:
		s.say("", s.print(r.Why), strings.Join(r.Nearest, ", "))
	case first == "help":
		s.say("", s.print(engine.Say(s.match.Game.Name()+".help")), "Also: check, board, story, rules, cards, quit.")
	case first == "again" || first == "status":
		s.show()
	case first == "story":
		s.say("", strings.ReplaceAll(JoinPhrases(s.match.Story(s.you), func(p engine.Phrase) string { return s.print(p) + "\n" }), "\n ", "\n"))
	case first == "rules":
		s.rules(rest)
	case first == "cards":
		s.say("", s.print(engine.Say(s.match.Game.Name()+".cards")))
	case first == "check":
		s.check(rest)
	case r.Kind == speech.HouseWord:
		s.say("", fmt.Sprintf("“%s” is for matches by mail.", first))
	default:
		s.say("", "I read no move in that; “help” says what you can write.")
	}
	return false
}

// rules prints the rules in short with the list of sections, one section, or all ("long").
func (s *sitting) rules(what string) {
	book := s.match.Game.RuleBook(s.match.Setup)
	show := func(title engine.Phrase, rules []engine.Phrase) {
		s.say("", s.print(title))
		for _, rule := range rules {
			s.say("  ", "  "+s.print(rule))
		}
	}
	section := book.Section(engine.FindSection(s.match.Game, what, "en"))
	switch {
	case section != nil:
		show(section.Title, section.Text())
	case strings.HasSuffix(what, "long"):
		for _, each := range book.Sections {
			show(each.Title, each.Text())
		}
	default:
		if what != "" {
			s.say("", fmt.Sprintf("The rules have no section “%s”.", what))
		}
		show(engine.Say(s.match.Game.Name()+".title"), book.Marked(engine.Short))
		ids := engine.MapList(book.Sections, func(each engine.Section) string { return each.ID })
		s.say("", "“rules long” has all of them, and “rules” with one of these words a section: "+strings.Join(ids, ", ")+".")
	}
}

// offer asks about a line that may mean one or several moves.
func (s *sitting) offer(line speech.Line) {
	var commands []string
	for _, plain := range line.Maybe {
		if move, no := s.match.State().Parse(s.you, plain, nil); no == nil && !slices.Contains(commands, move.Command) {
			commands = append(commands, move.Command)
		}
	}
	switch len(commands) {
	case 0:
		s.say("", "I read no move in that; “help” says what you can write.")
	case 1:
		s.meant = commands[0]
		s.say("", s.print(engine.Say("house.meant", "line", line.Raw, "command", s.meant)))
	default:
		s.say("", s.print(engine.Say("house.meant-one-of", "line", line.Raw, "commands", commands)))
	}
}

func (s *sitting) check(line string) {
	move, no := s.match.State().Parse(s.you, line, nil)
	if no != nil {
		s.refuse(no)
		return
	}
	does := s.match.State().Check(s.you, move.Command)
	if len(does) > 0 {
		does[0] = engine.Say("house.check-does", "does", does[0])
	}
	s.say("", s.print(engine.Say("house.check-yes", "command", move.Command)), JoinPhrases(does, s.print))
}

func (s *sitting) move(line string) bool {
	move, no := s.match.State().Parse(s.you, line, nil)
	if no == nil {
		no = s.play(s.you, move.Command)
	}
	if no != nil {
		s.refuse(no)
		return false
	}
	s.say("", s.print(engine.Say("house.played", "command", move.Command)), JoinPhrases(move.Notes, s.print))
	s.tell()
	return true
}

func (s *sitting) refuse(no *engine.Refusal) {
	s.say("", s.print(no.Phrase))
	if len(no.Nearest) > 0 {
		s.say("  ", "Nearest:", strings.Join(no.Nearest, ", "))
	}
}
