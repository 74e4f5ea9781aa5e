package spectate

import (
	"cmp"
	"net/url"
	"strconv"
	"strings"
	"time"

	"pitpost.example/engine/league"
	"pitpost.example/house/season"
	"pitpost.example/model"
)

// top says where the season stands, and how to join.
func (p *leaguePage) top(s *season.Sheet, address string) {
	over := 0
	for _, m := range s.Groups {
		if m.State == model.GroupOver {
			over++
		}
	}
	open, in := s.Season, len(s.In)
	switch {
	case s.Season.DrawnAt != nil && s.Season.State == model.SeasonClosed:
		p.Top = append(p.Top, p.Say("standings.closed"))
	case s.Season.DrawnAt != nil:
		p.Top = append(p.Top, p.Say("standings.running", "until", stamp(s.Season.EndsAt), "over", over, "count", len(s.Groups)))
	}
	if s.Next != nil {
		open, in = s.Next, s.NextIn
		p.Links = append(p.Links, link{Text: p.Say("standings.season", "season", open.No), Link: "?season=" + strconv.Itoa(open.No)})
	}
	switch open.State {
	case model.SeasonSignup:
		p.Top = append(p.Top, p.Say("standings.signup", "until", stamp(open.MusterAt), "at", stamp(open.StartsAt), "count", in))
	case model.SeasonMustered:
		p.Top = append(p.Top, p.Say("standings.mustered", "at", stamp(open.StartsAt), "count", in))
	}
	if s.League.EndedAt == nil && open.State == model.SeasonSignup {
		p.Top = append(p.Top, p.Say("standings.join", "league", s.League.Name, "address", address))
	}
	p.Foot = append(p.Foot, p.Say("standings.commitment", "commitment", s.Commitment()))
	if seed := s.Seed(); seed != "" {
		p.Foot = append(p.Foot, p.Say("standings.seed", "seed", seed))
	}
}

// seasons leads to the seasons before, and to the data.
func (p *leaguePage) seasons(s *season.Sheet) {
	for no := s.Season.No; no > 0 && no > s.Season.No-6; no-- {
		p.Links = append(p.Links, link{Text: p.Say("standings.season", "season", no), Link: "?season=" + strconv.Itoa(no), Here: no == s.Season.No})
	}
	path := "/league/" + url.PathEscape(s.League.Name) + "/standings."
	season := "?season=" + strconv.Itoa(s.Season.No)
	p.Links = append(p.Links, link{Text: p.Say("standings.numbers"), Link: path + "csv" + season}, link{Text: p.Say("standings.data"), Link: path + "json" + season})
}

// divisions are the tables, each with its matches. A league of many opens the first alone.
func (p *leaguePage) divisions(s *season.Sheet) error {
	at := map[int]int{}
	for _, r := range s.Rows {
		i, known := at[r.Division]
		if !known {
			i = len(p.Divisions)
			at[r.Division] = i
			p.Divisions = append(p.Divisions, leagueDivision{No: r.Division, Open: i == 0 || len(s.Rows) <= 100})
		}
		p.Divisions[i].Rows = append(p.Divisions[i].Rows, r)
	}
	for i := range s.Groups {
		m := &s.Groups[i]
		d, known := at[m.Division]
		if !known {
			continue
		}
		g, err := p.group(m)
		if err != nil {
			return err
		}
		p.Divisions[d].Groups = append(p.Divisions[d].Groups, g)
	}
	return nil
}

// group is one match in a line; once it is over, with everybody's place.
func (p *leaguePage) group(m *model.LeagueMatch) (leagueGroup, error) {
	g := leagueGroup{LeagueMatch: m}
	var names []string
	for _, o := range m.Seats {
		names = append(names, o.Name)
	}
	switch m.State {
	case model.GroupRunning:
		g.Status = p.Say("standings.live")
	case model.GroupUnplayed:
		g.Status = p.Say("standings.unplayed")
	case model.GroupOver:
		g.Status = p.Say("standings.over")
		res, err := season.ResultIn(m)
		if err != nil {
			return g, err
		}
		if res != nil {
			names = ranked(res)
		}
	default:
		g.Status = p.Say("standings.planned") + ", " + m.StartsAt.UTC().Format("2006-01-02")
	}
	g.Names = strings.Join(names, ", ")
	return g, nil
}

// ranked names the seats in the order of their places.
func ranked(res *league.Result) []string {
	places := res.Places()
	var names []string
	for place := 1; place <= len(places); place++ {
		for i, f := range res.Seats {
			if places[i] == place {
				name := cmp.Or(f.Name, f.By)
				if f.By != "" && f.Name != "" {
					name += " (" + f.By + ")"
				}
				names = append(names, strconv.Itoa(place)+" "+name)
			}
		}
	}
	return names
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }
