package main

import (
	"bytes"
	"slices"
	"strconv"
	"testing"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db/lookup"
	"pitpost.example/engine/record"
	"pitpost.example/inbox/postoffice"
	"pitpost.example/model"
)

// quiet reports whether every incoming letter has been handled and every outgoing one sent.
func (h *trial) quiet(t *testing.T) bool {
	t.Helper()
	if h.count(t, "select count(*) from outbox where state in ('queued', 'written')") != 0 {
		return false
	}
	return len(h.letters(t, "play@"+killDomain)) == 0 && h.count(t, "select count(*) from letters") >= len(h.sent(t))
}

func (h *trial) count(t *testing.T, sql string, args ...any) int {
	t.Helper()
	var n int
	if err := h.db.Pool().QueryRow(t.Context(), sql, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// sent returns the Message-IDs of all letters by the players.
func (h *trial) sent(t *testing.T) []string {
	t.Helper()
	var ids []string
	for _, address := range killPlayers {
		folders, err := h.office.Folders(address)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range folders {
			if f.Name != postoffice.Sent {
				continue
			}
			for _, l := range h.folder(t, address, postoffice.Sent) {
				ids = append(ids, l.MessageID)
			}
		}
	}
	return ids
}

// checkLetters checks that each letter was noted once and applied.
func (h *trial) checkLetters(t *testing.T) {
	t.Helper()
	sent := h.sent(t)
	for _, id := range sent {
		if n := h.count(t, "select count(*) from letters where trim(message_id, '<>') = $1 and state = 'apply'", id); n != 1 {
			var end string
			if err := h.db.Pool().QueryRow(t.Context(), "select coalesce(string_agg(state || ' ' || why || ' by ' || sender, '; '), 'not noted') from letters where trim(message_id, '<>') = $1", id).Scan(&end); err != nil {
				t.Fatal(err)
			}
			t.Errorf("letter %s was noted as applied %d times: %s", id, n, end)
		}
	}
	if n := h.count(t, "select count(*) from letters"); n != len(sent) {
		t.Errorf("%d letters were noted, %d were sent", n, len(sent))
	}
	processed := h.folder(t, "play@"+killDomain, "Processed")
	if len(processed) != len(sent) {
		t.Errorf("%d letters lie in Processed, %d were sent", len(processed), len(sent))
	}
}

func (h *trial) table(t *testing.T) *model.Table {
	t.Helper()
	table, err := h.db.Fold(t.Context(), 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// dealt counts the deals, because each begins a new step for every seat.
func (h *trial) dealt(t *testing.T) int {
	t.Helper()
	return h.count(t, "select count(*) from facts where kind = 'saboteur.dealt'")
}

// checkMoves checks that the log has as many choices as each player sent, each from a different letter, and
// that the record follows the rules.
func (h *trial) checkMoves(t *testing.T) {
	t.Helper()
	if n := h.count(t, "select count(*) from matches"); n != 1 {
		t.Fatalf("there are %d matches", n)
	}
	table, dealt := h.table(t), h.dealt(t)
	for i, address := range killPlayers {
		seat := table.Seats[i].Name
		if got := table.Match.Chair(seat).Steps - dealt; got != h.moves[address] {
			t.Errorf("%s sent %d moves, the log has %d", seat, h.moves[address], got)
		}
		letters := h.count(t, "select count(distinct cause) from facts where match_id = 1 and seat = $1 and cause like 'letter %'", seat)
		if letters != h.moves[address] {
			t.Errorf("%s's moves came from %d letters, %d were sent", seat, letters, h.moves[address])
		}
	}
	facts, err := lookup.FillSpokenWords(t.Context(), h.db, table.Match.Facts())
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	log := record.Log{Match: strconv.FormatInt(table.Row.ID, 10), Game: table.Match.Game, Setup: table.Match.Setup, Seed: table.Row.Seed, Facts: facts}
	if err := record.WriteRecord(&out, log, record.Choice{}); err != nil {
		t.Fatal(err)
	}
	var tally record.Tally
	if err := record.VerifyFile("the match", &out, &tally); err != nil || tally.Matches != 1 {
		t.Errorf("the record does not verify: %v, %+v", err, tally)
	}
}

// checkDigests checks that every seat got one letter for each of its turns, including a turn that is still due.
func (h *trial) checkDigests(t *testing.T) {
	t.Helper()
	table := h.table(t)
	due := table.Match.ToMove()
	for i, address := range killPlayers {
		seat := table.Seats[i].Name
		turns := table.Match.Chair(seat).Steps
		if slices.Contains(due, seat) {
			turns++
		}
		inbox := map[string]bool{}
		for _, l := range h.letters(t, address) {
			inbox[l.MessageID] = true
		}
		for step := h.dealt(t) + 1; step <= turns; step++ {
			ids := h.strings(t, "select trim(message_id, '<>') from outbox where match_id = 1 and seat = $1 and purpose = 'turn' and step = $2", i, step)
			if len(ids) != 1 || !inbox[ids[0]] {
				t.Errorf("%s's turn %d was told by %v, and lies in the mailbox: %t", seat, step, ids, len(ids) == 1 && inbox[ids[0]])
			}
		}
	}
}

func (h *trial) strings(t *testing.T, sql string, args ...any) []string {
	t.Helper()
	rows, err := h.db.Pool().Query(t.Context(), sql, args...)
	if err != nil {
		t.Fatal(err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// checkCopies checks that every outgoing letter is in its mailbox with the bytes that were stored. It returns
// how many came more than once.
func (h *trial) checkCopies(t *testing.T) (twice int) {
	t.Helper()
	copies := map[string]int{}
	for _, address := range killPlayers {
		for _, l := range h.letters(t, address) {
			copies[l.MessageID]++
			var raw []byte
			err := h.db.Pool().QueryRow(t.Context(), "select raw from outbox where trim(message_id, '<>') = $1 and address = $2", l.MessageID, address).Scan(&raw)
			if err != nil {
				t.Errorf("a letter that nobody wrote, %s: %v", l.MessageID, err)
			} else if !bytes.HasSuffix(l.Raw, raw) {
				t.Errorf("letter %s came with other bytes than were kept", l.MessageID)
			}
		}
	}
	for id, n := range copies {
		if n > 2 {
			t.Errorf("letter %s came %d times", id, n)
		}
		if n > 1 {
			twice++
		}
	}
	for _, id := range h.strings(t, "select trim(message_id, '<>') from outbox where state = 'sent'") {
		if copies[id] == 0 {
			t.Errorf("letter %s counts as sent and came nowhere", id)
		}
	}
	if n := h.count(t, "select count(*) from outbox where state = 'failed'"); n != 0 {
		t.Errorf("%d letters were given up", n)
	}
	return twice
}
