// Package season runs leagues by itself, season after season: sign-up, draw, groups, results,
// tables, close, and what all who are in it hear. A season's turns are rows in due, and its
// groups are matches of the house, which this room opens and never sees played. Nobody's letter is
// read here.
package season

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/league"
	"pitpost.example/house/command"
	"pitpost.example/house/reading"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Do does what is due for a season: its turns from sign-up to close, its groups' starts and
// ends, and its letters to all. The season is held, so that of two processes one acts and the
// other sees that it is done.
func Do(w *world.Tx, d model.Due) {
	s := world.Get(w, world.LockSeason{ID: d.ID})
	if s == nil {
		return
	}
	no, _ := strconv.ParseInt(d.Of, 10, 64)
	switch d.What {
	case model.DueMuster:
		muster(w, s)
	case model.DueDraw:
		if s.State == model.SeasonMustered {
			drawOnTime(w, s)
		}
	case model.DueStart:
		startGroup(w, s, int(no))
	case model.DueEnded:
		groupEnded(w, s, no)
	case model.DueLate:
		drawLate(w, s)
	case model.DueClose:
		Close(w, s)
	case model.DueFinish:
		finishGroup(w, s, int(no))
	case model.DueShut:
		shutSeason(w, s)
	case model.DueNext:
		Next(w, s)
	case model.DueTell:
		tellBatch(w, s, d.Of, d.Data)
	case model.DueWeek:
		seasonWeek(w, s, d.Data)
	}
}

// seasonDue makes something of a season due.
func seasonDue(w *world.Tx, s *model.Season, what model.DueKind, of string, at time.Time) {
	w.SetDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: what, Of: of, At: at})
}

// rulesOf are the rules of a season as they stood when it opened.
func rulesOf(s *model.Season) (league.Rules, error) { return league.ReadRules(s.Rules) }

// Games are those that a season plays.
func Games(s *model.Season, find func(string) engine.Game) []engine.Game {
	return command.AllGames(find, engine.Each(world.Must(rulesOf(s)).Games, func(p league.Play) string { return p.Game }))
}

// Play says what is played in a season and how, in a line.
func Play(s *model.Season) engine.Phrase {
	rules := world.Must(rulesOf(s))
	games := engine.Each(rules.Games, func(p league.Play) engine.Phrase { return engine.Say(p.Game + ".title") })
	return engine.Say("house.league-play", "games", games, "group", rules.Group, "count", rules.Groups, "most", rules.AtOnce)
}

// Commitment is the SHA-256 of a season's seed in hex, told before the draw.
func Commitment(s *model.Season) string { return engine.Dice{Seed: s.Seed}.Commitment() }

// Seed is a season's seed in hex, told with the draw.
func Seed(s *model.Season) string { return hex.EncodeToString(s.Seed[:]) }

// nextLate is when groups for late entrants are made next: a day on, so that several can
// meet in one.
func nextLate(now time.Time) time.Time { return now.Add(24 * time.Hour) }

// ReadRules reads the rules of a new league, a whole JSON object of them or, without one,
// options, key=value each; and the day of its first wave, the zero time where that is left to
// the rules. Its errors say what to write instead.
func ReadRules(house *world.Rules, data []byte, options []string) (league.Rules, time.Time, error) {
	start := time.Time{}
	if data == nil {
		r := &ruleLine{rules: map[string]any{}, calendar: map[string]int{}, divisions: map[string]int{}, terms: map[string]string{}}
		for _, option := range options {
			if err := r.take(option); err != nil {
				return league.Rules{}, start, err
			}
		}
		data, start = r.json(), r.start
	}
	rules, err := league.ParseRules(data, house.Games, house.Usual())
	if err != nil {
		return rules, start, err
	}
	for _, p := range rules.Games {
		if _, err := termsOf(house, p.Game, &rules); err != nil {
			return rules, start, fmt.Errorf("terms: these cannot be set for matches of %s: %s", p.Game, strings.TrimSpace(termLine(rules.Terms)))
		}
	}
	return rules, start, nil
}

// termsOf are the terms of a league's matches of a game, as a "new" line sets them.
func termsOf(house *world.Rules, game string, rules *league.Rules) (model.Terms, error) {
	o, no := reading.New("new "+game+termLine(rules.Terms), house.Games, house.Names)
	switch {
	case no != nil:
		return model.Terms{}, no
	case len(o.Options) > 0:
		return model.Terms{}, fmt.Errorf("options of %s among the terms", game)
	}
	return o.Terms, nil
}

// termLine writes the terms of a league's matches as a "new" line does.
func termLine(terms map[string]string) string {
	var b strings.Builder
	for k, v := range terms {
		b.WriteString(" " + k + "=" + v)
	}
	return b.String()
}

// ruleLine gathers key=value options into the rules they stand for.
type ruleLine struct {
	rules               map[string]any
	calendar, divisions map[string]int
	terms               map[string]string
	points              []int
	start               time.Time
}

// Options names the options of a new league, for help and errors.
const Options = "games group least groups atonce signup muster lead waves round season pause start size growth move points ties late substitutes, and pace bank weekends remind timeout talk for its matches"

func (r *ruleLine) take(option string) error {
	key, value, ok := strings.Cut(strings.ToLower(option), "=")
	if !ok || value == "" {
		return fmt.Errorf("%q is no option: write key=value, with %s", engine.Clip(option), Options)
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
			r.points, err = append(r.points, n), errors.Join(err, bad)
		}
	case "ties":
		r.rules["tie_breaks"] = strings.Split(value, ",")
	case "late", "substitutes":
		r.rules[key] = value
	case "pace", "bank", "weekends", "remind", "timeout", "talk":
		r.terms[key] = value
	default:
		return fmt.Errorf("there is no option %q: there are %s", engine.Clip(key), Options)
	}
	if err != nil {
		return fmt.Errorf("%s: %q cannot be read; numbers, days such as 14 or 2w, dates such as 2026-12-01", key, engine.Clip(value))
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
				return fmt.Errorf("games: the weight %q is no number", engine.Clip(weight))
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
	span, ok := engine.ParseSpan(value)
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
		panic("season: rules: " + err.Error()) // maps of numbers and words
	}
	return b
}
