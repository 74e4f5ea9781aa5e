package attacks

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// strangers returns n addresses from which nobody has written.
func strangers(n int, of string) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf("%s%d@%s", of, i, domain))
	}
	return strings.Join(all, ", ")
}

// How many people one letter, one host in a day and a house in a day may invite.
const invitesALetter, invitesADay, invitesInAll = 20, 50, 500

// Each line of a letter invites nine more people; all hosts are authenticated.
func TestAttackOneLetterInvitesThousands(t *testing.T) {
	t.Parallel()
	h := try(t, "have the house invite thousands of strangers by one letter, and by the letters of one host").open("--authserv-id", voucher)
	invited := func() int {
		h.quiet()
		return h.number("select count(*) from outbox where purpose = 'invite'")
	}
	for form, words := range map[string]func(int) string{
		"new":    func(i int) string { return "new saboteur with " + strangers(9, fmt.Sprintf("a%d.", i)) },
		"invite": func(i int) string { return "invite " + strangers(5, fmt.Sprintf("b%d.", i)) + ";new saboteur" },
	} {
		var lines []string
		for i := range 150 {
			lines = append(lines, words(i))
		}
		before := invited()
		h.vouched(letter{from: form + ".host@" + domain, body: strings.Join(lines, "\n")})
		if n := invited() - before; n > invitesALetter {
			h.broke("one letter of lines %q invited %d people", form, n)
		}
	}
	for i := range 6 {
		h.vouched(letter{from: mallory, body: "new saboteur with " + strangers(9, fmt.Sprintf("c%d.", i)) + "\nnew saboteur with " + strangers(9, fmt.Sprintf("d%d.", i))})
	}
	mine := h.number(`select count(*) from outbox o join seats s on s.match_id = o.match_id and s.no = 0 join addresses a on a.player_id = s.player_id
		where o.purpose = 'invite' and a.address = $1`, mallory)
	if mine > invitesADay {
		h.broke("one host invited %d people in a day", mine)
	}
}

// There are many hosts, each of whom invites as many people as one host may.
func TestAttackManyHostsInviteThousands(t *testing.T) {
	t.Parallel()
	a := try(t, "have the house invite thousands of strangers by many hosts")
	a.heavy()
	h := a.open("--authserv-id", voucher)
	for i := range 16 {
		for j := range 3 {
			h.vouched(letter{from: fmt.Sprintf("host%d@%s", i, domain), body: "new saboteur with " + strangers(9, fmt.Sprintf("e%d.%d.", i, j)) + "\nnew saboteur with " + strangers(9, fmt.Sprintf("f%d.%d.", i, j))})
		}
	}
	h.quiet()
	if n := h.number("select count(*) from outbox where purpose = 'invite'"); n > invitesInAll {
		h.broke("the house invited %d people in a day", n)
	}
}

// Many hosts invite one person, by many spellings of their address.
func TestAttackInvitationsBombOneAddress(t *testing.T) {
	t.Parallel()
	h := try(t, "bury one address under invitations, also after it said block").open("--authserv-id", voucher)
	const victim = "victim@" + domain
	for i := range 6 {
		for range 5 {
			h.vouched(letter{from: fmt.Sprintf("host%d@%s", i, domain), body: strings.Repeat("new saboteur with "+victim+", "+bo+"\n", 5)})
		}
	}
	h.quiet()
	if n := len(h.mail(victim, "invite")); n > 20 {
		h.broke("six hosts sent one address %d invitations in a day", n)
	}
	if n := h.number(`select coalesce(max(n), 0) from (select count(*) n from seats s join seats host on host.match_id = s.match_id and host.no = 0
		join addresses a on a.player_id = s.player_id where a.address = $1 and s.state = 'invited' group by host.player_id) one`, victim); n > 5 {
		h.broke("one host has invited the same person to %d matches at once", n)
	}
	h.vouched(letter{from: victim, body: "block", answers: h.read(victim, "invite")})
	spellings := []string{victim, "Victim@" + domain, "VICTIM+x@" + domain, "victim+x@" + domain, "victim+news.a@" + domain}
	invited := func() int {
		h.quiet()
		return h.number("select count(*) from outbox where purpose = 'invite' and address ilike 'victim%'")
	}
	before := invited()
	for i, to := range spellings {
		h.vouched(letter{from: fmt.Sprintf("late%d@%s", i, domain), body: "new saboteur with " + to + ", " + bo})
	}
	if late := invited() - before; late > 0 {
		h.broke("after block came %d more invitations, to other spellings of the address", late)
	}
}

// One letter opens many matches, with bots or alone.
func TestAttackOneLetterOpensThousandsOfMatches(t *testing.T) {
	t.Parallel()
	h := try(t, "open thousands of lobbies and practice matches by few letters").open("--authserv-id", voucher)
	opened := func() int {
		h.quiet()
		return h.number("select count(*) from matches")
	}
	for i, words := range []string{"new saboteur", "new practice", "new clonk with bots"} {
		before := opened()
		h.vouched(letter{from: fmt.Sprintf("opener%d@%s", i, domain), body: strings.Repeat(words+"\n", 150)})
		h.vouched(letter{from: fmt.Sprintf("again%d@%s", i, domain), body: strings.Repeat(words+";", 40)})
		if n := opened() - before; n > 10 {
			h.broke("two letters of %q opened %d matches", words, n)
		}
	}
	for range 8 {
		h.vouched(letter{from: mallory, body: strings.Repeat("new saboteur\nnew practice\n", 2)})
	}
	h.quiet()
	if n := h.number(`select count(*) from matches m join seats s on s.match_id = m.id and s.no = 0 join addresses a on a.player_id = s.player_id
		where a.address = $1 and m.ended_at is null`, mallory); n > 20 {
		h.broke("one person has %d matches open", n)
	}
}

// A stranger's words in a letter in somebody's name could be sent to that person by the house.
func TestAttackHouseEchoesAStrangersWords(t *testing.T) {
	t.Parallel()
	h := try(t, "have the house send a stranger's words, names and links to an address that never wrote").open()
	const canary, link = "jackpotwinner", "https://evil.example/claim"
	for i, l := range []letter{
		{body: "say " + canary + ", claim at " + link},
		{body: canary + " " + link},
		{body: "help\n" + canary + " " + link},
		{body: "help", subject: canary + " " + link},
		{body: "new practice " + canary},
		{body: "name " + canary + "\nhelp " + canary},
		{body: "join #1 " + canary},
		{body: "new saboteur with " + canary + "@" + domain + ", bo@" + domain + "\nnote " + link},
		{body: "rules " + canary, subject: "new saboteur with " + canary + " " + link},
		{body: "lang " + canary + "\nzone " + canary + "/x\nwebhook " + link + "\nping " + link},
		{body: "check " + canary + "\n" + link + " or " + canary},
		{body: "status " + canary, answers: &received{id: canary + "." + "pitpost@" + domain, reply: desk}},
		{body: "status", answers: &received{id: "x@y", reply: "play+" + strings.Repeat("0", 24) + canary + "@" + domain}},
	} {
		victim := fmt.Sprintf("victim%d@%s", i, domain)
		for _, from := range []string{victim, "\"" + canary + " " + link + "\" <" + victim + ">"} {
			l.from = from
			h.net(l)
		}
		h.quiet()
		for _, r := range h.mail(victim, "") {
			for _, word := range []string{canary, link} {
				if strings.Contains(strings.ToLower(r.text+r.subject), word) {
					h.broke("a letter (%s) that answers %q holds %q", r.purpose, l.body+l.subject, word)
					break
				}
			}
		}
	}
	h.quiet()
	for _, r := range h.mail(canary+"@"+domain, "") {
		h.broke("a stranger in somebody's name had the house write to a third person: %s", r.subject)
	}
}

// Letters in a victim's name cause letters to the victim.
func TestAttackForgedLettersFloodTheirVictim(t *testing.T) {
	t.Parallel()
	h := try(t, "turn forged letters into a flood at the address that they name").open()
	const victim = "victim@" + domain
	for i, words := range strings.Fields(strings.Repeat("help status rules cards matches games new-practice league ", 8)) {
		h.net(letter{from: victim, body: strings.ReplaceAll(words, "-", " ") + strings.Repeat("\nstatus", i%3)})
	}
	h.quiet()
	size := 0
	for _, r := range h.mail(victim, "") {
		size += len(r.raw)
	}
	if n := len(h.mail(victim, "")); n > 10 {
		h.broke("64 forged letters made %d letters to their victim, %d KB", n, size>>10)
	}
	if size > 200<<10 {
		h.broke("64 forged letters made %d KB for their victim", size>>10)
	}
}

// A guest, a host or a friend repeats two lines that undo each other, each of which the house tells somebody.
func TestAttackToAndFro(t *testing.T) {
	t.Parallel()
	h := try(t, "bury a table mate under news by two lines that undo each other").open()
	const enough = 20
	bombs := func(whom string, l letter) {
		h.Helper()
		h.quiet()
		before := len(h.mail(whom, ""))
		h.post(l)
		h.quiet()
		if n := len(h.mail(whom, "")) - before; n > enough {
			h.broke("one letter, %.30q and so on, brought %s %d letters", l.body, whom, n)
		}
	}
	h.match("new saboteur", bo, cy)
	bombs(bo, letter{from: ana, body: strings.Repeat("#1 pause\n#1 resume\n", 50)})
	for _, whose := range []string{bo, cy} { // the third line asked them for a vote
		h.did(letter{from: whose, body: "no", answers: h.read(whose, "ask")})
	}
	h.did(letter{from: ana, body: "#1 kick Bo"}) // the limit hides nothing that no other letter tells
	h.did(letter{from: bo, body: "yes", answers: h.read(bo, "ask")})
	h.quiet()
	if !slices.ContainsFunc(h.mail(bo, ""), func(r *received) bool { return strings.Contains(r.subject, "You were removed") }) {
		h.broke("after all that news nobody tells Bo that his seat is a bot's")
	}
	h.did(letter{from: ana, body: "new saboteur with " + cy})
	bombs(bo, letter{from: ana, body: strings.Repeat("#2 invite "+bo+"\n#2 uninvite Bo\n", 50)})
	h.did(letter{from: ana, body: "#2 open"})
	bombs(ana, letter{from: mallory, body: strings.Repeat("join #2\n#2 decline\n", 50)})
	if n := h.number("select count(*) from seats where match_id = 2"); n > enough {
		h.broke("a lobby has %d seats", n)
	}
}

// Every letter about a match is written from all of its log.
func TestAttackLogWithoutEnd(t *testing.T) {
	t.Parallel()
	h := try(t, "make the log of a match so long that every letter about it costs much").open()
	h.match("new saboteur", bo, cy)
	for _, lines := range []string{"suspect Ana\nsuspect Cy\n", "say a\nsay b\n", "next pass 1\nclear\n", "pass all\nclear\n"} {
		for range 3 {
			h.post(letter{from: bo, body: strings.Repeat(lines, 90)})
			h.post(letter{from: ana, body: strings.Repeat("pause\nresume\n", 90)})
		}
	}
	if n := h.number("select count(*) from facts where kind like 'match.%'"); n > 1000 {
		h.broke("%d things other than moves are in the log of a match", n)
	}
	h.did(letter{from: bo, body: "resign"})
}

// A host's own words stand only in invitations to people who know them. Two open invitations make no acquaintance.
func TestAttackNoteToAStranger(t *testing.T) {
	t.Parallel()
	h := try(t, "have the house carry a host's own words to a stranger by inviting them twice").open()
	const victim = "di@" + domain
	for i := range 2 {
		h.did(letter{from: mallory, body: "new saboteur"})
		h.did(letter{from: mallory, body: fmt.Sprintf("#%d note You won, claim it at https://evil.example", i+1)})
		h.did(letter{from: mallory, body: fmt.Sprintf("#%d invite %s, %s", i+1, victim, bo)})
	}
	h.did(letter{from: bo, body: "yes", answers: h.read(bo, "invite")})
	h.did(letter{from: mallory, body: "new saboteur"})
	h.did(letter{from: mallory, body: "#3 note Come again"})
	h.did(letter{from: mallory, body: "#3 invite " + bo})
	h.quiet()
	for _, r := range h.mail(victim, "") {
		if strings.Contains(r.text, "evil.example") {
			h.broke("the words of a host stand in a letter to a stranger (%s)", r.purpose)
		}
	}
	if !strings.Contains(h.read(bo, "invite").text, "Come again") {
		h.Fatal("an acquaintance gets no note")
	}
}
