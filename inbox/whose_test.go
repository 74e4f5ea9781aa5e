package inbox

import "testing"

// At the bare address of a mailbox that a person reads too, a line is ours only if it is wholly a command that names a
// match or a game.
func TestAFirstLineThatIsWhollyACommand(t *testing.T) {
	r := &Receiver{House: readingHouse, Mailbox: "play@example.org"}
	for line, want := range map[string]from{
		"new saboteur with ana@example.org, bo@example.com":  anybodys,
		"New Saboteur with ana@example.org.":                 anybodys,
		"nuevo saboteur con ana@example.org, bo@example.com": anybodys,
		"neu saboteur mit ana@example.org":                   anybodys,
		"nuova saboteur con ana@example.org":                 anybodys,
		"nouveau saboteur avec ana@example.org":              anybodys,
		"nieuw saboteur met ana@example.org":                 anybodys,
		"novo saboteur com ana@example.org":                  anybodys,
		"new practice clonk":                                 anybodys,
		"new saboteur":                                       anybodys,
		"#42 3 C5":                                           anybodys,
		"#42 3 C5 turned":                                    anybodys,
		"#1 pass 1":                                          anybodys,
		"#1 passen 1":                                        anybodys,
		"#42 2 Bo":                                           anybodys,
		"#42: status":                                        anybodys,
		"join #42 DUCK":                                      anybodys,
		"#42 say hello":                                      aPlayers,
		"#42 note for you":                                   aPlayers,
		"#42 decir hola a todos":                             aPlayers,
		"new practice":                                       nobodys,
		"new saboteur edition is out, have you seen it?":     nobodys,
		"new flat, new job, and saboteur on Friday!":         nobodys,
		"new photos with bo@example.org":                     nobodys,
		"join us on Sunday at #42 Mill Lane":                 nobodys,
		"help":                                               nobodys,
		"status":                                             nobodys,
		"stop":                                               nobodys,
		"3 C5":                                               nobodys,
		"#42 looks good to me":                               nobodys,
		"#3 apples, please":                                  nobodys,
		"#1 is the best":                                     nobodys,
		"#7 Mill Lane, at 8":                                 nobodys,
		"Note #3: call Bo":                                   nobodys,
		"check #42 out":                                      nobodys,
		"Hi Ana, shall we play Saboteur with Bo on Saturday?": nobodys,
		"next week I am in Rome":                              nobodys,
		"":                                                    nobodys,
	} {
		if got := r.begins(line); got != want {
			t.Errorf("%q: %v, want %v", line, got, want)
		}
	}
	for text, want := range map[string]bool{"stop": true, "Stopp": true, "unsubscribe": true, "stop it": false, "stop by on Friday": false, "detener": true, "abmelden": true, "stop!": true} {
		if stops(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

// What robots, lists and the provider of a mailbox send is no person's mail, and neither is what is for the house.
func TestWhatIsAPersonsMail(t *testing.T) {
	r := &Receiver{House: readingHouse, Mailbox: "play@example.org", Provider: "hoster.example"}
	for letter, want := range map[string]bool{
		"From: Ana <ana@example.com>\r\nTo: play@example.org\r\nSubject: lunch?\r\n\r\nAt one?\r\n":                                   true,
		"From: Ana <ana@gmail.com>\r\nTo: play@example.org\r\nSubject: hi\r\n\r\nhello\r\n":                                           true,
		"From: Ana <ana@example.com>\r\nTo: play@example.org\r\nSubject: hi\r\n\r\nnew saboteur with bo@example.com\r\n":              false,
		"From: Ana <ana@example.com>\r\nTo: play+pit@example.org\r\nSubject: hi\r\n\r\nis this the game?\r\n":                         false,
		"From: Google <no-reply@accounts.google.com>\r\nTo: play@example.org\r\nSubject: Security alert\r\n\r\nNew sign-in\r\n":       false,
		"From: Fastmail <support@fastmail.com>\r\nTo: play@example.org\r\nSubject: Welcome\r\n\r\nWelcome!\r\n":                       false,
		"From: Mail Delivery <mailer-daemon@example.org>\r\nTo: play@example.org\r\nSubject: Undelivered\r\n\r\n\r\n":                 false,
		"From: Jo of the hoster <jo@mail.hoster.example>\r\nTo: play@example.org\r\nSubject: Your new mailbox\r\n\r\nHere it is\r\n":  false,
		"From: Strato <kundenservice@strato.example>\r\nTo: play@example.org\r\nSubject: Willkommen\r\n\r\nHallo\r\n":                 false,
		"From: Shop <news@shop.example>\r\nTo: play@example.org\r\nSubject: Sale\r\n\r\nBuy\r\n":                                      false,
		"From: Bo <bo@example.com>\r\nTo: list@example.net\r\nList-Id: <l.example.net>\r\nSubject: x\r\n\r\ny\r\n":                    false,
		"From: Me <play@example.org>\r\nTo: play@example.org\r\nSubject: test\r\n\r\ntest\r\n":                                        false,
		"From: Hoster <kundendienst@hoster.example>\r\nTo: play@example.org\r\nAuto-Submitted: auto-generated\r\nSubject: x\r\n\r\ny": false,
	} {
		if got, err := r.IsPrivateMail(t.Context(), []byte(letter)); got != want || err != nil {
			t.Errorf("%q: %v, %v", letter, got, err)
		}
	}
}
