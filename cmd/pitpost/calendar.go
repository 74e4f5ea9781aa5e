package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	ical "github.com/arran4/golang-ical"

	"pitpost/engine"
	"pitpost/mailer"
)

// calendar is the feed of a player's deadlines: the number and the game of each match, and
// nothing of its cards. Nil for an address that is none, or no more.
func (st *station) calendar(ctx context.Context, word string) ([]byte, error) {
	id, serial, ok := mailer.CalendarOf(st.keys, word)
	if !ok {
		return nil, nil
	}
	player, err := st.db.PlayerByID(ctx, id)
	if err != nil || player == nil || player.Settings.Calendar != serial {
		return nil, err
	}
	open, err := st.db.Deadlines(ctx, id, st.now())
	if err != nil {
		return nil, err
	}
	say := st.words.Printer(player.Lang, nil)
	_, domain, _ := strings.Cut(st.settings.Address, "@")
	feed := ical.NewCalendarFor("Pitpost")
	feed.SetMethod(ical.MethodPublish)
	feed.SetName("Pitpost")
	for _, d := range open {
		e := feed.AddEvent(fmt.Sprintf("%d-%d-%d@%s", d.Match, d.Seat, d.Began.Unix(), domain))
		e.SetDtStampTime(d.Began.UTC())
		e.SetStartAt(d.Until.UTC())
		e.SetEndAt(d.Until.UTC().Add(time.Minute))
		e.SetTimeTransparency(ical.TransparencyTransparent)
		e.SetSummary(say.Print(engine.Say("mail.calendar-event", "match", int(d.Match), "game", engine.Say(d.Game+".title"))))
	}
	return []byte(feed.Serialize()), nil
}
