// Package listening plays what people answer a house in memory: its questions, its receipts and each other. The exchanges
// were written by somebody who had not seen the code.
package listening

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/housetest"
	"pitpost.example/model"
)

// exchange is a row of testdata/exchanges.tsv: what stood before, what Ana writes, and what her letter does.
type exchange struct {
	row                            int
	lang, kind, game, before, text string
	does                           []string // any of them is right
	holds                          string   // what the answer says, for people
}

func exchanges(t *testing.T) (all []exchange) {
	t.Helper()
	data, err := os.ReadFile("testdata/exchanges.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		f := strings.Split(row, "\t")
		if len(f) != 7 {
			t.Fatalf("row %d has %d columns", i+1, len(f))
		}
		if i > 0 {
			all = append(all, exchange{i + 1, f[0], f[1], f[2], f[3], strings.ReplaceAll(f[4], `\n`, "\n"), strings.Split(f[5], "|"), f[6]})
		}
	}
	return all
}

// scene is a house in which an exchange takes place: Ana answers the last letter of a purpose.
type scene struct {
	*housetest.House
	match   int64
	purpose string
	words   *strings.Replacer
	moves   map[string]string // what A, B, {n} {cell} and {n} {cell2} are as commands
}

// legalPair returns a card of a seat that can be laid at two places, each one way only, and another card.
func legalPair(h *housetest.House, match int64, who string) (n, one, two, other string) {
	places := map[string][]string{}
	for _, c := range h.Table(match).Match.State().Legal(who) {
		f := strings.Fields(c)
		if len(f) == 2 && len(f[1]) == 2 && f[1][1] >= '0' && f[1][1] <= '9' && f[0] != "pass" {
			places[f[0]] = append(places[f[0]], f[1])
		}
	}
	for _, card := range slices.Sorted(maps.Keys(places)) {
		fit := slices.DeleteFunc(places[card], func(cell string) bool {
			return cell == "B3" || slices.Contains(h.Table(match).Match.State().Legal(who), card+" "+cell+" turned")
		})
		if len(fit) < 2 {
			continue
		}
		for _, c := range h.Table(match).Match.State().Legal(who) {
			if p, ok := strings.CutPrefix(c, "pass "); ok && p != card && len(p) == 1 {
				return card, fit[0], fit[1], p
			}
		}
	}
	return "", "", "", ""
}

// set opens matches until one has come to where a row begins.
func set(t *testing.T, x exchange) *scene {
	t.Helper()
	h := housetest.New(t)
	for range 12 {
		host, guests := "Di", []string{"Ana", "Bo", "Cy"}
		if x.game == "clonk" || slices.Contains([]string{"pauses", "extends"}, x.does[0]) {
			host, guests = "Ana", []string{"Bo", "Cy"}
		}
		s := &scene{House: h, match: open(h, x.game, host, guests...), purpose: "turn", moves: map[string]string{}}
		for range 40 {
			m := h.Table(s.match).Match
			if h.Table(s.match).Row.Phase.Ended() || len(m.ToMove()) == 0 {
				break
			}
			who := m.ToMove()[0]
			if s.begins(t, x, who) {
				return s
			}
			legal := m.State().Legal(who)
			if len(legal) == 0 {
				break
			}
			if a := h.Write(who, fmt.Sprintf("#%d %s", s.match, legal[len(legal)-1])); a.State != model.LetterApply {
				break
			}
		}
	}
	return nil
}

// open has somebody open a match for others, as housetest does for Ana.
func open(h *housetest.House, game, host string, guests ...string) int64 {
	if host == "Ana" {
		return h.Open(game, "", guests...)
	}
	with := engine.MapList(guests, func(name string) string { return strings.ToLower(name) + "@example.org" })
	h.Write(host, "new "+game+" with "+strings.Join(with, ", "))
	for _, name := range guests {
		h.Answer(name, "invite", "yes")
	}
	return h.World.Last["matches"]
}

// begins brings a match to where a row begins, if whoever is due fits it, and reports whether it did.
func (s *scene) begins(t *testing.T, x exchange, who string) bool {
	t.Helper()
	due := "Ana"
	if x.before == "asked-undo" || x.before == "asked-two" || x.before == "not-turn" {
		due = "Bo"
	}
	facts := engine.FilterList(s.Table(s.match).Match.Facts(), func(f engine.Fact) bool { return f.Seat == "Ana" })
	if who != due || len(facts) == 0 {
		return false
	}
	if x.game == "clonk" {
		legal := s.Table(s.match).Match.State().Legal(who)
		if due == "Ana" && engine.CountWhere(legal, func(c string) bool { return strings.HasPrefix(c, "dig") }) < 4 {
			return false
		}
		s.words = strings.NewReplacer("{name}", "Cy")
		return s.bring(x, "dig s1", "")
	}
	n, one, two, p := legalPair(s.House, s.match, who)
	if n == "" && strings.Contains(x.text+strings.Join(x.does, "")+x.before, "{n}") || n == "" && x.before != "turn" && x.before != "not-turn" {
		return false
	}
	s.words = strings.NewReplacer("{n}", n, "{cell}", one, "{cell2}", two, "{p}", p, "{name}", "Cy")
	return s.bring(x, n+" "+one, n+" "+two)
}

// bring does what comes before the row.
func (s *scene) bring(x exchange, first, second string) bool {
	switch x.before {
	case "turn":
		return true
	case "not-turn":
		return s.Mail("Ana", "turn") != nil
	case "graced":
		s.purpose = "receipt"
		a := s.Answer("Ana", "turn", "zwick "+first+", kaboodle")
		return strings.Contains(a.String(), "grace-kept")
	case "played":
		s.purpose = "receipt"
		if a := s.Answer("Ana", "turn", first); a.State != model.LetterApply {
			return false
		}
		return x.game != "clonk" || s.Answer("Ana", "turn", "rest").State == model.LetterApply
	case "asked-proof":
		l := s.Reply("Ana", "turn", first)
		l.From, l.Trust = "ana.new@example.net", model.TrustUnproved
		s.Take(l)
		s.purpose = "ask"
		return s.open("Ana") != nil
	case "asked-which":
		s.purpose = "receipt"
		l := s.Reply("Ana", "turn", s.words.Replace("card {n} please"))
		l.Trust = model.TrustProved
		a := s.Take(l)
		if a.Receipt == nil || len(a.Receipt.Lines) == 0 || len(a.Receipt.Lines[0].Nearest) < 2 {
			return false
		}
		offered := a.Receipt.Lines[0].Nearest
		s.moves["plays A"], s.moves["plays B"] = "plays "+offered[0], "plays "+offered[1]
		_, place, _ := strings.Cut(offered[0], " ")
		_, other, _ := strings.Cut(offered[1], " ")
		n, _, _ := strings.Cut(offered[0], " ")
		s.words = strings.NewReplacer("{n}", n, "{cell}", place, "{cell2}", other, "{name}", "Cy")
		return true
	case "asked-vote":
		s.Write("Bo", fmt.Sprintf("#%d pause", s.match))
		s.purpose = "ask"
		return s.open("Ana") != nil
	case "asked-undo", "asked-two":
		if a := s.Answer("Bo", "turn", first); a.State != model.LetterApply {
			return false
		}
		if s.Table(s.match).Match.ToMove()[0] != "Ana" {
			return false
		}
		if x.before == "asked-two" {
			s.Write("Cy", fmt.Sprintf("#%d pause", s.match))
		}
		s.Write("Bo", fmt.Sprintf("#%d undo", s.match))
		s.purpose = "ask"
		return s.open("Ana") != nil
	}
	return false
}

// open returns an open question that a player was asked about the match, the newest.
func (s *scene) open(who string) (found *model.Ask) {
	player := s.World.Addresses[strings.ToLower(who)+"@example.org"].Player
	for _, a := range s.World.Asks {
		if a.Player == player && a.Answer == "" && (found == nil || a.ID > found.ID) {
			found = &a
		}
	}
	return found
}

// outcome says what Ana's letter did in the words of the column "does".
func (s *scene) outcome(x exchange) (did, said string) {
	m := s.Table(s.match)
	facts, row, asks := len(m.Facts), m.Row, maps.Clone(s.World.Asks)
	graced := s.Seat(s.match, "Ana").Standing.Grace
	player := s.World.Addresses["ana@example.org"].Player
	p := s.World.Players[player]
	p.Lang = x.lang
	s.World.Players[player] = p
	s.Now = s.Now.Add(time.Minute)
	l := s.Reply("Ana", s.purpose, s.words.Replace(x.text))
	l.Trust = model.TrustProved
	if strings.HasPrefix(x.holds, "[reply to all]") {
		l.Others = []string{"bo@example.org", "cy@example.org"}
	}
	a := s.Take(l)
	said = a.String()
	m = s.Table(s.match)
	seat := s.Seat(s.match, "Ana")
	now := seat.Standing.Grace
	var all []string
	add := func(what string) { all = append(all, what) }
	has := func(keys ...string) bool {
		return slices.ContainsFunc(keys, func(k string) bool { return strings.Contains(said, k) })
	}
	switch {
	case now != nil && (graced == nil || !slices.Equal(now.Commands, graced.Commands)):
		if graced != nil {
			add("undone then " + strings.Join(now.Commands, ", "))
		} else {
			add("plays " + strings.Join(now.Commands, ", "))
		}
	case graced != nil && now == nil && len(m.Facts) == facts:
		add("undone")
	case graced != nil && now != nil && has("grace-wait", "grace-held", "waits"):
		add("waits")
	case len(m.Facts) > facts && m.Facts[facts].Seat == "Ana":
		if graced != nil {
			add("stands")
		}
		add("plays " + s.playedAs(a))
	}
	for id, was := range s.World.Asks {
		if old, before := asks[id]; before && old.Answer != was.Answer && was.Player == player {
			add(string(was.Answer))
		} else if !before && was.Player != player && was.Kind == model.AskVote {
			add("asks-vote")
		}
	}
	if row.Phase != m.Row.Phase {
		add(string(m.Row.Phase))
	}
	if len(all) == 0 {
		switch {
		case a.Receipt == nil:
			add("nothing")
		case has("dealer-", ".rule.", ".asked.", "saboteur.card.", ".news.", ".table."):
			add("answers")
		default:
			add("says")
		}
	}
	return strings.Join(all, " "), said
}

// playedAs returns the first line of a receipt whose move was made.
func (s *scene) playedAs(a housetest.Answer) string {
	if a.Receipt == nil {
		return ""
	}
	for _, line := range a.Receipt.Lines {
		if line.State == model.LineDone {
			return line.Text
		}
	}
	return ""
}

// right reports whether what a letter did is what the row wants.
func (s *scene) right(x exchange, did, said string) bool {
	return slices.ContainsFunc(x.does, func(want string) bool {
		want = s.words.Replace(want)
		if meant := s.moves[want]; meant != "" {
			want = meant
		}
		verb, rest, _ := strings.Cut(want, " ")
		switch verb {
		case "yes", "no", "yes-pause":
			return strings.Contains(" "+did+" ", " "+strings.TrimSuffix(verb, "-pause")+" ")
		case "plays":
			return strings.HasPrefix(did, "plays ") && (rest == "rest" || strings.Contains(strings.ToLower(did), strings.ToLower(lastWord(rest))))
		case "offers", "asks":
			return strings.Contains(said, "meant") || strings.Contains(said, "which-of-them") || did == "asks-vote"
		case "undone":
			return strings.HasPrefix(did, want)
		}
		return did == want
	})
}

func lastWord(text string) string { return text[strings.LastIndexByte(text, ' ')+1:] }

// least is how many exchanges of each hundred must come out as a good host would answer them.
const least = 35

func TestExchanges(t *testing.T) {
	type tally struct{ right, all int }
	kinds, total := map[string]*tally{}, tally{}
	for _, x := range exchanges(t) {
		k := kinds[x.kind]
		if k == nil {
			k = &tally{}
			kinds[x.kind] = k
		}
		k.all++
		total.all++
		s := set(t, x)
		if s == nil {
			t.Logf("%s %s row %d: no match came to %s", x.lang, x.kind, x.row, x.before)
			continue
		}
		did, said := s.outcome(x)
		if s.right(x, did, said) {
			k.right++
			total.right++
			continue
		}
		t.Logf("%s %s %s %q: %s, want %s; %s", x.lang, x.kind, x.before, s.words.Replace(x.text), did, s.words.Replace(strings.Join(x.does, "|")), said)
	}
	var out strings.Builder
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		fmt.Fprintf(&out, "\n%-18s %3d of %3d", kind, kinds[kind].right, kinds[kind].all)
	}
	t.Logf("%s\nall: %d of %d", out.String(), total.right, total.all)
	if total.right*100 < least*total.all {
		t.Errorf("%d of %d exchanges came out right", total.right, total.all)
	}
}
