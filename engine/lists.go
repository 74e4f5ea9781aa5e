package engine

import "slices"

// Each lists what f makes of each of a list.
func Each[A, B any](list []A, f func(A) B) []B {
	out := make([]B, len(list))
	for i, a := range list {
		out[i] = f(a)
	}
	return out
}

// Count is of how many of a list something is true.
func Count[T any](list []T, is func(T) bool) (n int) {
	for _, one := range list {
		if is(one) {
			n++
		}
	}
	return n
}

// Sorted lists what f makes of each of a list, sorted; nil of none.
func Sorted[A any](list []A, f func(A) string) []string {
	if len(list) == 0 {
		return nil
	}
	out := Each(list, f)
	slices.Sort(out)
	return out
}

// Mix shuffles a list.
func Mix[T any](s *Stream, list []T) {
	s.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
}

// SameCards says whether two piles hold the same cards, in whatever order.
func SameCards(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}
