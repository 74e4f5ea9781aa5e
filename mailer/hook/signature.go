package hook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"
)

// secretPrefix begins the secret of a webhook where people see it (Standard Webhooks 1.0).
const secretPrefix = "whsec_"

// signature is that of one body under one secret: "v1," and the base64 of the HMAC-SHA256
// over id, seconds and body, parted by dots (Standard Webhooks 1.0).
func signature(secret, id string, at time.Time, body []byte) (string, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, secretPrefix))
	if err != nil || len(key) < 24 {
		return "", errors.New("the secret of a webhook is not base64 of 24 bytes or more")
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%d.", id, at.Unix())
	mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)), nil
}

// signatures are those under all secrets that hold, the newest first.
func signatures(secrets []string, id string, at time.Time, body []byte) (string, error) {
	var out []string
	for _, secret := range secrets {
		one, err := signature(secret, id, at, body)
		if err != nil {
			return "", err
		}
		out = append(out, one)
	}
	return strings.Join(out, " "), nil
}
