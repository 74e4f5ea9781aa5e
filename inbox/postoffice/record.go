package postoffice

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"time"

	"github.com/emersion/go-imap/v2"
)

// A folder is one file of records, only ever appended to. A record is a head line with a
// checksum and two lengths, a fact as JSON, and, for a letter, its bytes:
//
//	5f3a1c22 61 1834\n{"letter":7,"time":"…"}Return-Path: …\n
//
// A record that was cut off by a crash fails its checksum; it was never acknowledged to
// anybody, and it ends the file.

// fact is what one record says. Exactly one of Validity, Letter, Flagged and Gone is set.
type fact struct {
	Validity uint32      `json:"validity,omitempty"` // the first record: the folder's numbering
	Next     imap.UID    `json:"next,omitempty"`     // with it: the first number not yet given out
	Letter   imap.UID    `json:"letter,omitempty"`   // a letter came in under this number
	Time     *time.Time  `json:"time,omitempty"`     // with it: when
	Flagged  imap.UID    `json:"flagged,omitempty"`  // a letter's flags are now Flags
	Flags    []imap.Flag `json:"flags,omitempty"`
	Gone     []imap.UID  `json:"gone,omitempty"` // letters were removed
}

var (
	errTorn  = errors.New("a record is cut off or damaged")
	checksum = crc32.MakeTable(crc32.Castagnoli)
)

// maxRecord bounds what a damaged length can make the reader ask memory for.
const maxRecord = 64 << 20

// record is a fact, and the bytes of the letter that came in.
type record struct {
	fact
	raw []byte
}

// write appends a record and returns where in b its raw bytes begin.
func (r record) write(b *bytes.Buffer) (at int, err error) {
	text, err := json.Marshal(r.fact)
	if err != nil {
		return 0, fmt.Errorf("write a post office record: %w", err)
	}
	sum := crc32.Update(crc32.Checksum(text, checksum), checksum, r.raw)
	fmt.Fprintf(b, "%08x %d %d\n", sum, len(text), len(r.raw))
	b.Write(text)
	at = b.Len()
	b.Write(r.raw)
	b.WriteByte('\n')
	return at, nil
}

// readRecord reads the next record: its fact, the length of its raw bytes, how many bytes
// stand before those, and how many the record has in all. It returns io.EOF at the end and
// errTorn for anything that is not a whole record.
func readRecord(r *bufio.Reader) (f fact, size, before, all int64, err error) {
	head, err := r.ReadSlice('\n')
	if err == io.EOF && len(head) == 0 {
		return f, 0, 0, 0, io.EOF
	}
	var sum uint32
	var text int64
	if err != nil || len(head) > 64 {
		return f, 0, 0, 0, torn(err)
	}
	if n, _ := fmt.Sscanf(string(head), "%08x %d %d\n", &sum, &text, &size); n != 3 ||
		text < 0 || size < 0 || text > maxRecord || size > maxRecord {
		return f, 0, 0, 0, errTorn
	}
	before = int64(len(head)) + text
	body := make([]byte, text+size+1)
	if _, err := io.ReadFull(r, body); err != nil {
		return f, 0, 0, 0, torn(err)
	}
	if body[text+size] != '\n' || crc32.Checksum(body[:text+size], checksum) != sum || json.Unmarshal(body[:text], &f) != nil {
		return f, 0, 0, 0, errTorn
	}
	return f, size, before, before + size + 1, nil
}

// torn tells a file that ends early from a disk that fails: the first is mended, the second
// must not lead to anything being cut off.
func torn(err error) error {
	if err == nil || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, bufio.ErrBufferFull) {
		return errTorn
	}
	return fmt.Errorf("read a post office folder: %w", err)
}
