package db

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// entryVersion begins each row of the journal. A program that settles what one before it left
// must know how that was written.
const entryVersion = 1

// What follows each value's sort in a row of the journal.
const (
	anNull byte = iota
	anInt
	aText
	someBytes
	aTime // microseconds since 1970
	aTruth
	aSpan // microseconds
)

// errEntry says that a row of the journal cannot be read.
var errEntry = errors.New("a row of the journal cannot be read")

// encodeRows writes rows of tables as one row of the journal: for each kind that has any, its
// number, how many values, and those. It says false for a value it has no way to write.
func encodeRows(rows *[kinds][]any) ([]byte, bool) {
	b := append(make([]byte, 0, 1024), entryVersion)
	for k, args := range rows {
		if len(args) == 0 {
			continue
		}
		b = binary.AppendUvarint(append(b, byte(k)), uint64(len(args)))
		for _, a := range args {
			var ok bool
			if b, ok = appendValue(b, a); !ok {
				return nil, false
			}
		}
	}
	return b, true
}

func appendValue(b []byte, v any) ([]byte, bool) {
	switch v := v.(type) {
	case nil:
		return append(b, anNull), true
	case int:
		return binary.AppendVarint(append(b, anInt), int64(v)), true
	case int64:
		return binary.AppendVarint(append(b, anInt), v), true
	case string:
		return append(binary.AppendUvarint(append(b, aText), uint64(len(v))), v...), true
	case []byte:
		if v == nil {
			return append(b, anNull), true
		}
		return append(binary.AppendUvarint(append(b, someBytes), uint64(len(v))), v...), true
	case time.Time:
		return binary.AppendVarint(append(b, aTime), v.UnixMicro()), true
	case json.RawMessage:
		return appendValue(b, string(v))
	case time.Duration:
		return binary.AppendVarint(append(b, aSpan), v.Microseconds()), true
	case bool:
		if v {
			return append(b, aTruth, 1), true
		}
		return append(b, aTruth, 0), true
	case *int:
		return appendPointed(b, v)
	case *int64:
		return appendPointed(b, v)
	case *time.Time:
		return appendPointed(b, v)
	}
	return nil, false
}

func appendPointed[T int | int64 | time.Time](b []byte, v *T) ([]byte, bool) {
	if v == nil {
		return append(b, anNull), true
	}
	return appendValue(b, *v)
}

// decodeRows reads what encodeRows wrote.
func decodeRows(b []byte) (rows [kinds][]any, err error) {
	if len(b) == 0 || b[0] != entryVersion {
		return rows, fmt.Errorf("%w: it is of another version", errEntry)
	}
	r := entryReader{rest: b[1:]}
	for len(r.rest) > 0 && r.err == nil {
		k, n := kind(r.byte()), r.uvarint()
		if k >= kinds || n > uint64(len(r.rest)) {
			return rows, errEntry
		}
		args := make([]any, n)
		for i := range args {
			args[i] = r.value()
		}
		rows[k] = append(rows[k], args...)
	}
	if r.err == nil && !wellFormed(&rows) {
		return rows, errEntry
	}
	return rows, r.err
}

// shapes are the kinds that stand in the journal: how many values a row has, and which of them
// are numbers (i), texts (t) or bytes (b) that settling looks at.
var shapes = [kinds]string{
	aFact: "........", clockGone: "ii", clockSet: "ii.......", someWords: ".....", aSign: "i.tbi", dueGone: "iit", dueSet: "iit..",
	noted: "...............", aNotice: "...t..........", followed: "i..i", aCall: "i....", seatSet: "ii...........",
}

func wellFormed(rows *[kinds][]any) bool {
	for k, args := range rows {
		shape := shapes[k]
		if len(args) > 0 && (shape == "" || len(args)%len(shape) != 0) {
			return false
		}
		for i, a := range args {
			ok := true
			switch shape[i%len(shape)] {
			case 'i':
				_, ok = a.(int64)
			case 't':
				_, ok = a.(string)
			case 'b':
				_, ok = a.([]byte)
			}
			if !ok {
				return false
			}
		}
	}
	return true
}

type entryReader struct {
	rest []byte
	err  error
}

func (r *entryReader) take(n uint64) []byte {
	if n > uint64(len(r.rest)) {
		r.err, r.rest = errEntry, nil
		return nil
	}
	out := r.rest[:n:n]
	r.rest = r.rest[n:]
	return out
}

func (r *entryReader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *entryReader) uvarint() uint64 { return readInt(r, binary.Uvarint) }

func (r *entryReader) varint() int64 { return readInt(r, binary.Varint) }

func readInt[T int64 | uint64](r *entryReader, read func([]byte) (T, int)) T {
	v, n := read(r.rest)
	if n <= 0 {
		r.err, r.rest = errEntry, nil
		return 0
	}
	r.rest = r.rest[n:]
	return v
}

func (r *entryReader) value() any {
	switch r.byte() {
	case anNull:
		return nil
	case anInt:
		return r.varint()
	case aText:
		return string(r.take(r.uvarint()))
	case someBytes:
		return append([]byte{}, r.take(r.uvarint())...)
	case aTime:
		return time.UnixMicro(r.varint()).UTC()
	case aTruth:
		return r.byte() == 1
	case aSpan:
		return time.Duration(r.varint()) * time.Microsecond
	}
	r.err, r.rest = errEntry, nil
	return nil
}
