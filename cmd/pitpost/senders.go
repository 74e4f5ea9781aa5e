package main

import (
	"errors"

	"pitpost/inbox"
	"pitpost/inbox/auth"
)

// senders checks how senders are told from forgers.
func (s *settings) senders() error {
	switch {
	case s.SenderCheck == "own" && !s.broughtIn():
		return errors.New("SENDER_CHECK=own is for letters by LMTP or webhook: of a mailbox's, its server knows who brought them; set AUTHSERV_ID")
	case s.NameServer != "" && s.SenderCheck != "own":
		return errors.New("NAME_SERVER is for SENDER_CHECK=own: set that too, or leave it out")
	case s.NameServer != "":
		return endpoint("NAME_SERVER", s.NameServer, false)
	}
	return nil
}

// own is a receiver that also looks itself at letters of which no server of ours says
// anything, where that is set.
func (st *station) own(r *inbox.Receiver) *inbox.Receiver {
	if st.settings.SenderCheck == "own" {
		r.Evaluate = inbox.Evaluation(&auth.Checker{DNS: auth.ResolverAt(st.settings.NameServer), Now: st.now})
	}
	return r
}
