package doctor

import (
	"context"
	"fmt"
	"time"

	"pitpost.example/db/mail"
)

// alonePast is for how long the letters that were left alone are counted together.
const alonePast = 7 * 24 * time.Hour

// whose says who reads the mailbox, how that is known, and how many letters were left alone because of it.
func whose(v *visit, ctx context.Context) (string, error) {
	s := v.kept.Settings
	found, err := mail.ReadMailboxOwner(ctx, v.kept.DB, s.Address)
	if err != nil {
		return "", err
	}
	says := "the house alone: every letter in it is for the house"
	switch {
	case s.Mailbox == "":
		return "MAILBOX is not set; `pitpost serve` finds out when it first opens the mailbox", nil
	case s.Mailbox == "shared":
		says = "a person reads it too: first letters come to " + s.Door()
	}
	switch {
	case found.Is != s.Mailbox:
		says += " (MAILBOX)"
	case found.Private > 0:
		says += fmt.Sprintf(" (%d letters of people lay in it; MAILBOX says otherwise)", found.Private)
	case found.Is == "own":
		says += " (nobody's own mail lay in it; MAILBOX says otherwise)"
	default:
		says += " (as before MAILBOX had no default; MAILBOX says otherwise)"
	}
	days, err := mail.ListLeftAlone(ctx, v.kept.DB)
	alone := 0
	for _, d := range days {
		if time.Since(d.Day) < alonePast {
			alone += d.Letters
		}
	}
	if alone > 0 {
		says += fmt.Sprintf("; %d letters were left alone this week: if they were for the house, set MAILBOX=own, or write to that address", alone)
	}
	return says, err
}
