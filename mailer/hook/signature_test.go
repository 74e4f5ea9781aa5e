package hook

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"pitpost.example/house/desk"
	"pitpost.example/model"
	"pitpost.example/token"
)

// The test vector that the libraries of Standard Webhooks publish.
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
	if _, err := signature("whsec_c2hvcnQ=", id, at, body); err == nil {
		t.Error("a secret of five bytes signs")
	}
}

// While the old secret is valid, a call has a signature by each secret, newest first.
func TestACallIsSignedUnderBothSecrets(t *testing.T) {
	keys, err := token.ParseKeys([]byte(token.NewSecret()))
	if err != nil {
		t.Fatal(err)
	}
	at := time.Unix(1614265330, 0)
	until := at.Add(time.Hour)
	hook := &model.Hook{OldUntil: &until,
		Secret:    keys.Seal(desk.SealSecret, []byte("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")),
		OldSecret: keys.Seal(desk.SealSecret, []byte("whsec_AAAA9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))}
	req := httptest.NewRequest("POST", "/", nil)
	err = (&Caller{Keys: keys, Now: func() time.Time { return at }}).sign(req, hook, "msg_p5jXN8AQM9LWM0D4loKWxJek", []byte(`{"test": 2432232314}`))
	if got := req.Header.Get("Webhook-Signature"); err != nil || !strings.HasPrefix(got, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE= v1,") {
		t.Errorf("signed by %q, %v", got, err)
	}
}
