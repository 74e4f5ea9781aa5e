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
// takes a round's end for a flood, and how many leave the account at all. It is safe for use by
// many.
type Pace struct {
	account *rate.Limiter // nil for no limit
	each    rate.Limit
	burst   int
	mu      sync.Mutex
	domains map[string]*rate.Limiter
}

// NewPace allows so many letters a minute to each domain, a quarter of them at once, and so many to
// all together, evenly; 0 for no limit.
func NewPace(aMinute, account int) *Pace {
	p := &Pace{each: rate.Inf, burst: max(1, aMinute/4), domains: map[string]*rate.Limiter{}}
	if aMinute > 0 {
		p.each = rate.Limit(float64(aMinute) / 60)
	}
	if account > 0 {
		p.account = rate.NewLimiter(rate.Limit(float64(account)/60), 1)
	}
	return p
}

// wait is 0 when a letter to the domain may leave at now, and it is counted; else how long to wait
// before asking again, whose turn it is then, the domain's or the account's (""), and how long
// after it the next one's may be.
func (p *Pace) wait(domain string, now time.Time) (delay time.Duration, of string, gap time.Duration) {
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
	if delay = r.DelayFrom(now); delay > 0 {
		r.CancelAt(now)
		return delay, domain, between(p.each)
	}
	if p.account == nil {
		return 0, domain, 0
	}
	all := p.account.ReserveN(now, 1)
	if delay = all.DelayFrom(now); delay > 0 {
		all.CancelAt(now)
		r.CancelAt(now)
		return delay, "", between(p.account.Limit())
	}
	return 0, domain, 0
}

func between(each rate.Limit) time.Duration {
	return time.Duration(float64(time.Second) / float64(each))
}

// spread finds room for the letters of one batch.
type spread struct {
	pace   *Pace // nil for no limit
	now    time.Time
	behind map[string]time.Duration // by domain, "" for the account, and by person: how long the last one waits
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
		var of string
		var gap time.Duration
		if wait, of, gap = s.pace.wait(domain, s.now); wait == 0 {
			return 0
		}
		if last := s.behind[of]; last > 0 {
			wait = min(last+gap, paceMost)
		}
		s.behind[of] = wait
	}
	s.behind[who] = wait
	return wait
}

// paceMost is the longest that the pace of a domain puts a letter off at a time.
const paceMost = 10 * time.Minute
