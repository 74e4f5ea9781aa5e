package imap

import (
	"cmp"
	"context"
	"errors"
	"io"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// listing is what lies in the folder: numbers, times and sizes. Envelope and structure are
// never asked for, because their parser gives the connection up over malformed mail.
type listing struct {
	validity uint32
	letters  []listed
	short    bool // some letters may be missing from it
}

// listed is a letter that lies in the folder.
type listed struct {
	uid  uint32
	at   time.Time // INTERNALDATE
	size int64     // RFC822.SIZE
}

func byNumber(a, b listed) int { return cmp.Compare(a.uid, b.uid) }

// part is how much of a letter to fetch.
type part struct {
	section imap.FetchItemBodySection
	limit   int64 // bytes kept of each
}

// maxHeader is how many bytes of a header are fetched when the body is not wanted.
const maxHeader = 100 << 10

func headerOnly() part {
	return part{section: imap.FetchItemBodySection{
		Specifier: imap.PartSpecifierHeader, Peek: true,
		Partial: &imap.SectionPartial{Size: maxHeader},
	}, limit: maxHeader}
}

func wholeLetter(limit int64) part {
	return part{section: imap.FetchItemBodySection{Peek: true}, limit: limit}
}

// List opens the folder anew, so that a change of numbering is seen, and lists the letters
// in it whose UID is above what above answers for that numbering.
func (l *connection) List(ctx context.Context, above func(validity uint32) (uint32, error)) (listing, error) {
	select {
	case <-l.news: // what was announced so far is in the list to come
	default:
	}
	box, err := l.choose(ctx, l.folder)
	if err != nil {
		return listing{}, err
	}
	floor, err := above(box.UIDValidity)
	if err != nil {
		return listing{}, err
	}
	list := listing{validity: box.UIDValidity}
	if box.NumMessages == 0 || box.UIDNext != 0 && uint32(box.UIDNext) <= floor+1 {
		return list, nil
	}
	all, err := l.survey(ctx, imap.UIDSet{imap.UIDRange{Start: imap.UID(floor + 1)}})
	if list.short = isAnswer(err); err != nil && !list.short {
		return list, err
	}
	for _, letter := range all {
		// Without a date it is no answer but news of a flag that somebody set meanwhile.
		if letter.at.IsZero() {
			list.short = true
			continue
		}
		list.letters = append(list.letters, letter)
	}
	return list, nil
}

// choose selects a folder.
func (l *connection) choose(ctx context.Context, folder string) (*imap.SelectData, error) {
	return ask(ctx, l.dog, "open folder", func() (*imap.SelectData, error) { return l.client.Select(folder, nil).Wait() })
}

// survey fetches number, time and size of each letter of set that is there. With a NO from
// the server it returns what came all the same.
func (l *connection) survey(ctx context.Context, set imap.UIDSet) ([]listed, error) {
	found, err := ask(ctx, l.dog, "list letters", func() ([]*imapclient.FetchMessageBuffer, error) {
		return l.client.Fetch(set, &imap.FetchOptions{UID: true, InternalDate: true, RFC822Size: true}).Collect()
	})
	var letters []listed
	for _, one := range found {
		if one.UID != 0 {
			letters = append(letters, listed{uint32(one.UID), one.InternalDate, one.RFC822Size})
		}
	}
	return letters, err
}

// Fetch reads the given part of many letters in one command, without marking them read. A
// letter that is gone, or that the server cannot give, is missing from the answer.
func (l *connection) Fetch(ctx context.Context, uids []uint32, what part) (map[uint32][]byte, error) {
	got := make(map[uint32][]byte, len(uids))
	err := l.dog.guard(ctx, "fetch letters", func() error {
		answers := l.client.Fetch(uidSet(uids), &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{&what.section}})
		for msg := answers.Next(); msg != nil; msg = answers.Next() {
			uid, raw, err := readLetter(msg, what.limit)
			if err != nil {
				answers.Close()
				return err
			}
			if uid != 0 && raw != nil {
				got[uid] = raw
			}
		}
		return answers.Close()
	})
	if err != nil && !isAnswer(err) {
		return nil, err
	}
	return got, nil // with a NO for some letters of the batch, the others came
}

func readLetter(msg *imapclient.FetchMessageData, limit int64) (uid uint32, raw []byte, err error) {
	for item := msg.Next(); item != nil; item = msg.Next() {
		switch item := item.(type) {
		case imapclient.FetchItemDataUID:
			uid = uint32(item.UID)
		case imapclient.FetchItemDataBodySection:
			if item.Literal == nil {
				continue // NIL: expunged under our eyes
			}
			if raw, err = io.ReadAll(io.LimitReader(item.Literal, limit)); err != nil {
				return 0, nil, err
			}
		}
	}
	return uid, raw, nil
}

func uidSet(uids []uint32) (set imap.UIDSet) {
	for _, uid := range uids {
		set.AddNum(imap.UID(uid))
	}
	return set
}

// isAnswer tells a server's NO or BAD, after which the connection still works.
func isAnswer(err error) bool {
	_, ok := errors.AsType[*imap.Error](err)
	return ok
}
