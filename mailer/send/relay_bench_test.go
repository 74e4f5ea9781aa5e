package send

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Compares our client with Postfix's smtp-source. Both take turns sending to the same smtp-sink and keep
// their connections. "ratio" is our rate divided by theirs.
func BenchmarkRelayBesideSmtpSource(b *testing.B) {
	source, err := exec.LookPath("/usr/sbin/smtp-source")
	if err != nil {
		b.Fatal("no smtp-source: it comes with Postfix")
	}
	for _, size := range []int{20_000, 60_000} {
		for _, links := range []int{1, 4} {
			b.Run(fmt.Sprintf("%d KB, %d connections", size/1000, links), func(b *testing.B) {
				addr := smtpSink(b)
				r := relayOf(b, "smtp://"+addr, links)
				msg := []byte("Subject: a letter\r\n\r\n" + strings.Repeat(strings.Repeat("x", 70)+"\r\n", size/72))
				const letters = 1500
				var ratios []float64
				for b.Loop() {
					begun := time.Now()
					out, err := exec.Command(source, "-d", "-s", fmt.Sprint(links), "-m", fmt.Sprint(letters), "-l", fmt.Sprint(len(msg)),
						"-f", house, "-t", "ana@mail.example", addr).CombinedOutput()
					if err != nil {
						b.Fatalf("%v: %s", err, out)
					}
					theirs := time.Since(begun)
					begun = time.Now()
					sendAll(b, r, links, letters, msg)
					ratios = append(ratios, float64(theirs)/float64(time.Since(begun)))
				}
				slices.Sort(ratios)
				b.ReportMetric(ratios[len(ratios)/2], "ratio")
				b.ReportMetric(ratios[0], "least")
				b.ReportMetric(ratios[len(ratios)-1], "most")
			})
		}
	}
}

func sendAll(b *testing.B, r *Relay, links, letters int, msg []byte) {
	done := make(chan Answer, links)
	for range links {
		go func() {
			out := Answer{Class: Delivered}
			for i := 0; i < letters/links && out.Class == Delivered; i++ {
				out = r.Send(b.Context(), house, "ana@mail.example", msg)
			}
			done <- out
		}()
	}
	for range links {
		if out := <-done; out.Class != Delivered {
			b.Fatalf("%+v", out)
		}
	}
}

// smtpSink starts smtp-sink, a server of Postfix that accepts all letters and keeps none.
func smtpSink(b *testing.B) (addr string) {
	b.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	addr = l.Addr().String()
	l.Close()
	args := []string{addr, "1000"}
	if os.Getuid() == 0 {
		args = append([]string{"-u", "postfix"}, args...)
	}
	path, err := exec.LookPath("/usr/sbin/smtp-sink")
	if err != nil {
		b.Fatal("no smtp-sink: it comes with Postfix")
	}
	cmd := exec.Command(path, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // it signals its whole process group when it ends
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			conn.Close()
			return addr
		}
		if time.Now().After(end) {
			b.Fatal(err)
		}
	}
}
