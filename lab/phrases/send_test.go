package phrases

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/house/desk"
	"pitpost.example/house/memory"
	"pitpost.example/inbox/reply"
	"pitpost.example/inbox/spelling"
	"pitpost.example/lab"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
)

// outcome is what a letter did.
type outcome struct {
	played []string // the writer's moves as plain commands
	graced bool     // the last of them only wait
	did    []string // what else it changed: a plan, a setting, an answer …
	asked  bool     // a question or a refusal came back
	told   bool     // something to read came back
	near   []string // commands that were offered
	words  string   // the receipt, shortened
}

// acts reports whether the letter changed anything.
func (o *outcome) acts() bool { return len(o.played)+len(o.did) > 0 }

// offers reports whether one of these commands was offered.
func (o *outcome) offers(p *position, means []string) bool {
	return slices.ContainsFunc(o.near, func(n string) bool {
		if slices.Contains(means, n) {
			return true
		}
		move, no := p.world.Matches[1].Match.State().Parse(p.me, engine.NormaliseText(n), nil)
		return no == nil && slices.Contains(means, move.Command)
	})
}

func (o *outcome) String() string {
	var parts []string
	if len(o.played) > 0 {
		parts = append(parts, "played "+strings.Join(o.played, " + "))
	}
	if o.graced {
		parts = append(parts, "after a grace")
	}
	if len(o.did) > 0 {
		parts = append(parts, "did "+strings.Join(o.did, " + "))
	}
	if o.asked {
		parts = append(parts, "asked "+strings.Join(o.near, ", "))
	}
	if o.told {
		parts = append(parts, "told")
	}
	if len(parts) == 0 {
		parts = append(parts, "talk")
	}
	return strings.Join(append(parts, o.words), " · ")
}

// stand is a house in a position, to which one letter after the other is sent.
type stand struct {
	from *position
	now  *memory.World // a copy that no letter has changed
	lang string
}

// fresh returns an unchanged copy of the position in which the writer has a language.
func (s *stand) fresh(p *position, lang string) *memory.World {
	if s.from != p || s.lang != lang || s.now == nil {
		s.from, s.lang = p, lang
		s.now = copied(p.world)
		id := p.player()
		player := s.now.Players[id]
		player.Lang, player.Settings.LangGuessed = lang, false
		s.now.Players[id] = player
		address := s.now.Addresses[addressOf(writer)]
		address.Proved, address.Failing = true, "" // otherwise the host's first letter would change it
		s.now.Addresses[addressOf(writer)] = address
	}
	return s.now
}

// asMail returns the lines of a text after the reader has cut the quotation below it.
func asMail(text string) []string {
	raw := "From: Di <di@example.org>\r\nTo: play@example.org\r\nSubject: Re: Your turn\r\nMessage-ID: <1@example.org>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" +
		strings.ReplaceAll(text, "\n", "\r\n") + "\r\n\r\nOn Mon, 3 Aug 2026 at 09:00, Pitpost <play@example.org> wrote:\r\n> It is your turn, Di.\r\n>\r\n> Your hand and the board stand below.\r\n"
	l, err := reply.Reader{}.Read([]byte(raw))
	if err != nil {
		panic("phrases: " + err.Error())
	}
	return l.Words()
}

// send sends a text as a letter by the writer in a position. If two
// commands do the same, played has the one that the text means.
func (s *stand) send(p *position, lang, text string, means []string) outcome {
	before := s.fresh(p, lang)
	s.now = nil
	o, was := into(p, before, text, means)
	if !o.acts() && before.Matches[1].Match.Seq == p.world.Matches[1].Match.Seq {
		s.keep(p, was, before) // the fold has not changed, so the next letter can use it
	}
	return o
}

// into sends a text to a world in a position. It returns what the text did, and the rows of the world before it.
func into(p *position, before *memory.World, text string, means []string) (outcome, *memory.World) {
	text = strings.Join(asMail(text), "\n")
	h := newHouse(before, &lab.Chance{})
	id := sha256.Sum256([]byte(text))
	ref := p.ref
	l := &desk.Letter{From: addressOf(writer), Display: p.me, Trust: model.TrustProved, Ref: &ref, Lines: speech.SplitLines(text, spelling.NormaliseLine, catalog.AllGames()...), Text: text, Kept: text,
		Doubts: desk.Doubts{Confusable: spelling.FindConfusable}, MessageID: "<line@example.org>", Subject: "Re: Your turn", Door: "test", Hash: id, WordsHash: id, ReceivedAt: p.now, Now: p.now}
	wasMatch, facts := *before.Matches[1], len(before.Matches[1].Facts)
	wasMatch.Plans = plansOf(wasMatch.Plans)
	wasMatch.Seats = slices.Clone(wasMatch.Seats)
	was := shallow(before)
	state, why, err := h.Take(context.Background(), l)
	if err != nil {
		panic(fmt.Sprintf("phrases: %q: %v", text, err))
	}
	o := outcome{}
	after := before.Matches[1]
	o.played = choices(p.me, after, facts, means)
	if me := seatNo(after, p.me); me >= 0 && after.Seats[me].Standing.Grace != nil { // played in a while, if nobody objects
		o.played, o.graced = append(o.played, after.Seats[me].Standing.Grace.Commands...), true
	}
	for _, f := range after.Facts[facts:] {
		if len(o.played) == 0 {
			o.did = append(o.did, f.Event.Kind())
		}
	}
	if !reflect.DeepEqual(wasMatch.Plans, plansOf(after.Plans)) {
		o.did = append(o.did, "a plan")
	}
	if len(o.played) == 0 && !reflect.DeepEqual(wasMatch.Seats, after.Seats) {
		o.did = append(o.did, "a seat")
	}
	if me := seatNo(before.Matches[1], p.me); me >= 0 && wasMatch.Seats[me].State != after.Seats[me].State {
		o.did = append(o.did, "its seat") // "stop" puts a bot there, which plays
	}
	o.did = append(o.did, changed(was, before)...)
	for _, n := range before.Notices[len(was.Notices):] {
		o.read(&n)
	}
	if state == model.LetterApply && !o.acts() && !o.told || state == model.LetterHold || state == model.LetterSetAside {
		o.did = append(o.did, strings.TrimSpace("ended as "+string(state)+" "+why))
	}
	return o, was
}

// keep reuses the world for the next letter: the rows from before this one, and the fold, which it has not changed.
func (s *stand) keep(p *position, was, now *memory.World) {
	fold := now.Matches[1].Match
	*now = *shallow(was)
	m := *p.world.Matches[1]
	m.Seats, m.Clocks, m.Plans, m.Match = slices.Clone(m.Seats), slices.Clone(m.Clocks), plansOf(m.Plans), fold
	now.Matches[1] = &m
	s.now = now
}

// askedToResign returns the position with an open question whether
// the writer resigns; its letters answer that question.
func (p *position) askedToResign(t testing.TB) *position {
	t.Helper()
	q := *p
	q.world, q.now = copied(p.world), p.now.Add(time.Minute)
	o, _ := into(p, q.world, "resign", nil)
	for id, ask := range q.world.Asks {
		if _, before := p.world.Asks[id]; !before {
			q.ref = model.Ref{Match: 1, Seat: ask.Seat, Purpose: model.ForAsk, Step: id}
			return &q
		}
	}
	t.Fatalf("nobody asks who resigns: %s", &o)
	return nil
}

func plansOf(m map[int][]model.Plan) map[int][]model.Plan {
	out := map[int][]model.Plan{}
	for k, v := range m {
		if len(v) > 0 {
			out[k] = slices.Clone(v)
		}
	}
	return out
}

// shallow copies a world: its maps are copied, and the rows in them are shared.
func shallow(w *memory.World) *memory.World {
	c := *w
	v := reflect.ValueOf(&c).Elem()
	for i := range v.NumField() {
		switch f := v.Field(i); f.Kind() {
		case reflect.Map:
			if f.IsNil() || f.Len() == 0 {
				if !f.IsNil() {
					f.Set(reflect.MakeMap(f.Type()))
				}
				continue
			}
			fresh := reflect.MakeMapWithSize(f.Type(), f.Len())
			for it := f.MapRange(); it.Next(); {
				fresh.SetMapIndex(it.Key(), it.Value())
			}
			f.Set(fresh)
		case reflect.Slice:
			f.Set(f.Slice3(0, f.Len(), f.Len()))
		}
	}
	return &c
}

// changed names what a letter changed besides the match: settings, absences, other matches, answers to
// questions, letters to others.
func changed(was, now *memory.World) (did []string) {
	a, b := reflect.ValueOf(was).Elem(), reflect.ValueOf(now).Elem()
	for i := range a.NumField() {
		name := a.Type().Field(i).Name
		switch name {
		case "Games", "Matches", "Due", "Notices", "Letters", "Asks", "Last", "LastAlive", "Signs", "Rated", "Ratings", "Tallied", "Tallies", "Words":
			continue // outcome covers the match; the others change with every letter
		}
		if !reflect.DeepEqual(a.Field(i).Interface(), b.Field(i).Interface()) {
			did = append(did, "changed "+strings.ToLower(name))
		}
	}
	if len(was.Matches) != len(now.Matches) {
		did = append(did, "opened a match")
	}
	if len(was.Words) != len(now.Words) {
		did = append(did, "said it at the table")
	}
	for id, ask := range now.Asks {
		if old, there := was.Asks[id]; there && old.Answer != ask.Answer {
			did = append(did, "answered "+string(ask.Answer))
		}
	}
	return did
}

// read adds to the outcome what a letter from the house says about the lines.
func (o *outcome) read(n *model.Notice) {
	if n.Purpose != model.PurposeReceipt {
		if n.Purpose == model.PurposeAsk {
			o.asked = true
			o.words += " asked: " + string(n.Params)
		}
		return
	}
	var r notice.Receipt
	if err := json.Unmarshal(n.Params, &r); err != nil {
		panic("phrases: a receipt is no JSON: " + err.Error())
	}
	for _, l := range r.Lines {
		switch l.State {
		case model.LineDone, model.LineKept:
			if len(o.played) == 0 {
				o.did = append(o.did, fmt.Sprintf("%s %s", l.State, keys(l.Says)))
			}
		case model.LineShown:
			o.told = true
		case model.LineRefused, model.LineHeld:
			o.asked = true
			o.words = strings.TrimSpace(o.words + " " + keys(l.Says))
		}
		o.near = append(o.near, l.Nearest...)
	}
	if r.Ask != 0 {
		o.asked = true
	}
	if len(r.Pages) > 0 {
		o.told = true
	}
}

func keys(says []engine.Phrase) string {
	var all []string
	for _, s := range says {
		all = append(all, s.Key)
	}
	return strings.Join(all, " ")
}

// choices returns the writer's moves among the facts of a match after since, as plain commands.
func choices(writer string, m *memory.Match, since int, means []string) (all []string) {
	if len(m.Facts) == since {
		return nil
	}
	at := 0
	for past, f := range m.Match.Replay(m.Facts) {
		if at++; at <= since || f.Seat != writer || past.State() == nil || !past.State().Chosen(f) {
			continue
		}
		all = append(all, commandOf(past, f, means))
	}
	return all
}

// commandOf returns a legal command that leads to a fact about a seat's move, preferably one that is meant.
func commandOf(m *engine.Match, f engine.Fact, means []string) string {
	legal := m.State().Legal(f.Seat)
	for _, c := range append(slices.DeleteFunc(slices.Clone(means), func(c string) bool { return !slices.Contains(legal, c) }), legal...) {
		made, no := m.Play(f.Seat, c)
		if no != nil {
			continue
		}
		for _, o := range made {
			if o.Seat == f.Seat && m.State().Chosen(o) {
				if o.Event.Kind() == f.Event.Kind() && reflect.DeepEqual(o.Event, f.Event) {
					return c
				}
				break
			}
		}
	}
	return "(" + f.Event.Kind() + ")"
}
