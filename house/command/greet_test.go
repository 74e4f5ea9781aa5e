package command

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
		if yes, no := YesNo(folded); yes {
			got = "yes"
		} else if no {
			got = "no"
		}
		if got != want {
			t.Errorf("%q read as %q, want %q", folded, got, want)
		}
	}
	if Ungreeted("hi") != "" || Ungreeted("high noon") != "high noon" || Ungreeted("hidden") != "hidden" {
		t.Error("a greeting is a whole word")
	}
}
