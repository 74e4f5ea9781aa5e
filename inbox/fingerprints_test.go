package inbox

import (
	"reflect"
	"strings"
	"testing"

	"pitpost.example/inbox/mime"
	"pitpost.example/model"
	"pitpost.example/token"
)

func TestSignsSayTheSameAndNothingElse(t *testing.T) {
	letter := func(rows ...string) []byte {
		return []byte(strings.Join(append(rows, "", "3 C5"), "\r\n"))
	}
	for _, c := range []struct {
		why, from              string
		raw                    []byte
		network, device, named string
	}{
		{"handed in at home", "ana@example.org", letter("Received: from mx.example.org (mx.example.org [198.51.100.7]) by us with ESMTPS",
			"Received: from laptop (p1.example.net [203.0.113.77]) by mx.example.org with ESMTPSA id 1",
			"Message-ID: <1@anas-laptop.lan>", "User-Agent: Mutt/2.2.9"), "203.0.113.0/24", "anas-laptop.lan", "Mutt/2.2.9"},
		{"IPv6", "ana@example.org", letter("Received: from [IPv6:2001:db8:1:2ff::5] by mx.example.org with ESMTPA", "Message-ID: <1@mail.example.org>"), "2001:db8:1:200::/56", "", ""},
		{"a private address", "ana@example.org", letter("Received: from laptop ([192.168.1.4]) by mx.example.org with ESMTPSA"), "", "", ""},
		{"one of a carrier", "ana@example.org", letter("Received: from phone ([100.70.1.4]) by mx.example.org with ESMTPSA"), "", "", ""},
		{"servers alone", "ana@gmail.com", letter("Received: from mail-a.google.com ([209.85.220.41]) by us with ESMTPS", "Message-ID: <CA1@mail.gmail.com>", "X-Mailer: iPhone Mail (20A1)"),
			"", "", "iPhone Mail (20A1)"},
		{"web mail", "ana@example.org", letter("X-Originating-IP: [203.0.113.9]"), "203.0.113.0/24", "", ""},
		{"an own host", "ana@example.org", letter("Message-ID: <1@pc.example.org>"), "", "", ""},
		{"a host above one's own", "ana@mail.example.org", letter("Message-ID: <1@example.org>"), "", "", ""},
		{"a machine without a name", "ana@example.org", letter("Message-ID: <1@localhost.localdomain>"), "", "", ""},
		{"a provider's host", "ana@example.org", letter("Message-ID: <1@eu-west-1.amazonses.com>"), "", "", ""},
		{"nonsense", "ana", letter("Received: from [::::] with ESMTPSA", "Message-ID: <@>", "X-Originating-IP: x"), "", "", ""},
		{"no header", "", []byte("\x00"), "", "", ""},
	} {
		top, _, _ := mime.SplitHeader(c.raw)
		if got := [3]string{network(top), device(top, c.from), program(top)}; got != [3]string{c.network, c.device, c.named} {
			t.Errorf("%s: %q", c.why, got)
		}
	}
}

func TestSignsAreHashed(t *testing.T) {
	one, err := token.ParseKeys([]byte(strings.Repeat("k", 40)))
	if err != nil {
		t.Fatal(err)
	}
	two, err := token.ParseKeys([]byte(strings.Repeat("l", 40)))
	if err != nil {
		t.Fatal(err)
	}
	of := func(keys token.Keys, ip string) []model.Sign {
		r := &Receiver{Keys: keys}
		return r.fingerprints("ana@example.org", []byte("Received: from x (["+ip+"]) by y with ESMTPSA\r\nMessage-ID: <1@anas-laptop.lan>\r\nUser-Agent: Mutt\r\n\r\nhello"))
	}
	signs := of(one, "203.0.113.7")
	if len(signs) != 3 {
		t.Fatalf("%d signs", len(signs))
	}
	for _, s := range signs {
		if text := string(s.Hash); strings.Contains(text, "203.0") || strings.Contains(text, "laptop") || strings.Contains(text, "Mutt") {
			t.Errorf("%s in the clear: %s", s.Kind, text)
		}
	}
	if again := of(one, "203.0.113.99"); !reflect.DeepEqual(again, signs) {
		t.Error("the same network has another sign")
	}
	if far := of(one, "198.51.100.7"); string(far[0].Hash) == string(signs[0].Hash) {
		t.Error("another network has the same sign")
	}
	if other := of(two, "203.0.113.7"); string(other[0].Hash) == string(signs[0].Hash) {
		t.Error("the sign does not hang on the key")
	}
}
