package seatapi_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pitpost.example/engine/catalog"
	"pitpost.example/lab/friends"
)

// plug is a house with the API for programs, and the key of a seat.
type plug struct {
	*friends.Match
	key string
}

// plugged is an answer of the API.
type plugged struct {
	status int
	header http.Header
	body   []byte
	turn   seatTurn
	State  string
	Error  string
	Lines  []struct {
		Line, State string
		Says        []string
		Nearest     []string
	}
}

type seatTurn struct {
	Match, Step, Heard int
	Seat, Phase        string
	Legal              []string
	News               []struct{ Kind, Seat string }
}

func newPlug(t *testing.T, game string) *plug {
	t.Helper()
	return &plug{Match: friends.Play(t, game)}
}

var keyLine = regexp.MustCompile(`Key: (pit_[A-Za-z0-9_-]{43})`)

// keyFor asks for the key of a seat by mail.
func (p *plug) keyFor(address string, seat int) string {
	p.T.Helper()
	if state, _ := p.Write(address, p.At(seat), "", fmt.Sprintf("key\nthanks for letter %d", p.Letters)); state != "apply" {
		p.T.Fatalf("key: %s", state)
	}
	_, text := p.Read(address, "receipt")
	m := keyLine.FindStringSubmatch(text)
	if m == nil {
		p.T.Fatalf("no key in:\n%s", text)
	}
	return m[1]
}

// ask sends a request with the key; head alternates header names and values.
func (p *plug) ask(method, path, body string, head ...string) plugged {
	p.T.Helper()
	req, err := http.NewRequestWithContext(p.T.Context(), method, p.Server.URL+path, strings.NewReader(body))
	if err != nil {
		p.T.Fatal(err)
	}
	if p.key != "" {
		req.Header.Set("Authorization", "Bearer "+p.key)
	}
	for i := 0; i < len(head); i += 2 {
		req.Header.Set(head[i], head[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		p.T.Fatal(err)
	}
	defer res.Body.Close()
	r := plugged{status: res.StatusCode, header: res.Header}
	if r.body, err = io.ReadAll(res.Body); err != nil {
		p.T.Fatal(err)
	}
	if len(r.body) > 0 {
		outer := struct {
			*plugged
			Turn *seatTurn
		}{&r, &r.turn}
		if method == http.MethodGet {
			err = json.Unmarshal(r.body, &r.turn)
		} else {
			err = json.Unmarshal(r.body, &outer)
		}
		if err != nil && res.Header.Get("Content-Type") == "application/json" {
			p.T.Fatalf("%s: %v", r.body, err)
		}
	}
	return r
}

func (p *plug) want(what string, r plugged, status int) {
	p.T.Helper()
	if r.status != status {
		p.T.Errorf("%s: %d, want %d: %s", what, r.status, status, r.body)
	}
}

func (p *plug) facts() (n int) {
	p.T.Helper()
	if err := p.DB.Pool().QueryRow(p.T.Context(), "select count(*) from facts").Scan(&n); err != nil {
		p.T.Fatal(err)
	}
	return n
}

func lines(step int, words ...string) string {
	b, _ := json.Marshal(map[string]any{"step": step, "lines": words})
	return string(b)
}

// A move is made once, by its step; a refused line gets a reason; and nothing is done without a key.
func TestProgramsPlayASeatOverHTTP(t *testing.T) {
	t.Parallel()
	p := newPlug(t, "saboteur")
	path := fmt.Sprintf("/api/seat/%d", p.ID)
	p.want("no key", p.ask("GET", path, ""), 401)
	address, seat := p.Due()
	p.key = "pit_" + strings.Repeat("A", 43)
	p.want("another key", p.ask("GET", path, ""), 401)
	p.key = p.keyFor(address, seat)
	p.want("another match", p.ask("GET", "/api/seat/999", ""), 404)
	p.want("another method", p.ask("DELETE", path, ""), 405)
	r := p.ask("GET", path, "")
	p.want("the turn", r, 200)
	if len(r.turn.Legal) == 0 || r.turn.Phase != "running" || r.turn.Match != int(p.ID) || r.turn.Heard == 0 {
		t.Fatalf("the turn: %s", r.body)
	}
	p.want("the same turn", p.ask("GET", path, "", "If-None-Match", r.header.Get("ETag")), 304)
	p.want("a wrong number", p.ask("GET", path+"?heard=x", ""), 400)
	step, move, before := r.turn.Step, r.turn.Legal[0], p.facts()
	p.want("no step", p.ask("POST", path, `{"lines":["pass 1"]}`), 428)
	p.want("no JSON", p.ask("POST", path, "pass 1"), 400)
	p.want("no lines", p.ask("POST", path, lines(step, " ")), 400)
	p.want("too much", p.ask("POST", path, lines(step, strings.Repeat("x", 20000))), 413)
	p.want("a past step", p.ask("POST", path, lines(step-1, move)), 409)
	p.want("another turn", p.ask("POST", path, `{"lines":["`+move+`"]}`, "If-Match", `"other"`), 412)
	bad := p.ask("POST", path, lines(step, "9 Q9"))
	p.want("no move", bad, 422)
	if len(bad.Lines) != 1 || bad.Lines[0].State != "refused" || len(bad.Lines[0].Says) == 0 {
		t.Errorf("refused: %s", bad.body)
	}
	for _, word := range []string{"abort", "stop", "resign", "key", "lang de", "kick Cy", "extend 24h", "#2 status", "webhook https://example.org"} {
		p.want(word, p.ask("POST", path, lines(step, word)), 422)
	}
	if n := p.facts(); n != before {
		t.Fatalf("%d facts came of nothing", n-before)
	}
	moved := p.ask("POST", path, lines(step, move))
	p.want("a move", moved, 200)
	if moved.State != "done" || moved.turn.Step != step+1 || len(moved.turn.News) == 0 {
		t.Errorf("moved: %s", moved.body)
	}
	after := p.facts()
	again := p.ask("POST", path, lines(step, move))
	p.want("the same again", again, 200)
	if again.State != "again" {
		t.Errorf("again: %s", again.body)
	}
	p.want("a past step", p.ask("POST", path, lines(step, "pass 1")), 409)
	if n := p.facts(); n != after || after == before {
		t.Errorf("%d, %d, %d facts", before, after, n)
	}
	p.want("words", p.ask("POST", path, lines(step+1, "say hello"), "Idempotency-Key", "one"), 200)
	p.want("the same words", p.ask("POST", path, lines(step+1, "say hello"), "Idempotency-Key", "one"), 200)
	if n := p.facts(); n != after+1 {
		t.Errorf("%d facts of one word", n-after)
	}
	var mailed int
	err := p.DB.Pool().QueryRow(t.Context(), "select count(*) from outbox o join letters l on o.key = 'receipt:' || encode(l.hash, 'hex') where l.door = 'key'").Scan(&mailed)
	if err != nil || mailed != 0 {
		t.Errorf("%d receipts were mailed: %v", mailed, err)
	}
}

// A key ends by command, by a new key and when the seat changes hands, and its requests are limited.
func TestKeysDie(t *testing.T) {
	t.Parallel()
	p := newPlug(t, "saboteur")
	path := fmt.Sprintf("/api/seat/%d", p.ID)
	p.key = p.keyFor("bo@example.net", 1)
	first := p.key
	p.want("a key", p.ask("GET", path, ""), 200)
	p.key = p.keyFor("bo@example.net", 1)
	second := p.key
	p.want("another key", p.ask("GET", path, ""), 200)
	p.key = first
	p.want("the key before", p.ask("GET", path, ""), 401)
	p.key = second
	var busy atomic.Int32
	var asking sync.WaitGroup
	for range 10 { // at once, because one after the other is too slow for the limit on a slow machine
		asking.Go(func() {
			for range 10 {
				if r := p.ask("GET", path, "", "If-None-Match", "x"); r.status == http.StatusTooManyRequests && r.header.Get("Retry-After") != "" {
					busy.Add(1)
				}
			}
		})
	}
	asking.Wait()
	if busy.Load() == 0 {
		t.Error("a key may ask without end")
	}
	if _, err := p.DB.Pool().Exec(t.Context(), "update seats set player_id = (select player_id from seats where match_id = $1 and no = 2), stopped_at = null where match_id = $1 and no = 1", p.ID); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Second) // until the limit lets the key ask again
	p.want("the seat is another's", p.ask("GET", path, ""), 403)
	p.want("a move for another's seat", p.ask("POST", path, lines(2, "say I am still here")), 403)
	var n int
	err := p.DB.Pool().QueryRow(t.Context(), "select (select count(*) from letters where kept like '%pit\\_%') + (select count(*) from seat_keys where encode(hash, 'escape') like '%pit\\_%') + (select count(*) from outbox where params::text like '%pit\\_%')").Scan(&n)
	if err != nil || n != 0 {
		t.Errorf("%d rows hold a key in plain: %v", n, err)
	}
	q := newPlug(t, "saboteur")
	q.key = q.keyFor("bo@example.net", 1)
	q.Write("bo@example.net", q.At(1), "", "key off")
	q.want("taken back", q.ask("GET", path, ""), 401)
}

// A program can wait for news, and is told only what its seat may see.
func TestProgramsWaitForNews(t *testing.T) {
	t.Parallel()
	p := newPlug(t, "saboteur")
	path := fmt.Sprintf("/api/seat/%d", p.ID)
	address, seat := p.Due()
	other := (seat + 1) % 3
	p.key = p.keyFor([]string{"ana@example.org", "bo@example.net", "cy@example.net"}[other], other)
	have := p.ask("GET", path, "")
	p.want("the turn", have, 200)
	p.want("nothing new", p.ask("GET", path+"?wait=1", "", "If-None-Match", have.header.Get("ETag")), 304)
	got := make(chan plugged)
	go func() { got <- p.ask("GET", path+"?wait=50", "", "If-None-Match", have.header.Get("ETag")) }()
	p.Write(address, p.At(seat), "", "suspect "+p.Fold().Seats[other].Name)
	select {
	case r := <-got:
		t.Fatalf("a sealed word was heard: %s", r.body)
	case <-time.After(2 * time.Second):
	}
	p.PlayFirst(1)
	r := <-got
	p.want("news", r, 200)
	heard := p.ask("GET", fmt.Sprintf("%s?heard=%d", path, have.turn.Heard), "")
	if len(heard.turn.News) != heard.turn.Heard-have.turn.Heard || len(heard.turn.News) == 0 {
		t.Errorf("news since %d: %s", have.turn.Heard, heard.body)
	}
}

// What programs send is kept, so all keys of a player together send only so much.
func TestAllKeysOfAPlayerTogetherSendSoMuch(t *testing.T) {
	t.Parallel()
	p := newPlug(t, "saboteur")
	const bo = "bo@example.net"
	read, refused := 0, 0
	for match := range 4 {
		if match == 0 {
			p.key = p.keyFor(bo, 1)
		} else {
			p.Write(bo, p.At(1), "", fmt.Sprintf("new practice saboteur\nkey\nthanks for match %d", match))
			_, text := p.Read(bo, "receipt")
			p.key = keyLine.FindStringSubmatch(text)[1]
		}
		for range 39 {
			switch p.ask("POST", fmt.Sprintf("/api/seat/%d", int(p.ID)+match), "{}").status {
			case 400:
				read++
			case 429:
				refused++
			}
		}
	}
	if read < 100 || refused == 0 {
		t.Errorf("of 156 requests at once by four keys of a player %d were read and %d refused", read, refused)
	}
}

// A key cannot take all the room that there is for programs which wait.
func TestFewRequestsOfAKeyWait(t *testing.T) {
	t.Parallel()
	p := newPlug(t, "saboteur")
	path := fmt.Sprintf("/api/seat/%d", p.ID)
	p.key = p.keyFor("bo@example.net", 1)
	have := p.ask("GET", path, "").header.Get("ETag")
	got := make(chan int)
	for range 12 {
		go func() { got <- p.ask("GET", path+"?wait=3", "", "If-None-Match", have).status }()
	}
	codes := map[int]int{}
	for range 12 {
		codes[<-got]++
	}
	if codes[304] != 4 || codes[429] != 8 {
		t.Errorf("12 requests of one key that wait: %v", codes)
	}
	p.want("after them", p.ask("GET", path+"?wait=1", "", "If-None-Match", have), 304)
}

// A program's turn does not change by a byte when all that its seat may not know is dealt anew.
func TestTurnsOfProgramsTellNothingHidden(t *testing.T) {
	t.Parallel()
	for _, game := range catalog.GameNames() {
		t.Run(game, func(t *testing.T) {
			p := newPlug(t, game)
			for i := 0; i < 6 || p.MidTurn(); i++ {
				p.PlayFirst(i)
			}
			address, seat := p.Due()
			p.key = p.keyFor(address, seat)
			path := fmt.Sprintf("/api/seat/%d?heard=0", p.ID)
			before := p.ask("GET", path, "")
			table := p.Fold()
			if !p.Redeal(table, table.Seats[seat].Name) {
				t.Fatal("nothing was dealt anew, so nothing is proved")
			}
			if after := p.ask("GET", path, ""); !bytes.Equal(before.body, after.body) || before.header.Get("ETag") != after.header.Get("ETag") {
				t.Errorf("%s\n---\n%s", before.body, after.body)
			}
		})
	}
}
