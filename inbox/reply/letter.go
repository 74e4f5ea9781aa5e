// Package reply finds what the sender of a letter wrote: above, below and between the quotes, without
// signatures, banners and text that a reader would not have seen. Quotes are recognised by their marks,
// or by comparison with the letters of ours that they may quote. The package trusts nobody, looks nothing
// up and carries nothing out.
package reply

import (
	"crypto/sha256"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"pitpost.example/inbox/mime"
	"pitpost.example/inbox/report"
	"pitpost.example/inbox/spelling"
)

// Letter is a received mail, cut down to what its sender wrote.
type Letter struct {
	mime.Head

	// Loose says that the header has a line that is not a field, so nobody vouches for the letter.
	Loose bool
	// Automatic says why the letter was not written by a person, "" if it was.
	Automatic string
	// Button means that a program wrote it because its user pressed its button to unsubscribe.
	Button bool
	// Reacted means that it is a reaction: Kept is the picture, "" if it cannot be told.
	Reacted bool
	// Sealed says why the letter could not be read ("encrypted"), "" if it could.
	Sealed string
	// Kept is what the sender wrote, with lines separated by \n, "" if nothing.
	Kept string
	// Unsure marks the lines of Kept that may be quoted, because a program may have removed their marks.
	// It is nil if there are none. The house asks the sender about them.
	Unsure []bool
	// Disagree is what the HTML part keeps if that differs from what the text part keeps. Nothing in such
	// a letter may be carried out.
	Disagree string
	// Cut lists what was cut.
	Cut []Cut
	// Attached names the parts that were not read.
	Attached []string

	Hash     [32]byte // SHA-256 of the raw bytes
	KeptHash [32]byte // SHA-256 of the normalised lines of Kept

	said // everything, as it was before Trim

	command  func(line string) bool
	mayAct   func(line string) bool
	reaction string // the picture that a part of the letter names
}

// Why is the reason why a piece of a letter was cut.
type Why string

// Cut is a piece of a letter that its sender did not write to us.
type Cut struct {
	Why  Why    `json:"why"`
	Text string `json:"text"`
}

// The reasons for a cut.
const (
	WhyQuote       Why = "quote"
	WhyAttribution Why = "attribution"
	WhyForward     Why = "forward"
	WhySignature   Why = "signature"
	WhyDisclaimer  Why = "disclaimer"
	WhyBanner      Why = "banner"
	WhyFooter      Why = "footer"
	WhyHidden      Why = "hidden"
	WhyStruck      Why = "struck"
	WhyAfterEnd    Why = "after-end"
	WhyArmour      Why = "armour"
)

// Reader reads letters. Its zero value knows no commands.
type Reader struct {
	// IsCommand reports whether a line is taken for a command. The house asks about a line that is one
	// and may be quoted. If IsCommand is nil, no line is a command.
	IsCommand func(line string) bool
	// MayAct reports whether a line that is no command may still be a part of a turn. If MayAct is nil, none is.
	MayAct func(line string) bool
}

// Read parses raw bytes into a Letter: it calls Open, and Trim with the letters of ours that the letter
// may quote, as they were sent. It takes linear time and does not panic, whatever the bytes. Its only
// error is *mime.Unreadable; the letter then holds what its header says, for the log.
func (r Reader) Read(raw []byte, ours ...[]byte) (*Letter, error) {
	l, err := r.Open(raw)
	if err == nil {
		l.Trim(func() Known { return Known{Ours: ours} })
	}
	return l, err
}

// Open reads a letter's header and parts. What its sender wrote is known only after Trim, for which the
// caller first looks up which letters of ours it answers.
func (r Reader) Open(raw []byte) (*Letter, error) {
	l := &Letter{Hash: sha256.Sum256(raw), command: r.commands(), mayAct: r.MayAct}
	return l, l.open(raw)
}

// linesHeard limits how many different lines of a letter are tried as commands.
const linesHeard = 400

// commands returns a function that reports whether a line of a letter is taken for a command. It
// remembers its answers. After linesHeard different lines every further one counts as a command, because
// it may be one.
func (r Reader) commands() func(line string) bool {
	known := map[string]bool{}
	return func(line string) bool {
		line = line[:min(len(line), maxLooked)]
		is, asked := known[line]
		switch {
		case r.IsCommand == nil || asked:
		case len(known) >= linesHeard:
			return true
		default:
			is = r.IsCommand(line)
			known[line] = is
		}
		return is
	}
}

func (l *Letter) open(raw []byte) error {
	top, body, err := mime.SplitMail(raw)
	if err != nil {
		return err
	}
	l.Loose = mime.IsLooseHeader(raw)
	l.Head = mime.ReadHead(top)
	var w walker
	bodies, err := w.walk(mime.NewPart(top, body, 0))
	l.reaction = w.reaction
	l.Sealed, l.Attached, l.Button = w.sealed, w.attached, top.Has("x-apple-unsubscribe")
	l.Automatic = report.WhyRobot(top, l.Head, w.report, w.calendar)
	if err != nil {
		return err
	}
	if l.said, err = join(bodies); err != nil {
		return err
	}
	if strings.Count(l.text, "\n") > maxLines || len(l.page.lines) > maxLines {
		return &mime.Unreadable{Why: "more than 20000 lines"}
	}
	if strings.Contains(l.text, "-----BEGIN PGP MESSAGE-----") {
		l.Sealed, l.said = "encrypted", said{onlyPage: l.onlyPage}
	}
	return nil
}

// Known is what the house knows of a letter's thread.
type Known struct {
	Ours   [][]byte // letters of ours that it may quote, as they were sent, the directly answered one first
	Theirs []string // what was kept of earlier letters by the same writer
}

// Trim sets Kept, Unsure, Cut, Disagree and KeptHash. It calls known at most once, and only if the letter
// itself does not show clearly what it quotes.
func (l *Letter) Trim(known func() Known) {
	l.trim(sync.OnceValue(func() corpus { return corpusOf(known()) }))
	l.cutCopy()
	l.readReaction()
	l.KeptHash = hashOf(l.Kept)
	if l.Automatic == report.InAbsence && strings.TrimSpace(l.Kept) == "" && len(l.Cut) == 0 && report.IsAwayCommand(l.Subject) {
		l.Automatic = "" // machines write a body
	}
}

// readReaction leaves of a reaction its picture. Whoever reacted wrote no word.
func (l *Letter) readReaction() {
	picture, is := findReaction(l.Kept)
	if l.reaction != "" {
		picture, is = l.reaction, true
	}
	if is {
		l.Kept, l.Unsure, l.Disagree, l.Reacted = picture, nil, "", true
	}
}

// cutCopy cuts a text that has a letter of ours in it without marks, which was not recognised because the house does not have
// it any more: nobody can tell then what its sender wrote. Headings are underlined as only our letters do it, and there are
// several.
func (l *Letter) cutCopy() {
	if !strings.Contains(l.Kept, "---") {
		return
	}
	rows, headings := strings.Split(l.Kept, "\n"), 0
	for i := 1; i < len(rows); i++ {
		title, line := strings.TrimSpace(rows[i-1]), strings.TrimSpace(rows[i])
		if len(line) > 2 && strings.Trim(line, "-") == "" && utf8.RuneCountInString(title) == len(line) {
			headings++
		}
	}
	if headings > 1 {
		l.Cut, l.Kept = append(l.Cut, Cut{WhyQuote, l.Kept}), ""
	}
}

// hashOf returns a hash that does not depend on how a text is wrapped, on asterisks or on capitals.
func hashOf(text string) [32]byte {
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		if len(line) <= spelling.MaxLine {
			line = spelling.NormaliseLine(line)
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	return sha256.Sum256([]byte(strings.Join(lines, "\n")))
}

// Words returns the lines to read: those of the kept text, or if that is empty the subject, unless the
// subject is one of ours. Blank lines are included, because a blank line ends what is said.
func (l *Letter) Words() []string {
	if strings.TrimSpace(l.Kept) != "" {
		return strings.Split(l.Kept, "\n")
	}
	if subject := l.ownSubject(); subject != "" && !l.Reacted {
		return []string{subject}
	}
	return nil
}

var (
	replyPrefix = regexp.MustCompile(`(?i)^(\s*(re|aw|sv|vs|antw|tr|rif|ref|rép|rv|res|r|enc|fwd?|wg|odp|ynt|回复|答复|转发)\s*(\[\d+\])?\s*[:：])*`)
	forwardMark = regexp.MustCompile(`(?i)^\s*((re|aw)\s*:\s*)*(fwd?|wg|tr|rv|enc|i|转发)\s*:`)
	seatPrefix  = regexp.MustCompile(`^\s*\pL{2,5} [\pL\pM-]{1,20}[ \x{a0}\x{202f}]?: \[#`) // "For Fay: [#42 …", to a mailbox with several seats
	ownPrefix   = regexp.MustCompile(`^\s*\[#\d+`)
	matchNumber = regexp.MustCompile(`(?:^|[\s\[(])#(\d{1,12})\b`)
)

// BareSubject returns the subject without "Re:" and the like, however many.
func (l *Letter) BareSubject() string {
	return strings.TrimSpace(seatPrefix.ReplaceAllString(replyPrefix.ReplaceAllString(l.Subject, ""), "[#"))
}

// ownSubject returns the subject that the sender wrote, or "" if it is one of ours or that of a forwarded
// letter.
func (l *Letter) ownSubject() string {
	s := l.BareSubject()
	if ownPrefix.MatchString(s) || forwardMark.MatchString(l.Subject) {
		return ""
	}
	return s
}

// SubjectMatch returns the match that "#42" in the subject names, or 0.
func (l *Letter) SubjectMatch() int64 {
	found := matchNumber.FindStringSubmatch(l.Subject)
	if found == nil {
		return 0
	}
	n, _ := strconv.ParseInt(found[1], 10, 64) // at most twelve digits
	return n
}
