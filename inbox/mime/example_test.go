package mime_test

import (
	"fmt"

	"pitpost.example/inbox/mime"
)

// A mail is split into what its header says and its parts, each with its text.
func ExampleSplitMail() {
	top, body, err := mime.SplitMail([]byte("From: Ana <ana@EXAMPLE.com>\r\nTo: play@example.org\r\nSubject: =?utf-8?Q?ol=C3=A9?=\r\n" +
		"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n3 C5\r\n--b\r\nContent-Type: text/plain; name=a.txt\r\n\r\nx\r\n--b--\r\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	head := mime.ReadHead(top)
	fmt.Println(head.From, head.To, head.Subject)
	parts, err := mime.NewPart(top, body, 0).Parts()
	for _, part := range parts {
		text, _ := part.Text()
		fmt.Printf("%s %q %q\n", part.Kind, part.Filename(), text)
	}
	fmt.Println(err)
	// Output:
	// ana@example.com [play@example.org] olé
	// text/plain "" "3 C5"
	// text/plain "a.txt" "x"
	// <nil>
}
