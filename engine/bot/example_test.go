package bot_test

import (
	"fmt"
	"slices"

	"pitpost.example/engine"
	"pitpost.example/engine/bot"
	"pitpost.example/engine/catalog"
)

// A bot gets the sight of one seat and a stream of random numbers, and returns a command. Here bots play a
// whole match.
func ExampleFindBot() {
	game := catalog.FindGame("clonk")
	fmt.Println(bot.ListBots(game))
	match := engine.OpenMatch(game, engine.Setup{Edition: game.Editions()[0]}, [32]byte{7})
	for _, name := range []string{"Ana", "Bo"} {
		match.Apply(engine.Fact{Seq: match.Seq + 1, Event: engine.Joined{Name: name}})
	}
	facts := match.Start()
	player := bot.FindBot("careful", bot.Budget{})
	for turn := 0; ; turn++ {
		for _, f := range facts {
			f.Seq = match.Seq + 1
			match.Apply(f)
		}
		if match.Phase == engine.Over {
			break
		}
		seat := match.ToMove()[0]
		sight := bot.SightOfSeat(match.State(), seat, match.State().Legal(seat))
		command := player(sight, match.Dice().For(fmt.Sprint("bot ", turn)))
		if !slices.Contains(sight.Legal, command) {
			fmt.Println("not legal:", command)
		}
		var refusal *engine.Refusal
		if facts, refusal = match.Play(seat, command); refusal != nil {
			fmt.Println("refused:", command)
			return
		}
	}
	fmt.Println(match.State().Result().Winners)
	// Output:
	// [random careful keen]
	// [Bo]
}
