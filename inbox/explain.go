package inbox

import (
	"cmp"
	"errors"
	"slices"
	"strconv"

	"pitpost.example/engine/catalog"
	"pitpost.example/inbox/auth"
	"pitpost.example/inbox/mime"
	"pitpost.example/inbox/reply"
	"pitpost.example/model"
	"pitpost.example/token"
)

// Explanation says what the house would do with a letter, for people who investigate one. It is printed
// as one line of JSON.
type Explanation struct {
	From      string      `json:"from"`
	MessageID string      `json:"message_id"`
	Trust     auth.Trust  `json:"trust"`
	Token     *TokenShown `json:"token"` // nil if the letter has none
	Automatic string      `json:"automatic"`
	Kept      string      `json:"kept"`
	Cut       []reply.Cut `json:"cut"`
	Reading
	State model.LetterState `json:"state"`
	Why   string            `json:"why"`
}

// TokenShown is a token as players see it.
type TokenShown struct {
	Match int64  `json:"match"`
	Seat  string `json:"seat"` // the seat's number from 1, "" if the token names none
	Step  int64  `json:"step"`
}

// Command is a piece of a letter that was understood, with its canonical form.
type Command struct {
	Text  string `json:"text"`
	Means string `json:"means"`
}

// Refused is a piece that begins like a command and is none.
type Refused struct {
	Text    string   `json:"text"`
	Why     string   `json:"why"`
	Nearest []string `json:"nearest"`
}

// Reading is what was read in the words of a letter.
type Reading struct {
	Commands []Command `json:"commands"`
	Asides   []string  `json:"asides"`
	Refused  []Refused `json:"refused"`
	// Offered has the asides that come near to a command of the house, with the command that their writer is asked about.
	Offered []Command `json:"offered,omitempty"`
}

// ExplainOptions hold what ExplainLetter knows about the house.
type ExplainOptions struct {
	Keys       token.Keys
	Mailbox    string // our address, without a token
	AuthservID string // the server whose Authentication-Results count, "" for none
	// Answers holds the letters of ours that the letter answers, as they were sent.
	Answers [][]byte
	// Words reads the lines of a letter.
	Words func(l *reply.Letter, ref *model.Ref) Reading
}

// ExplainLetter reads a letter and says what would become of it. It changes nothing and never fails: a letter that
// cannot be read, or over which its reader breaks, is reported as one to set aside.
func ExplainLetter(raw []byte, o ExplainOptions) (e Explanation) {
	defer func() {
		if recover() != nil {
			e = Explanation{From: e.From, MessageID: e.MessageID, Trust: cmp.Or(e.Trust, auth.Unproved), Token: e.Token, Kept: e.Kept, State: model.LetterSetAside, Why: readerBroke}
			e.fill()
		}
	}()
	l, err := ReadLetter(raw, o.Answers...)
	l.Disown(func(address string) bool { return reaches(address, o.Mailbox) }, catalog.GameNames())
	e = Explanation{
		From: l.From, MessageID: l.MessageID, Trust: trusted(l, o.AuthservID), Automatic: l.Automatic, Kept: l.Kept, Cut: l.Cut,
	}
	found, altered := o.Keys.Find(l.To, o.Mailbox)
	var ref *model.Ref
	if len(found) > 0 {
		ref = refOf(found[0])
		e.Token = &TokenShown{Match: found[0].Match, Step: found[0].Step}
		if found[0].Seat >= 0 {
			e.Token.Seat = strconv.Itoa(found[0].Seat + 1)
		}
	}
	var unreadable *mime.Unreadable
	switch {
	case errors.As(err, &unreadable):
		e.State, e.Why = model.LetterSetAside, unreadable.Why
	case l.Automatic != "":
		e.State, e.Why = model.LetterDrop, l.Automatic
	default:
		if len(l.Words()) > 0 {
			e.Reading = o.Words(l, ref)
		}
		e.judge(l, len(found), altered)
		if len(o.Answers) == 0 && quotes(l) {
			e.Why += "; read without the letter it quotes (--answers FILE)"
		}
	}
	e.fill()
	return e
}

// fill puts empty lists where there are none, so that JSON shows them as [] and not as null.
func (e *Explanation) fill() {
	e.Cut, e.Commands, e.Asides, e.Refused = nonNil(e.Cut), nonNil(e.Commands), nonNil(e.Asides), nonNil(e.Refused)
	for i := range e.Refused {
		e.Refused[i].Nearest = nonNil(e.Refused[i].Nearest)
	}
}

// nonNil copies a list and is never nil.
func nonNil[T any](list []T) []T { return append([]T{}, list...) }

// quotes reports whether a letter quotes another, in which case knowing the quoted one may change the
// reading.
func quotes(l *reply.Letter) bool {
	return l.Unsure != nil || slices.ContainsFunc(l.Cut, func(c reply.Cut) bool { return c.Why == reply.WhyQuote || c.Why == reply.WhyAttribution })
}

// judge sets the state as far as the letter alone decides it, without a match.
func (e *Explanation) judge(l *reply.Letter, tokens, altered int) {
	switch {
	case l.From == "":
		e.State, e.Why = model.LetterHold, "it names no single sender"
	case e.Trust == auth.Failed:
		e.State, e.Why = model.LetterHold, "the receiving server says that its sender is forged"
	case l.Disagree != "":
		e.State, e.Why = model.LetterHold, "its text and its HTML say different things"
	case tokens > 1:
		e.State, e.Why = model.LetterHold, "it is addressed to two tokens"
	case tokens == 0 && altered > 0:
		e.State, e.Why = model.LetterRefuse, "the token in its address was altered"
	case len(e.Commands) == 1:
		e.State, e.Why = model.LetterApply, "1 command stands"
	case len(e.Commands) > 1:
		e.State, e.Why = model.LetterApply, strconv.Itoa(len(e.Commands))+" commands stand"
	case l.Sealed != "":
		e.State, e.Why = model.LetterRefuse, "it is "+l.Sealed
	case len(e.Refused) > 0:
		e.State, e.Why = model.LetterRefuse, e.Refused[0].Why
	case l.Kept == "" && len(l.Words()) == 0:
		e.State, e.Why = model.LetterRefuse, "its sender wrote nothing"
	default:
		e.State, e.Why = model.LetterRefuse, "no command in it"
	}
}
