package record_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/engine/record"
)

// Bots play two whole matches. Their records verify, and a changed line is found.
func ExampleVerifyFile() {
	var file bytes.Buffer
	err := record.SimulateMatches(&file, record.Simulation{Game: catalog.FindGame("clonk"), Edition: catalog.FindGame("clonk").Editions()[0], Matches: 2,
		Seed: "7", Bots: []string{"random", "random"}}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	var tally record.Tally
	fmt.Println(record.VerifyFile("sim.jsonl", strings.NewReader(file.String()), &tally), tally.Matches)
	forged := strings.Replace(file.String(), `"n":2,`, `"n":3,`, 1)
	fmt.Println(record.VerifyFile("sim.jsonl", strings.NewReader(forged), &tally))
	// Output:
	// <nil> 2
	// sim.jsonl:3: event number 3 stands where 2 must
}

// The record of a match that has not started: a header and a line for each fact. The seed is not written
// until the match is over.
func ExampleWriteRecord() {
	game := catalog.FindGame("saboteur")
	log := record.Log{Match: "42", Game: game, Setup: engine.Setup{Edition: "pt", Seats: []string{"Ana", "Bo"}}, Seed: [32]byte{7},
		Facts: []engine.Fact{{Seq: 1, Event: engine.Joined{Name: "Ana"}}, {Seq: 2, Event: engine.Joined{Name: "Bo"}}}}
	if err := record.WriteRecord(os.Stdout, log, record.Choice{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"record":1,"match":"42","game":"saboteur","edition":"pt","options":{},"seats":["Ana","Bo"],"commitment":"f5411ec7e51e46159c654bdbdf3cc20785a217b87384810ed2e541dc0016943a"}
	// {"n":1,"kind":"match.joined","data":{"name":"Ana"}}
	// {"n":2,"kind":"match.joined","data":{"name":"Bo"}}
}
