package hook

import "testing"

// The client that delivered a letter from the net is covered by the same signature as the letter.
func TestClientOfAPostedLetter(t *testing.T) {
	s := open(t, &Hooks{Plain: []string{"sesame2"}})
	const ana, play, client, helo = "ana@example.org", "play+x@pit.test", "192.0.2.7", "out.example.org"
	post := func(alter ...string) int {
		headers := []string{"X-Pitpost-Timestamp", unix(noon), "X-Envelope-From", ana, "X-Envelope-To", play, "X-Envelope-Client", client, "X-Envelope-Helo", helo,
			"X-Pitpost-Signature", hexMAC("sesame2", unix(noon)+"\n"+ana+"\n"+play+"\n"+client+"\n"+helo+"\n"+plainLetter)}
		return s.post("/in/mail", "message/rfc822", []byte(plainLetter), append(headers, alter...)...)
	}
	if code := post(); code != 200 {
		t.Fatalf("a good letter answers %d", code)
	}
	s.last("webhook", ana, play)
	if e := s.doors[0].Envelope; e.Client.String() != client || e.Helo != helo {
		t.Errorf("brought by %s, %s", e.Client, e.Helo)
	}
	for _, alter := range [][]string{{"X-Envelope-Client", "192.0.2.8"}, {"X-Envelope-Helo", "in.example.org"}, {"X-Envelope-Client", ""}, {"X-Envelope-Helo", ""}} {
		if code := post(alter...); code != 401 {
			t.Errorf("%q altered answers %d", alter, code)
		}
	}
	headers := []string{"Authorization", "Bearer sesame2", "X-Envelope-To", play, "X-Envelope-Client", "not known"}
	if code := s.post("/in/mail", "message/rfc822", []byte(plainLetter), headers...); code != 200 || s.doors[1].Envelope.Client.IsValid() {
		t.Errorf("a client that is no address answers %d", code)
	}
}
