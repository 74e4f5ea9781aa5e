package app_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/mailer/letter"
	"pitpost.example/model"
	"pitpost.example/token"
)

// A running house answers that it is alive, that it can work, and with its metrics. Its pages and feeds are
// found. Its unsubscribe link only acts on a POST, with a valid token.
func TestPagesOfARunningHouse(t *testing.T) {
	t.Parallel()
	st := opened(t, func(s *settings.Settings) { s.PublicURL = "https://play.example.org" })
	said, err := st.Stores.House.OpenMatchFor(t.Context(), "ana@pit.localhost", "Ana", "new practice saboteur seats=3", time.Now())
	if err != nil || !said.Done {
		t.Fatalf("no match: %v %+v", err, said)
	}

	ask := func(method, path string) (int, string) {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), method, "http://"+st.HTTPAddr+path, strings.NewReader("List-Unsubscribe=One-Click"))
		if err != nil {
			t.Fatal(err)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return res.StatusCode, string(body)
	}
	if code, body := ask("GET", "/healthz"); code != 200 || body != "ok\n" {
		t.Errorf("/healthz: %d %q", code, body)
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if code, _ := ask("GET", "/readyz"); code == 200 {
			break
		}
		if time.Now().After(end) {
			t.Fatal("/readyz: never ready")
		}
	}
	if code, body := ask("GET", "/metrics"); code != 200 || !strings.Contains(body, `pitpost_matches{phase="running"} 1`) {
		t.Errorf("/metrics: %d %s", code, body)
	}

	if code, body := ask("GET", "/statistics"); code != 200 || !strings.Contains(body, `href="/onlook.css"`) {
		t.Errorf("/statistics: %d %s", code, body)
	}
	if _, err := st.Stores.DB.Pool().Exec(t.Context(), `update players set settings = settings || '{"calendar": 7}' where id = 1`); err != nil {
		t.Fatal(err)
	}
	if code, body := ask("GET", "/calendar/"+letter.CalendarWord(st.Stores.Keys, 1, 7)+".ics"); code != 200 || !strings.Contains(body, "@pit.localhost") {
		t.Errorf("a calendar: %d %s", code, body)
	}

	stopped := func() bool {
		table, err := st.Stores.DB.Fold(t.Context(), said.Match, 0)
		if err != nil {
			t.Fatal(err)
		}
		return table.Seats[0].Stopped != nil
	}
	link := "/stop/" + st.Stores.Keys.Mint(token.Token{Match: said.Match, Purpose: byte(model.ForStop)})
	if code, _ := ask("GET", link); code != 200 || stopped() {
		t.Errorf("a GET of the link: %d, stopped %v", code, stopped())
	}
	if code, _ := ask("POST", "/stop/"+st.Stores.Keys.Mint(token.Token{Match: said.Match, Purpose: byte(model.ForTurn)})); code != 404 || stopped() {
		t.Errorf("a token for something else: %d, stopped %v", code, stopped())
	}
	for range 2 {
		if code, _ := ask("POST", link); code != 200 || !stopped() {
			t.Errorf("a POST of the link: %d, stopped %v", code, stopped())
		}
	}
}
