package app

import (
	"pitpost.example/mailer"
)

// post is what takes letters to the relay.
func (st *App) post(writer *mailer.Writer) (*mailer.Post, error) {
	signer, err := st.Settings.Signer()
	if err != nil {
		return nil, err
	}
	p := &mailer.Post{DB: st.DB, Writer: writer, Relay: st.relay, Log: st.Log, Now: st.Now, LimitADay: st.Settings.SendLimit, Unsent: st.House.Unsent,
		Signer: signer, PlainReturn: st.Settings.ReturnPath == "plain", Struck: st.House.MailFails,
		Pinger: mailer.NewPinger(st.Settings.PingLocal == "on"), Haste: st.House.Haste}
	if st.Settings.DomainRate > 0 {
		p.Pace = mailer.NewPace(st.Settings.DomainRate)
	}
	return p, nil
}
