// Package inbox turns a letter into a decision: it finds out which letter of ours is answered, cuts the
// letter down to what its sender wrote, judges how far the sender is believed, and hands the result to
// the house. Letters reach Receiver.Take through the packages imap, lmtp and hook. What a command means
// is decided in house.
package inbox

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/mail"
	"pitpost.example/engine"
	"pitpost.example/failpoint"
	"pitpost.example/house/desk"
	"pitpost.example/inbox/auth"
	"pitpost.example/inbox/intake"
	"pitpost.example/inbox/mime"
	"pitpost.example/inbox/reply"
	"pitpost.example/inbox/report"
	"pitpost.example/inbox/spelling"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/server"
	"pitpost.example/speech"
	"pitpost.example/token"
)

// triesMost is how often a letter is tried that fails because of an error in the house, before it is set
// aside.
const triesMost = 5

// Receiver takes raw letters from all sources. It is safe for concurrent use, and the same letter from
// two sources counts once.
type Receiver struct {
	House *server.House
	DB    *db.DB
	Keys  token.Keys
	// Mailbox is our address without a token. AuthservID names the server whose Authentication-Results
	// count, "" for none.
	Mailbox, AuthservID string
	// Sealers lists the domains whose ARC seals count for what they found before they passed a letter on.
	Sealers []string
	// Also lists other addresses whose mail arrives in Mailbox.
	Also []string
	// Provider is the domain of who provides the mailbox, if no person's address is in it; "" if that is not known.
	Provider string
	// Check, if set, checks SPF, DKIM and DMARC of letters that came straight from the net and that
	// AuthservID says nothing about. If it is nil, their senders stay unproved.
	Check func(ctx context.Context, m auth.Mail) auth.Report
	Log   *slog.Logger
	// Now returns the time. It must be set.
	Now func() time.Time
	// Patience is the longest working time for one letter, by default 30 s.
	Patience time.Duration

	flood  flood
	once   sync.Once
	reader reply.Reader // knows the commands of the house's games, once open was called
}

// decide decides about a letter that was opened, or that could not be opened because of err.
func (r *Receiver) decide(ctx context.Context, l *reply.Letter, err error, raw []byte, door intake.Source) (intake.Fate, error) {
	addEnvelope(l, door.Envelope)
	if by, err := r.passesBy(ctx, l, raw, door); err != nil {
		return intake.Later, err
	} else if by {
		return intake.NotOurs, nil
	}
	var ref *found
	var answered []model.Notice
	if stop := r.unsubscribes(l); stop != nil && (err != nil || l.Automatic != "") {
		return r.obey(ctx, l, stop, raw, door)
	}
	away := r.ofPerson(ctx, l)
	if err == nil && away == nil {
		ref, answered, away = r.trim(ctx, l)
	}
	if away = cmp.Or(away, r.bounced(ctx, l)); away != nil {
		return intake.Later, away
	}
	r.Log.Info("letter in", "id", db.TraceID(r.identity(l)), "door", door.Name, "uid", door.UID, "bytes", len(raw))
	var unreadable *mime.Unreadable
	switch {
	case door.TooBig:
		return r.note(ctx, l, raw, door, model.LetterSetAside, "larger than letters may be")
	case l.Automatic == "" && errors.As(err, &unreadable):
		from := origin{from: l.From}
		if l.From == "" || r.flood.over(from, r.Now()) != "" {
			return r.note(ctx, l, raw, door, model.LetterSetAside, unreadable.Why)
		}
		r.flood.count(from, r.Now())
		return r.putAside(ctx, l, raw, door, unreadable.Why, engine.Say("letter.sealed", "why", unreadable.Why))
	case l.Automatic == "" && err != nil:
		return intake.Later, err
	case l.Automatic != "": // a report is read part by part, so what cannot be read for people hides nothing
		why, err := r.reported(ctx, l, raw)
		if err != nil {
			return r.failed(ctx, l, raw, door, err)
		}
		return r.note(ctx, l, nil, door, model.LetterDrop, why)
	case l.From == "":
		return r.note(ctx, l, raw, door, model.LetterHold, model.NoSender)
	}
	fate, err := r.carry(ctx, l, ref, answered, raw, door)
	if err == nil {
		failpoint.KillAt("poll.taken")
		return fate, nil
	}
	if ctx.Err() != nil {
		return intake.Later, ctx.Err()
	}
	return r.failed(ctx, l, raw, door, err)
}

// trim finds out what a person's letter answers, as ref does, and trims the letter, given the letters of ours that it
// may quote. It returns nil for an automatic letter.
func (r *Receiver) trim(ctx context.Context, l *reply.Letter) (ref *found, answered []model.Notice, err error) {
	if l.Automatic != "" {
		if l.Trim(func() reply.Known { return reply.Known{} }); l.Automatic != "" {
			return nil, nil, nil
		}
	}
	if ref, answered, err = r.ref(ctx, l); err != nil {
		return nil, nil, err
	}
	l.Trim(func() (known reply.Known) {
		known, err = r.known(ctx, l, answered)
		return known
	})
	return ref, answered, err
}

// carry hands a person's letter to the house. answered are the letters of ours that it answers.
func (r *Receiver) carry(ctx context.Context, l *reply.Letter, ref *found, answered []model.Notice, raw []byte, door intake.Source) (intake.Fate, error) {
	from := origin{l.From, r.trust(ctx, l, raw, door), ref != nil}
	if why := r.flood.over(from, r.Now()); why != "" {
		return r.note(ctx, l, nil, door, model.LetterDrop, why)
	}
	if tokens, _ := r.Keys.Find([]string{l.From}, r.Mailbox); len(tokens) > 0 {
		// Answered, or taken for somebody's second address, it would have the house write to itself.
		return r.note(ctx, l, nil, door, model.LetterDrop, "sent in the name of an address of ours")
	}
	text, unsure := strings.Join(l.Words(), "\n"), l.Unsure
	if opens := opening(l, text); opens != "" {
		text, unsure = opens, nil
	} else if l.Button { // the program's own words stand below
		text, unsure = l.BareSubject(), nil
	}
	in := &desk.Letter{From: l.From, Display: l.Name, Trust: model.Trust(from.trust), Lines: speech.Ear{Lang: "en", Fold: spelling.NormaliseLine}.Lines(text, unsure), Text: text, Quoted: unsure,
		MessageID: l.MessageID, Door: door.Name, Subject: l.Subject, Kept: l.Kept, ReceivedAt: door.ReceivedAt, Now: r.Now(), Hash: r.identity(l), WordsHash: l.KeptHash,
		Headers: desk.Headers{SubjectMatch: l.SubjectMatch(), References: followed(l), Raw: raw[:min(len(raw), rawMost)], Signed: signed(l, from.trust),
			East: l.East, Own: r.oursAlone(l, door), Others: r.others(l), Note: report.IsAbsenceNote(text), Reaction: l.Reacted, Signs: r.fingerprints(l.From, raw)},
		Doubts: desk.Doubts{Confusable: spelling.FindConfusable, Below: below(l)}}
	if !l.Button {
		in.Trouble, in.Unsure = troubleOf(l)
	}
	r.address(in, l, ref)
	if ref != nil || r.answersUs(l) {
		in.Unknown = ref == nil && len(answered) == 0
		if len(answered) > 0 {
			in.SentTo = answered[0].Address
		}
	}
	state, why, err := r.House.Take(ctx, in)
	if err != nil {
		return intake.Later, err
	}
	r.flood.count(from, r.Now())
	return r.ended(in.Hash, door, state, why), nil
}

// ended logs the final state of a letter and returns its fate.
func (r *Receiver) ended(id [32]byte, door intake.Source, state model.LetterState, why string) intake.Fate {
	r.Log.Info("letter", "id", db.TraceID(id), "door", door.Name, "state", state, "why", why)
	if state == model.LetterSetAside {
		return intake.SetAside
	}
	return intake.Processed
}

// trust returns how far the sender of a letter is believed, given how the letter came.
func (r *Receiver) trust(ctx context.Context, l *reply.Letter, raw []byte, door intake.Source) auth.Trust {
	trust, straight := trusted(l, r.AuthservID), auth.CameDirectly(l.Results, r.AuthservID, l.From)
	if e := door.Envelope; trust == auth.Unproved && r.Check != nil && e != nil {
		// If a check fails for a passing reason, such as DNS, the sender is neither proved nor taken for a forger.
		report := r.Check(ctx, auth.Mail{Raw: raw, From: l.From, Return: e.From, Client: e.Client, Helo: e.Helo})
		straight = report.Straight(l.From)
		trust = atMost(l, report.Trust(), straight)
	}
	chain := auth.Chain{Seals: l.Seals, Results: l.SealedResults}
	if trust != auth.Proved && !l.Loose && auth.JudgeChain(l.Results, r.AuthservID, chain, r.Sealers, l.From) == auth.Proved {
		trust = auth.Proved
	}
	// A server that takes a letter for spam does not vouch for its sender. A genuine letter to somebody
	// else proves nothing either: its recipient could bring it here with a token on the envelope.
	if trust == auth.Proved && (door.Junk || !r.toUs(l, straight)) {
		return auth.Unproved
	}
	return trust
}

// signed returns what a letter that its sender's servers vouch for is known by under any Message-ID, zero if they signed its
// Message-ID too, or nothing.
func signed(l *reply.Letter, trust auth.Trust) (sum [32]byte) {
	if same, _ := auth.SignedIdentity(l.Signatures, l.From, l.Date); trust == auth.Proved && same != "" {
		sum = sha256.Sum256([]byte(l.From + "\x00" + same))
	}
	return sum
}

// identity returns what two copies of the same letter have in common, however they came: the hash of
// Message-ID, sender and kept text. Without a Message-ID it is the hash of the bytes.
func (r *Receiver) identity(l *reply.Letter) [32]byte {
	if l.MessageID == "" {
		return l.Hash
	}
	return sha256.Sum256([]byte(l.MessageID + "\x00" + l.From + "\x00" + hex.EncodeToString(l.KeptHash[:])))
}

// found is what a letter answers, by its token or by the Message-ID of a letter of ours.
type found struct {
	model.Ref
	notice *model.Notice
}

// threadMost limits how many letters of ours a letter may answer and quote, idsMost how many ids of each
// header are looked up.
const (
	threadMost = 8
	idsMost    = 20
)

// ref returns what a letter answers, nil if nothing, and the letters of ours that its headers name, the directly answered
// one first.
func (r *Receiver) ref(ctx context.Context, l *reply.Letter) (ref *found, answered []model.Notice, err error) {
	if answered, err = mail.NoticesByMessageIDs(ctx, r.DB, thread(l)); err != nil {
		return nil, nil, err
	}
	answered = answered[:min(len(answered), threadMost)]
	var first *model.Notice
	if len(answered) > 0 {
		first = &answered[0]
	}
	tokens, _ := r.Keys.Find(l.To, r.Mailbox)
	switch {
	case len(tokens) > 0:
		return &found{Ref: *refOf(tokens[0]), notice: first}, answered, nil
	case first == nil || first.Match == 0 && first.Purpose != model.PurposeAsk:
		return nil, answered, nil
	}
	return &found{Ref: notice.RefOf(first), notice: first}, answered, nil
}

// known returns what a letter may quote: the letters of ours that its headers name, or if they name none,
// the latest ones to the seat of its token. For that seat it adds what the sender wrote in earlier
// letters that the headers name, or that those of ours answer: some programs name only the letter that they answer.
func (r *Receiver) known(ctx context.Context, l *reply.Letter, answered []model.Notice) (known reply.Known, err error) {
	known.Ours = bytesOf(answered)
	tokens, _ := r.Keys.Find(l.To, r.Mailbox)
	if len(tokens) == 0 {
		return known, nil
	}
	if len(known.Ours) == 0 {
		latest, err := mail.ListLatestLettersTo(ctx, r.DB, tokens[0].Match, tokens[0].Seat, l.From)
		if err != nil {
			return known, err
		}
		known.Ours = bytesOf(latest)
	}
	own := slices.DeleteFunc(thread(l), r.isOurs)
	for _, n := range answered {
		var of struct {
			InReplyTo string `json:"in_reply_to"`
		}
		if json.Unmarshal(n.Params, &of) == nil && of.InReplyTo != "" {
			own = append(own, of.InReplyTo)
		}
	}
	if len(own) > 0 {
		known.Theirs, err = mail.ReadKeptWords(ctx, r.DB, tokens[0].Match, tokens[0].Seat, l.From, own)
	}
	return known, err
}

func bytesOf(notices []model.Notice) [][]byte {
	kept := engine.FilterList(notices, func(n model.Notice) bool { return len(n.Raw) > 0 })
	return engine.MapList(kept, func(n model.Notice) []byte { return n.Raw })
}

// thread returns the Message-IDs in the headers of a letter, the directly answered one first.
func thread(l *reply.Letter) []string {
	return append(lastOf(l.InReplyTo), lastOf(l.References)...)
}

// followed returns the thread up to and including the letter that this one answers, oldest first.
func followed(l *reply.Letter) []string {
	ids := slices.Clone(l.References[max(0, len(l.References)-idsMost):])
	for _, id := range l.InReplyTo[:min(1, len(l.InReplyTo))] {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// lastOf returns the last idsMost ids, newest first.
func lastOf(ids []string) []string {
	last := slices.Clone(ids[max(0, len(ids)-idsMost):])
	slices.Reverse(last)
	return last
}

// opening returns the subject of a new letter if it opens or joins a match and the text below only greets: "Hi!".
func opening(l *reply.Letter, text string) string {
	subject := l.BareSubject()
	first, _, more := strings.Cut(strings.ToLower(subject), " ")
	opens := more && (first == "new" || first == "join") || strings.Contains(subject, "@")
	if !opens || subject != strings.TrimSpace(l.Subject) || text == "" || !slices.ContainsFunc(speech.Languages(), func(lang speech.Language) bool { return speech.IsGreeting(text, lang.Code) }) {
		return ""
	}
	return subject
}

// note records a letter that is not carried out, with its state and the reason. If raw is given, the
// letter counts towards its sender's hourly limit; above that limit it is dropped.
func (r *Receiver) note(ctx context.Context, l *reply.Letter, raw []byte, door intake.Source, state model.LetterState, why string) (intake.Fate, error) {
	if raw != nil {
		if many := r.flood.over(origin{from: l.From}, r.Now()); many != "" {
			raw, state, why = nil, model.LetterDrop, many
		}
		r.flood.count(origin{from: l.From}, r.Now())
		raw = r.flood.keeps(raw, r.Now())
	}
	err := r.DB.NoteLetter(ctx, model.Letter{Hash: r.identity(l), MessageID: l.MessageID, Door: door.Name, Sender: l.From, Subject: l.Subject,
		Kept: l.Kept, State: state, Why: why, Raw: raw, ReceivedAt: door.ReceivedAt}, r.Now())
	if err != nil {
		return intake.Later, fmt.Errorf("noting a letter: %w", err)
	}
	return r.ended(r.identity(l), door, state, why), nil
}

// failed counts a try that failed because of an error in the house. After triesMost it sets the letter
// aside, so that it cannot block the mailbox.
func (r *Receiver) failed(ctx context.Context, l *reply.Letter, raw []byte, door intake.Source, cause error) (intake.Fate, error) {
	if db.IsDatabaseAway(cause) {
		return intake.Later, cause // the database is away, which is not the letter's fault
	}
	id := r.identity(l)
	r.DB.Meter().Failed(string(door.Name))
	r.Log.Error("letter not carried out", "id", db.TraceID(id), "err", cause)
	tries, err := mail.CountFailedTry(ctx, r.DB, id, cause.Error(), r.Now())
	if err != nil || tries < triesMost {
		return intake.Later, errors.Join(cause, err)
	}
	return r.note(ctx, l, raw, door, model.LetterSetAside, "failed five times")
}
