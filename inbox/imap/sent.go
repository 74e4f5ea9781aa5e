package imap

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
)

// sentMark is the header field that every letter of the house has. It identifies copies in a folder of sent
// mail.
const sentMark = "X-Pitpost"

// sentEvery is the time between two sweeps.
const sentEvery = 10 * time.Minute

// SentSweeper deletes the copies that a provider keeps of letters sent through it, because they show every
// hand of every match. It only touches letters with a sentMark.
type SentSweeper struct {
	Account Account
	Log     *slog.Logger

	floors map[numbering]uint32 // up to which UID a folder has been looked at
}

// numbering is one UIDVALIDITY of a folder.
type numbering struct {
	folder   string
	validity uint32
}

// Run sweeps until ctx ends.
func (s *SentSweeper) Run(ctx context.Context) {
	sweeping(ctx, sentEvery, s.Log, "copies of sent letters not deleted; trying again", s.Sweep)
}

// Sweep deletes the copies that exist now. It must not run twice at the same time.
func (s *SentSweeper) Sweep(ctx context.Context) error {
	line, err := s.Account.dialToErase(ctx)
	if errors.Is(err, errNoExpunge) {
		return fmt.Errorf("%w; set SENT=keep", err)
	}
	if err != nil {
		return err
	}
	defer line.Close()
	list, err := line.everyFolder(ctx)
	sent, bin := pick(list, imap.MailboxAttrSent, "sent", "sent items", "sent messages", "sent mail"), ""
	if err != nil || sent == "" {
		return err
	}
	// Gmail only archives what is expunged in the sent folder, so copies must go through the bin.
	if line.client.Caps().Has("X-GM-EXT-1") {
		bin = pick(list, imap.MailboxAttrTrash)
	}
	return s.sweep(ctx, line, sent, bin)
}

// sweep deletes the copies in a folder, through the bin if one is named.
func (s *SentSweeper) sweep(ctx context.Context, line *connection, sent, bin string) error {
	if bin != "" {
		err := s.clear(ctx, line, sent, func(uids []uint32) error { return line.Move(ctx, uids, bin) })
		if err != nil {
			return err
		}
		sent = bin
	}
	return s.clear(ctx, line, sent, func(uids []uint32) error {
		return line.watchdog.guard(ctx, "delete copies", func() error { return line.erase(uidSet(uids)) })
	})
}

// clear removes the marked letters of a folder, a few hundred at a time.
func (s *SentSweeper) clear(ctx context.Context, line *connection, folder string, remove func([]uint32) error) error {
	line.folder = folder
	var seen numbering
	list, err := line.List(ctx, func(validity uint32) (uint32, error) {
		seen = numbering{folder, validity}
		return s.floors[seen], nil
	})
	if err != nil {
		return fmt.Errorf("folder of sent letters: %w", err)
	}
	slices.SortFunc(list.letters, byNumber)
	for chunk := range slices.Chunk(list.letters, 300) {
		marked, whole, err := line.marked(ctx, chunk)
		if err != nil {
			return err
		}
		if len(marked) > 0 {
			if err := remove(marked); err != nil {
				return err
			}
		}
		if !whole || list.short {
			break // some were not seen: begin here next time
		}
		if s.floors == nil {
			s.floors = map[numbering]uint32{}
		}
		s.floors[seen] = chunk[len(chunk)-1].uid
	}
	return nil
}

// marked returns which of the letters have a sentMark. whole is true if all of them could be looked at.
func (l *connection) marked(ctx context.Context, letters []listed) (uids []uint32, whole bool, err error) {
	var all []uint32
	for _, letter := range letters {
		all = append(all, letter.uid)
	}
	field := part{section: imap.FetchItemBodySection{
		Specifier: imap.PartSpecifierHeader, HeaderFields: []string{sentMark}, Peek: true,
	}, limit: maxHeader}
	heads, err := l.Fetch(ctx, all, field)
	for uid, head := range heads {
		if len(head) > len(sentMark) && strings.EqualFold(string(head[:len(sentMark)+1]), sentMark+":") {
			uids = append(uids, uid)
		}
	}
	slices.Sort(uids)
	return uids, len(heads) == len(all), err
}
