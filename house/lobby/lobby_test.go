package lobby_test

import (
	"strings"
	"testing"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/housetest"
	"pitpost.example/house/lobby"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// seats lists the seats of a match with their states.
func seats(h *housetest.House, match int64) string {
	return strings.Join(engine.MapList(h.Table(match).Seats, func(s model.Seat) string { return s.Name + " " + string(s.State) }), ", ")
}

// opened returns a house in which Ana has opened match 1 and invited Bo and Cy, who have not answered.
func opened(t *testing.T) *housetest.House {
	t.Helper()
	h := housetest.New(t)
	if a := h.Write("Ana", "new saboteur with bo@example.org, cy@example.org"); a.State != model.LetterApply {
		t.Fatal(a)
	}
	return h
}

// A match begins by itself with the last yes, and with a no only by the host's word.
func TestAMatchBeginsWhenEverybodyHasAnswered(t *testing.T) {
	h := opened(t)
	h.Says("Ana(receipt)> start", "apply; start: told own.start-sure house.say-yes")
	h.Says("Ana(receipt)> no", "apply; no: done house.left-so")
	h.Says("Bo(invite)> yes", "apply; yes: done house.you-joined house.waits-for own.wait-bots house.invite-others house.may-salt")
	h.Says("Bo(invite)> yes", "apply; yes: done house.already-seated") // once more
	h.Says("Bo(receipt)> start", "refuse; start: refused house.host-only")
	if got := seats(h, 1); got != "Ana joined, Bo joined, Cy invited" || h.Table(1).Row.Phase != model.PhaseLobby {
		t.Errorf("%s: %s", h.Table(1).Row.Phase, got)
	}
	h.Says("Cy(invite)> no", "apply; no: done house.you-declined")
	if h.Table(1).Row.Phase != model.PhaseLobby {
		t.Error("it begins with a no")
	}
	h.Says("Ana(receipt)> start", "refuse; start: refused house.too-few")
	h.Says("Ana(receipt)> fill", "apply; fill: done house.filled house.waits-start")
	h.Says("Ana(receipt)> start", "apply; start: done house.started")
	h.Says("Cy(invite)> yes", "refuse; yes: refused house.started-already")
	if got := h.Events(1, 0); !strings.HasPrefix(got, "match.joined match.joined match.joined match.started saboteur.dealt match.replaced") {
		t.Errorf("it began with %s", got)
	}
}

// Nobody's address or name is found out by inviting it.
func TestAnInvitationTellsNothingOfItsGuest(t *testing.T) {
	h := opened(t)
	h.Says("Ana(receipt)> invite bo@example.org", "apply; invite bo@example.org: done house.already-seated")
	h.Says("Ana(receipt)> invite", "refuse; invite: refused house.invite-whom")
	h.Says("Ana(receipt)> invite bo", "refuse; invite bo: refused house.bad-address")
	h.Says("Ana(receipt)> invite ana@example.org", "apply; invite ana@example.org: done house.already-seated")
	h.Says("Ana(receipt)> invite pit@example.org", "refuse; invite pit@example.org: refused house.not-invitable")
	h.Says("Ana(receipt)> invite postmaster@example.com", "refuse; invite postmaster@example.com: refused house.bad-address")
	h.Says("Di> block", "apply; block: done house.blocked")
	h.Says("Ana(receipt)> invite di@example.org", "refuse; invite di@example.org: refused house.not-invitable")
	h.Says("Ana(receipt)> block eli@example.org", "apply; block eli@example.org: done acts.blocked")
	h.Says("Ana(receipt)> invite eli@example.org", "refuse; invite eli@example.org: refused acts.block-invited")
	h.Says("Bo(invite)> invite fay@example.org", "refuse; invite fay@example.org: refused house.host-only")
}

func TestSeatsRunOut(t *testing.T) {
	h := opened(t)
	h.Says("Ana(receipt)> fill 8", "refuse; fill 8: refused house.fill-room")
	h.Says("Ana(receipt)> fill 7", "apply; fill 7: done house.filled house.waits-for")
	h.Says("Ana(receipt)> fill", "refuse; fill: refused house.full")
	h.Says("Ana(receipt)> invite di@example.org", "refuse; invite di@example.org: refused house.full")
	h.Says("Ana(receipt)> fill Merlin", "refuse; fill Merlin: aside")
	h.Says("Ana(receipt)> uninvite Cy", "apply; uninvite Cy: done house.uninvited")
	h.Says("Ana(receipt)> uninvite Cy", "refuse; uninvite Cy: refused house.no-such-guest")
	h.Says("Cy(invite)> yes", "refuse; yes: refused house.uninvited-you")
	h.Says("Ana(receipt)> invite di@example.org", "apply; invite di@example.org: done house.invited")
}

func TestWhoIsTurnedAwayMayComeBackByTheHostAlone(t *testing.T) {
	h := opened(t)
	h.Says("Cy(invite)> no", "apply; no: done house.you-declined")
	h.Says("Cy(invite)> yes", "apply; yes: done house.you-joined house.waits-for own.wait-bots house.invite-others house.may-salt") // they changed their mind
	h.Says("Ana(receipt)> kick Cy", "apply; kick Cy: done house.uninvited house.short")
	h.Says("Cy> join 1", "refuse; join 1: refused house.no-such-match")
	h.Says("Ana(receipt)> invite cy@example.org", "apply; invite cy@example.org: done house.invited")
	if got := seats(h, 1); got != "Ana joined, Bo invited, Cy uninvited, Cy invited" {
		t.Error(got)
	}
}

func TestJoining(t *testing.T) {
	h := opened(t)
	word := h.Table(1).Row.Word
	h.Says("Di> join 1", "refuse; join 1: refused house.no-such-match")
	h.Says("Di> join 9", "refuse; join 9: refused house.no-such-match")
	h.Says("Di> join 1 wrong", "refuse; join 1 wrong: refused house.no-such-match")
	h.Says("Di> join 1 "+word, "apply; join 1 2122232425: done house.you-joined house.waits-for own.wait-bots house.invite-others house.may-salt")
	h.Says("Eli> join 1", "refuse; join 1: refused house.no-such-match")
	h.Says("Ana(receipt)> open", "apply; open: done house.listed")
	h.Says("Eli> join 1", "apply; join 1: done house.you-joined-open house.waits-for own.wait-bots house.invite-others house.may-salt")
	h.Says("Eli> join 1", "apply; join 1: done house.already-seated")
	h.Says("Ana(receipt)> block fay@example.org", "apply; block fay@example.org: done acts.blocked")
	h.Says("Fay> join 1", "refuse; join 1: refused house.no-such-match")
	for words, want := range map[string]struct {
		id   int64
		word string
	}{"1 tree": {1, "tree"}, "#12": {12, ""}, "tree": {0, "tree"}, "12tree": {0, "12tree"}, "1 2": {1, "2"}, "": {}} {
		if id, word := lobby.ParseJoin(words); id != want.id || word != want.word {
			t.Errorf("join %q: %d %q", words, id, word)
		}
	}
}

func TestNames(t *testing.T) {
	h := opened(t)
	h.Says("Bo(invite)> yes", "apply; yes: done house.you-joined house.waits-for own.wait-bots house.invite-others house.may-salt")
	h.Says("Bo(receipt)> name Bob", "apply; name Bob: done house.named")
	h.Says("Bo(receipt)> name", "refuse; name: refused house.name-form")
	h.Says("Bo(receipt)> name Ana", "refuse; name Ana: refused house.name-double")
	h.Says("Bo(receipt)> name \u0410na", "refuse; name Аna: refused house.name-form") // which looks like Ana
	h.Says("Bo(receipt)> name Bo Bold", "refuse; name Bo Bold: aside")
	h.Says("Bo(receipt)> name Pitpost", "refuse; name Pitpost: refused house.name-word")
	h.Says("Bo(receipt)> name Everyone", "refuse; name Everyone: refused house.name-word")
	h.Says("Bo(receipt)> name pass", "refuse; name pass: refused house.name-word") // a word of the game
	if got := seats(h, 1); got != "Ana joined, Bob joined, Cy invited" {
		t.Error(got)
	}
}

func TestSalt(t *testing.T) {
	h := opened(t)
	h.Says("Bo(invite)> salt green apples", "refuse; salt green apples: refused house.say-yes-first")
	h.Says("Bo(invite)> yes", "apply; yes: done house.you-joined house.waits-for own.wait-bots house.invite-others house.may-salt")
	h.Says("Bo(receipt)> salt", "apply; salt: told house.salt-form")
	h.Says("Bo(receipt)> salt green apples", "apply; salt green apples: done house.salted")
	for length, want := range map[int]string{200: "house.salted", 201: "house.salt-form"} {
		if got := h.Answer("Bo", "receipt", "salt "+strings.Repeat("x", length)).Receipt.Lines[0].Says[0].Key; got != want {
			t.Errorf("%d characters: %s, want %s", length, got, want)
		}
	}
	h.Answer("Cy", "invite", "yes")
	h.Says("Bo(round)> salt more", "refuse; salt more: refused house.started-already")
	if got := h.Events(1, 0); !strings.Contains(got, "match.salted match.started") {
		t.Errorf("it began with %s", got)
	}
}

// A host's note is read only by people who have met the host at a table before.
func TestAHostsNote(t *testing.T) {
	h := opened(t)
	h.Says("Ana(receipt)> note", "refuse; note: refused house.note-form")
	h.Says("Ana(receipt)> note Bring lamps", "apply; note Bring lamps: done house.noted house.noted-nobody")
	h.Says("Bo(invite)> yes", "apply; yes: done house.you-joined house.waits-for own.wait-bots house.invite-others house.may-salt")
	h.Says("Cy(invite)> yes", "apply; yes: done house.you-joined-last")
	h.Write("Ana", "new saboteur with bo@example.org, di@example.org")
	h.Now = h.Now.Add(time.Minute)
	h.Says("Ana(receipt)> note Bring lamps", "apply; note Bring lamps: done house.noted house.noted-late")
}

func TestLimitsOfInvitations(t *testing.T) {
	h := housetest.New(t)
	h.Rules.Caps = &world.Caps{InvitesALetter: 2, InvitesAHost: 3, NewALetter: 1, OpenMatches: 2}
	h.Says("Ana> new saboteur with bo@example.org, cy@example.org, di@example.org", "apply; new saboteur with bo@example.org, cy@example.org, di@example.org: done house.opened house.lasts house.lasts-shorter house.book house.book-other house.invited house.invited house.invites-letter house.not-invited house.opened-waits house.invite-fair")
	h.Says("Ana> new saboteur with eli@example.org, fay@example.org", "apply; new saboteur with eli@example.org, fay@example.org: done house.opened house.lasts house.lasts-shorter house.book house.book-other house.invited house.invites-spent house.not-invited house.short house.invite-fair")
	h.Says("Ana> new clonk with gus@example.org", "refuse; new clonk with gus@example.org: refused house.new-open")
	h.Now = h.Now.Add(24*time.Hour + time.Minute)
	h.Says("Ana(receipt)> invite fay@example.org", "refuse; invite fay@example.org: refused house.which-match")
}

func TestPractice(t *testing.T) {
	h := housetest.New(t)
	h.Says("Ana> new practice saboteur seats=3", "apply; new practice saboteur seats=3: done house.practice house.book house.book-other")
	if got := seats(h, 1); h.Table(1).Row.Phase != model.PhaseRunning || strings.Count(got, "bot") != 2 {
		t.Errorf("%s: %s", h.Table(1).Row.Phase, got)
	}
	h.Says("Bo> new practice saboteur seats=2", "refuse; new practice saboteur seats=2: refused house.option-seats")
	h.Says("Bo> new practice saboteur seats=11", "refuse; new practice saboteur seats=11: refused house.option-seats")
}

// A lobby that nobody begins comes to its end.
func TestALobbyLapses(t *testing.T) {
	h := opened(t)
	h.Now = h.Now.Add(table.LobbyLapse - time.Second)
	if n := h.Falls(model.DueLapse, (*table.Table).LobbyLapses); n != 0 {
		t.Errorf("%d lapse early", n)
	}
	h.Now = h.Now.Add(time.Second)
	if n := h.Falls(model.DueLapse, (*table.Table).LobbyLapses); n != 1 || h.Table(1).Row.Phase != model.PhaseAborted {
		t.Errorf("%d lapse: %s", n, h.Table(1).Row.Phase)
	}
	h.Says("Bo(invite)> yes", "refuse; yes: refused house.started-already")
}

func TestARematchIsOfTheSamePeople(t *testing.T) {
	h := housetest.New(t)
	match := h.Open("saboteur", "pace=48h", "Bo", "Cy")
	h.Says("Bo(round)> rematch", "refuse; rematch: refused house.rematch-when-over")
	h.Do(match, func(w *world.Tx) { table.LoadTable(w, match).AbortMatch("operator", "") })
	h.Says("Bo(round)> rematch", "apply; rematch: done house.opened house.lasts house.lasts-shorter house.book house.invited-known house.invited-known house.opened-waits house.invite-fair")
	again := h.World.Last["matches"]
	if got := seats(h, again); again == match || got != "Bo joined, Ana invited, Cy invited" || h.Table(again).Row.Terms.Pace != 48*time.Hour {
		t.Errorf("match %d: %s", again, got)
	}
}
