package house_test

import (
	"strings"
	"testing"

	"pitpost/house"
)

func TestSignUpsAreReadInAnyForm(t *testing.T) {
	for _, list := range []string{
		"name,address,division,zone,lang\nAna,ANA@example.org,2,Europe/Madrid,es\n",
		"\ufeffname;email;division;zone;lang\r\n\"Ana\";Ana <ana@example.org>;2;Europe/Madrid;Spanish\r\n",
		"lang,zone,division,address,name\n es , Europe/Madrid , 2 , ana@example.org , Ana \n",
	} {
		got, err := house.ReadSignUps(strings.NewReader(list))
		want := house.SignUp{Line: 2, Name: "Ana", Address: "ana@example.org", Division: 2, Zone: "Europe/Madrid", Lang: "es"}
		if err != nil || len(got) != 1 || got[0] != want {
			t.Errorf("%q: %+v, %v", list, got, err)
		}
	}
}

// Every fault is named with its line, and then nobody of the list counts.
func TestSignUpsNameEachFault(t *testing.T) {
	for _, test := range []struct{ list, want string }{
		{"", "the list is empty"},
		{"name,address\n", "the list names nobody"},
		{"name,mailbox\n", `line 1: no column is called "mailbox"`},
		{"name,name\n", "line 1: the column name stands there twice"},
		{"name,lang\n", "line 1: the column address is missing"},
		{"name,address\nAna,ana\nBo,bo@example.org\n,cy@example.org\nAna,bo@example.org", "line 2: \"ana\" is no address\nline 4: cy@example.org has no name\nline 5: bo@example.org stands in line 3 already"},
		{"name,address,division\nAna,ana@example.org,top\nBo,bo@example.org,0", "line 2: division \"top\" is no number from 1 on\nline 3: division \"0\" is no number from 1 on"},
		{"name,address,zone,lang\nAna,ana@example.org,Moon,\nBo,bo@example.org,,xx", "line 2: no time zone is called \"Moon\"; write one such as Europe/Madrid\nline 3: the house does not speak \"xx\"; it speaks en, de, fr, nl, es, it and pt"},
		{"name,address\nAna,ana@example.org,x", "line 2: 3 fields where the heading names 2 columns"},
		{"name,address\n\"Ana,ana@example.org\nBo,bo@example.org", "line 3: cannot be read as CSV"},
	} {
		got, err := house.ReadSignUps(strings.NewReader(test.list))
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%q: %+v, %v; want %s", test.list, got, err, test.want)
		}
	}
}

// A list is put down as a whole, and a league is made of rules that can be played.
func TestNothingOfALeagueIsHalfDone(t *testing.T) {
	s := newLeagueStage(t)
	for options, want := range map[string]string{
		"groups=0x": "groups:", "chess=1": `there is no option "chess"`, "games=chess": "games[0]", "pace=5y": "terms:",
		"start=2020-01-01": "leaves no time for the sign-up", "signup=half": "signup:", "rounds=1": `there is no option "rounds"`,
	} {
		_, err := s.house.NewLeague(s.Context(), house.LeagueOrder{Name: "winter", Organiser: "ana@example.com", Options: strings.Fields(options)}, s.now)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %s", options, err, want)
		}
	}
	for _, name := range []string{"", "x", "join", "undo", "two words", "winter!"} {
		if _, err := s.house.NewLeague(s.Context(), house.LeagueOrder{Name: name, Organiser: "ana@example.com"}, s.now); err == nil {
			t.Errorf("a league was called %q", name)
		}
	}
	if n := s.count("select count(*) from leagues"); n != 0 {
		t.Fatalf("%d leagues were left of that", n)
	}
	s.league()
	if _, err := s.house.ImportLeague(s.Context(), "summer", []house.SignUp{{Name: "Bo", Address: "bo@example.org"}}, s.now); err == nil {
		t.Error("a list was put down for a league that is none")
	}
	s.enter(3)
	n, err := s.house.ImportLeague(s.Context(), "winter", []house.SignUp{{Line: 2, Name: "Ana", Address: "p0@example.org"}, {Line: 3, Name: "Ana", Address: "ana@example.com"}}, s.now)
	if err != nil || n.Were != 1 || n.Asked != 1 {
		t.Errorf("a second list: %+v, %v", n, err)
	}
}
