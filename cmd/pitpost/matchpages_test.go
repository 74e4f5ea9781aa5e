package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"pitpost/db"
	"pitpost/inbox"
	"pitpost/mailer"
)

// gallery is a house with pages, its clock, and a match of Ana, Bo and Cy.
type gallery struct {
	*study
	server *httptest.Server
	clock  time.Time
	match  int64
}

func newGallery(t *testing.T) *gallery { t.Helper(); return newGalleryOf(t, "saboteur") }

func newGalleryOf(t *testing.T, game string) *gallery {
	t.Helper()
	return newGalleryWith(t, game, nil)
}

// newGalleryWith takes its chance from somewhere; nil for the machine's.
func newGalleryWith(t *testing.T, game string, chance io.Reader) *gallery {
	t.Helper()
	return galleryOn(t, newStudy(t), game, chance)
}

// galleryOn has its match in a house that stands already.
func galleryOn(t *testing.T, s *study, game string, chance io.Reader) *gallery {
	t.Helper()
	g := &gallery{study: s, clock: time.Now().Truncate(time.Second)}
	g.house.Random = chance
	g.out.PublicURL = "http://pages.test"
	st := &station{keeping: g.keeping, now: func() time.Time { return g.clock }}
	mux := http.NewServeMux()
	st.layOut(mux, g.out)
	g.server = httptest.NewServer(mux)
	t.Cleanup(g.server.Close)
	g.out.PublicURL = g.server.URL
	g.write("Ana <ana@example.org>", "play@pit.test", "Subject: new "+game+" with bo@example.net, cy@example.net\r\n", "")
	for _, guest := range []string{"bo@example.net", "cy@example.net"} {
		h, _ := g.read(guest, "invite")
		if state, _ := g.write(guest, h.Get("Reply-To"), "", "yes"); state != "apply" {
			t.Fatalf("the yes of %s: %s", guest, state)
		}
	}
	if err := g.db.Pool().QueryRow(t.Context(), "select id from matches where phase = 'running'").Scan(&g.match); err != nil {
		t.Fatal(err)
	}
	return g
}

// digest writes the last digest to a player and gives its link's path.
func (g *gallery) digest(player string) (path string, n *db.Notice) {
	g.t.Helper()
	var id int64
	err := g.db.Pool().QueryRow(g.t.Context(), `select o.id from outbox o join addresses a on a.player_id = o.player_id
		where a.address = $1 and o.purpose in ('turn', 'each', 'round') order by o.id desc limit 1`, player).Scan(&id)
	if err != nil {
		g.t.Fatalf("%s has no digest: %v", player, err)
	}
	if n, err = g.db.NoticeByID(g.t.Context(), id); err != nil {
		g.t.Fatal(err)
	}
	raw, to, err := g.out.Write(g.t.Context(), n, g.clock)
	if err != nil {
		g.t.Fatal(err)
	}
	if err := g.db.Pool().QueryRow(g.t.Context(), `update outbox set raw = coalesce(raw, $2), address = $3, state = case state when 'queued' then 'written' else state end
		where id = $1 returning raw`, id, raw, to).Scan(&n.Raw); err != nil {
		g.t.Fatal(err)
	}
	word := mailer.PageWord(g.keys, id)
	if text := inbox.Text(raw); !strings.Contains(text, g.server.URL+"/letter/"+word) {
		g.t.Fatalf("the letter has no link to its page:\n%s", text)
	}
	return "/letter/" + word, n
}

// due is who is to move, and where their mail goes.
func (g *gallery) due() (address string, seat int) {
	g.t.Helper()
	var name string
	if err := g.db.Pool().QueryRow(g.t.Context(), "select seat from clocks where match_id = $1 order by seat limit 1", g.match).Scan(&seat); err != nil {
		g.t.Fatal(err)
	}
	err := g.db.Pool().QueryRow(g.t.Context(), `select a.address, s.name from seats s join addresses a on a.player_id = s.player_id and a.first
		where s.match_id = $1 and s.no = $2`, g.match, seat).Scan(&address, &name)
	if err != nil {
		g.t.Fatal(err)
	}
	return address, seat
}

// visitor is a browser.
type visitor struct {
	*gallery
	client *http.Client
}

func (g *gallery) visitor() *visitor {
	jar, err := cookiejar.New(nil)
	if err != nil {
		g.t.Fatal(err)
	}
	return &visitor{g, &http.Client{Jar: jar}}
}

func (v *visitor) ask(req *http.Request) (int, string, http.Header) {
	v.t.Helper()
	res, err := v.client.Do(req)
	if err != nil {
		v.t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		v.t.Fatal(err)
	}
	return res.StatusCode, string(body), res.Header
}

func (v *visitor) get(path string) (int, string) {
	v.t.Helper()
	req, err := http.NewRequestWithContext(v.t.Context(), http.MethodGet, v.server.URL+path, nil)
	if err != nil {
		v.t.Fatal(err)
	}
	code, body, _ := v.ask(req)
	return code, body
}

func (v *visitor) post(path string, fields ...string) (int, string) {
	v.t.Helper()
	form := url.Values{}
	for i := 0; i+1 < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	req, err := http.NewRequestWithContext(v.t.Context(), http.MethodPost, v.server.URL+path, strings.NewReader(form.Encode()))
	if err != nil {
		v.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	code, body, _ := v.ask(req)
	return code, body
}

var hidden = regexp.MustCompile(`name="(proof|once|step)" value="([^"]*)"`)

func fields(page string) map[string]string {
	out := map[string]string{}
	for _, m := range hidden.FindAllStringSubmatch(page, -1) {
		out[m[1]] = m[2]
	}
	return out
}

// code is the last one that was mailed.
func (g *gallery) code() string {
	g.t.Helper()
	var code string
	err := g.db.Pool().QueryRow(g.t.Context(), `select l #>> '{args,code}' from outbox o, jsonb_array_elements(o.params -> 'lines') l
		where o.key like 'code:%' and l ->> 'key' = 'page.code-is' order by o.id desc limit 1`).Scan(&code)
	if err != nil || len(code) != 8 {
		g.t.Fatalf("code %q: %v", code, err)
	}
	return code
}

// signIn opens a session from a letter's link, and gives the page of the seat.
func (v *visitor) signIn(link string) string {
	v.t.Helper()
	_, page := v.get(link)
	code, page := v.post(link+"/code", "proof", fields(page)["proof"])
	if code != http.StatusOK || !strings.Contains(page, link+"/enter") {
		v.t.Fatalf("no code was mailed: %d %s", code, page)
	}
	code, page = v.post(link+"/enter", "proof", fields(page)["proof"], "code", v.code())
	if code != http.StatusOK || !strings.Contains(page, `id="line"`) {
		v.t.Fatalf("no session: %d %s", code, page)
	}
	return page
}

// state is all that the house keeps, but for its codes and sessions.
func (g *gallery) state() string {
	g.t.Helper()
	var all strings.Builder
	rows, err := g.db.Pool().Query(g.t.Context(), "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1")
	if err != nil {
		g.t.Fatal(err)
	}
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			g.t.Fatal(err)
		}
		names = append(names, name)
	}
	if len(names) < 10 {
		g.t.Fatalf("only these tables: %v", names)
	}
	for _, name := range names {
		var sum *string
		if err := g.db.Pool().QueryRow(g.t.Context(), fmt.Sprintf("select md5(string_agg(t::text, '|' order by t::text)) from %q t", name)).Scan(&sum); err != nil {
			g.t.Fatal(err)
		}
		if sum != nil {
			fmt.Fprintln(&all, name, *sum)
		}
	}
	return all.String()
}

var href = regexp.MustCompile(`(?:href|src)="(/[^"]*)"`)

func TestAPageIsOpenedPlayedOnAndReadWithoutAGETChangingAnything(t *testing.T) {
	t.Parallel()
	g := newGallery(t)
	address, seat := g.due()
	link, n := g.digest(address)
	v := g.visitor()
	code, page := v.get(link)
	if code != http.StatusOK || !strings.Contains(page, "mailto:") || !strings.Contains(page, `src="data:image/png`) {
		t.Fatalf("the letter's page: %d %s", code, page)
	}
	if strings.Contains(page, `style="`) || strings.Contains(page, "http-equiv") {
		t.Error("the page has styles that its policy forbids")
	}
	page = v.signIn(link)
	f := fields(page)

	// A command is a button that writes into the field, and does nothing else.
	before := g.state()
	command := regexp.MustCompile(`name="pick" value="([^"]+)"`).FindStringSubmatch(page)
	if command == nil {
		t.Fatalf("no command to choose: %s", page)
	}
	if _, page := v.post("/seat/"+fmt.Sprint(g.match), "proof", f["proof"], "once", f["once"], "step", f["step"], "line", "", "pick", command[1]); !strings.Contains(page, `name="line" value="`+command[1]+`"`) {
		t.Errorf("the chosen command is not in the field: %s", page)
	}
	// Whatever a GET can reach changes nothing.
	seen := map[string]bool{}
	for queue := []string{link, "/seat/" + fmt.Sprint(g.match), "/seat/" + fmt.Sprint(g.match) + "/now", link + "/code", link + "/enter", "/m/" + fmt.Sprint(g.match)}; len(queue) > 0; queue = queue[1:] {
		if seen[queue[0]] {
			continue
		}
		seen[queue[0]] = true
		_, body := v.get(queue[0])
		for _, m := range href.FindAllStringSubmatch(body, -1) {
			queue = append(queue, m[1])
		}
	}
	if after := g.state(); after != before {
		t.Errorf("GETs of %d pages changed\n%s\nto\n%s", len(seen), before, after)
	}
	if len(seen) < 9 {
		t.Errorf("only these pages were found: %v", seen)
	}

	// A move counts once, however often its form is sent.
	for range 2 {
		_, page = v.post("/seat/"+fmt.Sprint(g.match), "proof", f["proof"], "once", f["once"], "step", f["step"], "line", command[1])
		if !strings.Contains(page, `class="result"`) {
			t.Fatalf("nothing was said of the move: %s", page)
		}
	}
	var moves, receipts int
	if err := g.db.Pool().QueryRow(t.Context(), `select (select count(*) from letters where door = 'page' and state = 'apply'),
		(select count(*) from outbox where purpose = 'receipt' and seat = $1 and seq > $2)`, seat, n.Seq).Scan(&moves, &receipts); err != nil || moves != 1 || receipts != 1 {
		t.Errorf("%d moves and %d receipts: %v", moves, receipts, err)
	}
	// The letter's page shows what it did before.
	if _, again := g.visitor().get(link); strings.Contains(again, `class="result"`) || !strings.Contains(again, ">"+command[1]+"<") {
		t.Error("the letter's page has changed with the match")
	}
}

func TestLinksDieWhenTheyMust(t *testing.T) {
	t.Parallel()
	g := newGallery(t)
	address, seat := g.due()
	link, n := g.digest(address)
	v := g.visitor()
	dead := func(what, path string) {
		t.Helper()
		code, page := v.get(path)
		if code != http.StatusNotFound || strings.Contains(page, `class="sheet"`) || strings.Contains(page, "<form") {
			t.Errorf("%s: %d %s", what, code, page)
		}
	}
	for i := len("/letter/"); i < len(link); i++ {
		other := byte('2')
		if link[i] == '2' {
			other = '3'
		}
		dead(fmt.Sprintf("letter %d altered", i), link[:i]+string(other)+link[i+1:])
	}
	dead("cut short", link[:len(link)-1])
	dead("a number in its place", fmt.Sprintf("/letter/%d", n.ID))
	now := g.clock
	g.clock = now.Add(31 * 24 * time.Hour)
	dead("expired", link)
	g.clock = now
	if code, _ := v.get(link); code != http.StatusOK {
		t.Fatalf("a good link: %d", code)
	}
	v.signIn(link)
	h, _ := g.read(address, "turn")
	if state, _ := g.write(address, h.Get("Reply-To"), "", "links off"); state != "apply" {
		t.Fatalf("links off: %s", state)
	}
	dead("revoked", link)
	if code, _ := v.get("/seat/" + fmt.Sprint(g.match)); code != http.StatusForbidden {
		t.Errorf("the session outlived it: %d", code)
	}
	g.write(address, h.Get("Reply-To"), "", "links on")
	dead("revoked before", link)
	// Others' links stand, until their seat is another's.
	if _, err := g.db.Pool().Exec(t.Context(), "delete from page_stops"); err != nil {
		t.Fatal(err)
	}
	if code, _ := v.get(link); code != http.StatusOK {
		t.Fatalf("not the stop but something else killed it: %d", code)
	}
	if _, err := g.db.Pool().Exec(t.Context(), "update seats set state = 'left' where match_id = $1 and no = $2", g.match, seat); err != nil {
		t.Fatal(err)
	}
	dead("of a seat that was left", link)
	if _, err := g.db.Pool().Exec(t.Context(), `update seats set state = 'joined', player_id = (select min(id) from players where id <> seats.player_id)
		where match_id = $1 and no = $2`, g.match, seat); err != nil {
		t.Fatal(err)
	}
	dead("of a seat that is another's", link)
}

func TestCodesAreFewShortLivedAndForOneBrowser(t *testing.T) {
	t.Parallel()
	g := newGallery(t)
	address, _ := g.due()
	link, _ := g.digest(address)
	v := g.visitor()
	_, page := v.get(link)
	proof := fields(page)["proof"]
	enter := func(who *visitor, code string) int {
		t.Helper()
		status, _ := who.post(link+"/enter", "proof", proof, "code", code)
		return status
	}
	if code, _ := v.post(link+"/code", "proof", "0000"); code != http.StatusForbidden {
		t.Errorf("a code for a forged form: %d", code)
	}
	v.post(link+"/code", "proof", proof)
	right := g.code()
	if other := g.visitor(); enter(other, right) != http.StatusForbidden {
		t.Error("another browser came in with the code")
	}
	wrong := "00000000"
	if right == wrong {
		wrong = "00000001"
	}
	for range db.CodeTries {
		if enter(v, wrong) != http.StatusForbidden {
			t.Fatal("a wrong code opens")
		}
	}
	if enter(v, right) != http.StatusForbidden {
		t.Error("the right code opens after too many wrong ones")
	}
	v.post(link+"/code", "proof", proof)
	late := g.code()
	now := g.clock
	g.clock = now.Add(db.CodeLife + time.Second)
	if enter(v, late) != http.StatusForbidden {
		t.Error("an old code opens")
	}
	g.clock = now
	for range 3 {
		v.post(link+"/code", "proof", proof)
	}
	if code, _ := v.post(link+"/code", "proof", proof); code != http.StatusTooManyRequests {
		t.Errorf("a sixth code in an hour: %d", code)
	}
	if enter(v, g.code()) != http.StatusOK {
		t.Error("the last code does not open")
	}
	if enter(v, g.code()) != http.StatusForbidden {
		t.Error("a code opens twice")
	}
}

func TestFormsFromElsewhereDoNothing(t *testing.T) {
	t.Parallel()
	g := newGallery(t)
	address, _ := g.due()
	link, _ := g.digest(address)
	v := g.visitor()
	f := fields(v.signIn(link))
	path := "/seat/" + fmt.Sprint(g.match)
	before := g.state()
	for name, proof := range map[string]string{"none": "", "another's": g.keys.Sign("form", "session x")} {
		if code, _ := v.post(path, "proof", proof, "once", "a", "step", f["step"], "line", "resign"); code != http.StatusForbidden {
			t.Errorf("proof %s: %d", name, code)
		}
		if code, _ := v.post(path+"/leave", "proof", proof); code != http.StatusForbidden {
			t.Errorf("proof %s: leave %d", name, code)
		}
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, g.server.URL+path, strings.NewReader(url.Values{"proof": {f["proof"]}, "once": {"b"}, "step": {f["step"]}, "line": {"say hello"}}.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Sec-Fetch-Site", "cross-site")
	if code, _, _ := v.ask(req); code != http.StatusForbidden {
		t.Errorf("from another site: %d", code)
	}
	if code, _ := g.visitor().post(path, "proof", f["proof"], "once", "c", "step", f["step"], "line", "say hello"); code != http.StatusForbidden {
		t.Errorf("without a session: %d", code)
	}
	if g.state() != before {
		t.Error("something was changed")
	}
}

func TestAPageTellsNobodyWhatIsNotTheirs(t *testing.T) {
	t.Parallel()
	g := newGallery(t)
	address, seat := g.due()
	link, _ := g.digest(address)
	v := g.visitor()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, g.server.URL+link, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, page, header := v.ask(req)
	for name, want := range map[string]string{"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex", "Content-Security-Policy": "default-src 'none'"} {
		if !strings.Contains(header.Get(name), want) {
			t.Errorf("%s: %q", name, header.Get(name))
		}
	}
	if strings.Contains(header.Get("Content-Security-Policy"), "unsafe") {
		t.Error("the policy lets in styles or scripts of anybody's")
	}
	head, _, _ := strings.Cut(page, "<body")
	table, err := g.db.Fold(t.Context(), g.match, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range table.Match.State().View(table.Seats[seat].Name).Hand {
		if strings.Contains(head, h.Card) {
			t.Errorf("the head of the page names %s", h.Card)
		}
	}
	if strings.Contains(head, "Ana") || strings.Contains(head, "miner") || strings.Contains(head, "saboteur.") {
		t.Errorf("the head of the page tells too much: %s", head)
	}
	v.signIn(link)
	// A session is for its player's own letters and seats alone.
	var foreign int64
	if err := g.db.Pool().QueryRow(t.Context(), "select id from outbox where match_id = $1 and seat <> $2 order by id desc limit 1", g.match, seat).Scan(&foreign); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{fmt.Sprintf("/seat/%d/letters/%s", g.match, g.keys.Hide("archive", foreign)), fmt.Sprintf("/seat/%d/letters/%d", g.match, foreign), fmt.Sprintf("/m/%d", g.match), "/m/0", "/m/99", "/m/x", "/letter/", "/letter/x"} {
		if code, body := v.get(path); code != http.StatusNotFound || strings.Contains(body, `class="sheet"`) {
			t.Errorf("%s: %d", path, code)
		}
	}
	for _, path := range []string{fmt.Sprintf("/seat/%d", g.match+1), "/seat/x"} {
		if code, _ := v.get(path); code != http.StatusForbidden {
			t.Errorf("%s: %d", path, code)
		}
	}
	// What is open to all shows what all see.
	if _, err := g.db.Pool().Exec(t.Context(), "update matches set listed = true"); err != nil {
		t.Fatal(err)
	}
	code, open := g.visitor().get(fmt.Sprintf("/m/%d", g.match))
	if code != http.StatusOK || !strings.Contains(open, "Bo") || strings.Contains(open, "mailto:") || strings.Contains(open, "<form") {
		t.Errorf("the public page: %d %s", code, open)
	}
}
