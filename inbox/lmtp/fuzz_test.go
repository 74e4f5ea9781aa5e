package lmtp

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"testing"
	"time"

	"pitpost.example/inbox"
	"pitpost.example/inbox/intake"
)

// FuzzSession checks that the server answers or hangs up, whatever a client sends, and that it takes no
// letter for somebody else.
func FuzzSession(f *testing.F) {
	for _, said := range []string{"LHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<play@pit.test>\r\nDATA\r\nFrom: a\r\n\r\n3 C5\r\n.\r\nQUIT\r\n", "EHLO x\r\nVRFY a\r\n", "LHLO x\r\nMAIL FROM:<a@b.c> SIZE=99\r\nRCPT TO:<x@y.z>\r\nDATA\r\n",
		"LHLO x\r\nMAIL FROM:<a@b.c> BODY=8BITMIME SMTPUTF8\r\nRCPT TO:<play@pit.test>\r\nBDAT 4 LAST\r\n3 C5", "\x00\r\n\r\n.\r\n"} {
		f.Add(said)
	}
	ours := (&inbox.Receiver{Mailbox: "play@pit.test"}).AcceptsRecipient
	door := &Server{Ours: ours, Log: slog.New(slog.DiscardHandler), Take: func(_ context.Context, _ []byte, d intake.Source) (intake.Fate, error) {
		for _, to := range d.Envelope.To {
			if !ours(to) {
				f.Errorf("a letter for %q is taken", to)
			}
		}
		return intake.Processed, nil
	}}
	l, err := Listen("127.0.0.1:0")
	if err != nil {
		f.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	f.Cleanup(cancel)
	go func() { _ = door.Serve(ctx, l) }()
	f.Fuzz(func(t *testing.T, said string) {
		client([]byte("Received: "+said+"\r\n\r\n"), "mx.example.org")
		conn, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if err := conn.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(conn, said+"\r\n.\r\nQUIT\r\n")
		_ = conn.(*net.TCPConn).CloseWrite()
		if _, err := io.Copy(io.Discard, conn); errors.Is(err, os.ErrDeadlineExceeded) {
			t.Error("the door does not let go")
		}
	})
}
