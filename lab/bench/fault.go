package bench

import "fmt"

// fault ends a measurement, wherever it is met: what would be measured after it means nothing.
type fault struct{ error }

// must ends the measurement at an error.
func must(err error) {
	if err != nil {
		panic(fault{err})
	}
}

// have gives a value, or ends the measurement at the error that stands beside it.
func have[T any](value T, err error) T {
	must(err)
	return value
}

// during says of a fault, if there is one, at what it was met. It must be deferred.
func during(what string, args ...any) {
	switch p := recover().(type) {
	case nil:
	case fault:
		panic(fault{fmt.Errorf("%s: %w", fmt.Sprintf(what, args...), p.error)})
	default:
		panic(p)
	}
}

// caught gives a fault to who asked for the measurement, as an error. It must be deferred.
func caught(err *error) {
	switch p := recover().(type) {
	case nil:
	case fault:
		*err = p.error
	default:
		panic(p)
	}
}
