package auth

import (
	"slices"
	"strconv"
	"strings"
)

// Who passes a letter on may seal what it found before (ARC, RFC 8617). A sealer can say what it likes, so only those that the
// operator names count, and only where our own server says that the chain of seals holds.

// setsMost is how many sets of ARC headers a letter may have; the standard allows 50.
const setsMost = 50

// Chain is the ARC headers of a letter, in any order.
type Chain struct {
	Seals   []string // values of ARC-Seal
	Results []string // values of ARC-Authentication-Results
}

// JudgeChain returns Proved if our server says that the chain holds, and a named sealer, behind which there are only named
// ones, found that the sender's domain vouches for from. Otherwise it returns Unproved.
func JudgeChain(headers []string, authservID string, c Chain, sealers []string, from string) Trust {
	all, ok := resultsOf(headers, authservID)
	holds := func(m method) bool { return m.result == "pass" }
	if chains := all.of("arc"); !ok || len(sealers) == 0 || len(chains) != 1 || !slices.ContainsFunc(chains, holds) {
		return Unproved
	}
	seals, whole := bySet(c.Seals, func(value string) (set, sealer string) {
		t, err := parseTags(value)
		if err != nil {
			return "", ""
		}
		return unfolded(t["i"]), ascii(t["d"])
	})
	found, also := bySet(c.Results, func(value string) (set, says string) {
		set, says, _ = strings.Cut(value, ";")
		return strings.TrimPrefix(unfolded(set), "i="), says
	})
	if !whole || !also || len(seals) != len(found) {
		return Unproved
	}
	for i := len(seals) - 1; i >= 0; i-- {
		if !slices.ContainsFunc(sealers, func(name string) bool { return strings.EqualFold(ascii(name), seals[i]) }) {
			return Unproved
		}
		says, err := parseResults(found[i][:min(len(found[i]), maxResults)], false)
		if err == nil && says.verdict(domainOf(from)) == Proved {
			return Proved
		}
	}
	return Unproved
}

// bySet returns what read returns for each value, by the number of its set from 1 on. ok is false if a number is missing or
// comes twice.
func bySet(values []string, read func(value string) (set, what string)) (list []string, ok bool) {
	if len(values) == 0 || len(values) > setsMost {
		return nil, false
	}
	list, seen := make([]string, len(values)), make([]bool, len(values))
	for _, value := range values {
		set, what := read(value)
		n, err := strconv.Atoi(set)
		if err != nil || n < 1 || n > len(values) || seen[n-1] {
			return nil, false
		}
		list[n-1], seen[n-1] = what, true
	}
	return list, true
}
