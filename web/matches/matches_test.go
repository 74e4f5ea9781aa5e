package matches_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"pitpost.example/db/people"
	"pitpost.example/lab/friends"
	"pitpost.example/model"
	"pitpost.example/server"
)

// state returns all rows of the house, except codes and sessions.
func (g *gallery) state() string {
	g.T.Helper()
	var all strings.Builder
	rows, err := g.DB.Pool().Query(g.T.Context(), "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1")
	if err != nil {
		g.T.Fatal(err)
	}
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			g.T.Fatal(err)
		}
		names = append(names, name)
	}
	if len(names) < 10 {
		g.T.Fatalf("only these tables: %v", names)
	}
	for _, name := range names {
		var sum *string
		if err := g.DB.Pool().QueryRow(g.T.Context(), fmt.Sprintf("select md5(string_agg(t::text, '|' order by t::text)) from %q t", name)).Scan(&sum); err != nil {
			g.T.Fatal(err)
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
	address, seat := g.Due()
	link, n := g.Digest(address)
	v := g.Visitor()
	code, page := v.Get(link)
	if code != http.StatusOK || !strings.Contains(page, "mailto:") || !strings.Contains(page, `src="data:image/png`) {
		t.Fatalf("the letter's page: %d %s", code, page)
	}
	if strings.Contains(page, `style="`) || strings.Contains(page, "http-equiv") {
		t.Error("the page has styles that its policy forbids")
	}
	page = v.SignIn(link)
	f := friends.Fields(page)

	// The button of a command writes it into the field and does nothing else.
	before := g.state()
	picks := regexp.MustCompile(`name="pick" value="([^"]+)"`).FindAllStringSubmatch(page, -1)
	if picks == nil {
		t.Fatalf("no command to choose: %s", page)
	}
	command := picks[0]
	if _, page := v.Post("/seat/"+fmt.Sprint(g.ID), "proof", f["proof"], "once", f["once"], "step", f["step"], "line", "", "pick", command[1]); !strings.Contains(page, `name="line" value="`+command[1]+`"`) {
		t.Errorf("the chosen command is not in the field: %s", page)
	}
	// No GET changes anything.
	seen := map[string]bool{}
	for queue := []string{link, "/seat/" + fmt.Sprint(g.ID), "/seat/" + fmt.Sprint(g.ID) + "/now", link + "/code", link + "/enter", "/m/" + fmt.Sprint(g.ID)}; len(queue) > 0; queue = queue[1:] {
		if seen[queue[0]] {
			continue
		}
		seen[queue[0]] = true
		_, body := v.Get(queue[0])
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
		_, page = v.Post("/seat/"+fmt.Sprint(g.ID), "proof", f["proof"], "once", f["once"], "step", f["step"], "line", command[1])
		if !strings.Contains(page, `class="result"`) {
			t.Fatalf("nothing was said of the move: %s", page)
		}
	}
	var moves, receipts int
	if err := g.DB.Pool().QueryRow(t.Context(), `select (select count(*) from letters where door = 'page' and state = 'apply'),
		(select count(*) from outbox where purpose = 'receipt' and seat = $1 and seq > $2)`, seat, n.Seq).Scan(&moves, &receipts); err != nil || moves != 1 || receipts != 1 {
		t.Errorf("%d moves and %d receipts: %v", moves, receipts, err)
	}
	// Who goes back and fills in the form again with something else has written something else.
	if _, page := v.Post("/seat/"+fmt.Sprint(g.ID), "proof", f["proof"], "once", f["once"], "step", f["step"], "line", "say hello"); !strings.Contains(page, "Everyone will read it") {
		t.Errorf("the second line is answered: %s", regexp.MustCompile(`class="result".*`).FindString(page))
	}
	// What the page asks about a line that comes too late is answered on the page.
	var late []string
	for _, pick := range picks {
		if pick[1][0] != command[1][0] {
			late = append(late, pick[1])
		}
	}
	for _, line := range []string{late[0], late[len(late)-1], "yes"} {
		_, page = v.Post("/seat/"+fmt.Sprint(g.ID), "proof", f["proof"], "once", f["once"], "step", f["step"], "line", line)
	}
	if result := regexp.MustCompile(`(?s)class="result".*?</`).FindString(page); !strings.Contains(result, "draft") {
		t.Errorf("the page's own question is answered: %s", result)
	}
	// The letter's page still shows what it showed before.
	if _, again := g.Visitor().Get(link); strings.Contains(again, `class="result"`) || !strings.Contains(again, ">"+command[1]+"<") {
		t.Error("the letter's page has changed with the match")
	}
}

func TestLinksDieWhenTheyMust(t *testing.T) {
	t.Parallel()
	g := newGallery(t)
	address, seat := g.Due()
	link, n := g.Digest(address)
	v := g.Visitor()
	dead := func(what, path string) {
		t.Helper()
		code, page := v.Get(path)
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
	now := g.Clock
	g.Clock = now.Add(31 * 24 * time.Hour)
	dead("expired", link)
	g.Clock = now
	if code, _ := v.Get(link); code != http.StatusOK {
		t.Fatalf("a good link: %d", code)
	}
	v.SignIn(link)
	h, _ := g.Read(address, "turn")
	if state, _ := g.Write(address, h.Get("Reply-To"), "", "links off"); state != "apply" {
		t.Fatalf("links off: %s", state)
	}
	dead("revoked", link)
	if code, _ := v.Get("/seat/" + fmt.Sprint(g.ID)); code != http.StatusForbidden {
		t.Errorf("the session outlived it: %d", code)
	}
	g.Write(address, h.Get("Reply-To"), "", "links on")
	dead("revoked before", link)
	// Links of other seats still work, until the seat gets another player.
	if _, err := g.DB.Pool().Exec(t.Context(), "delete from page_stops"); err != nil {
		t.Fatal(err)
	}
	if code, _ := v.Get(link); code != http.StatusOK {
		t.Fatalf("not the stop but something else killed it: %d", code)
	}
	for column, what := range map[string]string{
		"raw": "whose bytes are gone", "match_id": "without a match", "player_id": "to nobody who plays",
	} {
		var kept any
		row := g.DB.Pool().QueryRow(t.Context(), "select "+column+" from outbox where id = $1", n.ID)
		if err := row.Scan(&kept); err != nil {
			t.Fatal(err)
		}
		for _, value := range []any{nil, kept} {
			_, err := g.DB.Pool().Exec(t.Context(), "update outbox set "+column+" = $2 where id = $1", n.ID, value)
			if err != nil {
				t.Fatal(err)
			}
			if value == nil {
				dead(what, link)
			}
		}
	}
	if code, _ := v.Get(link); code != http.StatusOK {
		t.Fatalf("a letter that was put back: %d", code)
	}
	if _, err := g.DB.Pool().Exec(t.Context(), "update seats set state = 'left' where match_id = $1 and no = $2", g.ID, seat); err != nil {
		t.Fatal(err)
	}
	dead("of a seat that was left", link)
	if _, err := g.DB.Pool().Exec(t.Context(), `update seats set state = 'joined', player_id = (select min(id) from players where id <> seats.player_id)
		where match_id = $1 and no = $2`, g.ID, seat); err != nil {
		t.Fatal(err)
	}
	dead("of a seat that is another's", link)
}

func TestCodesAreFewShortLivedAndForOneBrowser(t *testing.T) {
	t.Parallel()
	g := newGallery(t)
	address, _ := g.Due()
	link, _ := g.Digest(address)
	v := g.Visitor()
	_, page := v.Get(link)
	proof := friends.Fields(page)["proof"]
	enter := func(who *friends.Visitor, code string) int {
		t.Helper()
		status, _ := who.Post(link+"/enter", "proof", proof, "code", code)
		return status
	}
	if code, _ := v.Post(link+"/code", "proof", "0000"); code != http.StatusForbidden {
		t.Errorf("a code for a forged form: %d", code)
	}
	v.Post(link+"/code", "proof", proof)
	right := g.Code()
	if other := g.Visitor(); enter(other, right) != http.StatusForbidden {
		t.Error("another browser came in with the code")
	}
	wrong := "00000000"
	if right == wrong {
		wrong = "00000001"
	}
	for range people.CodeTries {
		if enter(v, wrong) != http.StatusForbidden {
			t.Fatal("a wrong code opens")
		}
	}
	if enter(v, right) != http.StatusForbidden {
		t.Error("the right code opens after too many wrong ones")
	}
	v.Post(link+"/code", "proof", proof)
	late := g.Code()
	now := g.Clock
	g.Clock = now.Add(people.CodeLife + time.Second)
	if enter(v, late) != http.StatusForbidden {
		t.Error("an old code opens")
	}
	g.Clock = now
	for range 3 {
		v.Post(link+"/code", "proof", proof)
	}
	if code, _ := v.Post(link+"/code", "proof", proof); code != http.StatusTooManyRequests {
		t.Errorf("a sixth code in an hour: %d", code)
	}
	if enter(v, g.Code()) != http.StatusOK {
		t.Error("the last code does not open")
	}
	if enter(v, g.Code()) != http.StatusForbidden {
		t.Error("a code opens twice")
	}
}

func TestFormsFromElsewhereDoNothing(t *testing.T) {
	t.Parallel()
	g := newGallery(t)
	address, _ := g.Due()
	link, _ := g.Digest(address)
	v := g.Visitor()
	f := friends.Fields(v.SignIn(link))
	path := "/seat/" + fmt.Sprint(g.ID)
	before := g.state()
	for name, proof := range map[string]string{"none": "", "another's": g.Keys.Sign("form", "session x")} {
		if code, _ := v.Post(path, "proof", proof, "once", "a", "step", f["step"], "line", "resign"); code != http.StatusForbidden {
			t.Errorf("proof %s: %d", name, code)
		}
		if code, _ := v.Post(path+"/leave", "proof", proof); code != http.StatusForbidden {
			t.Errorf("proof %s: leave %d", name, code)
		}
	}
	from := func(once string, signs ...string) int {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, g.Server.URL+path, strings.NewReader(url.Values{"proof": {f["proof"]}, "once": {once}, "step": {f["step"]}, "line": {"say hello"}}.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		req.Host = "127.0.0.1:8025" // as a proxy passes it on
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		for i := 0; i < len(signs); i += 2 {
			req.Header.Set(signs[i], signs[i+1])
		}
		code, _, _ := v.Ask(req)
		return code
	}
	for _, signs := range [][]string{{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site", "Origin", g.Out.PublicURL},
		{"Origin", "https://evil.example"}, {"Origin", g.Out.PublicURL + ".evil.example"}, {"Origin", "file://"}} {
		if code := from("b", signs...); code != http.StatusForbidden {
			t.Errorf("from another site, %q: %d", signs, code)
		}
	}
	if code, _ := g.Visitor().Post(path, "proof", f["proof"], "once", "c", "step", f["step"], "line", "say hello"); code != http.StatusForbidden {
		t.Errorf("without a session: %d", code)
	}
	if g.state() != before {
		t.Error("something was changed")
	}
	// Our own pages are accepted: a new browser says that the form comes from the same origin; an old one says nothing,
	// or "null", since our pages hide their address; an older one names the address, which a proxy in front may have.
	for i, signs := range [][]string{{"Sec-Fetch-Site", "same-origin", "Origin", "null"}, nil, {"Origin", "null"}, {"Origin", g.Out.PublicURL}} {
		if code := from(fmt.Sprint("own", i), signs...); code != http.StatusOK {
			t.Errorf("from our own page, %q: %d", signs, code)
		}
	}
}

func TestAPageTellsNobodyWhatIsNotTheirs(t *testing.T) {
	t.Parallel()
	g := newGallery(t)
	address, seat := g.Due()
	link, _ := g.Digest(address)
	v := g.Visitor()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, g.Server.URL+link, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, page, header := v.Ask(req)
	for name, want := range map[string]string{"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex", "Content-Security-Policy": "default-src 'none'"} {
		if !strings.Contains(header.Get(name), want) {
			t.Errorf("%s: %q", name, header.Get(name))
		}
	}
	if strings.Contains(header.Get("Content-Security-Policy"), "unsafe") {
		t.Error("the policy lets in styles or scripts of anybody's")
	}
	head, _, _ := strings.Cut(page, "<body")
	table, err := g.DB.Fold(t.Context(), g.ID, 0)
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
	v.SignIn(link)
	if code, body := v.Get(link + "/seat"); code != http.StatusOK || !strings.Contains(body, `id="line"`) {
		t.Errorf("the link of a letter does not lead who is signed in to the seat: %d", code)
	}
	if code, body := g.Visitor().Get(link + "/seat"); code != http.StatusOK || !strings.Contains(body, link+"/code") || strings.Contains(body, `id="line"`) {
		t.Errorf("the link of a letter does not offer others a code: %d", code)
	}
	// A session opens only its own player's letters and seats.
	var foreign int64
	if err := g.DB.Pool().QueryRow(t.Context(), "select id from outbox where match_id = $1 and seat <> $2 order by id desc limit 1", g.ID, seat).Scan(&foreign); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{fmt.Sprintf("/seat/%d/letters/%s", g.ID, g.Keys.Hide("archive", foreign)), fmt.Sprintf("/seat/%d/letters/%d", g.ID, foreign), fmt.Sprintf("/m/%d", g.ID), "/m/0", "/m/99", "/m/x", "/letter/", "/letter/x", "/letter/x/seat"} {
		if code, body := v.Get(path); code != http.StatusNotFound || strings.Contains(body, `class="sheet"`) {
			t.Errorf("%s: %d", path, code)
		}
	}
	for _, path := range []string{fmt.Sprintf("/seat/%d", g.ID+1), "/seat/x"} {
		if code, _ := v.Get(path); code != http.StatusForbidden {
			t.Errorf("%s: %d", path, code)
		}
	}
	// A public match shows what everybody may see.
	if _, err := g.DB.Pool().Exec(t.Context(), "update matches set listed = true"); err != nil {
		t.Fatal(err)
	}
	code, open := g.Visitor().Get(fmt.Sprintf("/m/%d", g.ID))
	if code != http.StatusOK || !strings.Contains(open, "Bo") || strings.Contains(open, "mailto:") || strings.Contains(open, "<form") {
		t.Errorf("the public page: %d %s", code, open)
	}
	// The public page tells what happened, newest first, and no words that players said.
	_, seat = g.Due()
	name := g.Fold().Seats[seat].Name
	if _, err := g.House.TakePage(t.Context(), server.PageWords{Player: g.Fold().Seats[seat].Player, Match: g.ID, Seat: seat,
		Step: g.Fold().Match.Chair(name).Steps + 1, Once: "log", Words: "pass 1\nsay dig west", Now: g.Clock}); err != nil {
		t.Fatal(err)
	}
	_, open = g.Visitor().Get(fmt.Sprintf("/m/%d", g.ID))
	passed, began := strings.Index(open, "<li>"+name+" passed"), strings.Index(open, "<li>Round 1 begins")
	if passed < 0 || began < passed || strings.Contains(open, "dig west") {
		t.Errorf("the log of the public page: %s", open)
	}
	// A match in its lobby has a public page too.
	g.Write("Di <di@example.org>", friends.Address, "Subject: new saboteur watch=on with eli@example.org\r\n", "")
	if code, open = g.Visitor().Get(fmt.Sprintf("/m/%d", g.ID+1)); code != http.StatusOK || !strings.Contains(open, "hasn’t begun") || strings.Contains(open, "Eli") {
		t.Errorf("the page of a lobby: %d %s", code, open)
	}
}

// Somebody who plays on the page and, because nothing seemed to happen, answers the letter with the same line has said
// it once, however it is written.
func TestTheSameWordsByPageAndByMailCountOnce(t *testing.T) {
	t.Parallel()
	m := friends.Play(t, "saboteur")
	address, seat := m.Due()
	h, _ := m.Read(address, "turn")
	at := m.Fold().Seats[seat]
	_, err := m.House.TakePage(t.Context(), server.PageWords{Player: at.Player, Match: m.ID, Seat: seat, Step: m.Fold().Match.Chair(at.Name).Steps + 1,
		Once: "a", Words: "PASS  1", Now: m.Clock})
	if err != nil {
		t.Fatal(err)
	}
	before := m.Count("select count(*) from outbox")
	if state, _ := m.Write(address, h.Get("Reply-To"), "", "Pass 1."); state != string(model.LetterDrop) {
		t.Errorf("the letter is %s", state)
	}
	if n := m.Count("select count(*) from outbox") - before; n != 0 {
		t.Errorf("%d more letters are written", n)
	}
}

// A player who is signed in cannot make the house note letters without end: each form is one.
func TestFormsOfOnePlayerAreLimited(t *testing.T) {
	t.Parallel()
	g := newGallery(t)
	ana := g.Visitor()
	f := friends.Fields(ana.SignIn(g.AnaLink()))
	path, refused := fmt.Sprintf("/seat/%d", g.ID), 0
	for i := range 100 {
		code, _ := ana.Post(path, "proof", f["proof"], "step", f["step"], "once", fmt.Sprint(i), "pick", "pass 1")
		if code == http.StatusTooManyRequests {
			refused++
		} else if code != http.StatusOK {
			t.Fatalf("form %d: %d", i, code)
		}
	}
	if refused == 0 {
		t.Error("a hundred forms at once were taken")
	}
	if code, _ := ana.Get(path); code != http.StatusOK {
		t.Errorf("the page itself: %d", code)
	}
}
