package server_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// seated are the people of a fair table in seat order; Ana is its host, and Bo begins.
var seated = []string{"Ana", "Bo", "Cy", "Di"}

// coalitions lists all sets of people at the table but the empty one. The miners of any deal are among them, and the saboteurs.
func coalitions() (all [][]string) {
	for bits := 1; bits < 1<<len(seated); bits++ {
		var c []string
		for i, name := range seated {
			if bits&(1<<i) != 0 {
				c = append(c, name)
			}
		}
		all = append(all, c)
	}
	return all
}

// others counts the members of a coalition but one.
func others(c []string, but string) int {
	return len(c) - len(slices.DeleteFunc(slices.Clone(c), func(n string) bool { return n != but }))
}

// fairCases has each act that touches another's turn or seat or the result: what happens before it, what is in the log
// once it is done, and whether a coalition whose members all want it may do it. Bo, in the way of Ana's coalition, is due.
var fairCases = []struct {
	name, before, line, done string
	may                      func(c []string, asker string) bool
}{
	{"force at once", "", "force Bo", "match.missed", func([]string, string) bool { return false }},
	{"force after the pace", "clock +25h", "force Bo", "match.missed", func(c []string, _ string) bool { return others(c, "Bo") >= 2 }},
	{"kick without a miss", "", "kick Bo", "match.resigned", func(c []string, _ string) bool { return slices.Contains(c, "Bo") }},
	{"kick after a miss", "wait 97h", "kick Bo", "match.resigned", func(c []string, asker string) bool {
		return asker == "Bo" || asker == "Ana" || others(c, "Bo") >= 2
	}},
	{"replace without a miss", "", "replace Bo with hal@example.org", "match.resigned", func(c []string, _ string) bool { return slices.Contains(c, "Bo") }},
	{"replace after a miss", "wait 97h", "replace Bo with hal@example.org", "match.resigned", func(c []string, asker string) bool {
		return asker == "Bo" || others(c, "Bo") >= 2
	}},
	{"rewind", "Bo(turn)> pass 1", "rewind", "match.rewound", func(c []string, _ string) bool {
		return slices.Contains(c, "Bo") && others(c, "Bo") >= 2
	}},
	{"abort before all had a turn", "", "abort", "match.aborted", func(c []string, asker string) bool { return asker == "Ana" || len(c) == 4 }},
	{"abort later", "Bo(turn)> pass 1;Cy(turn)> pass 1;Di(turn)> pass 1;Ana(turn)> pass 1", "abort", "match.aborted", func(c []string, _ string) bool { return len(c) == 4 }},
	{"concede", "", "concede", "match.conceded", func(c []string, _ string) bool { return len(c) == 4 }},
	{"pause", "", "pause", "match.paused", func(c []string, asker string) bool { return asker == "Ana" || len(c) >= 3 }},
	{"pause again", "Ana> pause;operator #1 resume", "pause", "match.paused", func(c []string, _ string) bool { return len(c) >= 3 }},
	{"a long extend", "", "extend 49h", "match.extended", func(c []string, _ string) bool { return len(c) >= 3 }},
	{"extend", "", "extend 48h", "match.extended", func(c []string, asker string) bool { return asker == "Ana" || len(c) >= 3 }},
	{"mute", "", "mute Bo for all", "Who may talk", func(c []string, _ string) bool { return others(c, "Bo") >= 2 }},
}

// Whatever some people at a table agree on, and whoever of them asks for it, they touch nobody's running turn and no
// result without that person's own yes, but as the table of acts allows: after their time, or after a miss.
func TestNoCoalitionSteersATable(t *testing.T) {
	for _, k := range fairCases {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			for _, c := range coalitions() {
				for _, asker := range c {
					if happened := agreed(t, k.before, k.line, c, asker); strings.Contains(happened, k.done) != k.may(c, asker) {
						t.Fatalf("%v want %q, asked for by %s: done %t\n%s", c, k.line, asker, !k.may(c, asker), happened)
					}
				}
			}
		})
	}
}

// agreed sets a table of four, has one member of a coalition ask for something and all of them say yes to whatever they are
// asked, and returns what happened meanwhile.
func agreed(t *testing.T, before, line string, c []string, asker string) string {
	t.Helper()
	s := stageOf(t, newMemory)
	steps := []string{"Ana> new saboteur with bo@example.org, cy@example.org, di@example.org rounds=1 first=Bo remind=off pace=24h bank=72h",
		"Bo(invite)> yes", "Cy(invite)> yes", "Di(invite)> yes"}
	if before != "" {
		steps = append(steps, strings.Split(before, ";")...)
	}
	for i, step := range steps {
		s.step(i+1, step)
		s.happened()
	}
	var out []string
	do := func(step string) {
		s.step(len(steps), step)
		out = append(append(out, step), s.happened()...)
	}
	do(asker + "> " + line)
	if strings.Contains(strings.Join(out, "\n"), "Nothing has happened yet") {
		do(asker + "(receipt)> yes")
	}
	for _, name := range c {
		if name != asker && strings.Contains(strings.Join(out, "\n"), fmt.Sprintf("to %s: ask", name)) {
			do(name + "(ask)> yes")
		}
	}
	return strings.Join(out, "\n")
}

// Whoever is the only person at a table does as they like.
func TestTheOnlyPersonDoesAsTheyLike(t *testing.T) {
	for line, done := range map[string]string{"rewind": "match.rewound", "abort": "match.aborted", "concede": "match.conceded", "pause": "match.paused", "extend 10d": "match.extended"} {
		s := stageOf(t, newMemory)
		var out []string
		for i, step := range []string{"Ana> new practice saboteur first=Ana rounds=1", "Ana(turn)> pass 1", "Ana(turn)> " + line, "Ana(receipt)> yes"} {
			s.step(i+1, step)
			out = append(out, s.happened()...)
		}
		if !strings.Contains(strings.Join(out, "\n"), done) {
			t.Errorf("%s is not done:\n%s", line, strings.Join(out, "\n"))
		}
	}
}
