package app

import (
	"context"

	"pitpost.example/db/mail"
)

// floorOf is the key, without the UIDVALIDITY, under which it is kept up to where a shared mailbox is judged.
func floorOf(mailbox string) string { return "floor " + mailbox + " " }

// shared reports whether the mailbox also holds a person's own mail. Until that is known, it counts as shared.
func (app *App) shared() bool { return !app.alone.Load() }

// whoseMailbox decides whether a person reads the mailbox too, where MAILBOX does not say so: not if nobody's own mail lies
// in it. A house that ran before, when shared was the default, keeps that.
func (app *App) whoseMailbox(ctx context.Context, private func() (int, error)) (shared bool, err error) {
	s, d := app.Stores.Settings, app.Stores.DB
	was, err := mail.WasMailboxShared(ctx, d, floorOf(s.Address))
	if err != nil {
		return true, err
	}
	found := mail.Whose{Is: "shared"}
	if !was {
		if found.Private, err = private(); err != nil {
			return true, err
		}
		if found.Private == 0 {
			found.Is = "own"
		}
	}
	if err := mail.SaveMailboxOwner(ctx, d, s.Address, found); err != nil {
		return true, err
	}
	app.alone.Store(found.Is == "own")
	switch {
	case found.Is == "own":
		app.Stores.Log.Info("MAILBOX is not set; nobody's own mail lies in this mailbox, so every letter in it is for the house")
	case was:
		app.Stores.Log.Info("MAILBOX is not set; this house has shared its mailbox so far, and goes on so", "first letters come to", s.Door())
	default:
		app.Stores.Log.Info("MAILBOX is not set; people's own mail lies in this mailbox, so only what is for the house is touched", "letters of people", found.Private, "first letters come to", s.Door())
	}
	return found.Is == "shared", nil
}

// leftAlone counts letters that were left alone.
func (app *App) leftAlone(ctx context.Context, letters int) error {
	app.Stores.Log.Info("letters were left alone, since they are not for the house", "letters", letters, "first letters come to", app.Stores.Settings.Door())
	return mail.CountLeftAlone(ctx, app.Stores.DB, letters, app.Now())
}
