package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"testing"
	"time"

	"pitpost.example/lab"
)

// peerTimes is how many times less of the processor than Mailman a letter must take here.
const peerTimes = 10

// This house beside GNU Mailman 3, by turns: make peers.
func TestBesideMailman(t *testing.T) {
	turns := lab.Number(t, "PEERS_TURNS", 0)
	if turns == 0 {
		t.Skip("it takes minutes, and Mailman: make peers")
	}
	figures, err := besideMailman(t.Context(), theProgram(t), turns, lab.Number(t, "PEERS_MATCHES", 60), lab.Number(t, "PEERS_SECONDS", 10), os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	if err := figures.Print(os.Stdout); err != nil {
		t.Fatal(err)
	}
	for _, f := range figures {
		if f.met() == "no" {
			t.Errorf("%s: an aim is missed", f.what)
		}
	}
}

// besideMailman plays this house and Mailman's list by turns. The house writes pictures and moves, Mailman copies; both
// get a letter by LMTP and write to each person by SMTP.
func besideMailman(ctx context.Context, program string, turns, matches, seconds int, news io.Writer) (figures Figures, err error) {
	peer, err := openMailman(ctx)
	defer func() { err = errors.Join(err, peer.close()) }()
	if err != nil {
		return nil, err
	}
	b, err := openBench(ctx, program, news)
	defer func() { err = errors.Join(err, b.close()) }()
	if err != nil {
		return nil, err
	}
	defer caught(&err)
	b.staff(ctx, 1)
	b.session(ctx, "lmtp", matches, time.Second, 0) // to warm up
	peer.slice(ctx, carriersMany, time.Second, 0)
	limit := time.Duration(seconds) * time.Second
	var house, list struct{ cost, rate, idle []float64 }
	var ratios []float64
	for n := range turns {
		idle, busy := b.session(ctx, "lmtp", 1, limit/2, 40*time.Millisecond), b.session(ctx, "lmtp", matches, limit, 0)
		slow, full := peer.slice(ctx, 1, limit/2, 40*time.Millisecond), peer.slice(ctx, carriersMany, limit, 0)
		house.cost = append(house.cost, perLetter(busy, busy.whole.used+busy.whole.server))
		list.cost = append(list.cost, perLetter(full, full.whole.used))
		house.rate, list.rate = append(house.rate, busy.letters/busy.took.Seconds()), append(list.rate, full.letters/full.took.Seconds())
		house.idle, list.idle = append(house.idle, ms(percentile(idle.digests, 0.5))), append(list.idle, ms(percentile(slow.digests, 0.5)))
		ratios = append(ratios, house.cost[n]/list.cost[n])
		fmt.Fprintf(news, "turn %d: %.1f ms of the processor a letter, Mailman %.1f\n", n+1, house.cost[n], list.cost[n])
	}
	return Figures{
		{what: "processor a letter in, Mailman, all its programs", value: median(list.cost), unit: "ms"},
		{what: "processor a letter in, house and Postgres", value: median(house.cost), unit: "ms", beside: "Mailman", ratio: median(ratios),
			aim: fmt.Sprintf("≤ 1/%d", peerTimes), most: 1.0 / peerTimes},
		{what: "letters in a second, Mailman", value: median(list.rate), unit: "a second"},
		{what: "letters in a second, house", value: median(house.rate), unit: "a second"},
		{what: "idle, letter to first copy, p50, Mailman", value: median(list.idle), unit: "ms"},
		{what: "idle, letter to digest, p50, house", value: median(house.idle), unit: "ms"},
	}, ctx.Err()
}
