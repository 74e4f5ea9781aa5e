package main

import (
	"pitpost.example/mailer"
)

// post is what takes letters to the relay.
func (st *station) post(writer *mailer.Writer) (*mailer.Post, error) {
	signer, err := st.settings.Signer()
	if err != nil {
		return nil, err
	}
	p := &mailer.Post{DB: st.db, Writer: writer, Relay: st.relay, Log: st.log, Now: st.now, LimitADay: st.settings.SendLimit, Unsent: st.house.Unsent,
		Signer: signer, PlainReturn: st.settings.ReturnPath == "plain", Struck: st.house.MailFails,
		Pinger: mailer.NewPinger(st.settings.PingLocal == "on"), Haste: st.house.Haste}
	if st.settings.DomainRate > 0 {
		p.Pace = mailer.NewPace(st.settings.DomainRate)
	}
	return p, nil
}
