package token

import (
	"strings"
	"testing"
)

func TestHiddenNumbersComeBack(t *testing.T) {
	before, after := keys(t, oldSecret), keys(t, newSecret, oldSecret)
	for _, number := range []int64{0, 1, 81, 1 << 40, 1<<63 - 1} {
		word := before.Hide("page", number)
		for _, spelled := range []string{word, strings.ToUpper(word)} {
			if got, ok := after.Reveal("page", spelled); !ok || got != number {
				t.Errorf("Reveal(%q) = %d, %v", spelled, got, ok)
			}
		}
		if _, ok := before.Reveal("calendar", word); ok {
			t.Error("a word opens for another use")
		}
		if _, ok := keys(t, newSecret).Reveal("page", word); ok {
			t.Error("a removed key still opens")
		}
	}
	if before.Hide("page", -1) != "" || (Keys{}).Hide("page", 1) != "" {
		t.Error("a word for a number below 0, or without a key")
	}
}

func TestHiddenNumbersAreNotForged(t *testing.T) {
	k := keys(t, oldSecret)
	word := k.Hide("page", 7)
	for i := range word {
		for _, c := range alphabet {
			if altered := word[:i] + string(c) + word[i+1:]; altered != word {
				if got, ok := k.Reveal("page", altered); ok {
					t.Fatalf("%q is taken for number %d", altered, got)
				}
			}
		}
	}
	for _, other := range []string{"", word[1:], word + "0", "81", "16-80fgnq2gcjj7egg3exssc80x"} {
		if got, ok := k.Reveal("page", other); ok {
			t.Errorf("%q is taken for number %d", other, got)
		}
	}
}

// The words of consecutive numbers have no more in common than by chance.
func TestHiddenNumbersCannotBeCounted(t *testing.T) {
	k := keys(t, oldSecret)
	agree, sorted := make([]int, hiddenSize), 0
	const pairs = 2000
	last := k.Hide("page", 0)
	for number := int64(1); number <= pairs; number++ {
		word := k.Hide("page", number)
		for i := range word {
			if word[i] == last[i] {
				agree[i]++
			}
		}
		if last < word {
			sorted++
		}
		last = word
	}
	for i, n := range agree {
		// By chance 1 in 32; the last character has a spare bit, so 1 in 16.
		if n > pairs/16+100 {
			t.Errorf("letter %d of two words is the same in %d of %d pairs", i, n, pairs)
		}
	}
	if sorted < pairs*2/5 || sorted > pairs*3/5 {
		t.Errorf("%d of %d words sort behind the one before", sorted, pairs)
	}
}

func FuzzReveal(f *testing.F) {
	k := keys(f, oldSecret)
	f.Add(k.Hide("page", 42))
	f.Fuzz(func(t *testing.T, word string) {
		if number, ok := k.Reveal("page", word); ok && k.Hide("page", number) != canonical(word) {
			t.Errorf("%q opens as %d, whose word is %q", word, number, k.Hide("page", number))
		}
	})
}
