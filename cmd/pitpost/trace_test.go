package main

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/db/mail"
	"pitpost.example/model"
	"pitpost.example/token"
)

// logLine has what a line of the log says about a letter.
type logLine struct {
	Msg     string  `json:"msg"`
	ID      string  `json:"id"`
	Door    string  `json:"door"`
	State   string  `json:"state"`
	Notice  int64   `json:"notice"`
	Purpose string  `json:"purpose"`
	Code    int     `json:"code"`
	Facts   int     `json:"facts"`
	Notices []int64 `json:"notices"`
}

// lines returns the log lines with an id, in order.
func (l *logbook) lines(t *testing.T, id string) (list []logLine) {
	t.Helper()
	for _, text := range strings.Split(strings.TrimSpace(l.String()), "\n") {
		var one logLine
		if err := json.Unmarshal([]byte(text), &one); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		if one.ID == id {
			list = append(list, one)
		}
	}
	return list
}

func names(lines []logLine) (out []string) {
	for _, l := range lines {
		out = append(out, l.Msg)
	}
	return out
}

// Follows a letter by its id alone, in the log and with `pitpost letters --trace`: how it came in, the transaction,
// each letter that was written for it, and the relay's acceptance. Neither contains a word, an address or a token.
func TestOneLetterThroughTheRooms(t *testing.T) {
	t.Parallel()
	d, book := openLogged(t, func(*settings.Settings) {})
	to := "play+" + d.Stores.Keys.Mint(token.Token{Match: d.match, Purpose: byte(model.ForTurn), Step: 1}) + "@pit.localhost"
	raw := "From: Ana <ana@pit.localhost>\r\nTo: " + to + "\r\nSubject: Re: your turn\r\nMessage-ID: <traced@pit.localhost>\r\n\r\npass 1\nsay the quiet one\r\n"
	if err := d.bring(0, to, raw); err != nil {
		t.Fatal(err)
	}
	var id string
	d.soon("the letter is noted", func() bool {
		err := d.Stores.DB.Pool().QueryRow(t.Context(), "select encode(substring(hash for 6), 'hex') from letters where message_id = '<traced@pit.localhost>' and state = 'apply'").Scan(&id)
		return err == nil
	})
	d.soon("all that it let be written is sent", func() bool {
		return d.count("select count(*) from outbox where cause = 'letter ' || $1", id) >= 1 &&
			d.count("select count(*) from outbox where cause = 'letter ' || $1 and state in ('queued', 'written')", id) == 0
	})
	var lines []logLine
	d.soon("the log tells of it to its end", func() bool {
		lines = book.lines(t, id)
		at := slices.IndexFunc(lines, func(l logLine) bool { return l.Msg == "committed" })
		if at < 0 {
			return false
		}
		ended := 0
		for _, l := range lines {
			if l.Msg == "letter sent" || l.Msg == "letter superseded" {
				ended++
			}
		}
		return ended == len(lines[at].Notices)
	})
	in := slices.DeleteFunc(slices.Clone(lines), func(l logLine) bool { return l.Notice != 0 })
	if !slices.Equal(names(in), []string{"letter in", "committed", "letter"}) || in[0].Door != "imap" || in[1].State != "apply" || in[2].State != "apply" ||
		in[1].Facts == 0 || len(in[1].Notices) == 0 {
		t.Fatalf("%+v", in)
	}
	digest := false
	for _, n := range in[1].Notices {
		own := slices.DeleteFunc(slices.Clone(lines), func(l logLine) bool { return l.Notice != n })
		switch got := names(own); {
		case slices.Equal(got, []string{"letter written", "letter sent"}):
			digest = digest || own[1].Purpose == "turn" && own[1].Code == 250
		case !slices.Equal(got, []string{"letter superseded"}):
			t.Errorf("notice %d: %v", n, got)
		}
	}
	if !digest {
		t.Errorf("no digest of the letter was handed over: %+v", lines)
	}
	d.clean(book, 6)

	var out strings.Builder
	life, err := mail.ReadLetterLife(t.Context(), d.Stores.DB, id)
	if err != nil {
		t.Fatal(err)
	}
	printLife(&out, id, life)
	for _, want := range []string{`letter ` + id + ` came in by imap\n`, `committed as apply\n`, `#1 facts \d+ to \d+\n`, `notice \d+ queued: turn about #1, seat 0\n`, `notice \d+ sent, answered 250\n`} {
		if !regexp.MustCompile(want).MatchString(out.String()) {
			t.Errorf("no %s in:\n%s", want, out.String())
		}
	}
	for _, secret := range []string{"@", "quiet", "play+", "Ana"} {
		if strings.Contains(out.String(), secret) {
			t.Errorf("%s stands in:\n%s", secret, out.String())
		}
	}
	if _, err := mail.ReadLetterLife(t.Context(), d.Stores.DB, "00ff00ff00ff"); err == nil {
		t.Error("a letter nobody wrote has a life")
	}
}
