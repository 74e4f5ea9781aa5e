package imap

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/emersion/go-imap/v2"
)

// ready makes sure that letters can be moved and that the folders exist.
func (l *connection) ready(ctx context.Context, folders ...string) (err error) {
	if caps := l.client.Caps(); !caps.Has(imap.CapMove) && !caps.Has(imap.CapUIDPlus) {
		// A letter could not be removed from a folder without expunging what others have marked deleted.
		return errors.New("the mail server knows neither MOVE nor UIDPLUS")
	}
	if l.prefix, err = l.namespace(ctx); err != nil {
		return err
	}
	for _, folder := range folders {
		there, err := l.folders(ctx, l.full(folder), nil)
		if err == nil && len(there) == 0 {
			err = l.create(ctx, l.full(folder))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// full returns a folder's name with the prefix that the server wants.
func (l *connection) full(folder string) string {
	if strings.HasPrefix(folder, l.prefix) {
		return folder
	}
	return l.prefix + folder
}

// namespace returns the prefix of all folder names of this account, such as "INBOX.".
func (l *connection) namespace(ctx context.Context) (string, error) {
	if !l.client.Caps().Has(imap.CapNamespace) {
		return "", nil
	}
	names, err := ask(ctx, l.watchdog, "ask for the namespace", func() (*imap.NamespaceData, error) { return l.client.Namespace().Wait() })
	switch {
	case err != nil && !IsServerAnswer(err):
		return "", err
	case err != nil || len(names.Personal) == 0:
		return "", nil
	}
	return names.Personal[0].Prefix, nil
}

func (l *connection) create(ctx context.Context, folder string) error {
	return l.watchdog.guard(ctx, "make folder "+folder, func() error {
		err := l.client.Create(folder, nil).Wait()
		if answer, ok := errors.AsType[*imap.Error](err); ok && answer.Code == imap.ResponseCodeAlreadyExists {
			return nil // another client created it meanwhile
		}
		if err != nil {
			return err
		}
		if err := l.client.Subscribe(folder).Wait(); !IsServerAnswer(err) {
			return err
		}
		return nil // many mail programs show only subscribed folders, but we do not depend on it
	})
}

// folders lists the folders that match a pattern.
func (l *connection) folders(ctx context.Context, pattern string, options *imap.ListOptions) ([]*imap.ListData, error) {
	return ask(ctx, l.watchdog, "list folders", func() ([]*imap.ListData, error) { return l.client.List("", pattern, options).Collect() })
}

// errNoJunk is the error for an account without a spam folder.
var errNoJunk = errors.New("the account has no folder for spam")

// junk returns the account's spam folder: the one that the server marks as such, otherwise one with a usual
// name, or "".
func (l *connection) junk(ctx context.Context) (string, error) {
	list, err := l.everyFolder(ctx)
	return pick(list, imap.MailboxAttrJunk, "junk", "spam", "junk e-mail", "junk email", "junk mail", "bulk mail"), err
}

// everyFolder lists all folders, with their special uses if the server tells them.
func (l *connection) everyFolder(ctx context.Context) ([]*imap.ListData, error) {
	var options *imap.ListOptions
	if caps := l.client.Caps(); caps.Has(imap.CapSpecialUse) && caps.Has(imap.CapListExtended) {
		options = &imap.ListOptions{ReturnSpecialUse: true}
	}
	return l.folders(ctx, "*", options)
}

// pick returns the folder with the attribute, otherwise the first folder whose last name is among names, or
// "".
func pick(list []*imap.ListData, attr imap.MailboxAttr, names ...string) string {
	named := ""
	for _, folder := range list {
		if slices.Contains(folder.Attrs, attr) {
			return folder.Mailbox
		}
		last := folder.Mailbox[strings.LastIndex(folder.Mailbox, string(folder.Delim))+1:]
		if named == "" && slices.Contains(names, strings.ToLower(last)) && !slices.Contains(folder.Attrs, imap.MailboxAttrNoSelect) {
			named = folder.Mailbox
		}
	}
	return named
}

// Move moves those letters that still exist, in one command. Missing letters are not an error. They are not named
// in the command, because some servers would answer with something that the library cannot parse.
func (l *connection) Move(ctx context.Context, uids []uint32, folder string) error {
	present, err := l.survey(ctx, uidSet(uids), uint32(len(uids)))
	if err != nil {
		return err
	}
	var set imap.UIDSet
	for _, letter := range present {
		if !letter.at.IsZero() { // without a date it only reports a flag, set before the letter was expunged
			set.AddNum(imap.UID(letter.uid))
		}
	}
	if len(set) == 0 {
		return nil
	}
	folder = l.full(folder)
	err = l.relocate(ctx, set, folder)
	if answer, ok := errors.AsType[*imap.Error](err); ok && answer.Code == imap.ResponseCodeTryCreate {
		if err := l.create(ctx, folder); err != nil {
			return err
		}
		err = l.relocate(ctx, set, folder)
	}
	return err
}

func (l *connection) relocate(ctx context.Context, set imap.UIDSet, folder string) error {
	return l.watchdog.guard(ctx, "move letters", func() error {
		if l.client.Caps().Has(imap.CapMove) {
			_, err := l.client.Move(set, folder).Wait()
			return err
		}
		// The library's own fallback would delete the letters without waiting for the copy to succeed.
		if _, err := l.client.Copy(set, folder).Wait(); err != nil {
			return err
		}
		return l.erase(set)
	})
}

// erase deletes exactly these letters from the open folder, and no others that somebody has marked deleted.
// It must be called under a guard.
func (l *connection) erase(set imap.UIDSet) error {
	mark := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{imap.FlagDeleted}}
	if err := l.client.Store(set, mark, nil).Close(); err != nil {
		return fmt.Errorf("mark deleted: %w", err)
	}
	return l.client.UIDExpunge(set).Close()
}
