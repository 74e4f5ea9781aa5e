package letter

import (
	"fmt"
	"strings"

	"pitpost.example/house"
	"pitpost.example/mailer/picture"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
	"pitpost.example/token"
)

// compose prints the sections as text and HTML and packs the mail. Everything
// in it follows from the notice and the log, so it is the same on every try.
func (s *builder) compose() ([]byte, error) {
	_, domain, _ := strings.Cut(s.Address, "@")
	m := render.Message{From: render.Address{Name: s.from(), Addr: s.Address}, To: render.Address{Addr: s.address}, ReplyTo: s.replyTo, Subject: s.subject,
		MessageID: s.n.MessageID, Date: s.n.QueuedAt, AutoSubmitted: "auto-generated", Mark: s.Keys.Mark(s.n.ID), Attach: s.attach}
	if s.player != nil {
		m.To.Name = "" // only the address is sure to be theirs
	}
	if s.n.Purpose == model.PurposeReceipt {
		m.AutoSubmitted = "auto-replied"
	}
	switch {
	case s.answers != "" && s.root != "":
		m.InReplyTo, m.References = s.answers, []string{s.root, s.answers}
	case s.answers != "":
		m.InReplyTo, m.References = s.answers, []string{s.answers}
	case s.root != "":
		m.InReplyTo, m.References = s.root, []string{s.root}
	}
	s.unsubscribe(&m)
	m.Text = render.Text(s.sections, s.foot, s.escaper())
	if s.player != nil && s.player.Settings.Format == model.FormatText {
		return render.Compose(m)
	}
	p := render.Page{Lang: s.lang, Preview: s.preview(), Title: s.subject, Sections: s.sections, Foot: s.foot}
	if s.picture != nil {
		png, err := picture.Paint(*s.picture, s.boardScale())
		if err != nil {
			return nil, fmt.Errorf("picture: %w", err)
		}
		p.CID = fmt.Sprintf("board-%s@%s", s.Keys.Hide("picture", s.n.ID), domain)
		m.Inline = []render.Part{{CID: p.CID, Type: "image/png", Name: "board.png", Data: png}}
	}
	m.HTML = render.HTML(&p)
	return render.Compose(m)
}

// from is the same for all letters of a match.
func (s *builder) from() string {
	if s.table == nil {
		return "Pitpost"
	}
	for _, other := range s.table.Seats {
		if other.No == s.table.Row.Host {
			return s.say("mail.from", "game", s.title(), "name", other.Name)
		}
	}
	return s.title()
}

func (s *builder) title() string { return s.say(s.table.Row.Game + ".title") }

// unsubscribe offers to stop the mail of this match, by letter, and by one
// click where there are pages; to somebody invited, to be asked never again.
func (s *builder) unsubscribe(m *render.Message) {
	if s.n.Purpose == model.PurposeWatch {
		s.unwatch(m)
		return
	}
	if s.n.Purpose == model.PurposeOffer {
		s.offerStops(m)
		return
	}
	if s.n.Purpose == model.PurposeStandings {
		s.unstand(m)
		return
	}
	if s.table == nil || s.seat == nil {
		return
	}
	local, domain, _ := strings.Cut(s.Address, "@")
	t := s.Keys.Mint(token.Token{Match: s.table.Row.ID, Seat: s.seat.No, Purpose: byte(house.ForStop), Step: s.n.Player})
	word := "stop"
	if s.n.Purpose == model.PurposeInvite {
		word = "block" // declines this one too
	}
	m.UnsubscribeMail = fmt.Sprintf("mailto:%s+%s@%s?subject=%s", local, t, domain, word)
	if s.PublicURL != "" {
		m.UnsubscribeURL = strings.TrimSuffix(s.PublicURL, "/") + "/stop/" + t
	}
}

// preview is what mail programs show beside the subject: it holds no secret.
func (s *builder) preview() string {
	if s.n.Purpose == model.PurposeTurn || s.n.Purpose == model.PurposeRemind || s.n.Purpose == model.PurposeNudge {
		return s.say("mail.preview-turn")
	}
	return s.say("mail.preview")
}
