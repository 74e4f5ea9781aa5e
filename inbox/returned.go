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

// reported acts on a report about a letter of ours and returns what it did, for the list of letters. A
// report counts only if it names the letter by something that only the letter's recipient has seen: its
// own return address, or the mark in its header.
func (r *Receiver) reported(ctx context.Context, l *reply.Letter, raw []byte) (why string, err error) {
	about := report.ParseReport(raw, l.Automatic)
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
	reason := v.Reason()
	why = fmt.Sprintf("%s bounce %s of letter %d: %s", kind, v.Status, n.ID, reason)
	if !v.Failed() {
		return why + ", its server tries on", nil // it says in the end whether it gave up
	}
	s, err := mail.RecordBounce(ctx, r.DB, mail.Bounce{Letter: n.ID, Kind: kind, Address: n.Address, Said: v.Status + " " + v.Said, Reason: reason, At: r.Now()})
	if err != nil || s == nil {
		return why + ", told before", err
	}
	if reason == model.BackRefused {
		r.Log.Warn("a provider refuses our letters by its policy; `pitpost doctor` looks at what it may miss", "outbox", n.ID, "status", v.Status)
	}
	return why, r.House.MailFails(ctx, s, r.Now())
}

// complained treats a complaint as a request to stop all mail to the address. It does so once.
func (r *Receiver) complained(ctx context.Context, about *report.Report, n *model.Notice) (string, error) {
	if !about.Unwanted() {
		return "a feedback report: " + about.Complaint, nil
	}
	why := fmt.Sprintf("a complaint (%s) about letter %d", about.Complaint, n.ID)
	done, err := mail.HasComplaint(ctx, r.DB, n.ID)
	if err != nil || done {
		return why + ", told before", err
	}
	if err := r.House.Complained(ctx, n.Address, r.Now()); err != nil {
		return "", err
	}
	_, err = mail.RecordBounce(ctx, r.DB, mail.Bounce{Letter: n.ID, Kind: model.BounceComplaint, Address: n.Address, Said: about.Complaint, At: r.Now()})
	return why, err
}

// reportedLetter returns the letter of ours that a report is about, or nil if the report proves none.
// Token and Message-ID prove nothing: every reader of an answer to the letter sees them.
func (r *Receiver) reportedLetter(ctx context.Context, l *reply.Letter, about *report.Report) (*model.Notice, error) {
	id, _ := r.Keys.Bounced(append(slices.Clone(l.To), about.SentFrom...), r.Mailbox)
	for _, mark := range about.Marks {
		if id == 0 {
			id, _ = r.Keys.Marked(mark)
		}
	}
	if id == 0 {
		return nil, nil
	}
	return mail.NoticeByID(ctx, r.DB, id)
}

// bounced marks a letter to one of our return addresses as automatic, unless it comes from the person who
// got our letter: some programs answer to that address.
func (r *Receiver) bounced(ctx context.Context, l *reply.Letter) error {
	if l.Automatic != "" {
		return nil
	}
	id, ok := r.Keys.Bounced(l.To, r.Mailbox)
	if !ok {
		return nil
	}
	n, err := mail.NoticeByID(ctx, r.DB, id)
	if err != nil {
		return fmt.Errorf("what came back: %w", err)
	}
	if n == nil || n.Address != l.From {
		l.Automatic = "sent to a return address"
	}
	return nil
}

// NoteLostLetter notes a letter that is in the mailbox but that no FETCH returns.
func (r *Receiver) NoteLostLetter(ctx context.Context, door intake.Source) error {
	l := &reply.Letter{Head: mime.Head{MessageID: fmt.Sprintf("uid %d of %d in %s", door.UID, door.UIDValidity, door.Mailbox)}}
	_, err := r.note(ctx, l, nil, door, model.LetterSetAside, "it could not be fetched")
	return err
}
