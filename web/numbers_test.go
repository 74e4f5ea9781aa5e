package web_test

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db/mail"
	"pitpost.example/inbox/postoffice"
	"pitpost.example/lab/friends"
	"pitpost.example/model"
	"pitpost.example/token"
)

// runningNumber matches the numbers that manyGoneBefore starts from, whatever they count.
var runningNumber = regexp.MustCompile(`.{0,60}110577\d{4}.{0,20}`)

// link matches the address of a link.
var link = regexp.MustCompile(`href="(/[^"]*)"`)

// study is a house in which letters are handed in and written without a mail server.
type study struct{ *friends.Study }

// manyGoneBefore starts every sequence of the house at a number that cannot be in a letter by chance. Matches
// are left out, since anybody may see their numbers.
func (s *study) manyGoneBefore() {
	s.T.Helper()
	rows, err := s.DB.Pool().Query(s.T.Context(), `select table_name || '.' || column_name from information_schema.columns
		where table_schema = 'public' and is_identity = 'YES' and table_name <> 'matches' order by 1`)
	if err != nil {
		s.T.Fatal(err)
	}
	columns, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(columns) < 8 {
		s.T.Fatalf("%v: %v", columns, err)
	}
	for _, c := range columns {
		table, column, _ := strings.Cut(c, ".")
		if _, err := s.DB.Pool().Exec(s.T.Context(), "select setval(pg_get_serial_sequence($1, $2), 1105770000)", table, column); err != nil {
			s.T.Fatal(err)
		}
	}
}

// Nothing that people get by mail or can open shows how many letters, players, questions or words the house has
// had. Otherwise two letters to the same person would tell how many others wrote in between.
func TestNoRunningNumberLeavesTheHouse(t *testing.T) {
	t.Parallel()
	s := &study{friends.Open(t)}
	s.manyGoneBefore()
	g := s.Play("saboteur")
	for i := range 4 {
		g.PlayFirst(i)
	}
	if _, err := g.DB.Pool().Exec(t.Context(), "update matches set listed = true"); err != nil {
		t.Fatal(err)
	}
	ana := func(words string) {
		t.Helper()
		if state, _ := g.Write("ana@example.org", "play@pit.test", "", words); state != "apply" {
			t.Fatalf("%q: %s", words, state)
		}
	}
	ana("attach json")
	ana("calendar")
	ana("say a fine hole")
	ana("suspect Bo")
	ana("key")
	ana("resign") // the house asks for confirmation
	if state, _ := g.Write("fay@example.com", "play@pit.test", "", fmt.Sprintf("watch #%d", g.ID)); state != "apply" {
		t.Fatalf("Fay cannot watch: %s", state)
	}
	word := g.Keys.Mint(token.Token{Match: g.ID, Purpose: byte(model.ForTurn), Step: 1})
	if state, _ := g.Write("ana@icloud.example", "play+"+word+"@pit.test", "", "status"); state != "hold" {
		t.Fatalf("a letter in Ana's name: %s", state) // so the house asks her about it
	}
	g.PlayFirst(99)
	leaks := func(what, text string) {
		t.Helper()
		if found := runningNumber.FindString(text); found != "" {
			t.Errorf("%s: %s", what, found)
		}
	}

	kinds := map[string]int{}
	for _, id := range s.mailed() {
		n, err := mail.NoticeByID(t.Context(), g.DB, id)
		if err != nil {
			t.Fatal(err)
		}
		if id < 1105770000 {
			t.Fatalf("letter %d", id)
		}
		written, err := g.Out.WriteFrom(t.Context(), nil, n, g.Clock)
		raw, to := written.Raw, written.To
		if errors.Is(err, model.ErrSuperseded) {
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", n.Purpose, err)
		}
		kinds[string(n.Purpose)]++
		what := string(n.Purpose) + " to " + to
		leaks(what, string(raw))
		leaks(what+", return address", g.Keys.Bounce(id))
		l := postoffice.ParseLetter(raw)
		leaks(what+", text", l.Text)
		leaks(what+", HTML", l.HTML)
		for _, a := range l.Attachments {
			leaks(what+", "+a.Name, string(a.Data))
		}
	}
	for _, kind := range []string{"invite", "receipt", "turn", "ask", "watch"} {
		if kinds[kind] == 0 {
			t.Errorf("no %s among the letters: %v", kind, kinds)
		}
	}

	address, _ := g.Due()
	letter, _ := g.Digest(address)
	v := g.Visitor()
	seat, public := fmt.Sprintf("/seat/%d", g.ID), fmt.Sprintf("/m/%d", g.ID)
	leaks("a session", v.SignIn(letter))
	paths := []string{letter, seat, seat + "/now", seat + "/letters", public, public + "/now", "/api/v1/matches", "/api/v1/statistics",
		fmt.Sprintf("/api/v1/matches/%d", g.ID), fmt.Sprintf("/api/v1/matches/%d/events", g.ID), "/statistics", "/league/"}
	list := len(paths)
	for i := 0; i < len(paths); i++ {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, g.Server.URL+paths[i], nil)
		if err != nil {
			t.Fatal(err)
		}
		code, body, header := v.Ask(req)
		if code != http.StatusOK {
			t.Errorf("%s: %d", paths[i], code)
		}
		leaks(paths[i], paths[i]+" "+fmt.Sprint(header)+" "+body)
		if paths[i] == seat+"/letters" {
			for _, m := range link.FindAllStringSubmatch(body, -1) {
				if strings.HasPrefix(m[1], seat+"/letters/") && !slices.Contains(paths, m[1]) {
					paths = append(paths, m[1])
				}
			}
		}
	}
	if len(paths) == list {
		t.Error("the list of letters leads to none")
	}
}

// mailed returns the numbers of all outgoing letters so far.
func (s *study) mailed() []int64 {
	s.T.Helper()
	rows, err := s.DB.Pool().Query(s.T.Context(), "select id from outbox where purpose <> 'ping' order by id")
	if err != nil {
		s.T.Fatal(err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		s.T.Fatal(err)
	}
	return ids
}
