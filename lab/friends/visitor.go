package friends

import (
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"

	"pitpost.example/lab"
)

// Visitor is a browser without scripts, but with cookies.
type Visitor struct {
	*Match
	client *http.Client
}

// Visitor returns a browser without cookies.
func (m *Match) Visitor() *Visitor {
	m.T.Helper()
	jar := lab.Must(cookiejar.New(nil))(m.T)
	return &Visitor{m, &http.Client{Jar: jar}}
}

// Ask sends a request and returns the answer's status, body and headers.
func (v *Visitor) Ask(req *http.Request) (int, string, http.Header) {
	v.T.Helper()
	res, err := v.client.Do(req)
	lab.Check(v.T, err)
	defer res.Body.Close()
	body := lab.Must(io.ReadAll(res.Body))(v.T)
	return res.StatusCode, string(body), res.Header
}

// Get requests a page.
func (v *Visitor) Get(path string) (int, string) {
	v.T.Helper()
	req := lab.Must(http.NewRequestWithContext(v.T.Context(), http.MethodGet, v.Server.URL+path, nil))(v.T)
	code, body, _ := v.Ask(req)
	return code, body
}

// Post sends a form; fields alternates names and values.
func (v *Visitor) Post(path string, fields ...string) (int, string) {
	v.T.Helper()
	form := url.Values{}
	for i := 0; i+1 < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	req := lab.Must(http.NewRequestWithContext(v.T.Context(), http.MethodPost, v.Server.URL+path, strings.NewReader(form.Encode())))(v.T)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	code, body, _ := v.Ask(req)
	return code, body
}

var hidden = regexp.MustCompile(`name="(proof|once|step)" value="([^"]*)"`)

// Fields returns the hidden fields of a page's form: proof, once, step.
func Fields(page string) map[string]string {
	out := map[string]string{}
	for _, m := range hidden.FindAllStringSubmatch(page, -1) {
		out[m[1]] = m[2]
	}
	return out
}

// Sits opens a player's seat in a real browser, from the link in their last digest.
func (m *Match) Sits(b *lab.Browser, player string) {
	m.T.Helper()
	link, _ := m.Digest(player)
	b.Open(m.Server.URL + link)
	b.Click("form.code button")
	b.Until(`!!document.getElementById("code") && document.readyState === "complete"`)
	b.Click("#code")
	b.Type(m.Code())
	b.Press("Enter")
	b.Until(fmt.Sprintf(`location.pathname === "/seat/%d" && document.readyState === "complete"`, m.ID))
}

// Code returns the last code that was mailed.
func (m *Match) Code() string {
	m.T.Helper()
	var code string
	err := m.DB.Pool().QueryRow(m.T.Context(), `select l #>> '{args,code}' from outbox o, jsonb_array_elements(o.params -> 'lines') l
		where o.key like 'code:%' and l ->> 'key' = 'page.code-is' order by o.id desc limit 1`).Scan(&code)
	if err != nil || len(code) != 8 {
		m.T.Fatalf("code %q: %v", code, err)
	}
	return code
}

// SignIn starts a session from a letter's link, and returns the page of the seat.
func (v *Visitor) SignIn(link string) string {
	v.T.Helper()
	_, page := v.Get(link)
	code, page := v.Post(link+"/code", "proof", Fields(page)["proof"])
	if code != http.StatusOK || !strings.Contains(page, link+"/enter") {
		v.T.Fatalf("no code was mailed: %d %s", code, page)
	}
	code, page = v.Post(link+"/enter", "proof", Fields(page)["proof"], "code", v.Code())
	if code != http.StatusOK || !strings.Contains(page, `id="line"`) {
		v.T.Fatalf("no session: %d %s", code, page)
	}
	return page
}
