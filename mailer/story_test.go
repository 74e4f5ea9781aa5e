package mailer_test

import (
	"bytes"
	"encoding/binary"
	"net/mail"
	"slices"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/lab"
	"pitpost.example/model"
	"pitpost.example/speech"
	"pitpost.example/templates"
)

// playOut plays a match to its end.
func (g *match) playOut() {
	for g.table().Match.Phase == engine.Running {
		g.move()
	}
}

// The last letter has a picture of the final board to show to others, besides the record. It is small, the
// same for all who may see it, and contains nothing but pixels.
func TestLastLetterBringsThePicture(t *testing.T) {
	for _, game := range []string{"saboteur rounds=1", "clonk"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			g := newTable(t, game, "bo", "cy", "di")
			g.playOut()
			var first []byte
			for seat := range 4 {
				raw := g.letter("end", seat, 0)
				msg, err := mail.ReadMessage(bytes.NewReader(raw))
				if err != nil {
					t.Fatal(err)
				}
				picture := partNamed(t, msg, "match-1.png")
				if first == nil {
					first = picture
				}
				if !bytes.Equal(picture, first) {
					t.Errorf("seat %d got another picture", seat)
				}
				if len(raw) > 150_000 {
					t.Errorf("the last letter has %d bytes", len(raw))
				}
				text := g.textOf("end", seat, 0)
				for _, want := range []string{"match-1.png", "Your match\n"} {
					if !strings.Contains(text, want) {
						t.Errorf("no %q in:\n%s", want, text)
					}
				}
				page, _ := pageOf(t, raw)
				if !strings.Contains(page, "match-1.png") {
					t.Error("the page does not say that the picture may be passed on")
				}
			}
			onlyPixels(t, first)
			lab.Resembles(t, "testdata/looks/"+strings.Fields(game)[0]+"-keepsake.png", first, *update)
		})
	}
}

// onlyPixels checks that a PNG has less than 60 KB and only the chunks that a picture needs.
func onlyPixels(t *testing.T, picture []byte) {
	t.Helper()
	if len(picture) > 60_000 {
		t.Errorf("the picture has %d bytes", len(picture))
	}
	var names []string
	for at := 8; at+12 <= len(picture); {
		size := int(binary.BigEndian.Uint32(picture[at:]))
		names = append(names, string(picture[at+4:at+8]))
		at += 12 + size
	}
	if got := strings.Join(slices.Compact(names), " "); got != "IHDR PLTE IDAT IEND" {
		t.Errorf("the picture is made of %s", got)
	}
}

// Players who want no pictures do not get this one, and their letter does not mention it.
func TestNoPictureForWhoWantsNone(t *testing.T) {
	g := newTable(t, "saboteur rounds=1", "bo", "cy")
	g.write("bo", "pictures off", model.Ref{Match: 1, Seat: 1, Purpose: model.ForTurn, Step: 1})
	g.playOut()
	if raw := g.letter("end", 1, 0); bytes.Contains(raw, []byte("match-1.png")) || !bytes.Contains(raw, []byte("match-1.jsonl.gz")) {
		t.Error("somebody who wants no pictures has one enclosed")
	}
}

// A match without a result has no picture.
func TestNoPictureOfAnAbortedMatch(t *testing.T) {
	g := newMatch(t)
	g.move()
	if said, err := g.house.Operate(t.Context(), 1, "abort", g.now); err != nil || !said.Done {
		t.Fatalf("abort: %+v %v", said, err)
	}
	if raw := g.letter("end", 0, 0); bytes.Contains(raw, []byte("match-1.png")) || bytes.Contains(raw, []byte("Your match")) {
		t.Error("an aborted match is told of as if it had ended")
	}
}

// Something that a seat did several times is listed once in its account, with the number of times.
func TestAccountsSayHowOften(t *testing.T) {
	g := newMatch(t)
	for g.table().Match.State().View("").Round == 1 {
		g.move()
	}
	_, accounts, _ := strings.Cut(g.digest(), "How that round was played\n")
	if accounts, _, _ = strings.Cut(accounts, "\n\n"); !strings.Contains(accounts, "looked at I3 ×3") || strings.Count(accounts, "looked at I3") > 3 {
		t.Errorf("deeds are listed one by one:\n%s", accounts)
	}
}

// The letter that opens a round's roles has a line about its reader, and what each player did in the round.
func TestRevealIsTheReadersOwn(t *testing.T) {
	g := newMatch(t)
	for g.table().Match.State().View("").Round == 1 {
		g.move()
	}
	no, step, name := g.due()
	text := g.textOf("turn", no, step)
	own := g.table().Match.Portrait(name, 0)
	if own == nil || !strings.Contains(text, "Your round\n----------\n") {
		t.Errorf("%s has no line of its own (%v) in:\n%s", name, own, text)
	}
	_, accounts, found := strings.Cut(text, "How that round was played")
	accounts, _, _ = strings.Cut(accounts, "\n\n")
	for _, seat := range []string{"Ana", "Bo", "Cy", "Di"} {
		if !found || !strings.Contains(accounts, "\n"+seat+"  ") {
			t.Errorf("the round of %s is not told in:\n%s", seat, text)
		}
	}
	for seat := range 4 {
		if seat != no && g.has("round", seat) && !strings.Contains(g.textOf("round", seat, 0), "Your round\n") {
			t.Errorf("seat %d has no line of its own", seat)
		}
	}
	g.move()
	if text = g.digest(); strings.Contains(text, "Your round\n") && !strings.Contains(text, "is over:") {
		t.Errorf("the round is told of twice:\n%s", text)
	}
}

// has reports whether a seat has ever got a letter of a purpose.
func (g *match) has(purpose string, seat int) bool {
	n := 0
	if err := g.db.Pool().QueryRow(g.t.Context(), "select count(*) from outbox where purpose = $1 and seat = $2", purpose, seat).Scan(&n); err != nil {
		g.t.Fatal(err)
	}
	return n > 0
}

// The house comments drily on what everybody saw, in the same words for all, until somebody turns that off.
func TestVoice(t *testing.T) {
	g := newMatch(t)
	no, step, name := g.due()
	line, hint := "Everybody is a miner. That is what everybody says.\n", "If unsure: "
	if text := g.textOf("turn", no, step); !strings.Contains(text, "\n\n"+line) || !strings.Contains(text, hint) {
		t.Fatalf("no dry line or no hint in:\n%s", text)
	}
	ref := model.Ref{Match: 1, Seat: no, Purpose: model.ForTurn, Step: int64(step)}
	g.write(strings.ToLower(name), "voice off", ref)
	if text := g.textOf("turn", no, step); strings.Contains(text, line) || strings.Contains(text, hint) {
		t.Errorf("the house speaks where it was asked not to:\n%s", text)
	}
	g.write(strings.ToLower(name), "voice on", ref)
	if text := g.textOf("turn", no, step); !strings.Contains(text, line) {
		t.Error("the house stays silent for good")
	}
}

// The story of a round begins with a summary and marks each time round the table. It shows a suspicion only
// to the player who wrote it.
func TestStoryOfARound(t *testing.T) {
	g := newMatch(t)
	for range 9 {
		g.move()
	}
	no, _, name := g.due()
	other := (no + 1) % 4
	g.lines(no, name, "suspect "+g.table().Seats[other].Name+"\nstory")
	text := g.textOf("receipt", no, 0)
	for _, want := range []string{"Round 1 so far: ", "From move 1 on:", "From move 5 on:", "From move 9 on:", "Sealed, and known only to you: you suspect " + g.table().Seats[other].Name} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in:\n%s", want, text)
		}
	}
	g.lines(other, g.table().Seats[other].Name, "story")
	if text := g.textOf("receipt", other, 0); !strings.Contains(text, "From move 9 on:") || strings.Contains(text, "you suspect") {
		t.Errorf("somebody else's suspicion, or no story, in:\n%s", text)
	}
}

// No dry line and no line about a reader looks like a command in any language, so they need no bar before
// them and do nothing when they come back. The house has such lines, and so does each game that tells about
// its rounds.
func TestStoriesAreNoCommands(t *testing.T) {
	langs := []string{"en", "de", "fr", "nl", "es", "it", "pt"}
	for _, game := range catalog.AllGames() {
		words, err := templates.LoadCatalog(game.Strings())
		if err != nil {
			t.Fatal(err)
		}
		own, tried := 0, 0
		for _, lang := range langs {
			print := words.Printer(lang, nil).Print
			at := func(int64) speech.Place {
				return speech.Place{Game: game, Seats: []string{"Ana", "Bo", "Cy"}, Me: "Ana"}
			}
			for _, key := range words.Keys("en") {
				if !strings.Contains(key, ".voice") && !strings.Contains(key, ".own.") && !strings.HasSuffix(key, ".so-far") {
					continue
				}
				if tried++; strings.HasPrefix(key, game.Name()+".") {
					own++
				}
				for _, count := range []int{1, 3} {
					text := print(engine.Say(key, "count", count, "seat", "Cy", "cell", "C4", "goal", "I3", "shaft", "2", "eyes", "3", "tile", "x"))
					for _, lang := range []string{"en", lang} {
						for _, heard := range (speech.Ear{Lang: lang, Fold: fold, Games: catalog.AllGames(), At: at}).Lines(text, nil) {
							if heard.Block || speech.ReadCommand(heard.Folded, game).Kind != speech.Aside {
								t.Errorf("%s: %s is read as a command: %q", lang, key, heard.Folded)
							}
						}
					}
				}
			}
		}
		if _, tells := game.(engine.Portraying); tells && own < 7*30 || tried-own < 7*3 {
			t.Errorf("only %d lines of %s tried, and %d of the house", own, game.Name(), tried-own)
		}
	}
}
