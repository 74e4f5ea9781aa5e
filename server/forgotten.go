package server

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	dbpeople "pitpost.example/db/people"
	"pitpost.example/disk"
	"pitpost.example/house/people"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// ForgetPlayer forgets a player as the operator wants it, without asking them. Letters to them that are still to leave go out
// first, within a day; until then done is false, and a running house does the rest.
func (h *House) ForgetPlayer(ctx context.Context, player int64, now time.Time) (done bool, err error) {
	err = h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, 0, func(w *world.Tx) { people.StartForgetting(w, player) })
	for err == nil && !done {
		var due []model.Due
		if due, err = h.Store.Sweep(ctx, now, 1_000_000); err != nil {
			break
		}
		due = slices.DeleteFunc(due, func(d model.Due) bool { return d.Owner != model.DueOfPlayer || d.What != model.DueForget })
		for _, d := range due {
			if err = h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, 0, func(w *world.Tx) { doDue(w, d) }); err != nil {
				return false, err
			}
		}
		done = len(due) == 0
	}
	if err != nil {
		return false, err
	}
	left, err := dbpeople.IsForgotten(ctx, h.DB, player)
	return left, errors.Join(err, h.SaveForgotten(ctx))
}

// SaveForgotten adds the hashes of all mailboxes whose players were forgotten to ForgottenFile, by which a restore from an older
// backup forgets them again.
func (h *House) SaveForgotten(ctx context.Context) error {
	if h.ForgottenFile == "" {
		return nil
	}
	known, err := dbpeople.ListForgotten(ctx, h.DB)
	if err != nil {
		return err
	}
	return addForgotten(h.ForgottenFile, known)
}

// MergeForgotten adds the hashes in one file to another.
func MergeForgotten(from, to string) error {
	known, err := readForgotten(from)
	if err != nil || len(known) == 0 {
		return err
	}
	return addForgotten(to, known)
}

// addForgotten adds hashes, with the time at which they were forgotten, to a file.
func addForgotten(file string, more map[string]time.Time) error {
	known, err := readForgotten(file)
	if err != nil {
		return err
	}
	before := maps.Clone(known)
	for hash, at := range more {
		if at = at.UTC().Truncate(time.Second); at.After(known[hash]) {
			known[hash] = at
		}
	}
	if maps.Equal(before, known) {
		return nil
	}
	var text strings.Builder
	for _, hash := range slices.Sorted(maps.Keys(known)) {
		fmt.Fprintf(&text, "%s %s\n", hash, known[hash].Format(time.RFC3339))
	}
	return disk.WriteFile(file, text.String())
}

// readForgotten reads such a file; one that is not there holds nothing.
func readForgotten(name string) (map[string]time.Time, error) {
	known := map[string]time.Time{}
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return known, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	rows := bufio.NewScanner(file)
	for rows.Scan() {
		hash, when, _ := strings.Cut(rows.Text(), " ")
		at, err := time.Parse(time.RFC3339, when)
		if err != nil {
			return nil, fmt.Errorf("%s: %q is no hash with a time", name, rows.Text())
		}
		known[hash] = at
	}
	return known, rows.Err()
}

// ForgetAgain starts to forget players whom a restore has brought back: whose mailbox stands in ForgottenFile with a later time
// than that at which they came here. It returns how many.
func (h *House) ForgetAgain(ctx context.Context, now time.Time) (n int, err error) {
	known, err := readForgotten(h.ForgottenFile)
	if err != nil || len(known) == 0 {
		return 0, err
	}
	all, err := dbpeople.ListOwners(ctx, h.DB)
	if err != nil {
		return 0, err
	}
	for _, a := range all {
		if at := known[h.Rules.Hash(a.Address)]; !at.IsZero() && !a.Since.After(at) {
			if err := h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, 0, func(w *world.Tx) { people.StartForgetting(w, a.Player) }); err != nil {
				return n, err
			}
			n++
		}
	}
	return n, nil
}
