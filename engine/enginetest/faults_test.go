package enginetest

import (
	"fmt"
	"runtime"

	"pitpost.example/engine"
)

// Faults runs the checks on a game and returns what they report, one sentence for each fault. It
// stands in for CheckGame where faults are expected.
func Faults(g engine.Game) []string {
	l, all := &list{}, tables(g)
	for _, c := range checks {
		done := make(chan struct{})
		go func() { // a failed check ends its goroutine
			defer close(done)
			defer func() {
				if r := recover(); r != nil {
					l.faults = append(l.faults, fmt.Sprintf("%s: the game panics: %v", c.name, r))
				}
			}()
			c.check(l, g, all)
		}()
		<-done
	}
	return l.faults
}

// list is a T that collects faults.
type list struct{ faults []string }

func (l *list) Logf(string, ...any)          {}
func (l *list) Error(args ...any)            { l.faults = append(l.faults, fmt.Sprint(args...)) }
func (l *list) Errorf(form string, a ...any) { l.faults = append(l.faults, fmt.Sprintf(form, a...)) }
func (l *list) Fatal(args ...any)            { l.Error(args...); runtime.Goexit() }
func (l *list) Fatalf(form string, a ...any) { l.Errorf(form, a...); runtime.Goexit() }
