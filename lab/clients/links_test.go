package clients

import (
	"html"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pitpost.example/lab"
	"pitpost.example/lab/friends"
	mailer "pitpost.example/mailer/letter"
)

var (
	pageLink = regexp.MustCompile(`<a class="key" style="color:#5d3c08;" href="(http[^"]*)"`)
	mailLink = regexp.MustCompile(`mailto:[^"]*`)
	wordIn   = regexp.MustCompile(`/letter/([^/]*)/seat`)
)

// lead returns the pages to which a letter links, both in its HTML and in its text.
func (l *letter) lead(t testing.TB, house string) []string {
	t.Helper()
	var paths []string
	for _, found := range pageLink.FindAllStringSubmatch(l.page, -1) {
		link := html.UnescapeString(found[1])
		path, ok := strings.CutPrefix(link, house)
		if !ok || !strings.Contains(l.text, "\n"+link+"\n") {
			t.Errorf("%s: %s is no page of the house, or not in the text", l.name, link)
		}
		paths = append(paths, wordIn.ReplaceAllString(path, "/letter/…/seat"))
	}
	return paths
}

// Letters link to the few pages that their readers may want next. A link
// that opens a seat's page is only in letters to that seat.
func TestLettersLeadToPages(t *testing.T) {
	t.Parallel()
	want := map[string]string{
		"invitation":         "/m/1 /rules/saboteur?edition=pt&rounds=2&seats=3",
		"opening":            "/letter/…/seat /m/1 /rules/saboteur?edition=pt&rounds=2&seats=3",
		"digest of Saboteur": "/letter/…/seat",
		"receipt":            "/",
		"help":               "/",
		"welcome":            "/",
		"reminder":           "/letter/…/seat",
		"reveal":             "/letter/…/seat",
		"spectators’ letter": "/m/1",
		"end of Saboteur":    "/m/1/replay /statistics",
		"digest of Clonk!":   "/letter/…/seat",
		"end of Clonk!":      "/statistics",
		"standings":          "/league/winter",
		"organiser’s letter": "/league/winter",
	}
	var seen []string
	for _, l := range letters(t) {
		seen = append(seen, l.name)
		if got := strings.Join(l.lead(t, l.house), " "); got != want[l.name] {
			t.Errorf("%s leads to %s, want %s", l.name, got, want[l.name])
		}
		for _, chip := range mailLink.FindAllString(l.page, -1) {
			if len(chip) > 500 || !strings.Contains(chip, "&amp;in-reply-to=%3C") {
				t.Errorf("%s: an answer of %d bytes: %s", l.name, len(chip), chip)
			}
		}
		for _, found := range wordIn.FindAllStringSubmatch(l.page, -1) {
			if notice, ok := mailer.NoticeOfPage(l.keys, found[1]); !ok || notice != l.notice {
				t.Errorf("%s has the link of another letter, %d and not %d", l.name, notice, l.notice)
			}
		}
	}
	slices.Sort(seen)
	if all := slices.Sorted(maps.Keys(want)); !slices.Equal(seen, all) {
		t.Errorf("letters %v, want %v", seen, all)
	}
}

// Without pages, and in private matches, letters contain no such links.
func TestLettersLeadNowhereElse(t *testing.T) {
	t.Parallel()
	g := sit(t, "saboteur rounds=1")
	if got := g.last("invitation", "bo@example.net", "invite").lead(t, g.Server.URL); !slices.Equal(got, []string{"/rules/saboteur?edition=pt&rounds=1&seats=3"}) {
		t.Errorf("the invitation to a private match leads to %v", got)
	}
	g.Out.PublicURL = ""
	first, _ := g.Due()
	for _, l := range []*letter{g.last("invitation", "bo@example.net", "invite"), g.last("opening", first, "turn")} {
		if got := l.lead(t, g.Server.URL); got != nil {
			t.Errorf("without pages, %s leads to %v", l.name, got)
		}
	}
}

// In no language is the text of a link a command, so these lines need no bar.
func TestLinksReadAsWords(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"saboteur", "clonk"} {
		g := sit(t, game+" watch=on")
		first, _ := g.Due()
		g.Write("Jo <jo@example.org>", friends.Address, "Subject: help\r\n", "")
		for _, lang := range []string{"en", "de", "fr", "nl", "es", "it", "pt", "pt-PT"} {
			_, err := g.DB.Pool().Exec(t.Context(), "update players set lang = $1", lang)
			lab.Check(t, err)
			for _, l := range []*letter{g.last("opening", first, "turn"), g.last("help", "jo@example.org", "receipt")} {
				rows := strings.Split(l.text, "\n")
				for i, row := range rows {
					if strings.HasPrefix(row, "http") && (rows[i-1] == "" || strings.HasPrefix(rows[i-1], "|")) {
						t.Errorf("%s, %s, %s: %q before %s", game, lang, l.name, rows[i-1], row)
					}
				}
				if len(l.lead(t, g.Server.URL)) == 0 {
					t.Errorf("%s, %s: no links in %s", game, lang, l.name)
				}
			}
		}
	}
}

// The letter that begins a match says how many saboteurs are in the deal and what each side gets.
func TestTheOpeningSaysWhatIsInTheDeal(t *testing.T) {
	t.Parallel()
	g := sit(t, "saboteur edition=mercurio")
	first, _ := g.Due()
	text := strings.Join(strings.Fields(g.last("opening", first, "turn").text), " ")
	for _, want := range []string{
		"There are 3 of you, so the dwarf cards in the deal are: saboteurs 1, miners 3.",
		"as many gold cards are drawn for them as there are players",
		"one alone gets 4 nuggets, two get 3 each",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
}
