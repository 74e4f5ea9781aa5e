package reply

import (
	"strings"
	"testing"
)

// What a player may write is kept, even if it looks like what mail programs write.
func TestTrimKeepsSpeech(t *testing.T) {
	for _, text := range []string{
		"On Tuesday I will attack.",
		"On C5 I play 3:",
		"On 21 November I leave for Spain: away 21 Nov to 30 Nov",
		"Am 3. spiele ich C5",
		"Le 3 va en C5 :",
		"Bo wrote:\nnothing at all",
		"On Monday Bo said:\nI am no saboteur",
		"In 1999 we played it thus:\n3 C5",
		"say from: me\nto: you",
		"From: the mines\nTo: the gold",
		"----------\n3 C5\n----------",
		"________________________________\n3 C5",
		"- 3 C5\n- 2 I1",
		"---\n3 C5",
		"<3 you all\n3 C5",
		"-> 3 C5",
		"the end\n3 C5",
		"end of story\n3 C5",
		"sent",
		"External walls are hard",
		"this message is short",
		"say a confidential word",
		"say if you are lost, look at I1",
		"a\n\nb\n\n    c",
		"3 C5\n=====\n2 I1",
		"original message",
		"new saboteur with Bo <bo@example.com>\nnote we play till 21/11/2026\nsay:\nhello",
		"Meet: 9:00\nWhere: the mine\nBring: gold",
		"---- my board ----\n3 C5",
		"Sent from my desk, is much easier than the phone\n3 C5",
		"3 C5\n__\nthat was all",
		"2026/11/21 is too late for me.\n3 C5",
		"To do: ask Bo\nAt 9:00: dig\nThen: rest",
	} {
		if kept, cut := trimmed(text); kept != text {
			t.Errorf("Trim(%q) = %q, cut %q", text, kept, cut)
		}
	}
}

func TestTrimCuts(t *testing.T) {
	for text, want := range map[string]string{
		"3 C5\nOn C5 I wait\nOn Sat, Nov 21, 2026 at 9:00 AM Bo\n<bo@example.com> wrote:\n> x":                                                               "3 C5\nOn C5 I wait",
		"3 C5\n\nSaboteur <play@example.org> schrieb am 21.11.2026:\n> x":                                                                                    "3 C5",
		"3 C5\n\nSaboteur <play@example.org> wrote on Sat 21 Nov 2026 09:00:\n> x":                                                                           "3 C5",
		"3 C5\n\nOn Sat,\nNov 21,\n2026\nat 9:00\nBo <bo@example.com>\nwrote:\n\nold\nold\nold":                                                              "3 C5",
		"3 C5\n\n2026-11-21 9:00 GMT+01:00 Saboteur <play@example.org>:\n\nold\nold\nold":                                                                    "3 C5",
		"3 C5\n\nOp 21 nov. 2026 om 09:00 schreef Saboteur <play@example.org> het volgende:\n> x":                                                            "3 C5",
		"3 C5\n\nSaboteur with Maximilian\n<play+7k3m9x2q4w@play.example.org> 于2026年11月21日周六 09:00写道：\n> x":                                                  "3 C5",
		"3 C5\n\nSaboteur with Anaさんの2026/11/24 09:00のメール:\n> x":                                                                                             "3 C5",
		"3 C5\n\n\"Saboteur with Ana\"さんは書きました:\n> x":                                                                                                        "3 C5",
		"> Saboteur with Ana さんの 2026/11/24 09:00:12 のメール\n\n> x\n\n昨日のメール\n3 C5":                                                                            "昨日のメール\n3 C5",
		"3 C5\n\nSaboteur with Maximilian\n<play+7k3m9x2q4w@play.example.org> 於 2026年11月21日 週六 上午9:00寫道：\n> x":                                               "3 C5",
		"3 C5\n\nSaboteur with Maximilian\n<play+7k3m9x2q4w@play.example.org> ezt írta (időpont: 2026. nov. 21., Szo, 9:00):\n> x":                           "3 C5",
		"3 C5\n\nSaboteur with Maximilian\n<play+7k3m9x2q4w@play.example.org>, 21 Kas 2026 Cmt, 09:00\ntarihinde şunu yazdı:\n> x":                           "3 C5",
		"3 C5\n\nSaboteur with Maximilian\n<play+7k3m9x2q4w@play.example.org> escreveu (sábado, 21/11/2026\nà(s) 09:00):\n> x":                               "3 C5",
		"3 C5\n\nMissatge de Saboteur with Maximilian\n<play+7k3m9x2q4w@play.example.org> del dia ds., 21 de nov. 2026\na les 9:00:\n> x":                    "3 C5",
		"3 C5\n<play@example.org> escreveu (sábado, 21/11/2026 à(s) 09:00):\n> x":                                                                            "3 C5",
		"say hi\n\n3 C5\n<play@example.org> escreveu (sábado, 21/11/2026 à(s) 09:00):\n> x":                                                                  "say hi\n\n3 C5",
		"3 C5\n\n21 Nov 2026, 09:00 by play@example.org:\n> x":                                                                                               "3 C5",
		"3 C5\n\n---- On Sat, 21 Nov 2026 09:00:00 +0100 Saboteur with Bo <play+7k3m9x2q4w8e5r6t1y0p3a5s7d9f2g4h6jz@play.example.org> wrote ---\n\nold\nold": "3 C5",
		"3 C5 On Sat, Nov 21, 2026 at 9:00 AM, Saboteur <play@example.org> wrote:\n> x":                                                                      "3 C5",
		"3 C5\n\nPlease consider the environment before printing this e-mail\nstop":                                                                          "3 C5",
		"3 C5\n\nA 2026-11-21 09:00, Saboteur wrote:\n> x":                                                                                                   "3 C5",
		"3 C5\n(sent from a phone)":                                                   "3 C5",
		"3 C5\n\nSent from my phone, please excuse my typos":                          "3 C5",
		"3 C5\n\n從我的 iPhone 傳送":                                                       "3 C5",
		"3 C5\n\n来自我的华为手机":                                                            "3 C5",
		"3 C5\n\n__\nDiggers mailing list\nstop":                                      "3 C5",
		"3 C5\n___\nTo unsubscribe, write to x@y.example":                             "3 C5",
		"3 C5 On Wed, Apr 4, 2012 at 3:59 PM, Bo wrote:\n> x":                         "3 C5",
		"3 C5\n\nOn Mon, Saboteur wrote:\n> x":                                        "3 C5",
		"3 C5\nBo schrieb:\n\n> x":                                                    "3 C5",
		"> a\n>\n\n> b\n3 C5\n>c":                                                     "3 C5",
		"  > a\n\uff1e b\n3 C5":                                                       "3 C5",
		"3 C5\n--  \nx":                                                               "3 C5",
		"3 C5\nEND\nx":                                                                "3 C5",
		"3 C5\n\u00a0\u00a0\n\n\n\n> a\n\n\n2 I1":                                     "3 C5\n\n2 I1",
		"3 C5\nSent from my iPhone. I pass 5 to be safe":                              "3 C5\nSent from my iPhone. I pass 5 to be safe",
		"3 C5\nSent from my iPhone. Excuse typos":                                     "3 C5",
		"3 C5\nVon unterwegs gesendet, bitte Tippfehler entschuldigen.":               "3 C5",
		"3 C5\nVon Proton Mail Mobile gesendet":                                       "3 C5",
		"3 C5\nVon Bo habe ich 2 Karten geschickt":                                    "3 C5\nVon Bo habe ich 2 Karten geschickt",
		"say Avast, ye saboteurs! AVG free\n3 C5":                                     "say Avast, ye saboteurs! AVG free\n3 C5",
		"3 C5\n[Sent from Yahoo Mail for iPhone. Get the app](https://yho.example/1)": "3 C5",
		"** This mail has been sent from an external source **\n3 C5":                 "3 C5",
		"~~3~~~~ B5~~\n3 C5":                                                          "3 C5",
		"3 C5\nEnviado usando Zoho Mail":                                              "3 C5",
		"3 C5\nEste mensaje ha sido enviado desde Horde":                              "3 C5",
		"3 C5\nОтправлено из мобильной Почты Mail":                                    "3 C5",
		"3 C5\nPobierz program Outlook dla systemu iOS<https://aka.ms/o0ukef>":        "3 C5",
		"3 C5\n\nDenne e-mail er blevet kontrolleret for virus af Avast-antivirussoftware.\nwww.avast.com": "3 C5",
		"STOP! THINK! This message came from outside the company.\n\n3 C5":                                 "3 C5",
		"Stop! I think Bo is outside\n\n3 C5":                                                              "Stop! I think Bo is outside\n\n3 C5",
		"ZjQcmQRYFpfptBannerStart\nThis Message Is From an Untrusted Sender\nZjQcmQRYFpfptBannerEnd\n3 C5": "3 C5",
		"UWAGA: Wiadomość spoza organizacji. Nie klikaj w linki.\n\n3 C5":                                  "3 C5",
		"3 C5\n\nPrivileged & Confidential\nIf this reached you in error, stop\nhelp":                      "3 C5",
		"3 C5\n\nDetta meddelande kan innehålla konfidentiell information.\nstop":                          "3 C5",
		"~~3 B5~~\n3 C5":   "3 C5",
		"*~~3 B5~~*\n3 C5": "3 C5",
		"~~3 B5~~ 3 C5":    "~~3 B5~~ 3 C5",
		"~~ Ana ~~\n3 C5":  "~~ Ana ~~\n3 C5",
		"3 C5\n\n Am Di., 24. Nov. 2026 um 9:00 schrieb Saboteur mit Ana<play@example.org>:     Du bist dran.\n  old\n  old\n old": "3 C5",
		"Sent from my iPhone\n\n3 C5":                                                       "3 C5",
		"3 C5\nThis e-mail is confidential\nstop":                                           "3 C5",
		"Confidentiality notice\nx\n\n3 C5":                                                 "3 C5",
		"3 C5\nThis message is intended\nfor Bo\n> a\n2 I1":                                 "3 C5\n2 I1",
		"You don't often get email from ana@example.com. Learn why this is important\n3 C5": "3 C5",
		"3 C5\n*From:* Bo <bo@example.com>\n*Date:* today\n\nold":                           "3 C5",
		"3 C5\n\nDe : Bo\nDate : 21/11/2026 09:00\nObjet : x\n\nold":                        "3 C5",
		"3 C5\n\u2014\u2014\u2014 Original Message \u2014\u2014\u2014\nold":                 "3 C5",
	} {
		if kept, cut := trimmed(text); kept != want {
			t.Errorf("Trim(%q) = %q, want %q; cut %q", text, kept, want, cut)
		}
	}
}

// Every line of a text is either kept or cut, exactly once.
func TestTrimLosesNothing(t *testing.T) {
	text := "CAUTION: external sender\n\n3 C5\n\n> a\nsay b\n\nSent from my phone\n\nOn 21/11/2026 09:00 Bo wrote:\n> c\n\n2 I1\n-- \nAna\nx"
	kept, cut := trimmed(text)
	all := kept
	for _, c := range cut {
		all += "\n" + c.Text
	}
	for _, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line != "" && strings.Count("\n"+all+"\n", "\n"+line+"\n") != 1 && line != "--" {
			t.Errorf("%q is not once in %q", line, all)
		}
	}
}

// A text part that mentions HTML counts as a mere notice only if there is an HTML part.
func TestTextThatSpeaksOfHTML(t *testing.T) {
	const words = "pass 2\r\nSorry if this comes as HTML again, my mail client insists."
	l, err := reader.Read(text1(words))
	if err != nil || !strings.HasPrefix(l.Kept, "pass 2\n") {
		t.Errorf("alone it keeps %q, %v", l.Kept, err)
	}
	l, err = reader.Read([]byte(head + "Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\r\nYour mail client cannot show HTML." +
		"\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>pass 2</p>\r\n--b--"))
	if err != nil || l.Kept != "pass 2" {
		t.Errorf("beside HTML it keeps %q, %v", l.Kept, err)
	}
}
