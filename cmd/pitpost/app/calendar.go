package app

import (
	"net/http"

	"pitpost.example/mailer"
	"pitpost.example/web"
)

// calendar are the feeds of deadlines.
func (st *App) Calendar() http.Handler {
	c := &web.Calendar{DB: st.DB, Words: st.Words, Address: st.Settings.Address, Now: st.Now,
		Of: func(word string) (int64, uint32, bool) { return mailer.CalendarOf(st.Keys, word) }}
	return c.Handler()
}
