package server_test

import (
	"strings"
	"testing"

	"pitpost.example/house/leagues"
	"pitpost.example/house/season"
)

// A list of people is imported whole or not at all, and a league gets only rules that can be played.
func TestNothingOfALeagueIsHalfDone(t *testing.T) {
	s := newLeagueStage(t)
	for options, want := range map[string]string{
		"groups=0x": "groups:", "chess=1": `there is no option "chess"`, "games=chess": "games[0]", "pace=5y": "terms:",
		"start=2020-01-01": "leaves no time for the sign-up", "signup=half": "signup:", "rounds=1": `there is no option "rounds"`,
	} {
		_, err := s.house.NewLeague(s.Context(), leagues.Order{Name: "winter", Organiser: "ana@example.com", Options: strings.Fields(options)}, s.now)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %s", options, err, want)
		}
	}
	for _, name := range []string{"", "x", "join", "undo", "two words", "winter!"} {
		if _, err := s.house.NewLeague(s.Context(), leagues.Order{Name: name, Organiser: "ana@example.com"}, s.now); err == nil {
			t.Errorf("a league was called %q", name)
		}
	}
	if n := s.count("select count(*) from leagues"); n != 0 {
		t.Fatalf("%d leagues were left of that", n)
	}
	s.league()
	if _, err := s.house.ImportLeague(s.Context(), "summer", []season.SignUp{{Name: "Bo", Address: "bo@example.org"}}, s.now); err == nil {
		t.Error("a list was put down for a league that is none")
	}
	s.enter(3)
	n, err := s.house.ImportLeague(s.Context(), "winter", []season.SignUp{{Name: "Ana", Address: "p0@example.org"}, {Name: "Ana", Address: "ana@example.com", Lang: "es"}}, s.now)
	if err != nil || n.Were != 1 || n.Asked != 1 {
		t.Errorf("a second list: %+v, %v", n, err)
	}
	if s.count("select count(*) from players join addresses a on a.player_id = players.id where a.address = 'ana@example.com' and lang = 'es'") != 1 {
		t.Error("who runs the league and never wrote does not get the language that the list has for her")
	}
}
