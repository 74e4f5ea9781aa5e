package mailer_test

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"pitpost.example/db/lookup"
	dbmail "pitpost.example/db/mail"
	"pitpost.example/model"
)

// All that is kept of a player comes to their address on file as one file: their settings, words and letters, their view of
// running matches and nothing that only others may know. What the operator takes along tells nothing of running matches.
func TestMyDataHoldsWhatIsKeptOfMe(t *testing.T) {
	g := newTable(t, "saboteur rounds=1 first=Ana", "bo", "cy", "di")
	g.lines(0, "Ana", "memo Bo looked nervous\nsay hello all")
	g.lines(1, "Bo", "memo Ana is a miner\nsay hello Ana\nsuspect Ana")
	g.lines(0, "Ana", "my data")
	files := unzipped(t, attached(t, g.ownData()))
	own := files["data.json"]
	for _, want := range []string{"ana@example.org", "Bo looked nervous", "hello all", `"hand"`, `"lang": "en"`, `"role"`} {
		if !strings.Contains(own, want) {
			t.Errorf("without %q:\n%s", want, own)
		}
	}
	for _, others := range []string{"bo@example.org", "Ana is a miner", "hello Ana", "suspect", "cy@example.org"} {
		if strings.Contains(own, others) {
			t.Errorf("with %q:\n%s", others, own)
		}
	}
	state := g.table().Match.State()
	if text := strings.Join(strings.Fields(own), ""); !strings.Contains(text, strings.Join(strings.Fields(jsonOf(t, state.View("Ana").Data)), "")) ||
		strings.Contains(text, strings.Join(strings.Fields(jsonOf(t, state.View("Bo").Data)), "")) {
		t.Errorf("it shows another view than Ana's:\n%s", own)
	}
	if len(files) != 1 {
		t.Errorf("%d files while the match runs", len(files))
	}
	kept, err := lookup.ReadOwnData(t.Context(), g.db, g.table().Seats[0].Player, false)
	if err != nil {
		t.Fatal(err)
	}
	if text := jsonOf(t, kept); strings.Contains(text, "hand") || strings.Contains(text, "nervous") || strings.Contains(text, "hello all") || !strings.Contains(text, "ana@example.org") {
		t.Errorf("the operator takes along:\n%s", text)
	}
	g.playOut()
	g.now = g.now.AddDate(0, 0, 1)
	g.write("ana", "my data", model.Ref{Purpose: model.ForAnybody, Step: g.table().Seats[0].Player})
	files = unzipped(t, attached(t, g.ownData()))
	if files["match-1.jsonl.gz"] == "" || strings.Contains(files["data.json"], `"hand"`) {
		t.Errorf("after the end: %d files", len(files))
	}
}

// attached returns the bytes of the zip file in a letter.
func attached(t *testing.T, raw []byte) []byte {
	t.Helper()
	_, part, found := strings.Cut(string(raw), "Content-Type: application/zip")
	if !found {
		t.Fatal("the letter brings no file")
	}
	_, part, _ = strings.Cut(part, "\r\n\r\n")
	part, _, _ = strings.Cut(part, "\r\n--")
	data, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(part, "\r\n", ""))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// unzipped returns the files in a zip file by name.
func unzipped(t *testing.T, data []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name] = string(text)
	}
	return files
}

func jsonOf(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// ownData returns the last letter that brings somebody their data.
func (g *match) ownData() []byte {
	g.t.Helper()
	var id string
	if err := g.db.Pool().QueryRow(g.t.Context(), "select message_id from outbox where purpose = 'data' order by id desc limit 1").Scan(&id); err != nil {
		g.t.Fatal(err)
	}
	list, err := dbmail.NoticesByMessageIDs(g.t.Context(), g.db, []string{id})
	if err != nil || len(list) != 1 {
		g.t.Fatalf("%d letters of %s: %v", len(list), id, err)
	}
	l, err := g.writer.WriteFrom(g.t.Context(), nil, &list[0], g.now)
	if err != nil || l.To != "ana@example.org" {
		g.t.Fatalf("to %s: %v", l.To, err)
	}
	return l.Raw
}
