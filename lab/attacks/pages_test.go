package attacks

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
)

// ask sends a request to the house's pages; head alternates header names and values.
func (h *house) ask(method, path, body string, head ...string) (status int, answer string) {
	h.Helper()
	req, err := http.NewRequestWithContext(h.Context(), method, "http://"+h.http+path, strings.NewReader(body))
	if err != nil {
		h.Fatal(err)
	}
	for i := 0; i < len(head); i += 2 {
		if req.Header.Set(head[i], head[i+1]); head[i] == "Host" {
			req.Host = head[i+1]
		}
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		h.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		h.Fatal(err)
	}
	return res.StatusCode, string(text)
}

var keyLine = regexp.MustCompile(`pit_[A-Za-z0-9_-]{43}`)

// key asks by mail for the key of a seat.
func (h *house) key(match int, whose string) string {
	h.Helper()
	h.did(letter{from: whose, body: fmt.Sprintf("#%d key", match)})
	key := keyLine.FindString(h.read(whose, "receipt").text)
	if key == "" {
		h.Fatalf("no key for %s", whose)
	}
	return key
}

// program posts a line for a seat with its key.
func (h *house) program(match int, key, words string) (status int, answer string) {
	h.Helper()
	path := fmt.Sprintf("/api/seat/%d", match)
	var at turn
	if _, text := h.ask("GET", path, "", "Authorization", "Bearer "+key); json.Unmarshal([]byte(text), &at) != nil {
		h.Fatalf("the seat's door says %s", text)
	}
	body, err := json.Marshal(map[string]any{"step": at.Step, "lines": []string{words}})
	if err != nil {
		h.Fatal(err)
	}
	return h.ask("POST", path, string(body), "Authorization", "Bearer "+key, "Content-Type", "application/json")
}
