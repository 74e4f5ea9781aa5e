package send

import (
	"context"
	"errors"
	"io"
	"net"
	"testing"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// tokenSession is a session on a relay that only accepts OAUTHBEARER.
type tokenSession struct{ came *[]string }

func (s tokenSession) AuthMechanisms() []string { return []string{sasl.OAuthBearer} }
func (s tokenSession) Auth(string) (sasl.Server, error) {
	return sasl.NewOAuthBearerServer(func(o sasl.OAuthBearerOptions) *sasl.OAuthBearerError {
		*s.came = append(*s.came, o.Username+" "+o.Token)
		if o.Token != "good" {
			return &sasl.OAuthBearerError{Status: "invalid_token"}
		}
		return nil
	}), nil
}
func (s tokenSession) Mail(string, *smtp.MailOptions) error { return nil }
func (s tokenSession) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (s tokenSession) Data(r io.Reader) error               { _, err := io.Copy(io.Discard, r); return err }
func (s tokenSession) Reset()                               {}
func (s tokenSession) Logout() error                        { return nil }

// A relay without passwords gets a token, which is asked for at each login. Without one the letter waits.
func TestRelayByToken(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var came []string
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return tokenSession{&came}, nil }))
	server.AllowInsecureAuth = true
	go server.Serve(l)
	t.Cleanup(func() { server.Close() })
	r := relayTo(t, l.Addr().String(), "play%40example.org@")
	token, trouble := "", errors.New("the token server is away")
	r.Auth = func(_ context.Context, user string, has func(string) bool) (sasl.Client, error) {
		if !has(sasl.OAuthBearer) || has("XOAUTH2") || user != "play@example.org" {
			t.Errorf("asked for %s", user)
		}
		return sasl.NewOAuthBearerClient(&sasl.OAuthBearerOptions{Username: user, Token: token}), trouble
	}
	send := func() Class {
		return r.Send(t.Context(), "play@example.org", "ana@example.org", []byte("Subject: x\r\n\r\ny\r\n")).Class
	}
	if got := send(); got != Later || len(came) != 0 {
		t.Errorf("without a token: %v", got)
	}
	if token, trouble = "old", nil; send() != Later {
		t.Error("a token that is not taken is no reason to keep a letter back for a while only")
	}
	if token = "good"; send() != Delivered {
		t.Errorf("with a good token: %q", came)
	}
	if len(came) != 2 || came[1] != "play@example.org good" {
		t.Errorf("shown %q", came)
	}
}
