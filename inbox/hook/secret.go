package hook

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net/http"
)

// signed reports whether signature is the hex HMAC-SHA256 of the pieces under any of the keys.
func signed(keys []string, signature string, pieces ...[]byte) bool {
	given, err := hex.DecodeString(signature)
	if err != nil {
		return false
	}
	good := false
	for _, key := range keys {
		mac := hmac.New(sha256.New, []byte(key))
		for _, piece := range pieces {
			mac.Write(piece)
		}
		good = hmac.Equal(mac.Sum(nil), given) || good
	}
	return good
}

// oneOf reports whether a word is one of the secrets. It takes the same time wherever they differ.
func oneOf(secrets []string, word string) bool {
	given, good := sha256.Sum256([]byte(word)), 0
	for _, secret := range secrets {
		sum := sha256.Sum256([]byte(secret))
		good |= subtle.ConstantTimeCompare(sum[:], given[:])
	}
	return good == 1
}

// basic returns a precheck that requires one of the user:password pairs by basic authentication.
func basic(pairs []string) func(*http.Request) error {
	return func(r *http.Request) error {
		if user, password, ok := r.BasicAuth(); !ok || !oneOf(pairs, user+":"+password) {
			return &refusal{http.StatusUnauthorized, "user or password is wrong"}
		}
		return nil
	}
}
