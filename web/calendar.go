package web

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	ical "github.com/arran4/golang-ical"

	"pitpost.example/db"
	"pitpost.example/db/lookup"
	"pitpost.example/db/people"
	"pitpost.example/engine"
	"pitpost.example/templates"
	"pitpost.example/web/browser"
)

// Calendar serves the iCalendar feeds of players' deadlines.
type Calendar struct {
	DB      *db.DB
	Words   *templates.Catalog
	Address string // the house's address
	// PublicURL is the base of the links to the pages of seats.
	PublicURL string
	Now       func() time.Time
	// Of returns the player and the serial number of the feed that a word belongs to; ok is false for a word
	// that this house did not make.
	Of func(word string) (player int64, serial uint32, ok bool)
}

// Handler answers /calendar/WORD.ics with the feed of that word. It answers 404 for a word that this house did
// not make or that its player has replaced. A GET changes nothing.
func (c *Calendar) Handler() http.Handler {
	answer := func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cache-Control", "private, no-cache")
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			h.Set("Allow", "GET, HEAD")
			http.Error(w, "GET only", http.StatusMethodNotAllowed)
			return
		}
		word, ok := strings.CutSuffix(strings.TrimPrefix(r.URL.Path, "/calendar/"), ".ics")
		var body []byte
		var err error
		if ok {
			body, err = c.feed(r.Context(), word)
		}
		switch {
		case err != nil:
			http.Error(w, "not now; ask again later", http.StatusServiceUnavailable)
		case body == nil:
			http.NotFound(w, r)
		default:
			browser.ServeUnlessCached(w, r, "text/calendar; charset=utf-8", body)
		}
	}
	return browser.GuardHeaders("default-src 'none'", false, http.HandlerFunc(answer))
}

// feed writes a player's deadlines: the number and the game of each match, and nothing about its cards. It
// returns nil for a word that is not valid, or no longer.
func (c *Calendar) feed(ctx context.Context, word string) ([]byte, error) {
	id, serial, ok := c.Of(word)
	if !ok {
		return nil, nil
	}
	player, err := people.PlayerByID(ctx, c.DB, id)
	if err != nil || player == nil || player.Settings.Calendar != serial {
		return nil, err
	}
	open, err := lookup.ListDeadlines(ctx, c.DB, id, c.Now())
	if err != nil {
		return nil, err
	}
	say := c.Words.Printer(player.Lang, nil)
	_, domain, _ := strings.Cut(c.Address, "@")
	feed := ical.NewCalendarFor("Pitpost")
	feed.SetMethod(ical.MethodPublish)
	feed.SetName("Pitpost")
	for _, d := range open {
		e := feed.AddEvent(fmt.Sprintf("%d-%d-%d@%s", d.Match, d.Seat, d.Began.Unix(), domain))
		e.SetDtStampTime(d.Began.UTC())
		e.SetStartAt(d.Until.UTC())
		e.SetEndAt(d.Until.UTC().Add(time.Minute))
		e.SetTimeTransparency(ical.TransparencyTransparent)
		e.SetURL(fmt.Sprintf("%s/seat/%d", c.PublicURL, d.Match))
		e.SetSummary(say.Print(engine.Say("mail.calendar-event", "match", int(d.Match), "game", engine.Say(d.Game+".title"))))
	}
	return []byte(feed.Serialize()), nil
}
