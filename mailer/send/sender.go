package send

import (
	"context"

	"pitpost.example/db/mail"

	"pitpost.example/model"
	"pitpost.example/token"
)

// sender is the return address of a letter: one of its own, so that what comes
// back names the letter, or our mailbox where the relay would have it so.
func (p *Outbox) sender(id int64) string {
	if p.PlainReturn || p.plain.Load() {
		return p.Address
	}
	address, err := token.Address(p.Address, p.Keys.Bounce(id))
	if err != nil {
		return p.Address
	}
	return address
}

// send hands a letter over. A relay that refuses return addresses of our own
// making is content with the mailbox, and is given that from then on.
func (p *Outbox) send(ctx context.Context, n *model.Notice, to string, raw []byte) Outcome {
	from := p.sender(n.ID)
	out := p.Relay.Send(ctx, from, to, raw)
	if !out.BadSender || from == p.Address {
		return out
	}
	second := p.Relay.Send(ctx, p.Address, to, raw)
	if !second.BadSender && !p.plain.Swap(true) {
		p.Log.Warn("the relay takes no return address but our own: letters that come back cannot be told apart; set RETURN_PATH to plain", "code", out.Code)
	}
	return second
}

// struck notes an address that is dead, or whose mailbox is full, and has it told.
func (p *Outbox) struck(ctx context.Context, n *model.Notice, to string, out Outcome, reply string) error {
	kind := model.BounceHard
	switch {
	case full(out):
		kind = model.BounceSoft
	case !out.BadAddress:
		return nil
	}
	s, err := mail.Strike(ctx, p.DB, mail.Bounce{Letter: n.ID, Kind: kind, Address: to, Said: reply, At: p.now()})
	if err != nil || s == nil || p.Struck == nil {
		return err
	}
	return p.Struck(ctx, s, p.now())
}
