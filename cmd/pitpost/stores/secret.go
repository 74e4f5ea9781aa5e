package stores

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"pitpost.example/token"
)

// Keys reads the secret file, and makes it at the first start.
func Keys(name string) (token.Keys, error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return token.Keys{}, fmt.Errorf("the secret file cannot be made: %w", err)
		}
		text = []byte(token.NewSecret() + "\n")
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			return Keys(name) // another process made it just now
		}
		if err != nil {
			return token.Keys{}, fmt.Errorf("the secret file cannot be made: %w", err)
		}
		_, err = f.Write(text)
		if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
			return token.Keys{}, fmt.Errorf("the secret file cannot be written: %w", err)
		}
	} else if err != nil {
		return token.Keys{}, fmt.Errorf("the secret file cannot be read: %w", err)
	}
	return token.ParseKeys(text)
}

// ServerProof is what the proof of a running server is for, and nothing else is.
const ServerProof = "server"

// Proves is how a server shows that it knows the secret of a house.
func Proves(keys token.Keys) func(port, nonce string) string {
	return func(port, nonce string) string { return keys.Sign(ServerProof, port+" "+nonce) }
}
