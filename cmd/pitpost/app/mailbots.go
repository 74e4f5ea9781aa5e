package app

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"net/url"
	"slices"
	"strings"
	"time"

	"pitpost.example/db/lookup"
	"pitpost.example/db/people"
	"pitpost.example/inbox/postoffice"
	"pitpost.example/model"
)

// PlayWithBots opens a match for you, as Eli, where none of the game is open: with three
// players who answer by mail, through the same doors as anybody.
func (app *App) PlayWithBots(ctx context.Context, game string, out io.Writer) error {
	domain := app.Office.Domain()
	you := "eli@" + domain
	guests := []string{"ana@" + domain, "bo@" + domain, "cy@" + domain}
	boxes, err := app.Office.Boxes()
	if err != nil {
		return err
	}
	known := slices.ContainsFunc(boxes, func(b postoffice.Box) bool { return b.Address == you })
	played, open, err := app.matchesOf(ctx, you, game)
	if err != nil {
		return err
	}
	if !known || played && !open { // known and nothing played: the first letter is on its way
		err := app.Office.Send(postoffice.Draft{From: you, To: app.Stores.Settings.Address, Subject: "new " + game,
			Body: "new " + game + " with " + strings.Join(guests, ", ")})
		if err != nil {
			return fmt.Errorf("opening your match: %w", err)
		}
	}
	for _, guest := range guests {
		app.running.Go(func() {
			every(ctx, 500*time.Millisecond, func() {
				if err := app.answerMail(guest); err != nil && ctx.Err() == nil {
					app.Stores.Log.Warn("a bot's mail", "err", err)
				}
			})
		})
	}
	fmt.Fprintf(out, "\nYour letters wait at http://%s/mailbox/%s\n", app.HTTPAddr, url.PathEscape(you))
	fmt.Fprintf(out, "Open the newest one and answer it with one of the lines it lists. Ana, Bo and Cy answer by mail too.\n")
	fmt.Fprintf(out, "Ctrl-C stops everything; the next start goes on where you left.\n")
	return nil
}

// matchesOf says whether somebody was ever host of a match, and whether one of a game is open.
func (app *App) matchesOf(ctx context.Context, address, game string) (played, open bool, err error) {
	matches, err := lookup.Matches(ctx, app.Stores.DB)
	if err != nil {
		return false, false, err
	}
	for _, m := range matches {
		seats, err := lookup.Seats(ctx, app.Stores.DB, m.ID)
		if err != nil {
			return false, false, err
		}
		host := slices.IndexFunc(seats, func(s model.Seat) bool { return s.No == m.Host })
		if host < 0 || seats[host].Player == 0 {
			continue
		}
		who, err := people.FirstAddress(ctx, app.Stores.DB, seats[host].Player)
		if err != nil {
			return false, false, err
		}
		if who != address {
			continue
		}
		played = true
		open = open || m.Game == game && m.Phase != model.PhaseOver && m.Phase != model.PhaseAborted
	}
	return played, open, nil
}

// answerMail reads one mailbox as a player's mail program does, and answers what
// waits for an answer: yes to a question, any legal move to a turn.
func (app *App) answerMail(address string) error {
	letters, err := app.Office.Letters(address, postoffice.Inbox, 100)
	if err != nil {
		return err
	}
	for i := len(letters) - 1; i >= 0; i-- { // oldest first
		if !letters[i].Unread {
			continue
		}
		l, err := app.Office.Read(address, postoffice.Inbox, letters[i].UID)
		if err != nil {
			return err
		}
		if body := answerTo(l); body != "" {
			draft := postoffice.Draft{From: address, To: l.ReplyTo, Subject: "Re: " + l.Subject, Body: body, InReplyTo: l.MessageID, References: l.References}
			if err := app.Office.Send(draft); err != nil {
				return err
			}
		}
		if err := app.Office.MarkSeen(address, postoffice.Inbox, letters[i].UID); err != nil {
			return err
		}
	}
	return nil
}

// answerTo is what a bot answers to a letter, "" for nothing: it reads the part
// turn.json like any program that plays by mail.
func answerTo(l *postoffice.Letter) string {
	for _, a := range l.Attachments {
		if a.Name != "turn.json" {
			continue
		}
		var turn struct {
			Legal []string `json:"legal"`
		}
		if json.Unmarshal(a.Data, &turn) != nil || len(turn.Legal) == 0 {
			return ""
		}
		n, err := rand.Int(rand.Reader, big.NewInt(int64(len(turn.Legal))))
		if err != nil {
			return ""
		}
		return turn.Legal[n.Int64()]
	}
	if strings.Contains(l.Text, "“yes”") {
		return "yes\nattach json"
	}
	return ""
}
