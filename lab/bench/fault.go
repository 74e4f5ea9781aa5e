package bench

import "fmt"

// fault is a panic that ends a measurement, because figures after an error would mean nothing.
type fault struct{ error }

// must panics with a fault if err is not nil.
func must(err error) {
	if err != nil {
		panic(fault{err})
	}
}

// have returns a value, or panics with a fault if err is not nil.
func have[T any](value T, err error) T {
	must(err)
	return value
}

// during adds to a fault what was being done. It must be deferred.
func during(what string, args ...any) {
	switch p := recover().(type) {
	case nil:
	case fault:
		panic(fault{fmt.Errorf("%s: %w", fmt.Sprintf(what, args...), p.error)})
	default:
		panic(p)
	}
}

// caught turns a fault into an error. It must be deferred.
func caught(err *error) {
	switch p := recover().(type) {
	case nil:
	case fault:
		*err = p.error
	default:
		panic(p)
	}
}
