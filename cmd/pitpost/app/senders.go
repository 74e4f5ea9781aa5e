package app

import (
	"pitpost.example/inbox"
	"pitpost.example/inbox/auth"
)

// own is a receiver that also looks itself at letters of which no server of ours says
// anything, where that is set.
func (st *App) own(r *inbox.Receiver) *inbox.Receiver {
	if st.Settings.SenderCheck == "own" {
		r.Evaluate = inbox.Evaluation(&auth.Checker{DNS: auth.ResolverAt(st.Settings.NameServer), Now: st.Now})
	}
	return r
}
