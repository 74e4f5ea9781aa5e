package inbox

import (
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/inbox/auth"
	"pitpost.example/inbox/intake"
	"pitpost.example/inbox/mime"
	"pitpost.example/inbox/reply"
	"pitpost.example/model"
	"pitpost.example/speech"
	"pitpost.example/token"
)

// addEnvelope adds to a letter what its envelope says: its recipients, who may be in no header, and that a
// letter without a return address is automatic and wants no answer.
func addEnvelope(l *reply.Letter, e *intake.Envelope) {
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

// AcceptsRecipient reports whether mail for a recipient is accepted: our address or an alias, with or without an
// addition that may be a token. An addition that has the place and length of a token but is none of ours
// is refused.
func (r *Receiver) AcceptsRecipient(recipient string) bool {
	address := mime.BareAddress(strings.Trim(recipient, "<>")) // "" reaches nobody
	tokens, altered := r.Keys.Find([]string{address}, r.Mailbox)
	return altered == 0 && (len(tokens) > 0 || r.reaches(address))
}

// toUs reports whether the sender addressed a letter to this house. A letter to somebody else was not
// meant for us, even if whoever passes it on can prove that it is genuine. Unless it comes straight from the
// sender's servers, the field that names us must be signed: whoever passes it on could have added it.
func (r *Receiver) toUs(l *reply.Letter, straight bool) bool {
	names := func(field string, addresses []string) bool {
		tokens, _ := r.Keys.Find(addresses, r.Mailbox) // Find also accepts a token whose plus a gateway turned into a blank
		return (len(tokens) > 0 || slices.ContainsFunc(addresses, r.reaches)) && (straight || auth.IsFieldSigned(l.Signatures, l.From, field))
	}
	return names("to", l.NamedTo) || names("cc", l.NamedCc)
}

// oursAlone reports whether a letter was written to an address that receives nothing but mail for the
// house: one of a mailbox that nobody else reads, or one of a shared mailbox with an addition of ours.
func (r *Receiver) oursAlone(l *reply.Letter, door intake.Source) bool {
	return slices.ContainsFunc(slices.Concat(l.NamedTo, l.NamedCc), func(address string) bool {
		return r.reaches(address) && (!door.Shared || strings.Contains(address, "+"))
	})
}

// others returns the addresses in To and Cc that are not ours.
func (r *Receiver) others(l *reply.Letter) []string {
	return slices.DeleteFunc(slices.Concat(l.NamedTo, l.NamedCc), r.reaches)
}

func (r *Receiver) reaches(address string) bool {
	return reaches(address, r.Mailbox) || slices.ContainsFunc(r.Also, func(alias string) bool { return reaches(address, alias) })
}

// reaches reports whether mail to an address arrives in a mailbox: the address is that mailbox, with or
// without an addition.
func reaches(address, mailbox string) bool {
	at, our := strings.LastIndexByte(address, '@'), strings.LastIndexByte(mailbox, '@')
	if at < 0 || our < 0 || !strings.EqualFold(mime.ASCIIDomain(address)[at+1:], mime.ASCIIDomain(mailbox)[our+1:]) {
		return false
	}
	local, ours := strings.ToLower(address[:at]), strings.ToLower(mailbox[:our])
	return local == ours || strings.HasPrefix(local, ours+"+")
}

// trusted returns how far a letter's Authentication-Results headers vouch for its sender. Only the
// topmost header that names authservID counts; with authservID "" nobody vouches.
func trusted(l *reply.Letter, authservID string) auth.Trust {
	return atMost(l, auth.JudgeTrust(l.Results, authservID, l.From), auth.CameDirectly(l.Results, authservID, l.From))
}

// atMost lowers Proved to Unproved for a letter whose header can be read in two ways, and for one that whoever passed it
// on could have added to, unless it comes straight from its sender's servers.
func atMost(l *reply.Letter, trust auth.Trust, straight bool) auth.Trust {
	_, whole := auth.SignedIdentity(l.Signatures, l.From, l.Date)
	whole = whole && auth.IsFieldSigned(l.Signatures, l.From, "from")
	if trust == auth.Proved && (l.Loose || !whole && !straight) {
		return auth.Unproved
	}
	return trust
}

// KeysOf returns the keys of a letter for ordered processing: its sender, and the matches that its tokens
// or its subject name. Letters without a common key may be decided in any order.
func (r *Receiver) KeysOf(raw []byte) []string {
	h, _, _ := mime.SplitMail(raw) // a letter that cannot be read names nobody
	l := &reply.Letter{Head: mime.ReadHead(h)}
	keys := []string{"from " + l.From}
	tokens, _ := r.Keys.Find(l.To, r.Mailbox)
	matches := engine.MapList(tokens, func(t token.Token) int64 { return t.Match })
	if match := l.SubjectMatch(); match != 0 {
		matches = append(matches, match)
	}
	return append(keys, engine.MapList(matches,
		func(id int64) string { return "match " + strconv.FormatInt(id, 10) })...)
}

// address sets the seat that a letter is for: by its token, otherwise by the letter it answers. A letter
// with two tokens counts only if each of its lines names a match; otherwise in.Trouble says so.
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
			first, in.Trouble = &tokens[0], new(engine.Say("letter.two-tokens")) // the seat is ambiguous
		}
	}
	in.Ref = refOf(*first)
	if ref.notice != nil && ref.notice.Match != 0 && first.Match != 0 && ref.notice.Match != first.Match { // an offered seat has a token without a match
		r.Log.Warn("the token of a letter is for another match than the letter it answers; the token counts", "id", hex.EncodeToString(in.Hash[:6]))
	}
}

// named returns the token for the first line if every line names the match of some token and no two
// tokens belong to the same match. Otherwise it returns nil.
func named(tokens []token.Token, lines []speech.Line) *token.Token {
	by := map[int64]*token.Token{}
	for i, t := range tokens {
		if t.Match == 0 || by[t.Match] != nil {
			return nil
		}
		by[t.Match] = &tokens[i]
	}
	if len(lines) == 0 || slices.ContainsFunc(lines, func(line speech.Line) bool { return by[line.Match] == nil }) {
		return nil
	}
	return by[lines[0].Match]
}

func refOf(t token.Token) *model.Ref {
	return &model.Ref{Match: t.Match, Seat: t.Seat, Purpose: model.RefPurpose(t.Purpose), Step: t.Step}
}
