package app

import (
	"pitpost.example/mailer"
	"pitpost.example/mailer/hook"
	"pitpost.example/mailer/letter"
	"pitpost.example/mailer/send"
)

// post is what takes letters to the relay.
func (st *App) post(writer *letter.Writer) (*send.Outbox, error) {
	signer, err := st.Settings.Signer()
	if err != nil {
		return nil, err
	}
	p := &send.Outbox{DB: st.DB, Presence: st.leader.Presence, Writer: mailer.Writer{Letters: writer}, Keys: st.Keys, Address: st.Settings.Address, Relay: st.relay, Log: st.Log, Now: st.Now, LimitADay: st.Settings.SendLimit, Unsent: st.House.Unsent,
		Signer: signer, PlainReturn: st.Settings.ReturnPath == "plain", Struck: st.House.MailFails,
		Pinger: hook.NewPinger(st.Settings.PingLocal == "on"), Haste: st.House.Haste}
	if st.Settings.DomainRate > 0 {
		p.Pace = send.NewPace(st.Settings.DomainRate)
	}
	return p, nil
}
