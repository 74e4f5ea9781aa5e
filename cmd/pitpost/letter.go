package main

import (
	"encoding/json"
	"os"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/terminal"
	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/inbox"
	"pitpost.example/token"
)

type letterCmd struct {
	settings.Fields `embed:"" group:"Settings"`
	Files           []string `arg:"" name:"file" help:"Mails as files (.eml)."`
	Lang            string   `help:"The language in which its words are read." default:"en" placeholder:"LANG"`
	Game            string   `help:"Whose words are commands; every game's if left out." placeholder:"GAME"`
	Answers         []string `help:"The letter of the house that it answers, as a file: what it quotes is known by that alone. May be given several times." sep:"none" placeholder:"FILE"`
}

// Run explains the letters in order.
func (c letterCmd) Run(d *desk) error {
	s, err := settings.Load(c.Fields, d.environ)
	if err != nil {
		return err
	}
	var game engine.Game
	if c.Game != "" {
		if game = catalog.Find(c.Game); game == nil {
			return misuse("there is no game %q", c.Game)
		}
	}
	options := inbox.ExplainOptions{Mailbox: s.Address, AuthservID: s.AuthservID, Words: inbox.LetterWords(game, c.Lang, terminal.English())}
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
		if err := out.Encode(inbox.Explain(raw, options)); err != nil {
			return err
		}
	}
	return nil
}
