package house

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"pitpost/db"
	"pitpost/engine"
	"pitpost/engine/league"
	"pitpost/house/notice"
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
	name := engine.Fold(strings.TrimSpace(o.Name))
	if !leagueNameForm.MatchString(name) || leagueDeedNamed(name) != nil || name == "on" || name == "off" || nameTaken(name, h.Games, h.Names) != "" {
		return nil, fmt.Errorf("a league is called by one word of 2 to 20 letters, digits and hyphens that is no word of command, not %q", clip(o.Name))
	}
	rules, start, err := h.leagueRules(&o)
	if err != nil {
		return nil, err
	}
	guests, no := readGuests(o.Organiser)
	if no != nil || len(guests) != 1 {
		return nil, fmt.Errorf("the organiser is one address, not %q", clip(o.Organiser))
	}
	out := &Said{}
	err = h.DB.Play(ctx, db.Cause{Kind: "operator", Now: now}, 0, func(w *db.Work) error {
		d := &desk{House: h, w: w, operator: true, sure: true}
		l, err := w.NewLeague(name, notice.Params(rules))
		if err != nil {
			return err
		}
		if l == nil {
			return fmt.Errorf("there is a league called %s already", name)
		}
		opens := now
		if !start.IsZero() { // the first season's days are counted back from its first wave
			dates := rules.Dates(now)
			opens = now.Add(start.Sub(dates.First))
		}
		s, err := h.openSeason(w, l, 1, opens)
		if err != nil {
			return err
		}
		if s.MusterAt.Before(now) {
			return fmt.Errorf("start=%s leaves no time for the sign-up; it would have closed on %s", start.Format(time.DateOnly), s.MusterAt.Format(time.DateOnly))
		}
		if a := d.makeOrganiser(l, guests[0]); a.err != nil || a.state == "refused" {
			return firstError(a.err, fmt.Errorf("%s wants no invitations", guests[0].address))
		}
		*out = Said{Done: true, Lines: []engine.Phrase{say("house.league-opened", "league", l.Name, "season", s.No, "until", stamp(s.MusterAt), "at", stamp(s.StartsAt),
			"commitment", seasonCommitment(s)), leaguePlay(s), say("house.league-organiser-added", "league", l.Name, "address", guests[0].address)}}
		return nil
	})
	return out, err
}

// leagueRules reads the rules of a new league, and the day of its first wave; the zero time
// leaves that to them.
func (h *House) leagueRules(o *LeagueOrder) (league.Rules, time.Time, error) {
	data, start := o.Rules, time.Time{}
	if data == nil {
		r := &ruleLine{rules: map[string]any{}, calendar: map[string]int{}, divisions: map[string]int{}, terms: map[string]string{}}
		for _, option := range o.Options {
			if err := r.take(option); err != nil {
				return league.Rules{}, start, err
			}
		}
		data, start = r.json(), r.start
	}
	rules, err := league.ParseRules(data, h.Games)
	if err != nil {
		return rules, start, err
	}
	for _, p := range rules.Games {
		t, no := readNew("new "+p.Game+termLine(rules.Terms), h.Games, h.Names)
		if no != nil || len(t.options) > 0 {
			return rules, start, fmt.Errorf("terms: these cannot be set for matches of %s: %s", p.Game, strings.TrimSpace(termLine(rules.Terms)))
		}
	}
	return rules, start, nil
}

// ruleLine gathers key=value options into the rules they stand for.
type ruleLine struct {
	rules               map[string]any
	calendar, divisions map[string]int
	terms               map[string]string
	points              []int
	start               time.Time
}

// LeagueOptions names the options of a new league, for help and errors.
const LeagueOptions = "games group least groups atonce signup muster lead waves round season pause start size growth move points ties late substitutes, and pace bank weekends remind timeout talk for its matches"

func (r *ruleLine) take(option string) error {
	key, value, ok := strings.Cut(strings.ToLower(option), "=")
	if !ok || value == "" {
		return fmt.Errorf("%q is no option: write key=value, with %s", clip(option), LeagueOptions)
	}
	var err error
	switch key {
	case "games":
		return r.games(value)
	case "group", "least", "groups":
		r.rules[key], err = strconv.Atoi(value)
	case "atonce":
		r.rules["at_once"], err = strconv.Atoi(value)
	case "signup":
		r.calendar["sign_up"], err = wholeDays(value)
	case "muster", "lead", "waves", "round", "season", "pause":
		r.calendar[key], err = wholeDays(value)
	case "size", "growth", "move":
		r.divisions[key], err = strconv.Atoi(value)
	case "start":
		r.start, err = time.Parse(time.DateOnly, value)
	case "points":
		for _, p := range strings.Split(value, ",") {
			n, bad := strconv.Atoi(p)
			r.points, err = append(r.points, n), firstError(err, bad)
		}
	case "ties":
		r.rules["tie_breaks"] = strings.Split(value, ",")
	case "late", "substitutes":
		r.rules[key] = value
	case "pace", "bank", "weekends", "remind", "timeout", "talk":
		r.terms[key] = value
	default:
		return fmt.Errorf("there is no option %q: there are %s", clip(key), LeagueOptions)
	}
	if err != nil {
		return fmt.Errorf("%s: %q cannot be read; numbers, days such as 14 or 2w, dates such as 2026-12-01", key, clip(value))
	}
	return nil
}

// games reads "saboteur,clonk:en*2": each game with its edition and its weight.
func (r *ruleLine) games(value string) error {
	var plays []map[string]any
	for _, part := range strings.Split(value, ",") {
		play := map[string]any{}
		part, weight, heavy := strings.Cut(part, "*")
		if heavy {
			n, err := strconv.Atoi(weight)
			if err != nil {
				return fmt.Errorf("games: the weight %q is no number", clip(weight))
			}
			play["weight"] = n
		}
		game, edition, named := strings.Cut(part, ":")
		if play["game"] = game; named {
			play["edition"] = edition
		}
		plays = append(plays, play)
	}
	r.rules["games"] = plays
	return nil
}

// wholeDays reads "14", "14d" or "2w".
func wholeDays(value string) (int, error) {
	if n, err := strconv.Atoi(value); err == nil {
		return n, nil
	}
	const day = 24 * time.Hour
	span, ok := ParseSpan(value)
	if !ok || span%day != 0 {
		return 0, fmt.Errorf("no whole days")
	}
	return int(span / day), nil
}

func (r *ruleLine) json() []byte {
	for key, part := range map[string]any{"calendar": r.calendar, "divisions": r.divisions, "terms": r.terms} {
		r.rules[key] = part
	}
	if n := len(r.points); n > 0 { // a smaller group leaves out the places before the last
		points := map[int][]int{}
		for size := 2; size <= n; size++ {
			points[size] = append(append([]int{}, r.points[:size-1]...), r.points[n-1])
		}
		r.rules["points"] = points
		if _, set := r.rules["group"]; !set {
			r.rules["group"] = n
		}
	}
	b, err := json.Marshal(r.rules)
	if err != nil {
		panic("house: rules: " + err.Error()) // maps of numbers and words
	}
	return b
}
