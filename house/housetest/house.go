// Package housetest provides a house in memory for the tests of the rooms that decide. People write to it, and what it
// answers is read as states and keys of phrases, not as text. Only tests import it.
package housetest

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/house/desk"
	"pitpost.example/house/letter"
	"pitpost.example/house/memory"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
)

// Monday is when the clock of a new house stands.
var Monday = time.Date(2026, 8, 3, 9, 0, 0, 0, time.UTC)

// House is a house without a database, at a time that a test sets.
type House struct {
	World *memory.World
	Rules world.Rules
	Now   time.Time

	t       testing.TB
	letters int
}

// New returns an empty house that plays Saboteur and Clonk!.
func New(t testing.TB) *House {
	return &House{World: memory.New(catalog.FindGame), Now: Monday, t: t, Rules: world.Rules{Games: catalog.FindGame, Names: catalog.GameNames(),
		Address: "pit@example.org", Begin: "pit@example.org", Bot: "random", Random: &chance{}, Fold: fold,
		Seal: func(use string, plain []byte) []byte { return []byte(use + " " + string(plain)) }}}
}

// chance is the same random bytes every time.
type chance struct{ n byte }

func (c *chance) Read(p []byte) (int, error) {
	for i := range p {
		c.n++
		p[i] = c.n
	}
	return len(p), nil
}

func fold(line string) string {
	return strings.TrimRight(engine.NormaliseText(strings.Join(strings.Fields(line), " ")), " .!,;")
}

// Answer is what became of a letter.
type Answer struct {
	State   model.LetterState
	Why     string
	Receipt *notice.Receipt // nil if it was not answered
}

// String returns the state, and each line of the receipt with its state and the keys of what is said about it.
func (a Answer) String() string {
	all := []string{string(a.State)}
	if a.Receipt == nil {
		return all[0] + ": " + a.Why
	}
	for _, line := range a.Receipt.Lines {
		all = append(all, strings.TrimSpace(line.Text+": "+string(line.State)+" "+keys(line.Says)))
	}
	if len(a.Receipt.Says) > 0 {
		all = append(all, "also "+keys(a.Receipt.Says))
	}
	return strings.Join(all, "; ")
}

func keys(says []engine.Phrase) string {
	return strings.Join(engine.MapList(says, func(p engine.Phrase) string { return p.Key }), " ")
}

// Letter returns a letter from somebody at example.org, whose server vouches for it. Rows are parted by |.
func (h *House) Letter(who, words string) *desk.Letter {
	h.letters++
	words = strings.ReplaceAll(words, "|", "\n")
	l := &desk.Letter{From: strings.ToLower(who) + "@example.org", Display: who, Trust: model.TrustProved, Door: model.DoorIMAP,
		MessageID: fmt.Sprintf("<%d@example.org>", h.letters), Subject: "Re: letter", ReceivedAt: h.Now, Now: h.Now,
		Text: words, Kept: words, Lines: speech.SplitLines(words, fold, catalog.AllGames()...), WordsHash: sha256.Sum256([]byte(words))}
	l.Hash = sha256.Sum256([]byte(l.MessageID + l.From))
	return l
}

// Reply returns a letter that nobody vouches for, but that answers the last letter of a purpose to its sender.
func (h *House) Reply(who, purpose, words string) *desk.Letter {
	h.t.Helper()
	n := h.Mail(who, purpose)
	if n == nil {
		h.t.Fatalf("%s has no letter of purpose %s", who, purpose)
	}
	l := h.Letter(who, words)
	ref := notice.RefOf(n)
	l.Ref, l.Trust = &ref, model.TrustUnproved
	return l
}

// Take decides about a letter.
func (h *House) Take(l *desk.Letter) Answer {
	h.t.Helper()
	note := letter.NewLetterNote(l)
	err := h.World.Play(h.t.Context(), &h.Rules, model.Cause{Kind: model.CauseLetter, Now: h.Now, Letter: note}, 0, func(w *world.Tx) { letter.TakeLetter(w, l) })
	if err != nil {
		h.t.Fatalf("%q: %v", l.Kept, err)
	}
	a := Answer{State: note.State, Why: note.Why}
	for _, n := range h.World.Notices {
		if n.Key == fmt.Sprintf("receipt:%x", l.Hash) {
			a.Receipt = &notice.Receipt{}
			h.read(n.Params, a.Receipt)
		}
	}
	return a
}

// Write has somebody write to the house, and Answer answer its last letter of a purpose to them.
func (h *House) Write(who, words string) Answer {
	h.t.Helper()
	return h.Take(h.Letter(who, words))
}

// Answer is as Write, to the last letter of a purpose.
func (h *House) Answer(who, purpose, words string) Answer {
	h.t.Helper()
	return h.Take(h.Reply(who, purpose, words))
}

// Do carries out a command that is no letter, at a match or, with 0, at none.
func (h *House) Do(match int64, decide func(*world.Tx)) {
	h.t.Helper()
	if err := h.World.Play(h.t.Context(), &h.Rules, model.Cause{Kind: model.CauseClock, Now: h.Now}, match, decide); err != nil {
		h.t.Fatal(err)
	}
}

// Falls carries out what is due of a kind by now in the matches, and returns how many rows there were.
func (h *House) Falls(kind model.DueKind, do func(*table.Table, model.Due)) (n int) {
	h.t.Helper()
	due, err := h.World.Sweep(h.t.Context(), h.Now, len(h.World.Due))
	if err != nil {
		h.t.Fatal(err)
	}
	for _, d := range due {
		if d.What != kind {
			continue
		}
		n++
		h.Do(d.ID, func(w *world.Tx) {
			if w.TakeDue(d) {
				do(table.LoadTable(w, d.ID), d)
			}
		})
	}
	return n
}

// Mail returns the last letter of a purpose that was queued for somebody; nil if there is none.
func (h *House) Mail(who, purpose string) *model.Notice {
	address := strings.ToLower(who) + "@example.org"
	for _, n := range slices.Backward(h.World.Notices) {
		to := n.Address
		if to == "" {
			to = h.World.FirstAddress(n.Player)
		}
		if to == address && string(n.Purpose) == purpose {
			return &n
		}
	}
	return nil
}

// Note returns the last note that somebody was sent.
func (h *House) Note(who string) (note notice.Note) {
	h.t.Helper()
	if n := h.Mail(who, string(model.PurposeNote)); n != nil {
		h.read(n.Params, &note)
	}
	return note
}

func (h *House) read(data json.RawMessage, into any) {
	h.t.Helper()
	if err := json.Unmarshal(data, into); err != nil {
		h.t.Fatal(err)
	}
}

// Open has Ana open a match of a game, with settings, for some guests, who say yes. It returns the match.
func (h *House) Open(game, settings string, guests ...string) int64 {
	h.t.Helper()
	with := engine.MapList(guests, func(name string) string { return strings.ToLower(name) + "@example.org" })
	order := "new " + game + " " + settings
	if len(with) > 0 {
		order = "new " + game + " with " + strings.Join(with, ", ") + " " + settings
	}
	if a := h.Write("Ana", order); a.State != model.LetterApply {
		h.t.Fatalf("%s: %v", order, a)
	}
	for _, name := range guests {
		if a := h.Answer(name, "invite", "yes"); a.State != model.LetterApply {
			h.t.Fatalf("%s: %v", name, a)
		}
	}
	return h.World.Last["matches"]
}

// Table returns a match as it stands.
func (h *House) Table(match int64) *memory.Match { return h.World.Matches[match] }

// Seat returns somebody's seat in a match.
func (h *House) Seat(match int64, name string) *model.Seat {
	h.t.Helper()
	for i := range h.World.Matches[match].Seats {
		if s := &h.World.Matches[match].Seats[i]; s.Name == name {
			return s
		}
	}
	h.t.Fatalf("nobody is called %s in match %d", name, match)
	return nil
}

// Mover returns the name of whose turn it is in a match, and a move that is legal then.
func (h *House) Mover(match int64) (name, move string) {
	h.t.Helper()
	m := h.World.Matches[match].Match
	if len(m.ToMove()) == 0 {
		h.t.Fatalf("nobody is to move in match %d", match)
	}
	name = m.ToMove()[0]
	return name, m.State().Legal(name)[0]
}

// Events lists the kinds of the facts of a match after one.
func (h *House) Events(match int64, since int) string {
	return strings.Join(engine.MapList(h.World.Matches[match].Facts[since:], func(f engine.Fact) string { return f.Event.Kind() }), " ")
}

var step = regexp.MustCompile(`^(\w+)(?:\((\w+)\))?> (.*)$`)

// Says has somebody write, "Ana> pause", or answer their last letter of a purpose, "Bo(turn)> 3 C5", and compares what
// becomes of it with what is wanted, as String writes it.
func (h *House) Says(text, want string) Answer {
	h.t.Helper()
	m := step.FindStringSubmatch(text)
	if m == nil {
		h.t.Fatalf("%q is no step", text)
	}
	var a Answer
	if m[2] == "" {
		a = h.Write(m[1], m[3])
	} else {
		a = h.Answer(m[1], m[2], m[3])
	}
	if got := a.String(); got != want {
		h.t.Errorf("%s\n got %s\nwant %s", text, got, want)
	}
	return a
}
