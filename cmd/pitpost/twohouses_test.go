package main

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/cmd/pitpost/app"
	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/lab"
)

// neighbour is a house that shares its mail servers with another one.
type neighbour struct {
	*app.App
	t    *testing.T
	conn *pgx.Conn
}

func newNeighbour(t *testing.T, d *lab.Dovecot, p *lab.Postfix, domain string, change ...func(*settings.Settings)) *neighbour {
	t.Helper()
	s := ownSettings(t)
	s.Address, s.DatabaseURL = "play@"+domain, settings.Secret(emptyHouse(t))
	s.From["ADDRESS"] = "flag"
	s.IMAPURL = settings.Secret("imap://play%40" + domain + ":" + lab.DovecotPassword + "@" + d.IMAPAddr + "/INBOX")
	s.SMTPURL = settings.Secret("smtp://" + p.SMTPAddr)
	s.Mailbox, s.Sent, s.AuthservID = "own", "keep", "mx."+domain
	for _, do := range change {
		do(s)
	}
	if err := s.Complete(); err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	st, err := app.OpenHouse(context.Background(), s, log, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(st.Close)
	conn, err := pgx.Connect(context.Background(), string(s.DatabaseURL))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return &neighbour{App: st, t: t, conn: conn}
}

func (n *neighbour) number(sql string, args ...any) (count int) {
	n.t.Helper()
	if err := n.conn.QueryRow(context.Background(), sql, args...).Scan(&count); err != nil {
		n.t.Fatal(err)
	}
	return count
}

// seat makes an address a player of this house: of a running match, whose turns are mailed to it, and of a
// match that it is invited to.
func (n *neighbour) seat(address string) {
	n.t.Helper()
	for who, words := range map[string]string{address: "new practice saboteur seats=3", "ana@example.org": "new saboteur with " + address + ", bo@example.org"} {
		if said, err := n.Stores.House.OpenMatchFor(n.t.Context(), who, "", words, time.Now()); err != nil ||
			!said.Done {
			n.t.Fatalf("%s: %v %+v", words, err, said)
		}
	}
}

// sent counts the letters that were sent to an address, once none is waiting.
func (n *neighbour) sent(to string) int {
	n.t.Helper()
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
		if n.number("select count(*) from outbox where state in ('queued', 'written')") == 0 {
			return n.number("select count(*) from outbox where state = 'sent' and address = $1", to)
		}
		if time.Now().After(end) {
			n.t.Fatal("letters wait")
		}
	}
}

// Each of two whole houses, with mailboxes of their own, has the other as a player.
func TestTwoInstancesMailingEachOtherFallSilentWithinOneRound(t *testing.T) {
	t.Parallel()
	d := lab.StartDovecot(t)
	p := lab.StartPostfix(t, d.LMTPAddr, "north.test", "south.test", "example.org")
	north, south := newNeighbour(t, d, p, "north.test"), newNeighbour(t, d, p, "south.test")
	north.seat("play@south.test")
	south.seat("play@north.test")
	// Up to here each house writes on its own account; after that there is nothing to answer.
	fromNorth, fromSouth := north.sent("play@south.test"), south.sent("play@north.test")
	if fromNorth < 2 || fromSouth < 2 {
		t.Fatalf("%d and %d letters crossed", fromNorth, fromSouth)
	}
	for _, n := range []struct {
		*neighbour
		want int
	}{{north, fromSouth}, {south, fromNorth}} {
		facts := n.number("select count(*) from facts")
		for end := time.Now().Add(2 * time.Minute); n.number("select count(*) from letters") < n.want; time.Sleep(50 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%d of %d letters came", n.number("select count(*) from letters"), n.want)
			}
		}
		if got := n.number("select count(*) from letters where state = 'drop' and why = 'our own letter come back'"); got != n.want {
			t.Errorf("%d of %d letters were dropped for what they are", got, n.want)
		}
		if got := n.number("select count(*) from facts"); got != facts {
			t.Errorf("%d facts, then %d", facts, got)
		}
	}
	if a, b := north.sent("play@south.test"), south.sent("play@north.test"); a != fromNorth || b != fromSouth {
		t.Errorf("%d and %d letters, then %d and %d: they answer each other", fromNorth, fromSouth, a, b)
	}
	if n := north.number("select count(*) from outbox where purpose in ('receipt', 'ask')") + south.number("select count(*) from outbox where purpose in ('receipt', 'ask')"); n > 0 {
		t.Errorf("%d answers", n)
	}
}
