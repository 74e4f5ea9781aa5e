package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/terminal"
	"pitpost.example/db/mail"
	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/inbox"
	"pitpost.example/speech"
	"pitpost.example/token"
)

type letterCmd struct {
	settings.Fields `embed:"" group:"Settings"`
	Files           []string `arg:"" name:"file" help:"Mails as files (.eml)."`
	Lang            string   `help:"The language in which its words are read." default:"en" placeholder:"LANG"`
	Game            string   `help:"Whose words are commands; every game's if left out." placeholder:"GAME"`
	Answers         []string `help:"The letter of the house that it answers, as a file: what it quotes is known by that alone. May be given several times." sep:"none" placeholder:"FILE"`
}

// Run explains the letters in the given order.
func (c letterCmd) Run(d *desk, s *settings.Settings) error {
	var game engine.Game
	if c.Game != "" {
		if game = catalog.FindGame(c.Game); game == nil {
			return noGame(c.Game)
		}
	}
	lang := speech.FindLanguage(strings.ToLower(c.Lang))
	if lang == "" {
		return misuse("there is no language %q", c.Lang)
	}
	options := inbox.ExplainOptions{Mailbox: s.Address, AuthservID: s.AuthservID, Words: inbox.NewLineReader(game, lang, terminal.EnglishPrinter())}
	for _, name := range c.Answers {
		raw, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		options.Answers = append(options.Answers, raw)
	}
	if text, err := os.ReadFile(s.SecretFile); err == nil {
		if options.Keys, err = token.ParseKeys(text); err != nil {
			return err
		}
	}
	out := json.NewEncoder(d.out)
	out.SetEscapeHTML(false)
	for _, name := range c.Files {
		raw, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if err := out.Encode(inbox.ExplainLetter(raw, options)); err != nil {
			return err
		}
	}
	return nil
}

// follow prints what happened to one letter, by its id in the log: how it came in, what it did, which letters
// were written for it and where they are now.
func (d *desk) follow(ctx context.Context, s *settings.Settings, id string) error {
	id = strings.ToLower(strings.TrimSpace(id))
	kept, err := d.house(ctx, s)
	if err != nil {
		return err
	}
	life, err := mail.ReadLetterLife(ctx, kept.DB, id)
	if errors.Is(err, mail.ErrNoLetter) {
		return fmt.Errorf("no letter has the id %q: `pitpost letters` lists them, twelve digits of 0 to 9 and a to f", terminal.MakePrintable(id))
	}
	if err != nil {
		return err
	}
	life.Why = reason(kept.Words, life.Why)
	printLife(d.out, id, life)
	return nil
}

func printLife(w io.Writer, id string, l *mail.Life) {
	at := func(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05.000") }
	say := func(format string, args ...any) {
		fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf(format, args...), " "))
	}
	say("%s  letter %s came in by %s", at(l.ReceivedAt), id, terminal.MakePrintable(string(l.Door)))
	end := string(l.State)
	if l.Why != "" {
		end += ": " + terminal.MakePrintable(l.Why)
	}
	say("%s  committed as %s", at(l.TakenAt), end)
	for _, f := range l.Facts {
		say("%23s  #%d facts %d to %d", "", f.Match, f.First, f.Last)
	}
	for _, g := range l.Graces {
		until := "until " + at(g.At)
		if g.Left > 0 {
			until = fmt.Sprintf("%s after the match goes on", g.Left.Round(time.Second))
		}
		say("%23s  #%d, seat %d: its move waits in grace, %s", "", g.Match, g.Seat, until)
	}
	for _, n := range l.Notices {
		about := ""
		if n.Match != 0 {
			about = fmt.Sprintf(" about #%d, seat %d", n.Match, n.Seat)
		}
		say("%s  notice %d queued: %s%s", at(n.QueuedAt), n.ID, n.Purpose, about)
		if n.SentAt != nil {
			say("%s  notice %d sent, answered %s", at(*n.SentAt), n.ID, n.Code)
		} else {
			say("%23s  notice %d is %s after %d tries %s", "", n.ID, n.State, n.Tries, n.Code)
		}
	}
}
