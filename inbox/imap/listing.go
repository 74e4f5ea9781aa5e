package imap

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"pitpost.example/inbox/intake"
)

// listing says which letters are in a folder, with UIDs, times and sizes. Envelopes and body structures are
// never requested, because the library's parser closes the connection over malformed ones.
type listing struct {
	validity uint32
	letters  []listed
	short    bool // some letters may be missing
}

// listed is a letter in a folder.
type listed struct {
	uid  uint32
	at   time.Time // INTERNALDATE
	size int64     // RFC822.SIZE
}

func byNumber(a, b listed) int { return cmp.Compare(a.uid, b.uid) }

// part is a part of a letter to fetch.
type part struct {
	section imap.FetchItemBodySection
	limit   int64 // bytes to keep of each
}

// maxHeader limits the bytes of a header that are fetched without the body.
const maxHeader = 100 << 10

func headerOnly() part {
	return part{section: imap.FetchItemBodySection{
		Specifier: imap.PartSpecifierHeader, Peek: true,
		Partial: &imap.SectionPartial{Size: maxHeader},
	}, limit: maxHeader}
}

// startOnly is the header and the first lines of a letter.
func startOnly() part {
	return part{section: imap.FetchItemBodySection{Peek: true, Partial: &imap.SectionPartial{Size: intake.StartSize}}, limit: intake.StartSize}
}

func wholeLetter(limit int64) part {
	return part{section: imap.FetchItemBodySection{Peek: true}, limit: limit}
}

// List selects the folder again, so that a changed UIDVALIDITY is noticed, and lists the letters whose UID is
// greater than what above returns for that UIDVALIDITY.
func (l *connection) List(ctx context.Context, above func(validity uint32) (uint32, error)) (listing, error) {
	select {
	case <-l.news: // what has been announced so far will be in the list
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
	all, err := l.survey(ctx, imap.UIDSet{imap.UIDRange{Start: imap.UID(floor + 1)}}, box.NumMessages)
	if list.short = IsServerAnswer(err); err != nil && !list.short {
		return list, err
	}
	// An entry without a date is not an answer, but reports a flag that somebody has just set.
	list.letters = slices.DeleteFunc(slices.Clone(all), func(letter listed) bool { return letter.at.IsZero() })
	list.short = list.short || len(list.letters) < len(all)
	return list, nil
}

// choose selects a folder.
func (l *connection) choose(ctx context.Context, folder string) (*imap.SelectData, error) {
	return ask(ctx, l.watchdog, "open folder", func() (*imap.SelectData, error) { return l.client.Select(folder, nil).Wait() })
}

// survey returns UID, time and size of each letter of set that exists, at most so many. If the server answers NO, it returns
// what it sent before that, with the error.
func (l *connection) survey(ctx context.Context, set imap.UIDSet, most uint32) ([]listed, error) {
	return ask(ctx, l.watchdog.allowing(min(int64(most), lettersMost)*listedBytes), "list letters", func() (letters []listed, err error) {
		answers := l.client.Fetch(set, &imap.FetchOptions{UID: true, InternalDate: true, RFC822Size: true})
		err = l.readAnswers(answers, 0, func(one listed, _ []byte) {
			if one.uid != 0 {
				letters = append(letters, one)
			}
		})
		return letters, err
	})
}

// Fetch reads the given part of many letters in one command and does not mark them read. Letters that are
// gone or that the server cannot deliver are missing from the result.
func (l *connection) Fetch(ctx context.Context, uids []uint32, what part) (map[uint32][]byte, error) {
	got := make(map[uint32][]byte, len(uids))
	err := l.watchdog.allowing(min(int64(len(uids))*what.limit, 2*batchBytes)).guard(ctx, "fetch letters", func() error {
		answers := l.client.Fetch(uidSet(uids), &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{&what.section}})
		return l.readAnswers(answers, what.limit, func(one listed, raw []byte) {
			if one.uid != 0 && raw != nil {
				got[one.uid] = raw
			}
		})
	})
	if err != nil && !IsServerAnswer(err) {
		return nil, err
	}
	return got, nil // after a NO for some letters of the batch, the others are still good
}

// readAnswers reads the answers to a FETCH, at most limit bytes of each letter. If a literal breaks off, the connection is closed
// and the library is asked nothing more: it would read on for what is left, in two goroutines at once.
func (l *connection) readAnswers(answers *imapclient.FetchCommand, limit int64, take func(one listed, raw []byte)) error {
	for msg := answers.Next(); msg != nil; msg = answers.Next() {
		one, raw, err := readAnswer(msg, limit)
		if err != nil {
			l.watchdog.conn.Close()
			return err
		}
		take(one, raw)
	}
	return answers.Close()
}

func readAnswer(msg *imapclient.FetchMessageData, limit int64) (one listed, raw []byte, err error) {
	for err == nil {
		item := msg.Next()
		if item == nil {
			break
		}
		switch item := item.(type) {
		case imapclient.FetchItemDataUID:
			one.uid = uint32(item.UID)
		case imapclient.FetchItemDataInternalDate:
			one.at = item.Time
		case imapclient.FetchItemDataRFC822Size:
			one.size = item.Size
		case imapclient.FetchItemDataBodySection:
			if item.Literal != nil { // else it was expunged meanwhile
				raw, err = readWhole(item.Literal, limit)
			}
		case imapclient.FetchItemDataBinarySection: // nobody asked for it
			if item.Literal != nil {
				_, err = readWhole(item.Literal, 0)
			}
		}
	}
	return one, raw, err
}

// errBrokenOff is the error for a literal that ends before its length.
var errBrokenOff = errors.New("a letter broke off")

// readWhole reads a literal to its end and returns at most limit bytes of it. The library reads on in a goroutine of its own as
// soon as it is asked for the next item, and what is left of a literal would be read by both.
func readWhole(literal imap.LiteralReader, limit int64) ([]byte, error) {
	raw, err := io.ReadAll(io.LimitReader(literal, limit))
	if err != nil {
		return nil, err
	}
	rest := int64(0)
	if int64(len(raw)) == limit { // else its end was read, and may not be asked for again
		rest, err = io.Copy(io.Discard, literal)
	}
	if err == nil && int64(len(raw))+rest < literal.Size() {
		err = errBrokenOff
	}
	return raw, err
}

func uidSet(uids []uint32) (set imap.UIDSet) {
	for _, uid := range uids {
		set.AddNum(imap.UID(uid))
	}
	return set
}

// IsServerAnswer reports whether an error is a server's NO or BAD, after which the connection still works.
func IsServerAnswer(err error) bool {
	_, ok := errors.AsType[*imap.Error](err)
	return ok
}
