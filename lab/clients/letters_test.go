package clients

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"testing"
	"time"

	dbmail "pitpost.example/db/mail"
	"pitpost.example/engine"
	"pitpost.example/engine/bot"
	"pitpost.example/engine/catalog"
	"pitpost.example/lab"
	"pitpost.example/lab/friends"
	"pitpost.example/model"
	"pitpost.example/server"
	"pitpost.example/token"
)

// table is a match of Ana, Bo and Cy that anybody may watch, with the same cards every time.
type table struct {
	*friends.Match
	moves int
}

// sit opens a match on a Monday morning; game may be followed by options.
func sit(t testing.TB, game string) *table {
	t.Helper()
	keys, err := token.ParseKeys([]byte(strings.Repeat("stone ", 8)))
	lab.Check(t, err)
	s := friends.OpenWith(t, "pit.test", keys, catalog.AllGames(), friends.Words(t))
	s.House.Rules.Random = &lab.Chain{}
	monday := time.Date(2026, 8, 3, 9, 0, 0, 0, time.UTC)
	s.In.Now = func() time.Time { return monday }
	g := &table{Match: s.Play(game)}
	s.In.Now, g.Clock = g.Now, monday
	return g
}

// move plays a sensible move for the player who is due, half an hour later, and sometimes says something.
func (g *table) move() {
	g.T.Helper()
	g.Clock = g.Clock.Add(31 * time.Minute)
	_, err := g.DB.Pool().Exec(g.T.Context(), "update outbox set state = 'sent' where state = 'queued'") // letters tell what is new since the last one that was sent
	lab.Check(g.T, err)
	_, no := g.Due()
	now := g.Fold()
	seat := now.Seats[no]
	state := now.Match.State()
	words := g.sensible(state, seat.Name)
	if said := []string{"I trust you all. For now.", "", "", "Anybody seen gold?", "", "", ""}; said[g.moves%len(said)] != "" {
		words += "\nsay " + said[g.moves%len(said)]
	}
	g.moves++
	_, err = g.House.TakePage(g.T.Context(), server.PageWords{Player: seat.Player, Match: g.ID, Seat: no,
		Step: now.Match.Chair(seat.Name).Steps + 1, Once: fmt.Sprint("move ", g.moves), Words: words, Now: g.Clock})
	lab.Check(g.T, err)
}

// sensible returns a careful player's move.
func (g *table) sensible(state engine.State, seat string) string {
	return bot.PlayCarefully(bot.SightOfSeat(state, seat, state.Legal(seat)), engine.Dice{}.For(fmt.Sprint(g.moves)))
}

// until plays on until so returns true.
func (g *table) until(so func(engine.View) bool) {
	g.T.Helper()
	for range 400 {
		now := g.Fold()
		if now.Row.Phase != model.PhaseRunning || so(now.Match.State().View("")) {
			return
		}
		g.move()
	}
	g.T.Fatal("the match does not get there")
}

// writes hands in a letter by somebody that answers no other.
func (g *table) writes(from, subject, words string) {
	g.T.Helper()
	if state, kept := g.Write(from, friends.Address, "Subject: "+subject+"\r\n", words); state != string(model.LetterApply) && state != string(model.LetterRefuse) {
		g.T.Fatalf("%s: %s %s", words, state, kept)
	}
}

// letter is a letter from the house, as its reader's program parses it.
type letter struct {
	name    string
	subject string
	text    string
	page    string // with its pictures
	bare    string // without pictures
	notice  int64
	house   string // URL of the house's pages
	keys    token.Keys
}

// last writes the last letter to an address for one of some purposes.
func (g *table) last(name, address string, purposes ...string) *letter {
	g.T.Helper()
	var id int64
	err := g.DB.Pool().QueryRow(g.T.Context(), `select o.id from outbox o left join addresses a on a.player_id = o.player_id
		where (a.address = $1 or o.address = $1) and purpose = any($2) order by id desc limit 1`, address, purposes).Scan(&id)
	if err != nil {
		g.T.Fatalf("%s: no %v for %s: %v", name, purposes, address, err)
	}
	n, err := dbmail.NoticeByID(g.T.Context(), g.DB, id)
	lab.Check(g.T, err)
	written, err := g.Out.WriteFrom(g.T.Context(), nil, n, g.Clock)
	raw := written.Raw
	if err != nil {
		g.T.Fatalf("%s: %v", name, err)
	}
	l := opened(g.T, name, raw)
	l.notice, l.house, l.keys = id, g.Server.URL, g.Keys
	return l
}

func opened(t testing.TB, name string, raw []byte) *letter {
	t.Helper()
	msg, err := mail.ReadMessage(bytes.NewReader(raw))
	lab.Check(t, err)
	l := &letter{name: name}
	l.subject, err = new(mime.WordDecoder).DecodeHeader(msg.Header.Get("Subject"))
	lab.Check(t, err)
	pictures := map[string]string{}
	l.take(t, pictures, msg.Header.Get, msg.Body)
	if l.page == "" || l.text == "" {
		t.Fatalf("%s: text or HTML is missing", name)
	}
	l.bare = l.page
	for cid, picture := range pictures {
		l.page = strings.ReplaceAll(l.page, "cid:"+cid, picture)
	}
	if strings.Contains(l.page, "cid:") {
		t.Errorf("%s shows a picture that it does not hold", name)
	}
	return l
}

// take finds text, HTML and pictures in a part.
func (l *letter) take(t testing.TB, pictures map[string]string, header func(string) string, body io.Reader) {
	t.Helper()
	kind, params, err := mime.ParseMediaType(header("Content-Type"))
	lab.Check(t, err)
	if strings.HasPrefix(kind, "multipart/") {
		for parts := multipart.NewReader(body, params["boundary"]); ; {
			part, err := parts.NextRawPart()
			if err == io.EOF {
				return
			}
			lab.Check(t, err)
			l.take(t, pictures, part.Header.Get, part)
		}
	}
	switch header("Content-Transfer-Encoding") {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	data, err := io.ReadAll(body)
	lab.Check(t, err)
	switch {
	case kind == "text/html":
		l.page = string(data)
	case kind == "text/plain" && l.text == "":
		l.text = strings.ReplaceAll(string(data), "\r\n", "\n")
	case kind == "image/png" && header("Content-ID") != "":
		pictures[strings.Trim(header("Content-ID"), "<>")] = "data:image/png;base64," + base64.StdEncoding.EncodeToString(data)
	}
}

// letters returns letters of all kinds that a house writes.
func letters(t testing.TB) (all []*letter) {
	t.Helper()
	keep := func(l *letter) { all = append(all, l) }

	mine := sit(t, "saboteur rounds=2 watch=on")
	keep(mine.last("invitation", "bo@example.net", "invite"))
	first, _ := mine.Due()
	keep(mine.last("opening", first, "turn"))
	for range 6 {
		mine.move()
	}
	due, _ := mine.Due()
	keep(mine.last("digest of Saboteur", due, "turn"))
	mine.Write(due, mine.answer(due), "Subject: Re: my turn\r\n", "help\n9 Z9\nnext pass 1\nstatus\nWell, well.")
	keep(mine.last("receipt", due, "receipt"))
	mine.Write(due, mine.answer(due), "Subject: Re: my turn\r\n", "help")
	keep(mine.last("help", due, "receipt"))
	mine.writes("Fay <fay@example.org>", "", "watch #1\nnotify each")
	mine.writes("Jo <jo@example.org>", "Hello?", "What is this?")
	keep(mine.last("welcome", "jo@example.org", "receipt"))
	mine.Later(40 * time.Hour)
	keep(mine.last("reminder", due, "remind"))
	mine.until(func(v engine.View) bool { return v.Round == 2 })
	next, _ := mine.Due()
	keep(mine.last("reveal", next, "turn", "round"))
	keep(mine.last("spectators’ letter", "fay@example.org", "watch"))
	mine.until(func(engine.View) bool { return false })
	keep(mine.last("end of Saboteur", "ana@example.org", "end"))

	shafts := sit(t, "clonk")
	for range 9 {
		shafts.move()
	}
	for shafts.MidTurn() {
		shafts.move()
	}
	due, _ = shafts.Due()
	keep(shafts.last("digest of Clonk!", due, "turn"))
	shafts.until(func(engine.View) bool { return false })
	keep(shafts.last("end of Clonk!", "bo@example.net", "end"))

	season := sit(t, "saboteur")
	season.SignUp(12)
	season.League("muster winter")
	season.League("draw winter")
	season.Later(8 * 24 * time.Hour)
	keep(season.last("standings", "p3@example.com", "standings"))
	keep(season.last("organiser’s letter", "ana@example.org", "organise"))
	return all
}

// answer returns the address for a player's answer to their last digest.
func (g *table) answer(player string) string {
	g.T.Helper()
	_, n := g.Digest(player)
	msg, err := mail.ReadMessage(bytes.NewReader(n.Raw))
	lab.Check(g.T, err)
	to, err := mail.ParseAddress(msg.Header.Get("Reply-To"))
	lab.Check(g.T, err)
	return to.Address
}
