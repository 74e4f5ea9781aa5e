package db

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// sums is a group whose items are numbers. Each batch takes some time; went lists the batches.
type sums struct {
	group[int]
	mu   sync.Mutex
	went []string
}

// newSums makes a group whose batches take this long. A batch with the number bad in it fails.
func newSums(took time.Duration, bad int) *sums {
	s := &sums{}
	s.all = func(ctx context.Context, items []int) error {
		select {
		case <-time.After(took):
		case <-ctx.Done():
			return ctx.Err()
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.went = append(s.went, fmt.Sprint(items))
		switch {
		case !slices.Contains(items, bad):
			return nil
		case len(items) > 1:
			return errAlone
		}
		return errors.New("bad")
	}
	return s
}

// come adds the numbers from 1 to n one after the other, without waiting for any to end, and returns the
// error of each at its own index.
func (s *sums) come(n int, of func(int) context.Context) []error {
	errs := make([]error, n+1)
	var all sync.WaitGroup
	for i := 1; i <= n; i++ {
		all.Go(func() { errs[i] = s.do(of(i), i) })
		synctest.Wait()
	}
	all.Wait()
	return errs
}

func TestThoseWhoComeMeanwhileGoTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSums(time.Millisecond, 0)
		errs := s.come(5, func(int) context.Context { return t.Context() })
		if got := fmt.Sprint(s.went); errors.Join(errs...) != nil || got != "[[1] [2] [3 4 5]]" && got != "[[2] [1] [3 4 5]]" {
			t.Errorf("%v, %v", got, errs)
		}
	})
}

func TestABadOneFailsAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSums(time.Millisecond, 4)
		for i, err := range s.come(6, func(int) context.Context { return t.Context() }) {
			if (err != nil) != (i == 4) {
				t.Errorf("%d: %v", i, err)
			}
		}
		if n := len(s.went); n != 2+1+4 {
			t.Errorf("they went in %d: %v", n, s.went)
		}
	})
}

// The first two batches hang. After a while others may go on all the same. An item that waits and is given up
// must leave the queue, and a batch whose first item is given up must go on for the others.
func TestWhoGivesUpHoldsNobodyUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSums(time.Second, 0)
		leader, stop := context.WithTimeout(t.Context(), underMost+time.Second/2)
		defer stop()
		gone, leave := context.WithTimeout(t.Context(), underMost/2)
		defer leave()
		began := time.Now()
		errs := s.come(6, func(i int) context.Context {
			if ctx := (map[int]context.Context{3: leader, 4: gone})[i]; ctx != nil {
				return ctx
			}
			return t.Context()
		})
		for i, err := range errs {
			if errors.Is(err, context.DeadlineExceeded) != (i == 4) || err != nil && i != 4 {
				t.Errorf("%d: %v", i, err)
			}
		}
		if got := fmt.Sprint(s.went[len(s.went)-1]); got != "[3 5 6]" {
			t.Errorf("the last batch is %s", got)
		}
		if took := time.Since(began); took != underMost+time.Second {
			t.Errorf("it took %v", took)
		}
	})
}
