// Package reply finds what its sender wrote in a letter: above, below and between what it quotes,
// without signatures, banners and what a reader would not have seen. A quote is known by its mark,
// or by the letters of ours that it may quote. Nothing here is believed, looked up or done.
package reply

import (
	"crypto/sha256"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"pitpost.example/inbox/mime"
	"pitpost.example/inbox/report"
	"pitpost.example/inbox/spelling"
)

// Letter is a received mail cut down to what its sender wrote.
type Letter struct {
	mime.Head

	// Loose says that its head has a line that is no field: nobody vouches for it.
	Loose bool
	// Automatic says why no person wrote this letter; "" when one did.
	Automatic string
	// Sealed says why nothing could be read in it ("encrypted"); "" otherwise.
	Sealed string
	// Kept is what the sender wrote, lines parted by \n; an empty letter has "".
	Kept string
	// Unsure tells the lines of Kept that may be quoted all the same, since a
	// program took their mark; nil for none. They are asked back.
	Unsure []bool
	// Disagree is what the HTML part keeps where that is not what the text
	// part keeps; nothing in such a letter may be carried out.
	Disagree string
	// Cut is what was not read, in the order of the letter.
	Cut []Cut
	// Attached names the parts that were not read.
	Attached []string

	Hash     [32]byte // SHA-256 of the raw bytes
	KeptHash [32]byte // SHA-256 of the folded kept lines

	said // all of it, before Trim

	command func(line string) bool
}

// Why is why a piece of a letter is not its sender's word to us.
type Why string

// Cut is a piece of a letter that is not its sender's word to us.
type Cut struct {
	Why  Why    `json:"why"`
	Text string `json:"text"`
}

// Why a piece is cut.
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

// Reader reads letters.
type Reader struct {
	// IsCommand says whether a line is taken for a command. A line that may be quoted
	// is asked back where it is one. Nil takes none for one.
	IsCommand func(line string) bool
}

// Read turns raw bytes into a Letter, in linear time and without a panic
// whatever they are: Open, and Trim with the letters of ours that it may quote,
// as they left. Its only error is *mime.Unreadable; the letter then holds what its
// header told, for the log.
func (r Reader) Read(raw []byte, ours ...[]byte) (*Letter, error) {
	l, err := r.Open(raw)
	if err == nil {
		l.Trim(func() Known { return Known{Ours: ours} })
	}
	return l, err
}

// Open reads a letter's header and its parts. What its sender wrote is not
// known before Trim, for which the letters are to be found that it answers.
func (r Reader) Open(raw []byte) (*Letter, error) {
	l := &Letter{Hash: sha256.Sum256(raw), command: r.commands()}
	return l, l.open(raw)
}

// linesHeard is how many different lines of a letter are looked at for whether they are commands.
const linesHeard = 400

// commands says of the lines of one letter whether they are taken for commands. Beyond so many any
// may be one.
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
	top, body, err := mime.Open(raw)
	if err != nil {
		return err
	}
	l.Loose = mime.Loose(raw)
	l.Head = mime.ReadHead(top)
	var w walker
	bodies, err := w.walk(mime.NewPart(top, body, 0))
	if err != nil {
		return err
	}
	l.Sealed, l.Attached = w.sealed, w.attached
	l.Automatic = report.Robot(top, l.Head, w.report, w.calendar)
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

// Known is what the house has of the thread of a letter.
type Known struct {
	Ours   [][]byte // letters of ours that it may quote, as they left, those it answers first
	Theirs []string // what earlier letters of its writer's said, as it was kept
}

// Trim keeps what the sender wrote. Nothing is cut before what is known has been asked for; it is
// once at most, where the letter does not say by itself what it quotes.
func (l *Letter) Trim(known func() Known) {
	l.trim(sync.OnceValue(func() corpus { return corpusOf(known()) }))
	l.KeptHash = hashOf(l.Kept)
	if l.Automatic == report.InAbsence && strings.TrimSpace(l.Kept) == "" && len(l.Cut) == 0 && report.AwayAlone(l.Subject) {
		l.Automatic = "" // machines write a body
	}
}

// hashOf is the same for a text however it is wrapped, starred or capitalised.
func hashOf(text string) [32]byte {
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		if len(line) <= spelling.MaxLine {
			line = spelling.Normalise(line)
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	return sha256.Sum256([]byte(strings.Join(lines, "\n")))
}

// Words are the lines to be read: those of the kept text, or the subject when
// there are none and it is not one of ours. Blank lines are kept, since a
// blank line ends what is said.
func (l *Letter) Words() []string {
	if strings.TrimSpace(l.Kept) != "" {
		return strings.Split(l.Kept, "\n")
	}
	if subject := l.ownSubject(); subject != "" {
		return []string{subject}
	}
	return nil
}

// UnsureWords tells which of Words may be quoted all the same.
func (l *Letter) UnsureWords() []bool {
	if strings.TrimSpace(l.Kept) == "" {
		return nil
	}
	return l.Unsure
}

var (
	replyPrefix = regexp.MustCompile(`(?i)^(\s*(re|aw|sv|vs|antw|tr|rif|ref|rép|rv|res|r|enc|fwd?|wg|odp|ynt|回复|答复|转发)\s*(\[\d+\])?\s*[:：])*`)
	forwardMark = regexp.MustCompile(`(?i)^\s*((re|aw)\s*:\s*)*(fwd?|wg|tr|rv|enc|i|转发)\s*:`)
	ownPrefix   = regexp.MustCompile(`^\s*\[#\d+`)
	matchNumber = regexp.MustCompile(`(?:^|[\s\[(])#(\d{1,12})\b`)
)

// BareSubject is the subject without Re: and its like, however many.
func (l *Letter) BareSubject() string {
	return strings.TrimSpace(replyPrefix.ReplaceAllString(l.Subject, ""))
}

// ownSubject is the subject its sender wrote: a subject of ours that came
// back, or that of a forwarded letter, is not.
func (l *Letter) ownSubject() string {
	s := l.BareSubject()
	if ownPrefix.MatchString(s) || forwardMark.MatchString(l.Subject) {
		return ""
	}
	return s
}

// SubjectMatch is the match that #42 in the subject names, 0 without.
func (l *Letter) SubjectMatch() int64 {
	found := matchNumber.FindStringSubmatch(l.Subject)
	if found == nil {
		return 0
	}
	n, _ := strconv.ParseInt(found[1], 10, 64) // of twelve figures at the most
	return n
}
