package engine

import "slices"

// MapList returns f of each element of a list.
func MapList[A, B any](list []A, f func(A) B) []B {
	out := make([]B, len(list))
	for i, a := range list {
		out[i] = f(a)
	}
	return out
}

// MapListAt returns f of each element of a list and its place, counted from 0.
func MapListAt[A, B any](list []A, f func(at int, a A) B) []B {
	out := make([]B, len(list))
	for i, a := range list {
		out[i] = f(i, a)
	}
	return out
}

// FilterList returns the elements of a list that satisfy is, in order; nil if none does.
func FilterList[T any](list []T, is func(T) bool) (found []T) {
	for _, one := range list {
		if is(one) {
			found = append(found, one)
		}
	}
	return found
}

// CountWhere returns how many elements of a list satisfy is.
func CountWhere[T any](list []T, is func(T) bool) (n int) {
	for _, one := range list {
		if is(one) {
			n++
		}
	}
	return n
}

// MapSorted returns f of each element of a list, sorted; nil for an empty list.
func MapSorted[A any](list []A, f func(A) string) []string {
	if len(list) == 0 {
		return nil
	}
	out := MapList(list, f)
	slices.Sort(out)
	return out
}

// RemoveFirst returns a list without the first element that equals one. The list itself stays as it is.
func RemoveFirst[T comparable](list []T, one T) []T {
	at := slices.Index(list, one)
	if at < 0 {
		return list
	}
	return slices.Concat(list[:at], list[at+1:])
}

// SameCards reports whether two piles hold the same cards, in any order.
func SameCards(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}
