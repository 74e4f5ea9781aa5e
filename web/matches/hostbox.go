package matches

import (
	"net/http"
	"slices"
	"strings"

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
	Legend  string
	Fields  []hostField
	Buttons []hostButton
}

// hostField is a choice where it has options, else a line to write in.
type hostField struct {
	Name, Label, Type string
	Value             string
	Options           []hostOption
}

type hostOption struct{ Value, Text string }

type hostButton struct{ Act, Text string }

// hostBox is the box for a seat; nil for one that is not the host's, or a match that is over.
func (m *Pages) hostBox(p *matchPage, s *sitting) *hostBox {
	t := s.table
	if s.seat.No != t.Row.Host {
		return nil
	}
	b := &hostBox{Path: seatPath(t.Row.ID) + "/host"}
	switch t.Row.Phase {
	case model.PhaseLobby:
		b.Forms = lobbyForms(p, t, s.seat)
	case model.PhaseRunning, model.PhasePaused:
		b.Forms = playForms(p, t, s.seat)
	default:
		return nil
	}
	b.Forms = append(b.Forms,
		hostForm{p.say("acts.block"), []hostField{{Name: "words", Label: p.say("acts.address"), Type: "text"}}, buttons(p, "block", "unblock")},
		hostForm{p.say("acts.fairplay"), nil, buttons(p, "fairplay")},
		hostForm{p.say("acts.abort"), []hostField{{Name: "words", Label: p.say("acts.why"), Type: "text"}}, buttons(p, "abort")})
	return b
}

// playForms are for a match that has begun.
func playForms(p *matchPage, t *model.Table, own *model.Seat) []hostForm {
	clock := "pause"
	if t.Row.Phase == model.PhasePaused {
		clock = "resume"
	}
	forms := []hostForm{{p.say("acts.clock"), nil, buttons(p, clock)}}
	if t.Row.Phase == model.PhaseRunning {
		span := hostField{Name: "words", Label: p.say("acts.extend")}
		for _, o := range []struct {
			text  string
			hours int
		}{{"12h", 12}, {"24h", 24}, {"48h", 48}, {"72h", 72}, {"7d", 168}} {
			span.Options = append(span.Options, hostOption{o.text, p.say("acts.span", "in", o.hours*3600)})
		}
		forms = append(forms, hostForm{"", []hostField{span}, buttons(p, "extend")})
	}
	if people := seatField(p, t, own, model.SeatJoined); len(people.Options) > 0 {
		acts := []string{"force", "kick", "mute", "unmute", "host"}
		if t.Row.Phase != model.PhaseRunning {
			acts = acts[1:]
		}
		forms = append(forms, hostForm{p.say("acts.seats"), []hostField{people}, buttons(p, acts...)})
	}
	return append(forms,
		hostForm{p.say("acts.replace"), []hostField{seatField(p, t, own, model.SeatJoined, model.SeatBot), {Name: "words", Label: p.say("acts.address"), Type: "email"}}, buttons(p, "replace")},
		hostForm{p.say("acts.rewind"), []hostField{{Name: "words", Label: p.say("acts.moves"), Type: "number", Value: "1"}}, buttons(p, "rewind")},
		hostForm{p.say("acts.announce"), []hostField{{Name: "words", Label: p.say("acts.words"), Type: "text"}}, buttons(p, "announce")})
}

// lobbyForms are for a match that waits for its players.
func lobbyForms(p *matchPage, t *model.Table, own *model.Seat) []hostForm {
	forms := []hostForm{
		{p.say("acts.lobby"), nil, buttons(p, "start", "fill", "open")},
		{p.say("acts.invite"), []hostField{{Name: "words", Label: p.say("acts.addresses"), Type: "text"}}, buttons(p, "invite")},
	}
	if guests := seatField(p, t, own, model.SeatInvited); len(guests.Options) > 0 {
		forms = append(forms, hostForm{"", []hostField{guests}, buttons(p, "resend", "uninvite")})
	}
	if people := seatField(p, t, own, model.SeatJoined); len(people.Options) > 0 {
		forms = append(forms, hostForm{p.say("acts.seats"), []hostField{people}, buttons(p, "kick", "host")})
	}
	return append(forms, hostForm{p.say("acts.note"), []hostField{{Name: "words", Label: p.say("acts.words"), Type: "text"}}, buttons(p, "note")})
}

// seatField chooses one of the seats in those states, but for the host's own.
func seatField(p *matchPage, t *model.Table, own *model.Seat, states ...model.SeatState) hostField {
	f := hostField{Name: "seat", Label: p.say("acts.seat")}
	for _, s := range t.Seats {
		if slices.Contains(states, s.State) && s.No != own.No {
			f.Options = append(f.Options, hostOption{s.Name, s.Name})
		}
	}
	return f
}

func buttons(p *matchPage, acts ...string) []hostButton {
	out := make([]hostButton, len(acts))
	for i, act := range acts {
		out[i] = hostButton{act, p.say("acts.do-" + act)}
	}
	return out
}

// hostLine is what a form of the box asks for, as a letter would have it.
func hostLine(act, seat, words string) string {
	words = strings.Join(strings.Fields(words), " ")
	line := act
	switch act {
	case "force", "kick", "mute", "host", "resend", "uninvite":
		line = act + " " + seat
	case "unmute":
		line = "mute " + seat + " off"
	case "unblock":
		line = "block " + words + " off"
	case "replace":
		line = "replace " + seat + " with " + words
	case "fill":
		line = "fill 1"
	case "extend", "rewind", "announce", "abort", "block", "invite", "note":
		line = act + " " + words
	}
	return strings.TrimSpace(line)
}

// host carries out what a form of the box asks for.
func (m *Pages) host(w http.ResponseWriter, r *http.Request, s *sitting) error {
	if s.seat.No != s.table.Row.Host || r.PostFormValue("once") == "" {
		return m.seatPage(w, r, s, http.StatusForbidden, func(p *matchPage) { p.Wrong = p.say("acts.not-host") })
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
	return m.seated(func(w http.ResponseWriter, r *http.Request, s *sitting) error {
		return m.seatPage(w, r, s, http.StatusOK, func(p *matchPage) { p.hosted(said) })
	})(w, r)
}

// hosted says on a page what came of a host's act.
func (p *matchPage) hosted(said *letter.Said) {
	var lines []string
	for _, l := range said.Lines {
		lines = append(lines, p.print(l))
	}
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
