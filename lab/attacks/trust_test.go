package attacks

import (
	"fmt"
	"strings"
	"testing"
)

// A rematch invites everybody who sat at a table, whose addresses its host need not know. Aborted, it is over, and the
// next one could follow.
func TestAttackRematchesBomb(t *testing.T) {
	t.Parallel()
	h := try(t, "bury those who sat at a table with one under invitations to rematches").open()
	match := h.match("new saboteur", bo, cy)
	h.did(letter{from: ana, body: fmt.Sprintf("#%d abort", match)})
	h.did(letter{from: ana, body: "yes", answers: h.read(ana, "receipt")})
	invited := func() int {
		h.quiet()
		return h.number("select count(*) from outbox where purpose = 'invite' and address = $1", cy)
	}
	before := invited()
	h.post(letter{from: bo, body: strings.Repeat(fmt.Sprintf("#%d rematch\n", match), 100)})
	if n := invited() - before; n > 5 {
		h.broke("one letter invited Cy to %d rematches", n)
	}
	for i := range 20 {
		h.post(letter{from: bo, body: fmt.Sprintf("#%d rematch\nthat is %d", match, i)})
		if last := h.number("select coalesce(max(id), 0) from matches where phase = 'lobby'"); last > 0 {
			if out, err := h.run("match", "abort", fmt.Sprint(last)); err != nil { // as quick as two letters of Bo's
				h.Fatalf("%v %s", err, out)
			}
		}
	}
	if n := invited() - before; n > 20 {
		h.broke("Cy was invited to %d rematches in a day", n)
	}
}

// Each line of a letter that cannot be undone is asked about first.
func TestAttackQuestionsWithoutEnd(t *testing.T) {
	t.Parallel()
	h := try(t, "leave as many questions open as a letter has lines").open()
	h.match("new saboteur", bo, cy)
	for whose, lines := range map[string]string{bo: strings.Repeat("resign\n", 200), cy: strings.Repeat("say: well\nresign\n\n", 60), ana: strings.Repeat("kick Bo\nkick Cy\nabort\nhost Cy\n", 40)} {
		h.post(letter{from: whose, body: lines})
		if n := h.number("select count(*) from asks a join addresses p on p.player_id = a.player_id where p.address = $1 and a.kind = 'deed' and a.answer = ''", whose); n > 1 {
			h.broke("a letter of %q and so on left %d questions open", lines[:12], n)
		}
	}
}

// A long letter with a token comes from somebody else, with harmless words in front. Its player is asked about it.
func TestAttackBehindTheQuestion(t *testing.T) {
	t.Parallel()
	h := try(t, "have a player confirm more than the question about a held letter shows").open()
	match := h.match("new saboteur", bo, cy)
	body := ""
	for i := range 60 {
		body += fmt.Sprintf("say Good evening to all of you, it was a fine day, and this is line %d\n", i)
	}
	h.net(letter{from: "bo@work.example", body: body + "zone Asia/Tokyo\nlang fr", token: h.turnOf(match, bo)})
	asked := h.read(bo, "ask")
	h.did(letter{from: bo, body: "yes", answers: asked})
	h.quiet()
	shown := strings.Join(strings.Fields(asked.text), " ")
	for _, done := range []struct{ sql, says string }{
		{"select count(*) from players where zone = 'Asia/Tokyo'", "zone Asia/Tokyo"}, {"select count(*) from players where lang = 'fr'", "lang fr"},
		{"select count(*) from words where said like '%line 59'", "this is line 59"}, {"select count(*) from words where said like '%line 40'", "this is line 40"},
	} {
		if h.number(done.sql) > 0 && !strings.Contains(shown, done.says) {
			h.broke("the yes did %q, which the question did not show", done.says)
		}
	}
	if h.number("select count(*) from words where said like '%line 3'") != 1 {
		h.Fatal("not even what the question showed was done")
	}
}

// The host of an open lobby tries addresses, to learn who has joined.
func TestAttackGuessedAddress(t *testing.T) {
	t.Parallel()
	h := try(t, "learn whose address one has guessed by inviting it").open()
	h.did(letter{from: ana, body: "new saboteur"})
	h.did(letter{from: ana, body: "#1 open"})
	h.did(letter{from: "\"Zoe\" <" + cy + ">", body: "join #1"})
	h.quiet()
	before := len(h.mail(ana, ""))
	for _, words := range []string{"#1 invite " + cy, "#1 uninvite " + cy, "#1 resend " + cy, "#1 fill\n#1 start", "#1 replace Bo with " + cy} {
		h.post(letter{from: ana, body: words})
		h.post(letter{from: ana, body: "yes", answers: h.read(ana, "receipt")})
	}
	h.quiet()
	for _, r := range h.mail(ana, "")[before:] {
		if strings.Contains(r.text, "Zoe already has a seat") {
			h.broke("the host is told whose address it is: %.200s", r.text)
		}
	}
}
