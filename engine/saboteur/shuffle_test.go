package saboteur

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"math/big"
	"slices"
	"testing"

	"pitpost.example/engine"
)

// retoldStream is the stream of docs/shuffles.md, written only from that page.
type retoldStream struct {
	key     []byte
	numbers []uint64
	block   uint64
}

func retell(seed [32]byte, fields ...string) *retoldStream {
	var text []byte
	for _, f := range fields {
		text = append(append(text, f...), 0)
	}
	mac := hmac.New(sha256.New, seed[:])
	mac.Write(text)
	return &retoldStream{key: mac.Sum(nil)}
}

func (s *retoldStream) intn(m int) int {
	all := new(big.Int).Lsh(big.NewInt(1), 64)
	limit := new(big.Int).Sub(all, new(big.Int).Mod(all, big.NewInt(int64(m))))
	for {
		if len(s.numbers) == 0 {
			mac := hmac.New(sha256.New, s.key)
			mac.Write(binary.BigEndian.AppendUint64(nil, s.block))
			sum := mac.Sum(nil)
			for i := 0; i < 32; i += 8 {
				s.numbers = append(s.numbers, binary.BigEndian.Uint64(sum[i:]))
			}
			s.block++
		}
		v := s.numbers[0]
		s.numbers = s.numbers[1:]
		if new(big.Int).SetUint64(v).Cmp(limit) < 0 {
			return int(v % uint64(m))
		}
	}
}

func (s *retoldStream) shuffle(list []string) {
	for i := len(list) - 1; i >= 1; i-- {
		j := s.intn(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}

// The deal can be repeated from that page.
func TestDealAsDescribed(t *testing.T) {
	d := engine.Dice{
		Seed:    [32]byte{1, 2, 3},
		Salts:   []engine.Salt{{By: "Ana", Words: "a pinch"}, {By: "Bo", Words: "più"}},
		Rewinds: 2,
	}
	fields := func(purpose string) []string {
		return []string{"pitpost/1", purpose, "2", "Ana", "a pinch", "Bo", "più"}
	}
	s := newState(engine.Setup{Edition: "pt", Seats: names[:5]})
	e := s.Start(d)[0].Event.(Dealt)
	if want := names[retell(d.Seed, fields("start")...).intn(5)]; e.Starter != want {
		t.Errorf("%s starts instead of %s", e.Starter, want)
	}
	stream := retell(d.Seed, fields("deal 1")...)
	dwarfs := []string{"saboteur", "saboteur", "miner", "miner", "miner", "miner"}
	stream.shuffle(dwarfs)
	goals := []string{"gold", "stone-ne", "stone-nw"}
	stream.shuffle(goals)
	deck := codes(fullDeck())
	stream.shuffle(deck)
	for i, name := range names[:5] {
		if e.Roles[name] != dwarfs[i] || !slices.Equal(e.Hands[name], deck[6*i:6*i+6]) {
			t.Errorf("%s is dealt %s and %v", name, e.Roles[name], e.Hands[name])
		}
	}
	if e.Spare != dwarfs[5] || e.Goals["I1"] != goals[0] || e.Goals["I3"] != goals[1] || e.Goals["I5"] != goals[2] {
		t.Errorf("spare %s, goals %v", e.Spare, e.Goals)
	}
	if !slices.Equal(e.Deck, deck[30:]) {
		t.Errorf("deck %v", e.Deck)
	}
	supply := slices.Concat(slices.Repeat([]string{"1"}, 16), slices.Repeat([]string{"2"}, 8), slices.Repeat([]string{"3"}, 4))
	retell(d.Seed, fields("gold 3")...).shuffle(supply)
	if got := numbers(draw(d, 3, goldCards, 4)); !slices.Equal(got, supply[:4]) {
		t.Errorf("gold %v instead of %v", got, supply[:4])
	}
}

// The reshuffle after a rewind can be repeated too.
func TestReshuffleAsDescribed(t *testing.T) {
	d := engine.Dice{Seed: [32]byte{1, 2, 3}, Rewinds: 4}
	s := newState(engine.Setup{Edition: "pt", Seats: names[:3]})
	s.Apply(s.Start(d)[0])
	s.deck = s.deck[7:]
	deck := codes(s.deck)
	retell(d.Seed, "pitpost/1", "reshuffle", "4").shuffle(deck)
	if e := s.Reshuffle(d, nil)[0].Event.(Reshuffled); !slices.Equal(e.Deck, deck) {
		t.Errorf("%v instead of %v", e.Deck, deck)
	}
	if s.deck = nil; s.Reshuffle(d, nil) != nil {
		t.Error("an empty deck is shuffled")
	}
}

// With saboteurs=most the list of dwarf cards is as long as there are players, and no card is left over.
func TestDealOfAllSaboteursAsDescribed(t *testing.T) {
	d := engine.Dice{Seed: [32]byte{1, 2, 3}}
	s := newState(engine.Setup{Edition: "pt", Rules: 2, Options: map[string]string{"saboteurs": "most"}, Seats: names[:5]})
	e := s.Start(d)[0].Event.(Dealt)
	stream := retell(d.Seed, "pitpost/1", "deal 1", "0")
	dwarfs := []string{"saboteur", "saboteur", "miner", "miner", "miner"}
	stream.shuffle(dwarfs)
	goals := []string{"gold", "stone-ne", "stone-nw"}
	stream.shuffle(goals)
	for i, name := range names[:5] {
		if e.Roles[name] != dwarfs[i] {
			t.Errorf("%s is a %s, not a %s", name, e.Roles[name], dwarfs[i])
		}
	}
	if e.Spare != "" || e.Goals["I1"] != goals[0] {
		t.Errorf("spare %q, %s under I1", e.Spare, e.Goals["I1"])
	}
	for _, wrong := range []string{"miner", "saboteur"} {
		e.Spare = wrong
		if e.whole(names[:5], 0) == nil {
			t.Errorf("a deal passes with a %s left over", wrong)
		}
	}
}

// What was seen of the deck comes first, and the rest is shuffled from the order in which it lay.
func TestReshuffleBehindWhatWasSeenAsDescribed(t *testing.T) {
	d := engine.Dice{Seed: [32]byte{1, 2, 3}, Rewinds: 2}
	s := newState(engine.Setup{Edition: "pt", Rules: 2, Seats: names[:3]})
	s.Apply(s.Start(d)[0])
	deck := codes(s.deck)
	seen := []string{deck[1], deck[0], deck[20]}
	rest := engine.RemoveFirst(engine.RemoveFirst(engine.RemoveFirst(deck, deck[1]), deck[0]), deck[20])
	retell(d.Seed, "pitpost/1", "reshuffle", "2").shuffle(rest)
	if e := s.Reshuffle(d, seen)[0].Event.(Reshuffled); !slices.Equal(e.Deck, slices.Concat(seen, rest)) {
		t.Errorf("%v instead of %v, then %v", e.Deck, seen, rest)
	}
}
