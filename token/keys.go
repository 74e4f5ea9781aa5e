package token

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Keys make and open tokens: the first makes, all open.
type Keys struct {
	keys []key
}

// key prints as nothing, so that no log can hold it.
type key struct {
	id     int // 0 to 31, the first letter of a token
	secret []byte
}

// String keeps keys out of logs.
func (k Keys) String() string { return fmt.Sprintf("%d keys", len(k.keys)) }

// GoString keeps keys out of logs.
func (k Keys) GoString() string { return k.String() }

// NewSecret is a fresh line for the secret file: 256 bits in hex. To rotate,
// put a new line above the old ones; to revoke, delete a line.
func NewSecret() string {
	var b [32]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// ParseKeys reads a secret file: one secret of at least 32 characters a line,
// the newest first; blank lines and lines beginning with # are skipped.
func ParseKeys(file []byte) (Keys, error) {
	var k Keys
	for no, line := range strings.Split(string(file), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if len(line) < 32 {
			return Keys{}, fmt.Errorf("line %d of the secret file is shorter than 32 characters", no+1)
		}
		secret := []byte(line)
		k.keys = append(k.keys, key{int(derive(secret, "id")[0]) % len(alphabet), secret})
	}
	if len(k.keys) == 0 {
		return Keys{}, errors.New("the secret file holds no secret")
	}
	return k, nil
}

func derive(secret []byte, use string) []byte { return sum(secret, []byte("pitpost token "+use)) }

// of is the key for one use.
func (k key) of(use string) []byte { return derive(k.secret, use) }

// sum is the HMAC-SHA256 of parts that stand one behind the other.
func sum(key []byte, parts ...[]byte) []byte {
	mac := hmac.New(sha256.New, key)
	for _, p := range parts {
		mac.Write(p)
	}
	return mac.Sum(nil)
}

// Sign is a short proof, in the letters of a token, that this house wrote
// text for that use; for links and headers that are no tokens.
func (k Keys) Sign(use, text string) string {
	if len(k.keys) == 0 {
		return ""
	}
	return k.keys[0].proof(use, text)
}

// Signed reports whether proof is what Sign gave for use and text, under any key.
func (k Keys) Signed(use, text, proof string) bool {
	return slices.ContainsFunc(k.keys, func(key key) bool {
		return hmac.Equal([]byte(key.proof(use, text)), []byte(canonical(proof)))
	})
}

func (k key) proof(use, text string) string {
	return encoding.EncodeToString(sum(k.of("sign"), fmt.Appendf(nil, "%d:%s%s", len(use), use, text))[:15])
}
