package house

import (
	"net/mail"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"pitpost/db"
	"pitpost/engine"
	"pitpost/engine/bot"
)

// order is what a "new" line asks for.
type order struct {
	game     engine.Game
	edition  string
	options  map[string]string
	terms    db.Terms
	guests   []guest
	practice bool
	seats    int
}

// guest is somebody to invite.
type guest struct {
	name, address string
	// known says that the host knows the name alone and must not be told the
	// address.
	known bool
}

// called is the guest as the host may know them.
func (g guest) called() string {
	if g.known {
		return g.name
	}
	return g.address
}

var (
	setting = regexp.MustCompile(`([a-zA-Z_]+)\s*=\s*(\S+)`)
	bracket = regexp.MustCompile(`<([^<>]*)>`)
)

// likeOrder tells "new saboteur with …" from "new year greetings to you all".
func likeOrder(rest string) bool {
	return twoWords(rest) || strings.ContainsAny(rest, "@=") || strings.HasPrefix(rest, "practice") || strings.Contains(rest, " with ")
}

// readNew reads a whole "new …" line as it was written.
func readNew(raw string, games func(string) engine.Game, names []string) (*order, *engine.Refusal) {
	o := &order{terms: db.Terms{Bank: 72 * time.Hour, Weekends: true, Remind: []string{"50%", "90%"}, Timeout: "plan", Talk: "table"}}
	_, text, _ := strings.Cut(strings.TrimSpace(raw), " ")
	text = " " + text + " " // "new" is off, and " with " may stand first
	set := map[string]string{}
	for _, m := range setting.FindAllStringSubmatch(text, -1) {
		key, value := strings.ToLower(m[1]), strings.TrimRight(m[2], ",;")
		if _, twice := set[key]; twice {
			return nil, engine.Refuse("house.option-twice", "option", key)
		}
		set[key] = value
	}
	text = setting.ReplaceAllString(text, " ")
	head, tail := text, ""
	if i := strings.Index(strings.ToLower(text), " with "); i >= 0 {
		head, tail = text[:i], text[i+len(" with "):]
	}
	game := ""
	for _, w := range strings.Fields(strings.ToLower(head)) {
		w = strings.Trim(w, ".,!")
		switch {
		case w == "practice":
			o.practice = true
		case w == "game" || w == "match" || w == "of" || w == "a" || w == "" || w == "with":
		case game == "" && !strings.Contains(w, "@"):
			game = w
		default:
			tail = tail + " " + w
		}
	}
	if game == "" && len(names) > 0 {
		game = names[0]
	}
	if o.game = gameNamed(games, names, game); o.game == nil {
		return nil, &engine.Refusal{Phrase: say("house.no-such-game", "game", game, "games", names), Nearest: nearestGames(names, game)}
	}
	var no *engine.Refusal
	if o.guests, no = readGuests(tail); no != nil {
		return nil, no
	}
	if no := o.set(set); no != nil {
		return nil, no
	}
	_, most := o.game.Seats()
	if len(o.guests)+1 > most || o.seats > most {
		return nil, engine.Refuse("house.too-many", "count", most)
	}
	return o, nil
}

func gameNamed(games func(string) engine.Game, names []string, word string) engine.Game {
	var found string
	for _, n := range names {
		if n == word {
			return games(n)
		}
		if len(word) >= 3 && strings.HasPrefix(n, word) {
			if found != "" {
				return nil
			}
			found = n
		}
	}
	if found == "" {
		return nil
	}
	return games(found)
}

func nearestGames(names []string, word string) []string {
	var near []string
	for _, n := range append([]string{"practice"}, names...) {
		if engine.Distance(n, word) <= 2 {
			near = append(near, "new "+n)
		}
	}
	return near
}

// set spreads key=value pairs over the house's terms and the game's options.
func (o *order) set(set map[string]string) *engine.Refusal {
	o.edition = o.game.Editions()[0]
	rest := map[string]string{}
	keys := make([]string, 0, len(set))
	for k := range set {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, key := range keys {
		value := set[key]
		no := (*engine.Refusal)(nil)
		switch key {
		case "edition":
			o.edition = strings.ToLower(value)
		case "pace":
			o.terms.Pace, no = span(key, value, 5*time.Minute, 30*24*time.Hour)
		case "bank":
			o.terms.Bank, no = span(key, value, 0, 60*24*time.Hour)
		case "weekends":
			o.terms.Weekends, no = onOff(key, value)
		case "remind":
			o.terms.Remind, no = reminders(value)
		case "timeout":
			o.terms.Timeout, no = oneOf(key, value, "plan", "bot", "wait")
		case "bots":
			o.terms.Bots, no = oneOf(key, value, bot.Names(o.game)...)
		case "talk":
			o.terms.Talk, no = oneOf(key, value, "table", "whispers")
		case "watch":
			o.terms.Watch, no = onOff(key, value)
		case "slips":
			o.terms.Slips, no = span(key, value, time.Minute, 12*time.Hour)
		case "first":
			o.terms.First = value
		case "seats":
			n, err := strconv.Atoi(value)
			least, most := o.game.Seats()
			if err != nil || n < least || n > most {
				return engine.Refuse("house.option-seats", "least", least, "most", most)
			}
			o.seats = n
		default:
			rest[key] = strings.ToLower(value)
		}
		if no != nil {
			return no
		}
	}
	options, no := o.game.Options(o.edition, rest)
	o.options = options
	return no
}

func oneOf(key, value string, allowed ...string) (string, *engine.Refusal) {
	value = strings.ToLower(value)
	if slices.Contains(allowed, value) {
		return value, nil
	}
	return "", engine.Refuse("house.option-value", "option", key, "value", value, "choices", allowed)
}

func onOff(key, value string) (bool, *engine.Refusal) {
	v, no := oneOf(key, value, "on", "off")
	return v == "on", no
}

// span reads a length of time such as 90m, 36h, 2d or 1w.
func span(key, value string, least, most time.Duration) (time.Duration, *engine.Refusal) {
	t, ok := engine.ParseSpan(value)
	if !ok || t < least || t > most {
		return 0, engine.Refuse("house.option-span", "option", key, "value", value)
	}
	return t, nil
}

func reminders(value string) ([]string, *engine.Refusal) {
	if strings.EqualFold(value, "off") {
		return []string{}, nil
	}
	var marks []string
	for _, m := range strings.Split(strings.ToLower(value), ",") {
		percent, isPercent := strings.CutSuffix(m, "%")
		n, err := strconv.Atoi(percent)
		_, isSpan := engine.ParseSpan(m)
		if !(isPercent && err == nil && n > 0 && n < 100) && !isSpan || len(marks) >= 4 {
			return nil, engine.Refuse("house.option-remind", "value", value)
		}
		marks = append(marks, m)
	}
	return marks, nil
}

// readGuests reads addresses, with or without names: "ana@x.org, Bo <bo@y.org>".
func readGuests(text string) ([]guest, *engine.Refusal) {
	text = strings.NewReplacer(" and ", ", ", "\n", ", ", ";", ",", "mailto:", "").Replace(text)
	var out []guest
	for _, part := range strings.Split(text, ",") {
		part = strings.Trim(strings.TrimSpace(part), ".")
		if part == "" {
			continue
		}
		for _, piece := range pieces(part) {
			a, err := mail.ParseAddress(piece)
			if err != nil || !plain(a.Address) {
				return nil, engine.Refuse("house.bad-address", "address", engine.Clip(piece))
			}
			g := guest{name: a.Name, address: strings.ToLower(a.Address)}
			if !slices.ContainsFunc(out, func(o guest) bool { return o.address == g.address }) {
				out = append(out, g)
			}
		}
	}
	return out, nil
}

// pieces parts addresses that stand side by side without a comma.
func pieces(part string) []string {
	if bracket.MatchString(part) {
		return []string{part}
	}
	if fields := strings.Fields(part); strings.Count(part, "@") == len(fields) {
		return fields
	}
	return []string{part}
}

// plain refuses addresses that mail software reads in more than one way.
func plain(address string) bool {
	at := strings.LastIndexByte(address, '@')
	local, domain := address[:max(at, 0)], address[at+1:]
	return at > 0 && len(address) <= 254 && len(local) <= 64 && !strings.ContainsAny(local, "\"@ <>()\\,;:") && strings.Trim(domain, ".") == domain && domain != ""
}
