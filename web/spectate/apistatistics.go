package spectate

import "net/http"

// apiStatistics is GET /api/v1/statistics?game=G: the sums as they are kept.
func (p *Pages) apiStatistics(w http.ResponseWriter, r *http.Request) {
	book, edition, seats := p.chosen(r)
	game := book.Name()
	if asked := r.URL.Query().Get("game"); asked != "" && asked != game {
		apiSorry(w, http.StatusNotFound, "there is no such game here")
		return
	}
	rows, err := p.DB.Tallies(r.Context(), game)
	if err != nil {
		p.apiFailed(w, err)
		return
	}
	type sum struct {
		Edition string `json:"edition"`
		Seats   int    `json:"seats"`
		What    string `json:"what"`
		Key     string `json:"key"`
		N       int64  `json:"n"`
		Total   int64  `json:"total"`
	}
	out := struct {
		Game string `json:"game"`
		Sums []sum  `json:"sums"`
	}{game, []sum{}}
	for _, t := range (sums{rows}).of(edition, seats).rows {
		out.Sums = append(out.Sums, sum{t.Edition, t.Seats, t.What, t.Key, t.N, t.Total})
	}
	give(w, r, out)
}
