package main

import (
	"bufio"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/engine/bot"
	"pitpost.example/house/command"
	"pitpost.example/inbox/spelling"
	"pitpost.example/mailer"
)

type playCmd struct {
	cardFlag
	Game    string            `arg:"" optional:"" default:"saboteur" help:"The game."`
	Edition string            `help:"The edition; the game's first if left out." placeholder:"EDITION"`
	Options map[string]string `help:"Options beside the edition, such as rounds=1." placeholder:"NAME=VALUE" mapsep:","`
	Players int               `help:"Seats, yours among them." default:"4" placeholder:"N"`
	Seed    string            `help:"Play the same match again." placeholder:"SEED"`
	Bots    []string          `default:"careful" help:"Who sits on the other seats, taken in turn." placeholder:"BOT,…"`
}

// Help is what --help adds: an example.
func (playCmd) Help() string {
	return `You sit at the first seat and write the same words as by mail: a move such as "3 C5" or "pass 2", "check 3 C5",
"board", "story", "help", "quit". careful bots play with plain sense, keen ones think ahead and are the strongest,
random ones are the weakest; none sees more than its own seat does.

Examples:

  pitpost play saboteur --players 5 --options rounds=1
  pitpost play clonk --bots keen,careful`
}

// sitting is a match in the terminal.
type sitting struct {
	match *engine.Match
	you   string
	bots  map[string]bot.Bot // by seat
	print func(engine.Phrase) string
	out   io.Writer
	told  int
}

// Run plays to the end, or until quit.
func (c playCmd) Run(d *desk) error {
	print, err := english()
	if err != nil {
		return err
	}
	m, err := c.open()
	if err != nil {
		return err
	}
	s := &sitting{match: m, you: m.Names()[0], bots: map[string]bot.Bot{}, print: print, out: d.out}
	for i, name := range m.Names()[1:] {
		s.bots[name] = bot.Find(c.Bots[i%len(c.Bots)], bot.Budget{})
	}
	s.tell()
	lines := bufio.NewScanner(d.in)
	for m.Phase == engine.Running {
		if !slices.Contains(m.ToMove(), s.you) {
			s.playBot()
			continue
		}
		s.show()
		if err := s.ask(lines); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
	s.tell()
	return nil
}

func (c playCmd) open() (*engine.Match, error) {
	games, err := c.games()
	if err != nil {
		return nil, err
	}
	game := games(c.Game)
	if game == nil {
		return nil, misuse("there is no game %q", c.Game)
	}
	least, most := game.Seats()
	if c.Players < least || c.Players > most {
		return nil, misuse("%s is for %d to %d players", c.Game, least, most)
	}
	if len(c.Bots) == 0 {
		return nil, misuse("--bots names at least one bot")
	}
	for _, name := range c.Bots {
		if err := bot.Check(name, game); err != nil {
			return nil, usageError{err}
		}
	}
	edition := c.Edition
	if edition == "" {
		edition = game.Editions()[0]
	}
	options, no := game.Options(edition, c.Options)
	if no != nil {
		return nil, misuse("edition or options: there is no such choice (%s)", no.Key)
	}
	var seed [32]byte
	if c.Seed != "" {
		b, err := hex.DecodeString(c.Seed)
		if err != nil || len(b) != len(seed) {
			return nil, misuse("a seed has 64 hex digits")
		}
		copy(seed[:], b)
	} else if _, err := rand.Read(seed[:]); err != nil {
		return nil, err
	}
	setup := engine.Setup{Edition: edition, Options: options}
	if t, ok := game.(engine.Tabled); ok {
		setup.Cards = t.Cards()
	}
	m := engine.Open(game, setup, seed)
	seq := 0
	apply := func(facts ...engine.Fact) {
		for _, f := range facts {
			seq++
			f.Seq = seq
			m.Apply(f)
		}
	}
	names := []string{"You", "Ana", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hal", "Ivy"}
	for _, name := range names[:c.Players] {
		apply(engine.Fact{Event: engine.Joined{Name: name}})
	}
	apply(m.Start()...)
	return m, nil
}

func (s *sitting) play(seat, command string) *engine.Refusal {
	facts, no := s.match.Play(seat, command)
	for _, f := range facts {
		f.Seq = s.match.Seq + 1
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

// tell prints what you learned since.
func (s *sitting) tell() {
	for _, h := range s.match.Heard(s.you, s.told) {
		for _, p := range h.Lines {
			fmt.Fprintln(s.out, s.print(p))
		}
	}
	s.told = s.match.Seq
}

func (s *sitting) show() {
	v := s.match.State().View(s.you)
	fmt.Fprintln(s.out)
	for _, row := range mailer.Board(v, s.print) {
		fmt.Fprintln(s.out, strings.TrimRight(row, " "))
	}
	fmt.Fprintln(s.out, words(v.Table, s.print), words(v.You, s.print))
	for _, l := range v.Seats {
		if len(l.Now)+len(l.Did) > 0 {
			fmt.Fprintf(s.out, "%s: %s\n", l.Seat, listed(append(slices.Clone(l.Now), l.Did...), s.print))
		}
	}
	for _, h := range v.Hand {
		fmt.Fprintf(s.out, "%3s  %s\n", h.Place, s.print(h.Name))
	}
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
			fmt.Fprintln(s.out, s.print(engine.Say(s.match.Game.Name()+".help")), "Also: check, board, story, rules, cards, quit.")
		case "board", "again":
			s.show()
		case "story":
			fmt.Fprintln(s.out, strings.ReplaceAll(words(s.match.Story(s.you), func(p engine.Phrase) string { return s.print(p) + "\n" }), "\n ", "\n"))
		case "rules", "cards":
			fmt.Fprintln(s.out, s.print(engine.Say(s.match.Game.Name()+"."+first)))
		case "check":
			s.check(rest)
		default:
			if s.move(line) {
				return nil
			}
		}
	}
}

func (s *sitting) check(line string) {
	move, no := s.match.State().Parse(s.you, line, nil)
	if no != nil {
		s.refuse(no)
		return
	}
	fmt.Fprintln(s.out, s.print(engine.Say("house.check-yes", "command", move.Command)), words(s.match.State().Check(s.you, move.Command), s.print))
}

func (s *sitting) move(line string) bool {
	if r := command.Read(line, s.match.Game); r.Kind == command.Failed {
		fmt.Fprintln(s.out, s.print(r.Why), strings.Join(r.Nearest, ", "))
		return false
	}
	move, no := s.match.State().Parse(s.you, line, nil)
	if no == nil {
		no = s.play(s.you, move.Command)
	}
	if no != nil {
		s.refuse(no)
		return false
	}
	fmt.Fprintln(s.out, s.print(engine.Say("house.played", "command", move.Command)), words(move.Notes, s.print))
	s.tell()
	return true
}

func (s *sitting) refuse(no *engine.Refusal) {
	fmt.Fprintln(s.out, s.print(no.Phrase))
	if len(no.Nearest) > 0 {
		fmt.Fprintln(s.out, "Nearest:", strings.Join(no.Nearest, ", "))
	}
}
