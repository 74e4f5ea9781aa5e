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

// A folder is a file of records that is only appended to. A record is a line with a checksum and two lengths,
// a fact as JSON, and the bytes of the letter if there is one:
//
//	5f3a1c22 61 1834\n{"letter":7,"time":"…"}Return-Path: …\n
//
// A record that a crash cut off fails its checksum. Nobody was told that it had been stored, and the file
// ends there.

// fact is the content of a record. Exactly one of Validity, Letter, Flagged and Gone is set.
type fact struct {
	Validity uint32      `json:"validity,omitempty"` // the first record: the folder's UIDVALIDITY
	Next     imap.UID    `json:"next,omitempty"`     // with it: the next UID to give out
	Letter   imap.UID    `json:"letter,omitempty"`   // a letter was stored with this UID
	Time     *time.Time  `json:"time,omitempty"`     // with it: its time
	Flagged  imap.UID    `json:"flagged,omitempty"`  // this letter's flags are now Flags
	Flags    []imap.Flag `json:"flags,omitempty"`
	Gone     []imap.UID  `json:"gone,omitempty"` // these letters were removed
}

var (
	errTorn  = errors.New("a record is cut off or damaged")
	checksum = crc32.MakeTable(crc32.Castagnoli)
)

// maxRecord limits the memory that a damaged length can make the reader request.
const maxRecord = 64 << 20

// record is a fact and the bytes of a new letter.
type record struct {
	fact
	raw []byte
}

// write appends the record to b and returns where in b the letter's bytes begin.
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

// readRecord reads the next record. It returns its fact, the length of the letter's bytes, the number of
// bytes before them, and the length of the whole record. It returns io.EOF at the end and errTorn for
// anything that is not a complete record.
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

// torn distinguishes a file that ends early from a disk that fails: the first can be truncated, but after the
// second nothing may be cut off.
func torn(err error) error {
	if err == nil || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, bufio.ErrBufferFull) {
		return errTorn
	}
	return fmt.Errorf("read a post office folder: %w", err)
}
