package send

import (
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"pitpost.example/model"
)

// domainsMost is how many domains a pace remembers; a full one begins anew.
const domainsMost = 10_000

// Pace bounds how many letters a minute go to one domain, so that no provider
// takes a round's end for a flood. It is safe for use by many.
type Pace struct {
	each    rate.Limit
	burst   int
	mu      sync.Mutex
	domains map[string]*rate.Limiter
}

// NewPace allows so many letters a minute and domain; a quarter of them may go
// at once.
func NewPace(aMinute int) *Pace {
	return &Pace{each: rate.Limit(float64(aMinute) / 60), burst: max(1, aMinute/4), domains: map[string]*rate.Limiter{}}
}

// wait is 0 when a letter to the domain may leave at now, and it is counted; else how long to wait
// before asking again.
func (p *Pace) wait(domain string, now time.Time) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	l := p.domains[domain]
	if l == nil {
		if len(p.domains) >= domainsMost {
			clear(p.domains)
		}
		l = rate.NewLimiter(p.each, p.burst)
		p.domains[domain] = l
	}
	r := l.ReserveN(now, 1)
	delay := r.DelayFrom(now)
	if delay > 0 {
		r.CancelAt(now)
	}
	return delay
}

// spread finds room for the letters of one batch.
type spread struct {
	pace   *Pace // nil for no limit
	now    time.Time
	behind map[string]time.Duration // by domain and by person: how long the last one waits
}

// wait is 0 when a letter may leave now, and it is counted; else how long to wait before
// asking again. It is longer for each letter to the same domain, and no letter leaves before
// another to the same person.
func (s *spread) wait(n *model.Notice, to string) time.Duration {
	if s.pace == nil || n.Purpose == model.PurposePing {
		return 0
	}
	who, domain := "to "+person(n), strings.ToLower(to[strings.LastIndexByte(to, '@')+1:])
	wait := s.behind[who]
	if wait == 0 {
		if wait = s.pace.wait(domain, s.now); wait == 0 {
			return 0
		}
		if last := s.behind[domain]; last > 0 {
			wait = min(last+time.Duration(float64(time.Second)/float64(s.pace.each)), paceMost)
		}
		s.behind[domain] = wait
	}
	s.behind[who] = wait
	return wait
}

// paceMost is the longest that the pace of a domain puts a letter off at a time.
const paceMost = 10 * time.Minute
