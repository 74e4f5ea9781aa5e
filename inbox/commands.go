package inbox

import (
	"slices"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/house/command"
	"pitpost.example/inbox/reply"
)

// reader reads letters and knows the commands of the house and of all games.
var reader = reply.Reader{IsCommand: isCommand}

// Read turns raw bytes into a Letter, of which ours are the letters that it may quote, as they
// left: what Reader.Read promises.
func Read(raw []byte, ours ...[]byte) (*reply.Letter, error) { return reader.Read(raw, ours...) }

// isCommand reports a line that some game, or the house, takes for a command: what our letters
// suggest, and what people write.
func isCommand(line string) bool {
	if yes, no := command.YesNo(line); yes || no {
		return true
	}
	return slices.ContainsFunc(catalog.Games(), func(g engine.Game) bool { return command.Read(line, g).Kind != command.Aside })
}
