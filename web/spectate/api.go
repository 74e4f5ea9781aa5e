package spectate

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"
	"strconv"

	"pitpost.example/db/league"
	"pitpost.example/db/lookup"
	"pitpost.example/engine"
	"pitpost.example/engine/record"
	"pitpost.example/engine/tally"
	"pitpost.example/model"
	"pitpost.example/web/browser"
)

// listed is how many matches one answer lists at most.
const listed = 100

// matchData is what anybody may know of a match. A running one has its public view, in the form that turn.json
// has for a seat; "legal" and "deadline" belong to a seat and are left out.
type matchData struct {
	Match      int64             `json:"match"`
	Game       string            `json:"game"`
	Edition    string            `json:"edition"`
	Options    map[string]string `json:"options"`
	Phase      model.Phase       `json:"phase"`
	Seats      []seatData        `json:"seats"`
	Commitment string            `json:"commitment"`
	Events     int               `json:"events"` // public ones so far
	Turn       int               `json:"turn,omitempty"`
	Awaited    []string          `json:"awaited,omitempty"`
	Started    string            `json:"started,omitempty"` // RFC 3339, UTC
	Ended      string            `json:"ended,omitempty"`
	View       any               `json:"view,omitempty"`
	Result     *resultData       `json:"result,omitempty"`
}

type seatData struct {
	Name string `json:"name"`
	Bot  bool   `json:"bot,omitempty"`
}

// resultData is an engine.Result by its names in JSON.
type resultData struct {
	Scores  map[string]int `json:"scores"`
	Winners []string       `json:"winners"`
}

// apiMatch answers GET /api/v1/matches/42.
func (p *Pages) apiMatch(r *http.Request) (any, error) {
	t, err := p.open(r, errClosed)
	if err != nil {
		return nil, err
	}
	return matchOf(t), nil
}

// apiMatches answers GET /api/v1/matches?after=N: public matches with a number above N, in order.
func (p *Pages) apiMatches(r *http.Request) (any, error) {
	after, err := after(r)
	if err != nil {
		return nil, err
	}
	rows, err := lookup.ListPublicMatches(r.Context(), p.House.DB, after, listed)
	if err != nil {
		return nil, err
	}
	out := struct {
		Matches []lookup.PublicMatch `json:"matches"`
		Next    int64                `json:"next,omitempty"` // the value of after for the next page
	}{Matches: rows}
	if len(rows) == listed {
		out.Next = rows[len(rows)-1].ID
	}
	return out, nil
}

// apiEvents answers GET /api/v1/matches/42/events?after=N: the public events after the Nth.
func (p *Pages) apiEvents(r *http.Request) (any, error) {
	t, err := p.open(r, errClosed)
	if err != nil {
		return nil, err
	}
	after, err := after(r)
	if err != nil {
		return nil, err
	}
	all := t.Match.PublicEvents() // counted from 1
	return struct {
		Match  int64                `json:"match"`
		Events []engine.PublicEvent `json:"events"`
	}{t.Row.ID, append([]engine.PublicEvent{}, all[min(after, int64(len(all))):]...)}, nil
}

// apiRecord answers GET /api/v1/matches/42/record: the whole record/1 file of a match that is over.
func (p *Pages) apiRecord(w http.ResponseWriter, r *http.Request) error {
	t, err := p.open(r, errClosed)
	if err != nil {
		return err
	}
	if !t.Row.Phase.Ended() {
		return browser.NewRefusal(http.StatusConflict, "this match still runs: its record is open once it is over; /events has what anybody may know")
	}
	log, err := lookup.ReadRecord(r.Context(), p.House.DB, t)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := record.WriteRecord(&b, log, record.Choice{Public: true}); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set("Content-Disposition", `attachment; filename="match-`+log.Match+`.jsonl"`)
	_, _ = w.Write(b.Bytes())
	return nil
}

// apiStatistics answers GET /api/v1/statistics?game=G: the sums as they are stored.
func (p *Pages) apiStatistics(r *http.Request) (any, error) {
	chosen := p.chosen(r)
	game := chosen.Game.Name()
	if asked := r.URL.Query().Get("game"); asked != "" && asked != game {
		return nil, browser.NewRefusal(http.StatusNotFound, "there is no such game here")
	}
	rows, err := league.SumTallies(r.Context(), p.House.DB, game)
	if err != nil {
		return nil, err
	}
	return struct {
		Game string     `json:"game"`
		Sums tally.Sums `json:"sums"`
	}{game, append(tally.Sums{}, rows.Of(chosen.Edition, chosen.Seats)...)}, nil
}

// matchOf returns what anybody may know of a match.
func matchOf(t *model.Table) matchData {
	out := matchData{Match: t.Row.ID, Game: t.Row.Game, Edition: t.Row.Edition, Options: t.Row.Options, Phase: t.Row.Phase,
		Seats: []seatData{}, Commitment: t.Match.Dice().Commitment(), Events: len(t.Match.PublicEvents())}
	for s := range t.In(model.SeatJoined, model.SeatBot, model.SeatLeft) {
		out.Seats = append(out.Seats, seatData{s.Name, s.State == model.SeatBot})
	}
	if out.Options == nil {
		out.Options = map[string]string{}
	}
	if t.Row.StartedAt != nil {
		out.Started = engine.FormatMoment(*t.Row.StartedAt)
	}
	if t.Row.EndedAt != nil {
		out.Ended = engine.FormatMoment(*t.Row.EndedAt)
	}
	state := t.Match.State()
	if state == nil {
		return out
	}
	v := state.View("")
	out.Turn, out.View, out.Result = v.Turn, v.Data, (*resultData)(state.Result())
	if t.Row.Phase == model.PhaseRunning {
		out.Awaited = t.Match.Awaited()
	}
	return out
}

var errClosed = browser.NewRefusal(http.StatusNotFound, "there is no match of that number that is open to all")

// after returns the query's parameter after, 0 if it is missing.
func after(r *http.Request) (int64, error) {
	n, err := strconv.ParseInt(cmp.Or(r.URL.Query().Get("after"), "0"), 10, 64)
	if err != nil || n < 0 {
		return 0, browser.NewRefusal(http.StatusBadRequest, "after is a number from 0")
	}
	return n, nil
}

// data wraps a function that returns a value into a page of JSON, with 304 for clients that have it already.
func data(read func(*http.Request) (any, error)) browser.Page {
	return func(w http.ResponseWriter, r *http.Request) error {
		answer, err := read(r)
		if err != nil {
			return err
		}
		text, err := json.Marshal(answer)
		if err != nil {
			return err
		}
		w.Header().Set("Cache-Control", "no-cache")
		browser.ServeUnlessCached(w, r, "application/json", append(text, '\n'))
		return nil
	}
}

// apiSorry answers with the error, in words for the program's author.
func apiSorry(w http.ResponseWriter, _ *http.Request, status int, why string) error {
	browser.WriteJSON(w, status, map[string]string{"error": why})
	return nil
}
