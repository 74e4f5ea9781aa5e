package spectate

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"pitpost.example/db/league"
	"pitpost.example/engine"
	rules "pitpost.example/engine/league"
	"pitpost.example/house/season"
	"pitpost.example/model"
	"pitpost.example/web/browser"
)

// leaguePage holds all values that a page of leagues can show: names and numbers, never an address. ?season=N
// chooses a season; the default is the latest one that was drawn.
type leaguePage struct {
	frame
	Top       []string
	Divisions []leagueDivision
	Names     []string // who has signed up, while nothing is drawn
	Foot      []string
}

type leagueDivision struct {
	No     int
	Open   bool
	Rows   []rules.Row
	Groups []leagueGroup
	// Adjusted says which points were given or taken beside the matches, and why.
	Adjusted []string
}

type leagueGroup struct {
	*model.LeagueMatch
	Names, Status string
}

// leagues lists the leagues.
func (p *Pages) leagues(w http.ResponseWriter, r *http.Request) error {
	all, err := league.ListLeagues(r.Context(), p.House.DB)
	if err != nil {
		return err
	}
	page := leaguePage{frame: p.frame(r)}
	page.Title = page.Say("standings.leagues")
	page.Links = engine.MapList(all, leagueLink)
	if len(all) == 0 {
		page.Top = []string{page.Say("standings.no-leagues")}
	}
	return p.show(w, http.StatusOK, "league.html", page)
}

func leagueLink(l model.League) link {
	return link{Text: l.Name, Link: "/league/" + url.PathEscape(l.Name)}
}

var errNoLeague = browser.NewRefusal(http.StatusNotFound, "standings.no-league")

// sheet returns the season that the address asks for.
func (p *Pages) sheet(r *http.Request) (*season.Sheet, error) {
	no, err := strconv.Atoi(cmp.Or(r.URL.Query().Get("season"), "0"))
	if err != nil || no < 0 || no > 1_000_000 {
		return nil, errNoLeague
	}
	s, err := p.House.SeasonSheet(r.Context(), r.PathValue("name"), no)
	if err == nil && s == nil {
		err = errNoLeague
	}
	return s, err
}

// leagueData answers with a season as standings.csv or standings.json.
func (p *Pages) leagueData(w http.ResponseWriter, r *http.Request) error {
	s, err := p.sheet(r)
	if err != nil {
		return err
	}
	var data []byte
	switch r.PathValue("file") {
	case "standings.csv":
		data = s.CSV()
		w.Header().Set("Content-Type", "text/csv; charset=utf-8")
		w.Header().Set("Content-Disposition", `attachment; filename="standings.csv"`)
	case "standings.json":
		if data, err = s.JSON(); err != nil {
			return err
		}
		w.Header().Set("Content-Type", "application/json")
	default:
		return errNoLeague
	}
	_, _ = w.Write(data)
	return nil
}

// league shows one season: its state, tables and matches.
func (p *Pages) league(w http.ResponseWriter, r *http.Request) error {
	s, err := p.sheet(r)
	if err != nil {
		return err
	}
	page := leaguePage{frame: p.frame(r)}
	page.Title = page.Say("standings.title", "league", s.League.Name, "season", s.Season.No)
	page.top(s, p.House.Rules.Begin)
	page.seasons(s)
	if s.Season.DrawnAt == nil {
		page.Names = slices.Clone(s.In)
		slices.Sort(page.Names)
	} else {
		page.divisions(s)
	}
	return p.show(w, http.StatusOK, "league.html", page)
}

// top says what state the season is in, and how to join.
func (p *leaguePage) top(s *season.Sheet, address string) {
	over := engine.CountWhere(s.Groups, func(m model.LeagueMatch) bool { return m.State == model.GroupOver })
	open, in := s.Season, len(s.In)
	switch {
	case s.Season.DrawnAt != nil && s.Season.State == model.SeasonClosed:
		p.tell("standings.closed")
	case s.Season.DrawnAt != nil:
		p.tell("standings.running", "until", engine.FormatMoment(s.Season.EndsAt), "over", over, "count", len(s.Groups))
	}
	if s.Next != nil {
		open, in = s.Next, s.NextIn
		p.Links = append(p.Links, link{Text: p.Say("standings.season", "season", open.No), Link: "?season=" + strconv.Itoa(open.No)})
	}
	switch open.State {
	case model.SeasonSignup:
		p.tell("standings.signup", "until", engine.FormatMoment(open.MusterAt), "at", engine.FormatMoment(open.StartsAt), "count", in)
	case model.SeasonMustered:
		p.tell("standings.mustered", "at", engine.FormatMoment(open.StartsAt), "count", in)
	}
	if look := s.Outlook; look != nil {
		days := func(d time.Duration) int { return int((d + 24*time.Hour - 1).Truncate(24*time.Hour) / time.Second) }
		p.tell("standings.outlook", "half_in", days(look.Half), "most_in", days(look.Most), "in", days(look.Lasts), "letters", look.Busy.Total())
		if look.Lasts > look.Closes {
			p.tell("standings.outlook-late", "in", days(look.Closes))
		}
	}
	if s.League.EndedAt == nil && open.State == model.SeasonSignup {
		p.tell("standings.join", "league", s.League.Name, "address", address)
	}
	p.Foot = append(p.Foot, p.Say("standings.commitment", "commitment", s.Commitment()))
	if seed := s.Seed(); seed != "" {
		p.Foot = append(p.Foot, p.Say("standings.seed", "seed", seed))
	}
}

// tell adds a sentence to the top.
func (p *leaguePage) tell(key string, pairs ...any) { p.Top = append(p.Top, p.Say(key, pairs...)) }

// seasons adds links to earlier seasons and to the data.
func (p *leaguePage) seasons(s *season.Sheet) {
	for no := s.Season.No; no > 0 && no > s.Season.No-6; no-- {
		p.Links = append(p.Links, link{Text: p.Say("standings.season", "season", no), Link: "?season=" + strconv.Itoa(no), Here: no == s.Season.No})
	}
	path := "/league/" + url.PathEscape(s.League.Name) + "/standings."
	season := "?season=" + strconv.Itoa(s.Season.No)
	p.Links = append(p.Links, link{Text: p.Say("standings.numbers"), Link: path + "csv" + season}, link{Text: p.Say("standings.data"), Link: path + "json" + season})
}

// divisions adds the tables, each with its matches. In a large league only the first is shown open.
func (p *leaguePage) divisions(s *season.Sheet) {
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
	for i, d := range p.Divisions {
		p.Divisions[i].Adjusted = engine.MapList(season.DescribeAdjusted(d.Rows), p.print)
	}
	for i := range s.Groups {
		m := &s.Groups[i]
		if d, known := at[m.Division]; known {
			p.Divisions[d].Groups = append(p.Divisions[d].Groups, p.group(m))
		}
	}
}

// states has the text for each state of a match.
var states = map[model.GroupState]string{model.GroupPlanned: "standings.planned", model.GroupRunning: "standings.live",
	model.GroupOver: "standings.over", model.GroupUnplayed: "standings.unplayed"}

// group returns the line about one match; once it is over, with everybody's place.
func (p *leaguePage) group(m *model.LeagueMatch) leagueGroup {
	g := leagueGroup{LeagueMatch: m, Status: p.Say(states[m.State])}
	names := engine.MapList(m.Seats, func(o model.LeagueSeat) string { return o.Name })
	switch m.State {
	case model.GroupPlanned:
		g.Status += ", " + m.StartsAt.UTC().Format("2006-01-02")
	case model.GroupOver:
		if m.Result != nil {
			names = ranked(m.Result)
		}
	}
	g.Names = strings.Join(names, ", ")
	return g
}

// ranked returns the names of the seats with their places, in the order of places.
func ranked(res *rules.Result) []string {
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
