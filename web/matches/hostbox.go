package matches

import (
	"net/http"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house"
	"pitpost.example/house/letter"
	"pitpost.example/model"
)

// hostBox is what a host may do on the page of their seat: forms that work without a script.
type hostBox struct {
	Path  string
	Open  bool // something was just done in it
	Forms []hostForm
	// Ask is what a host is asked before an act that cannot be undone, Line what they asked
	// for; "" for nothing.
	Ask, Line string
}

// hostForm is one form: fields, and a button for each act.
type hostForm struct {
	Legend string
	Fields []hostField
	Acts   []string
}

// hostField is a choice where it has options, else a line to write in.
type hostField struct {
	Name, Label, Type string
	Value             string
	Options           []hostOption
}

type hostOption struct{ Value, Text string }

// The phases of a match in which a host has forms.
var (
	lobby   = []model.Phase{model.PhaseLobby}
	running = []model.Phase{model.PhaseRunning}
	paused  = []model.Phase{model.PhasePaused}
	begun   = slices.Concat(running, paused)
	always  = slices.Concat(lobby, begun)
)

// hostForms are the forms of the box, in their order. One that only chooses a seat stands there where
// there is one to choose.
var hostForms = []struct {
	phases []model.Phase
	legend string // a key, "" for none
	seats  []model.SeatState
	words  hostField // its label a key, "" for none
	acts   []string
}{
	{phases: lobby, legend: "acts.lobby", acts: []string{"start", "fill", "open"}},
	{phases: lobby, legend: "acts.invite", words: hostField{Label: "acts.addresses", Type: "text"}, acts: []string{"invite"}},
	{phases: lobby, seats: []model.SeatState{model.SeatInvited}, acts: []string{"resend", "uninvite"}},
	{phases: lobby, legend: "acts.seats", seats: []model.SeatState{model.SeatJoined}, acts: []string{"kick", "host"}},
	{phases: lobby, legend: "acts.note", words: hostField{Label: "acts.words", Type: "text"}, acts: []string{"note"}},
	{phases: running, legend: "acts.clock", acts: []string{"pause"}},
	{phases: paused, legend: "acts.clock", acts: []string{"resume"}},
	{phases: running, words: hostField{Label: "acts.extend", Options: []hostOption{{Value: "12h"}, {Value: "24h"}, {Value: "48h"}, {Value: "72h"}, {Value: "7d"}}}, acts: []string{"extend"}},
	{phases: running, legend: "acts.seats", seats: []model.SeatState{model.SeatJoined}, acts: []string{"force", "kick", "mute", "unmute", "host"}},
	{phases: paused, legend: "acts.seats", seats: []model.SeatState{model.SeatJoined}, acts: []string{"kick", "mute", "unmute", "host"}},
	{phases: begun, legend: "acts.replace", seats: []model.SeatState{model.SeatJoined, model.SeatBot}, words: hostField{Label: "acts.address", Type: "email"}, acts: []string{"replace"}},
	{phases: begun, legend: "acts.rewind", words: hostField{Label: "acts.moves", Type: "number", Value: "1"}, acts: []string{"rewind"}},
	{phases: begun, legend: "acts.announce", words: hostField{Label: "acts.words", Type: "text"}, acts: []string{"announce"}},
	{phases: always, legend: "acts.block", words: hostField{Label: "acts.address", Type: "text"}, acts: []string{"block", "unblock"}},
	{phases: always, legend: "acts.fairplay", acts: []string{"fairplay"}},
	{phases: always, legend: "acts.abort", words: hostField{Label: "acts.why", Type: "text"}, acts: []string{"abort"}},
}

// spans are how many hours the options of a time mean.
var spans = map[string]int{"12h": 12, "24h": 24, "48h": 48, "72h": 72, "7d": 168}

// hostBox is the box for a seat; nil for one that is not the host's, or a match that is over.
func (m *Pages) hostBox(p *matchPage, s *sitting) *hostBox {
	row := s.table.Row
	if s.seat.No != row.Host || !slices.Contains(always, row.Phase) {
		return nil
	}
	b := &hostBox{Path: seatPath(row.ID) + "/host"}
	for _, f := range hostForms {
		if !slices.Contains(f.phases, row.Phase) {
			continue
		}
		form := hostForm{Legend: f.legend, Acts: f.acts}
		if f.legend != "" {
			form.Legend = p.Say(f.legend)
		}
		if f.seats != nil {
			seat := hostField{Name: "seat", Label: p.Say("acts.seat")}
			for _, other := range s.table.Seats { // but for the host's own
				if slices.Contains(f.seats, other.State) && other.No != s.seat.No {
					seat.Options = append(seat.Options, hostOption{other.Name, other.Name})
				}
			}
			if seat.Options == nil && f.words.Label == "" {
				continue
			}
			form.Fields = append(form.Fields, seat)
		}
		if words := f.words; words.Label != "" {
			words.Name, words.Label, words.Options = "words", p.Say(words.Label), slices.Clone(words.Options)
			for i, o := range words.Options {
				words.Options[i].Text = p.Say("acts.span", "in", spans[o.Value]*3600)
			}
			form.Fields = append(form.Fields, words)
		}
		b.Forms = append(b.Forms, form)
	}
	return b
}

// hostLines are what letters say for the acts that take more than their own word.
var hostLines = map[string]string{
	"force": "force SEAT", "kick": "kick SEAT", "mute": "mute SEAT", "unmute": "mute SEAT off", "host": "host SEAT",
	"resend": "resend SEAT", "uninvite": "uninvite SEAT", "replace": "replace SEAT with WORDS",
	"extend": "extend WORDS", "rewind": "rewind WORDS", "announce": "announce WORDS", "abort": "abort WORDS",
	"block": "block WORDS", "unblock": "block WORDS off", "invite": "invite WORDS", "note": "note WORDS", "fill": "fill 1",
}

// hostLine is what a form of the box asks for, as a letter would have it.
func hostLine(act, seat, words string) string {
	line, more := hostLines[act]
	if !more {
		return strings.TrimSpace(act)
	}
	words = strings.Join(strings.Fields(words), " ")
	return strings.TrimSpace(strings.NewReplacer("SEAT", seat, "WORDS", words).Replace(line))
}

// host carries out what a form of the box asks for.
func (m *Pages) host(w http.ResponseWriter, r *http.Request, s *sitting) error {
	if s.seat.No != s.table.Row.Host || r.PostFormValue("once") == "" {
		return m.seatPage(w, r, s, http.StatusForbidden, func(p *matchPage) { p.Wrong = p.Say("acts.not-host") })
	}
	if r.PostFormValue("act") == "not" {
		return m.seat(w, r, s)
	}
	line, sure := r.PostFormValue("line"), r.PostFormValue("act") == "sure"
	if !sure {
		line = hostLine(r.PostFormValue("act"), r.PostFormValue("seat"), r.PostFormValue("words"))
	}
	said, err := m.House.HostAct(r.Context(), house.HostWords{Player: s.player.ID, Match: s.table.Row.ID, Line: line, Sure: sure,
		Once: r.PostFormValue("once"), Now: m.Now()})
	if err != nil {
		return err
	}
	return m.again(w, r, func(p *matchPage) { p.hosted(said) })
}

// hosted says on a page what came of a host's act.
func (p *matchPage) hosted(said *letter.Said) {
	lines := engine.Each(said.Lines, p.print)
	if p.Host != nil {
		p.Host.Open = true
	}
	switch {
	case said.Asks != "" && p.Host != nil:
		p.Host.Ask, p.Host.Line = strings.Join(lines, " "), said.Asks
	case said.Done:
		p.Result = lines
	default:
		p.Wrong = strings.Join(lines, " ")
	}
}
