package render_test

import (
	"fmt"
	"strings"
	"time"

	"pitpost.example/mailer/render"
)

func ExamplePrintText() {
	fmt.Print(render.PrintText([]render.Section{
		{Lines: []render.Line{{Text: "Your turn, Ana.", Kind: render.Strong},
			render.PlainLine("4 C5 was played last.")}},
		{Title: "Your hand", Table: []render.Row{{Head: "1", Name: "crossing"}, {Head: "2", Name: "map", Text: "look at a goal"}}},
		{Choices: []render.Choices{{Head: "Card 1:", Commands: []render.Command{{Text: "1 B3"}, {Text: "pass 1"}}}}},
	}, []string{"Lost? Write “help”."}))
	// Output:
	// Your turn, Ana.
	// 4 C5 was played last.
	//
	// Your hand
	// ---------
	// 1  crossing
	// 2  map       look at a goal
	//
	// Card 1: 1 B3, pass 1
	//
	// Lost? Write “help”.
}

func ExampleComposeMessage() {
	raw, err := render.ComposeMessage(render.Message{
		From: render.Address{Name: "Saboteur with Bo", Addr: "play@example.org"}, To: render.Address{Addr: "ana@example.org"},
		Subject: "Your turn, Ána", MessageID: "<n4v9@example.org>", Date: time.Date(2026, 11, 21, 17, 4, 5, 0, time.UTC), Text: "It is your turn.\n",
	})
	fmt.Print(strings.ReplaceAll(string(raw), "\r\n", "\n"), err)
	// Output:
	// From: "Saboteur with Bo" <play@example.org>
	// To: ana@example.org
	// Subject: =?utf-8?q?Your_turn=2C_=C3=81na?=
	// Date: Sat, 21 Nov 2026 17:04:05 +0000
	// Message-ID: <n4v9@example.org>
	// MIME-Version: 1.0
	// Content-Type: text/plain; charset=utf-8
	// Content-Transfer-Encoding: quoted-printable
	//
	// It is your turn.
	// <nil>
}
