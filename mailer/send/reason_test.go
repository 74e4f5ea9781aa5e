package send

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-sasl"

	"pitpost.example/lab"
)

// Why there is no relay is said in words that may be logged: the relay's own may repeat a password.
func TestWhyThereIsNoRelay(t *testing.T) {
	t.Parallel()
	login := lab.SMTPScript(t, lab.Step{On: "EHLO", Reply: "250-script\n250 AUTH PLAIN", Always: true}, lab.Step{On: "AUTH", Reply: "535 5.7.8 secret is no password", Always: true})
	wanted := lab.SMTPScript(t, lab.Step{On: "MAIL", Reply: "530 5.7.0 secret first", Always: true})
	closed := lab.SMTPScript(t, lab.Step{On: "CONNECT", Reply: "554 no secret service", Always: true})
	cut := lab.SMTPScript(t, lab.Step{On: "CONNECT", Drop: true, Always: true})
	mute := lab.SMTPScript(t, lab.Step{On: "CONNECT", Silent: true, Always: true})
	late := lab.SMTPScript(t, lab.Step{On: "RCPT", Reply: "451 4.7.1 secret", Always: true})
	plain := lab.SMTPScript(t)
	_, bare, _ := net.SplitHostPort(login.Addr)
	sealed, _ := overTLS(t, plain.Addr)
	for url, want := range map[string]string{
		"smtp://" + lab.Nowhere(t):        "nothing listens there (connection refused)",
		"smtp://u:secret@" + login.Addr:   "it refuses the log-in",
		"smtp://" + wanted.Addr:           "it refuses the log-in",
		"smtp://" + closed.Addr:           "it takes nothing",
		"smtp://" + cut.Addr:              "it hung up",
		"smtp://" + mute.Addr:             "it does not answer in time",
		"smtps://" + plain.Addr:           "it does not agree on TLS",
		"smtps://" + sealed:               "its certificate is not trusted",
		"smtp://u:secret@0.0.0.0:" + bare: "it offers no STARTTLS",
		"smtp://" + late.Addr:             "",
	} {
		t.Run(url, func(t *testing.T) {
			t.Parallel()
			r := relayOf(t, url, 1)
			r.Timeout = time.Second
			if out := r.Send(t.Context(), house, "bo@example.org", letter); out.Class != Later || out.Why != want {
				t.Errorf("%+v, want %s", out, want)
			}
			if url == "smtp://"+wanted.Addr || want == "" {
				return // it is well until a letter comes
			}
			if err := r.Check(t.Context()); err == nil || !strings.HasPrefix(err.Error(), want+": ") {
				t.Errorf("check: %v, want %s", err, want)
			}
		})
	}
	r := relayTo(t, login.Addr, "u@")
	r.Auth = func(context.Context, string, func(string) bool) (sasl.Client, error) {
		return nil, &net.DNSError{Err: "no such host", IsNotFound: true}
	}
	if out := r.Send(t.Context(), house, "bo@example.org", letter); out.Why != "no access token is to be had for it" {
		t.Errorf("%+v", out)
	}
	for want, err := range map[string]error{"its name is not known": &net.DNSError{IsNotFound: true}, "its name could not be looked up": &net.DNSError{IsTimeout: true},
		"the connection failed": errors.New("secret")} {
		if got := reason(err); got != want {
			t.Errorf("%v: %s", err, got)
		}
	}
}
