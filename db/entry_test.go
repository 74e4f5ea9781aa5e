package db

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"
	"time"
)

// filled is a row of each kind that stands in the journal, with each type of value.
func filled() (rows [kinds][]any) {
	at := time.Date(2026, 3, 4, 12, 0, 0, 123456000, time.UTC)
	seat, player := 2, int64(9)
	rows[followed] = []any{int64(7), 12, int64(-5), 11}
	rows[aFact] = []any{int64(7), "letter 17", at, 12, "saboteur.passed", 1, "Ana", `{"é": "\u0007"}`}
	rows[clockGone] = []any{int64(7), 1}
	rows[clockSet] = []any{int64(7), 2, 3, at, at, at, "", &at, ""}
	rows[someWords] = []any{int64(1), int64(7), "Ana", "", at}
	rows[aSign] = []any{int64(9), at, "device", []byte{0, 255}, 1}
	rows[dueGone] = []any{int64(7), 1, "deadline"}
	rows[dueSet] = []any{int64(7), 2, "deadline", at, json.RawMessage("{}")}
	rows[noted] = []any{[]byte{1}, "<a@b>", "imap", "ana@example.org", "", (*int64)(nil), &seat, (*int)(nil), []byte{2}, "3 C5", "apply", "", []byte(nil), at, at}
	rows[aNotice] = []any{at, at, "clock", "turn:1", &player, (*int)(nil), (*int64)(nil), "", "turn", 3, 12, "{}", "<c@d>", 1}
	rows[aCall] = []any{int64(7), 11, 12, at, true}
	rows[seatSet] = []any{int64(7), 1, "Ana", &player, "ana@example.org", "joined", "salt", &at, 90 * time.Minute, 2, (*time.Time)(nil), &at, []byte("{}")}
	return rows
}

// plain is a value as the journal gives it back.
func plain(v any) any {
	switch r := reflect.ValueOf(v); {
	case !r.IsValid(), r.Kind() == reflect.Pointer && r.IsNil(), r.Kind() == reflect.Slice && r.IsNil():
		return nil
	case r.Kind() == reflect.Pointer:
		return plain(r.Elem().Interface())
	case r.Kind() == reflect.Int:
		return r.Int()
	}
	if raw, ok := v.(json.RawMessage); ok {
		return string(raw)
	}
	return v
}

func TestTheJournalGivesBackWhatItWasGiven(t *testing.T) {
	rows := filled()
	data, ok := encodeRows(&rows)
	if !ok {
		t.Fatal("there is a value that the journal has no way to write")
	}
	got, err := decodeRows(data)
	if err != nil {
		t.Fatal(err)
	}
	for k := range rows {
		var want []any
		for _, v := range rows[k] {
			want = append(want, plain(v))
		}
		if !reflect.DeepEqual(got[k], want) {
			t.Errorf("kind %d:\n%v\ninstead of\n%v", k, got[k], want)
		}
	}
	for k, shape := range shapes {
		if shape != "" && (len(rows[k]) == 0 || len(shape) != forms()[k].own) {
			t.Errorf("kind %d: %d values, a form of %d and a shape of %d", k, len(rows[k]), forms()[k].own, len(shape))
		}
	}
	if _, ok := encodeRows(&[kinds][]any{aFact: {struct{}{}}}); ok {
		t.Error("something that is no value of a column was written")
	}
}

// What begins each row of the journal says how it is written: rows of another order of kinds
// would be taken for others.
func TestKindsKeepTheirNumbers(t *testing.T) {
	want := [...]kind{1, 2, 3, 4, 5, 6, 7, 9, 12, 13, 14, 15}
	got := [...]kind{aFact, clockGone, clockSet, someWords, aSign, dueGone, dueSet, aNotice, followed, noted, aCall, seatSet}
	if got != want {
		t.Errorf("the kinds are %v, not %v: entryVersion must go up", got, want)
	}
}

func FuzzDecodeEntry(f *testing.F) {
	rows := filled()
	data, _ := encodeRows(&rows)
	f.Add(data)
	for n := range data {
		f.Add(data[:n])
		f.Add(append(append(append([]byte{}, data[:n]...), 255), data[n:]...))
	}
	d := &DB{forms: forms()}
	f.Fuzz(func(t *testing.T, b []byte) {
		rows, err := decodeRows(b)
		if err != nil {
			if !errors.Is(err, errEntry) {
				t.Error(err)
			}
			return
		}
		d.settling([]*deed{{match: 7, id: 1, rows: rows}, {match: 7, id: 2, rows: rows}}, aNotice, "")
		again, ok := encodeRows(&rows)
		if !ok {
			t.Fatal("what was read cannot be written")
		}
		if twice, err := decodeRows(again); err != nil || !reflect.DeepEqual(rows, twice) {
			t.Errorf("read once: %v\nand again: %v, %v", rows, twice, err)
		}
	})
}
