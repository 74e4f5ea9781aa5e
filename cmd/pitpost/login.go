package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/signal"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/signin"
)

type loginCmd struct {
	settings.Fields `embed:"" group:"Settings"`
	Provider        string `arg:"" enum:"google,microsoft" help:"google or microsoft."`
	Page            string `help:"The provider's page for signing in, for one that lies elsewhere." placeholder:"URL"`
	Device          string `help:"Where it gives codes to type, likewise." placeholder:"URL"`
}

// Run lets the mailbox's owner sign in and stores the token where serve reads it.
func (c loginCmd) Run(d *desk, s *settings.Settings) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	return c.signIn(ctx, d, s)
}

func (c loginCmd) signIn(ctx context.Context, d *desk, s *settings.Settings) error {
	mailbox := map[string]string{"google": s.Gmail, "microsoft": s.Microsoft}[c.Provider]
	tokens := s.Account().OAuth
	switch {
	case mailbox == "":
		return misuse("whose mailbox? Set %s to its address", map[string]string{"google": "GMAIL", "microsoft": "MICROSOFT"}[c.Provider])
	case tokens == nil || tokens.RefreshFile == "":
		return misuse("%s is let in by another way already: leave its password or secret out of the settings, and set OAUTH_CLIENT_ID", mailbox)
	}
	if err := os.MkdirAll(s.Data, 0o700); err != nil {
		return err
	}
	provider := signin.Known[c.Provider]
	provider.Page, provider.Device = cmp.Or(c.Page, provider.Page), cmp.Or(c.Device, provider.Device)
	if err := signin.AskToSignIn(ctx, provider, tokens, mailbox, d.in, d.out); err != nil {
		return err
	}
	dies, err := tokens.Dies()
	if err != nil {
		return err
	}
	fmt.Fprintf(d.out, "Signed in as %s; the token is kept in %s\n", mailbox, tokens.RefreshFile)
	if !dies.IsZero() {
		fmt.Fprintf(d.out, "It dies on %s: in Google's console, publish the program to keep its tokens longer.\n", dies.Format("2 January 15:04 MST"))
	}
	return nil
}
