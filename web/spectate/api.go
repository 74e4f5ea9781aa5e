package spectate

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/record"
	"pitpost.example/model"
)

// listed is how many matches one answer lists.
const listed = 100

// matchData is a match as anybody may know it. A running one has its public view, as turn.json
// has a seat's; "legal" and "deadline" are a seat's own and stand nowhere here.
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

type resultData struct {
	Scores  map[string]int `json:"scores"`
	Winners []string       `json:"winners"`
}

// apiMatch is GET /api/v1/matches/42.
func (p *Pages) apiMatch(w http.ResponseWriter, r *http.Request) {
	if t, ok := p.apiOpen(w, r); ok {
		give(w, r, matchOf(t))
	}
}

// apiMatches is GET /api/v1/matches?after=N: those open to all, by number.
func (p *Pages) apiMatches(w http.ResponseWriter, r *http.Request) {
	after, ok := count(w, r, "after")
	if !ok {
		return
	}
	rows, err := p.DB.PublicMatches(r.Context(), after, listed)
	if err != nil {
		p.apiFailed(w, err)
		return
	}
	type row struct {
		Match   int64       `json:"match"`
		Game    string      `json:"game"`
		Edition string      `json:"edition"`
		Phase   model.Phase `json:"phase"`
		Seats   []string    `json:"seats"`
	}
	out := struct {
		Matches []row `json:"matches"`
		Next    int64 `json:"next,omitempty"` // what to ask after for more
	}{Matches: []row{}}
	for _, m := range rows {
		out.Matches = append(out.Matches, row{m.ID, m.Game, m.Edition, m.Phase, m.Names})
	}
	if len(rows) == listed {
		out.Next = rows[len(rows)-1].ID
	}
	give(w, r, out)
}

// eventData is an event as a record spells it, without what the public may not know.
type eventData struct {
	N    int    `json:"n"`
	At   string `json:"at,omitempty"`
	Kind string `json:"kind"`
	Seat string `json:"seat,omitempty"`
	Data any    `json:"data"`
}

// apiEvents is GET /api/v1/matches/42/events?after=N: what happened, as anybody may know it.
func (p *Pages) apiEvents(w http.ResponseWriter, r *http.Request) {
	t, ok := p.apiOpen(w, r)
	if !ok {
		return
	}
	after, ok := count(w, r, "after")
	if !ok {
		return
	}
	out := struct {
		Match  int64       `json:"match"`
		Events []eventData `json:"events"`
	}{t.Row.ID, []eventData{}}
	for _, e := range eventsOf(t.Match) {
		if int64(e.N) > after {
			out.Events = append(out.Events, e)
		}
	}
	give(w, r, out)
}

// eventsOf are the events that the public heard of, what players say to each other aside;
// counted without gaps, so that the count tells nothing of what is hidden.
func eventsOf(m *engine.Match) []eventData {
	facts := map[int]engine.Fact{}
	for _, f := range m.Facts() {
		facts[f.Seq] = f
	}
	var out []eventData
	for _, h := range m.Heard("", 0) {
		if h.Data == nil || h.Kind == "match.said" || h.Kind == "match.planned" {
			continue
		}
		f := facts[h.Seq]
		e := eventData{N: len(out) + 1, Kind: h.Kind, Seat: f.Seat, Data: h.Data}
		if !f.At.IsZero() {
			e.At = f.At.UTC().Format(time.RFC3339)
		}
		out = append(out, e)
	}
	return out
}

// apiRecord is GET /api/v1/matches/42/record: the whole record/1 of a match that is over.
func (p *Pages) apiRecord(w http.ResponseWriter, r *http.Request) {
	t, ok := p.apiOpen(w, r)
	if !ok {
		return
	}
	if !over(t) {
		apiSorry(w, http.StatusConflict, "this match still runs: its record is open once it is over; /events has what anybody may know")
		return
	}
	facts, err := p.DB.Spoken(r.Context(), t.Match.Facts())
	if err != nil {
		p.apiFailed(w, err)
		return
	}
	var b bytes.Buffer
	id := strconv.FormatInt(t.Row.ID, 10)
	l := record.Log{Match: id, Game: t.Match.Game, Setup: t.Match.Setup, Seed: t.Row.Seed, Facts: facts}
	if err := record.Write(&b, l, record.Choice{Public: true}); err != nil {
		p.apiFailed(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set("Content-Disposition", `attachment; filename="match-`+id+`.jsonl"`)
	w.Header().Set("Access-Control-Allow-Origin", "*")
	_, _ = w.Write(b.Bytes())
}

// matchOf is what anybody may know of a match.
func matchOf(t *model.Table) matchData {
	out := matchData{Match: t.Row.ID, Game: t.Row.Game, Edition: t.Row.Edition, Options: t.Row.Options, Phase: t.Row.Phase,
		Seats: []seatData{}, Commitment: t.Match.Dice().Commitment(), Events: len(eventsOf(t.Match))}
	for _, s := range t.Seats {
		if s.State == model.SeatJoined || s.State == model.SeatBot || s.State == model.SeatLeft {
			out.Seats = append(out.Seats, seatData{s.Name, s.State == model.SeatBot})
		}
	}
	if out.Options == nil {
		out.Options = map[string]string{}
	}
	if t.Row.StartedAt != nil {
		out.Started = t.Row.StartedAt.UTC().Format(time.RFC3339)
	}
	if t.Row.EndedAt != nil {
		out.Ended = t.Row.EndedAt.UTC().Format(time.RFC3339)
	}
	state := t.Match.State()
	if state == nil {
		return out
	}
	v := state.View("")
	out.Turn, out.View = v.Turn, v.Data
	if t.Row.Phase == model.PhaseRunning {
		out.Awaited = t.Match.Awaited()
	}
	if res := state.Result(); res != nil {
		out.Result = &resultData{res.Scores, res.Winners}
	}
	return out
}

// apiOpen finds the match of the path, or answers the request itself.
func (p *Pages) apiOpen(w http.ResponseWriter, r *http.Request) (*model.Table, bool) {
	t, err := p.open(r.Context(), r)
	if err != nil {
		p.apiFailed(w, err)
		return nil, false
	}
	if t == nil {
		apiSorry(w, http.StatusNotFound, "there is no match of that number that is open to all")
		return nil, false
	}
	return t, true
}

// count reads a number of the query; absent is 0.
func count(w http.ResponseWriter, r *http.Request, name string) (int64, bool) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return 0, true
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		apiSorry(w, http.StatusBadRequest, name+" is a number from 0")
		return 0, false
	}
	return n, true
}

// give answers with JSON, or with 304 to who has that already. Any page may read it.
func give(w http.ResponseWriter, r *http.Request, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		apiSorry(w, http.StatusInternalServerError, "that could not be written")
		return
	}
	sum := sha256.Sum256(data)
	tag := `"` + hex.EncodeToString(sum[:12]) + `"`
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", tag)
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", "application/json")
	_, _ = w.Write(append(data, '\n'))
}

// apiSorry answers with what is wrong, for a program and its author.
func apiSorry(w http.ResponseWriter, status int, why string) {
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	data, _ := json.Marshal(map[string]string{"error": why}) // strings always can be
	_, _ = w.Write(append(data, '\n'))
}

func (p *Pages) apiFailed(w http.ResponseWriter, err error) {
	p.Log.Error("api", "err", err)
	apiSorry(w, http.StatusServiceUnavailable, "that did not work just now; try again in a minute")
}
