package dates

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pitpost.example/engine/catalog"
)

// Two who play from one mailbox are two guests, in any language; the same twice is one.
func TestGuestsOfOneMailbox(t *testing.T) {
	for text, want := range map[string][]Guest{
		"ana@example.org, Fay at ana@example.org":                          {{Address: "ana@example.org"}, {Name: "Fay", Address: "ana@example.org", At: true}},
		"ana@example.org and my daughter Fay at <ana@example.org>":         {{Address: "ana@example.org"}, {Name: "Fay", Address: "ana@example.org", At: true}},
		"Fay bei ana@example.org, Gus bei ana@example.org":                 {{Name: "Fay", Address: "ana@example.org", At: true}, {Name: "Gus", Address: "ana@example.org", At: true}},
		"Fay chez ana@example.org, fay en ana@example.org":                 {{Name: "Fay", Address: "ana@example.org", At: true}},
		"ana@example.org, ana@example.org, Ana <ana@example.org>":          {{Address: "ana@example.org"}},
		"Jo presso ana@example.org, Jo bij bo@example.org, Jo em cy@x.org": {{Name: "Jo", Address: "ana@example.org", At: true}, {Name: "Jo", Address: "bo@example.org", At: true}, {Name: "Jo", Address: "cy@x.org", At: true}},
	} {
		if guests, no := ReadGuests(text); no != nil || !slices.Equal(guests, want) {
			t.Errorf("%q: %+v, %v", text, guests, no)
		}
	}
	if guests, no := ReadGuests("Fay and Gus at ana@example.org"); no == nil {
		t.Errorf("whoever is not said to play anywhere: %+v", guests)
	}
}

func TestNew(t *testing.T) {
	o, no := ReadNewMatch("new sab with Bo <bo@example.org>, CY@example.org and di@example.org; edition=it rounds=1 pace=24h bank=0 weekends=off remind=6h,50% timeout=wait",
		"en", catalog.FindGame, []string{"saboteur"})
	if no != nil {
		t.Fatal(no)
	}
	want := []Guest{{Name: "Bo", Address: "bo@example.org"}, {Address: "cy@example.org"}, {Address: "di@example.org"}}
	if !slices.Equal(o.Guests, want) || o.Edition != "it" || o.Terms.Pace != 24*time.Hour || o.Terms.Bank != 0 || o.Terms.Weekends ||
		!slices.Equal(o.Terms.Remind, []string{"6h", "50%"}) || o.Terms.Timeout != "wait" {
		t.Errorf("read as %+v", o)
	}
	for _, line := range []string{"new quick game with bo@example.org", "new match veloce with bo@example.org", "new match of saboteur veloce with bo@example.org"} {
		if o, no := ReadNewMatch(line, "en", catalog.FindGame, []string{"saboteur"}); no != nil || len(o.Guests) != 1 {
			t.Errorf("%q: %+v, %v", line, o, no)
		}
	}
	for line, why := range map[string]string{
		"new chess":                               "house.no-such-game",
		"new saboteur with bo":                    "house.bad-address",
		"new saboteur with bo@example.org@x":      "house.bad-address",
		"new saboteur pace=1s":                    "house.option-span",
		"new saboteur pace=0":                     "house.option-span",
		"new saboteur weekends=maybe":             "house.option-value",
		"new saboteur timeout=never":              "house.option-value",
		"new saboteur seats=2":                    "house.option-seats",
		"new saboteur seats=11":                   "house.option-seats",
		"new saboteur remind=101%":                "house.option-remind",
		"new saboteur pace=1h pace=2h":            "house.option-twice",
		"new saboteur with " + many(10, "@x.org"): "house.too-many",
	} {
		_, no := ReadNewMatch(line, "en", catalog.FindGame, []string{"saboteur"})
		if no == nil || no.Key != why {
			t.Errorf("%q: got %v, want %s", line, no, why)
		}
	}
	for _, line := range []string{"new", "new saboteur", "new practice", "new saboteur practice seats=5", "new match with a@x.org b@x.org"} {
		if _, no := ReadNewMatch(line, "en", catalog.FindGame, []string{"saboteur"}); no != nil {
			t.Errorf("%q: %v", line, no)
		}
	}
}

// Whoever names no edition gets the one in their language, else the English one, else the game's first.
func TestTheEditionIsTheOneInTheHostsLanguage(t *testing.T) {
	for lang, want := range map[string]string{"": "pt en", "en": "pt en", "de": "pt de", "es": "mercurio es", "fr": "pt fr", "it": "it en", "nl": "pt nl", "pt": "pt en", "pt-PT": "pt en"} {
		var got []string
		for _, game := range []string{"saboteur", "clonk"} {
			o, no := ReadNewMatch("new "+game, lang, catalog.FindGame, catalog.GameNames())
			if no != nil || !o.Unchosen {
				t.Fatalf("%s in %q: %+v, %v", game, lang, o, no)
			}
			got = append(got, o.Edition)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("in %q: %v, not %s", lang, got, want)
		}
	}
	o, no := ReadNewMatch("new saboteur edition=pt rounds=1", "it", catalog.FindGame, catalog.GameNames())
	if no != nil || o.Edition != "pt" || o.Unchosen || o.Options["rounds"] != "1" {
		t.Errorf("an edition that was named: %+v, %v", o, no)
	}
}

// Nobody has a friend at a mail system, an IP address or a name of the local machine.
func TestOnlyAddressesThatAFriendMayHave(t *testing.T) {
	for _, address := range []string{"a@localhost", "a@mail", "a@[127.0.0.1]", "a@[IPv6:::1]", "a@127.0.0.1", "a@x.org.", "a@x..org", "a@x.org?bcc=b", "a@x.org%0a", "a@2130706433",
		"mailer-daemon@x.org", "MAILER-DAEMON+b@x.org", "postmaster@x.org", "no-reply@x.org", "noreply+1@x.org", "do-not-reply@x.org", "abuse@x.org"} {
		if IsPlainAddress(address) {
			t.Errorf("%s may be invited", address)
		}
	}
	for _, address := range []string{"cy@pit.localhost", "di@mail.example.co.uk", "eli@xn--bcher-kva.example", "fay@bücher.example", "gus+cards@x1.org", "o'hal@3m.com", "postman@x.org", "abuseless@x.org", "ivy@उदाहरण.भारत", "jo@example.xn--p1ai"} {
		if !IsPlainAddress(address) {
			t.Errorf("%s may not be invited", address)
		}
	}
}

// An address is kept as the letters from it are: with small letters, and its domain as mail servers write it.
func TestAddressesAreKeptAsLettersHaveThem(t *testing.T) {
	guests, no := ReadGuests("Fay <FAY@Bücher.example>, fay@xn--bcher-kva.example, jo@пример.рф")
	if no != nil || len(guests) != 2 || guests[0].Name != "Fay" || guests[0].Address != "fay@xn--bcher-kva.example" || guests[1].Address != "jo@xn--e1afmkfd.xn--p1ai" {
		t.Errorf("%v %v", guests, no)
	}
}

func many(n int, domain string) string {
	var out []string
	for i := range n {
		out = append(out, string(rune('a'+i))+domain)
	}
	return strings.Join(out, ", ")
}
