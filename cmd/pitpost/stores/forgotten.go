package stores

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"pitpost.example/disk"
)

// ForgottenFile is the file in a folder with the hashes of mailboxes whose players were forgotten.
func ForgottenFile(folder string) string { return filepath.Join(folder, "forgotten") }

// MergeForgotten adds the hashes in one file to another.
func MergeForgotten(from, to string) error {
	known, err := readForgotten(from)
	if err != nil || len(known) == 0 {
		return err
	}
	_, err = AddForgotten(to, known)
	return err
}

// AddForgotten adds hashes of mailboxes, with the time at which their players were forgotten, to a file, and returns all that are
// there.
func AddForgotten(file string, more map[string]time.Time) (all map[string]time.Time, err error) {
	known, err := readForgotten(file)
	if err != nil {
		return nil, err
	}
	before := maps.Clone(known)
	for hash, at := range more {
		if at = at.UTC().Truncate(time.Second); at.After(known[hash]) {
			known[hash] = at
		}
	}
	if maps.Equal(before, known) {
		return known, nil
	}
	var text strings.Builder
	for _, hash := range slices.Sorted(maps.Keys(known)) {
		fmt.Fprintf(&text, "%s %s\n", hash, known[hash].Format(time.RFC3339))
	}
	return known, disk.WriteFile(file, text.String())
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
