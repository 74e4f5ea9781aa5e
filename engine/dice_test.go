package engine_test

import (
	"testing"

	"pitpost.example/engine"
)

// docs/shuffles.md describes the method that gives these numbers. If they change, old matches can
// no longer be verified.
func TestStreamStaysWhatItIs(t *testing.T) {
	d := engine.Dice{Salts: []engine.Salt{{By: "Ana", Words: "blue moon"}}}
	d.Seed[31] = 1
	s := d.For("deal 1")
	var got [3]uint64
	for i := range got {
		got[i] = s.Uint64()
	}
	want := [3]uint64{0x825efd6ce47b0693, 0x8d241c5f78a6208, 0x4f406d47685336f5}
	if got != want {
		t.Errorf("got %#x, want %#x", got, want)
	}
}

func TestStreamsDiffer(t *testing.T) {
	base := engine.Dice{}
	seen := map[uint64]string{}
	for name, s := range map[string]*engine.Stream{
		"base":            base.For("deal 1"),
		"other purpose":   base.For("deal 2"),
		"rewound":         engine.Dice{Rewinds: 1}.For("deal 1"),
		"salted":          engine.Dice{Salts: []engine.Salt{{By: "Ana", Words: "x"}}}.For("deal 1"),
		"salt by another": engine.Dice{Salts: []engine.Salt{{By: "Bo", Words: "x"}}}.For("deal 1"),
		"split elsewhere": engine.Dice{Salts: []engine.Salt{{By: "Ana", Words: ""}, {By: "x", Words: ""}}}.For("deal 1"),
		"other seed":      engine.Dice{Seed: [32]byte{1}}.For("deal 1"),
	} {
		v := s.Uint64()
		if other, ok := seen[v]; ok {
			t.Errorf("%s and %s share a stream", name, other)
		}
		seen[v] = name
	}
}

func TestIntnIsEven(t *testing.T) {
	s := engine.Dice{}.For("even")
	const n, draws = 7, 70000
	var count [n]int
	for range draws {
		count[s.Intn(n)]++
	}
	chi := 0.0
	for _, c := range count {
		d := float64(c) - draws/n
		chi += d * d / (draws / n)
	}
	if chi > 22.5 { // p = 0.001 with six degrees of freedom; the stream is fixed
		t.Errorf("counts %v, chi² %.1f", count, chi)
	}
}

func TestMixIsAPermutation(t *testing.T) {
	s := engine.Dice{}.For("shuffle")
	a := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	engine.ShuffleList(s, a)
	var seen [10]bool
	for _, v := range a {
		seen[v] = true
	}
	for v, ok := range seen {
		if !ok {
			t.Errorf("%d is gone: %v", v, a)
		}
	}
}
