package season

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/league"
	"pitpost.example/house/forecast"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Sheet is everything public about a season.
type Sheet struct {
	League *model.League
	Season *model.Season
	Rows   []league.Row
	Groups []model.LeagueMatch
	In     []string      // the names of those who have entered
	Next   *model.Season // the following season if it is open and not drawn; otherwise nil
	NextIn int           // how many have entered Next
	// Outlook is the forecast for the season that is open and not drawn; nil if there is none, or too few
	// have entered.
	Outlook *Outlook
}

// NewSheet returns the sheet of a season from its entrants and groups.
func NewSheet(l *model.League, s *model.Season, all []model.Entrant, groups []model.LeagueMatch) *Sheet {
	out := &Sheet{League: l, Season: s, In: EntrantNames(all)}
	if s.DrawnAt != nil {
		out.Groups, out.Rows = shownGroups(groups, all), shownRows(tableOf(s, all, groups), all)
	}
	return out
}

// EntrantNames lists the names of those who have agreed to play; people who were only asked are left out.
func EntrantNames(all []model.Entrant) []string {
	return namesOf(engine.FilterList(all, func(e model.Entrant) bool { return e.Plays() }))
}

func namesOf(entrants []model.Entrant) []string {
	return engine.MapList(entrants, func(e model.Entrant) string { return e.Name })
}

// Commitment returns the SHA-256 of the season's seed in hex.
func (s *Sheet) Commitment() string { return SeedCommitment(s.Season) }

// Seed returns the seed, "" before the draw.
func (s *Sheet) Seed() string {
	if s.Season.DrawnAt == nil {
		return ""
	}
	return SeedInHex(s.Season)
}

// CSV returns the standings with a line for each player: division, rank, name, points (decimal), played,
// wins, share of scores, misses, left, move, and what was given or taken beside the matches, which points hold, and why. No spreadsheet takes a cell for a formula.
func (s *Sheet) CSV() []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write([]string{"division", "rank", "name", "points", "played", "wins", "share", "misses", "left", "move", "adjusted", "reason"}) // a buffer never fails
	for _, r := range s.Rows {
		_ = w.Write([]string{strconv.Itoa(r.Division), strconv.Itoa(r.Rank), plainCell(r.Name), r.Points.Decimal(),
			strconv.Itoa(r.Played), r.Wins.Decimal(), shareOf(r), strconv.Itoa(r.Misses), strconv.FormatBool(r.Left), map[int]string{1: "up", -1: "down"}[r.Move], adjustedBy(r), plainCell(reasonsOf(r))})
	}
	w.Flush()
	return b.Bytes()
}

// plainCell keeps a spreadsheet from reading a name as a formula.
func plainCell(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}

// shareOf returns the mean share of all scores, with three decimals.
func shareOf(r league.Row) string {
	return strconv.FormatFloat(float64(r.Share/int64(max(r.Played, 1)))/1e6, 'f', 3, 64)
}

// adjustedBy returns what was given or taken beside the matches, "" for nothing.
func adjustedBy(r league.Row) string {
	if len(r.Adjusted) == 0 {
		return ""
	}
	sum := 0
	for _, a := range r.Adjusted {
		sum += a.Points
	}
	return strconv.Itoa(sum)
}

// reasonsOf returns why points were given or taken, all in one cell.
func reasonsOf(r league.Row) string {
	return strings.Join(engine.MapList(r.Adjusted, func(a league.Adjustment) string { return a.Reason }), "; ")
}

// DescribeAdjusted says which points were given or taken in these rows, by whom they are, and why.
func DescribeAdjusted(rows []league.Row) (says []engine.Phrase) {
	for _, r := range rows {
		for _, a := range r.Adjusted {
			says = append(says, engine.Say("house.league-row-adjusted", "name", r.Name, "points", SignedPoints(a.Points), "words", a.Reason))
		}
	}
	return says
}

// SignedPoints prints points that were given or taken: "+1", "−2".
func SignedPoints(points int) string {
	if points < 0 {
		return "−" + strconv.Itoa(-points)
	}
	return "+" + strconv.Itoa(points)
}

// sheetJSON is the JSON form of a season.
type sheetJSON struct {
	League     string            `json:"league"`
	Season     int               `json:"season"`
	State      model.SeasonState `json:"state"`
	Opened     time.Time         `json:"opened"`
	Muster     time.Time         `json:"muster"`
	Draw       time.Time         `json:"draw"`
	Ends       time.Time         `json:"ends"`
	Commitment string            `json:"commitment"`     // SHA-256 of the seed, hex
	Seed       string            `json:"seed,omitempty"` // hex, after the draw
	Rules      league.Rules      `json:"rules"`
	Entrants   []string          `json:"entrants"`
	Standings  []standingJSON    `json:"standings"`
	Groups     []groupJSON       `json:"groups"`
}

type standingJSON struct {
	Division int    `json:"division"`
	Rank     int    `json:"rank"`
	Name     string `json:"name"`
	Points   string `json:"points"` // exact, such as "7/2"
	Played   int    `json:"played"`
	Wins     string `json:"wins"`
	Share    string `json:"share"`
	Misses   int    `json:"misses"`
	Left     bool   `json:"left"`
	Move     int    `json:"move"` // +1 moves up as things stand, -1 down
	// Adjusted is what was given or taken beside the matches; Points holds it.
	Adjusted []league.Adjustment `json:"adjusted,omitempty"`
}

type groupJSON struct {
	No       int              `json:"no"`
	Division int              `json:"division"`
	Round    int              `json:"round"`
	Game     string           `json:"game"`
	Edition  string           `json:"edition"`
	Starts   time.Time        `json:"starts"`
	State    model.GroupState `json:"state"`
	Match    int64            `json:"match,omitempty"`
	Seats    []string         `json:"seats"` // the first one starts
	Result   *league.Result   `json:"result,omitempty"`
}

// JSON returns the whole season. docs/leagues.md explains how to repeat its draw and its sums.
func (s *Sheet) JSON() ([]byte, error) {
	out := sheetJSON{League: s.League.Name, Season: s.Season.No, State: s.Season.State, Opened: s.Season.OpenedAt.UTC(), Muster: s.Season.MusterAt.UTC(),
		Draw: s.Season.StartsAt.UTC(), Ends: s.Season.EndsAt.UTC(), Commitment: s.Commitment(), Seed: s.Seed(), Rules: s.Season.Rules,
		Entrants: append([]string{}, s.In...), Standings: []standingJSON{}, Groups: []groupJSON{}}
	for _, r := range s.Rows {
		out.Standings = append(out.Standings, standingJSON{Division: r.Division, Rank: r.Rank, Name: r.Name, Points: r.Points.Exact(), Played: r.Played,
			Wins: r.Wins.Exact(), Share: shareOf(r), Misses: r.Misses, Left: r.Left, Move: r.Move, Adjusted: r.Adjusted})
	}
	for _, m := range s.Groups {
		out.Groups = append(out.Groups, groupJSON{No: m.No, Division: m.Division, Round: m.Round, Game: m.Game, Edition: m.Edition, Starts: m.StartsAt.UTC(),
			State: m.State, Match: m.Match, Seats: engine.MapList(m.Seats, func(o model.LeagueSeat) string { return o.Name }), Result: m.Result})
	}
	return json.MarshalIndent(out, "", " ")
}

// SeasonStandings returns the standings of a season, by the names that its draw knows.
func SeasonStandings(w *world.Tx, s *model.Season) []league.Row {
	all := w.Entrants(s.ID)
	return tableOf(s, all, w.Groups(model.GroupFilter{Season: s.ID}))
}

func tableOf(s *model.Season, all []model.Entrant, groups []model.LeagueMatch) []league.Row {
	var who []league.Entrant
	for _, e := range all {
		if e.State == model.EntrantEntered || e.State == model.EntrantDropped || e.State == model.EntrantSubstitute {
			own := engine.FilterList(s.Adjusted, func(a league.Adjustment) bool { return a.Name == e.Name })
			who = append(who, league.Entrant{Name: e.Name, Division: e.Division, Left: e.State == model.EntrantDropped, Adjusted: own})
		}
	}
	over := engine.FilterList(groups, func(m model.LeagueMatch) bool { return m.Result != nil })
	results := engine.MapList(over, func(m model.LeagueMatch) league.Result { return *m.Result })
	return league.ComputeStandings(&s.Rules, s.Seed, s.No, who, results)
}

// ShownStandings returns the standings of a season as everybody sees them: with those who were forgotten called so.
func ShownStandings(w *world.Tx, s *model.Season) []league.Row {
	return shownRows(SeasonStandings(w, s), w.Entrants(s.ID))
}

// shownRows returns rows with everybody called as the league shows them now.
func shownRows(rows []league.Row, all []model.Entrant) []league.Row {
	for i := range rows {
		rows[i].Name = cmp.Or(shownAs(all, rows[i].Name), rows[i].Name)
	}
	return rows
}

// shownAs returns what an entrant is called since they were forgotten, "" if they were not.
func shownAs(all []model.Entrant, name string) string {
	i := slices.IndexFunc(all, func(e model.Entrant) bool { return e.Name == name })
	if i < 0 {
		return ""
	}
	return all[i].Shown
}

// shownGroups returns groups with everybody called as the league shows them now.
func shownGroups(groups []model.LeagueMatch, all []model.Entrant) []model.LeagueMatch {
	if !slices.ContainsFunc(all, func(e model.Entrant) bool { return e.Shown != "" }) {
		return groups
	}
	return engine.MapList(groups, func(m model.LeagueMatch) model.LeagueMatch {
		m.Seats = engine.MapList(m.Seats, func(o model.LeagueSeat) model.LeagueSeat {
			o.Name = cmp.Or(shownAs(all, o.Name), o.Name)
			return o
		})
		if m.Result != nil {
			r := *m.Result
			r.Seats = engine.MapList(r.Seats, func(f league.Finish) league.Finish {
				f.Name, f.By = cmp.Or(shownAs(all, f.Name), f.Name), cmp.Or(shownAs(all, f.By), f.By)
				return f
			})
			m.Result = &r
		}
		return m
	})
}

// Outlook is the forecast for a season.
type Outlook struct {
	League  string
	Players int
	Matches int // at once
	Closes  time.Duration
	forecast.Outlook
}

// ForecastSeason forecasts how long a season takes by its rules and number of players, and how many letters it
// needs; see package forecast. It is nil if there are too few players.
func ForecastSeason(house *world.Rules, name string, rules league.Rules, players int,
	from time.Time) (*Outlook, error) {
	if players < rules.Least {
		return nil, nil
	}
	matches := make([]forecast.Match, rules.Groups)
	for i := range matches {
		p := rules.PlayIn(i + 1)
		terms, err := termsOf(house, p.Game, rules.Terms)
		if err != nil {
			return nil, fmt.Errorf("league %s: %w", name, err)
		}
		matches[i] = table.ForecastInput(house.Games(p.Game), engine.Setup{Edition: p.Edition, Rules: engine.NewestRules, Options: p.Options}, rules.Group, terms)
	}
	days := func(n int) time.Duration { return time.Duration(n) * 24 * time.Hour }
	look := forecast.Season{Players: players, Groups: rules.Groups, AtOnce: rules.AtOnce, Round: days(rules.Calendar.Round), Waves: days(rules.Calendar.Waves),
		In: func(round int) forecast.Match { return matches[round-1] }}
	return &Outlook{League: name, Players: players, Matches: (players*rules.AtOnce + rules.Group - 1) / rules.Group, Closes: days(rules.Calendar.Season), Outlook: look.Look(1, from)}, nil
}
