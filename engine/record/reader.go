package record

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// Limits of what is read. Real records stay far below them.
const (
	maxLine   = 1 << 20  // bytes in a line
	maxRecord = 64 << 20 // bytes in the record of one match
)

// Fault describes the first wrong line of a file.
type Fault struct {
	File string
	Line int // from 1; 0 for the file as a whole
	Why  string
}

// Error returns "file:line: why".
func (f *Fault) Error() string {
	if f.Line == 0 {
		return f.File + ": " + f.Why
	}
	return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Why)
}

// Record holds the lines of one match as they were read.
type Record struct {
	Header Header
	// Lines are all lines except the header.
	Lines []Line
	// At is the line number of the header.
	At int
}

// Line is one line of a record. Exactly one of Event, Legal and Seed is set.
type Line struct {
	At    int // line number in the file, from 1
	Event *Event
	Legal *Legal
	Seed  *[32]byte
}

// Reader reads the records of a file one by one, and unpacks gzip by itself. It keeps at most one record in
// memory.
type Reader struct {
	file  string
	lines *bufio.Reader
	at    int // lines read
	// head is the header of the next record, if it has been read already.
	head *Record
}

// NewReader returns a Reader of r. file is the name that faults give.
func NewReader(file string, r io.Reader) (*Reader, error) {
	b := bufio.NewReaderSize(r, maxLine)
	if magic, _ := b.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, &Fault{File: file, Why: "cannot be unpacked: " + err.Error()}
		}
		b = bufio.NewReaderSize(z, maxLine)
	}
	return &Reader{file: file, lines: b}, nil
}

// Next returns the next record, io.EOF after the last one, or a *Fault.
func (r *Reader) Next() (*Record, error) {
	rec := r.head
	r.head = nil
	size := 0
	for {
		text, err := r.line()
		switch {
		case err == io.EOF && rec != nil:
			return rec, nil
		case err != nil:
			return nil, err
		}
		if size += len(text); size > maxRecord {
			return nil, r.fault("the record of one match is longer than %d MB", maxRecord>>20)
		}
		line, header, err := parse(text)
		switch {
		case err != nil:
			return nil, r.fault("%v", err)
		case header != nil:
			next := &Record{Header: *header, At: r.at}
			if rec != nil {
				r.head = next
				return rec, nil
			}
			rec = next
		case rec == nil:
			return nil, r.fault("a record begins with its header, {\"record\":1,…}")
		default:
			line.At = r.at
			rec.Lines = append(rec.Lines, line)
		}
	}
}

// line reads one line without its newline. The result is valid until the next call.
func (r *Reader) line() ([]byte, error) {
	text, err := r.lines.ReadSlice('\n')
	if err == io.EOF && len(text) == 0 {
		return nil, io.EOF
	}
	r.at++
	text = bytes.TrimSuffix(text, []byte("\n"))
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return nil, r.fault("the line is longer than %d bytes", maxLine)
	case err != nil && err != io.EOF:
		return nil, r.fault("cannot be read: %v", err)
	case !utf8.Valid(text):
		return nil, r.fault("the line is not UTF-8")
	}
	return text, nil
}

func (r *Reader) fault(format string, args ...any) error {
	return &Fault{File: r.file, Line: r.at, Why: fmt.Sprintf(format, args...)}
}
