package inbox

import (
	"context"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/inbox/auth"
	"pitpost.example/inbox/intake"
	"pitpost.example/inbox/mime"
	"pitpost.example/inbox/reply"
	"pitpost.example/token"
)

// arrive adds to a letter what its envelope says: whom it was sent to, also where no
// header names them, and that a letter without a return address wants no answer.
func arrive(l *reply.Letter, e *intake.Envelope) {
	if e == nil || l == nil {
		return
	}
	to := make([]string, 0, len(e.To)+len(l.To))
	for _, address := range append(slices.Clone(e.To), l.To...) {
		if len(to) < mime.MaxPeople && !slices.Contains(to, address) {
			to = append(to, address)
		}
	}
	l.To = to
	if e.From == intake.NullSender && l.Automatic == "" {
		l.Automatic = "a bounce: no return address"
	}
}

// Addressed says whether a recipient is this house: its address or an alias, alone or with an
// addition that may be a token. A word that has a token's place and length and is none
// of ours was never an address here.
func (r *Receiver) Addressed(recipient string) bool {
	address := mime.Bare(strings.Trim(recipient, "<>"))
	if address == "" {
		return false
	}
	tokens, altered := r.Keys.Find([]string{address}, r.Mailbox)
	if altered > 0 {
		return false
	}
	return len(tokens) > 0 || r.reaches(address)
}

// toUs says whether its sender addressed a letter to this house. One who wrote to somebody
// else did not mean us, though whoever passes the letter on can show that it is true.
func (r *Receiver) toUs(l *reply.Letter) bool {
	tokens, _ := r.Keys.Find(l.Named, r.Mailbox) // also where a gateway took the plus for a blank
	return len(tokens) > 0 || slices.ContainsFunc(l.Named, r.reaches)
}

// oursAlone says that a letter was written to an address that only letters for the house come to: that of
// a mailbox nobody else reads, or one of a shared mailbox with our addition.
func (r *Receiver) oursAlone(l *reply.Letter) bool {
	return slices.ContainsFunc(l.Named, func(address string) bool {
		return r.reaches(address) && (!r.Shared || strings.Contains(address, "+"))
	})
}

func (r *Receiver) reaches(address string) bool {
	return reaches(address, r.Mailbox) || slices.ContainsFunc(r.Also, func(alias string) bool { return reaches(address, alias) })
}

// reaches says whether letters to an address come to a mailbox: it is that one, alone or with an
// addition.
func reaches(address, mailbox string) bool {
	at, our := strings.LastIndexByte(address, '@'), strings.LastIndexByte(mailbox, '@')
	if at < 0 || our < 0 || !strings.EqualFold(mime.ASCIIDomain(address)[at+1:], mime.ASCIIDomain(mailbox)[our+1:]) {
		return false
	}
	local, ours := strings.ToLower(address[:at]), strings.ToLower(mailbox[:our])
	return local == ours || strings.HasPrefix(local, ours+"+")
}

// Evaluation finds out itself who sent a letter that came straight from the net; it is for
// Receiver.Evaluate. What cannot be found out for now proves nobody and makes nobody a forger.
func Evaluation(c *auth.Checker) func(context.Context, []byte, string, *intake.Envelope) auth.Trust {
	return func(ctx context.Context, raw []byte, from string, e *intake.Envelope) auth.Trust {
		return c.Check(ctx, auth.Mail{Raw: raw, From: from, Return: e.From, Client: e.Client, Helo: e.Helo}).Trust()
	}
}

// trusted is how far the sender of a letter is believed by its Authentication-Results headers:
// the topmost that names our receiving server, and no other. With authservID "" no server vouches.
func trusted(l *reply.Letter, authservID string) auth.Trust {
	return atMost(l, auth.Judge(l.Results, authservID, l.From))
}

// atMost takes the proof from a letter whose head may be read in two ways.
func atMost(l *reply.Letter, trust auth.Trust) auth.Trust {
	if l.Loose && trust == auth.Proved {
		return auth.Unproved
	}
	return trust
}

// KeysOf names what a letter has to do with: its sender, and the match that its token or its
// subject names. Letters without a key in common may be decided in any order.
func (r *Receiver) KeysOf(raw []byte) []string {
	h, _, err := mime.Open(raw)
	if err != nil {
		return []string{""}
	}
	l := &reply.Letter{Head: mime.ReadHead(h)}
	keys := []string{"from " + l.From}
	tokens, _ := r.Keys.Find(l.To, r.Mailbox)
	for _, t := range tokens {
		keys = append(keys, "match "+strconv.FormatInt(t.Match, 10))
	}
	if match := l.SubjectMatch(); match != 0 {
		keys = append(keys, "match "+strconv.FormatInt(match, 10))
	}
	return keys
}

// address says which seat a letter is for: by its token, else by the letter it answers. A
// letter to two seats is for both where each of its lines names a match.
func (r *Receiver) address(in *desk.Letter, l *reply.Letter, ref *found) {
	tokens, altered := r.Keys.Find(l.To, r.Mailbox)
	switch {
	case ref == nil:
		in.Astray = altered > 0
		return
	case len(tokens) == 0:
		in.Ref = &ref.Ref
		return
	}
	first := &tokens[0]
	if len(tokens) > 1 {
		if first = named(tokens, in.Lines); first == nil {
			first, in.Trouble = &tokens[0], new(engine.Say("letter.two-tokens")) // nobody can know which seat was meant
		}
	}
	in.Ref = refOf(*first)
	if ref.notice != nil && ref.notice.Match != 0 && ref.notice.Match != first.Match {
		r.Log.Warn("the token of a letter is for another match than the letter it answers; the token counts", "id", hex.EncodeToString(in.Hash[:6]))
	}
}

// named is the token of the first line, where every line names a match of one of the tokens
// and no two tokens are of one match; nil otherwise.
func named(tokens []token.Token, lines []command.Line) *token.Token {
	by := map[int64]*token.Token{}
	for i, t := range tokens {
		if t.Match == 0 || by[t.Match] != nil {
			return nil
		}
		by[t.Match] = &tokens[i]
	}
	if len(lines) == 0 || slices.ContainsFunc(lines, func(line command.Line) bool { return by[line.Match] == nil }) {
		return nil
	}
	return by[lines[0].Match]
}

func refOf(t token.Token) *desk.Ref {
	return &desk.Ref{Match: t.Match, Seat: t.Seat, Purpose: desk.Purpose(t.Purpose), Step: t.Step}
}
