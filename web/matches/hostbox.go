package matches

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/letter"
	"pitpost.example/model"
	"pitpost.example/server"
)

// hostBox is the part of a seat's page in which a host acts: forms that work without a script.
type hostBox struct {
	Path  string
	Open  bool // show it open, because the host has just used it
	Forms []hostForm
	// Ask is the question to the host before an act that cannot be undone, and Line the line that is waiting
	// for the answer; both are "" if nothing is asked.
	Ask, Line string
}

// hostForm is one form of the box, with its fields and a button for each act. Legend and Label are keys of texts.
type hostForm struct {
	phases []model.Phase
	Legend string            // "" for none
	Seats  []model.SeatState // states of the seats that can be chosen, nil if no seat is chosen
	Names  []string          // of those seats
	// Label names the field for words, which is a line to write in or a choice of Spans; "" if there is none.
	Label, Type, Value string
	Spans              []span
	Acts               []string
}

// span is a time that can be chosen: its value in a line, and the same in seconds.
type span struct {
	Value string
	In    int
}

// The phases of a match in which a host has forms.
var (
	lobby   = []model.Phase{model.PhaseLobby}
	running = []model.Phase{model.PhaseRunning}
	paused  = []model.Phase{model.PhasePaused}
	begun   = slices.Concat(running, paused)
	always  = slices.Concat(lobby, begun)
)

// hostForms lists the forms of the box in order. A form that only
// chooses a seat is left out if there is no seat to choose.
var hostForms = []hostForm{
	{phases: lobby, Legend: "acts.lobby", Acts: []string{"start", "fill", "open"}},
	{phases: lobby, Legend: "acts.invite", Label: "acts.addresses", Type: "text", Acts: []string{"invite"}},
	{phases: lobby, Seats: []model.SeatState{model.SeatInvited}, Acts: []string{"resend", "uninvite"}},
	{phases: lobby, Legend: "acts.seats", Seats: []model.SeatState{model.SeatJoined}, Acts: []string{"kick", "host"}},
	{phases: lobby, Legend: "acts.note", Label: "acts.words", Type: "text", Acts: []string{"note"}},
	{phases: running, Legend: "acts.clock", Acts: []string{"pause"}},
	{phases: paused, Legend: "acts.clock", Acts: []string{"resume"}},
	{phases: running, Label: "acts.extend", Acts: []string{"extend"},
		Spans: []span{{"12h", 12 * 3600}, {"24h", 24 * 3600}, {"48h", 48 * 3600}, {"72h", 72 * 3600}, {"7d", 168 * 3600}}},
	{phases: running, Legend: "acts.seats", Seats: []model.SeatState{model.SeatJoined}, Acts: []string{"force", "kick", "mute", "unmute", "host"}},
	{phases: paused, Legend: "acts.seats", Seats: []model.SeatState{model.SeatJoined}, Acts: []string{"kick", "mute", "unmute", "host"}},
	{phases: begun, Legend: "acts.replace", Seats: []model.SeatState{model.SeatJoined, model.SeatBot},
		Label: "acts.address", Type: "email", Acts: []string{"replace"}},
	{phases: begun, Legend: "acts.rewind", Label: "acts.moves", Type: "number", Value: "1", Acts: []string{"rewind"}},
	{phases: begun, Legend: "acts.announce", Label: "acts.words", Type: "text", Acts: []string{"announce"}},
	{phases: always, Legend: "acts.block", Label: "acts.address", Type: "text", Acts: []string{"block", "unblock"}},
	{phases: always, Legend: "acts.fairplay", Acts: []string{"fairplay"}},
	{phases: always, Legend: "acts.abort", Label: "acts.why", Type: "text", Acts: []string{"abort"}},
}

// hosts reports whether the match is the sitting player's as its host or its referee.
func (s *sitting) hosts() bool {
	if s.seat == nil {
		return s.table.Row.Referee == s.player.ID
	}
	return s.seat.No == s.table.Row.Host
}

// boxOf returns the box for a host or a referee, or nil for anybody else and if the match is over.
func boxOf(s *sitting) *hostBox {
	row := s.table.Row
	if !s.hosts() || !slices.Contains(always, row.Phase) {
		return nil
	}
	b := &hostBox{Path: seatPath(row.ID) + "/host"}
	for _, f := range hostForms {
		for _, other := range s.table.Seats { // except the host's own
			if slices.Contains(f.Seats, other.State) && other.No != row.Host {
				f.Names = append(f.Names, other.Name)
			}
		}
		if slices.Contains(f.phases, row.Phase) && (f.Seats == nil || f.Names != nil || f.Label != "") {
			b.Forms = append(b.Forms, f)
		}
	}
	return b
}

// hostLines has the line of a letter for each act whose line is not its word with the seat or the words behind it.
var hostLines = map[string]string{"fill": "fill 1", "unmute": "mute SEAT off", "unblock": "block WORDS off", "replace": "replace SEAT with WORDS"}

// hostLine returns the line of a letter for what a form asks. A form without a choice of seats or a field for words
// leaves them empty.
func hostLine(act, seat, words string) string {
	line := cmp.Or(hostLines[act], act+" SEAT WORDS")
	return strings.Join(strings.Fields(strings.NewReplacer("SEAT", seat, "WORDS", words).Replace(line)), " ")
}

// host carries out an act of the box.
func (m *Pages) host(w http.ResponseWriter, r *http.Request, s *sitting) error {
	if !s.hosts() || r.PostFormValue("once") == "" {
		return m.seatPage(w, r, s, http.StatusForbidden, func(p *matchPage) { p.Wrong = p.Say("acts.not-host") })
	}
	if r.PostFormValue("act") == "not" {
		return m.seat(w, r, s)
	}
	line, sure := r.PostFormValue("line"), r.PostFormValue("act") == "sure"
	if !sure {
		line = hostLine(r.PostFormValue("act"), r.PostFormValue("seat"), r.PostFormValue("words"))
	}
	said, err := m.House.HostAct(r.Context(), server.HostWords{Player: s.player.ID, Match: s.table.Row.ID, Line: line, Sure: sure,
		Once: r.PostFormValue("once"), Now: m.Now()})
	if err != nil {
		return err
	}
	return m.again(w, r, func(p *matchPage) { p.hosted(said) })
}

// hosted puts the result of a host's act on a page.
func (p *matchPage) hosted(said *letter.Said) {
	lines := engine.MapList(said.Lines, p.print)
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
