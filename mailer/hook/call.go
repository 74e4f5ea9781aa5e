package hook

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"pitpost.example/db/webhook"
	"pitpost.example/house/desk"
	"pitpost.example/model"
)

// answer is a server's answer to a call.
type answer struct {
	code    int // 0 without an answer
	said    string
	after   time.Duration // how long the server asks us to wait
	private bool          // no call was made, because the address is not public
}

func (a answer) ok() bool { return a.code >= 200 && a.code < 300 }

// gone reports whether the server never wants calls to this address again. Discord and Slack answer 404 for
// an address that was deleted.
func (a answer) gone(form model.HookForm) bool {
	return a.code == http.StatusGone || a.code == http.StatusNotFound && (form == model.FormDiscord || form == model.FormSlack)
}

// down reports whether another call now would fail too.
func (a answer) down() bool {
	return a.code == 0 || a.code >= 500 || a.code == http.StatusTooManyRequests
}

// ask makes a request and returns the server's answer. said contains neither path nor query, because these
// are as secret as a password.
func ask(web *http.Client, req *http.Request, now time.Time) answer {
	req.Header.Set("User-Agent", "Pitpost")
	res, err := web.Do(req)
	switch {
	case errors.Is(err, errPrivate):
		return answer{said: errPrivate.Error(), private: true}
	case err != nil:
		return answer{said: "not reached"}
	}
	res.Body.Close()
	return answer{code: res.StatusCode, said: fmt.Sprintf("answered %d", res.StatusCode), after: retryAfter(res.Header.Get("Retry-After"), now)}
}

// send makes one call and returns the server's answer.
func (h *Caller) send(ctx context.Context, hook *model.Hook, word string, body []byte) answer {
	req, err := h.request(ctx, hook, word, body)
	if err != nil {
		return answer{said: err.Error()}
	}
	return ask(h.Web, req, h.Now())
}

// request builds a call, and signs it if the hook has a secret.
func (h *Caller) request(ctx context.Context, hook *model.Hook, word string, body []byte) (*http.Request, error) {
	to, ok := h.Keys.Unseal(desk.SealURL, hook.URL)
	if !ok {
		return nil, errors.New("its address was sealed under a secret that is gone")
	}
	req, sent, err := formRequest(ctx, hook.Form, string(to), word, body)
	if err != nil {
		return nil, errors.New("no address")
	}
	if hook.Secret == nil {
		return req, nil
	}
	return req, h.sign(req, hook, word, sent)
}

func (h *Caller) sign(req *http.Request, hook *model.Hook, word string, body []byte) error {
	now := h.Now()
	sealed := [][]byte{hook.Secret}
	if hook.OldSecret != nil && hook.OldUntil != nil && now.Before(*hook.OldUntil) {
		sealed = append(sealed, hook.OldSecret)
	}
	var proofs []string
	for _, s := range sealed {
		plain, ok := h.Keys.Unseal(desk.SealSecret, s)
		if !ok {
			return errors.New("its secret was sealed under a secret that is gone")
		}
		proof, err := signature(string(plain), word, now, body)
		if err != nil {
			return err
		}
		proofs = append(proofs, proof)
	}
	req.Header.Set("Webhook-Id", word)
	req.Header.Set("Webhook-Timestamp", strconv.FormatInt(now.Unix(), 10))
	req.Header.Set("Webhook-Signature", strings.Join(proofs, " ")) // newest first
	return nil
}

// Try makes a test call at once and returns what the server answered. It returns an error unless the answer
// was 2xx.
func (h *Caller) Try(ctx context.Context, hook *model.Hook, word string) (said string, err error) {
	body, err := h.greeting(hook, &webhook.Call{Match: hook.Match})
	if err != nil {
		return "", err
	}
	got := h.send(ctx, hook, word, body)
	if !got.ok() {
		return "", fmt.Errorf("%s: %s", hook.Host, got.said)
	}
	return got.said, nil
}

// retryAfter parses a Retry-After header, in seconds or as a date, up to a day.
func retryAfter(header string, now time.Time) time.Duration {
	wait := time.Duration(0)
	if seconds, err := strconv.ParseFloat(header, 64); err == nil && seconds > 0 && seconds < 1e6 {
		wait = time.Duration(seconds * float64(time.Second))
	} else if at, err := http.ParseTime(header); err == nil {
		wait = at.Sub(now)
	}
	return min(max(wait, 0), 24*time.Hour)
}

// signature signs a body by a secret as people see it, which begins with "whsec_": "v1," and the base64 of the
// HMAC-SHA256 over id, Unix seconds and body, joined by dots (Standard Webhooks 1.0).
func signature(secret, id string, at time.Time, body []byte) (string, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || len(key) < 24 {
		return "", errors.New("the secret of a webhook is not base64 of 24 bytes or more")
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%d.", id, at.Unix())
	mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)), nil
}
