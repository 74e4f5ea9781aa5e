package letter

import (
	"fmt"
	"slices"
	"strings"

	"pitpost.example/mailer/picture"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
	"pitpost.example/token"
)

// compose prints the sections as text and HTML and returns the mail. It only depends on the notice and the
// log, so every try gives the same bytes.
func (s *builder) compose() ([]byte, error) {
	if s.err != nil {
		return nil, s.err
	}
	_, domain, _ := strings.Cut(s.w.Address, "@")
	m := render.Message{From: render.Address{Name: s.from(), Addr: s.w.Address}, To: render.Address{Addr: s.address}, ReplyTo: render.Address{Name: answersTo(s), Addr: s.replyTo}, Lang: s.lang, Subject: s.subject,
		MessageID: s.n.MessageID, Date: s.n.QueuedAt, AutoSubmitted: "auto-generated", Mark: s.w.Keys.Mark(s.n.ID), Attach: s.attach}
	if s.n.Purpose == model.PurposeReceipt || s.answers != "" {
		m.AutoSubmitted = "auto-replied"
	}
	for _, id := range append(slices.Clone(s.chain), s.root, s.answers) {
		if id != "" && !slices.Contains(m.References, id) {
			m.InReplyTo, m.References = id, append(m.References, id)
		}
	}
	unsubscribe(s, &m)
	m.Text = render.PrintText(s.sections, s.foot)
	if s.player != nil && s.player.Settings.Format == model.FormatText {
		return render.ComposeMessage(m)
	}
	p := render.Page{Lang: s.lang, Title: s.subject, Sections: s.sections, Foot: s.foot}
	p.CID = fmt.Sprintf("-%s@%s", s.w.Keys.Hide("picture", s.n.ID), domain)
	scale := picture.Scale
	if slices.ContainsFunc(s.attach, func(p render.Part) bool { return p.Type == keepsakeType }) {
		scale = 1 // the keepsake shows the same board, and the letter stays small
	}
	for _, d := range s.pictures {
		png, err := picture.PaintScene(d.scene, scale, d.over...)
		if err != nil {
			return nil, fmt.Errorf("picture: %w", err)
		}
		m.Inline = append(m.Inline, render.Part{CID: d.name + p.CID, Type: "image/png", Name: d.name + ".png", Data: png})
	}
	m.HTML = render.HTML(&p)
	return render.ComposeMessage(m)
}

// answersTo returns the name that goes with the reply address.
func answersTo(s *builder) string {
	if s.table == nil {
		return "Pitpost"
	}
	return fmt.Sprintf("%s #%d", s.title(), s.table.Row.ID)
}

// from returns the sender's name, which is the same for all letters of a match.
func (s *builder) from() string {
	if s.table == nil {
		return "Pitpost"
	}
	if host := s.table.HostName(); host != "" {
		return s.say("mail.from", "game", s.title(), "name", host)
	}
	return s.title()
}

func (s *builder) title() string { return s.say(s.table.Row.Game + ".title") }

// unsubscribe sets how to stop letters like this one: by letter, and if there are web pages, by one click
// where a click is enough. An invited person can block all further invitations.
func unsubscribe(s *builder, m *render.Message) {
	stop := token.Token{Match: s.n.Match, Seat: noSeat, Purpose: byte(model.ForStop), Step: s.n.Player}
	word := "stop"
	switch {
	case toReferee(s):
	case s.n.Purpose == model.PurposeWatch:
		word = "watch%20off"
	case s.n.Purpose == model.PurposeOffer:
		m.UnsubscribeMail = "mailto:" + s.replyTo + "?subject=" + offerStop(s)
		return
	case s.n.Purpose == model.PurposeStandings:
		m.UnsubscribeMail = "mailto:" + s.tokened(token.Token{Purpose: byte(model.ForAnybody), Step: s.n.Player}) + "?subject=standings%20off"
		return
	case s.table == nil || s.seat == nil:
		return
	case s.n.Purpose == model.PurposeInvite:
		stop.Seat, word = s.seat.No, "block" // also declines this invitation
	default:
		stop.Seat = s.seat.No
	}
	m.UnsubscribeMail = "mailto:" + s.tokened(stop) + "?subject=" + word
	if s.w.PublicURL != "" {
		m.UnsubscribeURL = s.page("/stop/" + s.w.Keys.Mint(stop))
	}
}

// noSeat is the seat in a token of somebody who has none.
const noSeat = -1

// tokened returns our address with a token in it.
func (s *builder) tokened(t token.Token) string {
	return token.ReplyAddress(s.w.Address, s.w.Keys.Mint(t))
}
