package leagues_test

import (
	"strings"
	"testing"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/housetest"
	"pitpost.example/house/leagues"
	"pitpost.example/house/season"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/speech/dates"
)

// winter returns a house in which Ana organises the league winter, whose first season takes sign-ups.
func winter(t *testing.T) *housetest.House {
	t.Helper()
	h := housetest.New(t)
	rules, _, err := season.ReadRules(&h.Rules, nil, strings.Fields("games=saboteur groups=1 signup=3d muster=1 lead=1 waves=1 season=9 pause=2 pace=24h"))
	if err != nil {
		t.Fatal(err)
	}
	h.Do(0, func(w *world.Tx) {
		l := w.AddLeague(model.League{Name: "winter", Rules: rules})
		season.OpenSeason(w, l, 1, h.Now)
		leagues.MakeOrganiser(desk.ForOperator(w, nil), l, dates.Guest{Name: "Ana", Address: "ana@example.org"})
	})
	return h
}

// enter has people enter the league.
func enter(t *testing.T, h *housetest.House, names ...string) {
	t.Helper()
	for _, name := range names {
		if a := h.Write(name, "league join winter"); a.State != model.LetterApply {
			t.Fatalf("%s: %v", name, a)
		}
	}
}

// entrants lists who is in the season, with their states.
func entrants(h *housetest.House) string {
	var all []model.Entrant
	h.Do(0, func(w *world.Tx) { all = w.Entrants(1) })
	return strings.Join(engine.MapList(all, func(e model.Entrant) string { return e.Name + " " + string(e.State) }),
		", ")
}

func state(h *housetest.House) model.SeasonState { return h.World.Seasons[1].State }

func TestEnteringAndLeaving(t *testing.T) {
	h := winter(t)
	h.Says("Bo> league join winter", "apply; league join winter: done house.league-entered house.league-private")
	h.Says("Bo> league winter join", "apply; league winter join: done house.league-in-already")
	h.Says("Bo> join winter", "apply; join winter: done house.league-in-already")
	h.Says("Cy> join league winter", "apply; join league winter: done house.league-entered house.league-private")
	h.Says("Di> league join winer", "refuse; league join winer: refused house.league-none")
	h.Says("Di> join winer", "refuse; join winer: refused house.join-which")
	h.Says("Di> league join", "refuse; league join: refused house.league-which")
	h.Says("Di> league substitute winter", "apply; league substitute winter: done house.league-substitutes house.league-private")
	h.Says("Bo> league substitute winter", "refuse; league substitute winter: refused house.league-in-already")
	if got := entrants(h); got != "Bo entered, Cy entered, Di substitute" {
		t.Error(got)
	}
	h.Says("Eli> league leave winter", "refuse; league leave winter: refused house.league-not-in")
	h.Says("Bo> league leave winter", "apply; league leave winter: done house.league-left")
	h.Says("Bo> league leave winter.", "refuse; league leave winter.: refused house.league-not-in")
	h.Says("Bo> league join winter", "apply; league join winter: done house.league-entered house.league-private") // they changed their mind
	if got := entrants(h); got != "Bo entered, Cy entered, Di substitute" {
		t.Error(got)
	}
}

// What an organiser may do, nobody else may, and what cannot be taken back is asked about first.
func TestAnOrganiserBringsDatesForward(t *testing.T) {
	h := winter(t)
	enter(t, h, "Bo", "Cy")
	for _, words := range []string{"muster winter", "draw winter", "close winter", "end winter", "open winter", "drop winter Cy", "organiser winter add eli@example.org"} {
		h.Says("Bo> league "+words, "refuse; league "+words+": refused house.league-organiser-only")
	}
	h.Says("Ana> league draw winter", "refuse; league draw winter: refused house.league-not-mustered")
	h.Says("Ana> league close winter", "refuse; league close winter: refused house.league-not-running")
	h.Says("Ana> league open winter", "refuse; league open winter: refused house.league-open-already")
	h.Says("Ana> league muster winter", "refuse; league muster winter: refused house.league-too-few")
	enter(t, h, "Di", "Eli", "Fay")
	h.Says("Ana> league muster winter", "apply; league muster winter: told house.league-muster-sure house.say-yes")
	if state(h) != model.SeasonSignup {
		t.Errorf("before the yes it is %s", state(h))
	}
	h.Says("Ana(receipt)> yes", "apply; yes: done house.league-mustered")
	h.Says("Ana> league muster winter", "refuse; league muster winter: refused house.league-not-signup")
	h.Says("Jo> league join winter", "apply; league join winter: done house.league-entered house.league-private") // late
	h.Says("Ana> league draw winter", "apply; league draw winter: told house.league-draw-sure house.say-yes")
	h.Says("Ana(receipt)> yes", "apply; yes: done house.league-drawn")
	if state(h) != model.SeasonRunning {
		t.Errorf("after the draw it is %s", state(h))
	}
	h.Says("Hal> league join winter", "apply; league join winter: done house.league-late house.league-private")
	h.Says("Bo> league leave winter", "apply; league leave winter: told house.league-leave-sure house.say-yes")
	h.Says("Ana> league close winter", "apply; league close winter: told house.league-close-sure house.say-yes")
	h.Says("Ana(receipt)> yes", "apply; yes: done house.league-closes")
	h.Says("Ana> league end winter", "apply; league end winter: told house.league-end-sure house.say-yes")
	h.Says("Ana(receipt)> yes", "apply; yes: done house.league-ends")
	h.Says("Ana> league end winter", "refuse; league end winter: refused house.league-ended")
	h.Says("Ivy> league join winter", "refuse; league join winter: refused house.league-ended")
}

// A season that ends before its draw is cancelled.
func TestALeagueEndsBeforeItsDraw(t *testing.T) {
	h := winter(t)
	enter(t, h, "Bo", "Cy")
	h.Says("Ana> league end winter", "apply; league end winter: told house.league-end-sure house.say-yes")
	h.Says("Ana(receipt)> yes", "apply; yes: done house.league-ends")
	if l := h.World.Leagues[1]; l.EndedAt == nil || state(h) != model.SeasonClosed {
		t.Errorf("ended %v, the season is %s", l.EndedAt, state(h))
	}
	h.Says("Bo> leagues", "apply; leagues: told house.league-no-leagues")
	h.Says("Bo> league winter", "apply; league winter: told house.league-is-ended house.league-play house.league-commitment house.league-you-are house.league-words")
	h.Says("Ana> league open winter", "apply; league open winter: done house.league-opened")
	h.Says("Bo> leagues", "apply; leagues: told house.league-is-signup")
}

func TestOrganisers(t *testing.T) {
	h := winter(t)
	h.Says("Ana> league organiser winter", "refuse; league organiser winter: refused house.league-organiser-form")
	h.Says("Ana> league organiser winter add bo", "refuse; league organiser winter add bo: refused house.bad-address")
	h.Says("Ana> league organiser winter remove bo@example.org", "refuse; league organiser winter remove bo@example.org: refused house.league-organiser-none")
	h.Says("Ana> league organiser winter remove ana@example.org", "refuse; league organiser winter remove ana@example.org: refused house.league-organiser-last") // the last one
	h.Says("Ana> league organiser winter add bo@example.org", "apply; league organiser winter add bo@example.org: done house.league-organiser-added")
	if note := h.Note("Bo"); note.Subject.Key != "house.league-organiser-subject" {
		t.Errorf("Bo is told %v", note)
	}
	h.Says("Bo> league organiser winter remove ana@example.org", "apply; league organiser winter remove ana@example.org: done house.league-organiser-removed")
	h.Says("Ana> league muster winter", "refuse; league muster winter: refused house.league-organiser-only")
}

// One entrant is put into another's place only by name, and only a substitute or somebody who came late.
func TestSubstitutes(t *testing.T) {
	h := winter(t)
	enter(t, h, "Bo", "Cy", "Di", "Eli", "Gus")
	h.Says("Fay> league substitute winter", "apply; league substitute winter: done house.league-substitutes house.league-private")
	h.Says("Ana> league substitute winter Bo", "refuse; league substitute winter Bo: refused house.league-substitute-form")
	h.Says("Bo> league substitute winter Cy with Fay", "refuse; league substitute winter Cy with Fay: refused house.league-organiser-only")
	h.Says("Ana> league substitute winter Hal with Fay", "refuse; league substitute winter Hal with Fay: refused house.league-nobody")
	h.Says("Ana> league substitute winter Bo with Cy", "refuse; league substitute winter Bo with Cy: refused house.league-no-substitute")
	h.Says("Ana> league substitute winter Bo with Fay", "apply; league substitute winter Bo with Fay: told house.league-substitute-sure house.say-yes")
	h.Says("Ana(receipt)> yes", "apply; yes: done house.league-substituted")
	h.Says("Ana> league drop winter", "refuse; league drop winter: refused house.league-drop-form")
	h.Says("Ana> league drop winter C", "refuse; league drop winter C: refused house.league-nobody")
	h.Says("Ana> league drop winter Cy", "apply; league drop winter Cy: told house.league-drop-sure house.say-yes")
	h.Says("Ana(receipt)> yes", "apply; yes: done house.league-dropped")
	if note := h.Note("Cy"); note.Subject.Key != "house.league-dropped-subject" {
		t.Errorf("Cy is told %v", note)
	}
	if got := entrants(h); got != "Bo dropped, Cy dropped, Di entered, Eli entered, Gus entered, Fay entered" {
		t.Error(got)
	}
}

func TestWhatALeagueShows(t *testing.T) {
	h := housetest.New(t)
	h.Says("Bo> leagues", "apply; leagues: told house.league-no-leagues")
	h.Says("Bo> standings", "apply; standings: told house.league-no-leagues")
	h.Says("Bo> my games", "apply; my games: told house.no-match-yet")
	h = winter(t)
	enter(t, h, "Bo", "Cy", "Di", "Eli", "Gus")
	h.Says("Bo> leagues", "apply; leagues: told house.league-is-signup")
	h.Says("Bo> league winter", "apply; league winter: told house.league-is-signup house.league-play house.league-commitment house.league-you-are house.league-words")
	h.Says("Hal> league winter", "apply; league winter: told house.league-is-signup house.league-play house.league-commitment house.league-words")
	h.Says("Bo> standings", "apply; standings: told house.league-standings-none")
	h.Says("Bo> standings sommer", "refuse; standings sommer: refused house.league-none")
	h.Says("Bo> standings off", "apply; standings off: done standings.mail-off")
	h.Says("Ana> league muster winter", "apply; league muster winter: told house.league-muster-sure house.say-yes")
	h.Answer("Ana", "receipt", "yes")
	h.Write("Ana", "league draw winter")
	h.Answer("Ana", "receipt", "yes")
	h.Now = h.Now.Add(time.Minute)
	a := h.Says("Bo> standings|standings", "apply; standings: told house.league-standings") // counted, and shown once
	if len(a.Receipt.Pages) != 1 {
		t.Errorf("%d tables are shown", len(a.Receipt.Pages))
	}
	h.Says("Bo> my games", "apply; my games: told house.games-planned")
	h.Says("Bo> league winter", "apply; league winter: told house.league-is-running house.league-play house.league-commitment house.league-seed house.league-you-are house.league-words")
}
