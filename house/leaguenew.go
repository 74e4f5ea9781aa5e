package house

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/reading"
	"pitpost.example/house/season"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// LeagueOrder is what an operator asks a new league to be.
type LeagueOrder struct {
	Name      string
	Organiser string // an address
	// Rules are a whole JSON object of them; nil takes Options, key=value each.
	Rules   []byte
	Options []string
}

var leagueNameForm = regexp.MustCompile(`^[a-z][a-z0-9-]{1,19}$`)

// NewLeague makes a league with its first season, whose sign-up is open at once, and writes
// to its organiser. An error that is no fault of the house's says what to write instead.
func (h *House) NewLeague(ctx context.Context, o LeagueOrder, now time.Time) (*Said, error) {
	name := engine.Normalise(strings.TrimSpace(o.Name))
	if !leagueNameForm.MatchString(name) || command.LeagueWord(name) != "" || name == "on" || name == "off" || table.NameTaken(name, h.Rules.Games, h.Rules.Names) != "" {
		return nil, fmt.Errorf("a league is called by one word of 2 to 20 letters, digits and hyphens that is no word of command, not %q", engine.Clip(o.Name))
	}
	rules, start, err := leagues(&h.Rules).ReadRules(o.Rules, o.Options)
	if err != nil {
		return nil, err
	}
	guests, no := reading.Guests(o.Organiser)
	if no != nil || len(guests) != 1 {
		return nil, fmt.Errorf("the organiser is one address, not %q", engine.Clip(o.Organiser))
	}
	out := &Said{}
	err = h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, 0, func(w *world.Tx) error {
		d := &desk.Desk{House: w.Rules(), W: w, Operator: true, Sure: true}
		l := w.NewLeague(name, notice.Params(rules))
		if l == nil {
			return fmt.Errorf("there is a league called %s already", name)
		}
		opens := now
		if !start.IsZero() { // the first season's days are counted back from its first wave
			dates := rules.Dates(now)
			opens = now.Add(start.Sub(dates.First))
		}
		s := leagues(&h.Rules).OpenSeason(w, l, 1, opens)
		if s.MusterAt.Before(now) {
			return fmt.Errorf("start=%s leaves no time for the sign-up; it would have closed on %s", start.Format(time.DateOnly), s.MusterAt.Format(time.DateOnly))
		}
		if a := makeOrganiser(d, l, guests[0]); a.State == model.LineRefused {
			return fmt.Errorf("%s wants no invitations", guests[0].Address)
		}
		*out = Said{Done: true, Lines: []engine.Phrase{table.Say("house.league-opened", "league", l.Name, "season", s.No, "until", engine.Moment(s.MusterAt), "at", engine.Moment(s.StartsAt),
			"commitment", season.Commitment(s)), season.Play(s), table.Say("house.league-organiser-added", "league", l.Name, "address", guests[0].Address)}}
		return nil
	})
	return out, err
}
