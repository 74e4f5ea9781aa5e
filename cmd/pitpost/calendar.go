package main

import (
	"net/http"

	"pitpost.example/mailer/letter"
	"pitpost.example/web"
)

// calendar are the feeds of deadlines.
func (st *station) calendar() http.Handler {
	c := &web.Calendar{DB: st.db, Words: st.words, Address: st.settings.Address, Now: st.now,
		Of: func(word string) (int64, uint32, bool) { return letter.CalendarOf(st.keys, word) }}
	return c.Handler()
}
