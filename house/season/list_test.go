package season_test

import (
	"strings"
	"testing"

	"pitpost.example/engine/catalog"
	"pitpost.example/house/season"
	"pitpost.example/house/world"
)

// Of the terms of a league only those that are wrong are named.
func TestRulesNameTheWrongTerms(t *testing.T) {
	rules := &world.Rules{Games: catalog.FindGame, Names: catalog.GameNames()}
	for options, want := range map[string]string{"pace=24h bank=0h": "", "pace=24x bank=1h": "terms: not for matches of clonk: pace=24x", "pace=24h remind=99d talk=loud": "terms: not for matches of clonk: remind=99d talk=loud"} {
		_, _, err := season.ReadRules(rules, nil, append(strings.Fields(options), "games=clonk"))
		if err == nil && want != "" || err != nil && err.Error() != want {
			t.Errorf("%s: %v, want %q", options, err, want)
		}
	}
}

func TestSignUpsAreReadInAnyForm(t *testing.T) {
	for _, list := range []string{
		"name,address,division,zone,lang\nAna,ANA@example.org,2,Europe/Madrid,es\n",
		"\ufeffname;email;division;zone;lang\r\n\"Ana\";Ana <ana@example.org>;2;Europe/Madrid;Spanish\r\n",
		"lang,zone,division,address,name\n es , Europe/Madrid , 2 , ana@example.org , Ana \n",
	} {
		got, err := season.ReadSignUps(strings.NewReader(list))
		want := season.SignUp{Name: "Ana", Address: "ana@example.org", Division: 2, Zone: "Europe/Madrid", Lang: "es"}
		if err != nil || len(got) != 1 || got[0] != want {
			t.Errorf("%q: %+v, %v", list, got, err)
		}
	}
}

// Every fault is reported with its line number.
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
		got, err := season.ReadSignUps(strings.NewReader(test.list))
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%q: %+v, %v; want %s", test.list, got, err, test.want)
		}
	}
}
