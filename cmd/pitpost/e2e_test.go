package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/cmd/pitpost/app"
	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/engine/record"
	"pitpost.example/lab"
)

// Four people play a whole match by mail through Postfix and Dovecot, each with the habits of many mail programs.
func TestMatchByRealMail(t *testing.T) {
	t.Parallel() // it mostly waits for mail
	g := gather(t, "ana@example.org", "bo@example.com", "cy@example.org", "di@example.com")
	g.game = pastime{name: "saboteur", board: "row 3", moved: "You laid a", move: (*guest).move, checkTurn: (*gathering).checkRoles}
	g.guests[1].second = "bo.at.work@example.org"
	g.guests[1].boxes = append(g.guests[1].boxes, openMailbox(t, g.dovecot, g.guests[1].second))
	g.playWhole("new saboteur with bo@example.com, cy@example.org, di@example.com", 100)
}

// playWhole plays a match from the first letter to the last, and checks all its mail. least is how many letters
// the players must have sent.
func (g *gathering) playWhole(order string, least int) {
	g.open(order)
	g.playOn()
	g.settleMail()
	g.t.Logf("%d letters in, %d out, %d choices asked for", len(g.sent), g.out(), g.turns())
	if len(g.sent) < least {
		g.t.Errorf("only %d letters were sent to the house", len(g.sent))
	}
	g.checkStates()
	g.checkAnswers()
	g.checkRecord()
	g.checkSecrets()
	g.checkShape()
	g.checkQuoted()
}

// pastime is what players and checks know about the game that is played.
type pastime struct {
	name         string
	board, moved string // text in every digest's board, and in the receipt for a move
	move         func(*guest, *post, *received)
	checkTurn    func(*gathering, *guest, *received, int) // the last argument is the last fact that the letter may tell about
}

// gathering is the players, their mail and the house.
type gathering struct {
	*post
	dovecot  *lab.Dovecot
	station  *app.App
	database string
	guests   []*guest
	giveUp   time.Time
}

func gather(t *testing.T, addresses ...string) *gathering {
	dovecot := lab.StartDovecot(t)
	postfix := lab.StartPostfix(t, dovecot.LMTPAddr, "pit.test", "example.org", "example.com")
	s := ownSettings(t)
	s.Address, s.DatabaseURL = "play@pit.test", settings.Secret(emptyHouse(t))
	s.From["ADDRESS"] = "flag"
	s.IMAPURL = settings.Secret("imap://play%40pit.test:" + lab.DovecotPassword + "@" + dovecot.IMAPAddr + "/INBOX")
	s.SMTPURL = settings.Secret("smtp://" + postfix.SMTPAddr)
	s.Mailbox, s.Sent, s.AuthservID = "own", "keep", "mx.pit.test"
	if err := s.Complete(); err != nil {
		t.Fatal(err)
	}
	// The house's clock runs a hundred times faster than the test, so that it does not take a hundred letters
	// in two minutes for those of a robot.
	start := time.Now()
	now := func() time.Time { return start.Add(100 * time.Since(start)) }
	st, err := app.OpenHouse(context.Background(), s, slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn})), now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(st.Close)
	st.Stores.House.Rules.Random = rand.NewChaCha8([32]byte{}) // so that the same cards are dealt every time
	g := &gathering{post: &post{t: t, smtp: postfix.SMTPAddr, play: "play@pit.test", house: st.Stores.House}, dovecot: dovecot, station: st,
		database: string(s.DatabaseURL), giveUp: start.Add(8 * time.Minute)}
	for i, address := range addresses {
		g.guests = append(g.guests, &guest{boxes: []*mailbox{openMailbox(t, dovecot, address)}, name: []string{"Ana", "Bo", "Cy", "Di"}[i],
			address: address, played: map[int]bool{}, instead: map[string]string{}, mood: 3 * i})
	}
	return g
}

// open sends the first letter, from a person unknown to the house.
func (g *gathering) open(words string) {
	s := g.send(g.guests[0], "ana@example.org", words, nil, habit{}, "hold")
	s.answered = false
}

// playOn lets all players answer their mail until each has the last letter.
func (g *gathering) playOn() {
	drafts := map[string]int{}
	for {
		ended := 0
		for _, p := range g.guests {
			for _, l := range p.look(g.t) {
				p.letters = append(p.letters, l)
				p.react(g.post, l)
				own := strings.HasPrefix(l.answers, "<"+strings.ToLower(p.name)) && strings.Contains(l.text, g.game.moved)
				if own && drafts[p.name] == 0 {
					drafts[p.name]++
					p.draft(g.post, l)
					p.robot(g.post, l)
				}
			}
			if slices.ContainsFunc(p.letters, func(l *received) bool { return l.record != nil }) {
				ended++
			}
		}
		if ended == len(g.guests) {
			return
		}
		if time.Now().After(g.giveUp) {
			g.t.Fatalf("the match did not end: %d letters in, %d out; the last:\n%s", len(g.sent), g.out(), g.last())
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// settleMail waits until the house has read all incoming and sent all outgoing letters.
func (g *gathering) settleMail() {
	conn := g.connect()
	for {
		for _, p := range g.guests {
			p.letters = append(p.letters, p.look(g.t)...)
		}
		var waiting, noted int
		err := conn.QueryRow(context.Background(), `select (select count(*) from outbox where state in ('queued', 'written')),
			(select count(distinct message_id) from letters)`).Scan(&waiting, &noted)
		if err != nil {
			g.t.Fatal(err)
		}
		if waiting == 0 && noted == len(g.sent) && g.out() == g.written(conn) {
			return
		}
		if time.Now().After(g.giveUp) {
			g.t.Fatalf("%d letters wait, %d of %d noted, %d of %d came", waiting, noted, len(g.sent), g.out(), g.written(conn))
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func (g *gathering) written(conn *pgx.Conn) (n int) {
	if err := conn.QueryRow(context.Background(), "select count(*) from outbox where state = 'sent'").Scan(&n); err != nil {
		g.t.Fatal(err)
	}
	return n
}

func (g *gathering) connect() *pgx.Conn {
	conn, err := pgx.Connect(context.Background(), g.database)
	if err != nil {
		g.t.Fatal(err)
	}
	g.t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

func (g *gathering) out() (n int) {
	for _, p := range g.guests {
		n += len(p.letters)
	}
	return n
}

func (g *gathering) turns() (n int) {
	for _, p := range g.guests {
		n += len(p.played)
	}
	return n
}

func (g *gathering) last() string {
	var all []string
	for _, p := range g.guests {
		if n := len(p.letters); n > 0 {
			all = append(all, p.name+": "+p.letters[n-1].subject+"\n"+p.letters[n-1].text)
		}
	}
	return strings.Join(all, "\n")
}

// checkStates checks that each letter was noted once, in a state in which it may end.
func (g *gathering) checkStates() {
	rows, err := g.connect().Query(context.Background(), "select message_id, state, why, kept from letters")
	if err != nil {
		g.t.Fatal(err)
	}
	ended := map[string][]string{}
	for rows.Next() {
		var id, state, why, kept string
		if err := rows.Scan(&id, &state, &why, &kept); err != nil {
			g.t.Fatal(err)
		}
		id = strings.Trim(id, "<>")
		ended[id] = append(ended[id], state, why, kept)
	}
	for _, s := range g.sent {
		got := ended[strings.Trim(s.id, "<>")]
		if len(got) != 3 || !slices.Contains(s.want, got[0]) {
			g.t.Errorf("letter %s ended as %q, want one of %q\n%s", s.id, got, s.want, s.raw)
		}
	}
}

// checkAnswers checks that every letter by a person was answered once.
func (g *gathering) checkAnswers() {
	answers := map[string]int{}
	for _, p := range g.guests {
		for _, l := range p.letters {
			if l.auto == "auto-replied" {
				answers[l.answers]++
			}
		}
	}
	for _, s := range g.sent {
		if s.answered && answers[s.id] != 1 {
			g.t.Errorf("letter %s was answered %d times\n%s", s.id, answers[s.id], s.raw)
		}
	}
}

// checkRecord verifies the file that all players got with the last letter.
func (g *gathering) checkRecord() {
	for _, p := range g.guests {
		for _, l := range p.letters {
			if l.record == nil {
				continue
			}
			z, err := gzip.NewReader(bytes.NewReader(l.record))
			if err != nil {
				g.t.Fatal(err)
			}
			var tally record.Tally
			if err := record.VerifyFile("match-1.jsonl.gz", z, &tally); err != nil {
				g.t.Errorf("%s's record: %v", p.name, err)
			}
			if tally.Matches != 1 || len(tally.Running)+len(tally.Unchecked) > 0 {
				g.t.Errorf("%s's record holds %+v", p.name, tally)
			}
		}
	}
}
