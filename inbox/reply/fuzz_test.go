package reply

import (
	"errors"
	"strings"
	"testing"

	"pitpost.example/inbox/mime"
)

func FuzzHTML(f *testing.F) {
	for _, page := range []string{`<p>3 C5<br>say <b>hi</b></p><blockquote type="cite">a</blockquote>`, `<div style="display:none">x</div><style>.a{display:none}</style><i class=a>b</i>`,
		`<div id="divRplyFwdMsg">a</div>b`, `<table><tr><td>1<td>2</table><pre> a
 b</pre>`, `<blockquote><blockquote>`, `<!-- <blockquote> --> a <a title="<blockquote>">b</a>`} {
		f.Add(page)
	}
	f.Fuzz(func(t *testing.T, page string) {
		var r rendered
		var unreadable *mime.Unreadable
		if err := r.add(page); err != nil && !errors.As(err, &unreadable) {
			t.Errorf("error %v is not *Unreadable", err)
		}
	})
}

// FuzzTrim checks that everything that is kept was in the text.
func FuzzTrim(f *testing.F) {
	f.Add("3 C5\n\nOn Sat, Nov 21, 2026 at 9:00 AM Bo <bo@example.com>\nwrote:\n> a\n", "a\nb\nc")
	f.Add("-----BEGIN PGP SIGNED MESSAGE-----\n\n- 3 C5\n-----BEGIN PGP SIGNATURE-----\n", "")
	f.Add("From: a\nSent: 1 2026\nSubject: b\n\nc", "Your 3 C4 was laid, Ana.\n\n1 C2\n2 I1\npass 4")
	f.Fuzz(func(t *testing.T, text, digest string) {
		kept, _ := trimmed(text)
		if len(kept) > len(text) {
			t.Errorf("keeps %q of %q", kept, text)
		}
		all, _ := trim(strings.Split(text, "\n"), func() corpus { return corpusOf(Known{Ours: [][]byte{text1(digest)}}) }, false, reader.commands())
		if rows := strings.Count(all.text, "\n") + 1; len(all.text) > len(text) || len(all.unsure) > 0 && len(all.unsure) < rows {
			t.Errorf("keeps %q of %q, unsure %v", all.text, text, all.unsure)
		}
	})
}
