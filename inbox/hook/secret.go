package hook

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// seenMost bounds what is remembered of tokens.
const seenMost = 50_000

// seen remembers which letter came under which token, for as long as its signature is good.
type seen struct {
	mu    sync.Mutex
	under map[string]sight
}

type sight struct {
	letter [32]byte
	until  time.Time
}

// first says whether the token is new, or came with this very letter before, as it does when
// a provider tries again.
func (s *seen) first(token string, raw []byte, now time.Time, good time.Duration) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.under == nil {
		s.under = map[string]sight{}
	}
	sum := sha256.Sum256(raw)
	if before, ok := s.under[token]; ok && now.Before(before.until) {
		return before.letter == sum
	}
	if len(s.under) >= seenMost {
		s.tidy(now)
	}
	s.under[token] = sight{sum, now.Add(good)}
	return true
}

// tidy forgets what is over, and when that is not enough what ends first.
func (s *seen) tidy(now time.Time) {
	oldest, at := "", time.Time{}
	for token, one := range s.under {
		if now.After(one.until) {
			delete(s.under, token)
		} else if oldest == "" || one.until.Before(at) {
			oldest, at = token, one.until
		}
	}
	if len(s.under) >= seenMost {
		delete(s.under, oldest)
	}
}

// signed reports whether signature is the hex HMAC-SHA256 of the pieces under any key.
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

// oneOf compares a word with secrets, in the same time wherever they differ.
func oneOf(secrets []string, word string) bool {
	given, good := sha256.Sum256([]byte(word)), 0
	for _, secret := range secrets {
		sum := sha256.Sum256([]byte(secret))
		good |= subtle.ConstantTimeCompare(sum[:], given[:])
	}
	return good == 1
}

// basic is a knock that wants one of the user:password pairs.
func basic(pairs []string) func(*http.Request) error {
	return func(r *http.Request) error {
		if user, password, ok := r.BasicAuth(); !ok || !oneOf(pairs, user+":"+password) {
			return &refusal{http.StatusUnauthorized, "user or password is wrong"}
		}
		return nil
	}
}

// seconds reads a time of signing in seconds since 1970.
func seconds(text string) (time.Time, error) {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil || n < 0 || n > 1<<40 {
		return time.Time{}, errTime
	}
	return time.Unix(n, 0), nil
}
