package browser

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// However many ask, few pages are made at a time, over all handlers together, and everybody gets theirs.
func TestFewPagesAreMadeAtATime(t *testing.T) {
	few := LimitRequests(2)
	var now, most atomic.Int32
	page := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		n := now.Add(1)
		defer now.Add(-1)
		for was := most.Load(); n > was && !most.CompareAndSwap(was, n); was = most.Load() {
		}
		_, _ = w.Write([]byte(strings.Repeat("x", 1<<20)))
	})
	handlers := []http.Handler{few(page), few(page)}
	var all sync.WaitGroup
	for i := range 60 {
		all.Go(func() {
			w := httptest.NewRecorder()
			handlers[i%2].ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
			if w.Code != http.StatusOK || w.Body.Len() != 1<<20 {
				t.Errorf("one of many gets %d and %d bytes", w.Code, w.Body.Len())
			}
		})
	}
	all.Wait()
	if most.Load() > 2 {
		t.Errorf("%d pages were made at a time", most.Load())
	}
}

// stuck is a reader who takes nothing until let go.
type stuck struct {
	http.ResponseWriter
	begun, free chan struct{}
}

func (s *stuck) Write(b []byte) (int, error) {
	close(s.begun)
	<-s.free
	return len(b), nil
}

// Somebody who reads slowly holds up nobody else.
func TestASlowReaderKeepsNobodyWaiting(t *testing.T) {
	page := LimitRequests(1)(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("page"))
	}))
	slow := &stuck{httptest.NewRecorder(), make(chan struct{}), make(chan struct{})}
	var all sync.WaitGroup
	all.Go(func() { page.ServeHTTP(slow, httptest.NewRequest("GET", "/", nil)) })
	<-slow.begun
	w := httptest.NewRecorder()
	page.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	if w.Code != http.StatusOK {
		t.Errorf("behind a slow reader the next one gets %d", w.Code)
	}
	close(slow.free)
	all.Wait()
}
