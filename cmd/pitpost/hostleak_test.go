package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"pitpost.example/db/mail"
	read "pitpost.example/inbox/reply"
	"pitpost.example/lab/friends"
	"pitpost.example/model"
)

// sameChance is a source of the same random numbers in every house.
type sameChance struct{ n byte }

func (c *sameChance) Read(p []byte) (int, error) {
	for i := range p {
		c.n++
		sum := sha256.Sum256([]byte{c.n})
		p[i] = sum[0]
	}
	return len(p), nil
}

var (
	clockTimes = regexp.MustCompile(`\d{2}:\d{2}`)
	answers    = regexp.MustCompile(`(?s)<div class="result".*?</div>|<p id="asked">.*?</p>|I’ve played for[^\n]*`)
	proofs     = regexp.MustCompile(`value="[^"]*"|data-now="[^"]*"|/letter/[^"\s]*|127\.0\.0\.1:\d+|[0-9a-f]{64}`)
)

// Two houses deal the same cards, but in one of them what the host may not know is dealt anew. What the host
// reads of a forced move and of the signs, by page, by mail and on the command line, does not differ by a byte.
func TestActsTellTheHostNothingHidden(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"saboteur", "clonk"} {
		t.Run(game, func(t *testing.T) {
			one := hostReads(t, game, false)
			other := hostReads(t, game, true)
			if len(one) != len(other) || len(one) < 5 {
				t.Fatalf("%d and %d texts", len(one), len(other))
			}
			if !strings.Contains(strings.Join(one, " "), "I’ve played for") {
				t.Error("nothing was forced")
			}
			for i := range one {
				if one[i] != other[i] {
					t.Errorf("the host reads\n%s\nand with other cards\n%s", one[i], other[i])
				}
			}
		})
	}
}

// hostReads forces the seats before the host's to move, in a new house, and returns all that the host is told.
func hostReads(t *testing.T, game string, anew bool) (texts []string) {
	g := newGalleryWith(t, game, &sameChance{})
	ana := g.Visitor()
	ana.SignIn(g.AnaLink())
	for range 40 { // until another seat than the host's begins a turn
		if _, seat := g.Due(); g.Fold().Seats[seat].Name != "Ana" && !g.MidTurn() {
			break
		}
		g.PlayFirst(g.Fold().Match.Seq)
	}
	if anew && !g.Redeal(g.Fold(), "Ana") {
		t.Fatal("nothing was dealt anew, so nothing is proved")
	}
	if _, err := g.DB.Pool().Exec(t.Context(), "update matches set stamp = stamp + 1"); err != nil { // so that the cached match is out of date
		t.Fatal(err)
	}
	late := func() { // everybody has used up their time, and the match waits for its host
		for _, sql := range []string{`update clocks set began = began - interval '30 days', soft = soft - interval '30 days', due = due - interval '30 days'`,
			`update matches set stamp = stamp + 1, terms = terms || '{"timeout":"wait"}'`} {
			if _, err := g.DB.Pool().Exec(t.Context(), sql); err != nil {
				t.Fatal(err)
			}
		}
	}
	late()
	read := func(text string) {
		if game == "clonk" { // moves in that game are public, so only the house's own words are compared
			text = strings.Join(answers.FindAllString(text, -1), "\n")
		}
		texts = append(texts, clockTimes.ReplaceAllString(proofs.ReplaceAllString(text, ""), "--:--"))
	}
	h := &hostTable{gallery: g, ana: ana, id: g.ID}
	path := fmt.Sprintf("/seat/%d", g.ID)
	var since int64
	if err := g.DB.Pool().QueryRow(t.Context(), "select max(id) from outbox").Scan(&since); err != nil {
		t.Fatal(err)
	}
	name := func() string {
		_, seat := g.Due()
		return g.Fold().Seats[seat].Name
	}
	read(h.run("fairplay"))
	_, page := ana.Get(path)
	f := friends.Fields(page)
	_, page = ana.Post(path+"/host", "proof", f["proof"], "once", f["once"], "act", "force", "seat", name())
	read(page)
	f = friends.Fields(page)
	_, page = ana.Post(path+"/host", "proof", f["proof"], "once", f["once"], "act", "sure", "line", askedAgain.FindStringSubmatch(page)[1])
	read(page)
	switch who := name(); { // what Ana draws herself may differ
	case who == "Ana":
	case game == "clonk":
		read(h.run("force " + who))
	default:
		late()
		g.Write("ana@example.org", "play@pit.test", "", fmt.Sprintf("#%d force %s", g.ID, who))
		to, text := g.Read("ana@example.org", "receipt")
		read(text)
		state, _ := g.Write("ana@example.org", to.Get("Reply-To"), "", "yes")
		_, text = g.Read("ana@example.org", "receipt")
		read(state + text)
	}
	_, page = ana.Get(path)
	read(page)
	for _, news := range g.Fold().Match.Heard("Ana", 0) {
		if strings.HasPrefix(news.Kind, "match.") {
			read(fmt.Sprint(news.Kind, news.Lines, news.Data))
		}
	}
	if game == "clonk" {
		return texts
	}
	return append(texts, g.lettersTo("ana@example.org", since)...)
}

// lettersTo writes all letters to an address that were queued after a given one.
func (g *gallery) lettersTo(address string, since int64) (texts []string) {
	g.T.Helper()
	rows, err := g.DB.Pool().Query(g.T.Context(), `select o.id from outbox o join addresses a on a.player_id = o.player_id
		where a.address = $1 and o.id > $2 and o.purpose not in ('ping', 'receipt') order by o.id`, address, since)
	if err != nil {
		g.T.Fatal(err)
	}
	defer rows.Close()
	var ids []int64
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			g.T.Fatal(err)
		}
		ids = append(ids, id)
	}
	for _, id := range ids {
		n, err := mail.NoticeByID(g.T.Context(), g.DB, id)
		if err != nil {
			g.T.Fatal(err)
		}
		written, err := g.Out.WriteFrom(g.T.Context(), nil, n, g.Clock)
		raw := written.Raw
		if errors.Is(err, model.ErrSuperseded) {
			texts = append(texts, "superseded: "+string(n.Purpose))
			continue
		}
		if err != nil {
			g.T.Fatal(err)
		}
		texts = append(texts, clockTimes.ReplaceAllString(proofs.ReplaceAllString(read.QuotableText(raw), ""), "--:--"))
	}
	return texts
}
