package friends

import (
	"net/http"

	"pitpost.example/cmd/pitpost/pages"
	"pitpost.example/web/seatapi"
)

// Pages are the pages of matches, the door of programs, the calendars, the links to unsubscribe, and
// what anybody may look at, with letters written by the house's own writer.
func (m *Match) Pages() http.Handler {
	mux := http.NewServeMux()
	site := pages.Site{House: m.House, Writer: m.Out, Keys: m.Keys, Now: m.Now}
	site.Mount(mux)
	mux.Handle(seatapi.Path, site.Seats())
	mux.Handle("/calendar/", site.Calendar())
	mux.Handle("/stop/", site.Stop())
	return mux
}
