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

// Keys make and open tokens: the first key makes them, all keys open them.
type Keys struct {
	keys   []key
	former []string // addresses that the mailbox had before
}

// Moved returns keys that also find tokens in letters to addresses that the house had before it moved.
func (k Keys) Moved(former []string) Keys {
	k.former = former
	return k
}

// key prints as nothing, so that it cannot get into a log.
type key struct {
	id     int // 0 to 31, index of the first character of its tokens
	secret []byte
}

// String hides the keys from logs.
func (k Keys) String() string { return fmt.Sprintf("%d keys", len(k.keys)) }

// GoString hides the keys from logs.
func (k Keys) GoString() string { return k.String() }

// NewSecret returns a new line for the secret file: 256 random bits in hex. To rotate keys, put a new line
// above the old ones; to revoke a key, delete its line.
func NewSecret() string {
	var b [32]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// ParseKeys parses a secret file: one secret of at least 32 characters per line, the newest first. Blank lines
// and lines that begin with # are skipped.
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

// of derives the key for one use.
func (k key) of(use string) []byte { return derive(k.secret, use) }

// sum returns the HMAC-SHA256 of the concatenated parts.
func sum(key []byte, parts ...[]byte) []byte {
	mac := hmac.New(sha256.New, key)
	for _, p := range parts {
		mac.Write(p)
	}
	return mac.Sum(nil)
}

// Sign returns a short proof that this house wrote text for that use, in the alphabet of tokens. It is for
// links and headers that contain no token.
func (k Keys) Sign(use, text string) string {
	if len(k.keys) == 0 {
		return ""
	}
	return k.keys[0].proof(use, text)
}

// Signed reports whether Sign returned proof for use and text, under any key.
func (k Keys) Signed(use, text, proof string) bool {
	return slices.ContainsFunc(k.keys, func(key key) bool {
		return hmac.Equal([]byte(key.proof(use, text)), []byte(canonical(proof)))
	})
}

func (k key) proof(use, text string) string {
	return encoding.EncodeToString(sum(k.of("sign"), fmt.Appendf(nil, "%d:%s%s", len(use), use, text))[:15])
}
