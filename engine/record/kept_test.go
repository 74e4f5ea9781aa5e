package record

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/bot"
	"pitpost.example/engine/catalog"
)

// A record verifies for ever. testdata/kept has records as they were written on the day before rules 2: of both
// games and all editions, by simulate and by houses, with rewinds, salts, missed turns, a bot in a player's seat and
// rounds given up. Nothing is ever taken out of that folder, and nothing in it is written anew.
func TestKeptRecordsVerify(t *testing.T) {
	files, err := filepath.Glob("testdata/kept/*.jsonl.gz")
	if err != nil || len(files) < 24 {
		t.Fatalf("%d kept records: %v", len(files), err)
	}
	for _, file := range files {
		packed, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var tally Tally
		if err := VerifyFile(filepath.Base(file), bytes.NewReader(packed), &tally); err != nil {
			t.Error(err)
		}
		if tally.Running != nil || tally.Unchecked != nil || tally.Unshuffled != nil {
			t.Errorf("%s: %+v", file, tally)
		}
	}
}

// By rules 1 simulate prints to the byte what it printed before there were others: testdata/rules-1.txt has the
// SHA-256 of each output as it was then. With -short only the first kind of bot plays.
func TestRules1SimulatesAsBefore(t *testing.T) {
	var got bytes.Buffer
	for _, name := range []string{"saboteur", "clonk"} { // the games that there were
		game := catalog.FindGame(name)
		least, most := game.Seats()
		for i, edition := range game.Editions() {
			for j, name := range bot.ListBots(game) {
				if testing.Short() && j > 0 {
					continue
				}
				players := least + (i+2*j)%(most-least+1)
				text := simulated(t, Simulation{Game: game, Edition: edition, Rules: engine.FirstRules, Matches: 3, Seed: "before",
					Legal: j == 1, Bots: bots(players, name), Playouts: 8})
				fmt.Fprintf(&got, "%s %s %s %d %x\n", game.Name(), edition, name, players, sha256.Sum256(text))
			}
		}
	}
	file := filepath.Join("testdata", "rules-1.txt")
	want, err := os.ReadFile(file)
	if os.IsNotExist(err) && *update { // what was is never written anew
		err = os.WriteFile(file, got.Bytes(), 0o644)
		want = got.Bytes()
	}
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() {
		for line := range bytes.Lines(got.Bytes()) {
			if !bytes.Contains(want, line) {
				t.Errorf("simulate prints otherwise than before: %s", line)
			}
		}
		return
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("simulate prints otherwise than before:\n%s", got.Bytes())
	}
}
