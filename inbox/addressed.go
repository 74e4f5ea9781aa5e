package inbox

import (
	"encoding/hex"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/inbox/reply"
	"pitpost.example/token"
)

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
			two := engine.Say("letter.two-tokens")
			first, in.Trouble = &tokens[0], &two // nobody can know which seat was meant
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
	for _, line := range lines {
		if by[line.Match] == nil {
			return nil
		}
	}
	if len(lines) == 0 {
		return nil
	}
	return by[lines[0].Match]
}

func refOf(t token.Token) *desk.Ref {
	return &desk.Ref{Match: t.Match, Seat: t.Seat, Purpose: desk.Purpose(t.Purpose), Step: t.Step}
}
