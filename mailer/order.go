package mailer

import (
	"context"
	"time"

	"pitpost/db"
)

const (
	standInLine = 2 * time.Second        // how long a letter waits here for those before it
	lookAgain   = 50 * time.Millisecond  // for one that another process sends
	comeBack    = 500 * time.Millisecond // for one that has not begun by then
)

// behind holds a letter back while an earlier one to the same person is still on
// its first try. It waits here for a moment, since that one is most often just
// leaving, and then gives the letter back; the wait is then more than 0.
func (p *Post) behind(ctx context.Context, n *db.Notice) (time.Duration, error) {
	if n.Tries > 1 {
		return 0, nil // it has lost its place already
	}
	limit := time.NewTimer(standInLine)
	defer limit.Stop()
	for {
		gone := p.nextGone()
		ahead, err := p.DB.Ahead(ctx, n, p.now())
		if err != nil || !ahead {
			return 0, err
		}
		look := time.NewTimer(lookAgain)
		select {
		case <-gone:
		case <-look.C:
		case <-limit.C:
			look.Stop()
			return comeBack, p.DB.Postpone(ctx, n.ID, p.now().Add(comeBack), "")
		case <-ctx.Done():
			look.Stop()
			return 0, ctx.Err()
		}
		look.Stop()
	}
}

// nextGone is closed as soon as any letter has been tried.
func (p *Post) nextGone() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.gone == nil {
		p.gone = make(chan struct{})
	}
	return p.gone
}

// tried wakes the letters that wait for this one.
func (p *Post) tried() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.gone != nil {
		close(p.gone)
		p.gone = nil
	}
}
