// Package dates turns what people write in a line into values: a match to open, guests, an absence, a day,
// a city. It decides nothing.
package dates

import (
	"maps"
	"net/mail"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/idna"

	"pitpost.example/engine"
	"pitpost.example/engine/bot"
	"pitpost.example/model"
)

// Order is what a "new" line asks for.
type Order struct {
	Game     engine.Game
	Edition  string
	Unchosen bool // the edition was not named, and is the usual one in the host's language
	Options  map[string]string
	Terms    model.Terms
	Guests   []Guest
	Practice bool
	Seats    int  // of a practice match; 0 if not given
	NoSeat   bool // whoever opens it hosts without playing, as its referee
}

// setting matches an option and its value, which is a word, or a number and a unit of time: "pace=2 days".
var setting = regexp.MustCompile(`([a-zA-Z_]+)\s*=\s*(\d+\s+(?i:` + unitWords() + `)\b|\S+)`)

// withGuests separates the game from its guests. It ignores case by itself because strings.ToLower may change
// lengths: "İ" gets longer.
var withGuests = regexp.MustCompile(`(?i) with `)

func unitWords() string {
	all := slices.SortedFunc(maps.Keys(units), func(a, b string) int { return len(b) - len(a) })
	return strings.Join(slices.DeleteFunc(all, func(w string) bool { return len(w) < 3 }), "|")
}

// ReadNewMatch reads a whole "new …" line as it was written by somebody who speaks lang. games finds a game by name; names
// lists those on offer.
func ReadNewMatch(raw, lang string, games func(string) engine.Game, names []string) (*Order, *engine.Refusal) {
	o := &Order{Terms: model.Terms{Bank: 72 * time.Hour, Weekends: true, Remind: []string{"50%", "90%"}, Timeout: model.TimeoutPlan, Talk: model.TalkTable}}
	_, text, _ := strings.Cut(strings.TrimSpace(raw), " ")
	set, text, no := Settings(" " + text + " ") // "new" is cut off, so " with " may come first
	if no != nil {
		return nil, no
	}
	head, tail := text, ""
	if at := withGuests.FindStringIndex(text); at != nil {
		head, tail = text[:at[0]], text[at[1]:]
	}
	game := ""
	for _, w := range strings.Fields(strings.ToLower(head)) {
		w = strings.Trim(w, ".,!:")
		switch {
		case w == "practice":
			o.Practice = true
		case w == "" || isWord("game", engine.NormaliseText(w)): // "new match of …", "new quick game"
		case game == "" && !strings.Contains(w, "@"):
			game = w
		default:
			tail = tail + " " + w
		}
	}
	if game == "" && len(names) > 0 {
		game = names[0]
	}
	if o.Game = FindGame(games, names, game); o.Game == nil {
		return nil, &engine.Refusal{Phrase: engine.Say("house.no-such-game", "game", game, "games", names), Nearest: nearestGames(names, game, strings.Fields(raw)[1:])}
	}
	if o.Guests, no = ReadGuests(tail); no != nil {
		return nil, no
	}
	o.Edition, o.Unchosen = engine.EditionFor(o.Game, lang), true
	if no := o.set(set, engine.NewestRules); no != nil {
		return nil, no
	}
	own := 1
	if o.NoSeat {
		own = 0
	}
	if _, most := o.Game.Seats(); len(o.Guests)+own > most || o.Seats > most {
		return nil, engine.Refuse("house.too-many", "count", most)
	}
	if o.NoSeat && o.Practice {
		return nil, engine.Refuse("house.referee-practice")
	}
	return o, nil
}

// FindGame finds a game by its name or a unique beginning of it; nil if there is none.
func FindGame(games func(string) engine.Game, names []string, word string) engine.Game {
	begun := engine.FilterList(names, func(name string) bool { return strings.HasPrefix(name, word) })
	switch {
	case slices.Contains(names, word):
		return games(word)
	case len(word) >= 3 && len(begun) == 1:
		return games(begun[0])
	}
	return nil
}

// nearestGames returns the line again with each game that word may be a misspelling of.
func nearestGames(names []string, word string, line []string) []string {
	var near []string
	for _, n := range append([]string{"practice"}, names...) {
		if engine.EditDistance(n, word) <= 2 {
			near = append(near, "new "+strings.Join(engine.MapList(line, func(w string) string {
				if strings.Trim(strings.ToLower(w), ".,!:") == word {
					return n
				}
				return w
			}), " "))
		}
	}
	return near
}

// paceMost is the longest time for one move.
const paceMost = 30 * 24 * time.Hour

// Settings returns the options in a text, with names in lower case, and the text without them.
func Settings(text string) (set map[string]string, rest string, no *engine.Refusal) {
	set = map[string]string{}
	for _, m := range setting.FindAllStringSubmatch(text, -1) {
		key, value := strings.ToLower(m[1]), strings.TrimRight(m[2], ",;")
		if _, twice := set[key]; twice {
			return nil, "", engine.Refuse("house.option-twice", "option", key)
		}
		set[key] = value
	}
	return set, setting.ReplaceAllString(text, " "), nil
}

// Change puts other terms and options into an order, for a match that is played by these rules.
func (o *Order) Change(set map[string]string, rules int) *engine.Refusal { return o.set(set, rules) }

// set distributes key=value pairs to the order's terms and the game's options.
func (o *Order) set(set map[string]string, rules int) *engine.Refusal {
	rest := map[string]string{}
	maps.Copy(rest, o.Options)
	var wrong *engine.Refusal // everything that is wrong, so that one letter can mend it
	for _, key := range slices.Sorted(maps.Keys(set)) {
		value := set[key]
		no := (*engine.Refusal)(nil)
		switch key {
		case "edition":
			o.Edition, o.Unchosen = strings.ToLower(value), false
		case "pace":
			o.Terms.Pace, no = span(key, value, 5*time.Minute, paceMost)
		case "bank":
			o.Terms.Bank, no = span(key, value, 0, 60*24*time.Hour)
		case "weekends":
			o.Terms.Weekends, no = onOff(key, value)
		case "remind":
			o.Terms.Remind, no = ReadReminders(value)
		case "timeout":
			o.Terms.Timeout, no = oneOf(key, value, model.TimeoutPlan, model.TimeoutBot, model.TimeoutWait)
		case "bots":
			o.Terms.Bots, no = oneOf(key, value, bot.ListBots(o.Game)...)
		case "talk":
			o.Terms.Talk, no = oneOf(key, value, model.TalkTable, model.TalkWhispers)
		case "hints":
			o.Terms.Hints, no = oneOf(key, value, "on", "off")
		case "watch":
			o.Terms.Watch, no = onOff(key, value)
		case "seat":
			var seat string
			seat, no = oneOf(key, value, "yes", "no")
			o.NoSeat = seat == "no"
		case "slips":
			if o.Terms.Slips = 0; value != "off" {
				o.Terms.Slips, no = span(key, value, time.Minute, 12*time.Hour)
			}
		case "first":
			o.Terms.First = value
		case "seats":
			n, err := strconv.Atoi(value)
			if least, most := o.Game.Seats(); err != nil || n < least || n > most {
				no = engine.Refuse("house.option-seats", "least", least, "most", most)
			}
			o.Seats = n
		default:
			rest[key] = strings.ToLower(value)
		}
		wrong = joinRefusals(wrong, no)
	}
	options, no := o.Game.Options(o.Edition, rules, rest)
	o.Options = options
	return joinRefusals(wrong, no)
}

// SpellTerms returns those terms of a match that a Change can have, as options are written.
func SpellTerms(t model.Terms) map[string]string {
	length := func(d time.Duration) string { return shortLength.Replace(d.String()) }
	either := func(on bool, yes, no string) string {
		if on {
			return yes
		}
		return no
	}
	remind, slips := strings.Join(t.Remind, ","), "off"
	if remind == "" {
		remind = "off"
	}
	if t.Slips > 0 {
		slips = length(t.Slips)
	}
	return map[string]string{"pace": length(t.Pace), "bank": length(t.Bank), "weekends": either(t.Weekends, "on", "off"), "remind": remind, "slips": slips,
		"talk": string(t.Talk)}
}

// shortLength turns "48h0m0s" into "48h", as options are written.
var shortLength = strings.NewReplacer("h0m0s", "h", "m0s", "m", "0s", "0")

// joinRefusals joins two refusals.
func joinRefusals(a, b *engine.Refusal) *engine.Refusal {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return &engine.Refusal{Phrase: engine.Say("house.two", "first", a.Phrase, "second", b.Phrase), Nearest: append(slices.Clone(a.Nearest), b.Nearest...)}
}

func oneOf[T ~string](key, value string, allowed ...T) (T, *engine.Refusal) {
	value = strings.ToLower(value)
	if slices.Contains(allowed, T(value)) {
		return T(value), nil
	}
	choices := engine.MapList(allowed, func(a T) string { return string(a) })
	return "", engine.Refuse("house.option-value", "option", key, "value", value, "choices", choices)
}

func onOff(key, value string) (bool, *engine.Refusal) {
	v, no := oneOf(key, value, "on", "off")
	return v == "on", no
}

// span reads a length of time such as 90m, 36h, 2d or 1w.
func span(key, value string, least, most time.Duration) (time.Duration, *engine.Refusal) {
	t, ok := ReadSpan(value)
	if !ok || t < least || t > most {
		return 0, engine.Refuse("house.option-span", "option", key, "value", value, "least_in", int(least/time.Second), "most_in", int(most/time.Second))
	}
	return t, nil
}

// ReadReminders reads when a seat is reminded: "6h,50%", or "off".
func ReadReminders(value string) ([]string, *engine.Refusal) {
	if strings.EqualFold(value, "off") {
		return []string{}, nil
	}
	var marks []string
	for _, m := range strings.Split(strings.ToLower(value), ",") {
		percent, isPercent := strings.CutSuffix(m, "%")
		n, err := strconv.Atoi(percent)
		before, isSpan := engine.ParseSpan(m)
		if isSpan && before > paceMost {
			return nil, engine.Refuse("house.option-remind-most", "value", m, "in", int(paceMost/time.Second))
		}
		if !(isPercent && err == nil && n > 0 && n < 100) && !isSpan || len(marks) >= 4 {
			return nil, engine.Refuse("house.option-remind", "value", value)
		}
		marks = append(marks, m)
	}
	return marks, nil
}

// Guest is somebody to invite.
type Guest struct {
	Name    string // "" if only the address was given
	Address string // in lower case
	// Known means that the host knows only the name and must not be told the address.
	Known bool
	// At means that Name plays from the mailbox of this address, which may be somebody else's: "Fay at ana@example.org".
	At bool
}

// Called returns the guest's address or, if the host must not see that, the name.
func (g Guest) Called() string {
	if g.Known {
		return g.Name
	}
	return g.Address
}

// playsAt matches somebody who plays from a mailbox: "Fay at ana@example.org", in any of the languages.
var playsAt = regexp.MustCompile(`^(?i)(?:my (?:son|daughter|child) )?"?([\pL\pM'’-]{1,40})"? (?:at|bei|chez|en|presso|bij|em) (<?[^\s<>]+@[^\s<>]+>?)$`)

// spokenAt is playsAt within a sentence, by language: in Dutch "en" is "and". joinedAt is what JoinPlaysAt makes of it.
var (
	spokenAt = map[string]*regexp.Regexp{"en": spoken("at", "my|our", "son|daughter|child|kid", "plays"), "de": spoken("bei|at", "meine?|unsere?", "sohn|tochter|kind", "spielt"),
		"fr": spoken("chez|at", "ma|mon|notre", "fille|fils|enfant", "joue"), "es": spoken("en|at", "mi|nuestr[ao]", "hij[ao]", "juega"),
		"it": spoken("presso|at", "mi[ao]|nostr[ao]", "figli[ao]", "gioca"), "nl": spoken("bij|at", "mijn|onze", "dochter|zoon|kind", "speelt"),
		"pt": spoken("em|at", "minha|meu|nossa|nosso", "filh[ao]", "joga")}
	joinedAt = regexp.MustCompile(`([\pL\pM'’-]+)=at=(\S+@)`)
)

func spoken(at, mine, child, plays string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)(^|[\s,;:])(?:(?:` + mine + `) )?(?:(?:` + child + `) )?([\pL\pM'’-]{1,40}) (?:(?:` + plays + `) )?(?:` + at + `) (<?[^\s<>,;]+@[^\s<>,;]+[\pL\d]>?)`)
}

// JoinPlaysAt makes one word of each "my daughter Fay at ana@example.org" in a sentence of a language, so that it stands where
// an address may; SplitPlaysAt takes such words apart again, as a plain line has them.
func JoinPlaysAt(text, lang string) string {
	if at := spokenAt[lang]; at != nil {
		return at.ReplaceAllString(text, "${1}${2}=at=${3}")
	}
	return text
}

// SplitPlaysAt undoes JoinPlaysAt.
func SplitPlaysAt(plain string) string { return joinedAt.ReplaceAllString(plain, "$1 at $2") }

var bracket = regexp.MustCompile(`<([^<>]*)>`)

// ReadGuests reads addresses with or without names: "ana@x.org, Bo <bo@y.org>".
func ReadGuests(text string) ([]Guest, *engine.Refusal) {
	text = strings.NewReplacer(" and ", ", ", "\n", ", ", ";", ",", "mailto:", "").Replace(text)
	var out []Guest
	for _, part := range strings.Split(text, ",") {
		part = strings.Trim(strings.TrimSpace(part), ".")
		if part == "" {
			continue
		}
		for _, piece := range splitAddresses(part) {
			at := playsAt.FindStringSubmatch(piece)
			if at != nil {
				piece = at[2]
			}
			a, ok := ReadAddress(piece)
			if !ok {
				return nil, engine.Refuse("house.bad-address", "address", engine.ClipText(piece))
			}
			g := Guest{Name: a.Name, Address: a.Address}
			if at != nil {
				g.Name, g.At = at[1], true
			}
			if !slices.ContainsFunc(out, g.is) {
				out = append(out, g)
			}
		}
	}
	return out, nil
}

// is reports whether two guests are one: they have the same address, and are not two who play from one mailbox.
func (g Guest) is(o Guest) bool {
	return o.Address == g.Address && (o.At == g.At && !g.At || strings.EqualFold(o.Name, g.Name))
}

// splitAddresses splits addresses that are separated by blanks only.
func splitAddresses(part string) []string {
	if bracket.MatchString(part) {
		return []string{part}
	}
	if fields := strings.Fields(part); strings.Count(part, "@") == len(fields) {
		return fields
	}
	return []string{part}
}

// robots matches addresses of mail systems. No friend has one, and mail from one counts as a robot's.
var robots = regexp.MustCompile(`(?i)^(mailer-daemon|mail-daemon|mdaemon|postmaster|hostmaster|abuse|no-?reply|do-?not-?reply)([+-].*)?$`)

// domainName matches a domain name: labels with dots between them, the last of which is no number. It excludes
// names of the local machine and IP addresses.
var domainName = regexp.MustCompile(`^([\pL\pM\pN_-]+\.)+[\pL\pM\pN-]*\pL[\pL\pM\pN-]*$`)

// ReadAddress reads one address, with or without a name, in the form that addresses of letters are stored in: lower
// case, with its domain in ASCII. ok is false if nobody may be invited at it.
func ReadAddress(text string) (a mail.Address, ok bool) {
	read, err := mail.ParseAddress(text)
	if err != nil || !IsPlainAddress(read.Address) {
		return a, false
	}
	local, domain, _ := strings.Cut(strings.ToLower(read.Address), "@")
	domain, err = idna.Punycode.ToASCII(domain)
	return mail.Address{Name: read.Name, Address: local + "@" + domain}, err == nil
}

// IsPlainAddress reports whether an address is one that a friend may have, and that all mail software reads in the
// same way.
func IsPlainAddress(address string) bool {
	at := strings.LastIndexByte(address, '@')
	local, domain := address[:max(at, 0)], address[at+1:]
	return at > 0 && len(address) <= 254 && len(local) <= 64 && !strings.ContainsAny(local, "\"@ <>()\\,;:") && !strings.ContainsFunc(address, engine.SteersTerminal) &&
		domainName.MatchString(domain) && !robots.MatchString(local)
}
