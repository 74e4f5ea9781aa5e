package send

import (
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/time/rate"

	"pitpost.example/model"
)

// domainsMost is how many domains a Pace remembers, those that got a letter last.
const domainsMost = 10_000

// Pace limits the letters per minute to each domain, so that no provider mistakes the letters at a round's
// end for a flood, and those of the whole account. It is safe for concurrent use.
type Pace struct {
	account *rate.Limiter // nil for no limit
	each    rate.Limit
	burst   int
	mu      sync.Mutex
	domains *simplelru.LRU[string, *rate.Limiter]
}

// NewPace allows aMinute letters per minute to each domain, a quarter of which may leave at once, and account
// letters per minute in total, evenly spaced. 0 means no limit.
func NewPace(aMinute, account int) *Pace {
	p := &Pace{each: rate.Inf, burst: max(1, aMinute/4)}
	p.domains, _ = simplelru.NewLRU[string, *rate.Limiter](domainsMost, nil) // fails for no size alone
	if aMinute > 0 {
		p.each = rate.Limit(float64(aMinute) / 60)
	}
	if account > 0 {
		p.account = rate.NewLimiter(rate.Limit(float64(account)/60), 1)
	}
	return p
}

// wait returns a delay of 0 and counts the letter if it may leave now. Otherwise delay is how long to wait
// before asking again, of is what limits it (the domain, or "" for the account), and gap is the time between
// two letters by that limit.
func (p *Pace) wait(domain string, now time.Time) (delay time.Duration, of string, gap time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	l, known := p.domains.Get(domain)
	if !known {
		l = rate.NewLimiter(p.each, p.burst)
		p.domains.Add(domain, l)
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

// spread decides which letters of one batch may leave now.
type spread struct {
	pace   *Pace // nil for no limit
	now    time.Time
	behind map[string]time.Duration // how long the last letter waits, by domain ("" is the account) and by person
}

// wait returns 0 and counts the letter if it may leave now. Otherwise it returns how long to wait before
// asking again. Each further letter to the same domain waits longer, and no letter leaves before an earlier
// one to the same person.
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

// paceMost is the longest that a letter is postponed at a time because of its pace.
const paceMost = 10 * time.Minute
