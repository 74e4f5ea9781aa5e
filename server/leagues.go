package server

import (
	"context"
	"fmt"
	"strings"
	"time"

	dbleague "pitpost.example/db/league"
	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/leagues"
	"pitpost.example/house/letter"
	"pitpost.example/house/season"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/speech"
	"pitpost.example/speech/dates"
)

// NewLeague creates a league with its first season, opens the sign-up, and writes to the organiser. If the
// order is wrong, the error says what to write instead.
func (h *House) NewLeague(ctx context.Context, o leagues.Order, now time.Time) (*letter.Said, error) {
	name := engine.NormaliseText(strings.TrimSpace(o.Name))
	if !leagues.NameForm.MatchString(name) || speech.FindLeagueWord(name) != "" || name == "on" || name == "off" || (table.Naming{Games: table.AllGames(&h.Rules)}).Taken(name) {
		return nil, fmt.Errorf("a league is called by one word of 2 to 20 letters, digits and hyphens that is no word of command, not %q", engine.ClipText(o.Name))
	}
	rules, start, err := season.ReadRules(&h.Rules, o.Rules, o.Options)
	if err != nil {
		return nil, err
	}
	guests, no := dates.ReadGuests(o.Organiser)
	if no != nil || len(guests) != 1 {
		return nil, fmt.Errorf("the organiser is one address, not %q", engine.ClipText(o.Organiser))
	}
	out := &letter.Said{}
	err = h.tryTo(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, 0, func(w *world.Tx) error {
		d := desk.ForOperator(w, nil)
		l := w.AddLeague(model.League{Name: name, Rules: rules})
		if l == nil {
			return fmt.Errorf("there is a league called %s already", name)
		}
		opens := now
		if !start.IsZero() { // count the season's days back from the first wave
			opens = now.Add(start.Sub(rules.Dates(now).First))
		}
		s := season.OpenSeason(w, l, 1, opens)
		if s.MusterAt.Before(now) {
			return fmt.Errorf("start=%s leaves no time for the sign-up; it would have closed on %s", start.Format(time.DateOnly), s.MusterAt.Format(time.DateOnly))
		}
		if a := leagues.MakeOrganiser(d, l, guests[0]); a.Refuses() {
			return fmt.Errorf("%s wants no invitations", guests[0].Address)
		}
		*out = letter.Said{Done: true, Lines: []engine.Phrase{engine.Say("house.league-opened", "league", l.Name, "season", s.No, "until", engine.FormatMoment(s.MusterAt), "at", engine.FormatMoment(s.StartsAt),
			"commitment", season.SeedCommitment(s)), season.DescribeSeason(s), engine.Say("house.league-organiser-added", "league", l.Name, "address", guests[0].Address)}}
		return nil
	})
	return out, err
}

// SeasonSheet reads a season of a league by its number. 0 means the latest that was drawn, or the first. It
// is nil if there is no such league or season.
func (h *House) SeasonSheet(ctx context.Context, name string, no int) (out *season.Sheet, err error) {
	err = h.Ask(ctx, time.Now(), func(w *world.Tx) {
		l := season.FindLeague(w, name)
		if l == nil {
			return
		}
		s := w.SeasonOf(l.ID, no)
		if s == nil {
			return
		}
		var next *model.Season
		if no == 0 && s.DrawnAt == nil && s.No > 1 {
			next, s = s, w.SeasonOf(l.ID, s.No-1)
		}
		out = season.NewSheet(l, s, w.Entrants(s.ID), w.Groups(model.GroupFilter{Season: s.ID}))
		open, in := s, len(out.In)
		if next != nil {
			out.Next, out.NextIn = next, len(season.EntrantNames(w.Entrants(next.ID)))
			open, in = next, out.NextIn
		}
		if open.DrawnAt == nil {
			out.Outlook = world.Must(season.ForecastSeason(&h.Rules, name, open.Rules, in, open.StartsAt))
		}
	})
	return out, err
}

// Outlooks returns the forecast for each open season that somebody has entered.
func (h *House) Outlooks(ctx context.Context, now time.Time) ([]season.Outlook, error) {
	all, err := dbleague.ListOpenSeasons(ctx, h.DB)
	if err != nil {
		return nil, err
	}
	var out []season.Outlook
	for _, l := range all {
		m, err := season.ForecastSeason(&h.Rules, l.League, l.Rules, l.Players, now)
		if err != nil {
			return nil, err
		}
		if m != nil {
			out = append(out, *m)
		}
	}
	return out, nil
}

// OperateLeague carries out a "league …" line by the operator, who has the rights of an organiser.
func (h *House) OperateLeague(ctx context.Context, text string, now time.Time) (*letter.Said, error) {
	out := &letter.Said{}
	err := h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, 0, func(w *world.Tx) {
		d := desk.ForOperator(w, nil)
		line := speech.Line{Raw: text, Folded: h.Rules.Fold(text)}
		_, rest, _ := strings.Cut(line.Folded, " ")
		a := leagues.RunLeagueCommand(d, line, rest)
		*out = letter.Said{Done: !a.Refuses(), Lines: a.Says, Near: a.Nearest}
	})
	return out, err
}

// ImportLeague enters a list of people into the current season of a league. If there is an error, nobody is
// entered.
func (h *House) ImportLeague(ctx context.Context, league string, people []season.SignUp, now time.Time) (*season.Imported, error) {
	var out *season.Imported
	err := h.tryTo(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, 0, func(w *world.Tx) error {
		l := season.FindLeague(w, league)
		if l == nil || l.EndedAt != nil {
			return fmt.Errorf("no league called %q is under way; see `pitpost league list`", league)
		}
		s := desk.LatestSeason(w, l)
		out = season.ImportPeople(w, s, people)
		return nil
	})
	return out, err
}
