package inbox

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pitpost.example/inbox/folded"
)

// quoted marks every line as mail programs do.
func quoted(text, mark string) string {
	return mark + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n"+mark)
}

func TestGmailTopReplyAttributionWrappedBeforeWrote(t *testing.T) {
	s := newStand(t)
	d := s.toMove()
	e := s.bring(s.letter(d, turnSubject, "", "pass 1\n\nOn Sat, Nov 21, 2026 at 9:00 AM Saboteur with Bo\n<"+d.token+">\nwrote:\n\n"+quoted(digestText(s), "> ")))
	s.applied("wrapped", e)
	if e.lines() != "pass 1: done" {
		t.Errorf("read: %s", e.lines())
	}
}

// Each sample letter that asks for one move, of every client and language, is sent to a whole house with
// a legal move in it.
func TestTheSameDigestAnsweredByEachClientAndLanguage(t *testing.T) {
	letters, err := folded.ReadLetters("testdata")
	if err != nil {
		t.Fatal(err)
	}
	var s *stand
	read, clients := 0, map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(letters)) {
		kept, raw := contents(t, "testdata/letters/"+name+".kept"), letters[name]
		// A name below the move is read as an aside. Other letters are tested elsewhere.
		plain := string(kept) == "3 C5\n" || strings.HasPrefix(string(kept), "3 C5\n%%") || strings.HasPrefix(string(kept), "3 C5\n\nAna\n%%")
		if !plain || !strings.Contains(string(raw), "3 C5") || strings.HasPrefix(name, "sender-") || strings.Contains(string(kept), "%% automatic") || strings.Contains(string(kept), "%% disagree") {
			continue
		}
		if read%25 == 0 {
			s = newStand(t)
		}
		read++
		clients[strings.Split(name, "-")[0]] = true
		d := s.toMove()
		e := s.bring(strings.NewReplacer("3 C5", "pass 1", "ana@example.com", d.address, "Ana Perez", d.name,
			"play+7k3m9x2q4w8e5r6t1y0p3a5s7d9f2g4h6jz@example.org", d.token).Replace(string(raw)))
		s.applied(name, e)
	}
	if read < 50 || len(clients) < 15 {
		t.Errorf("only %d letters of %d clients were read", read, len(clients))
	}
}

func TestLanguageNoneOfUsKnowsWithStandardMarks(t *testing.T) {
	s := newStand(t)
	for name, words := range map[string]string{
		"Turkish": "Saboteur, 21 Kas 2026 Cmt, 09:00 tarihinde şunu yazdı:",
		"Thai":    "ในวันที่ ส. 21 พ.ย. 2026 เวลา 09:00 Saboteur เขียนว่า:",
		"Arabic":  "في السبت، 21 نوفمبر 2026 في 9:00 ص تمت كتابة ما يلي بواسطة Saboteur:",
	} {
		s.applied(name+" with marks", s.bring(s.letter(s.toMove(), turnSubject, "", "pass 1\n\n"+words+"\n\n"+quoted(digestText(s), "> "))))
		e := s.bring(s.letter(s.toMove(), turnSubject, "", "pass 1\n\n"+words+"\n\n"+digestText(s)))
		s.applied(name+" without marks", e)
		if len(e.receipt.Lines) > 2 {
			t.Errorf("%s: %s", name, e.lines())
		}
	}
}

func TestOutlookReplyWithoutMarksAndKnownHeaderWordsDigestBareBelow(t *testing.T) {
	s := newStand(t)
	d := s.toMove()
	e := s.bring(s.letter(d, turnSubject, "", "pass 1\n\nKimden: Saboteur <"+d.token+">\nGönderildi: 21 Kasım 2026 Cumartesi 09:00\nKime: "+
		d.name+"\nKonu: [#1 Saboteur] Your turn\n\n"+digestText(s)))
	s.applied("bare below", e)
	done := 0
	for _, l := range e.receipt.Lines {
		if l.State == "done" {
			done++
		}
		if l.State == "refused" || l.State == "unread" {
			t.Errorf("a line of the digest counts: %s", e.lines())
		}
	}
	if done != 1 {
		t.Errorf("%d commands: %s", done, e.lines())
	}
}

func TestBottomPost(t *testing.T) {
	s := newStand(t)
	const opening = "On 21/11/2026 09:00, Saboteur with Bo wrote:\n"
	s.applied("with marks", s.bring(s.letter(s.toMove(), turnSubject, "", opening+quoted(digestText(s), "> ")+"\n\npass 1")))
	s.applied("without marks", s.bring(s.letter(s.toMove(), turnSubject, "", opening+"\n"+digestText(s)+"\n\npass 1")))
}

// A line that begins like a command and fails is refused and not held: the receipt quotes it and says
// why.
func TestInlineReplyBetweenQuotedLinesOneCommand(t *testing.T) {
	s := newStand(t)
	rows := strings.SplitN(quoted(digestText(s), "> "), "\n", 6)
	between := func(line string) string { return strings.Join(rows[:5], "\n") + "\n\n" + line + "\n\n" + rows[5] }
	s.stopped("half a move", s.bring(s.letter(s.toMove(), turnSubject, "", between("pass, please"))), "refuse", "saboteur.", 1)
	s.applied("a whole line", s.bring(s.letter(s.toMove(), turnSubject, "", between("pass 1"))))
}

func TestQuoteOfAnEarlierLetterByTheSamePlayerHoldingAnOldMove(t *testing.T) {
	s := newStand(t)
	old := "On 20/11/2026 09:00, Ana <ana@example.com> wrote:\n> pass 2\n> resign"
	s.stopped("quote alone", s.bring(s.letter(s.toMove(), turnSubject, "", old)), "refuse", "no command read", 1)
	e := s.bring(s.letter(s.toMove(), turnSubject, "", "pass 1\n\n"+old+"\n>\n>> pass 3"))
	s.applied("below a move", e)
	if e.lines() != "pass 1: done" {
		t.Errorf("read: %s", e.lines())
	}
}

// If an answer to the player's own letter quotes it without marks, what the house kept of that letter
// tells the new words below from the old ones.
func TestAnswerBelowALetterOfOnesOwn(t *testing.T) {
	s := newStand(t)
	d := s.toMove()
	s.bring(s.letter(d, turnSubject, "", "status"))
	own := fmt.Sprintf("<answer.%d@mail.example>", s.count)
	head := func(from string) string {
		return "From: " + from + "\nSent: Saturday, November 21, 2026 09:00\nTo: x@example.com\nSubject: Your turn\n\n"
	}
	body := head("Ana <"+d.address+">") + "status\n\n" + head("Saboteur <"+d.token+">") + digestText(s) + "\n\npass 1"
	s.stopped("not known", s.bring(s.letter(d, turnSubject, "", body)), "refuse", "no command read", 1)
	d.answers = own
	e := s.bring(s.letter(d, turnSubject, "", body))
	s.applied("known", e)
	if e.lines() != "pass 1: done" {
		t.Errorf("read: %s", e.lines())
	}
}

// Our answer quotes what its reader wrote. Whoever types a part of that again above it is heard, also with a program that
// names only our answer, and not the letter before it.
func TestWordsTypedAgainAboveOurAnswer(t *testing.T) {
	s := newStand(t)
	d := s.toMove()
	words := "Perhaps I give Bo that old lamp over there, who knows"
	s.stopped("first", s.bring(s.letter(d, turnSubject, "", words+", discard card 1, who knows")), "refuse", "no command read", 1)
	answer := s.sentTo(d.address)
	says := "“" + words + "”: I took this for a note to me."
	if _, err := s.d.Pool().Exec(t.Context(), "update outbox set raw = $1 where id = $2", []byte("Content-Type: text/plain; charset=utf-8\r\n\r\n"+says), answer.ID); err != nil {
		t.Fatal(err)
	}
	d.answers = answer.MessageID
	e := s.bring(s.letter(d, turnSubject, "", "status\nI give Bo that old lamp over there\n\nOn 21/11/2026 09:00, Saboteur wrote:\n"+quoted(says, "> ")))
	if e.lines() != "status: told | I give Bo that old lamp over there: aside" {
		t.Errorf("read: %s", e.lines())
	}
}

func TestQuoteOfAnotherPlayersWordsHoldingALineLikeAMove(t *testing.T) {
	s := newStand(t)
	words := strings.Replace(digestText(s), "Cy: “I put my trust in cy”", "Cy: “\npass 2\nresign\n”", 1)
	e := s.bring(s.letter(s.toMove(), turnSubject, "", "status\n\nOn 21/11/2026 09:00, Saboteur with Bo wrote:\n"+quoted(words, "> ")))
	if e.state != "apply" || e.moves != 0 || e.lines() != "status: told" {
		t.Errorf("%s, %s, %d facts: %s", e.state, e.why, e.moves, e.lines())
	}
}

func TestBoardAndRowsOfDashesInTheNewTextBeforeTheMove(t *testing.T) {
	s := newStand(t)
	board := "----------------------\n|  .   [--S--]   .   |\n______________________\n======================\n\n"
	s.applied("board", s.bring(s.letter(s.toMove(), turnSubject, "", board+"pass 1")))
}

func TestOnTuesdayIWillAttackAsSpeechThenAMove(t *testing.T) {
	s := newStand(t)
	e := s.bring(s.letter(s.toMove(), turnSubject, "", "On Tuesday I will attack.\npass 1\nsay On Tuesday I will attack."))
	s.applied("speech", e)
	if e.lines() != "On Tuesday I will attack.: aside | pass 1: done | say On Tuesday I will attack.: done" {
		t.Errorf("read: %s", e.lines())
	}
}
