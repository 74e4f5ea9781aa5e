package engine

import "testing"

func TestNormalise(t *testing.T) {
	for in, want := range map[string]string{
		"":                        "",
		"  3  C5\tTurned ":        "3 c5 turned",
		"José":                    "jose",
		"Jose\u0301":              "jose",
		"ÅSA-LÜ":                  "asa-lu",
		"Łukasz Đặng":             "lukasz dang",
		"Straße":                  "strasse",
		"İstanbul":                "istanbul",
		"Ωmega":                   "ωmega",
		"\u00a0pass\u00a0\u20034": "pass 4",
	} {
		if got := NormaliseText(in); got != want {
			t.Errorf("%q folds to %q instead of %q", in, got, want)
		}
		if again := NormaliseText(NormaliseText(in)); again != NormaliseText(in) {
			t.Errorf("%q folds further to %q", in, again)
		}
	}
}
