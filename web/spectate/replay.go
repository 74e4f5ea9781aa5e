package spectate

import (
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"pitpost.example/db/lookup"
	"pitpost.example/engine"
	"pitpost.example/engine/record"
	"pitpost.example/model"
	"pitpost.example/web/browser"
)

// replay is a finished match, step by step, with all secrets open.
type replay struct {
	Sprites []string `json:"sprites"` // SVG, by number
	Steps   []step   `json:"steps"`

	numbers map[string]int // the number of each sprite in Sprites, so that each is drawn once
	data    []byte         // the whole replay as JSON
}

// step is one command with what followed from it, and the position after it.
type step struct {
	N      int      `json:"n"`            // number of its first event, as in the record
	At     string   `json:"at,omitempty"` // the time as text, UTC
	Lines  []string `json:"lines"`
	Width  int      `json:"width"` // of the picture; 0 before the match begins
	Height int      `json:"height"`
	Uses   [][3]int `json:"uses"` // sprites in the order in which they are drawn: number, x and y
	Ground string   `json:"ground,omitempty"`
	Alt    string   `json:"alt"`
	Seats  []holds  `json:"seats"`
}

// holds is what a seat has and knows after a step.
type holds struct {
	Seat string   `json:"seat"`
	You  []string `json:"you"`
	Hand []string `json:"hand"`
}

// maxReplays is how many replays are cached.
const maxReplays = 32

// replayOf returns the replay of the match in the path. It refuses a match that is not public, still runs or
// never began. Only one replay is made at a time, so that many readers of one match cost no more than one.
func (p *Pages) replayOf(r *http.Request, lang string) (*model.Table, *replay, error) {
	t, err := p.open(r, browser.NewRefusal(http.StatusNotFound, "page.no-match"))
	switch {
	case err != nil:
		return nil, nil, err
	case !t.Row.Phase.Ended():
		return nil, nil, browser.NewRefusal(http.StatusNotFound, "replay.running")
	case !slices.ContainsFunc(t.Match.Facts(), func(f engine.Fact) bool { return f.Event.Kind() == "match.started" }):
		return nil, nil, browser.NewRefusal(http.StatusNotFound, "page.not-begun")
	}
	p.replayMu.Lock()
	defer p.replayMu.Unlock()
	name := fmt.Sprintf("%d %d %s", t.Row.ID, t.Row.Seq, lang)
	if found, ok := p.replays.Get(name); ok {
		return t, found, nil
	}
	facts, err := lookup.FillSpokenWords(r.Context(), p.House.DB, t.Match.Facts())
	if err != nil {
		return nil, nil, err
	}
	found := p.tell(t, facts, lang)
	p.replays.Add(name, found)
	return t, found, nil
}

// tell replays the match and returns its steps.
func (p *Pages) tell(t *model.Table, facts []engine.Fact, lang string) *replay {
	print := p.Words.Printer(lang, time.UTC).Of(t.Row.Game, t.Row.Edition).Print
	m := engine.OpenMatch(t.Match.Game, t.Match.Setup, t.Row.Seed)
	telling := record.CollectTelling(m, facts, t.Match.Names())
	r := &replay{numbers: map[string]int{}}
	var now step
	for i, f := range facts {
		if i == 0 || record.BeginsEvent(m, f) && m.State() != nil {
			r.addStep(now, m, print)
			now = step{N: i + 1}
			if !f.At.IsZero() {
				now.At = print(engine.Say("replay.at", "at", engine.FormatMoment(f.At)))
			}
		}
		m.Apply(f)
		now.addLines(f, telling, t.Match.Names(), print)
	}
	r.addStep(now, m, print)
	r.data, _ = json.Marshal(r) // numbers and strings only, so it cannot fail
	return r
}

// addLines adds the lines about a fact: those to everybody, then those to single seats. The words of whispers
// are left out.
func (s *step) addLines(f engine.Fact, telling record.Telling, names []string, print func(engine.Phrase) string) {
	if said, ok := f.Event.(engine.Said); ok {
		if len(said.To) == 0 && said.Words != "" { // deleted words are not shown
			s.Lines = append(s.Lines, print(engine.Say("match.said", "name", engine.SpeakerName(said.By), "words", said.Words)))
		}
		return
	}
	if f.Event.Kind() == "match.planned" {
		return
	}
	s.Lines = append(s.Lines, engine.MapList(telling.To("", f.Seq), print)...)
	if engine.DealsRound(f) {
		return // what each seat holds is listed in Seats
	}
	for _, name := range names {
		for _, p := range telling.Alone(name, f.Seq) {
			s.Lines = append(s.Lines, print(engine.Say("replay.alone", "name", name, "line", p)))
		}
	}
}

// addStep adds a step with the position at its end and what each seat holds. A step without lines is left out.
func (r *replay) addStep(s step, m *engine.Match, print func(engine.Phrase) string) {
	if len(s.Lines) == 0 {
		return
	}
	if state := m.State(); state != nil {
		v := state.View("")
		scene := v.Scene
		if open, ok := state.(engine.Unsealed); ok {
			scene = open.Unsealed()
		}
		s.Width, s.Height, s.Ground = scene.Width, scene.Height, string(scene.Ground)
		s.Uses = engine.MapList(scene.Sprites, func(one engine.Sprite) [3]int { return [3]int{r.sprite(one), one.X, one.Y} })
		s.Alt = strings.Join(engine.MapList(v.Alt, print), " ")
		for _, name := range m.Names() {
			own := state.View(name)
			s.Seats = append(s.Seats, holds{Seat: name, You: engine.MapList(own.You, print),
				Hand: engine.MapList(own.Hand, func(c engine.HandCard) string { return print(c.Name) })})
		}
	}
	r.Steps = append(r.Steps, s)
}

// sprite returns the number of a sprite, which it draws at first use.
// Colours are classes, to which the style sheet gives colours.
func (r *replay) sprite(s engine.Sprite) int {
	key := fmt.Sprintf("%s %d %d", s.Key, s.Width, s.Height)
	if _, known := r.numbers[key]; !known {
		r.numbers[key] = len(r.Sprites)
		r.Sprites = append(r.Sprites, string(drawing("shapes", s.Shapes)))
	}
	return r.numbers[key]
}

// board returns the picture of a step.
func (r *replay) board(s step) template.HTML {
	var used []int
	for _, u := range s.Uses {
		if !slices.Contains(used, u[0]) {
			used = append(used, u[0])
		}
	}
	return drawing("board", struct {
		step
		Used    []int
		Sprites []string
	}{s, used, r.Sprites})
}

// replay shows one step of a finished match. A script changes steps from there on.
func (p *Pages) replay(w http.ResponseWriter, r *http.Request) error {
	f := p.frame(r)
	t, all, err := p.replayOf(r, f.Lang)
	if err != nil {
		return err
	}
	at, _ := strconv.Atoi(r.URL.Query().Get("step")) // 0 if it is no number, so the first step
	at = min(max(at, 1), len(all.Steps))
	id := strconv.FormatInt(t.Row.ID, 10)
	f.Title = f.Say("replay.title", "match", int(t.Row.ID), "game", engine.Say(t.Row.Game+".title"))
	f.Script = "/replay.js"
	f.Links = []link{{Text: f.Say("replay.last-board"), Link: "/m/" + id}, {Text: f.Say("replay.record"), Link: "/api/v1/matches/" + id + "/record"}}
	page := replayPage{frame: f, Data: "/m/" + id + "/replay.json", At: at, Most: len(all.Steps), Back: max(at-1, 1), On: min(at+1, len(all.Steps))}
	if at > 0 {
		page.Step = all.Steps[at-1]
		page.Board = all.board(page.Step)
	}
	return p.show(w, http.StatusOK, "replay.html", page)
}

type replayPage struct {
	frame
	Data               string
	At, Most, Back, On int
	Step               step
	Board              template.HTML
}

// replayData answers with the whole replay as JSON, for the script.
func (p *Pages) replayData(w http.ResponseWriter, r *http.Request) error {
	_, all, err := p.replayOf(r, browser.PreferredLanguage(r))
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(all.data)
	return nil
}
