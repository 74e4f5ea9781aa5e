package server_test

import (
	"crypto/sha256"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/engine/catalog"
	"pitpost.example/house/desk"
	"pitpost.example/house/season"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/server"
	"pitpost.example/speech"
)

// mailTo counts the letters to an address.
func (s *stage) mailTo(address string) int {
	s.t.Helper()
	return s.count("select count(*) from outbox where address = $1", address)
}

// strangers returns n addresses that nobody here knows.
func strangers(n int, of string) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("%s%d@example.com", of, i)
	}
	return strings.Join(list, ", ")
}

// One letter can invite only so many people and open only so many matches, however many lines it has.
func TestOneLetterInvitesFewPeople(t *testing.T) {
	s := newStage(t)
	var lines []string
	for i := range 300 {
		lines = append(lines, "new saboteur with "+strangers(9, fmt.Sprintf("p%d-", i)))
	}
	s.letter("Jo", "", strings.Join(lines, "|"))
	if n := s.count("select count(*) from outbox where purpose = 'invite'"); n != 20 {
		t.Errorf("%d invitations by one letter", n)
	}
	if n := s.count("select count(*) from players"); n != 21 {
		t.Errorf("%d players by it", n)
	}
	for range 5 {
		lines = lines[50:]
		s.letter("Jo", "", strings.Join(lines[:9], "|"))
	}
	if n := s.count("select count(*) from outbox where purpose = 'invite'"); n != 50 {
		t.Errorf("%d invitations by one host in a day", n)
	}
	s.now = s.now.Add(25 * time.Hour)
	s.letter("Jo", "", "new saboteur with "+strangers(2, "late"))
	if n := s.count("select count(*) from outbox where purpose = 'invite'"); n != 52 {
		t.Errorf("%d invitations with those of the next day", n)
	}
}

func TestOneLetterOpensFewMatches(t *testing.T) {
	s := newStage(t)
	for _, line := range []string{"new saboteur", "new practice saboteur seats=3"} {
		before := s.count("select count(*) from matches")
		s.letter("Ana", "", strings.TrimSuffix(strings.Repeat(line+"|", 3000), "|"))
		if n := s.count("select count(*) from matches") - before; n != 5 {
			t.Errorf("%q in one letter opened %d matches", line, n)
		}
	}
	for range 3 {
		s.letter("Ana", "", "new saboteur|new saboteur|new saboteur|new saboteur")
	}
	if n := s.count("select count(*) from matches"); n != 20 {
		t.Errorf("%d matches opened by one player", n)
	}
	s.says("Ana", "#1", "abort", "apply")
	s.says("Ana", "receipt", "yes", "apply")
	s.says("Ana", "", "new saboteur", "apply")
	s.says("Ana", "", "new saboteur", "refuse")
	s.says("Bo", "", "new saboteur", "apply")
}

// A guest gets only so many invitations, by however many hosts and under whatever plus address.
func TestOneGuestIsInvitedBySomeHostsOnly(t *testing.T) {
	s := newStage(t)
	bomb := func(address func(i int) string) {
		for _, host := range []string{"Bo", "Cy", "Di", "Fay", "Jo"} {
			for range 6 {
				s.letter(host, "", "new saboteur with "+address(1)+", "+address(2)+", "+address(3)+"|new saboteur with "+address(4)+", "+address(5))
			}
		}
	}
	plain := func(int) string { return "gus@example.org" }
	plus := func(i int) string { return fmt.Sprintf("hal+%d@example.org", i) }
	points := func(i int) string { return "ivyann"[:i] + "." + "ivyann"[i:] + "@gmail.com" }
	for name, address := range map[string]func(int) string{"gus@": plain, "hal": plus, "i": points} {
		s.house.Rules.Caps = &world.Caps{InvitesOpen: 3, InvitesAPair: 5, InvitesAGuest: 20}
		bomb(address)
		if n := s.count("select count(*) from outbox where address like $1 || '%'", name); n != 3 {
			t.Errorf("%s, who never answered, got %d letters in an hour", name, n)
		}
		s.now = s.now.Add(2 * time.Hour)
	}
	// A guest who has answered once gets some more.
	s.says("Eli", "", "zone Europe/Madrid", "apply")
	bomb(func(int) string { return "eli@example.org" })
	if n := s.count("select count(*) from outbox where address = 'eli@example.org' and purpose = 'invite'"); n != 15 {
		t.Errorf("a player got %d invitations by five hosts, three of each are open", n)
	}
	for i := range 20 {
		s.letter(fmt.Sprintf("Host%d", i), "", "new saboteur with eli@example.org")
	}
	if n := s.count("select count(*) from outbox where address = 'eli@example.org' and purpose = 'invite'"); n != 20 {
		t.Errorf("a player got %d invitations in a day", n)
	}
	// Reminders count too.
	s.now = s.now.Add(72*time.Hour + time.Minute)
	s.letter("Hal", "", "new saboteur with eli@example.org")
	s.sweep()
	if n := s.count("select count(*) from outbox where address = 'eli@example.org' and purpose = 'invite' and queued_at > $1", s.now.Add(-time.Hour)); n != 20 {
		t.Errorf("a player got %d reminders and invitations in a day", n)
	}
}

// A host can invite a guest five times a day, even if they take invitations back.
func TestAnInvitationTakenBackCounts(t *testing.T) {
	s := newStage(t)
	s.letter("Gus", "", "zone Europe/Madrid")
	s.letter("Jo", "", "new saboteur")
	for range 9 {
		s.letter("Jo", "#1", "invite gus@example.org|uninvite gus@example.org")
	}
	if n := s.count("select count(*) from outbox where address = 'gus@example.org' and purpose = 'invite'"); n != 5 {
		t.Errorf("%d invitations by one host to one guest in a day", n)
	}
	s.letter("Jo", "#1", "invite hal@example.org|uninvite hal@example.org|invite hal@example.org|uninvite hal@example.org")
	if n := s.mailTo("hal@example.org"); n != 3 {
		t.Errorf("%d letters to somebody who never answered, with those that take invitations back", n)
	}
}

// The limit of the whole house holds whoever invites.
func TestTheHouseInvitesSoManyADay(t *testing.T) {
	s := newStage(t)
	caps := world.DefaultCaps()
	caps.InvitesADay = 7
	s.house.Rules.Caps = &caps
	for i := range 5 {
		s.letter(fmt.Sprintf("Host%d", i), "", "new saboteur with "+strangers(3, fmt.Sprintf("p%d-", i)))
	}
	if n := s.count("select count(*) from outbox where purpose = 'invite'"); n != 7 {
		t.Errorf("%d invitations", n)
	}
	s.run("operator #1 invite " + strangers(3, "o"))
	if n := s.count("select count(*) from outbox where purpose = 'invite'"); n != 10 {
		t.Errorf("%d invitations with three of the operator's", n)
	}
}

// A block holds for the whole mailbox.
func TestABlockHoldsForPlusAddresses(t *testing.T) {
	s := newStage(t)
	s.says("Ana", "", "new saboteur with gus@example.org", "apply")
	s.says("Gus", "invite", "block", "apply")
	s.letter("Jo", "", "new saboteur with gus+x@example.org, GUS+y+z@example.org, hal@example.org")
	if n := s.count("select count(*) from outbox where address like 'gus+%'"); n != 0 {
		t.Errorf("%d letters past a block", n)
	}
	if n := s.mailTo("hal@example.org"); n != 1 {
		t.Error("hal is not invited")
	}
	s.says("Ana", "", "block bo+play@example.org", "apply")
	s.says("Ana", "#1", "invite bo@example.org, bo+2@example.org", "refuse")
	s.letter("Bo", "", "join #1 "+s.word(1))
	if n := s.count("select count(*) from seats where match_id = 1 and name = 'Bo'"); n != 0 {
		t.Error("bo is seated past a block of another of their plus addresses")
	}
	s.says("Ana", "", "block bo@example.org off", "apply")
	s.says("Ana", "#1", "invite bo@example.org", "apply")
}

// word returns the word for joining a lobby.
func (s *stage) word(match int64) string {
	s.t.Helper()
	return s.texts("select word from matches where id = $1", match)[0]
}

// No limit holds for guests who have accepted an invitation by this host, for rematches and for the operator.
func TestFriendsAreInvitedAsOftenAsOneLikes(t *testing.T) {
	s := newStage(t)
	s.house.Rules.Caps = &world.Caps{InvitesALetter: 1, InvitesAHost: 2, InvitesOpen: 1, InvitesAPair: 1, InvitesAGuest: 1, InvitesADay: 2}
	s.run("Ana> new saboteur with bo@example.org", "Ana(#1)> invite cy@example.org", "Bo(invite)> yes", "Cy(invite)> yes", "Ana(#1)> abort", "Ana(receipt)> yes")
	if n := s.count("select count(*) from seats where match_id = 1 and state = 'joined'"); n != 3 {
		t.Fatalf("%d sit at the first table", n)
	}
	for i := range 3 {
		s.says("Ana", "#1", "rematch", "apply")
		s.says("Ana", "", "new saboteur with bo@example.org, cy@example.org", "apply")
		if n := s.count("select count(*) from outbox where purpose = 'invite'"); n != 2+4*(i+1) {
			t.Errorf("%d invitations after %d rounds", n, i+1)
		}
	}
	s.says("Ana", "", "new saboteur with di@example.org", "refuse")
	s.house.Rules.Caps.NewALetter, s.house.Rules.Caps.OpenMatches = 5, 7
	s.letter("Ana", "", "#1 rematch|#1 rematch|#1 rematch|#1 rematch|#1 rematch")
	if n := s.count("select count(*) from matches where phase = 'lobby' and terms ? 'rematch'"); n != 7 {
		t.Errorf("%d rematches wait for their players", n)
	}
	said, err := s.house.OpenMatchFor(t.Context(), "ana@example.org", "Ana", "new saboteur with "+strangers(4, "o"),
		s.now)
	if err != nil || !said.Done || s.count("select count(*) from outbox where address like 'o%'") != 4 {
		t.Errorf("the operator opens a match for Ana: %+v, %v", said, err)
	}
	s.says("Bo", "", "new saboteur with cy@example.org", "refuse")
}

// A rematch goes to people whose addresses its host need not know, so however soon it is aborted it counts for a day, and
// one letter can ask for few.
func TestRematchesOfADayAreCounted(t *testing.T) {
	s := newStage(t)
	s.run("Ana> new saboteur with bo@example.org", "Bo(invite)> yes", "Ana(#1)> abort", "Ana(receipt)> yes")
	rematches := func() int { return s.count("select count(*) from matches where terms ? 'rematch'") }
	s.letter("Ana", "", strings.TrimSuffix(strings.Repeat("#1 rematch|", 30), "|"))
	if n := rematches(); n != 5 {
		t.Errorf("one letter opened %d rematches", n)
	}
	for range 20 {
		s.letter("Ana", "#1", "rematch")
		s.run(fmt.Sprintf("operator #%d abort", s.count("select max(id) from matches where phase = 'lobby'")))
	}
	if n := rematches(); n != 20 {
		t.Errorf("%d rematches in a day, each aborted", n)
	}
	s.says("Ana", "", "new saboteur", "apply")
	s.now = s.now.Add(25 * time.Hour)
	s.says("Ana", "#1", "rematch", "apply")
}

// One letter leaves one open question, whatever it asks and how often, because the yes to its receipt answers only one.
func TestOneLetterAsksOneQuestion(t *testing.T) {
	s := newStage(t)
	s.run("Ana> new saboteur with bo@example.org, cy@example.org", "Bo(invite)> yes", "Cy(invite)> yes")
	open := func() int { return s.count("select count(*) from asks where kind = 'deed' and answer = ''") }
	s.letter("Bo", "#1", strings.TrimSuffix(strings.Repeat("resign|", 200), "|"))
	if n := open(); n != 1 {
		t.Errorf("a letter that resigns 200 times left %d questions open", n)
	}
	var talk []string
	for i := range 60 {
		talk = append(talk, fmt.Sprintf("say: that is %d|resign", i))
	}
	s.letter("Cy", "#1", strings.Join(talk, "||"))
	if n := open(); n != 2 {
		t.Errorf("with a letter of 60 blocks of talk %d questions are open", n)
	}
	s.says("Ana", "#1", "host Bo|abort", "apply")
	s.says("Ana", "receipt", "yes", "apply")
	if n := s.count("select count(*) from matches where phase = 'aborted'"); n != 0 {
		t.Error("the yes to “host Bo” ended the match")
	}
	if n := s.count("select count(*) from matches join seats on match_id = id and no = host where name = 'Bo'"); n != 1 {
		t.Error("the yes to “host Bo” did not make Bo the host")
	}
}

// The question about a held letter shows all that a yes carries out.
func TestAHeldLetterIsShownWhole(t *testing.T) {
	s := newStage(t)
	s.run("Ana> new saboteur with bo@example.org, cy@example.org", "Bo(invite)> yes", "Cy(invite)> yes")
	for _, lines := range []int{5, 60} {
		letter := ""
		for i := range lines {
			letter += fmt.Sprintf("say %d is what I write from my other address, and a good evening|", i)
		}
		s.run("Bo(turn; from bo@work.example)> " + letter + "lang fr")
		asked := s.texts("select params::text from outbox where purpose = 'ask' and address = 'bo@example.org' order by id desc limit 1")[0]
		s.run("Bo(ask)> yes")
		for _, said := range s.texts("select said from words") {
			if !strings.Contains(asked, said) {
				t.Errorf("the yes said %q, which the question does not show", said)
			}
		}
		french := s.count("select count(*) from players where lang = 'fr'") > 0
		if shown := strings.Contains(asked, "lang fr"); french && !shown || shown != (lines == 5) {
			t.Errorf("of %d lines the last is shown: %v, and done: %v", lines, shown, french)
		}
		if said := s.texts("select said from words"); lines == 5 && len(said) != 5 {
			t.Errorf("of a short letter only %q is carried out", said)
		}
		s.now = s.now.Add(2 * time.Hour)
		s.run("Bo> lang en")
	}
}

// A host who guesses an address is not told who at the table has it. Whom they invited by it they may know.
func TestAGuessedAddressNamesNobody(t *testing.T) {
	s := newStage(t)
	s.run("Ana> new saboteur with bo@example.org", "Bo(invite)> yes", "Ana(#1)> open", "Cy> join #1")
	for _, guess := range []string{"invite cy@example.org", "uninvite cy@example.org", "resend cy@example.org"} {
		s.says("Ana", "#1", guess, "refuse")
	}
	s.says("Ana", "#1", "invite bo@example.org", "apply")
	s.run("Ana(#1)> fill", "Ana(#1)> start", "Ana(#1)> replace Bo with cy@example.org", "Bo(ask)> yes", "Ana(#1)> abort", "Ana(receipt)> yes", "Cy> #1 rematch")
	for _, guess := range []string{"invite ana@example.org", "uninvite ana@example.org", "resend ana@example.org"} {
		s.says("Cy", "#2", guess, "refuse")
	}
	if n := s.count("select count(*) from seats where match_id = 2 and state = 'invited'"); n != 2 {
		t.Errorf("%d guests of the rematch are still invited", n)
	}
	for _, told := range s.texts("select params::text from outbox where purpose = 'receipt' and player_id = (select player_id from addresses where address = 'ana@example.org')") {
		if strings.Contains(told, "cy@example.org") && strings.Contains(told, `"name": "Cy"`) {
			t.Errorf("Ana is told whose address it is: %s", told)
		}
	}
}

// A late yes to "concede" gives up no later round than the one that was meant.
func TestALateYesGivesUpNoOtherRound(t *testing.T) {
	s := newStage(t)
	s.run("Ana> new saboteur with bo@example.org, cy@example.org", "Bo(invite)> yes", "Cy(invite)> yes", "Ana(#1)> concede", "operator #1 concede")
	deals := s.count("select count(*) from facts where kind = 'saboteur.dealt'")
	s.says("Bo", "ask", "yes", "apply")
	s.says("Cy", "ask", "yes", "refuse")
	if n := s.count("select count(*) from facts where kind = 'saboteur.dealt'"); deals != 2 || n != deals {
		t.Errorf("%d deals, and %d after the yes", deals, n)
	}
	s.run("Ana(#1)> concede", "Bo(ask)> yes", "Cy(ask)> yes")
	if n := s.count("select count(*) from facts where kind = 'saboteur.dealt'"); n != 3 {
		t.Errorf("%d deals after a yes in time", n)
	}
}

// A league's list is imported whole, and no limit holds for the letters to its players.
func TestAListOfALeagueIsNotLimited(t *testing.T) {
	s := newLeagueStage(t)
	s.house.Rules.Caps = &world.Caps{InvitesALetter: 1, InvitesAHost: 1, InvitesOpen: 1, InvitesAPair: 1, InvitesAGuest: 1, InvitesADay: 1, NewALetter: 1, OpenMatches: 1, StrangersADay: 1}
	s.league("games=saboteur", "groups=1", "group=3", "waves=1", "pace=12h", "bank=0")
	people := make([]season.SignUp, 600)
	for i := range people {
		people[i] = season.SignUp{Name: "Ana", Address: fmt.Sprintf("p%d@example.org", i)}
	}
	if _, err := s.house.ImportLeague(s.Context(), "winter", people, s.now); err != nil {
		t.Fatal(err)
	}
	for range 10 {
		s.sweep()
	}
	if n := s.count("select count(*) from outbox where address like 'p%@example.org'"); n != 600 {
		t.Errorf("%d letters to a list of 600", n)
	}
	if n := s.count("select count(*) from cold_letters"); n != 0 {
		t.Errorf("%d of them are counted", n)
	}
}

// Letters in somebody's name that nobody vouches for make the house write to that person at most three times
// an hour and ten times a day, and do not use up their own answers.
func TestForgedHelpIsAnsweredThreeTimesAnHour(t *testing.T) {
	s := newStage(t)
	s.says("Ana", "", "zone Europe/Madrid", "apply")
	for _, c := range []struct{ who, address string }{{"Gus", "gus@example.org"}, {"Ana", "ana@example.org"}} {
		before := s.mailTo(c.address)
		for range 140 {
			s.letter(c.who, "unproved", "help")
		}
		if n := s.mailTo(c.address) - before; n != 3 {
			t.Errorf("%d answers to forged letters in the name of %s", n, c.who)
		}
		s.says(c.who, "unproved", "help", "drop")
	}
	players := s.count("select count(*) from players")
	for i := range 9 {
		s.now = s.now.Add(time.Hour)
		for range 5 {
			s.letter("Gus", "unproved; from gus+"+fmt.Sprint(i)+"@example.org", "help")
		}
	}
	if n := s.count("select count(*) from outbox where address like 'gus%'"); n != 10 {
		t.Errorf("%d answers to forged letters in the name of gus in a day", n)
	}
	if n := s.count("select count(*) from players"); n != players {
		t.Errorf("%d players by forged letters that ask for help", n-players)
	}
	before := s.mailTo("ana@example.org")
	for range 30 {
		s.letter("Ana", "unproved", "uninvite bob")
		s.letter("Ana", "unproved", "story")
		s.says("Ana", "", "matches", "apply")
	}
	for range 10 {
		s.says("Ana", "", "story", "refuse")
	}
	if n := s.mailTo("ana@example.org") - before; n < 40 || n > 46 {
		t.Errorf("%d letters to Ana, 40 answer her own", n)
	}
}

// Mail to an address that never answered contains nothing from a forged letter: no word, link, name or
// address.
func TestAForgedLetterSpeaksToNobody(t *testing.T) {
	s := newStage(t)
	s.says("Ana", "", "new saboteur with jo@example.org", "apply") // Jo never answers
	before := s.count("select max(id) from outbox")
	claim := "claim at https://evil.example/prize zyzzyva"
	for i, words := range []string{"say you won, " + claim, "say:|you won|" + claim + "||help", "new saboteur with " + "zyzzyva@evil.example", "join #1 zyzzyva", "help|" + claim,
		"help https://evil.example", "rules zyzzyva", "check zyzzyva", "status|zyzzyva", "cards|name zyzzyva", "league zyzzyva", "note " + claim, "lang zyzzyva", "hlep zyzzyva", "#1 zyzzyva"} {
		for _, who := range []string{fmt.Sprintf("Victim%d", i), "Jo"} {
			s.letterFrom(who, words)
			s.now = s.now.Add(20 * time.Minute)
		}
	}
	letters := s.texts("select coalesce(address, '') || ' ' || params::text from outbox where id > $1", before)
	if len(letters) < 10 {
		t.Errorf("only %d letters", len(letters))
	}
	evil := regexp.MustCompile(`(?i)zyzzyva|evil|claim|prize|you won|https?:`)
	for _, l := range letters {
		if m := evil.FindString(l); m != "" {
			t.Errorf("a letter says %q: %s", m, l)
		}
	}
	if !slices.ContainsFunc(letters, func(l string) bool { return strings.Contains(l, "house.wants-open") }) {
		t.Error("no letter tells that a match is wanted")
	}
}

// letterFrom sends a forged letter with text in every field.
func (s *stage) letterFrom(who, words string) {
	s.t.Helper()
	s.letters++
	l := desk.Letter{From: strings.ToLower(who) + "@example.org", Display: "Claim your prize", Trust: model.TrustUnproved, Door: "test",
		MessageID: fmt.Sprintf("<evil.%d@example.org>", s.letters), Subject: "Re: you won https://evil.example", ReceivedAt: s.now, Now: s.now}
	l.Kept = strings.ReplaceAll(strings.ReplaceAll(words, "||", "\n\n"), "|", "\n")
	l.Lines, l.Text = speech.SplitLines(l.Kept, plainFold, catalog.AllGames()...), l.Kept
	l.WordsHash, l.Hash = sha256.Sum256([]byte(l.Kept)), sha256.Sum256([]byte(l.MessageID))
	if _, _, err := s.house.Take(s.t.Context(), &l); err != nil {
		s.t.Fatal(err)
	}
}

func (s *stage) texts(sql string, args ...any) []string {
	s.t.Helper()
	return selected(s.t, s.house.DB, pgx.RowTo[string], sql, args...)
}

// Invitations by hosts who write at the same moment are counted together, even in different processes.
func TestInvitationsAtOnceAreCounted(t *testing.T) {
	s := newStage(t)
	houses := []*server.House{s.house, s.second()}
	var wg sync.WaitGroup
	for i := range 12 {
		words := "new saboteur with gus@example.org"
		l := desk.Letter{From: fmt.Sprintf("host%d@example.org", i), Trust: model.TrustProved, Door: "test", Text: words, Kept: words, Lines: speech.SplitLines(words, plainFold, catalog.AllGames()...),
			ReceivedAt: s.now, Now: s.now, Hash: sha256.Sum256([]byte{byte(i)})}
		wg.Go(func() {
			if _, _, err := houses[i%2].Take(t.Context(), &l); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := s.mailTo("gus@example.org"); n != 3 {
		t.Errorf("%d invitations at once to somebody who never answered", n)
	}
	if n := s.count("select count(*) from matches"); n != 12 {
		t.Errorf("%d matches", n)
	}
}
