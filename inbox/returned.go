package inbox

import (
	"context"
	"fmt"
	"slices"

	"pitpost.example/db/mail"
	"pitpost.example/inbox/intake"
	"pitpost.example/inbox/mime"
	"pitpost.example/inbox/reply"
	"pitpost.example/inbox/report"
	"pitpost.example/model"
)

// reported does what a report about a letter of ours asks for and says so. Only a
// report counts that names the letter by what nobody but its receiver has seen: the
// return address of its own, or the mark in its header.
func (r *Receiver) reported(ctx context.Context, l *reply.Letter, raw []byte) (why string, err error) {
	about := report.Read(raw, l.Automatic)
	if about == nil {
		return l.Automatic, nil
	}
	n, err := r.reportedLetter(ctx, l, about)
	if err != nil {
		return "", err
	}
	switch {
	case n == nil:
		return l.Automatic + " that names no letter of ours", nil
	case about.Complaint != "":
		return r.complained(ctx, about, n)
	}
	v := about.VerdictFor(n.Address)
	kind := v.Kind()
	if kind == "" {
		return fmt.Sprintf("letter %d arrived", n.ID), nil
	}
	why = fmt.Sprintf("%s bounce %s of letter %d", kind, v.Status, n.ID)
	s, err := mail.Strike(ctx, r.DB, mail.Bounce{Letter: n.ID, Kind: kind, Address: n.Address, Said: v.Status + " " + v.Said, At: intake.Now(r.Now)})
	if err != nil || s == nil {
		return why + ", told before", err
	}
	if kind == model.BounceSoft && len(v.Status) > 3 && v.Status[2:4] == "7." {
		r.Log.Warn("a provider refuses our letters by its policy; `pitpost doctor` looks at what it may miss", "outbox", n.ID, "status", v.Status)
	}
	return why, r.House.MailFails(ctx, s, intake.Now(r.Now))
}

// complained takes a complaint for a stop to all that goes to the address, once.
func (r *Receiver) complained(ctx context.Context, about *report.Report, n *model.Notice) (string, error) {
	if !about.Unwanted() {
		return "a feedback report: " + about.Complaint, nil
	}
	why := fmt.Sprintf("a complaint (%s) about letter %d", about.Complaint, n.ID)
	done, err := mail.Complained(ctx, r.DB, n.ID)
	if err != nil || done {
		return why + ", told before", err
	}
	if err := r.House.Complained(ctx, n.Address, intake.Now(r.Now)); err != nil {
		return "", err
	}
	_, err = mail.Strike(ctx, r.DB, mail.Bounce{Letter: n.ID, Kind: model.BounceComplaint, Address: n.Address, Said: about.Complaint, At: intake.Now(r.Now)})
	return why, err
}

// reportedLetter is the letter of ours a report is about; nil where it proves none. What an
// answer to the letter shows to all its readers, token and Message-ID, proves nothing.
func (r *Receiver) reportedLetter(ctx context.Context, l *reply.Letter, about *report.Report) (*model.Notice, error) {
	id, err := r.returnedLetter(ctx, append(slices.Clone(l.To), about.SentFrom...))
	if err != nil {
		return nil, err
	}
	for _, mark := range about.Marks {
		if id == 0 {
			id, _ = r.Keys.Marked(mark)
		}
	}
	if id == 0 {
		return nil, nil
	}
	return mail.ByID(ctx, r.DB, id)
}

// returnedLetter is the number of the letter whose return address stands among some; 0 for
// none. Return addresses from before numbers were hidden count for a while.
func (r *Receiver) returnedLetter(ctx context.Context, addresses []string) (int64, error) {
	if id, ok := r.Keys.Bounced(addresses, r.Mailbox); ok {
		return id, nil
	}
	id, ok := r.Keys.FormerBounced(addresses, r.Mailbox)
	if !ok {
		return 0, nil
	}
	if good, err := mail.FormerNumbers(ctx, r.DB, intake.Now(r.Now)); err != nil || !good {
		return 0, err
	}
	return id, nil
}

// bounced marks a letter to a return address of ours as sent by no person, unless
// whoever got the letter wrote it: some programs answer there.
func (r *Receiver) bounced(ctx context.Context, l *reply.Letter) error {
	if l.Automatic != "" {
		return nil
	}
	id, err := r.returnedLetter(ctx, l.To)
	if err != nil || id == 0 {
		return err
	}
	n, err := mail.ByID(ctx, r.DB, id)
	if err != nil {
		return fmt.Errorf("what came back: %w", err)
	}
	if n == nil || n.Address != l.From {
		l.Automatic = "sent to a return address"
	}
	return nil
}

// Lost notes a letter that lies in the mailbox and that no FETCH can bring.
func (r *Receiver) Lost(ctx context.Context, door intake.Source) error {
	l := &reply.Letter{Head: mime.Head{MessageID: fmt.Sprintf("uid %d of %d in %s", door.UID, door.UIDValidity, door.Mailbox)}}
	_, err := r.note(ctx, l, nil, door, model.LetterSetAside, "it could not be fetched")
	return err
}
