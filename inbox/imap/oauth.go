package imap

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/emersion/go-sasl"
	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	"pitpost.example/disk"
)

// errGrant is the error for a refresh token or a client that the token server refuses, and will refuse until
// somebody signs in again.
var errGrant = errors.New("the token server refuses; sign in anew: pitpost login")

// OAuth gets access tokens for a mailbox that takes no password, and caches each while it is valid. It is
// safe for concurrent use.
type OAuth struct {
	// TokenURL is the address of the token server.
	TokenURL string
	// ClientID and ClientSecret are those of the registered program. Scope is requested unless it is "".
	ClientID, ClientSecret, Scope string
	// RefreshFile holds the refresh token. If the server returns a new one, it is written there. If
	// RefreshFile is "", tokens are requested with the client's own rights (client_credentials).
	RefreshFile string
	// Client makes the requests. If it is nil, a client is used that follows no redirects.
	Client *http.Client

	mu      sync.Mutex
	access  string
	until   time.Time
	refresh string    // the newest refresh token
	dies    time.Time // when that expires; zero if the server did not say
	read    string    // the file's content when it was last read or written
}

// Mechanism returns a SASL mechanism to log in as user. It is OAUTHBEARER if the server has only that,
// otherwise XOAUTH2, which Google and Microsoft know.
func (o *OAuth) Mechanism(ctx context.Context, user string, has func(name string) bool) (sasl.Client, error) {
	token, err := o.Token(ctx)
	if err != nil {
		return nil, err
	}
	if !has(xoauth2) && has(sasl.OAuthBearer) {
		return &bearer{o, sasl.OAuthBearer, token, "n,a=" + user + ",\x01auth=Bearer " + token + "\x01\x01"}, nil
	}
	return &bearer{o, xoauth2, token, "user=" + user + "\x01auth=Bearer " + token + "\x01\x01"}, nil
}

// Token returns an access token that is valid for another minute, or for half its life if that is shorter.
func (o *OAuth) Token(ctx context.Context) (string, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.access != "" && time.Now().Before(o.until) {
		return o.access, nil
	}
	if err := o.renew(ctx); err != nil {
		return "", err
	}
	return o.access, nil
}

// Refused forgets a token that a mail server refused.
func (o *OAuth) Refused(token string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.access == token {
		o.access = ""
	}
}

// renew requests an access token. It uses the refresh token in the file if that has been replaced, otherwise
// the latest one.
func (o *OAuth) renew(ctx context.Context) error {
	asks := clientcredentials.Config{ClientID: o.ClientID, ClientSecret: o.ClientSecret, TokenURL: o.TokenURL, AuthStyle: oauth2.AuthStyleInParams}
	if o.Scope != "" {
		asks.Scopes = []string{o.Scope}
	}
	if o.RefreshFile != "" {
		if err := o.recall(); err != nil {
			return err
		}
		// oauth2.Config would not send the scope again, but Microsoft needs it.
		asks.EndpointParams = url.Values{"grant_type": {"refresh_token"}, "refresh_token": {o.refresh}}
	}
	answer, err := o.ask(ctx, &asks)
	if err != nil {
		return err
	}
	o.access = answer.AccessToken
	life := time.Until(answer.Expiry)
	if life <= 0 || life > 24*time.Hour {
		life = time.Hour
	}
	o.until = time.Now().Add(life - min(time.Minute, life/2))
	if answer.RefreshToken != "" && answer.RefreshToken != o.refresh && o.RefreshFile != "" {
		o.refresh, o.dies = answer.RefreshToken, o.end(answer)
		_ = o.keep() // if the file cannot be changed, it stays in memory only
	}
	return nil
}

// Grant writes the refresh token from somebody's sign-in into its file.
func (o *OAuth) Grant(t *oauth2.Token) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if t.RefreshToken == "" || strings.ContainsFunc(t.RefreshToken, unfit) {
		return errors.New("the provider gave no refresh token: the program must be allowed to stay signed in (offline access)")
	}
	o.access, o.refresh, o.dies = "", t.RefreshToken, o.end(t)
	return o.keep()
}

// Dies returns when the refresh token in the file expires, zero if the token server did not say.
func (o *OAuth) Dies() (time.Time, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.RefreshFile == "" {
		return time.Time{}, nil
	}
	err := o.recall()
	return o.dies, err
}

// end returns when the refresh token in an answer expires. Google says so for programs in testing.
func (o *OAuth) end(answer *oauth2.Token) time.Time {
	seconds, _ := answer.Extra("refresh_token_expires_in").(float64)
	if seconds <= 0 {
		return time.Time{}
	}
	return time.Now().Add(time.Duration(seconds) * time.Second).UTC().Truncate(time.Second)
}

func (o *OAuth) recall() error {
	text, err := os.ReadFile(o.RefreshFile)
	if err != nil {
		return fmt.Errorf("the refresh token cannot be read: %w", err)
	}
	if file := strings.TrimSpace(string(text)); file != o.read || o.refresh == "" {
		token, until, _ := strings.Cut(file, "\n")
		o.refresh, o.read = strings.TrimSpace(token), file
		o.dies, _ = time.Parse(time.RFC3339, strings.TrimPrefix(until, untilMark)) // zero if there is no such line
	}
	if o.refresh == "" {
		return fmt.Errorf("%w: %s is empty", errGrant, o.RefreshFile)
	}
	return nil
}

// untilMark begins the line after a refresh token that says when it expires.
const untilMark = "until "

// keep writes the new refresh token into its file.
func (o *OAuth) keep() error {
	text := o.refresh
	if !o.dies.IsZero() {
		text += "\n" + untilMark + o.dies.Format(time.RFC3339)
	}
	err := disk.WriteFile(o.RefreshFile, text+"\n")
	if err == nil {
		o.read = text
	}
	return err
}

// ask requests a token. Its errors hold neither tokens nor the server's words, except the standard error
// code.
func (o *OAuth) ask(ctx context.Context, asks *clientcredentials.Config) (*oauth2.Token, error) {
	client := cmp.Or(o.Client, &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }})
	ctx, cancel := context.WithTimeout(context.WithValue(ctx, oauth2.HTTPClient, client), 30*time.Second)
	defer cancel()
	token, err := asks.Token(ctx)
	var refused *oauth2.RetrieveError
	var away *url.Error
	switch {
	case err == nil && !strings.ContainsFunc(token.AccessToken, unfit):
		return token, nil
	case errors.As(err, &refused) && (refused.Response.StatusCode == http.StatusBadRequest || refused.Response.StatusCode == http.StatusUnauthorized):
		return nil, fmt.Errorf("%w [%s]", errGrant, oauthWord(refused.ErrorCode))
	case refused != nil:
		return nil, fmt.Errorf("the token server answers %d without a token", refused.Response.StatusCode)
	case errors.As(err, &away):
		return nil, fmt.Errorf("reach the token server: %w", err)
	}
	return nil, errors.New("the token server answers without a token")
}

// oauthWord returns an error code if it looks like one of the standard's, so that nothing else gets into a
// log.
func oauthWord(text string) string {
	if text == "" || len(text) > 40 || strings.Trim(text, "abcdefghijklmnopqrstuvwxyz_") != "" {
		return "no reason given"
	}
	return text
}

// unfit reports whether a rune cannot be part of a token.
func unfit(r rune) bool { return r <= ' ' || r >= 0x7f && r < 0xa0 || r == utf8.RuneError }

const xoauth2 = "XOAUTH2"

// bearer is a SASL mechanism that sends an access token.
type bearer struct {
	from               *OAuth
	name, token, first string
}

// Start sends the token.
func (b *bearer) Start() (string, []byte, error) { return b.name, []byte(b.first), nil }

// Next answers the server's explanation of what is wrong with the token. Only after that does the server
// refuse.
func (b *bearer) Next([]byte) ([]byte, error) {
	b.from.Refused(b.token)
	return []byte{1}, nil
}
