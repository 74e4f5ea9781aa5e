package hook

import (
	"strings"
	"testing"
	"time"
)

// The vector that the libraries of Standard Webhooks publish.
func TestSignatureOfThePublishedVector(t *testing.T) {
	const secret, id, want = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
	at, body := time.Unix(1614265330, 0), []byte(`{"test": 2432232314}`)
	got, err := signature(secret, id, at, body)
	if err != nil || got != want {
		t.Errorf("signature = %s, %v, want %s", got, err, want)
	}
	for _, other := range []func() (string, error){
		func() (string, error) { return signature(secret, id+"x", at, body) },
		func() (string, error) { return signature(secret, id, at.Add(time.Second), body) },
		func() (string, error) { return signature(secret, id, at, body[1:]) },
		func() (string, error) { return signature("whsec_AAAA9r8GKYqrTwjUPD8ILPZIo2LaLaSw", id, at, body) },
	} {
		if got, err := other(); err != nil || got == want {
			t.Errorf("something else has the same signature, or none: %v", err)
		}
	}
	both, err := signatures([]string{secret, "whsec_AAAA9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}, id, at, body)
	if err != nil || !strings.HasPrefix(both, want+" v1,") {
		t.Errorf("signatures = %q, %v", both, err)
	}
	if _, err := signature("whsec_c2hvcnQ=", id, at, body); err == nil {
		t.Error("a secret of five bytes signs")
	}
}
