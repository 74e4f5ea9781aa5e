package reply_test

import (
	"fmt"

	"pitpost.example/inbox/reply"
)

// If a letter answers none of ours, quotes in it are recognised by their marks.
func ExampleReader_Read() {
	l, err := reply.Reader{}.Read([]byte("From: Ana <ana@example.com>\r\nSubject: Re: your turn\r\n\r\n" +
		"3 C5\r\n\r\nOn Sat, Nov 21, 2026 at 9:00 AM Bo <bo@example.com> wrote:\r\n> pass 1\r\n-- \r\nAna\r\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s wrote %q\n", l.From, l.Kept)
	for _, cut := range l.Cut {
		fmt.Printf("%s: %q\n", cut.Why, cut.Text)
	}
	// Output:
	// ana@example.com wrote "3 C5"
	// attribution: "On Sat, Nov 21, 2026 at 9:00 AM Bo <bo@example.com> wrote:"
	// quote: "> pass 1"
	// signature: "-- \nAna"
}
