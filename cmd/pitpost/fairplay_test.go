package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	housedesk "pitpost.example/house/desk"

	"pitpost.example/db/mail"
	"pitpost.example/model"
	"pitpost.example/speech"
)

// The host can read which signs two seats share, but nothing that identifies anybody. Nobody else can, and the
// signs are deleted in time.
func TestSignsOfOnePersonAreForTheHostAlone(t *testing.T) {
	t.Parallel()
	g := newGallery(t)
	home := "Received: from den (host.example [203.0.113.%d]) by mx.example.net with ESMTPSA id 1\r\nUser-Agent: Rook Mail 7.3\r\n"
	say := func(from, header string) string {
		t.Helper()
		g.Clock = g.Clock.Add(time.Minute)
		if state, _ := g.Write(from, "play@pit.test", header, fmt.Sprintf("#%d status", g.ID)); state != "apply" {
			t.Fatalf("%s: %s", from, state)
		}
		_, text := g.Read(from, "receipt")
		return text
	}
	signs := func() string {
		t.Helper()
		state, _ := g.Write("ana@example.org", "play@pit.test", "", fmt.Sprintf("#%d fairplay", g.ID))
		if state != "apply" {
			t.Fatalf("fairplay: %s", state)
		}
		_, text := g.Read("ana@example.org", "receipt")
		return strings.Join(strings.Fields(text), " ")
	}
	// All letters of these tests seem to come from one device.
	if text := signs(); strings.Contains(text, "network") || strings.Contains(text, "program") || !strings.Contains(text, "A household") {
		t.Errorf("before any sign the host reads %s", text)
	}
	say("bo@example.net", fmt.Sprintf(home, 7))
	say("cy@example.net", fmt.Sprintf(home, 99))
	say("ana@example.org", "Received: from elsewhere ([198.51.100.3]) by mx with ESMTPSA\r\nUser-Agent: Other 1\r\n")
	text := signs()
	for _, want := range []string{"Bo and Cy: letters from both came from the same network", "Bo and Cy: both write with the same version of the same mail program"} {
		if !strings.Contains(text, want) {
			t.Errorf("the host does not read %q: %s", want, text)
		}
	}
	for _, never := range []string{"Ana and Bo: letters from both came", "Ana and Bo: both write", "203.0.113", "Rook", "@example.net"} {
		if strings.Contains(text, never) {
			t.Errorf("the host reads %q: %s", never, text)
		}
	}
	if state, _ := g.Write("bo@example.net", "play@pit.test", "", fmt.Sprintf("#%d fairplay", g.ID)); state != "refuse" {
		t.Errorf("a guest's fairplay: %s", state)
	}
	var kept string
	if err := g.DB.Pool().QueryRow(t.Context(), "select string_agg(kind || convert_from(hash, 'UTF8'), ' ') from signs").Scan(&kept); err != nil {
		t.Fatal(err)
	}
	for _, never := range []string{"203.0", "Rook", "den"} {
		if strings.Contains(kept, never) {
			t.Errorf("%q is kept in the clear: %s", never, kept)
		}
	}
	// Both addresses belong to the same mailbox.
	if _, err := g.DB.Pool().Exec(t.Context(), "update addresses set address = 'b.o+cy@gmail.com' where address = 'cy@example.net'"); err != nil {
		t.Fatal(err)
	}
	if _, err := g.DB.Pool().Exec(t.Context(), "update addresses set address = 'bo+home@googlemail.com' where address = 'bo@example.net'"); err != nil {
		t.Fatal(err)
	}
	if text := signs(); !strings.Contains(text, "Bo and Cy: judging by their addresses, their mail goes to the same mailbox") {
		t.Errorf("one mailbox is not seen: %s", text)
	}
	for _, kept := range []struct {
		days int
		all  bool
	}{{59, true}, {61, false}} {
		if err := g.House.Forget(t.Context(), time.Now().Add(time.Duration(kept.days)*24*time.Hour)); err != nil {
			t.Fatal(err)
		}
		var left int
		if err := g.DB.Pool().QueryRow(t.Context(), "select count(*) from signs").Scan(&left); err != nil {
			t.Fatal(err)
		}
		if left > 0 != kept.all {
			t.Errorf("after %d days %d signs are kept", kept.days, left)
		}
	}
}

// A letter that is forged in somebody's name leaves no signs about them.
func TestForgedLettersLeaveNoSigns(t *testing.T) {
	g := newGallery(t)
	l := &housedesk.Letter{From: "bo@example.net", Trust: model.TrustForged, Door: "test", MessageID: "<f@x>", Now: g.Clock, ReceivedAt: g.Clock, Kept: "help"}
	l.Lines = speech.SplitLines("help", g.House.Rules.Fold)
	l.Signs = append(l.Signs, model.Sign{Kind: "network", Hash: []byte("x")})
	if state, _, err := g.House.Take(t.Context(), l); err != nil || state != "drop" {
		t.Fatalf("%s %v", state, err)
	}
	var n int
	if err := g.DB.Pool().QueryRow(t.Context(), "select count(*) from signs where hash = 'x'").Scan(&n); err != nil || n != 0 {
		t.Errorf("%d signs: %v", n, err)
	}
}

// The operator blocks a player: they get a last letter, then no mail goes in or out, and bots play for them.
// Then the operator unblocks them.
func TestTheOperatorClosesTheHouseToSomebody(t *testing.T) {
	t.Parallel()
	g := newGallery(t)
	h := &hostTable{gallery: g, id: g.ID}
	command := func(words ...string) string { return h.pitpost(words...) }
	if out := command("player", "block", "bo@example.net"); !strings.Contains(out, "bo@example.net") {
		t.Errorf("the command says %q", out)
	}
	for _, s := range g.Fold().Seats {
		if s.Name == "Bo" && (s.State != "bot" || s.Player != 0) {
			t.Errorf("Bo is %s", s.State)
		}
	}
	if _, text := g.Read("bo@example.net", "note"); !strings.Contains(text, "has banned your address") {
		t.Errorf("the last letter: %s", text)
	}
	var before, after int
	count := func(n *int) {
		t.Helper()
		if err := g.DB.Pool().QueryRow(t.Context(), "select count(*) from outbox").Scan(n); err != nil {
			t.Fatal(err)
		}
	}
	count(&before)
	if state, _ := g.Write("bo@example.net", "play@pit.test", "", "help"); state != "refuse" {
		t.Errorf("a letter from there: %s", state)
	}
	if count(&after); after != before {
		t.Error("it was answered")
	}
	if out := command("message", "--all-players", "The cellar is flooded."); !strings.Contains(out, "3") {
		t.Errorf("message: %s", out)
	}
	var id int64
	err := g.DB.Pool().QueryRow(t.Context(), `select o.id from outbox o join addresses a on a.player_id = o.player_id
		where a.address = 'bo@example.net' and o.key like 'operator:%'`).Scan(&id)
	if err != nil {
		t.Fatal(err)
	}
	n, err := mail.NoticeByID(t.Context(), g.DB, id)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Out.WriteFrom(t.Context(), nil, n, g.Clock); err == nil {
		t.Error("a letter to a closed address is written")
	}
	if state, _ := g.Write("ana@example.org", "play@pit.test", "", fmt.Sprintf("#%d replace Bo with bo@example.net", g.ID)); state != "apply" {
		t.Errorf("replace: %s", state) // the house asks for confirmation first
	}
	command("player", "unblock", "bo@example.net")
	if state, _ := g.Write("bo@example.net", "play@pit.test", "", "help"); state != "apply" {
		t.Errorf("after unblock: %s", state)
	}
	// A domain is blocked as its letters spell it, however the operator writes it.
	if out := command("player", "block", "Di@MÜLLER.example"); !strings.Contains(out, "@xn--mller-kva.example") {
		t.Errorf("a domain with an umlaut: %q", out)
	}
}
