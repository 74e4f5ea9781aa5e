package app

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"time"

	"pitpost.example/db/lookup"
	"pitpost.example/engine"
	"pitpost.example/engine/bot"
	"pitpost.example/engine/catalog"
	"pitpost.example/inbox/postoffice"
	"pitpost.example/model"
)

// PlayWithBots opens a match hosted by Eli, the person at the computer, unless one of that game is open. Up to
// three players answer by mail, the same way as anybody does.
func (app *App) PlayWithBots(ctx context.Context, game string, out io.Writer) error {
	domain := app.Office.Domain()
	you := "eli@" + domain
	guests := []string{"ana@" + domain, "bo@" + domain, "cy@" + domain}
	g := catalog.FindGame(game)
	_, most := g.Seats()
	guests = guests[:min(len(guests), most-1)]
	boxes, err := app.Office.Boxes()
	if err != nil {
		return err
	}
	known := slices.ContainsFunc(boxes, func(b postoffice.Count) bool { return b.Name == you })
	hosted, err := lookup.ListHostedMatches(ctx, app.Stores.DB, you)
	if err != nil {
		return err
	}
	open := slices.ContainsFunc(hosted, func(m model.Match) bool { return m.Game == game && !m.Phase.Ended() })
	if !known || len(hosted) > 0 && !open { // known but without matches: the first letter is still on its way
		order := "new " + game + " with " + strings.Join(guests, ", ")
		if lasting, ok := g.(engine.Lasting); ok { // a short match, so that a newcomer sees its end
			_, shorter := lasting.Turns(engine.Setup{Edition: g.Editions()[0]}, len(guests)+1)
			order = strings.TrimSpace(order + " " + shorter)
		}
		err := app.Office.Send(postoffice.Draft{From: you, To: app.Stores.Settings.Address, Subject: "new " + game, Body: order})
		if err != nil {
			return fmt.Errorf("opening your match: %w", err)
		}
	}
	for _, guest := range guests {
		app.running.Go(func() {
			every(ctx, 500*time.Millisecond, func() {
				if err := app.answerMail(ctx, guest); err != nil && ctx.Err() == nil {
					app.Stores.Log.Warn("a bot's mail", "err", err)
				}
			})
		})
	}
	fmt.Fprintf(out, "\nAna, Bo and Cy play %s with you by mail. Open your newest letter, choose one of the moves it lists,\n", game)
	fmt.Fprintf(out, "and answer with it, or in your own words. Ctrl-C stops everything; the next start goes on from there.\n\n")
	fmt.Fprintf(out, "Your letters: http://%s/mailbox/%s\n", app.HTTPAddr, url.PathEscape(you))
	app.running.Go(func() { app.announce(ctx, you, out) })
	return nil
}

// announce prints a line for each new letter to an address, except receipts.
func (app *App) announce(ctx context.Context, address string, out io.Writer) {
	var last uint32
	every(ctx, 500*time.Millisecond, func() {
		letters, err := app.Office.Letters(address, postoffice.Inbox, 20)
		if err != nil {
			return
		}
		for _, l := range slices.Backward(letters) { // oldest first
			if l.UID <= last {
				continue
			}
			last = l.UID
			if l.Unread && !strings.HasPrefix(l.Subject, "Re: ") {
				fmt.Fprintf(out, "A letter waits: %s\n", l.Subject)
			}
		}
	})
}

// answerMail reads a mailbox as a player's mail program does and answers: yes to a question, a sensible move to a turn.
func (app *App) answerMail(ctx context.Context, address string) error {
	letters, err := app.Office.Letters(address, postoffice.Inbox, 100)
	if err != nil {
		return err
	}
	for _, one := range slices.Backward(letters) { // oldest first
		if !one.Unread {
			continue
		}
		l, err := app.Office.Read(address, postoffice.Inbox, one.UID)
		if err != nil {
			return err
		}
		if body := app.answerTo(ctx, l); body != "" {
			draft := postoffice.Draft{From: address, To: l.ReplyTo, Subject: "Re: " + l.Subject, Body: body, InReplyTo: l.MessageID, References: l.References}
			if err := app.Office.Send(draft); err != nil {
				return err
			}
		}
		if err := app.Office.MarkSeen(address, postoffice.Inbox, one.UID); err != nil {
			return err
		}
	}
	return nil
}

// answerTo returns a bot's answer to a letter, "" for none. It reads turn.json like any program that plays by
// mail, and adds a remark now and then.
func (app *App) answerTo(ctx context.Context, l *postoffice.Letter) string {
	for _, a := range l.Attachments {
		if a.Name != "turn.json" {
			continue
		}
		var turn struct {
			Match int64    `json:"match"`
			Seat  string   `json:"seat"`
			Step  int      `json:"step"`
			Legal []string `json:"legal"`
		}
		if json.Unmarshal(a.Data, &turn) != nil || len(turn.Legal) == 0 {
			return ""
		}
		t, err := app.Stores.DB.Fold(ctx, turn.Match, 0)
		if err != nil {
			app.Stores.Log.Warn("a bot's match", "err", err)
			return ""
		}
		dice := t.Match.Dice().For(fmt.Sprintf("companion %s %d", turn.Seat, turn.Step))
		move := bot.PlayCarefully(bot.SightOfSeat(t.Match.State(), turn.Seat, turn.Legal), dice)
		if n := dice.Intn(9 * len(remarks)); n < len(remarks) {
			move += "\nsay " + remarks[n]
		}
		return move
	}
	if strings.Contains(l.Text, "“yes”") {
		return "yes\nattach json"
	}
	return ""
}

//go:embed remarks.txt
var smallTalk string

// remarks are small talk, which gives nothing away about the match.
var remarks = strings.Split(strings.TrimSpace(smallTalk), "\n")
