package inbox

import (
	"strings"
	"testing"
)

// Quoted, signed, disclaimed or hidden words are never commands. %s stands for such words, and "status"
// is what the sender wrote.
func TestWordsThatAreNotTheSendersAreNoCommands(t *testing.T) {
	texts := map[string]string{
		"quoted":             "status\n> %s\n",
		"quoted twice":       "> > %s\n\nstatus\n",
		"full-width mark":    "status\n\uff1e %s\n",
		"attributed":         "status\n\nOn Sat, Nov 21, 2026 at 9:00 AM Bo <bo@example.com> wrote:\n\nHello.\n%s\nBye.\nBo\n",
		"attributed in Thai": "status\n\nในวันที่ ส. 21 พ.ย. 2026 เวลา 09:00 Bo <bo@example.com> เขียนว่า:\n\nHello.\n%s\nBye.\nBo\n",
		"below headers":      "status\n\nVon: Bo <bo@example.com>\nGesendet: Samstag, 21. November 2026 09:00\nAn: Ana\nBetreff: x\n\n%s\n",
		"strange headers":    "status\n\nKimden: Bo <bo@example.com>\nTarih: 21 Kas 2026\nKonu: x\n\n%s\n",
		"signed":             "status\n-- \nAna\n%s\n",
		"signed, mangled":    "status\n--\n%s\n",
		"disclaimed":         "status\n\nThis e-mail is confidential and intended for its recipient alone.\n%s\n",
		"disclaimed, below":  "status\n\nDiese Nachricht ist vertraulich.\n\n%s\n",
		"behind the end":     "status\nend\n%s\n",
		"forwarded":          "status\n\n---------- Forwarded message ---------\nFrom: Bo <bo@example.com>\nDate: Sat, Nov 21, 2026 at 9:00 AM\nSubject: x\n\n%s\n",
	}
	pages := map[string]string{
		"undisplayed": `<p>status</p><p style="display:none">%s</p>`,
		"white":       `<p>status</p><p style="color:#ffffff">%s</p>`,
		"tiny":        `<p>status</p><div style="font-size:1px">%s</div>`,
		"quoted":      `<p>status</p><blockquote type="cite">%s</blockquote>`,
		"signature":   `<p>status</p><div class="gmail_signature">%s</div>`,
		"replied to":  `<p>status</p><div id="divRplyFwdMsg">From: Bo</div><p>%s</p>`,
		"commented":   `<p>status</p><!-- <p>%s</p> -->`,
		"style sheet": `<style>.x{display:none}</style><p>status</p><p class="x">%s</p>`,
	}
	for _, words := range []string{"3 C5 turned", "resign", "stop", "pass 4", "say I am Bo", "yes"} {
		for name, text := range texts {
			onlyStatus(t, name, "text/plain", strings.ReplaceAll(text, "%s", words))
		}
		for name, page := range pages {
			onlyStatus(t, name, "text/html", strings.ReplaceAll(page, "%s", words))
		}
	}
}

func onlyStatus(t *testing.T, name, kind, body string) {
	t.Helper()
	l, err := ReadLetter([]byte("From: Ana <ana@example.com>\r\nSubject: Re: [#42 Saboteur] Your turn\r\nContent-Type: " + kind + "; charset=utf-8\r\n\r\n" + body))
	commands, refused := understand(t, "saboteur", l, err)
	if len(commands) != 1 || commands[0] != "status" || len(refused) > 0 {
		t.Errorf("%s %s: read %q, refused %q in %q", kind, name, commands, refused, body)
	}
}
