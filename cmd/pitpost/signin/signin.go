// Package signin gets the first refresh token for a mailbox that takes no password. Its owner signs in: by a code to
// type if the provider allows mail that way, otherwise on a page of the provider that redirects to this machine.
package signin

import (
	"bufio"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"pitpost.example/inbox/imap"
)

// Provider has the addresses for signing in.
type Provider struct {
	// Page is where the owner signs in. Device is where codes to type
	// come from, "" if the provider gives none for mail.
	Page, Device string
	Scope        string
}

// Known lists the providers that take no passwords, or discourage them.
var Known = map[string]Provider{
	"google": {Page: "https://accounts.google.com/o/oauth2/v2/auth", Scope: "https://mail.google.com/"},
	"microsoft": {Page: "https://login.microsoftonline.com/common/oauth2/v2.0/authorize", Device: "https://login.microsoftonline.com/common/oauth2/v2.0/devicecode",
		Scope: "https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send offline_access"},
}

// patience is how long the owner has to sign in.
const patience = 15 * time.Minute

// AskToSignIn lets the owner of a mailbox sign in and stores the refresh token where o reads it. Instructions are
// written to out. A line of in may contain the address to which the provider's page redirected.
func AskToSignIn(ctx context.Context, p Provider, o *imap.OAuth, user string, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithTimeout(context.WithValue(ctx, oauth2.HTTPClient, &http.Client{Timeout: 30 * time.Second}), patience)
	defer cancel()
	c := &oauth2.Config{ClientID: o.ClientID, ClientSecret: o.ClientSecret, Scopes: strings.Fields(cmp.Or(o.Scope, p.Scope)),
		Endpoint: oauth2.Endpoint{AuthURL: p.Page, DeviceAuthURL: p.Device, TokenURL: o.TokenURL, AuthStyle: oauth2.AuthStyleInParams}}
	ask := byPage
	if p.Device != "" {
		ask = byCode
	}
	token, err := ask(ctx, c, user, in, out)
	if err != nil {
		return fmt.Errorf("nobody was signed in: %w", short(err))
	}
	return o.Grant(token)
}

// byCode lets the owner type a code at the provider, on any machine (RFC 8628).
func byCode(ctx context.Context, c *oauth2.Config, user string, _ io.Reader, out io.Writer) (*oauth2.Token, error) {
	code, err := c.DeviceAuth(ctx)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(out, "Open %s in any browser, sign in as %s and type the code %s\nWaiting …\n", code.VerificationURI, user, code.UserCode)
	return c.DeviceAccessToken(ctx, code)
}

// byPage sends the owner to the provider's page, which redirects to this machine (RFC 8252), and proves that
// the code was requested here (RFC 7636). If the browser is on another machine, the page it is redirected to
// stays empty, but its address has all that is needed.
func byPage(ctx context.Context, c *oauth2.Config, user string, in io.Reader, out io.Writer) (*oauth2.Token, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	c.RedirectURL = "http://" + l.Addr().String()
	state, verifier := rand.Text(), oauth2.GenerateVerifier()
	answers := make(chan url.Values, 2)
	server := &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("state") != state {
			http.NotFound(w, r) // such as a browser's request for an icon
			return
		}
		fmt.Fprintln(w, "Thank you. This page can be closed: pitpost goes on in its terminal.")
		offer(answers, r.URL.Query())
	})}
	go func() { _ = server.Serve(l) }() // returns when the server is closed
	defer server.Close()
	go func() {
		for lines := bufio.NewScanner(in); lines.Scan(); {
			if u, err := url.Parse(strings.TrimSpace(lines.Text())); err == nil && u.Query().Get("state") == state {
				offer(answers, u.Query())
				return
			}
		}
	}()
	fmt.Fprintf(out, "Open this address in a browser and sign in as %s:\n\n  %s\n\nIf the browser is on another machine, its last page cannot be opened: paste the address of that page here.\nWaiting …\n",
		user, c.AuthCodeURL(state, oauth2.AccessTypeOffline, oauth2.S256ChallengeOption(verifier), oauth2.SetAuthURLParam("prompt", "consent"), oauth2.SetAuthURLParam("login_hint", user)))
	select {
	case answer := <-answers:
		if answer.Get("code") == "" {
			return nil, fmt.Errorf("the provider says %q", answer.Get("error"))
		}
		return c.Exchange(ctx, answer.Get("code"), oauth2.VerifierOption(verifier))
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func offer(to chan url.Values, answer url.Values) {
	select {
	case to <- answer:
	default:
	}
}

// short reduces a token server's error to its status and error code.
func short(err error) error {
	if refused, ok := errors.AsType[*oauth2.RetrieveError](err); ok {
		return fmt.Errorf("the provider answers %d %s", refused.Response.StatusCode, refused.ErrorCode)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return errors.New("nobody came")
	}
	return err
}
