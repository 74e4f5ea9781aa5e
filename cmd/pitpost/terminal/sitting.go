package terminal

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/engine/bot"
	"pitpost.example/house/command"
	"pitpost.example/inbox/spelling"
	"pitpost.example/mailer/render"
)

// sitting is a match in the terminal.
type sitting struct {
	match *engine.Match
	you   string
	bots  map[string]bot.Bot // by seat
	print func(engine.Phrase) string
	out   io.Writer
	told  int
}

// Play plays a match to its end, or until quit: you on the first seat, bots by turns on the others.
func Play(m *engine.Match, bots []string, print func(engine.Phrase) string, in io.Reader, out io.Writer) error {
	s := &sitting{match: m, you: m.Names()[0], bots: map[string]bot.Bot{}, print: print, out: out}
	for i, name := range m.Names()[1:] {
		s.bots[name] = bot.Find(bots[i%len(bots)], bot.Budget{})
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
		if err := s.ask(lines); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
	s.tell()
	return nil
}

func (s *sitting) play(seat, command string) *engine.Refusal {
	facts, no := s.match.Play(seat, command)
	for _, f := range facts {
		s.match.Apply(f)
	}
	return no
}

// playBot plays one choice of a bot, from a stream of its own.
func (s *sitting) playBot() {
	name := s.match.ToMove()[0]
	state := s.match.State()
	stream := s.match.Dice().For(fmt.Sprintf("bot %s %d", name, s.match.Chair(name).Steps))
	if no := s.play(name, s.bots[name](bot.Look(state, name, state.Legal(name)), stream)); no != nil {
		panic("a legal move was refused: " + no.Key)
	}
	s.tell()
}

// width is how wide a terminal is that nobody made wider.
const width = 80

// say prints words and breaks them between two of them, which a terminal does anywhere.
func (s *sitting) say(indent string, words ...string) {
	for _, line := range render.Wrap(strings.TrimRight(strings.Join(words, " "), " \n"), width, indent) {
		fmt.Fprintln(s.out, line)
	}
}

// tell prints what you learned since.
func (s *sitting) tell() {
	for _, h := range s.match.Heard(s.you, s.told) {
		for _, p := range h.Lines {
			s.say("", s.print(p))
		}
	}
	s.told = s.match.Seq
}

func (s *sitting) show() {
	v := s.match.State().View(s.you)
	Board(s.out, v, s.print)
	s.say("", Words(v.Table, s.print), Words(v.You, s.print))
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
		for _, part := range render.Wrap(line, width-3, "    ") {
			fmt.Fprintln(s.out, "  ", part)
		}
	}
}

// legalLines are the commands that are legal, those of one card on a line, at most as many as fit.
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

// ask reads lines until one is played.
func (s *sitting) ask(lines *bufio.Scanner) error {
	for {
		fmt.Fprint(s.out, "> ")
		if !lines.Scan() {
			fmt.Fprintln(s.out)
			return errors.Join(lines.Err(), io.EOF)
		}
		line := spelling.Normalise(lines.Text())
		first, rest, _ := strings.Cut(line, " ")
		switch first {
		case "":
			continue
		case "quit", "stop", "end":
			return io.EOF
		case "help":
			s.say("", s.print(engine.Say(s.match.Game.Name()+".help")), "Also: check, board, story, rules, cards, quit.")
		case "board", "again", "status":
			s.show()
		case "story":
			s.say("", strings.ReplaceAll(Words(s.match.Story(s.you), func(p engine.Phrase) string { return s.print(p) + "\n" }), "\n ", "\n"))
		case "rules", "cards":
			s.say("", s.print(engine.Say(s.match.Game.Name()+"."+first)))
		case "check":
			s.check(rest)
		default:
			if s.move(line) {
				return nil
			}
		}
	}
}

// parse reads a line as mail does: a sentence first, then a plain line.
func (s *sitting) parse(line string) (engine.Move, *engine.Refusal) {
	speech := engine.Speech{Text: line, Lang: "en", Seats: s.match.Names(), Me: s.you}
	if heard := engine.HearIn(s.match.Game, speech); heard.Kind == engine.SureMove && len(heard.Lines) == 1 {
		line = heard.Lines[0]
	}
	return s.match.State().Parse(s.you, line, nil)
}

func (s *sitting) check(line string) {
	move, no := s.parse(line)
	if no != nil {
		s.refuse(no)
		return
	}
	does := s.match.State().Check(s.you, move.Command)
	if len(does) > 0 {
		does[0] = engine.Say("house.check-does", "does", does[0])
	}
	s.say("", s.print(engine.Say("house.check-yes", "command", move.Command)), Words(does, s.print))
}

func (s *sitting) move(line string) bool {
	if r := command.Read(line, s.match.Game); r.Kind == command.Failed {
		s.say("", s.print(r.Why), strings.Join(r.Nearest, ", "))
		return false
	}
	move, no := s.parse(line)
	if no == nil {
		no = s.play(s.you, move.Command)
	}
	if no != nil {
		s.refuse(no)
		return false
	}
	s.say("", s.print(engine.Say("house.played", "command", move.Command)), Words(move.Notes, s.print))
	s.tell()
	return true
}

func (s *sitting) refuse(no *engine.Refusal) {
	s.say("", s.print(no.Phrase))
	if len(no.Nearest) > 0 {
		s.say("  ", "Nearest:", strings.Join(no.Nearest, ", "))
	}
}
