// Package season runs leagues by themselves, season after season: sign-up, draw, groups, results, standings,
// close, and the letters about all that. What a season does next is a due row, and its groups are ordinary
// matches, which this package opens and later reads the result of. It reads nobody's letters.
package season

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/league"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/speech"
	"pitpost.example/speech/dates"
)

// HandleDue handles a due row of a season. The season must be locked; it is nil if there is none.
func HandleDue(w *world.Tx, s *model.Season, d model.Due) {
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
		CloseSeason(w, s)
	case model.DueFinish:
		finishGroup(w, s, int(no))
	case model.DueShut:
		shutSeason(w, s)
	case model.DueNext:
		OpenNextSeason(w, s)
	case model.DueTell:
		tellBatch(w, s, d.Of, d.Data)
	case model.DueWeek:
		seasonWeek(w, s, d.Data)
	}
}

// FindLeague finds a league by its name, in which case counts for nothing; nil if there is none.
func FindLeague(w *world.Tx, name string) *model.League {
	all := w.Leagues()
	if i := slices.IndexFunc(all, func(l model.League) bool { return strings.EqualFold(l.Name, name) }); i >= 0 {
		return &all[i]
	}
	return nil
}

// saveEntrants keeps entrants, new or known.
func saveEntrants(w *world.Tx, all ...model.Entrant) {
	if len(all) > 0 {
		w.SaveEntrants(slices.Clone(all))
	}
}

// saveGroup keeps a group's state and seats.
func saveGroup(w *world.Tx, m *model.LeagueMatch) {
	group := *m
	group.Seats = slices.Clone(m.Seats)
	w.SaveGroup(group)
}

// seasonDue schedules something for a season.
func seasonDue(w *world.Tx, s *model.Season, what model.DueKind, of string, at time.Time) {
	w.SetDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: what, Of: of, At: at})
}

// SeasonGames returns the games that a season plays.
func SeasonGames(s *model.Season, find func(string) engine.Game) []engine.Game {
	return speech.FindGames(find, engine.MapList(s.Rules.Games, func(p league.Play) string { return p.Game }))
}

// DescribeSeason says in one line what a season plays and how.
func DescribeSeason(s *model.Season) engine.Phrase {
	games := engine.MapList(s.Rules.Games, func(p league.Play) engine.Phrase { return engine.Say(p.Game + ".title") })
	return engine.Say("house.league-play", "games", games, "group", s.Rules.Group, "count", s.Rules.Groups, "most", s.Rules.AtOnce)
}

// SeedCommitment returns the SHA-256 of a season's seed in hex, which is published before the draw.
func SeedCommitment(s *model.Season) string { return engine.Dice{Seed: s.Seed}.Commitment() }

// SeedInHex returns a season's seed in hex, which is published with the draw.
func SeedInHex(s *model.Season) string { return hex.EncodeToString(s.Seed[:]) }

// nextLate returns when late entrants are grouped next: a day later, so that several can gather.
func nextLate(now time.Time) time.Time { return now.Add(24 * time.Hour) }

// ReadRules reads the rules of a new league from a JSON object or, if data is nil, from options (key=value).
// start is the day of the first wave, zero if the rules decide it. Errors say what to write instead.
func ReadRules(house *world.Rules, data []byte, options []string) (rules league.Rules, start time.Time, err error) {
	if data != nil {
		rules, err = league.ParseRules(data, house.Games, house.Usual())
	} else if rules, start, err = readOptions(options); err == nil {
		err = rules.Complete(house.Games, house.Usual())
	}
	if err != nil {
		return rules, start, err
	}
	for _, p := range rules.Games {
		if _, err := termsOf(house, p.Game, rules.Terms); err != nil {
			wrong := maps.Clone(rules.Terms)
			maps.DeleteFunc(wrong, func(key, value string) bool {
				_, err := termsOf(house, p.Game, map[string]string{key: value})
				return err == nil
			})
			return rules, start, fmt.Errorf("terms: not for matches of %s:%s", p.Game, termLine(wrong))
		}
	}
	return rules, start, nil
}

// termsOf returns the terms of a league's matches of one game. They are read as a "new" line.
func termsOf(house *world.Rules, game string, terms map[string]string) (model.Terms, error) {
	o, no := dates.ReadNewMatch("new "+game+termLine(terms), "", house.Games, house.Names)
	switch {
	case no != nil:
		return model.Terms{}, no
	case len(o.Options) > 0:
		return model.Terms{}, fmt.Errorf("options of %s among the terms", game)
	}
	return o.Terms, nil
}

// termLine writes the terms of a league's matches in the form of a "new" line.
func termLine(terms map[string]string) string {
	var b strings.Builder
	for _, k := range slices.Sorted(maps.Keys(terms)) {
		b.WriteString(" " + k + "=" + terms[k])
	}
	return b.String()
}

// Options lists the options of a new league, for help and errors.
const Options = "games group least groups atonce signup muster lead waves round season pause start size growth move points ties late substitutes, and pace bank weekends remind timeout talk hints for its matches"

// readOptions reads key=value options into rules and the day of the first wave.
func readOptions(options []string) (r league.Rules, start time.Time, err error) {
	r, r.Terms = league.NewRules(), map[string]string{}
	c, d := &r.Calendar, &r.Divisions
	numbers := map[string]*int{"group": &r.Group, "least": &r.Least, "groups": &r.Groups, "atonce": &r.AtOnce,
		"size": &d.Size, "growth": &d.Growth, "move": &d.Move}
	days := map[string]*int{"signup": &c.SignUp, "muster": &c.Muster, "lead": &c.Lead, "waves": &c.Waves, "round": &c.Round,
		"season": &c.Season, "pause": &c.Pause}
	for _, option := range options {
		key, value, ok := strings.Cut(strings.ToLower(option), "=")
		if !ok || value == "" {
			return r, start, fmt.Errorf("%q is no option: write key=value, with %s", engine.ClipText(option), Options)
		}
		switch key {
		case "games":
			if r.Games, err = readGames(value); err != nil {
				return r, start, err
			}
		case "start":
			start, err = time.Parse(time.DateOnly, value)
		case "points":
			err = readPoints(&r, value)
		case "ties":
			r.TieBreaks = strings.Split(value, ",")
		case "late":
			r.Late = value
		case "substitutes":
			r.Substitutes = value
		case "pace", "bank", "weekends", "remind", "timeout", "talk", "hints":
			r.Terms[key] = value
		default:
			if n := numbers[key]; n != nil {
				*n, err = strconv.Atoi(value)
			} else if n := days[key]; n != nil {
				*n, err = wholeDays(value)
			} else {
				return r, start, fmt.Errorf("there is no option %q: there are %s", engine.ClipText(key), Options)
			}
		}
		if err != nil {
			return r, start, fmt.Errorf("%s: %q cannot be read; numbers, days such as 14 or 2w, dates such as 2026-12-01", key, engine.ClipText(value))
		}
	}
	return r, start, nil
}

// readGames reads "saboteur,clonk:en*2": games with edition and weight.
func readGames(value string) (plays []league.Play, err error) {
	for part := range strings.SplitSeq(value, ",") {
		part, weight, heavy := strings.Cut(part, "*")
		p := league.Play{}
		if p.Game, p.Edition, _ = strings.Cut(part, ":"); heavy {
			if p.Weight, err = strconv.Atoi(weight); err != nil {
				return nil, fmt.Errorf("games: the weight %q is no number", engine.ClipText(weight))
			}
		}
		plays = append(plays, p)
	}
	return plays, nil
}

// readPoints reads the points of a full group. A smaller group leaves out the places just before the last.
func readPoints(r *league.Rules, value string) error {
	var points []int
	for p := range strings.SplitSeq(value, ",") {
		n, err := strconv.Atoi(p)
		if err != nil {
			return err
		}
		points = append(points, n)
	}
	r.Group, r.Points = cmp.Or(r.Group, len(points)), map[int][]int{}
	for size := 2; size <= len(points); size++ {
		r.Points[size] = append(slices.Clone(points[:size-1]), points[len(points)-1])
	}
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
