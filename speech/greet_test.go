package speech

import "testing"

func TestAnswersAfterAGreeting(t *testing.T) {
	for folded, want := range map[string]string{
		"hi":                           "",
		"hello dear ana,":              "",
		"hallo zusammen! ja gerne":     "yes",
		"ciao! si, volentieri":         "yes",
		"bonjour gus, non merci":       "no",
		"hi yes":                       "",
		"hello, yes but not now":       "",
		"high noon":                    "",
		"dear all of you at home, yes": "",
	} {
		got := ""
		if yes, no := ReadYesNo(folded); yes {
			got = "yes"
		} else if no {
			got = "no"
		}
		if got != want {
			t.Errorf("%q read as %q, want %q", folded, got, want)
		}
	}
	if StripGreeting("hi") != "" || StripGreeting("high noon") != "high noon" || StripGreeting("hidden") != "hidden" {
		t.Error("a greeting is a whole word")
	}
}

// Greetings, thanks, farewells and signatures are recognised, because receipts leave them out. Talk is not one of them.
func TestGreetingsAndSignatures(t *testing.T) {
	for _, text := range []string{"Hi all,", "Hello Ana!", "Best,", "Thanks, Bo", "Good luck everybody", "See you", "Hola a todos", "Liebe Grüße, Bo", "Bonjour à tous", "Ciao a tutti!", "Hoi allemaal", "Obrigado"} {
		if !IsGreeting(text, "en") && !IsGreeting(text, "de") && !IsGreeting(text, "fr") && !IsGreeting(text, "nl") && !IsGreeting(text, "es") && !IsGreeting(text, "it") && !IsGreeting(text, "pt") {
			t.Errorf("%q would be told of", text)
		}
	}
	for _, text := range []string{"What a mess!", "Nice move", "Thanks for the map", "Hi, I have the map", "Well played", "nein, danke dir trotzdem nicht"} {
		if IsGreeting(text, "en") || IsGreeting(text, "de") {
			t.Errorf("%q would not be told of", text)
		}
	}
	for row, want := range map[string]bool{"Ana": true, "Ana Müller": true, "Åsa (alpine)": true, "Ana de la Cruz": true, "— Bo": true, "Nice move": false, "Rest 3": false, "3 C5": false, "Bo?": false, "": false, "One Two Three Four Five": false} {
		if IsSignature(row) != want {
			t.Errorf("%q as a signature: %v", row, !want)
		}
	}
	if !IsNameOrPart("Ana M.", "Ana Maria M") || !IsNameOrPart("– ana –", "Ana") || IsNameOrPart("Bo", "Ana") || IsNameOrPart("", "Ana") || IsNameOrPart("3", "Ana 3") {
		t.Error("names are their owner's words")
	}
}

func TestUnsubscribing(t *testing.T) {
	for _, text := range []string{"unsubscribe", "Unsubscribe me!", "UNSUBSCRIBE", "please unsubscribe", "Désabonner", "me désabonner", "Abmelden", "bitte abmelden", "afmelden", "Darme de baja, por favor", "disiscrivimi", "Cancelar inscrição", "opt-out"} {
		if !IsUnsubscribe(text) {
			t.Errorf("%q is not understood", text)
		}
	}
	for _, text := range []string{"", "stop the cart", "I will not unsubscribe", "baja 3", "unsubscribe Bo", "Re: Unsubscribe", "remove the rock"} {
		if IsUnsubscribe(text) {
			t.Errorf("%q stops mail", text)
		}
	}
}
