package reply

import (
	"strings"
	"testing"
)

// Of a page, what its reader sees is read, and nothing else.
func TestSight(t *testing.T) {
	for line := range strings.Lines(string(contents(t, "testdata/sight.txt"))) {
		if verdict, page, found := strings.Cut(strings.TrimSpace(line), "\t"); found {
			sees(t, page, verdict == "seen")
		}
	}
	// A browser shows these, Outlook and programs that run scripts do not.
	sees(t, `<p style="mso-hide:all">3 C5</p>`, false)
	sees(t, `<div style="mso-hide:all"><p style="mso-hide:none">3 C5</p></div>`, true)
	sees(t, `<noscript>3 C5</noscript>`, false)
}

func sees(t *testing.T, page string, want bool) {
	t.Helper()
	var r rendered
	if err := r.add(page); err != nil || strings.Contains(r.text(), "3 C5") != want {
		t.Errorf("%q is read in %s, %v", r.text(), page, err)
	}
}

// What stands between two words and is not shown does not part them.
func TestWhatIsNotShownPartsNoWords(t *testing.T) {
	for page, want := range map[string]string{
		`3 <div style="display:none">B5<br>pass 1</div>C5`:                         "3 C5",
		`3 <table hidden><tr><td>B5</td></tr></table>C5`:                           "3 C5",
		`<div style="display:inline">3 </div><div style="display:inline">C5</div>`: "3 C5",
		`3 C5<span style="display:block">2 I1</span>`:                              "3 C5\n2 I1",
	} {
		var r rendered
		if err := r.add(page); err != nil || r.text() != want {
			t.Errorf("%q is read in %s, %v", r.text(), page, err)
		}
	}
}
