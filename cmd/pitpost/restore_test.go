package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pitpost.example/cmd/pitpost/backup"
	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/db/archive"
	"pitpost.example/inbox/postoffice"
	"pitpost.example/token"
)

// A match is played by letters, a backup is taken while the house runs, and play goes on. Then the house is
// lost. When it is restored elsewhere, it finds all letters of the lost time in its mailbox.
func TestRestoredHouseAnswersTheMailOfTheLostTime(t *testing.T) {
	t.Parallel()
	h := newTrial(t)
	st := h.mustOpen(t)
	h.begin(t)
	h.playUntil(t, "six moves are made", func() bool { return h.moved(6) })
	h.send(t, postoffice.Draft{From: "di@" + killDomain, To: killMailbox, Subject: "another", Body: "new saboteur with eli@" + killDomain + ", fay@" + killDomain})
	h.await(t, "the guests are invited", func() bool { return len(h.letters(t, "fay@"+killDomain)) > 0 })
	h.settled(t, st)

	file := filepath.Join(t.TempDir(), "house.tar")
	if code, out, err := h.command("backup", file); code != 0 || !strings.Contains(out, "2 matches") {
		t.Fatalf("backup ends with %d: %s%s", code, out, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("the backup is open to others: %v %v", info.Mode(), err)
	}
	seats := h.strings(t, "select concat_ws(' ', match_id, no, name, player_id, address, state) from seats order by match_id, no")
	facts := h.strings(t, "select concat_ws(' ', seq, kind, data) from facts where match_id = 1 order by seq")
	known := h.ids(t, killMailbox, postoffice.Processed)

	// In the time that will be lost there are moves, a lobby that begins, and another match.
	h.playUntil(t, "six more moves are made", func() bool { return h.moved(12) })
	for _, guest := range []string{"eli@" + killDomain, "fay@" + killDomain} {
		h.answer(t, guest)
	}
	h.send(t, postoffice.Draft{From: "ana@" + killDomain, To: killMailbox, Subject: "a third", Body: "new saboteur with gus@" + killDomain + ", hal@" + killDomain})
	lostPlayers := append(slices.Clone(killPlayers), "di@"+killDomain, "eli@"+killDomain, "fay@"+killDomain, "gus@"+killDomain, "hal@"+killDomain)
	h.await(t, "both new matches have begun", func() bool {
		for _, address := range lostPlayers[3:] {
			h.answer(t, address)
		}
		return len(h.strings(t, "select 'm' from matches where phase = 'running'")) == 3
	})
	h.settled(t, st)
	st.Close()
	for _, address := range lostPlayers { // the house is lost before anybody reads these letters
		h.answer(t, address)
	}
	h.answerWithoutToken(t, killPlayers[1])
	before := map[string]bool{}
	for _, address := range lostPlayers {
		for id := range h.ids(t, address, postoffice.Inbox) {
			before[id] = true
		}
	}
	h.moveBack(t, known)
	lost := h.letters(t, killMailbox)
	if len(lost) < 10 {
		t.Fatalf("only %d letters of the lost time", len(lost))
	}

	h.restore(t, file)
	st = h.mustOpen(t)
	t.Cleanup(func() { st.Close() })
	h.db = st.Stores.DB
	h.settled(t, st)
	h.checkLost(t, lost, before)
	if now := h.strings(t, "select concat_ws(' ', match_id, no, name, player_id, address, state) from seats where match_id < 3 order by match_id, no"); !sameSeats(seats, now) {
		t.Errorf("the seats are others:\n%s\nwere\n%s", strings.Join(now, "\n"), strings.Join(seats, "\n"))
	}
	now := h.strings(t, "select concat_ws(' ', seq, kind, data) from facts where match_id = 1 order by seq")
	if !slices.Equal(now[:len(facts)], facts) {
		t.Error("what was in the backup is not as it was")
	}
	for _, f := range now[len(facts):] {
		if !strings.Contains(f, " match.") && !strings.Contains(f, ".reshuffled ") {
			t.Errorf("a letter of the lost time played: %s", f)
		}
	}
	h.checkTwins(t)

	// Then the match goes on, with the digests that were sent anew.
	moves := h.moves[killPlayers[0]] + h.moves[killPlayers[1]] + h.moves[killPlayers[2]]
	h.playUntil(t, "six moves are made after the restore", func() bool { return h.moved(moves + 6) })
	h.settled(t, st)
	if code, out, err := h.command("record", "1"); code != 0 {
		t.Errorf("its record: %s", err)
	} else {
		record := filepath.Join(t.TempDir(), "match.jsonl")
		if err := os.WriteFile(record, []byte(out), 0o600); err != nil {
			t.Fatal(err)
		}
		d := &desk{in: strings.NewReader(""), out: t.Output(), err: t.Output()}
		if code := run([]string{"verify", record}, d); code != 0 {
			t.Error("its record does not hold")
		}
	}
	h.checkTwins(t)
	h.send(t, postoffice.Draft{From: "ana@" + killDomain, To: killMailbox, Subject: "yet another", Body: "new saboteur with bo@" + killDomain + ", cy@" + killDomain})
	h.await(t, "a further match has a number of its own", func() bool { return len(h.strings(t, "select id::text from matches where id > 10000")) > 0 })
}

// sameSeats reports whether everybody still has their seat. Guests of a lobby may have joined in the meantime,
// by a letter of the lost time.
func sameSeats(then, now []string) bool {
	plain := func(list []string) (out []string) {
		for _, s := range list {
			out = append(out, strings.TrimSuffix(strings.TrimSuffix(s, " invited"), " joined"))
		}
		return out
	}
	return slices.Equal(plain(then), plain(now))
}

// restore restores the backup elsewhere. The first attempt breaks off in the middle, and the house does not
// open until another one has finished.
func (h *trial) restore(t *testing.T, file string) {
	t.Helper()
	if code, _, err := h.command("restore", file); code != 1 || !strings.Contains(err, "the database is not empty") || strings.Count(err, "\n") != 1 {
		t.Errorf("a restore over matches ends with %d: %s", code, err)
	}
	h.loseHouse(t)
	if err := os.MkdirAll(h.data, 0o700); err != nil {
		t.Fatal(err)
	}
	b, err := backup.UnpackBackup(file, h.data)
	if err != nil {
		t.Fatal(err)
	}
	half := filepath.Join(t.TempDir(), "half.dump")
	whole, err := os.ReadFile(b.Dump)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(half, whole[:len(whole)*2/3], 0o600); err != nil {
		t.Fatal(err)
	}
	if err := archive.RestoreDump(context.Background(), h.url, half, b.About.Of); err == nil {
		t.Error("half a dump is taken for whole")
	}
	if u, err := archive.CheckRestoreTarget(context.Background(), h.url); u != nil || err != nil {
		t.Errorf("half a dump has left something: %v %v", u, err)
	}
	s := settings.DefaultSettings(h.data)
	s.DatabaseURL, s.SecretFile = settings.Secret(h.url), filepath.Join(h.data, "secret")
	if err := b.RestoreDatabase(context.Background(), s, h.url); err != nil {
		t.Fatal(err)
	}
	b.Close()
	if st, err := h.openHere(t); err == nil || !strings.Contains(err.Error(), "is not finished") {
		if err == nil {
			st.Close()
		}
		t.Errorf("a house half restored opens: %v", err)
	}
	if err := os.WriteFile(filepath.Join(h.data, "secret"), []byte(token.NewSecret()+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, said := h.command("restore", file)
	if code != 0 || !strings.Contains(out, "2 of them running or about to begin") || !strings.Contains(out, "held another secret") {
		t.Fatalf("restore ends with %d: %s%s", code, out, said)
	}
	if code, _, said := h.command("restore", file); code != 1 || !strings.Contains(said, "matches: 2,") {
		t.Errorf("a second restore ends with %d: %s", code, said)
	}
}

// checkLost checks that each letter of the lost time was noted and answered once, and that none was played.
// Letters that did not refer to anything lost count as usual.
func (h *trial) checkLost(t *testing.T, lost []*postoffice.Letter, before map[string]bool) {
	t.Helper()
	told := map[string]int{}
	for _, l := range lost {
		state := h.strings(t, "select concat_ws(' ', state, why) from letters where trim(both '<>' from message_id) = '"+l.MessageID+"'")
		if len(state) != 1 {
			t.Errorf("the letter %q of %s ended %d times: %q", l.Text, l.From, len(state), state)
			continue
		}
		n, text := h.answersTo(t, writer(l.From), l.MessageID, before)
		if n != 1 && !strings.HasPrefix(state[0], "drop") {
			t.Errorf("the letter %q of %s (%s) was answered %d times", l.Text, l.From, state[0], n)
		}
		for kind, words := range map[string]string{"late": "So your move wasn’t played", "offered": "You still have the card you meant",
			"match": "I no longer know match #3", "gone": "one that I no longer know", "asked": "Nothing was asked"} {
			if strings.Contains(strings.Join(strings.Fields(text), " "), words) {
				told[kind]++
			}
		}
	}
	t.Logf("%d letters of the lost time: %v", len(lost), told)
	if told["late"] == 0 || told["match"] == 0 || told["gone"] == 0 {
		t.Errorf("nobody was told of the restore: %v", told)
	}
	for _, address := range killPlayers { // in a note, or as news of the turn
		if !slices.ContainsFunc(h.letters(t, address), func(l *postoffice.Letter) bool {
			return !before[l.MessageID] && strings.Contains(strings.Join(strings.Fields(strings.ReplaceAll(l.Text, "|", "")), " "), "was restored from a backup")
		}) {
			t.Errorf("nothing tells %s of the restore", address)
		}
	}
}

// answerWithoutToken answers the last request for a move at the house's bare address, as a mail program does
// that ignores Reply-To. Only In-Reply-To then tells which seat is meant.
func (h *trial) answerWithoutToken(t *testing.T, address string) {
	t.Helper()
	var last *postoffice.Letter
	for _, l := range h.letters(t, address) {
		if strings.Contains(l.Subject, "Your turn, ") {
			last = l
		}
	}
	if last == nil {
		t.Fatalf("%s was never asked for a move", address)
	}
	body, _ := reply(t, last)
	h.send(t, postoffice.Draft{From: address, To: killMailbox, Subject: "Re: " + last.Subject, Body: body + "\n", InReplyTo: last.MessageID})
}

func writer(from string) string {
	if i := strings.IndexByte(from, '<'); i >= 0 {
		return strings.Trim(from[i:], "<>")
	}
	return from
}
