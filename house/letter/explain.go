package letter

import (
	"pitpost.example/house/command"
)

// Seen is what the house makes of a line of a letter where there is no position to try it on.
type Seen struct {
	Line command.Line
	// Says is the answer that the line is: "yes" or "no", "" for any other line.
	Says string
	command.Reading
}
