package failpoint_test

import (
	"fmt"

	"pitpost.example/failpoint"
)

// Code names the places where a crash would do most harm. Started with PITPOST_KILL_AT=transfer.taken:2 this
// program kills itself at the second pass between the two lines; otherwise it does nothing there.
func ExampleKillAt() {
	for range 2 {
		fmt.Println("taken")
		failpoint.KillAt("transfer.taken")
		fmt.Println("given")
	}
	// Output:
	// taken
	// given
	// taken
	// given
}
