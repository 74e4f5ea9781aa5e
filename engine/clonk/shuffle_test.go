package clonk

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pitpost.example/engine"
)

// retold draws as docs/shuffles.md says; it is written only from that page.
type retold struct {
	key     []byte
	numbers []uint64
	block   uint64
}

func retell(seed [32]byte, text string) *retold {
	mac := hmac.New(sha256.New, seed[:])
	mac.Write([]byte(text))
	return &retold{key: mac.Sum(nil)}
}

func (r *retold) intn(m uint64) int {
	for {
		if len(r.numbers) == 0 {
			mac := hmac.New(sha256.New, r.key)
			mac.Write(binary.BigEndian.AppendUint64(nil, r.block))
			for sum := mac.Sum(nil); len(sum) > 0; sum = sum[8:] {
				r.numbers = append(r.numbers, binary.BigEndian.Uint64(sum))
			}
			r.block++
		}
		v := r.numbers[0]
		r.numbers = r.numbers[1:]
		if over := -m % m; over == 0 || v < -over { // 2^64 mod m, and 2^64 less that
			return int(v % m)
		}
	}
}

func (r *retold) shuffle(list []string) []string {
	for i := len(list) - 1; i >= 1; i-- {
		j := r.intn(uint64(i + 1))
		list[i], list[j] = list[j], list[i]
	}
	return list
}

// The deal can be repeated from that page.
func TestDealAsDescribed(t *testing.T) {
	for _, edition := range []string{"de", "es"} {
		d := engine.Dice{Seed: [32]byte{1, 2, 3}, Rewinds: 2}
		e := newState(engine.Setup{Edition: edition, Seats: names[:3]}, ownTable()).Start(d)[0].Event.(Dealt)
		if want := names[retell(d.Seed, "pitpost/1\x00start\x002\x00").intn(3)]; e.Starter != want {
			t.Errorf("%s starts instead of %s", e.Starter, want)
		}
		stream := retell(d.Seed, "pitpost/1\x00deal 1\x002\x00")
		colour := stream.shuffle(strings.Fields("red green white pink blue yellow"))
		kind := stream.shuffle(strings.Fields("hammer necklace statue crown sword goblet"))
		var deck []string
		for _, c := range strings.Fields("red green white pink blue yellow") {
			for _, k := range strings.Fields("hammer necklace statue crown sword goblet") {
				deck = append(deck, c+"-"+k+"-1", c+"-"+k+"-2", c+"-"+k+"-3")
			}
		}
		stream.shuffle(deck)
		for k, pile := range e.Shafts {
			if !slices.Equal(lyingCodes(pile), deck[8*k:8*k+8]) {
				t.Errorf("shaft %d: %v", k+1, pile)
			}
		}
		for i, name := range names[:3] {
			if e.Tiles[name] != (Tiles{colour[i], kind[i]}) || !slices.Equal(e.Hands[name], deck[40+4*i:44+4*i]) {
				t.Errorf("%s is dealt %v and %v", name, e.Tiles[name], e.Hands[name])
			}
		}
		pile := deck[52:] // 56 cards, 18 of which are the bottom pile
		at := 38
		if edition == "es" {
			at += stream.intn(19)
		}
		if !slices.Equal(e.Deck, slices.Insert(slices.Clone(pile), at, "awakening")) {
			t.Errorf("%s: deck %v", edition, e.Deck)
		}
	}
}

// By rules 2 the tiles come from a stream of their own, before the deal.
func TestTilesAsDescribed(t *testing.T) {
	for _, edition := range []string{"de", "es"} {
		d := engine.Dice{Seed: [32]byte{1, 2, 3}}
		s := newState(engine.Setup{Edition: edition, Rules: 2, Seats: names[:3]}, ownTable())
		facts := s.Start(d)
		stream := retell(d.Seed, "pitpost/1\x00tiles\x000\x00")
		colour := stream.shuffle(strings.Fields("red green white pink blue yellow"))
		kind := stream.shuffle(strings.Fields("hammer necklace statue crown sword goblet"))
		for i, name := range names[:3] {
			if got := facts[0].Event.(Tiled).Tiles[name]; got != (Tiles{colour[i], kind[i]}) {
				t.Errorf("%s gets %v", name, got)
			}
		}
		for _, seat := range names[:3] {
			for _, f := range facts {
				s.Apply(f)
			}
			facts, _ = s.Play(seat, "open kind", d)
		}
		e := facts[1].Event.(Dealt)
		if want := names[retell(d.Seed, "pitpost/1\x00start\x000\x00").intn(3)]; e.Starter != want || e.Tiles != nil {
			t.Errorf("%s starts instead of %s, tiles %v", e.Starter, want, e.Tiles)
		}
		stream = retell(d.Seed, "pitpost/1\x00deal 1\x000\x00")
		deck := stream.shuffle(codes(everyTreasure()))
		if !slices.Equal(lyingCodes(e.Shafts[0]), deck[:8]) || !slices.Equal(e.Hands["Bo"], deck[44:48]) {
			t.Errorf("shaft 1: %v, Bo: %v", e.Shafts[0], e.Hands["Bo"])
		}
		at := 38
		if edition == "es" {
			at += stream.intn(19)
		}
		if !slices.Equal(e.Deck, slices.Insert(slices.Clone(deck[52:]), at, "awakening")) {
			t.Errorf("%s: deck %v", edition, e.Deck)
		}
	}
}

// What was drawn in the turns taken back stays on top, and the Awakening never goes before it.
func TestReshuffleKeepsWhatWasSeen(t *testing.T) {
	for _, edition := range []string{"de", "es"} {
		for rewinds := 1; rewinds < 9; rewinds++ {
			for _, c := range []struct{ left, seen, above int }{{50, 4, 32}, {19, 5, 3}, {19, 3, 3}, {10, 4, 0}, {3, 3, 1}} {
				d := engine.Dice{Seed: [32]byte{4, 2}, Rewinds: rewinds}
				s := newState(engine.Setup{Edition: edition, Rules: 2, Seats: names[:3]}, ownTable())
				all := everyTreasure()[:c.left] // the last 18 of 56 are the bottom pile
				s.deck = slices.Insert(slices.Clone(all), c.above, awakening)
				seen := codes(all[:c.seen])
				stream := retell(d.Seed, "pitpost/1\x00reshuffle\x00"+strconv.Itoa(rewinds)+"\x00")
				want := append(slices.Clone(seen), stream.shuffle(codes(all[c.seen:]))...)
				at := max(c.above, c.seen)
				if edition == "es" {
					k := min(18, c.left-c.seen)
					at = c.left - k + stream.intn(uint64(k+1))
				}
				want = slices.Insert(want, at, "awakening")
				got := s.Reshuffle(d, seen)[0].Event.(Reshuffled).Deck
				if !slices.Equal(got, want) {
					t.Errorf("%s, %d left, %d seen: %v instead of %v", edition, c.left, c.seen, got, want)
				}
				told := func(deck []string) error {
					d := engine.Dice{Logged: &engine.LoggedDraws{Facts: []engine.Fact{{Event: Reshuffled{Deck: deck}}}}}
					s.Reshuffle(d, seen)
					return d.Err()
				}
				if err := told(got); err != nil {
					t.Errorf("%s, %d left, %d seen: %v", edition, c.left, c.seen, err)
				}
				other := slices.Clone(got)
				if other[0], other[1] = other[1], other[0]; told(other) == nil {
					t.Errorf("%s: cards that were seen may lie in another order", edition)
				}
			}
		}
	}
}

// The reshuffle after a rewind can be repeated too: with most of the pile undrawn, with a part of
// the bottom pile gone, and with the Awakening drawn.
func TestReshuffleAsDescribed(t *testing.T) {
	for _, edition := range []string{"de", "es"} {
		places := map[int]bool{}
		for rewinds := 1; rewinds < 12; rewinds++ {
			for _, left := range []int{50, 19, 3, 0} { // 56 treasures were dealt, 18 of them to the bottom pile
				d := engine.Dice{Seed: [32]byte{1, 2, 3}, Rewinds: rewinds}
				s := newState(engine.Setup{Edition: edition, Seats: names[:3]}, ownTable())
				s.Apply(s.Start(d)[0])
				all := without(s.deck, awakening)
				below := min(2, left)
				s.deck = slices.Insert(slices.Clone(all[len(all)-left:]), left-below, awakening)
				stream := retell(d.Seed, "pitpost/1\x00reshuffle\x00"+strconv.Itoa(rewinds)+"\x00")
				want := stream.shuffle(codes(without(s.deck, awakening)))
				at := len(want) - below
				if edition == "es" {
					k := min(18, left)
					at = left - k + stream.intn(uint64(k+1))
				}
				want = slices.Insert(want, at, "awakening")
				got := s.Reshuffle(d, nil)[0].Event.(Reshuffled).Deck
				if !slices.Equal(got, want) {
					t.Errorf("%s, %d left: %v instead of %v", edition, left, got, want)
				}
				if left == 19 {
					places[at] = true
				}
				told := func(deck []string) error {
					d := engine.Dice{Logged: &engine.LoggedDraws{Facts: []engine.Fact{{Event: Reshuffled{Deck: deck}}}}}
					s.Reshuffle(d, nil)
					return d.Err()
				}
				if err := told(got); err != nil {
					t.Errorf("%s, %d left: %v", edition, left, err)
				}
				if left > 30 { // among the upper piles, where it can never be
					if told(append([]string{"awakening"}, slices.Delete(got, at, at+1)...)) == nil {
						t.Errorf("%s: the Awakening may lie on top", edition)
					}
				}
			}
		}
		if mixed := len(places) > 1; mixed != (edition == "es") {
			t.Errorf("%s: the Awakening lies at %v", edition, places)
		}
	}
}
